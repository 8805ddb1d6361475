//! Odds add up to one, and what happens is among them.

use std::ops::ControlFlow;

use serde_json::Value;

use super::play::Play;
use super::report::{Kept, Law, must};
use crate::adjudication::Acting;
use crate::chance::{Natural, Work};
use crate::foretold::ChanceTable;
use crate::measure::{Wanted, odds_of, odds_walked, weighed};
use crate::odds::{NoOdds, Odds};
use crate::system::System;
use crate::words::Seat;

/// The most branches walked in a trial; a command with more is left to tests of its own.
pub(super) const MOST_BRANCHES: usize = 20_000;

impl<S: System> Play<'_, S> {
    /// Called after a command that asked something; its events are in the transcript.
    pub fn odds_hold_what_happened(
        &mut self,
        before: &S::State,
        acting: Acting,
        command: &S::Command,
    ) -> Kept {
        if self.odds_left == 0 {
            return Ok(());
        }
        self.odds_left -= 1;
        let Ok(odds) = Odds::within::<S>(before, acting, command, MOST_BRANCHES) else { return Ok(()) };
        self.report.odds += 1;
        let sum: u128 = odds.outcomes.iter().map(|outcome| outcome.weight).sum();
        must(Law::OddsAddUp, sum == odds.of, || format!("{command:?}: {sum} of {}", odds.of))?;
        let (label, value) = S::outcome(S::setup(before), acting.seat, &self.transcript.events);
        let listed = odds.outcomes.iter().any(|outcome| outcome.label == label && outcome.value == value);
        must(Law::OddsAddUp, listed, || {
            format!("{command:?} came out as {label:?} {value:?}, not among {odds:?}")
        })
    }

    /// Odds of measures, with independent draws weighed apart, are those of every branch walked as a whole.
    pub fn measures_are_exact(&self, before: &S::State, acting: Acting, command: &S::Command) -> Kept {
        if S::MEASURES.is_empty() || self.odds_left == 0 {
            return Ok(());
        }
        // One measure after the other, each beside the next.
        let (at, n) = (self.report.odds as usize, S::MEASURES.len());
        let wanted = [at, at + 1].map(|at| Wanted::new(S::MEASURES[at % n].id));
        let Ok(walked) = odds_walked::<S>(before, acting, command, &wanted, MOST_BRANCHES) else {
            return Ok(());
        };
        let apart = odds_of::<S>(before, acting, command, &wanted);
        must(Law::MeasuresAreExact, apart.as_ref() == Ok(&walked), || {
            format!("{command:?}, asked for {wanted:?}: weighed apart {apart:?}, walked {walked:?}")
        })?;
        must(Law::MeasuresAreExact, adds_up(&walked), || format!("{command:?}: {walked:?} does not add up"))
    }
}

/// Whether the weights of a table are what it says.
pub(super) fn adds_up(table: &ChanceTable) -> bool {
    table.rows.iter().fold(Natural::ZERO, |sum, row| sum.plus(&row.weight)) == table.of
}

/// The odds of everything that a seat can ask about in a situation are told: each command that is offered and throws dice,
/// each plan as it stands.
///
/// # Errors
/// What is not told, and why.
pub fn tells_everything<S: System>(
    state: &S::State,
    seat: Seat,
    most_commands: usize,
) -> Result<u32, String> {
    let mut told = 0;
    let acting = Acting::own(seat);
    let mut templates = Vec::new();
    S::offers(state, seat, &mut templates);
    for template in &templates {
        let mut commands = Vec::new();
        S::each(state, seat, template, &mut |command| {
            commands.push(command);
            if commands.len() < most_commands { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        for command in commands {
            match weighed::<S>(state, acting, &command, &[], &Work::usual()) {
                Ok(_) | Err(NoOdds::Refused(_)) => told += 1,
                Err(none) => return Err(format!("{command:?} of {seat:?}: {none:?}")),
            }
        }
    }
    for plan in S::plans(state, seat) {
        if plan.questions.iter().any(|question| question.default.is_null()) {
            continue;
        }
        S::foretell(state, seat, plan.id, &Value::Null, &Work::usual())
            .map_err(|refusals| format!("the plan {} of {seat:?}: {refusals}", plan.id))?;
        told += 1;
    }
    Ok(told)
}
