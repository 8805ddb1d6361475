//! Keeping time: what is due in the campaigns of a desk is done when it is due.

use std::collections::BTreeSet;

use ledger::CampaignId;

use crate::desk::Desk;
use crate::fault::Fault;

impl Desk {
    /// Does what is due in the campaigns that are known here to count time, and says when the next thing is due.
    pub async fn keep_time(&self) -> Option<i64> {
        let now = self.clock().now();
        let is_due = |(campaign, at): (&CampaignId, &i64)| (*at <= now).then(|| campaign.clone());
        let mut roused: BTreeSet<CampaignId> = self.timed().iter().filter_map(is_due).collect();
        match self.heard_of().await {
            Ok(heard) => roused.extend(heard),
            Err(fault) => tracing::warn!(%fault, "not all deadlines are known; it is tried again"),
        }
        for campaign in roused {
            // Whoever opens a campaign lets its engine take the steps that are due.
            if let Err(fault) = self.rouse(campaign.as_str()).await {
                tracing::warn!(%campaign, %fault, "what is due was not done; it is tried again");
            }
        }
        self.timed().values().min().copied()
    }

    /// Opens every campaign once, so that it is known which of them count time.
    ///
    /// # Errors
    /// When the list of campaigns cannot be read.
    pub async fn know_time(&self) -> Result<(), Fault> {
        for card in self.campaigns().await?.into_iter().filter(|card| card.fault.is_none()) {
            if let Err(fault) = self.host(&card.id).await {
                tracing::warn!(campaign = %card.id, %fault, "not opened: its deadlines are not kept");
            }
        }
        Ok(())
    }
}
