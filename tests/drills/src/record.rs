//! What stands in a log, read on from where it was read before, and whether it holds what it must.

use std::collections::BTreeMap;

use kernel::{Rulebook, Seat};
use ledger::{CampaignId, Digest, Heads, Store};
use table::Desk;

use crate::load::Fault;
use crate::worker::Acts;

/// What has been read of a log. It never changes behind the reader: every link is computed again from the last one.
#[derive(Default)]
pub struct Record {
    /// Where the chains stand.
    pub heads: BTreeMap<CampaignId, Heads>,
    acts: Acts,
    /// The hash of every entry.
    hashes: BTreeMap<CampaignId, Vec<Digest>>,
}

impl Record {
    /// Reads on: every chain is whole and no act is there twice. Gives the campaigns that are new or have gone on.
    pub async fn read_on(&mut self, store: &dyn Store) -> Result<Vec<CampaignId>, Fault> {
        let mut moved = Vec::new();
        for (id, summary) in store.campaigns().await? {
            summary?;
            let known = self.heads.get(&id).map(|heads| heads.master.number);
            let heads = match self.heads.get_mut(&id) {
                Some(heads) => heads,
                None => {
                    let start = Heads::start(store.campaign(&id).await?.genesis);
                    self.heads.entry(id.clone()).or_insert(start)
                }
            };
            let acts = self.acts.entry(id.to_string()).or_default();
            let hashes = self.hashes.entry(id.clone()).or_default();
            loop {
                let page = store.entries_checked(&id, heads, 500).await?;
                if page.is_empty() {
                    break;
                }
                for entry in &page {
                    hashes.push(entry.hash);
                    if !acts.insert(entry.lineage.to_string()) {
                        return Err(format!("campaign {id} has act {} twice", entry.lineage).into());
                    }
                }
            }
            if known != Some(heads.master.number) {
                moved.push(id);
            }
        }
        Ok(moved)
    }

    /// The hash of a campaign's entry, or of its beginning for number 0.
    pub fn hash(&self, id: &CampaignId, number: u64) -> Option<Digest> {
        let heads = self.heads.get(id)?;
        let at = usize::try_from(number).ok()?.checked_sub(1);
        at.map_or(Some(heads.genesis), |at| self.hashes.get(id)?.get(at).copied())
    }

    /// How many entries were read.
    pub fn n_entries(&self) -> u64 {
        self.heads.values().map(|heads| heads.master.number).sum()
    }

    /// Whether an act of this name was read.
    pub fn has(&self, campaign: &str, act: &str) -> bool {
        self.acts.get(campaign).is_some_and(|acts| acts.contains(act))
    }

    /// Whether everything acknowledged was read.
    pub fn holds(&self, acknowledged: &Acts) -> Result<(), Fault> {
        for (campaign, wanted) in acknowledged {
            let found = self.acts.get(campaign);
            let lost = wanted.iter().filter(|act| !found.is_some_and(|found| found.contains(*act)));
            let lost: Vec<&str> = lost.map(String::as_str).collect();
            if !lost.is_empty() {
                return Err(format!("campaign {campaign} lost acknowledged acts: {}", lost.join(", ")).into());
            }
        }
        Ok(())
    }
}

/// Every seat of these campaigns can look, and play can go on in them.
pub async fn can_be_played(desk: &Desk, campaigns: &[CampaignId]) -> Result<(), Fault> {
    for id in campaigns.iter().map(CampaignId::as_str) {
        for seat in [Seat::Umpire, Seat::Side(0), Seat::Side(1), Seat::Spectator] {
            desk.look(id, seat).await?;
        }
        if !goes_on(desk, id).await? {
            return Err(format!("campaign {id} has come to a stop: nobody can do anything").into());
        }
    }
    Ok(())
}

/// Whether somebody has something to do, or play is over.
async fn goes_on(desk: &Desk, campaign: &str) -> Result<bool, Fault> {
    let mut game =
        rules_toy::RULEBOOK.open("long.toml", rules_toy::RIVER).map_err(|faults| format!("{faults:?}"))?;
    game.set_position(desk.position(campaign).await?).map_err(|faults| format!("{faults:?}"))?;
    let waits = !desk.look(campaign, Seat::Umpire).await?.waiting.is_empty();
    Ok(waits || game.is_over() || [0, 1].into_iter().any(|side| !game.lawful(Seat::Side(side), 1).is_empty()))
}
