//! Campaigns in memory: opened when somebody asks for them, brought up to date, and kept as snapshots.

use std::sync::Arc;

use ledger::CampaignId;
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio_util::sync::CancellationToken;

use crate::desk::Desk;
use crate::fault::Fault;
use crate::host::Host;
use crate::load::{load, snapshot_of};
use crate::metrics;

/// How many campaigns stay in memory when nobody looks at them.
const KEPT_OPEN: usize = 64;
/// A snapshot is kept whenever this many entries have come since.
const SNAPSHOT_EVERY: u64 = 64;

impl Desk {
    /// The campaign in memory, loaded if need be.
    async fn table(&self, campaign: &str) -> Result<Arc<Mutex<Host>>, Fault> {
        let id = CampaignId::new(campaign).map_err(|_| Fault::NoCampaign)?;
        if let Some(table) = self.tables().get(&id) {
            return Ok(Arc::clone(table));
        }
        let mut host = load(self.store(), &id, self.rulebooks()).await?;
        let came_from = host.came_from.take().map(|snapshot| (snapshot, CancellationToken::new()));
        host.checked = came_from.as_ref().map(|(_, checked)| checked.clone());
        let host = Arc::new(Mutex::new(host));
        let mut tables = self.tables();
        // Two may have loaded at once; the first one in the list is the writer.
        let table = Arc::clone(tables.entry(id.clone()).or_insert(host));
        if let Some((snapshot, checked)) = came_from {
            self.behind().check(self.shared_store(), Arc::clone(&table), id, snapshot, checked);
        }
        if tables.len() > KEPT_OPEN {
            tables.retain(|_, idle| {
                Arc::strong_count(idle) > 1 || idle.try_lock().is_ok_and(|host| host.watched())
            });
        }
        metrics::open(tables.len());
        Ok(table)
    }

    /// The campaign for one user at a time. What may not agree with the log is brought to what it says first, and the
    /// engine makes up for steps of its own that it owes: after a failed write, or a program that ended in between.
    pub(crate) async fn host(&self, campaign: &str) -> Result<OwnedMutexGuard<Host>, Fault> {
        let mut host = self.table(campaign).await?.lock_owned().await;
        if let Some(broken) = &host.broken {
            return Err(broken.clone().into());
        }
        self.catch_up(&mut host).await?;
        if !host.settled {
            // Readers are not kept waiting for a disk that is full.
            self.engine(&mut host).await.ok();
        }
        if host.unsure {
            self.refold(&mut host).await?;
        }
        Ok(host)
    }

    /// Opens a campaign and waits until what it is opened on has been checked to its beginning. What is broken is told by
    /// whatever is asked of it next.
    ///
    /// # Errors
    /// The campaign cannot be opened.
    pub async fn borne_out(&self, campaign: &str) -> Result<(), Fault> {
        let checked = self.table(campaign).await?.lock().await.checked.clone();
        if let Some(checked) = checked {
            checked.cancelled().await;
        }
        Ok(())
    }

    /// The campaign for one who acts. Nobody acts before what the engine owes: an act that comes between would be one that
    /// the rules do not give there.
    pub(crate) async fn host_to_act(&self, campaign: &str) -> Result<OwnedMutexGuard<Host>, Fault> {
        let mut host = self.host(campaign).await?;
        if !host.settled {
            self.engine(&mut host).await?;
        }
        Ok(host)
    }

    /// Lets the engine of a campaign take the steps that time has brought.
    pub(crate) async fn rouse(&self, campaign: &str) -> Result<(), Fault> {
        let mut host = self.host(campaign).await?;
        self.engine(&mut host).await.ok();
        self.keep_snapshot(&mut host).await;
        if host.unsure {
            self.refold(&mut host).await?;
        }
        Ok(())
    }

    pub(crate) async fn keep_snapshot(&self, host: &mut Host) {
        if host.heads.master.number < host.snapshot_at + SNAPSHOT_EVERY {
            return;
        }
        host.snapshot_at = host.heads.master.number;
        let (store, id, snapshot) = (self.shared_store(), host.id.clone(), snapshot_of(host));
        self.behind().run(async move {
            if let Err(fault) = store.put_snapshot(&id, &snapshot).await {
                tracing::warn!(campaign = %id, %fault, "a snapshot was not kept; opening will take longer");
            }
        });
    }
}
