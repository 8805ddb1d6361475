//! The desk: all campaigns of one data folder, opened when somebody asks for them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex as StdMutex, MutexGuard};

use kernel::Rulebook;
use ledger::{CampaignId, Committer, Lineage, News};
use tokio::sync::Mutex;

use crate::behind::Behind;
use crate::chance::Chance;
use crate::clock::Clock;
use crate::fault::Fault;
use crate::host::Host;
use crate::moments::Moments;
use crate::weighing::weighings::Weighings;

/// The campaigns in memory.
pub(crate) type Tables = HashMap<CampaignId, Arc<Mutex<Host>>>;

/// All campaigns of one data folder.
pub struct Desk {
    store: Arc<dyn ledger::Store>,
    committer: Committer,
    clock: Clock,
    chance: Chance,
    rulebooks: &'static [&'static dyn Rulebook],
    tables: StdMutex<Tables>,
    behind: Behind,
    weighings: Weighings,
    /// Moments of the past that were looked at lately.
    moments: Moments,
    /// The campaigns that count time, with the instant at which something is due in each.
    timed: StdMutex<BTreeMap<CampaignId, i64>>,
    /// What other programs have written in, so that what is due there may be otherwise than it is known here.
    heard: StdMutex<Heard>,
}

/// Campaigns that word was of.
#[derive(Default)]
pub(crate) struct Heard {
    /// These, as far as they are known by name.
    pub campaigns: BTreeSet<CampaignId>,
    /// Whether word was lost: then it may have been of any.
    pub any: bool,
}

impl Desk {
    /// A desk over a store.
    pub fn new(
        store: Arc<dyn ledger::Store>,
        committer: Committer,
        clock: Clock,
        rulebooks: &'static [&'static dyn Rulebook],
    ) -> Self {
        Self {
            store,
            committer,
            clock,
            chance: Chance::machine(),
            rulebooks,
            tables: StdMutex::default(),
            behind: Behind::default(),
            weighings: Weighings::default(),
            moments: Moments::default(),
            timed: StdMutex::default(),
            heard: StdMutex::default(),
        }
    }

    /// The same desk with another source of random bytes, for tests that compare two worlds.
    #[must_use]
    pub fn with_chance(mut self, chance: Chance) -> Self {
        self.chance = chance;
        self
    }

    pub(crate) fn chance(&self) -> &Chance {
        &self.chance
    }

    pub(crate) fn store(&self) -> &dyn ledger::Store {
        self.store.as_ref()
    }

    /// The store for a task of its own.
    pub(crate) fn shared_store(&self) -> Arc<dyn ledger::Store> {
        Arc::clone(&self.store)
    }

    pub(crate) fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().expect("no holder of the list panics")
    }

    pub(crate) fn behind(&self) -> &Behind {
        &self.behind
    }

    pub(crate) fn moments(&self) -> &Moments {
        &self.moments
    }

    pub(crate) fn weighings(&self) -> &Weighings {
        &self.weighings
    }

    /// The tables in memory here that word is about.
    pub(crate) fn open_tables(&self, told: &News) -> Vec<Arc<Mutex<Host>>> {
        let tables = self.tables();
        match told {
            News::Of(id) => tables.get(id).cloned().into_iter().collect(),
            News::OfAny => tables.values().cloned().collect(),
        }
    }

    pub(crate) fn word(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().expect("no holder of the list panics")
    }

    /// The campaigns that count time, with the instant at which something is due in each.
    pub(crate) fn timed(&self) -> MutexGuard<'_, BTreeMap<CampaignId, i64>> {
        self.timed.lock().expect("no holder of the list panics")
    }

    pub(crate) fn committer(&self) -> &Committer {
        &self.committer
    }

    /// The desk's clock.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The systems this build knows.
    pub fn rulebooks(&self) -> &'static [&'static dyn Rulebook] {
        self.rulebooks
    }

    /// A fresh name for an act.
    ///
    /// # Errors
    /// [`Fault::Random`].
    pub fn fresh_token(&self) -> Result<Lineage, Fault> {
        let bytes = self.chance.bytes()?;
        let mut token = [0; 16];
        token.copy_from_slice(&bytes[..16]);
        Ok(Lineage(token))
    }

    /// Breaks off what runs behind the tables, before the store is closed.
    pub async fn stop(&self) {
        self.weighings.close();
        self.behind.stop().await;
    }

    /// Waits until nothing runs behind the tables any more: snapshots are kept, and what was opened on one is checked.
    pub async fn caught_up(&self) {
        self.behind.caught_up().await;
    }
}
