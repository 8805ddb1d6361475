//! What runs behind the tables while people play on: snapshots being kept, and the log behind a snapshot being checked.

use std::future::Future;
use std::sync::Arc;

use ledger::{CampaignId, Snapshot};
use tokio::sync::{Mutex, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::fault::Fault;
use crate::host::Host;
use crate::load::bears_out;

/// Tasks nobody waits for.
pub(crate) struct Behind {
    tasks: TaskTracker,
    /// One log is checked at a time: many campaigns are opened at once after a restart, and people come first.
    turn: Arc<Semaphore>,
    /// Once the store is to be closed nothing goes on: what is broken off then says nothing of the log.
    stopping: CancellationToken,
}

impl Default for Behind {
    fn default() -> Self {
        Self {
            tasks: TaskTracker::new(),
            turn: Arc::new(Semaphore::new(1)),
            stopping: CancellationToken::new(),
        }
    }
}

impl Behind {
    pub(crate) fn run(&self, task: impl Future<Output = ()> + Send + 'static) {
        let stopping = self.stopping.clone();
        self.tasks.spawn(async move { stopping.run_until_cancelled(task).await });
    }

    /// Checks what a table was opened on: a snapshot is a cache, and only the log is believed. A snapshot that the log
    /// does not bear out is forgotten, and a broken log closes the campaign. `checked` fires at the end, also when the check
    /// is broken off.
    pub(crate) fn check(
        &self,
        store: Arc<dyn ledger::Store>,
        table: Arc<Mutex<Host>>,
        id: CampaignId,
        snapshot: Snapshot,
        checked: CancellationToken,
    ) {
        let turn = Arc::clone(&self.turn);
        let ended = checked.drop_guard();
        self.run(async move {
            let _ended = ended;
            let _turn = turn.acquire().await.expect("nobody closes it");
            check(store, table, id, snapshot).await;
        });
    }

    /// Breaks off what runs and begins nothing more.
    pub(crate) async fn stop(&self) {
        self.stopping.cancel();
        self.caught_up().await;
    }

    pub(crate) async fn caught_up(&self) {
        self.tasks.close();
        self.tasks.wait().await;
        self.tasks.reopen();
    }
}

async fn check(store: Arc<dyn ledger::Store>, table: Arc<Mutex<Host>>, id: CampaignId, snapshot: Snapshot) {
    let rulebook = table.lock().await.rulebook;
    match bears_out(store.as_ref(), &id, rulebook, snapshot).await {
        Ok(true) => {}
        Ok(false) => {
            tracing::warn!(campaign = %id, "a snapshot is not what the log comes to; it is forgotten");
            let mut host = table.lock().await;
            if let Err(fault) = store.drop_snapshots(&id).await {
                tracing::error!(campaign = %id, %fault, "a wrong snapshot cannot be forgotten");
                host.broken = Some(fault);
            }
            host.unsure = true;
        }
        Err(fault) => {
            tracing::error!(campaign = %id, %fault, "the log is broken; the campaign is closed");
            let mut host = table.lock().await;
            host.broken = Some(match fault {
                Fault::Ledger(fault) => fault,
                other => {
                    ledger::Fault::Corrupt { place: format!("campaign {id}"), detail: other.to_string() }
                }
            });
            host.tell();
        }
    }
}
