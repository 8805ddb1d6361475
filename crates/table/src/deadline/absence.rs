//! What the table does when time has passed: a deadline for each new step, and the play of sides that stay away.
//!
//! Every step of this is one entry, and the next one follows from the log alone. So whoever opens the campaign goes on where
//! another program stopped, and of two programs the one that is overtaken goes on after what the other has written.

use std::collections::BTreeMap;

use kernel::{Acting, Seat};
use ledger::Stream;
use serde_json::Value;

use super::entry::{Due, HOUR, Missing, Pace, Timed, Timing};
use super::memory::Absence;
use crate::answer::Answer;
use crate::campaign::entry::Nothing;
use crate::commands::memory::Waiting;
use crate::desk::Desk;
use crate::dice::Source;
use crate::entry::act::Act;
use crate::fault::Fault;
use crate::host::Host;
use crate::judge::{Answering, Attempt, clock_act};
use crate::seals::seal;

/// The most acts that are done for an absent side in one step.
const MOST_ACTS: usize = 200;

/// What the table tries for an absent side next.
pub(super) enum Step {
    /// The throw that it had begun itself, with the campaign's dice.
    Throw(Box<Waiting>),
    /// A command: one that it has kept, or what the rules suggest.
    Give(Seat, Next),
}

/// What is given for an absent side next.
pub(super) struct Next {
    pub command: Value,
    /// Its place among the orders that were kept, if it was.
    pub kept_nth: Option<u32>,
}

impl Desk {
    /// The step of the table itself that time asks for: a new step's deadline, that one has passed, or the next act for
    /// a side that stays away. Says whether there was one.
    pub(crate) async fn follow_time(&self, host: &mut Host) -> Result<bool, Fault> {
        let Some(pace) = host.memory.time.timing.pace.filter(|_| host.memory.dice.open) else {
            return Ok(false);
        };
        if host.memory.time.timing.paused.is_some() || host.game.is_over() {
            return Ok(false);
        }
        let now = self.clock().now();
        let (step, owing) = host.owing();
        match &host.memory.time.timing.due {
            Some(due) if due.step == step && due.passed => match host.absence().cloned() {
                Some(absence) => self.play_absent(host, absence, pace.missing).await,
                None => Ok(false),
            },
            Some(due) if due.step == step => {
                if now < due.at + grace(pace) {
                    return Ok(false);
                }
                let played = matches!(pace.missing, Missing::Saved | Missing::Default);
                let absent = if played { owing } else { Vec::new() };
                let due = Due { passed: true, absent, ..due.clone() };
                self.write_timing(host, due).await?;
                Ok(true)
            }
            _ if owing.is_empty() => Ok(false),
            _ => {
                self.write_timing(host, Due::open(step, now + i64::from(pace.hours) * HOUR)).await?;
                Ok(true)
            }
        }
    }

    async fn write_timing(&self, host: &mut Host, due: Due) -> Result<(), Fault> {
        let timing = Timing { due: Some(due), done: None, ..host.memory.time.timing.clone() };
        let body = self.head(host, Seat::Clock, Seat::Clock).says(Act::Timed(Timed { timing }));
        self.append(host, clock_act(host), vec![(Stream::Public, body)]).await?;
        Ok(())
    }

    /// Does the next thing for the sides that have not come: one act, or the note that nothing is left to do. Without that
    /// note a later opening would do more, when a side that came late has made more possible.
    async fn play_absent(
        &self,
        host: &mut Host,
        mut absence: Absence,
        missing: Missing,
    ) -> Result<bool, Fault> {
        let owing = host.owing().1;
        // Whose kept orders the rules did not take, one seat for each. A side reads of its own alone.
        let mut left_out: Vec<Seat> = Vec::new();
        while let Some(step) = host.next_step(&mut absence, missing, &owing) {
            let (answer, kept_of) = match step {
                Step::Throw(begun) => (self.throw_for(host, *begun).await?, None),
                Step::Give(seat, next) => {
                    let kept_of = next.kept_nth.map(|_| seat);
                    let n_left_out = left_out.iter().filter(|other| **other == seat).count();
                    (self.give_for(host, seat, next, n_left_out).await?, kept_of)
                }
            };
            match answer {
                Answer::Done { .. } | Answer::Waits { .. } => return Ok(true),
                Answer::Refused(_) => {
                    left_out.extend(kept_of);
                    absence.is_refused(kept_of.is_some());
                }
            }
        }
        let left_out = not_given(left_out.len()).map(|words| format!("{words}."));
        let head = self.head(host, Seat::Clock, Seat::Clock).because(left_out);
        let body = head.says(Act::Played(Nothing {}));
        // Only the umpire can read that it stands, so its name cannot help anybody.
        self.append(host, self.fresh_token()?, vec![(Stream::Umpire, body)]).await?;
        Ok(true)
    }

