//! Positions that random play comes to, by name, each in a game by its seed.

use std::collections::{BTreeMap, BTreeSet};

use rules_bcs::rules::s7_msr;
use rules_bcs::state::{Fate, Step};
use rules_bcs::{Phase, State};

use crate::games::play_seen;
use crate::table::west;

/// What is met in a game, with the turn of the first time.
fn met(seed: u64) -> BTreeMap<&'static str, u8> {
    let mut found = BTreeMap::new();
    let mut before: Option<State> = None;
    play_seen(&west(), seed, &mut BTreeSet::new(), &mut |state, _| {
        let mut note = |holds: bool, name| {
            if holds {
                found.entry(name).or_insert(state.facts.turn);
            }
        };
        note(state.formations().any(|body| body.facts.hq.is_none()), "an HQ off the map");
        let active = state.facts.activation.as_ref().filter(|one| one.step == Step::Preparation);
        let active = active.and_then(|one| state.scenario.formation(one.formation));
        let named = active.is_some_and(|at| state.facts.formation[at].route != s7_msr::best(state, at));
        note(named, "a route chosen by its owner");
        if let Some(before) = &before {
            let acted = before.facts.activation.as_ref().and_then(|one| before.formation(one.formation));
            let again = acted.is_some_and(|body| state.facts.go == Some(body.card.side));
            let free = state.facts.phase == Phase::Activations && state.facts.activation.is_none();
            note(free && again, "the forced pass");
            let mut pieces = before.facts.unit.iter().zip(&state.facts.unit);
            let returns = pieces.any(|(was, is)| was.fate == Fate::Returns && is.fate == Fate::OnMap);
            note(returns, "a removed unit that returns");
        }
        before = Some(state.clone());
    });
    found
}

#[test]
fn random_play_meets_each_named_position() {
    for seed in 1..=120 { let m = met(seed); if !m.is_empty() { eprintln!("{seed} {m:?}"); } }
}
