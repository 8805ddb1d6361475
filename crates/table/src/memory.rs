//! What a table remembers of the log besides the state of the rules, and how each entry changes it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use ::dice::Contribution;
use kernel::{Question, Seat};
use ledger::{Entry, Lineage, Stream};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::body::{Body, Kind};
use crate::correct::consent::Proposal;
use crate::deadline::{Absence, KeptOrders, Timing};
use crate::delay::Delay;
use crate::dice::{Given, Source};
use crate::host::Host;
use crate::messages::{Message, message};
use crate::pictures::Pictures;
use crate::read::Read;
use crate::rulings::{Ruling, rulings};
use crate::throws::Throws;
use crate::words::{Round, Terms};

/// How far the dice are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct DicePhase {
    /// Whether they answer by the question alone. In logs of earlier builds they hung on the names of acts, up to the
    /// entry at which the campaign went over.
    #[serde(default)]
    pub by_question: bool,
    pub open: bool,
    /// Whether the secret may be shown. Nothing is rolled or done any more.
    pub shown: bool,
    /// Why the umpire ended the campaign.
    #[serde(default)]
    pub reason: Option<String>,
    pub contributions: Vec<Contribution>,
    /// Seats that have added words or passed.
    pub answered: BTreeSet<String>,
    /// What the campaign's first entry says of its dice; nothing where it began before there was a choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terms: Option<Terms>,
    /// The words of the sides, while they are given.
    #[serde(default, skip_serializing_if = "Round::is_none")]
    pub round: Round,
    /// Whether dice thrown at a table may be typed in, where that takes consent.
    #[serde(default, skip_serializing_if = "Throws::is_none")]
    pub throws: Throws,
}

/// A command that waits for dice at the table or for a ruling.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Waiting {
    pub act: Lineage,
    /// The entry that opened it, in the master order.
    pub entry: u64,
    pub seat: Seat,
    pub by: Seat,
    pub reason: Option<String>,
    pub command: Value,
    pub source: Source,
    /// Answers that stand in the log already, by question.
    pub given: BTreeMap<String, Given>,
    pub question: Question,
}

impl Waiting {
    /// Whether it waits for dice that its side wanted to throw itself.
    pub fn is_own_throw(&self) -> bool {
        self.question.die.is_some() && self.by != Seat::Umpire
    }
}

/// A step that its seat could take back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct OwnStep {
    pub act: Lineage,
    /// Its entry in the master order.
    pub entry: u64,
    pub seat: Seat,
    pub events: Vec<Value>,
    /// Whether everyone saw it: then its taking back is told to everyone as well.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
}

/// What the table remembers of the log besides the state of the rules. Goes into snapshots.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Memory {
    pub parts: BTreeMap<String, u64>,
    pub rolls: BTreeMap<String, u64>,
    pub dice: DicePhase,
    pub waiting: Vec<Waiting>,
    pub own_steps: Vec<OwnStep>,
    /// The entries taken back, in the master order: a seat may give the name of an act again, an entry stands alone.
    pub undone: BTreeSet<u64>,
    /// For each side, how many entries have a part both in public and in its own stream.
    pub shared: BTreeMap<u8, u64>,
    /// How many corrections there have been: the branch of history that goes on.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub branch: u32,
    /// For each stream, its parts that a correction has replaced.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub replaced: BTreeMap<String, BTreeSet<u64>>,
    /// Rolls that corrections have made void, by question.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub void: BTreeSet<String>,
    /// The latest answers of corrections, by question, with the entry they stand at: what was answered before counts
    /// no more.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub anew: BTreeMap<String, u64>,
    /// A correction that waits for consent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<Proposal>,
    /// What the umpire has ruled, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<Ruling>,
    /// What the umpire and the sides wrote to each other last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub messages: Vec<Message>,
    /// How far behind spectators see the campaign.
    #[serde(default, skip_serializing_if = "Delay::is_none")]
    pub delay: Delay,
    /// How time is kept.
    #[serde(default, skip_serializing_if = "Timing::is_none")]
    pub timing: Timing,
    /// What each side has kept for the time when it does not come.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub kept: BTreeMap<u8, KeptOrders>,
    /// The play of sides that have not come, while it lasts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absence: Option<Absence>,
    /// The pictures under the map.
    #[serde(default, skip_serializing_if = "Pictures::is_none")]
    pub pictures: Pictures,
    /// The acts of the last entries, so that a form sent twice acts once, with a digest of the command that was asked for.
    pub recent: VecDeque<(Lineage, Seat, Option<String>)>,
}

fn is_zero(branch: &u32) -> bool {
    *branch == 0
}

/// How many acts of each seat are remembered, so that a form sent twice acts once. Counted by seat: what one seat
/// does in secret must not be felt by another.
const RECENT: usize = 256;

/// How many steps of each seat can be taken back one by one at the most.
const OWN_STEPS: usize = 32;

