//! One campaign in memory: the state of its rules, and what the table itself remembers of the log.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use ::dice::{Contribution, DiceKey, Secret};
use kernel::{Game, Question, Rulebook, Seat, SideInfo};
use ledger::{CampaignId, Entry, Heads, Lineage, Stream};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::watch;

use crate::body::{Body, Kind};
use crate::fault::Fault;

/// How far a seat has seen: the last number of the public stream and of its own. The umpire's is the master number.
/// Two pages with the same cursor show the same.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor(pub String);

impl std::fmt::Display for Cursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// How far the dice are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct DicePhase {
    pub open: bool,
    pub contributions: Vec<Contribution>,
    /// Seats that have added words or passed.
    pub answered: BTreeSet<String>,
}

/// A command that waits for dice at the table or for a ruling.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Waiting {
    pub act: Lineage,
    pub seat: Seat,
    pub by: Seat,
    pub reason: Option<String>,
    pub command: Value,
    pub answers: Vec<Vec<u16>>,
    pub question: Question,
}

/// A step that its seat could take back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct OwnStep {
    pub act: Lineage,
    pub seat: Seat,
    pub events: Vec<Value>,
}

/// What the table remembers of the log besides the state of the rules. Goes into snapshots.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Memory {
    pub parts: BTreeMap<String, u64>,
    pub rolls: BTreeMap<String, u64>,
    pub dice: DicePhase,
    pub waiting: Vec<Waiting>,
    pub own_steps: Vec<OwnStep>,
    pub undone: BTreeSet<Lineage>,
    /// For each side, how many entries have a part both in public and in its own stream.
    pub shared: BTreeMap<u8, u64>,
    /// The acts of the last entries, so that a form sent twice acts once.
    pub recent: VecDeque<(Lineage, Seat)>,
}

const RECENT: usize = 512;

/// One campaign in memory.
pub(crate) struct Host {
    pub id: CampaignId,
    pub rulebook: &'static dyn Rulebook,
    pub rules: String,
    pub game: Box<dyn Game>,
    pub sides: Vec<SideInfo>,
    pub secret: Option<Secret>,
    pub commitment: String,
    pub key: Option<DiceKey>,
    pub memory: Memory,
    pub heads: Heads,
    /// The master number of the newest snapshot known here.
    pub snapshot_at: u64,
    feeds: BTreeMap<Seat, watch::Sender<Cursor>>,
}

/// An entry read back: its bodies in stream order.
pub(crate) struct Read {
    pub act: Lineage,
    pub bodies: Vec<(Stream, Body)>,
}

impl Read {
    pub fn of(entry: &Entry) -> Result<Self, Fault> {
        let body = |part: &ledger::Part| {
            serde_json::from_str(&part.body)
                .map(|body| (part.stream, body))
                .map_err(|error| Fault::Unreadable { entry: entry.master, what: error.to_string() })
        };
        Ok(Self { act: entry.lineage, bodies: entry.parts.iter().map(body).collect::<Result<_, _>>()? })
    }

    /// All events of the entry in the order in which they happened.
    pub fn events(&self) -> Vec<&Value> {
        let order = self.bodies.iter().map(|(_, body)| &body.order).find(|order| !order.is_empty());
        let Some(order) = order else {
            return self.bodies.iter().flat_map(|(_, body)| &body.events).collect();
        };
        let mut left: BTreeMap<Stream, std::slice::Iter<'_, Value>> =
            self.bodies.iter().map(|(stream, body)| (*stream, body.events.iter())).collect();
        order.iter().filter_map(|stream| left.get_mut(stream)?.next()).collect()
    }

