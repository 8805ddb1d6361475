//! Everything that a data folder or a database holds, opened.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use kernel::Seat;
use ledger::{CampaignId, Committer, DatabaseUrl, Key, PostgresStore, SqliteStore, Store};
use people::{Chair, DAY_MS, Invited, KnownHead, People};
use table::{CampaignCard, Clock, Desk};
use tokio::sync::Mutex;

use crate::arguments::Campaign;
use crate::failure::Failure;
use crate::folder::Folder;
use crate::remembered;
use crate::rulebooks::RULEBOOKS;

/// Where browsers reach a server that was started with nothing said.
const USUAL_ADDRESS: &str = "http://127.0.0.1:8080";
/// How long a printed start link stays open: a week.
const START_LINK_MS: i64 = 7 * DAY_MS;

/// A data folder or a database with everything in it opened.
pub struct House {
    /// The campaigns.
    pub desk: Arc<Desk>,
    /// Who may come in.
    pub people: People,
    /// The log itself, for files.
    pub store: Arc<dyn Store>,
    /// The time.
    pub clock: Clock,
    /// Where browsers reach it while it is served.
    served_at: OnceLock<String>,
    /// The numbers up to which the campaigns were noted beside their log.
    noted: Mutex<BTreeMap<CampaignId, u64>>,
    committer: Committer,
    // Released last, when nothing is open any more.
    folder: Folder,
}

impl House {
    /// Opens what the folder holds.
    pub async fn open(folder: Folder, key: Option<Key>) -> Result<Self, Failure> {
        let store = Arc::new(SqliteStore::open_with_key(&folder.files().campaigns(), key).await?);
        Self::over(store, folder).await
    }

    /// Opens a database, which other programs may have open at the same time.
    pub async fn in_database(url: &DatabaseUrl, key: Option<Key>, folder: Folder) -> Result<Self, Failure> {
        let store = Arc::new(PostgresStore::open_with_key(url, key).await?);
        tracing::info!(database = %url, "the campaigns are in a database");
        Self::over(store, folder).await
    }

    async fn over(store: Arc<dyn Store>, folder: Folder) -> Result<Self, Failure> {
        let committer = Committer::start(store.clone());
        let people = People::open(&folder.files().people()).await?;
        let clock = Clock::machine();
        let desk = Arc::new(Desk::new(store.clone(), committer.clone(), clock.clone(), RULEBOOKS));
        Ok(Self {
            desk,
            people,
            store,
            clock,
            served_at: OnceLock::new(),
            noted: Mutex::default(),
            committer,
            folder,
        })
    }

    /// Its folder.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// From now on it is served there.
    pub fn serve_at(&self, address: &str) {
        let _ = self.served_at.set(address.to_owned());
    }

    /// The address for links: where it is served, or where a server is usually found.
    pub fn address(&self) -> &str {
        self.served_at.get().map_or(USUAL_ADDRESS, String::as_str)
    }

    /// Notes beside the log how far its campaigns go, so that a loss is found. Nothing is noted of a database, which
    /// other programs write.
    pub async fn note_heads(&self) {
        if self.store.is_shared() {
            return;
        }
        if let Err(failure) = self.try_note_heads().await {
            tracing::debug!(%failure, "not noted how far the campaigns go");
        }
    }

    async fn try_note_heads(&self) -> Result<(), Failure> {
        let mut noted = self.noted.lock().await;
        let known = self.people.known_heads().await?;
        for (id, summary) in self.store.campaigns().await? {
            let Ok(summary) = summary else { continue };
            if noted.get(&id) == Some(&summary.n_entries) {
                continue;
            }
            // A log that is not the one that was here stays told, however far it is played on.
            if let Some(known) = known.get(id.as_str())
                && !remembered::missing(self.store.as_ref(), &id, known).await?.is_empty()
            {
                continue;
            }
            let head = self.store.heads(&id).await?.master;
            let keyed = matches!(self.store.dice_secret(&id).await, Ok(Some(_)));
            let known = KnownHead { number: head.number, hash: head.hash.0, keyed };
            self.people.note_head(id.as_str(), &known).await?;
            noted.insert(id, head.number);
        }
        Ok(())
    }

    /// Writes what waits and closes the files.
    pub async fn close(&self) {
        self.committer.shutdown().await;
        self.note_heads().await;
        self.desk.stop().await;
        self.people.close().await;
        self.store.close().await;
        tracing::debug!(folder = %self.folder.files().path().display(), "closed");
    }

    /// The campaign that is named, or the only one. What it is opened on is checked to its beginning before a command goes
    /// on: a command that acts or prints on what the log does not bear out would be over before anybody is told.
    pub async fn campaign(&self, asked: &Campaign) -> Result<CampaignCard, Failure> {
        let mut cards = self.desk.campaigns().await?;
        let found = match &asked.campaign {
            Some(id) => Some(cards.iter().position(|card| card.id == *id).ok_or_else(|| {
                Failure::new(format!("There is no campaign {id} here. `adjutant show` lists the campaigns."))
            })?),
            None => (cards.len() == 1).then_some(0),
        };
        if let Some(at) = found {
            let card = cards.swap_remove(at);
            // One that cannot be opened says so when something is asked of it.
            self.desk.borne_out(&card.id).await.ok();
            return Ok(card);
        }
        remembered::not_emptied(self).await?;
        let mut lines = vec![match cards.len() {
            0 => "There is no campaign here yet. `adjutant new FILE` lays one out.".to_owned(),
            n => format!("There are {n} campaigns here. Name one with --campaign:"),
        }];
        lines.extend(cards.iter().map(|card| format!("  {}  {}", card.id, card.title)));
        Err(Failure::all(lines))
    }

    /// The seat that a text names: by its stable name, or a side by its id in the set-up or its name on the pages.
    pub async fn seat(&self, card: &CampaignCard, name: &str) -> Result<Seat, Failure> {
        if let Ok(seat) = name.parse::<Seat>() {
            return Ok(seat);
        }
        let sides = self.desk.look(&card.id, Seat::Spectator).await?.sides;
        let by_id = sides.iter().position(|side| side.id.as_str() == name);
        let by_name = || sides.iter().position(|side| side.name.eq_ignore_ascii_case(name));
        let at = by_id.or_else(by_name).and_then(|at| u8::try_from(at).ok());
        at.map(Seat::Side).ok_or_else(|| {
            let names: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
            Failure::new(format!(
                "{name:?} is no seat: umpire, spectator, {} (or side-0, side-1, …).",
                names.join(", ")
            ))
        })
    }

    /// The seats of a campaign that people can take.
    pub fn seats(card: &CampaignCard) -> Vec<Seat> {
        let sides = (0..=u8::MAX).take(card.sides.len()).map(Seat::Side);
        std::iter::once(Seat::Umpire).chain(sides).chain([Seat::Spectator]).collect()
    }

    /// Fresh start links for the seats of a campaign that nobody holds. None where it lies below another: who sits there sits
    /// here.
    pub async fn start_links(&self, card: &CampaignCard) -> Result<Vec<Invited>, Failure> {
        // One that cannot be read lies below none, as far as can be told.
        if self.desk.campaigns_above(&card.id).await.is_ok_and(|above| !above.is_empty()) {
            return Ok(Vec::new());
        }
        let chairs: Vec<Chair> =
            Self::seats(card).into_iter().map(|seat| Chair::new(&card.id, seat.name())).collect();
        Ok(self.people.start_links(&chairs, self.clock.now(), START_LINK_MS).await?)
    }
}
