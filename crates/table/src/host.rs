//! One campaign in memory: the state of its rules, and what the table itself remembers of the log.

use std::collections::BTreeMap;
use std::sync::Arc;

use ::dice::{Digest, QuestionKey, Secret};
use kernel::{Game, Rulebook, Seat, SideInfo};
use ledger::{CampaignId, Entry, Heads, Lineage, Snapshot, Stream};
use tokio::sync::{Mutex, watch};
use tokio_util::sync::CancellationToken;

use crate::answer::{Answer, Cursor, Token};
use crate::asked::Asked;
use crate::clock_names;
use crate::commands::memory::Waiting;
use crate::entry::act::Kind;
use crate::house;
use crate::memory::Memory;
use crate::read::Read;

/// One campaign in memory.
pub(crate) struct Host {
    pub id: CampaignId,
    pub rulebook: &'static dyn Rulebook,
    pub rules: String,
    pub game: Box<dyn Game>,
    pub sides: Vec<SideInfo>,
    pub secret: Option<Secret>,
    pub commitment: String,
    pub setup: Digest,
    pub key: Option<QuestionKey>,
    pub memory: Memory,
    pub heads: Heads,
    /// The master number of the newest snapshot known here.
    pub snapshot_at: u64,
    /// Whether this memory may not agree with the log: an act was begun, and what became of it is not known here.
    pub unsure: bool,
    /// Whether the engine has taken all steps of its own that follow from the log.
    pub settled: bool,
    /// The snapshot this memory came from. The entries before it have not been checked.
    pub came_from: Option<Snapshot>,
    /// Fires once those entries have been checked; none for a memory that was folded from the whole log.
    pub checked: Option<CancellationToken>,
    /// How often in a row another program wrote first.
    pub n_overtaken: usize,
    /// What was found broken in the log behind the snapshot; the campaign is closed until its data are mended.
    pub broken: Option<ledger::Fault>,
    /// The campaign as spectators behind time see it, once one has looked.
    pub past: Option<Arc<Mutex<Host>>>,
    feeds: BTreeMap<Seat, watch::Sender<Cursor>>,
}

impl Host {
    pub fn new(
        campaign: &ledger::Campaign,
        rulebook: &'static dyn Rulebook,
        game: Box<dyn Game>,
        secret: Option<Secret>,
    ) -> Self {
        let manifest = &campaign.manifest;
        let sides = game.sides();
        let feeds = (0..sides.len())
            .map(|n| Seat::Side(u8::try_from(n).expect("a manifest has at most 256 sides")))
            .chain([Seat::Umpire, Seat::Spectator])
            .map(|seat| (seat, watch::Sender::new(Cursor::default())))
            .collect();
        let mut host = Self {
            id: manifest.campaign.clone(),
            rulebook,
            rules: format!("{}/{}", rulebook.name(), rulebook.version()),
            game,
            sides,
            secret,
            commitment: manifest.dice_commitment.to_string(),
            setup: manifest.setup_digest,
            key: None,
            memory: Memory::default(),
            heads: Heads::start(campaign.genesis),
            snapshot_at: 0,
            unsure: false,
            settled: false,
            came_from: None,
            checked: None,
            n_overtaken: 0,
            broken: None,
            past: None,
            feeds,
        };
        host.mix();
        host
    }

    /// The same memory once more, for folding on. Nobody listens to it.
    pub fn copied(&self) -> Self {
        let feeds = self.feeds.keys().map(|seat| (*seat, watch::Sender::new(self.cursor(*seat)))).collect();
        Self {
            id: self.id.clone(),
            rulebook: self.rulebook,
            rules: self.rules.clone(),
            game: self.game.copy(),
            sides: self.sides.clone(),
            secret: None,
            commitment: self.commitment.clone(),
            setup: self.setup,
            key: None,
            memory: self.memory.clone(),
            heads: self.heads.clone(),
            snapshot_at: self.snapshot_at,
            unsure: self.unsure,
            settled: self.settled,
            came_from: None,
            checked: None,
            n_overtaken: 0,
            broken: None,
            past: None,
            feeds,
        }
    }

    /// Puts what was folded from the log anew in the place of this memory. Whoever listens goes on listening.
    pub fn take_over(&mut self, fresh: Self) {
        let feeds = std::mem::take(&mut self.feeds);
        *self = Self { feeds, n_overtaken: self.n_overtaken, ..fresh };
    }

    /// The key of the dice from the secret and what the sides added.
    pub fn mix(&mut self) {
        let contributions = &self.memory.dice.contributions;
        let key = |secret| QuestionKey::new(secret, self.id.as_str(), self.setup, contributions);
        self.key = self.secret.as_ref().map(key);
    }

    /// Takes an entry into the table's memory. The state of the rules is folded by the caller.
    pub fn remember(&mut self, entry: &Entry, read: &Read) {
        self.memory.remember(entry, read, self.game.as_ref(), self.sides.len());
        if read.kind() == Kind::Pledged {
            self.memory.dice.round.link = self.heads.streams.get(&Stream::Public).map(|head| head.hash);
        }
        if matches!(read.kind(), Kind::Contributed | Kind::DiceOpened) {
            self.mix();
        }
    }

    pub fn has_seat(&self, seat: Seat) -> bool {
        self.feeds.contains_key(&seat)
    }

