//! Acts of seats and of the engine: given, waiting, answered, taken back.

use std::collections::BTreeMap;

use kernel::{Acting, Question, Refusals, Seat, Verdict};
use ledger::{Entry, Lineage, Stream};

use super::auditor::{Auditor, Difference, own};
use crate::commands::entry::Opened;
use crate::commands::memory::Waiting;
use crate::correct::write::is_same;
use crate::deadline::derived::{is_given_for, is_thrown_for};
use crate::dice::{LiveDice, Source};
use crate::entry::act::Act;
use crate::entry::lines::RollLine;
use crate::entry::{Body, Head};
use crate::judge::{Attempt, accepted, clock_act, waiting};
use crate::read::Read;
use crate::seals::ill_sealed;
use crate::streams::{is_engine_as_umpire, is_for_absent, own_stream};
use crate::text::is_reason;
use crate::undo::entry::Undone;

/// The parts of an entry.
type Parts = Vec<(Stream, Body)>;

impl Auditor {
    /// An act that was accepted at once.
    pub(super) fn command(&self, entry: &Entry, read: &Read) -> Result<Parts, Difference> {
        let act = self.act(entry, own(read, |body| body.act.command().is_some())?)?;
        asked_nobody(read)?;
        if lines(read).any(|line| line.origin == "table") {
            self.may_type(entry, &act)?;
        }
        self.done(&act, read, None)
    }

    /// An act that came to wait.
    pub(super) fn opened(&self, entry: &Entry, read: &Read) -> Result<Parts, Difference> {
        let own = own(read, |body| matches!(body.act, Act::Opened(_)))?;
        let Act::Opened(Opened { source, .. }) = own.act else { return Err("it opens nothing".into()) };
        asked_nobody(read)?;
        let act = Attempt { source, ..self.act(entry, own)? };
        if source == Source::Table {
            self.may_type(entry, &act)?;
        }
        self.waits(entry, &act, read, None)
    }

    /// An answer to an act that waits, with which it goes on waiting or is done.
    pub(super) fn answered(&self, entry: &Entry, read: &Read) -> Result<Parts, Difference> {
        let Body { head: own, act: told } = own(read, |body| body.act.answers().is_some())?;
        let named: Option<Lineage> = told.answers();
        let mut waiting = self.host.memory.commands.waiting.iter();
        let begun = waiting.find(|waiting| Some(waiting.act) == named && waiting.seat == own.seat);
        let Some(Waiting { act, seat, by, reason, command, source, given, question, .. }) = begun.cloned()
        else {
            return Err("it answers an act that does not wait".into());
        };
        let lines: Vec<&RollLine> = lines(read).collect();
        let first = lines.iter().copied().find(|line| is_same(&line.record.asked, &question));
        let Some(first) = first else { return Err("it does not answer the question that waits".into()) };
        let absent = is_for_absent(seat, by);
        // In what the table gave for a side, that side's own answer stands under the table's name.
        let thrown = own.by == Seat::Clock && !absent;
        let answering = if own.by == Seat::Clock && absent { seat } else { own.by };
        let origin = match question.die {
            Some(_) if thrown => "server",
            Some(_) => "table",
            None => "ruling",
        };
        if first.origin != origin {
            return Err(format!(
                "the answer that waits is to be of origin {origin}, and is of origin {}",
                first.origin
            ));
        }
        if lines.iter().any(|line| !std::ptr::eq(*line, first) && line.origin != "server") {
            return Err("it holds two answers of people, and one is given at a time".into());
        }
        let may = match question.die {
            Some(_) => answering == by || answering == seat || answering == Seat::Umpire,
            None => answering == Seat::Umpire,
        };
        if !may && !thrown {
            return Err("it is answered by a seat that was not asked".into());
        }
        if thrown && !is_thrown_for(&self.host, seat) {
            return Err(format!("the table has no throw to make for {}", seat.name()));
        }
        let source = if thrown { Source::Server } else { source };
        if source == Source::Table && lines.len() > 1 {
            return Err("the campaign's dice answer where those of a table are thrown".into());
        }
        let takes_over =
            answering == Seat::Umpire && seat != answering && by != answering && question.die.is_some();
        let absent = absent && !takes_over || thrown;
        let (actor, reason) = match (takes_over, thrown) {
            (true, _) => (answering, own.reason.clone()),
            (_, true) => (seat, own.reason.clone()),
            _ => (by, reason),
        };
        if (takes_over || thrown) && !own.reason.as_deref().is_some_and(is_reason) {
            return Err("one seat acts for another, and no reason stands there".into());
        }
        let acting = Acting { seat, by: if absent { seat } else { actor } };
        let act = Attempt {
            lineage: act,
            entry: act,
            acting,
            reason,
            command,
            source,
            given,
            absent,
            kept_nth: None,
        };
        let by = Some(if thrown { own.by } else { answering });
        if told.command().is_some() { self.done(&act, read, by) } else { self.waits(entry, &act, read, by) }
    }

