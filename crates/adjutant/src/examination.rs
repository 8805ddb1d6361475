//! What is whole and what is damaged in the files of a data folder or of a backup.

use std::sync::Arc;

use kernel::Seat;
use ledger::{CampaignId, Committer, DatabaseUrl, Fault, Key, KeyId, PostgresStore, SqliteStore, Store};
use people::People;
use table::{Clock, Desk, FileKind};

use crate::folder::Files;
use crate::rulebooks::RULEBOOKS;

/// What is said of files that a change of the key has left unfinished.
const NOT_CLEARED: &str = "  NOT CLEARED: the last change of the key was stopped before its end";

/// One campaign, examined.
pub struct Examined {
    /// Its id and title, or the id alone.
    pub name: String,
    /// How far it goes and that it is sound, or what is wrong with it.
    pub found: Result<String, Vec<String>>,
}

/// Both files, or a database, examined.
pub struct Examination {
    /// What holds the campaigns.
    pub place: &'static str,
    /// What is wrong with the file of campaigns itself.
    pub log: Vec<String>,
    /// The key that its secrets are encrypted with.
    pub key: Option<KeyId>,
    /// Whether a change of the key was stopped before it had taken out what was there before.
    pub to_clear: bool,
    /// Why its campaigns were not examined, when they are whole for all that is known.
    pub locked: Option<Fault>,
    /// Each campaign that can be found.
    pub campaigns: Vec<Examined>,
    /// What is wrong with the file of seats and sessions; `None` when it was not examined.
    pub people: Option<Vec<String>>,
}

impl Examination {
    /// Reads everything, computes every chain and every keyed roll again and opens every state. Nothing is written; a
    /// server may go on beside it.
    pub async fn of(files: &Files, key: Option<Key>) -> Self {
        let people = match People::open_to_read(&files.people()).await {
            Ok(people) => people.damage().await.unwrap_or_else(|fault| vec![fault.to_string()]),
            Err(fault) => vec![fault.to_string()],
        };
        let mut found = Self::nothing("campaigns.sqlite3: the file");
        found.people = Some(people);
        // What can be seen of the file does not need its key.
        match SqliteStore::open_to_copy(&files.campaigns()).await {
            Err(fault) => found.log.push(fault.to_string()),
            Ok(store) => {
                found.log = store.damage().await.unwrap_or_else(|fault| vec![fault.to_string()]);
                found.key = store.key_in_use().await.unwrap_or_default();
                found.to_clear = store.is_to_clear().await.unwrap_or_default();
                match SqliteStore::open_to_read(&files.campaigns(), key).await {
                    Err(fault) if is_about_keys(&fault) => found.locked = Some(fault),
                    Err(fault) => found.log.push(fault.to_string()),
                    Ok(store) => found.list(Arc::new(store)).await,
                }
            }
        }
        found
    }

    /// The same for the campaigns of a database.
    pub async fn of_database(url: &DatabaseUrl, key: Option<Key>) -> Result<Self, Fault> {
        let mut found = Self::nothing("the database: it");
        match PostgresStore::open_to_read(url, key).await {
            Err(fault) if is_about_keys(&fault) => found.locked = Some(fault),
            Err(fault) => return Err(fault),
            Ok(store) => {
                found.key = store.key_in_use().await?;
                found.to_clear = store.is_to_clear().await?;
                found.list(Arc::new(store)).await;
            }
        }
        Ok(found)
    }

    fn nothing(place: &'static str) -> Self {
        Self {
            place,
            log: Vec::new(),
            key: None,
            to_clear: false,
            locked: None,
            campaigns: Vec::new(),
            people: None,
        }
    }

    async fn list(&mut self, store: Arc<dyn Store>) {
        match store.campaigns().await {
            Err(fault) => self.log.push(fault.to_string()),
            Ok(list) => self.campaigns = each(store, list).await,
        }
    }

    /// Whether nothing is damaged.
    pub fn is_sound(&self) -> bool {
        self.is_whole() && self.locked.is_none() && self.campaigns.iter().all(|one| one.found.is_ok())
    }

    /// Whether the files are whole, whatever may be said of what is in them.
    pub fn is_whole(&self) -> bool {
        self.log.is_empty() && !self.people_damaged()
    }

    /// What was found, a line each.
    pub fn lines(&self) -> Vec<String> {
        let whole = |faults: &[String], place: &str| match faults {
            [] => vec![format!("{place} is whole")],
            faults => {
                let name = place.split(':').next().unwrap_or(place);
                faults.iter().map(|fault| format!("{name}: DAMAGED: {fault}")).collect()
            }
        };
        let mut lines = whole(&self.log, self.place);
        lines.extend(self.key.map(|key| format!("  what is secret in it is encrypted with the key {key}")));
        if self.to_clear {
            lines.push(NOT_CLEARED.into());
        }
        lines.extend(self.locked.iter().map(|fault| format!("  NOT EXAMINED: {fault}")));
        for one in &self.campaigns {
            match &one.found {
                Ok(says) => lines.push(format!("  {}: {says}", one.name)),
                Err(faults) => {
                    lines.extend(faults.iter().map(|fault| format!("  {}: DAMAGED: {fault}", one.name)));
                }
            }
        }
        lines.extend(self.people.iter().flat_map(|people| whole(people, "people.sqlite3: the file")));
        lines
    }

    /// Whether the file of seats and sessions is damaged.
    pub fn people_damaged(&self) -> bool {
        self.people.as_ref().is_some_and(|people| !people.is_empty())
    }
}

/// Whether the key alone is what is wrong.
fn is_about_keys(fault: &Fault) -> bool {
    matches!(fault, Fault::NoKey { .. } | Fault::OtherKey { .. } | Fault::NotEncrypted)
}

type Listed = (CampaignId, Result<ledger::Summary, Fault>);

async fn each(store: Arc<dyn Store>, list: Vec<Listed>) -> Vec<Examined> {
    let committer = Committer::start(store.clone());
    let desk = Arc::new(Desk::new(store, committer.clone(), Clock::machine(), RULEBOOKS));
    let mut campaigns = Vec::new();
    for (id, summary) in list {
        let examined = match summary {
            Err(fault) => Examined { name: id.to_string(), found: Err(vec![fault.to_string()]) },
            Ok(summary) => Examined {
                name: format!("{id} {}", summary.manifest.title),
                found: campaign(&desk, id.as_str(), summary.n_entries).await,
            },
        };
        campaigns.push(examined);
    }
    committer.shutdown().await;
    campaigns
}

/// Chains, dice and seals as `adjutant verify` checks them, and the state as pages show it.
async fn campaign(desk: &Arc<Desk>, id: &str, n_entries: u64) -> Result<String, Vec<String>> {
    let one = |fault: table::Fault| vec![fault.to_string()];
    let look = desk.look(id, Seat::Umpire).await.map_err(one)?;
    let kind = if look.dice.keyed { FileKind::Move } else { FileKind::Seat };
    let bundle = desk.export(id, Seat::Umpire, kind).await.map_err(one)?;
    let bundle = bundle.map_err(|refusal| vec![refusal.sentence])?;
    let report = ledger::verify_bundle(&bundle, None);
    if !report.is_sound() {
        return Err(report.faults.iter().map(ToString::to_string).collect());
    }
    let entries = if n_entries == 1 { "1 entry".to_owned() } else { format!("{n_entries} entries") };
    Ok(format!("{entries}; chains, dice and seals are sound. {}", look.view.standing))
}
