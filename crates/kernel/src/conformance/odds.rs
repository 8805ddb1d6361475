//! Odds add up to one, and what happens is among them.

use super::play::Play;
use super::report::{Kept, Law, must};
use crate::adjudication::Acting;
use crate::odds::Odds;
use crate::system::System;

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
}
