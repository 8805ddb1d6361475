//! The desk: all campaigns of one data folder, opened when somebody asks for them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex as StdMutex, MutexGuard};

use ::dice::{Contribution, Secret};
use kernel::{Rulebook, Seat};
use ledger::{CampaignId, Committer, Entry, Heads, Manifest, NewEntry, NewPart, News, Stream};
use serde_json::Value;
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::behind::Behind;
use crate::body::{Body, Kind};
use crate::chance::Chance;
use crate::clock::Clock;
use crate::fault::Fault;
use crate::host::{Cursor, Host};
use crate::house;
use crate::load::{load, snapshot_of};
use crate::metrics;
use crate::submit::{Answer, Token, acted, is_reason};
use crate::throws::Typing;
use crate::words::{Terms, WordsBy};

/// How many campaigns stay in memory when nobody looks at them.
const KEPT_OPEN: usize = 64;
/// A snapshot is kept whenever this many entries have come since.
const SNAPSHOT_EVERY: u64 = 64;
/// The longest words a side can add to the dice, in characters.
const MOST_WORDS: usize = 200;

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

/// A campaign to be laid out.
#[derive(Clone, Debug)]
pub struct NewCampaign {
    /// The set-up's file name, for faults.
    pub file: String,
    /// The set-up.
    pub setup: String,
    /// The system's name in files.
    pub system: String,
    /// Facts of the position it begins from, when it is brought in during its course.
    pub position: Option<Value>,
    /// How its dice come to be open.
    pub start: DiceStart,
    /// Whether dice thrown at a table may be typed in without asking the sides.
    pub table_dice: bool,
    /// The id and the secret of the dice; fresh ones when `None`. Given by tests that compare two worlds.
    pub identity: Option<(CampaignId, Secret)>,
}

/// How the dice of a new campaign come to be open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DiceStart {
    /// When the words that each side's device has pledged are opened.
    #[default]
    Words,
    /// At once, without words of any side: for play at one machine. The log says so.
    AtOnce,
    /// When each side has typed words or passed, and with typed dice for everybody: the rule of campaigns begun before
    /// there was a choice, whose first entry says nothing of it. Given by tests of such campaigns.
    Before,
}