    /// Throws with the campaign's dice what a side had begun to throw at its own table before it stayed away.
    async fn throw_for(&self, host: &mut Host, begun: Waiting) -> Result<Answer, Fault> {
        let Waiting { act: lineage, seat, command, given, .. } = begun;
        let act = Attempt {
            lineage,
            entry: self.fresh_token()?,
            acting: Acting::own(seat),
            reason: Some(
                "The deadline had passed. The throw that was begun was made with the campaign's dice.".into(),
            ),
            command,
            source: Source::Server,
            given,
            absent: true,
            kept_nth: None,
        };
        self.judge_at(host, act, Answering::Thrown(Seat::Clock)).await
    }

    /// Gives a side's next command, after as many of its kept orders as `n_left_out` could not be given.
    async fn give_for(
        &self,
        host: &mut Host,
        seat: Seat,
        next: Next,
        n_left_out: usize,
    ) -> Result<Answer, Fault> {
        let Next { mut command, kept_nth } = next;
        let reason = match (kept_nth, not_given(n_left_out)) {
            (Some(_), None) => "The deadline had passed. This order was kept for it.".to_owned(),
            (Some(_), Some(others)) => {
                format!("The deadline had passed. {others}. This order was kept for it.")
            }
            (None, None) => "The deadline had passed, and no order was kept for it.".to_owned(),
            (None, Some(others)) => format!("The deadline had passed. {others}."),
        };
        seal(host.game.as_ref(), host.id.as_str(), seat, &mut command, self.chance(), None)?;
        // A name drawn like that of any act: one that could be worked out would tell others whose it was.
        let lineage = self.fresh_token()?;
        let act = Attempt {
            lineage,
            entry: lineage,
            acting: Acting::own(seat),
            reason: Some(reason),
            command,
            source: Source::Server,
            given: BTreeMap::new(),
            absent: true,
            kept_nth,
        };
        self.judge_at(host, act, Answering::First(Vec::new())).await
    }
}

impl Host {
    /// The play of absent sides that is under way in the step that is open.
    pub(super) fn absence(&self) -> Option<&Absence> {
        self.memory.time.absence.as_ref().filter(|absence| absence.step == self.step())
    }

    /// When the engine has to look after this campaign again, if time counts in it.
    pub(crate) fn rouses_at(&self) -> Option<i64> {
        if let Some(at) = self.words_due() {
            return Some(at);
        }
        let Timing { pace: Some(pace), due: Some(due), paused: None, .. } = &self.memory.time.timing else {
            return None;
        };
        let owes = !due.passed || self.absence().is_some();
        (self.memory.dice.open && owes && !self.game.is_over()).then(|| due.at + grace(*pace))
    }

    /// What is tried next for the sides that have not come; `None` when nothing is left.
    pub(super) fn next_step(&self, absence: &mut Absence, missing: Missing, owing: &[Seat]) -> Option<Step> {
        while let Some(seat) = absence.seats.first().copied() {
            if absence.n_acts < MOST_ACTS && owing.contains(&seat) {
                match self.waiting_of(seat) {
                    Some(begun) if begun.is_own_throw() => return Some(Step::Throw(Box::new(begun.clone()))),
                    Some(_) => {}
                    None => {
                        if let Some(next) = self.next_for(seat, absence, missing) {
                            return Some(Step::Give(seat, next));
                        }
                    }
                }
            }
            absence.go_on();
        }
        None
    }

    /// The next order that a side has kept, else what the rules suggest for one that stays away.
    fn next_for(&self, seat: Seat, absence: &mut Absence, missing: Missing) -> Option<Next> {
        let kept = self.kept_of(seat).and_then(|kept| kept.orders.get(absence.n_kept));
        if let Some(kept) = kept {
            let kept_nth = u32::try_from(absence.n_kept).ok();
            absence.n_kept += 1;
            return Some(Next { command: kept.command.clone(), kept_nth });
        }
        let command = (missing == Missing::Default).then(|| self.game.in_absence(seat)).flatten()?;
        Some(Next { command, kept_nth: None })
    }
}

/// That kept orders were left out, where any were.
fn not_given(n: usize) -> Option<String> {
    match n {
        0 => None,
        1 => Some("A kept order could not be given, because the rules did not take it".into()),
        n => Some(format!("{n} kept orders could not be given, because the rules did not take them")),
    }
}

/// The time after a deadline in which a side may still come, in milliseconds.
fn grace(pace: Pace) -> i64 {
    i64::from(pace.grace) * 60_000
}
