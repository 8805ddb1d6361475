//! Conformance: the laws every system keeps, tried on random play.
//!
//! A crate of rules calls [`run`] once in its tests. The suite plays whole tables by sampling offers, and at every
//! state it meets tries the laws of [`Law`]. It has no randomness of its own: the caller gives a source of choices
//! for a seed, and a broken law names the seed that shows it again.

mod act;
mod controls;
mod domains;
mod levels;
mod look;
mod odds;
mod oracle;
mod parallel;
mod play;
mod positions;
mod reachable;
mod recorder;
mod report;
mod secrecy;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

pub use odds::tells_everything;
pub use oracle::{Trial, Tried, oracle, tells_all_along};
pub use reachable::makes;
pub use report::{Broken, Law, Report};

use crate::system::System;

/// Makes a source of choices from a seed: the same seed, the same choices.
pub type Source<'a> = &'a dyn Fn(u64) -> Box<dyn FnMut(u64) -> u64>;

/// How much is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Random plays of each set-up.
    pub plays: u64,
    /// Where a play is broken off. Not a fault; the report counts plays that reached their end.
    pub max_steps: u32,
    /// The seed of the first play; each further play takes the next.
    pub first_seed: u64,
    /// Commands tried per template by walking its domain.
    pub most_commands: usize,
    /// Foreign and altered commands tried at each state.
    pub probes: u32,
    /// Worlds imagined for each seat at each state.
    pub worlds: u32,
    /// Exact odds worked out in each play.
    pub odds: u32,
    /// At every how-manieth state the acts that ask something are tried in pairs, one way round and the other. At least 1.
    pub paired: u64,
}

impl Plan {
    /// A plan of so many plays of at most so many steps, with middling numbers for the rest.
    pub fn new(plays: u64, max_steps: u32) -> Self {
        Self {
            plays,
            max_steps,
            first_seed: 1,
            most_commands: 200,
            probes: 8,
            worlds: 2,
            odds: 20,
            paired: 16,
        }
    }
}

/// Where plays start: a set-up, and a position on it.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// The set-up's file name.
    pub file: &'a str,
    /// The set-up's text.
    pub text: &'a str,
    /// The whole position as TOML; the opening when absent.
    pub position: Option<&'a str>,
}

/// Plays each set-up (file name and text) as `plan` says and tries every law on the way.
///
/// # Errors
/// The first law found broken, with the seed to show it again.
pub fn run<S: System>(
    setups: &[(&str, &str)],
    plan: Plan,
    source: Source<'_>,
) -> Result<Report, Box<Broken>> {
    let starts: Vec<_> = setups.iter().map(|(file, text)| Start { file, text, position: None }).collect();
    run_from::<S>(&starts, plan, source)
}

/// As [`run`], from the opening or from positions.
///
/// # Errors
/// As [`run`].
pub fn run_from<S: System>(
    starts: &[Start<'_>],
    plan: Plan,
    source: Source<'_>,
) -> Result<Report, Box<Broken>> {
    let mut report = Report::default();
    for start in starts {
        let broken = |fault: report::Fault, seed, step| {
            Box::new(Broken { law: fault.law, setup: start.file.into(), seed, step, what: fault.what })
        };
        let (setup, state) = opened::<S>(start).map_err(|fault| broken(fault, plan.first_seed, 0))?;
        let mut dice = BTreeMap::new();
        for seed in plan.first_seed..plan.first_seed + plan.plays {
            let step = Cell::new(0);
            let play = || {
                play::play::<S>(&setup, state.clone(), plan, seed, source, &step, (&mut report, &mut dice))
            };
            match catch_unwind(AssertUnwindSafe(play)) {
                Ok(Ok(())) => {}
                Ok(Err(fault)) => return Err(broken(fault, seed, step.get())),
                Err(panic) => {
                    let fault = report::Fault { law: Law::NoPanic, what: words(&*panic) };
                    return Err(broken(fault, seed, step.get()));
                }
            }
        }
    }
    Ok(report)
}

fn opened<S: System>(start: &Start<'_>) -> Result<(Arc<S::Setup>, S::State), report::Fault> {
    let fault = |law, what| report::Fault { law, what };
    let listed = |faults: Vec<crate::Diagnostic>| {
        faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let setup = S::load(start.file, start.text).map_err(|faults| fault(Law::SetupLoads, listed(faults)))?;
    let Some(position) = start.position else {
        let state = S::open(Arc::clone(&setup));
        return Ok((setup, state));
    };
    let facts = toml::from_str(position).map_err(|error| fault(Law::SetupLoads, error.to_string()))?;
    let state = S::open_position(Arc::clone(&setup), facts)
        .map_err(|faults| fault(Law::SetupLoads, listed(faults)))?;
    Ok((setup, state))
}

fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let text =
        panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic without words").into()
}
