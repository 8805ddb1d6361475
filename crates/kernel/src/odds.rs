//! Exact odds: the playing function itself, judged on every branch of chance.

use std::collections::HashMap;

use serde::Serialize;

use crate::adjudication::{Acting, Halt, Transcript, judge};
use crate::answers::Branches;
use crate::chance::{JUDGED, TooMuch, Work};
use crate::foretold::ChanceTable;
use crate::fraction::{gcd, lowest_terms};
use crate::refusal::Refusals;
use crate::system::System;

/// One outcome of a command with its exact chance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// What happens, in words.
    pub label: String,
    /// A number players care for (points gained, aircraft), if the outcome has one.
    pub value: Option<i64>,
    /// Numerator over [`Odds::of`].
    pub weight: u128,
}

/// The exact distribution of what a command can bring, most favourable order left to the system's narration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Odds {
    /// Outcomes in order of first appearance on the chart.
    pub outcomes: Vec<Outcome>,
    /// The common denominator; all weights add up to it.
    pub of: u128,
    /// What is supposed of an answer that another seat gives before the dice fall, as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supposing: Option<String>,
}

/// Why odds cannot be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoOdds {
    /// The command would be refused.
    Refused(Refusals),
    /// The exact fractions do not fit into 128 bits, or there are more than [`MOST_BRANCHES`] branches.
    TooMany,
    /// Whoever asked, or another question, has stopped it.
    Stopped,
}

impl From<TooMuch> for NoOdds {
    fn from(fault: TooMuch) -> Self {
        match fault {
            TooMuch::Stopped => Self::Stopped,
            TooMuch::Wide | TooMuch::Many | TooMuch::Long => Self::TooMany,
        }
    }
}

/// What a command comes to, as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Weighed {
    /// Every outcome in words.
    Outcomes(Odds),
    /// The figures that were asked for; or those that the command moves, where its outcomes are more than anybody reads.
    Figures(ChanceTable),
}

/// As many outcomes are told in words where figures can be told instead: nobody reads more.
pub const MOST_TOLD: usize = 1000;

/// The most branches that are walked for one question.
pub const MOST_BRANCHES: usize = 1_000_000;

impl Odds {
    /// Judges `command` on a copy of `state` once per branch of chance and merges branches that read the same. Where
    /// another seat answers before the dice, the system's own word counts: [`System::odds`].
    ///
    /// # Errors
    /// [`NoOdds`].
    pub fn of<S: System>(state: &S::State, acting: Acting, command: &S::Command) -> Result<Self, NoOdds> {
        Self::within::<S>(state, acting, command, MOST_BRANCHES)
    }

    /// As [`Odds::of`], but gives up after `most` branches.
    ///
    /// # Errors
    /// [`NoOdds`].
    pub fn within<S: System>(
        state: &S::State,
        acting: Acting,
        command: &S::Command,
        most: usize,
    ) -> Result<Self, NoOdds> {
        Self::worked::<S>(state, acting, command, most, &Work::usual())
    }

    /// As [`Odds::within`], within a bound on its work as well.
    ///
    /// # Errors
    /// [`NoOdds`].
    pub fn worked<S: System>(
        state: &S::State,
        acting: Acting,
        command: &S::Command,
        most: usize,
        work: &Work<'_>,
    ) -> Result<Self, NoOdds> {
        let unsaid = S::unsaid(state, acting.seat);
        let state = unsaid.as_ref().unwrap_or(state);
        if let Some(odds) = S::odds(state, acting, command) {
            return Ok(odds);
        }
        let mut branches = Branches::new();
        let mut transcript = Transcript::<S>::new();
        let mut merged: Vec<(String, Option<i64>, (u128, u128))> = Vec::new();
        let mut known: HashMap<(String, Option<i64>), usize> = HashMap::new();
        for _ in 0..most {
            work.spend(JUDGED)?;
            let mut copy = state.clone();
            match judge::<S>(&mut copy, acting, command, &mut branches, &mut transcript) {
                Ok(()) => {}
                Err(Halt::Refused(refusals)) => return Err(NoOdds::Refused(refusals)),
                Err(_) => return Err(NoOdds::TooMany),
            }
            let chance = branches.chance().ok_or(NoOdds::TooMany)?;
            let outcome = S::outcome(S::setup(&copy), acting.seat, &transcript.events);
            match known.get(&outcome) {
                Some(at) => merged[*at].2 = add(merged[*at].2, chance).ok_or(NoOdds::TooMany)?,
                None => {
                    work.keep(1)?;
                    merged.push((outcome.0.clone(), outcome.1, chance));
                    known.insert(outcome, merged.len() - 1);
                }
            }
            if !branches.advance() {
                return Self::over_common_denominator(merged);
            }
        }
        Err(NoOdds::TooMany)
    }

    fn over_common_denominator(merged: Vec<(String, Option<i64>, (u128, u128))>) -> Result<Self, NoOdds> {
        let of = merged
            .iter()
            .try_fold(1u128, |of, (_, _, (_, den))| (of / gcd(of, *den)).checked_mul(*den))
            .ok_or(NoOdds::TooMany)?;
        let outcome = |(label, value, (num, den)): (String, Option<i64>, (u128, u128))| {
            let weight = num.checked_mul(of / den).ok_or(NoOdds::TooMany)?;
            Ok::<_, NoOdds>(Outcome { label, value, weight })
        };
        let outcomes = merged.into_iter().map(outcome).collect::<Result<_, _>>()?;
        Ok(Self { outcomes, of, supposing: None })
    }

    /// The mean of the outcomes' values as an exact fraction in lowest terms, when every outcome has a value.
    pub fn mean(&self) -> Option<(i128, u128)> {
        let sum = self.outcomes.iter().try_fold(0i128, |sum, outcome| {
            let weight = i128::try_from(outcome.weight).ok()?;
            sum.checked_add(weight.checked_mul(outcome.value?.into())?)
        })?;
        let shared = gcd(sum.unsigned_abs(), self.of);
        Some((sum / i128::try_from(shared).ok()?, self.of / shared))
    }

    /// The chance of the outcome with this label as a fraction in lowest terms.
    pub fn chance(&self, label: &str) -> (u128, u128) {
        let weight =
            self.outcomes.iter().filter(|outcome| outcome.label == label).map(|outcome| outcome.weight).sum();
        lowest_terms(weight, self.of)
    }
}

pub(crate) fn add(a: (u128, u128), b: (u128, u128)) -> Option<(u128, u128)> {
    let shared = gcd(a.1, b.1);
    let den = (a.1 / shared).checked_mul(b.1)?;
    let num = a.0.checked_mul(den / a.1)?.checked_add(b.0.checked_mul(den / b.1)?)?;
    Some(lowest_terms(num, den))
}
