//! Several programs on one log. What is in memory here may be behind what another one has written: it catches up before
//! anybody looks or acts, whoever loses a number acts again on what there is now, and word of the other's entries wakes
//! the seats that listen here, and tells where a deadline may be another one.

use std::collections::BTreeSet;
use std::sync::Arc;

use ledger::{CampaignId, News};

use crate::desk::Desk;
use crate::fault::Fault;
use crate::host::Host;
use crate::load;

/// How often in a row acts are tried again. Each time somebody else has got on, so nobody needs nearly as many.
const TRIES: usize = 64;

impl Host {
    /// Whether an act that somebody else overtook is tried once more.
    pub(crate) fn is_tried_again(&mut self) -> bool {
        self.n_overtaken += 1;
        self.n_overtaken < TRIES
    }
}

impl Desk {
    /// Brings a memory to what stands in the log, where others may have written.
    pub(crate) async fn catch_up(&self, host: &mut Host) -> Result<(), Fault> {
        if self.store().is_shared() && !host.unsure {
            let n_entries = self.store().n_entries(&host.id).await?;
            if n_entries != host.heads.master.number {
                host.settled = false;
                host.unsure = true;
                if n_entries > host.heads.master.number {
                    host.unsure = !load::follow(self.store(), host).await.unwrap_or(false);
                }
                if !host.unsure {
                    host.tell();
                }
            }
        }
        if host.unsure {
            self.refold(host).await?;
            host.tell();
        }
        Ok(())
    }

    /// Folds a campaign's memory from the log again.
    pub(crate) async fn refold(&self, host: &mut Host) -> Result<(), Fault> {
        let fresh = load::load(self.store(), &host.id, self.rulebooks()).await?;
        host.take_over(fresh);
        Ok(())
    }

    /// Hears of what other programs write, until the log is closed or the desk is gone: pages that are open here are
    /// drawn anew when somebody acts there.
    pub fn listen(self: &Arc<Self>) {
        let Some(mut news) = self.store().news() else { return };
        let desk = Arc::downgrade(self);
        tokio::spawn(async move {
            while let Some(told) = news.recv().await {
                let Some(desk) = desk.upgrade() else { return };
                desk.heard(&told);
            }
        });
    }

    /// The campaigns in which others may have written since this was last asked.
    ///
    /// # Errors
    /// When the list of campaigns cannot be read; then they are told the next time.
    pub(crate) async fn heard_of(&self) -> Result<BTreeSet<CampaignId>, Fault> {
        let heard = std::mem::take(&mut *self.word());
        if !heard.any {
            return Ok(heard.campaigns);
        }
        match self.store().campaigns().await {
            Ok(all) => Ok(all.into_iter().filter(|(_, card)| card.is_ok()).map(|(id, _)| id).collect()),
            Err(fault) => {
                self.word().any = true;
                Err(fault.into())
            }
        }
    }

    fn heard(self: &Arc<Self>, told: &News) {
        match told {
            News::Of(id) => {
                self.word().campaigns.insert(id.clone());
            }
            News::OfAny => self.word().any = true,
        }
        for table in self.open_tables(told) {
            let desk = Arc::clone(self);
            // Each by itself: a table at which somebody acts holds up nobody else's.
            self.behind().run(async move {
                let mut host = table.lock().await;
                if !host.watched() || host.broken.is_some() {
                    return;
                }
                if let Err(fault) = desk.catch_up(&mut host).await {
                    tracing::warn!(campaign = %host.id, %fault, "open pages are not up to date; they are when the database answers");
                }
            });
        }
    }
}