impl Host {
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
        self.memory.rulings.extend(rulings(read));
        let Some(first) = read.first() else { return };
        let seat = first.seat;
        self.memory.recent.push_back((entry.lineage, seat, asked(read)));
        if self.memory.recent.iter().filter(|(_, other, _)| *other == seat).count() > RECENT
            && let Some(oldest) = self.memory.recent.iter().position(|(_, other, _)| *other == seat)
        {
            self.memory.recent.remove(oldest);
        }
        if let Some(absence) = &mut self.memory.absence {
            absence.note(read);
        }
        match read.kind() {
            Kind::Began | Kind::LaidOut => {
                self.memory.dice.terms = first.terms;
                self.memory.dice.by_question = read.kind() == Kind::LaidOut;
            }
            Kind::DiceRenewed => self.memory.dice.by_question = true,
            Kind::Contributed => self.remember_contribution(read),
            Kind::DiceOpened => {
                let dice = &mut self.memory.dice;
                dice.open = true;
                dice.contributions.extend(dice.round.contributions());
                self.mix();
            }
            Kind::Pledged => self.memory.dice.round.pledged(first),
            Kind::Revealed => self.memory.dice.round.revealed(first),
            Kind::Renewed => self.memory.dice.round.renewed(first),
            Kind::TableDice => self.memory.dice.throws.said(first, self.sides.len()),
            Kind::Taken => {}
            Kind::DiceShown => {
                self.memory.dice.open = false;
                self.memory.dice.shown = true;
                self.memory.dice.reason = read.reason().map(str::to_owned);
                // Nothing is answered or taken back any more.
                self.memory.waiting.clear();
                self.memory.own_steps.clear();
                self.memory.proposal = None;
            }
            Kind::Command => self.remember_step(entry, read),
            Kind::Opened => self.remember_opened(entry, read),
            Kind::Answered => self.remember_answer(entry, read),
            Kind::Undone => self.remember_undone(read),
            Kind::Ruled => {}
            Kind::Wrote => {
                if let Some(message) = message(read) {
                    crate::messages::remember(&mut self.memory.messages, message);
                }
            }
            Kind::Proposed => self.remember_proposal(read),
            Kind::Consented => self.remember_consent(read),
            Kind::Corrected => self.remember_correction(entry, read),
            Kind::Delayed => self.memory.delay = first.delay.unwrap_or_default(),
            Kind::Timed => {
                self.memory.timing = first.timing.clone().unwrap_or_default();
                self.memory.absence = Absence::begun(first);
            }
            Kind::Played => self.memory.absence = None,
            Kind::Kept => {
                if let (Seat::Side(side), Some(kept)) = (seat, &first.kept) {
                    self.memory.kept.insert(side, kept.clone());
                    if let Some(absence) = &mut self.memory.absence {
                        absence.kept_anew(seat);
                    }
                }
            }
            Kind::Mapped => self.memory.pictures.remember(entry.master, read),
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

    /// A step that rolled nothing can be taken back as long as it stays within the seat's own stream, or as long as
    /// the system lets it be taken back openly. Any other entry in that stream, or in public, closes what lies before.
    fn remember_step(&mut self, entry: &Entry, read: &Read) {
        if let Some(step) = self.step_of(entry, read) {
            let seat = step.seat;
            let steps = &mut self.memory.own_steps;
            if step.open {
                steps.retain(|other| other.seat == seat || !other.open);
            }
            steps.push(step);
            if steps.iter().filter(|step| step.seat == seat).count() > OWN_STEPS
                && let Some(oldest) = steps.iter().position(|step| step.seat == seat)
            {
                steps.remove(oldest);
            }
            return;
        }
        for (stream, body) in &read.bodies {
            match stream {
                Stream::Side(side) => self.memory.own_steps.retain(|step| step.seat != Seat::Side(*side)),
                // Once a digest or a sealed choice is public, every choice under a seal stands, whoever was last.
                Stream::Public
                    if body.seat == Seat::Clock || body.by != body.seat || !body.seals.is_empty() =>
                {
                    self.memory.own_steps.clear()
                }
                Stream::Public => self.memory.own_steps.retain(|step| step.seat != body.seat && !step.open),
                Stream::Umpire => {}
            }
        }
    }

    /// The entry as a step that its side can take back, if it is one.
    fn step_of(&self, entry: &Entry, read: &Read) -> Option<OwnStep> {
        let seat @ Seat::Side(side) = read.first()?.seat else { return None };
        let quiet = |body: &Body| body.seat == seat && body.rolls.is_empty() && body.act.is_none();
        if !read.bodies.iter().all(|(_, body)| quiet(body)) {
            return None;
        }
        let open = match &read.bodies[..] {
            [(Stream::Side(own), _)] if *own == side => false,
            [(Stream::Public, told), (Stream::Side(own), body)] if *own == side => {
                let silent = told.seals.is_empty() && told.openings.is_empty() && body.by == seat;
                let retractable = |event: &&Value| self.game.is_retractable(event);
                if !silent || !read.events().iter().all(retractable) {
                    return None;
                }
                true
            }
            _ => return None,
        };
        let events = read.events().into_iter().cloned().collect();
        Some(OwnStep { act: read.act, entry: entry.master, seat, events, open })
    }

    fn remember_opened(&mut self, entry: &Entry, read: &Read) {
        for (stream, body) in &read.bodies {
            if *stream == Stream::Public {
                self.memory.own_steps.retain(|step| step.seat == body.seat || !step.open);
            }
            if let (Some(command), Some(question)) = (&body.command, &body.question) {
                self.memory.waiting.push(Waiting {
                    act: read.act,
                    entry: entry.master,
                    seat: body.seat,
                    by: body.by,
                    reason: body.reason.clone(),
                    command: command.clone(),
                    source: body.source.unwrap_or(Source::Table),
                    given: given(read),
                    question: question.clone(),
                });
            }
        }
    }

    fn remember_answer(&mut self, entry: &Entry, read: &Read) {
        let act = read.bodies.iter().find_map(|(_, body)| body.act.clone());
        let closed = read.bodies.iter().any(|(_, body)| body.command.is_some());
        if closed {
            self.memory.waiting.retain(|waiting| Some(waiting.act.to_string()) != act);
            self.remember_step(entry, read);
            return;
        }
        let question = read.bodies.iter().find_map(|(_, body)| body.question.clone());
        for waiting in &mut self.memory.waiting {
            if Some(waiting.act.to_string()) == act {
                waiting.given.extend(given(read));
                if let Some(question) = &question {
                    waiting.question = question.clone();
                }
            }
        }
    }

    fn remember_correction(&mut self, entry: &Entry, read: &Read) {
        let Memory { branch, proposal, replaced, void, anew, waiting, own_steps, .. } = &mut self.memory;
        *branch = entry.branch;
        *proposal = None;
        for (stream, body) in &read.bodies {
            anew.extend(body.rolls.iter().map(|line| (line.question.clone(), entry.master)));
            if let Some(correction) = &body.correction {
                replaced.entry(stream.to_string()).or_default().extend(&correction.replaced);
                void.extend(correction.void.iter().cloned());
                for question in &correction.revived {
                    void.remove(question);
                }
            }
            if let Some(course) = &body.course {
                waiting.retain(|waiting| !course.closed.contains(&waiting.entry));
            }
            match stream {
                Stream::Public => own_steps.clear(),
                Stream::Side(side) => own_steps.retain(|step| step.seat != Seat::Side(*side)),
                Stream::Umpire => {}
            }
        }
    }

    /// Takes back the latest act of that name that the seat could take back.
    fn remember_undone(&mut self, read: &Read) {
        let Some(body) = read.first() else { return };
        let Some(act) = body.act.as_ref().and_then(|act| act.parse::<Lineage>().ok()) else { return };
        let Memory { waiting, own_steps, undone, proposal, .. } = &mut self.memory;
        if let Some(at) = waiting.iter().position(|waiting| waiting.act == act && waiting.seat == body.seat) {
            undone.insert(waiting.remove(at).entry);
        } else if let Some(at) = own_steps.iter().rposition(|step| step.act == act && step.seat == body.seat)
        {
            let entry = own_steps.remove(at).entry;
            undone.insert(entry);
            // What would be put right is gone.
            proposal.take_if(|proposal| proposal.correcting.changes.contains_key(&entry));
        }
    }
}

impl Memory {
    /// Whether an answer that stands at `entry` counts no more: nobody asks for it, or it was given anew.
    pub fn is_void(&self, question: &str, entry: u64) -> bool {
        self.void.contains(question) || self.anew.get(question).is_some_and(|latest| *latest > entry)
    }
}

/// A digest of the command that an entry was asked for; none for what is no command, and for the answer to a throw.
fn asked(read: &Read) -> Option<String> {
    let is_asked = matches!(read.kind(), Kind::Command | Kind::Opened);
    let command = read.bodies.iter().find_map(|(_, body)| body.command.as_ref());
    command.filter(|_| is_asked).map(asked_digest)
}

/// A digest of a command as its seat gave it: without what the table adds to a sealed choice, and whatever the order of its
/// fields.
pub(crate) fn asked_digest(command: &Value) -> String {
    let mut command = command.clone();
    if let Some(fields) = command.as_object_mut() {
        fields.shift_remove("nonce");
        fields.shift_remove("digest");
    }
    command.sort_all_objects();
    hex::encode(&Sha256::digest(command.to_string())[..16])
}

/// The answers an entry writes down, by question.
fn given(read: &Read) -> BTreeMap<String, Given> {
    let rolls = read.bodies.iter().flat_map(|(_, body)| &body.rolls);
    rolls.map(|roll| (roll.question.clone(), Given::of(roll))).collect()
}
