//! What is whole and what is damaged in the files of a data folder or of a backup.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use kernel::Seat;
use ledger::{CampaignId, Committer, DatabaseUrl, Fault, Key, KeyId, PostgresStore, SqliteStore, Store};
use people::{KnownHead, People};
use table::{Clock, Desk};

use crate::folder::{Files, holds_something};
use crate::remembered;
use crate::rulebooks::RULEBOOKS;

/// What is said of files that a change of the key has left unfinished.
const NOT_CLEARED: &str = "  NOT CLEARED: the last change of the key was stopped before its end";

/// What is said of a campaign of which nobody remembers whether it ever had its secret.
const NO_SECRET: &str = "the secret of its dice is not here, and nothing tells whether it ever was: keyed rolls can be \
                         neither made nor checked";

/// One campaign, examined.
pub struct Examined {
    /// Its id and title, or the id alone.
    pub name: String,
    /// How far it goes and that it is sound, or what is wrong with it.
    pub found: Result<String, Vec<String>>,
    /// What could not be examined of it, though nothing is known to be wrong.
    pub unproved: Option<String>,
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
    /// Reads everything, computes every chain and every keyed roll again, judges every entry again by the rules and opens
    /// every state. Nothing is written; a server may go on beside it.
    pub async fn of(files: &Files, key: Option<Key>) -> Self {
        let mut known = Known::default();
        let people = match People::open_to_read(&files.people()).await {
            Ok(_) if !holds_something(&files.people()) => {
                vec![
                    "it is empty: who may come in, and what it remembered of the campaigns, is gone"
                        .to_owned(),
                ]
            }
            Ok(people) => {
                known = Known::of(&people).await;
                wrong(people.damage().await, people.pieces().await)
            }
            Err(fault) => vec![fault.to_string()],
        };
        let mut found = Self::nothing("campaigns.sqlite3: the file");
        found.people = Some(people);
        // What can be seen of the file does not need its key.
        match SqliteStore::open_to_copy(&files.campaigns()).await {
            Err(fault) => found.log.push(fault.to_string()),
            Ok(store) => {
                found.log = wrong(store.damage().await, store.pieces().await);
                found.key = store.key_in_use().await.unwrap_or_default();
                found.to_clear = store.is_to_clear().await.unwrap_or_default();
                match SqliteStore::open_to_read(&files.campaigns(), key).await {
                    Err(fault) if is_about_keys(&fault) => found.locked = Some(fault),
                    Err(fault) => found.log.push(fault.to_string()),
                    Ok(store) => found.list(Arc::new(store), Some(&known)).await,
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
                found.list(Arc::new(store), None).await;
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

    async fn list(&mut self, store: Arc<dyn Store>, known: Option<&Known>) {
        match store.campaigns().await {
            Err(fault) => self.log.push(fault.to_string()),
            Ok(list) => self.campaigns = each(store, list, known).await,
        }
    }

    /// Whether nothing is damaged.
    pub fn is_sound(&self) -> bool {
        self.is_whole()
            && self.locked.is_none()
            && self.campaigns.iter().all(|one| one.found.is_ok() && one.unproved.is_none())
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
            lines.extend(one.unproved.iter().map(|what| format!("  {}: NOT PROVED: {what}", one.name)));
        }
        lines.extend(self.people.iter().flat_map(|people| whole(people, "people.sqlite3: the file")));
        lines
    }

    /// Whether the file of seats and sessions is damaged.
    pub fn people_damaged(&self) -> bool {
        self.people.as_ref().is_some_and(|people| !people.is_empty())
    }
}

/// What is wrong with a file: what the database finds damaged, and each piece that is not as this program makes it. What
/// guards the rows is among them: a log without it could be changed, or changes by itself.
fn wrong<F: fmt::Display>(
    damage: Result<Vec<String>, F>,
    pieces: Result<(Vec<Piece>, Vec<Piece>), F>,
) -> Vec<String> {
    let mut wrong = damage.unwrap_or_else(|fault| vec![fault.to_string()]);
    match pieces {
        Ok((found, made)) => wrong.extend(differences(&found, &made)),
        Err(fault) if wrong.is_empty() => wrong.push(fault.to_string()),
        Err(_) => {}
    }
    wrong
}

/// Kind, name and text of something that a file has beside its rows.
type Piece = (String, String, String);

fn differences(found: &[Piece], made: &[Piece]) -> Vec<String> {
    fn by_name(pieces: &[Piece]) -> BTreeMap<(&str, &str), &str> {
        pieces.iter().map(|(kind, name, text)| ((&**kind, &**name), &**text)).collect()
    }
    let (found, made) = (by_name(found), by_name(made));
    let missing = made.iter().filter_map(|(piece, text)| match found.get(piece) {
        None => Some(format!("the {} {} is missing", piece.0, piece.1)),
        Some(other) if other != text => {
            Some(format!("the {} {} is not the one that this program makes", piece.0, piece.1))
        }
        Some(_) => None,
    });
    let foreign = found.keys().filter(|piece| !made.contains_key(*piece));
    let foreign = foreign.map(|(kind, name)| format!("the {kind} {name} is none that this program makes"));
    missing.chain(foreign).collect()
}

/// Whether the key alone is what is wrong.
fn is_about_keys(fault: &Fault) -> bool {
    matches!(fault, Fault::NoKey { .. } | Fault::OtherKey { .. } | Fault::NotEncrypted)
}

type Listed = (CampaignId, Result<ledger::Summary, Fault>);

async fn each(store: Arc<dyn Store>, list: Vec<Listed>, known: Option<&Known>) -> Vec<Examined> {
    let committer = Committer::start(store.clone());
    let desk = Arc::new(Desk::new(store.clone(), committer.clone(), Clock::machine(), RULEBOOKS));
    let mut campaigns = Vec::new();
    let here: BTreeSet<String> = list.iter().map(|(id, _)| id.to_string()).collect();
    for (id, summary) in list {
        let examined = match summary {
            Err(fault) => {
                Examined { name: id.to_string(), found: Err(vec![fault.to_string()]), unproved: None }
            }
            Ok(summary) => {
                let mut found = campaign(&desk, id.as_str(), summary.n_entries).await;
                let head = known.and_then(|known| known.heads.get(id.as_str()));
                if let Some(head) = head {
                    match remembered::missing(store.as_ref(), &id, head).await {
                        Ok(missing) if missing.is_empty() => {}
                        Ok(missing) => {
                            found = Err(found.err().into_iter().flatten().chain(missing).collect())
                        }
                        Err(fault) => found = Err(vec![fault.to_string()]),
                    }
                }
                let unproved = match store.dice_secret(&id).await {
                    Ok(None) if head.is_none() => Some(NO_SECRET.to_owned()),
                    _ => None,
                };
                Examined { name: format!("{id} {}", summary.manifest.title), found, unproved }
            }
        };
        campaigns.push(examined);
    }
    for id in known.into_iter().flat_map(|known| &known.campaigns).filter(|id| !here.contains(*id)) {
        let gone = "it is not in campaigns.sqlite3, and people.sqlite3 knows its seats".to_owned();
        campaigns.push(Examined { name: id.clone(), found: Err(vec![gone]), unproved: None });
    }
    committer.shutdown().await;
    campaigns
}

/// What the list of people knows of the campaigns.
#[derive(Default)]
struct Known {
    campaigns: BTreeSet<String>,
    heads: BTreeMap<String, KnownHead>,
}

impl Known {
    /// A list that cannot be read knows nothing; what is wrong with it is told apart.
    async fn of(people: &People) -> Self {
        Self {
            campaigns: people.known_campaigns().await.unwrap_or_default(),
            heads: people.known_heads().await.unwrap_or_default(),
        }
    }
}

/// Chains, dice and seals as `adjutant verify` checks them, every entry judged again by the rules, and the state as pages
/// show it.
async fn campaign(desk: &Arc<Desk>, id: &str, n_entries: u64) -> Result<String, Vec<String>> {
    let one = |fault: table::Fault| vec![fault.to_string()];
    let look = desk.look(id, Seat::Umpire).await.map_err(one)?;
    let joined = desk.examined_with_below(id).await.map_err(one)?;
    let Some(bundle) = joined.files.first() else { return Err(vec!["nothing of it was found".into()]) };
    let report = ledger::verify_bundle(bundle, None);
    if !report.is_sound() {
        return Err(report.faults.iter().map(ToString::to_string).collect());
    }
    let judged = tokio::task::spawn_blocking(move || table::audit_joined(&joined, RULEBOOKS)).await;
    let audits = judged.map_err(|fault| vec![format!("it could not be judged again: {fault}")])?;
    // Those of the tables below are told of below.
    let audit = audits.into_iter().next().unwrap_or_default();
    if !audit.faults.is_empty() {
        let differs = |fault: &ledger::Finding| format!("judged again by the rules, it differs at {fault}");
        return Err(audit.faults.iter().map(differs).collect());
    }
    let entries = if n_entries == 1 { "1 entry".to_owned() } else { format!("{n_entries} entries") };
    let sound = if look.dice.keyed {
        "chains, dice and seals are sound"
    } else {
        "chains and seals are sound; the secret of its dice is not here, so no keyed roll was computed again"
    };
    // What other rules judged is no damage: it only cannot be told.
    // What is proved only beside other tables is right here, where those are examined too.
    let judged = match audit.n_unproved - audit.n_apart {
        0 => "every one is what the rules give".to_owned(),
        n => {
            let n_proved = audit.n_proved + audit.n_apart;
            format!("{n_proved} are what the rules give, and {n} this program cannot judge")
        }
    };
    Ok(format!("{entries}; {sound}; {judged}. {}", look.contents.standing))
}