/// All campaigns of one data folder.
pub struct Desk {
    store: Arc<dyn ledger::Store>,
    committer: Committer,
    clock: Clock,
    chance: Chance,
    rulebooks: &'static [&'static dyn Rulebook],
    tables: StdMutex<HashMap<CampaignId, Arc<Mutex<Host>>>>,
    behind: Behind,
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

    pub(crate) fn behind(&self) -> &Behind {
        &self.behind
    }

    /// The tables in memory here that word is about.
    pub(crate) fn open_tables(&self, told: &News) -> Vec<Arc<Mutex<Host>>> {
        let tables = self.tables.lock().expect("no holder of the list panics");
        match told {
            News::Of(id) => tables.get(id).cloned().into_iter().collect(),
            News::OfAny => tables.values().cloned().collect(),
        }
    }

    pub(crate) fn word(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().expect("no holder of the list panics")
    }

    pub(crate) fn timed(&self) -> BTreeMap<CampaignId, i64> {
        self.timed.lock().expect("no holder of the list panics").clone()
    }

    /// Remembers when something is due in a campaign.
    pub(crate) fn note_time(&self, host: &Host) {
        let mut timed = self.timed.lock().expect("no holder of the list panics");
        match host.rouses_at() {
            Some(at) => timed.insert(host.id.clone(), at),
            None => timed.remove(&host.id),
        };
    }

    /// Lets the engine of a campaign take the steps that time has brought.
    pub(crate) async fn rouse(&self, campaign: &str) -> Result<(), Fault> {
        let mut host = self.host(campaign).await?;
        self.engine(&mut host).await;
        self.keep_snapshot(&mut host).await;
        if host.unsure {
            self.refold(&mut host).await?;
        }
        Ok(())
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

    /// The campaigns, newest first.
    ///
    /// # Errors
    /// When the list cannot be read.
    pub async fn campaigns(&self) -> Result<Vec<CampaignCard>, Fault> {
        let mut cards: Vec<CampaignCard> = self.store.campaigns().await?.into_iter().map(card).collect();
        cards.sort_by_key(|card| std::cmp::Reverse(card.created_at));
        Ok(cards)
    }

    /// Lays out a campaign and gives its id.
    ///
    /// # Errors
    /// [`Fault::File`] with every fault of the set-up or the position.
    pub async fn create(&self, new: NewCampaign) -> Result<String, Fault> {
        let known = self.rulebooks.iter().find(|rulebook| rulebook.name() == new.system);
        let rulebook = *known.ok_or_else(|| Fault::NoRulebook(new.system.clone()))?;
        let mut game = rulebook.open(&new.file, &new.setup).map_err(Fault::File)?;
        if let Some(position) = &new.position {
            game.set_position(position.clone()).map_err(Fault::File)?;
        }
        let (id, secret) = match new.identity {
            Some(identity) => identity,
            None => (fresh_id(self.chance.bytes()?), Secret::new(self.chance.bytes()?)),
        };
        let setup = salted(new.setup, &id, &secret);
        let manifest = Manifest {
            campaign: id.clone(),
            created_at: u64::try_from(self.clock.now()).unwrap_or(0),
            dice_commitment: secret.commitment(),
            format: ledger::FORMAT,
            rules_version: rulebook.version().to_string(),
            setup_digest: ledger::sha256(setup.as_bytes()),
            sides: game.sides().into_iter().map(|side| side.name).collect(),
            system: rulebook.name().into(),
            title: game.title(),
        };
        let laid = ledger::NewCampaign { manifest, setup, secret: Some(secret) };
        let table = if new.table_dice { Typing::Free } else { Typing::Agreed };
        let terms = match new.start {
            DiceStart::Words => Some(Terms { words: WordsBy::Devices, table }),
            DiceStart::AtOnce => Some(Terms { words: WordsBy::Nobody, table }),
            DiceStart::Before => None,
        };
        let entries = self.first_entries(&laid.manifest, new.position, terms)?;
        self.store.import_campaign(&laid, &entries).await?;
        self.host(id.as_str()).await?;
        Ok(id.to_string())
    }

    /// What stands in the log from the start. It is written together with the campaign: one half laid out could never
    /// begin.
    fn first_entries(
        &self,
        manifest: &Manifest,
        position: Option<Value>,
        terms: Option<Terms>,
    ) -> Result<Vec<Entry>, Fault> {
        let rules = format!("{}/{}", manifest.system, manifest.rules_version);
        let body = |kind| Body::new(self.clock.now(), kind, Seat::Clock, Seat::Clock, &rules);
        let began = Body { terms, ..body(Kind::LaidOut) };
        let mut acts = vec![vec![(Stream::Public, began.clone())]];
        if position.is_some() {
            acts[0].push((Stream::Umpire, Body { position, terms: None, ..began }));
        }
        if terms.is_some_and(|terms| terms.words == WordsBy::Nobody) {
            acts.push(vec![(Stream::Public, body(Kind::DiceOpened))]);
        }
        let mut heads = Heads::start(manifest.genesis());
        let mut entries = Vec::with_capacity(acts.len());
        for parts in acts {
            let parts =
                parts.into_iter().map(|(stream, body)| NewPart { stream, body: body.text() }).collect();
            let (expected, lineage) = (heads.master.number + 1, self.fresh_token()?);
            let entry = NewEntry { expected, lineage, branch: 0, parts };
            entries.push(heads.chain(&manifest.campaign, manifest.sides.len(), &entry, &self.chance)?);
        }
        Ok(entries)
    }

    /// A side adds words of its own to the dice before the first roll, or passes with `None`.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn contribute(
        &self,
        campaign: &str,
        seat: Seat,
        words: Option<String>,
        token: Token,
    ) -> Result<Answer, Fault> {
        acted!(self, campaign, seat, host => self.contribute_at(&mut host, seat, words.clone(), token))
    }

    async fn contribute_at(
        &self,
        host: &mut Host,
        seat: Seat,
        words: Option<String>,
        token: Token,
    ) -> Result<Answer, Fault> {
        if !matches!(seat, Seat::Side(_)) || !host.has_seat(seat) {
            return Ok(house::only_looks(seat).into());
        }
        if host.memory.dice.shown {
            return Ok(house::dice_shown().into());
        }
        if host.memory.dice.open {
            return Ok(house::dice_open_already().into());
        }
        if host.memory.dice.terms.is_some() {
            return Ok(house::words_of_devices().into());
        }
        if host.memory.dice.answered.contains(&seat.name()) {
            return Ok(house::contributed_already().into());
        }
        let mut body = self.house_body(host, Kind::Contributed, seat);
        let words = words.map(|words| one_line(&words).chars().take(MOST_WORDS).collect::<String>());
        body.contribution =
            words.filter(|words| !words.is_empty()).map(|text| Contribution { seat: seat.name(), text });
        self.append(host, token, vec![(Stream::Public, body)]).await?;
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
    }

    /// The umpire opens the dice without waiting for the rest of the sides. Where the sides' devices give words, that takes
    /// a reason, and the log names the sides without whose words the dice were opened.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn open_dice(&self, campaign: &str, seat: Seat, reason: Option<&str>) -> Result<Answer, Fault> {
        let reason = reason.map(one_line).filter(|reason| is_reason(reason));
        acted!(self, campaign, seat, host => self.open_dice_at(&mut host, seat, reason.clone()))
    }

    async fn open_dice_at(
        &self,
        host: &mut Host,
        seat: Seat,
        reason: Option<String>,
    ) -> Result<Answer, Fault> {
        if seat != Seat::Umpire {
            return Ok(house::only_umpire(seat).into());
        }
        if host.memory.dice.shown {
            return Ok(house::dice_shown().into());
        }
        if host.memory.dice.open {
            return Ok(house::dice_open_already().into());
        }
        if host.memory.dice.terms.is_some() && reason.is_none() {
            return Ok(house::reason_for_words().into());
        }
        self.open_at(host, seat, reason).await?;
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
    }

    /// The umpire ends the campaign, so that the secret of its dice may be shown. Nothing is done afterwards.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn end(&self, campaign: &str, seat: Seat, reason: &str) -> Result<Answer, Fault> {
        let reason = one_line(reason);
        acted!(self, campaign, seat, host => self.end_at(&mut host, seat, &reason))
    }

    async fn end_at(&self, host: &mut Host, seat: Seat, reason: &str) -> Result<Answer, Fault> {
        if seat != Seat::Umpire {
            return Ok(house::only_umpire(seat).into());
        }
        if host.memory.dice.shown {
            return Ok(house::dice_shown().into());
        }
        if !is_reason(reason) {
            return Ok(house::reason_needed().into());
        }
        let mut body = self.house_body(host, Kind::DiceShown, seat);
        body.reason = Some(reason.to_owned());
        self.append(host, self.fresh_token()?, vec![(Stream::Public, body)]).await?;
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
    }

    pub(crate) async fn open_at(
        &self,
        host: &mut Host,
        by: Seat,
        reason: Option<String>,
    ) -> Result<(), Fault> {
        let mut body = self.house_body(host, Kind::DiceOpened, by);
        if host.memory.dice.terms.is_some() {
            body.missing = host.unopened();
            body.reason = reason;
        }
        self.append(host, self.fresh_token()?, vec![(Stream::Public, body)]).await?;
        Ok(())
    }

    pub(crate) fn house_body(&self, host: &Host, kind: Kind, seat: Seat) -> Body {
        Body::new(self.clock.now(), kind, seat, seat, &host.rules)
    }

    /// A fresh name for an act.
    ///
    /// # Errors
    /// [`Fault::Random`].
    pub fn fresh_token(&self) -> Result<Token, Fault> {
        let bytes = self.chance.bytes()?;
        let mut token = [0; 16];
        token.copy_from_slice(&bytes[..16]);
        Ok(ledger::Lineage(token))
    }

    /// The cursor of a seat, without building its view.
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn cursor(&self, campaign: &str, seat: Seat) -> Result<Cursor, Fault> {
        let host = self.host_for(campaign, seat).await?;
        Ok(host.cursor(seat))
    }

    /// Breaks off what runs behind the tables, before the store is closed.
    pub async fn stop(&self) {
        self.behind.stop().await;
    }

    /// Waits until nothing runs behind the tables any more: snapshots are kept, and what was opened on one is checked.
    pub async fn caught_up(&self) {
        self.behind.caught_up().await;
    }

    /// The campaign in memory, loaded if need be.
    async fn table(&self, campaign: &str) -> Result<Arc<Mutex<Host>>, Fault> {
        let id = CampaignId::new(campaign).map_err(|_| Fault::NoCampaign)?;
        if let Some(table) = self.tables.lock().expect("no holder of the list panics").get(&id) {
            return Ok(Arc::clone(table));
        }
        let mut host = load(self.store.as_ref(), &id, self.rulebooks).await?;
        let came_from = host.came_from.take();
        let host = Arc::new(Mutex::new(host));
        let mut tables = self.tables.lock().expect("no holder of the list panics");
        // Two may have loaded at once; the first one in the list is the writer.
        let table = Arc::clone(tables.entry(id.clone()).or_insert(host));
        if let Some(snapshot) = came_from {
            self.behind.check(Arc::clone(&self.store), Arc::clone(&table), id, snapshot);
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
            self.engine(&mut host).await;
        }
        if host.unsure {
            self.refold(&mut host).await?;
        }
        Ok(host)
    }

    /// Folds a campaign's memory from the log again.
    pub(crate) async fn refold(&self, host: &mut Host) -> Result<(), Fault> {
        let fresh = load(self.store.as_ref(), &host.id, self.rulebooks).await?;
        host.take_over(fresh);
        Ok(())
    }

    pub(crate) async fn keep_snapshot(&self, host: &mut Host) {
        if host.heads.master.number < host.snapshot_at + SNAPSHOT_EVERY {
            return;
        }
        host.snapshot_at = host.heads.master.number;
        let (store, id, snapshot) = (Arc::clone(&self.store), host.id.clone(), snapshot_of(host));
        self.behind.run(async move {
            if let Err(fault) = store.put_snapshot(&id, &snapshot).await {
                tracing::warn!(campaign = %id, %fault, "a snapshot was not kept; opening will take longer");
            }
        });
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

/// A set-up with a line of chance at its end, which its readers pass over. Its plain digest stands in every seat's file, and
/// without that line whoever knows most of a set-up would find the rest by trying.
fn salted(setup: String, id: &CampaignId, secret: &Secret) -> String {
    let salt =
        ::dice::Encoding::new("adjutant-setup-salt-v1").text(id.as_str()).bytes(secret.reveal()).sha256();
    let end = if setup.is_empty() || setup.ends_with('\n') { "" } else { "\n" };
    format!("{setup}{end}# {salt}\n")
}

/// Words as people typed them, without what is no letter of a line: a log is also read in terminals, which obey it.
pub fn one_line(words: &str) -> String {
    let words: String = words.chars().filter(|letter| !turns_the_line(*letter)).collect();
    words
        .split(char::is_control)
        .map(|words| words.trim_matches(|letter: char| letter.is_whitespace() || is_unseen(letter)))
        .filter(|words| !words.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// As [`one_line`], with its lines kept.
pub(crate) fn some_lines(words: &str) -> String {
    let lines: Vec<String> = words.trim().lines().map(one_line).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

/// Marks that make what follows them read backwards, other people's words too.
fn turns_the_line(letter: char) -> bool {
    matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Letters without a shape or a width.
fn is_unseen(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// Ten letters and digits that cannot be mistaken for each other.
fn fresh_id(bytes: [u8; 32]) -> CampaignId {
    const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
    let text: String = bytes[..10].iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect();
    CampaignId::new(text).expect("ten letters and digits are an id")
}