    fn first(&self) -> Option<&Body> {
        self.bodies.first().map(|(_, body)| body)
    }
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
            key: None,
            memory: Memory::default(),
            heads: Heads::start(campaign.genesis),
            snapshot_at: 0,
            feeds,
        };
        host.mix();
        host
    }

    /// The key of the dice from the secret and what the sides added.
    pub fn mix(&mut self) {
        let contributions = &self.memory.dice.contributions;
        self.key = self.secret.as_ref().map(|secret| DiceKey::new(secret, self.id.as_str(), contributions));
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
        self.memory.waiting.iter().find(|waiting| waiting.seat == seat)
    }

    /// The step that this seat could take back now.
    pub fn undoable(&self, seat: Seat) -> Option<Lineage> {
        let begun =
            self.waiting_of(seat).filter(|waiting| waiting.answers.is_empty()).map(|waiting| waiting.act);
        let stopped = self.waiting_of(seat).is_some();
        begun.or_else(|| {
            let last = self.memory.own_steps.iter().rev().find(|step| step.seat == seat);
            last.filter(|_| !stopped).map(|step| step.act)
        })
    }

    /// Takes an entry into the table's memory. The state of the rules is folded by the caller.
    pub fn remember(&mut self, entry: &Entry, read: &Read) {
        for part in &entry.parts {
            self.memory.parts.insert(part.stream.to_string(), part.number);
        }
        if entry.parts.iter().any(|part| part.stream == Stream::Public) {
            for part in &entry.parts {
                if let Stream::Side(side) = part.stream {
                    *self.memory.shared.entry(side).or_insert(0) += 1;
                }
            }
        }
        for (stream, body) in &read.bodies {
            let last = body.rolls.iter().filter_map(|roll| roll.number).max();
            if let Some(last) = last {
                self.memory.rolls.insert(stream.to_string(), last);
            }
        }
        let Some(first) = read.first() else { return };
        self.memory.recent.push_back((entry.lineage, first.seat));
        if self.memory.recent.len() > RECENT {
            self.memory.recent.pop_front();
        }
        // A public part never tells that dice were typed in elsewhere, so the kind is looked for in all parts.
        let answered = read.bodies.iter().any(|(_, body)| body.kind == Kind::Answered);
        match if answered { Kind::Answered } else { first.kind } {
            Kind::Began => {}
            Kind::Contributed => self.remember_contribution(read),
            Kind::DiceOpened => {
                self.memory.dice.open = true;
                self.mix();
            }
            Kind::Command => self.remember_step(read),
            Kind::Opened => self.remember_opened(read),
            Kind::Answered => self.remember_answer(read),
            Kind::Undone => self.remember_undone(read),
        }
    }

    fn remember_contribution(&mut self, read: &Read) {
        for (_, body) in &read.bodies {
            self.memory.dice.answered.insert(body.seat.name());
            if let Some(words) = &body.contribution {
                self.memory.dice.contributions.push(words.clone());
            }
        }
        self.mix();
    }

    /// Only a step that rolled nothing and that stays within the seat's own stream can be taken back; any other
    /// entry in that stream, or in public, closes what lies before it.
    fn remember_step(&mut self, read: &Read) {
        let alone = match &read.bodies[..] {
            [(Stream::Side(side), body)] => {
                body.seat == Seat::Side(*side) && body.rolls.is_empty() && body.act.is_none()
            }
            _ => false,
        };
        if alone {
            let seat = read.bodies[0].1.seat;
            let events = read.events().into_iter().cloned().collect();
            self.memory.own_steps.push(OwnStep { act: read.act, seat, events });
            return;
        }
        for (stream, body) in &read.bodies {
            match stream {
                Stream::Side(side) => self.memory.own_steps.retain(|step| step.seat != Seat::Side(*side)),
                Stream::Public if body.seat == Seat::Clock || body.by != body.seat => {
                    self.memory.own_steps.clear()
                }
                Stream::Public => self.memory.own_steps.retain(|step| step.seat != body.seat),
                Stream::Umpire => {}
            }
        }
    }

    fn remember_opened(&mut self, read: &Read) {
        for (_, body) in &read.bodies {
            if let (Some(command), Some(question)) = (&body.command, &body.question) {
                self.memory.waiting.push(Waiting {
                    act: read.act,
                    seat: body.seat,
                    by: body.by,
                    reason: body.reason.clone(),
                    command: command.clone(),
                    answers: body.answers.clone(),
                    question: question.clone(),
                });
            }
        }
    }

    fn remember_answer(&mut self, read: &Read) {
        let act = read.bodies.iter().find_map(|(_, body)| body.act.clone());
        let closed = read.bodies.iter().any(|(_, body)| body.command.is_some());
        if closed {
            self.memory.waiting.retain(|waiting| Some(waiting.act.to_string()) != act);
            self.remember_step(read);
            return;
        }
        let answers: Vec<Vec<u16>> = read.bodies.iter().flat_map(|(_, body)| body.answers.clone()).collect();
        let question = read.bodies.iter().find_map(|(_, body)| body.question.clone());
        for waiting in &mut self.memory.waiting {
            if Some(waiting.act.to_string()) == act {
                waiting.answers.extend(answers.iter().cloned());
                if let Some(question) = &question {
                    waiting.question = question.clone();
                }
            }
        }
    }

    fn remember_undone(&mut self, read: &Read) {
        let act: Option<Lineage> = read.bodies.iter().find_map(|(_, body)| body.act.as_ref()?.parse().ok());
        if let Some(act) = act {
            self.memory.undone.insert(act);
            self.memory.waiting.retain(|waiting| waiting.act != act);
            self.memory.own_steps.retain(|step| step.act != act);
        }
    }
}