    /// A step that its seat took back, or that the umpire sent back.
    pub(super) fn undone(&self, read: &Read) -> Result<Parts, Difference> {
        self.is_not_over()?;
        let Some(first) = read.first() else { return Err("it has no part".into()) };
        let Head { seat, by, at, ref reason, .. } = first.head;
        let Some(act) = self.host.undoable(seat) else {
            return Err(format!("{} has nothing to take back", seat.name()));
        };
        let reason = reason.clone().filter(|_| by != seat);
        if by != seat && !(by == Seat::Umpire && reason.as_deref().is_some_and(is_reason)) {
            return Err("one seat acts for another, and no reason stands there".into());
        }
        let head = Head::new(at, seat, by, &self.host.rules).because(reason);
        let body = head.says(Act::Undone(Undone { act }));
        let open = self.host.memory.commands.is_open(act, seat);
        let told = open.then(|| (Stream::Public, body.clone()));
        Ok(told.into_iter().chain([(own_stream(seat), body)]).collect())
    }

    /// The act that an entry gives: who gives it and why, as far as the log must say it.
    fn act(&self, entry: &Entry, own: &Body) -> Result<Attempt, Difference> {
        let Body { head, act } = own;
        self.is_not_over()?;
        if !self.host.memory.dice.open {
            return Err("it comes before the dice are open".into());
        }
        let (seat, by) = (head.seat, head.by);
        if seat != Seat::Clock && !self.host.has_seat(seat) || seat == Seat::Spectator {
            return Err(format!("{} is no seat that acts", seat.name()));
        }
        if self.host.waiting_of(seat).is_some() {
            return Err(format!("{} acts while an act of its own waits", seat.name()));
        }
        let command = act.command().cloned().unwrap_or_default();
        let steps = self.host.game.lawful(Seat::Clock, 1);
        if seat == Seat::Clock {
            if steps.first() != Some(&command) || by != seat {
                return Err("it is not the step that the engine takes here".into());
            }
            if entry.lineage != clock_act(&self.host) {
                return Err("its name is not that of the engine's step here".into());
            }
        } else if !steps.is_empty() && self.host.waiting_of(Seat::Clock).is_none() {
            return Err("it comes before a step that the engine takes first".into());
        }
        if self.host.to_open().is_some() && self.host.waiting_of(Seat::Clock).is_none() {
            return Err("it comes before a table below that is opened first".into());
        }
        if let Some(refusal) = self.host.bars(&command) {
            return Err(format!("the house refuses it: {}", refusal.sentence));
        }
        let absent = is_for_absent(seat, by);
        let engine = is_engine_as_umpire(seat, by);
        if engine && !self.takes_in_for_nobody() {
            return Err(
                "no person is the umpire, and this is nothing that the engine does in his place".into()
            );
        }
        if absent && !is_given_for(&self.host, seat, act) {
            return Err(format!("the table has nothing like that to give for {}", seat.name()));
        }
        if seat != Seat::Clock && self.host.is_engines(entry.lineage) {
            return Err("its name is one that the engine gives to its own steps".into());
        }
        if by != seat && !absent && !engine && by != Seat::Umpire {
            return Err(format!("{} does not act for {}", by.name(), seat.name()));
        }
        if by != seat && !engine && !head.reason.as_deref().is_some_and(is_reason) {
            return Err("one seat acts for another, and no reason stands there".into());
        }
        if let Some(why) = ill_sealed(self.host.game.as_ref(), self.host.id.as_str(), seat, &command) {
            return Err(why.into());
        }
        Ok(Attempt {
            lineage: entry.lineage,
            entry: entry.lineage,
            acting: Acting { seat, by: if absent { seat } else { by } },
            reason: head.reason.clone().filter(|_| by != seat && !engine),
            command,
            source: Source::Server,
            given: BTreeMap::new(),
            absent,
            kept_nth: act.kept_nth().filter(|_| absent),
        })
    }