    pub fn cursor(&self, seat: Seat) -> Cursor {
        let number = |stream: Stream| self.memory.parts.get(&stream.to_string()).copied().unwrap_or(0);
        Cursor(match seat {
            Seat::Umpire => self.heads.master.number.to_string(),
            Seat::Side(side) => format!("{}.{}", number(Stream::Public), number(Stream::Side(side))),
            Seat::Spectator | Seat::Clock => number(Stream::Public).to_string(),
        })
    }

    /// The answer to a form of `by` whose act is `whose`: it has acted already, its name is that of an act of another
    /// seat, or it was drawn before something that `by` can see by now. Whether the seat may act at all is asked before:
    /// a spectator behind time learns nothing of the present.
    ///
    /// `asked` is what the form asks for: the name of an act that asked for something else is no answer to it.
    pub fn already(
        &self,
        by: Seat,
        whose: Seat,
        token: Token,
        cursor: Option<&Cursor>,
        asked: &Asked,
    ) -> Option<Answer> {
        let now = self.cursor(by);
        let known = self.memory.commands.recent.iter().find(|(known, ..)| *known == token);
        match known {
            Some((_, seat, known)) if *seat == whose && !asked.is(known.as_deref()) => {
                Some(house::name_is_another_acts().into())
            }
            Some((_, seat, _)) if *seat == whose => Some(Answer::Done { cursor: now, rolls: Vec::new() }),
            Some(_) => Some(house::name_is_anothers().into()),
            None if self.is_engines(token) => Some(house::name_is_anothers().into()),
            None => match self.memory.commands.waiting.iter().find(|waiting| waiting.act == token) {
                Some(waiting) if waiting.seat == whose => Some(house::name_is_another_acts().into()),
                Some(_) => Some(house::name_is_anothers().into()),
                None => self.stale(by, cursor),
            },
        }
    }

    /// The answer to what was drawn before something that its seat can see by now.
    pub fn stale(&self, seat: Seat, cursor: Option<&Cursor>) -> Option<Answer> {
        cursor.is_some_and(|cursor| *cursor != self.cursor(seat)).then(|| house::stale().into())
    }

    /// The seat whose act of late bears this name.
    pub fn acted(&self, token: Token) -> Option<Seat> {
        self.memory.commands.recent.iter().find(|(known, ..)| *known == token).map(|(_, seat, _)| *seat)
    }

    /// How many entries everybody reads.
    pub fn n_told(&self) -> u64 {
        self.memory.parts.get("public").copied().unwrap_or(0)
    }

    /// Whether the engine gives this name to a step to come.
    pub fn is_engines(&self, name: Token) -> bool {
        clock_names::is_to_come(self.id.as_str(), self.n_told(), name)
    }

    /// The act of this name that waits, for a seat that answers: its own before another's.
    pub fn waits_as(&self, token: Token, by: Seat) -> Option<&Waiting> {
        let named = || self.memory.commands.waiting.iter().filter(|waiting| waiting.act == token);
        named().find(|waiting| waiting.seat == by || waiting.by == by).or_else(|| named().next())
    }

    /// The answer to an act that is the umpire's alone, where nothing has to be judged: it is somebody else's, has been
    /// done already, is stale, or comes after the end.
    pub fn umpires(
        &self,
        seat: Seat,
        token: Token,
        cursor: Option<&Cursor>,
        asked: &Asked,
    ) -> Option<Answer> {
        if seat != Seat::Umpire {
            return Some(house::only_umpire(seat).into());
        }
        self.unjudged(seat, token, cursor, asked)
    }

    /// The answer to an act of whoever may give it, where nothing has to be judged: it has been done already, is stale, or comes
    /// after the end.
    pub fn unjudged(
        &self,
        seat: Seat,
        token: Token,
        cursor: Option<&Cursor>,
        asked: &Asked,
    ) -> Option<Answer> {
        let over = || self.memory.dice.shown.then(|| house::dice_shown().into());
        self.already(seat, seat, token, cursor, asked).or_else(over)
    }

    pub fn feed(&self, seat: Seat) -> Option<watch::Receiver<Cursor>> {
        self.feeds.get(&seat).map(watch::Sender::subscribe)
    }

    /// Whether anybody listens.
    pub fn watched(&self) -> bool {
        self.feeds.values().any(|sender| sender.receiver_count() > 0)
    }

    /// Tells each seat whose own view may have changed. Nobody else wakes.
    pub fn tell(&self) {
        for (seat, sender) in &self.feeds {
            let cursor = self.cursor(*seat);
            sender.send_if_modified(|known| {
                let changed = *known != cursor;
                if changed {
                    *known = cursor;
                }
                changed
            });
        }
    }

    pub fn waiting_of(&self, seat: Seat) -> Option<&Waiting> {
        self.memory.commands.waiting.iter().find(|waiting| waiting.seat == seat)
    }

    /// The step that this seat could take back now.
    pub fn undoable(&self, seat: Seat) -> Option<Lineage> {
        let begun =
            self.waiting_of(seat).filter(|waiting| waiting.given.is_empty()).map(|waiting| waiting.act);
        let stopped = self.waiting_of(seat).is_some();
        begun.or_else(|| {
            let last = self.memory.commands.own_steps.iter().rev().find(|step| step.seat == seat);
            last.filter(|_| !stopped).map(|step| step.act)
        })
    }
}
