//! Laying out campaigns, and their list.

use ledger::CampaignId;

use super::laying::NewCampaign;
use crate::delay::entry::Delay;
use crate::desk::Desk;
use crate::fault::Fault;

/// One line of the list of campaigns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CampaignCard {
    /// The id in addresses.
    pub id: String,
    /// The title.
    pub title: String,
    /// The system's name in files.
    pub system: String,
    /// The sides' names in the order of their seats.
    pub sides: Vec<String>,
    /// When it was laid out, in milliseconds since 1970, UTC.
    pub created_at: i64,
    /// Why it cannot be opened, if it cannot.
    pub fault: Option<String>,
}

impl Desk {
    /// The campaigns, newest first.
    ///
    /// # Errors
    /// When the list cannot be read.
    pub async fn campaigns(&self) -> Result<Vec<CampaignCard>, Fault> {
        let mut cards: Vec<CampaignCard> = self.store().campaigns().await?.into_iter().map(card).collect();
        cards.sort_by_key(|card| std::cmp::Reverse(card.created_at));
        Ok(cards)
    }

    /// Lays out a campaign and gives its id.
    ///
    /// # Errors
    /// [`Fault::File`] with every fault of the set-up or the position.
    pub async fn create(&self, new: NewCampaign) -> Result<String, Fault> {
        let laying = self.lay_out(new)?;
        let entries = self.first_entries(&laying, None, Delay::default())?;
        self.store().import_campaign(&laying.campaign, &entries).await?;
        let id = &laying.campaign.manifest.campaign;
        self.host(id.as_str()).await?;
        Ok(id.to_string())
    }
}

fn card((id, summary): (CampaignId, Result<ledger::Summary, ledger::Fault>)) -> CampaignCard {
    let id = id.to_string();
    match summary {
        Ok(summary) => CampaignCard {
            id,
            title: summary.manifest.title,
            system: summary.manifest.system,
            sides: summary.manifest.sides,
            created_at: i64::try_from(summary.manifest.created_at).unwrap_or(i64::MAX),
            fault: None,
        },
        Err(fault) => CampaignCard {
            title: id.clone(),
            id,
            system: String::new(),
            sides: Vec::new(),
            created_at: 0,
            fault: Some(fault.to_string()),
        },
    }
}