    /// Whether what comes next is the command that takes in a table below, which the engine gives where no person is the umpire.
    fn takes_in_for_nobody(&self) -> bool {
        self.host.closed_by_sides() && self.host.memory.levels.taking_in.is_some()
    }

    /// A throw is typed in where the campaign was laid out for it or all sides have agreed, and never by the table for a
    /// side that stays away.
    fn may_type(&self, entry: &Entry, act: &Attempt) -> Result<(), Difference> {
        let has_dice = self.has_dice(entry);
        let by_engine = act.acting.seat == Seat::Clock && has_dice;
        match (self.typing_agreed() || !has_dice, act.absent) {
            (_, true) => Err("the table gives it for a side, and its dice are typed in".into()),
            (false, _) => Err("its dice are typed in, and not all sides have agreed to that".into()),
            (true, false) if by_engine => Err("it is the engine's, and its dice are typed in".into()),
            (true, false) => Ok(()),
        }
    }

    /// The parts of an entry by which an act is done.
    fn done(&self, act: &Attempt, read: &Read, answered_by: Option<Seat>) -> Result<Parts, Difference> {
        match self.judged(act, read, answered_by)? {
            (None, parts) => Ok(parts),
            (Some(question), _) => {
                Err(format!("the rules ask for an answer that does not stand there: {}", question.text))
            }
        }
    }

    /// The parts of an entry by which an act comes to wait or goes on waiting.
    fn waits(
        &self,
        entry: &Entry,
        act: &Attempt,
        read: &Read,
        answered_by: Option<Seat>,
    ) -> Result<Parts, Difference> {
        match self.judged(act, read, answered_by)? {
            (None, _) => Err("it waits, and the rules ask nothing more".into()),
            (Some(question), _)
                if question.die.is_some() && act.source == Source::Server && self.throws_itself(entry) =>
            {
                Err("it waits for a throw that the campaign's dice make at once".into())
            }
            (Some(_), parts) => Ok(parts),
        }
    }

    /// Judges an act with the answers that stand in the log, on the state before it: the parts that would be written,
    /// and the question at which it would stop.
    fn judged(
        &self,
        act: &Attempt,
        read: &Read,
        answered_by: Option<Seat>,
    ) -> Result<(Option<Question>, Parts), Difference> {
        let (host, at) = (&self.host, read.first().map_or(0, |body| body.head.at));
        let mut dice = LiveDice::new(None, act.lineage.to_string(), act.source, host.memory.rolls.clone())
            .given(act.given.clone())
            .keyed(self.keeps_dice())
            .logged(lines(read));
        let mut game = host.game.copy();
        Ok(match game.judge(act.acting, &act.command, &mut dice) {
            Verdict::Accepted { events, rolls } => {
                (None, accepted(at, host, act, events, dice.lines(rolls), answered_by))
            }
            Verdict::Awaiting(question) if dice.reached_for() => {
                return Err(format!(
                    "a throw of {} is typed in, and the campaign's dice alone make it, whatever was agreed",
                    question.rule
                ));
            }
            Verdict::Awaiting(question) => {
                let rolls = dice.lines(game.rolls_before_waiting());
                (Some(*question.clone()), waiting(at, host, act, *question, rolls, answered_by))
            }
            Verdict::Refused(refusals) => return Err(format!("the rules refuse it: {}", first(&refusals))),
            Verdict::Unfit(question) => {
                return Err(format!("an answer does not fit its question: {}", question.text));
            }
        })
    }
}

/// Nobody is asked for anything before an act waits: its dice are all of one origin, and there is no ruling.
fn asked_nobody(read: &Read) -> Result<(), Difference> {
    let mut origins: Vec<&str> = lines(read).map(|line| line.origin.as_str()).collect();
    origins.dedup();
    match origins.as_slice() {
        [] | ["server" | "table"] => Ok(()),
        _ => Err("it holds answers of several origins, and nothing of it had waited for any".into()),
    }
}

fn lines(read: &Read) -> impl Iterator<Item = &RollLine> {
    read.bodies.iter().flat_map(|(_, body)| body.act.rolls())
}

fn first(refusals: &Refusals) -> &str {
    refusals.all().first().map_or("", |refusal| &refusal.sentence)
}
