//! Commands as the table remembers them: which wait, which their seats could take back, and the names of the last ones, so
//! that a form sent twice acts once.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use kernel::{Game, Question, Seat};
use ledger::{Entry, Lineage, Stream};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::entry::{Answered, Opened};
use crate::asked::asked;
use crate::correct::entry::Course;
use crate::dice::{Given, Source};
use crate::entry::Body;
use crate::entry::act::{Act, Kind};
use crate::read::Read;

/// How many acts of each seat are remembered, so that a form sent twice acts once. Counted by seat: what one seat
/// does in secret must not be felt by another.
pub(crate) const RECENT: usize = 256;

/// How many steps of each seat can be taken back one by one at the most.
const OWN_STEPS: usize = 32;

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

/// What is remembered of commands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Commands {
    pub waiting: Vec<Waiting>,
    pub own_steps: Vec<OwnStep>,
    /// The entries taken back, in the master order: a seat may give the name of an act again, an entry stands alone.
    pub undone: BTreeSet<u64>,
    /// The acts of the last entries, with a digest of what was asked for.
    pub recent: VecDeque<(Lineage, Seat, Option<String>)>,
}

impl Commands {
    /// Remembers the name of an entry's act.
    pub fn name(&mut self, entry: &Entry, seat: Seat, read: &Read) {
        self.recent.push_back((entry.lineage, seat, asked(read)));
        if self.recent.iter().filter(|(_, other, _)| *other == seat).count() > RECENT
            && let Some(oldest) = self.recent.iter().position(|(_, other, _)| *other == seat)
        {
            self.recent.remove(oldest);
        }
    }

    /// Whether an entry of late of this seat bears this name.
    pub fn bears(&self, name: Lineage, seat: Seat) -> bool {
        self.recent.iter().any(|(known, whose, _)| *known == name && *whose == seat)
    }

    /// A command was done at once.
    ///
    /// A step that rolled nothing can be taken back as long as it stays within the seat's own stream, or as long as
    /// the system lets it be taken back openly. Any other entry in that stream, or in public, closes what lies before.
    pub fn done(&mut self, entry: &Entry, read: &Read, game: &dyn Game) {
        if let Some(step) = step_of(entry, read, game) {
            let seat = step.seat;
            let steps = &mut self.own_steps;
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
        for (stream, Body { head, act }) in &read.bodies {
            let seals = act.published().is_some_and(|published| !published.seals.is_empty());
            match stream {
                Stream::Side(side) => self.own_steps.retain(|step| step.seat != Seat::Side(*side)),
                // Once a digest or a sealed choice is public, every choice under a seal stands, whoever was last.
                Stream::Public if head.seat == Seat::Clock || head.by != head.seat || seals => {
                    self.own_steps.clear()
                }
                Stream::Public => self.own_steps.retain(|step| step.seat != head.seat && !step.open),
                Stream::Umpire => {}
            }
        }
    }

    /// A command came to wait.
    pub fn opened(&mut self, entry: &Entry, read: &Read) {
        for (stream, Body { head, act }) in &read.bodies {
            if *stream == Stream::Public {
                self.own_steps.retain(|step| step.seat == head.seat || !step.open);
            }
            if let Act::Opened(Opened { command, question, source, .. }) = act {
                self.waiting.push(Waiting {
                    act: read.act,
                    entry: entry.master,
                    seat: head.seat,
                    by: head.by,
                    reason: head.reason.clone(),
                    command: command.clone(),
                    source: *source,
                    given: given(read),
                    question: question.clone(),
                });
            }
        }
    }

    /// A command that waits was answered.
    pub fn answered(&mut self, entry: &Entry, read: &Read, game: &dyn Game) {
        let answered = read.bodies.iter().find_map(|(_, body)| match &body.act {
            Act::Answered(answered) => Some((answered, body.head.seat)),
            _ => None,
        });
        let Some((answered, seat)) = answered else { return };
        // Names come from forms: two seats may have given the same.
        match answered {
            Answered::Done { act, .. } => {
                self.waiting.retain(|waiting| waiting.act != *act || waiting.seat != seat);
                self.done(entry, read, game);
            }
            Answered::Asks { act, question, .. } => {
                for waiting in
                    self.waiting.iter_mut().filter(|waiting| waiting.act == *act && waiting.seat == seat)
                {
                    waiting.given.extend(given(read));
                    waiting.question = question.clone();
                }
            }
        }
    }

    /// Takes back the latest act of that name that the seat could take back, and says at which entry it stands.
    pub fn take_back(&mut self, act: Lineage, seat: Seat) -> Option<u64> {
        let begun = self.waiting.iter().position(|waiting| waiting.act == act && waiting.seat == seat);
        let entry = match begun {
            Some(at) => self.waiting.remove(at).entry,
            None => {
                let at = self.own_steps.iter().rposition(|step| step.act == act && step.seat == seat)?;
                self.own_steps.remove(at).entry
            }
        };
        self.undone.insert(entry);
        Some(entry)
    }

    /// Whether everyone saw the step of that name.
    pub fn is_open(&self, act: Lineage, seat: Seat) -> bool {
        self.own_steps.iter().any(|step| step.act == act && step.seat == seat && step.open)
    }

    /// A correction was told to a stream.
    pub fn corrected(&mut self, stream: Stream, course: Option<&Course>) {
        if let Some(course) = course {
            self.waiting.retain(|waiting| !course.closed.contains(&waiting.entry));
        }
        match stream {
            Stream::Public => self.own_steps.clear(),
            Stream::Side(side) => self.own_steps.retain(|step| step.seat != Seat::Side(side)),
            Stream::Umpire => {}
        }
    }

    /// Nothing is answered or taken back any more.
    pub fn end(&mut self) {
        self.waiting.clear();
        self.own_steps.clear();
    }
}

/// The entry as a step that its side can take back, if it is one.
fn step_of(entry: &Entry, read: &Read, game: &dyn Game) -> Option<OwnStep> {
    let seat @ Seat::Side(side) = read.first()?.head.seat else { return None };
    let quiet = |body: &Body| {
        body.head.seat == seat && body.act.rolls().is_empty() && body.act.kind() == Kind::Command
    };
    if !read.bodies.iter().all(|(_, body)| quiet(body)) {
        return None;
    }
    let open = match &read.bodies[..] {
        [(Stream::Side(own), _)] if *own == side => false,
        [(Stream::Public, told), (Stream::Side(own), body)] if *own == side => {
            let silent = told
                .act
                .published()
                .is_none_or(|published| published.seals.is_empty() && published.openings.is_empty());
            let retractable = |event: &&Value| game.is_retractable(event);
            if !silent || body.head.by != seat || !read.events().iter().all(retractable) {
                return None;
            }
            true
        }
        _ => return None,
    };
    let events = read.events().into_iter().cloned().collect();
    Some(OwnStep { act: read.act, entry: entry.master, seat, events, open })
}

/// The answers an entry writes down, by question.
fn given(read: &Read) -> BTreeMap<String, Given> {
    let rolls = read.bodies.iter().flat_map(|(_, body)| body.act.rolls());
    rolls.map(|roll| (roll.question.clone(), Given::of(roll))).collect()
}
