//! Positions that random play comes to, by name.

use std::collections::{BTreeMap, BTreeSet};

use rules_bcs::charts::s8_snafu::Level;
use rules_bcs::rules::s7_msr;
use rules_bcs::state::{Fate, Step};
use rules_bcs::{Phase, Scenario, State};

use crate::games::play_on;
use crate::made::{self, Made};
use crate::table::{BLUE, acts, body, hex, piece};

/// What is met in a game from a position on.
fn met(from: State, seed: u64) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    let mut before: Option<State> = None;
    play_on(from, seed, &mut BTreeSet::new(), &mut |state, _| {
        let mut note = |holds: bool, name| {
            if holds {
                found.insert(name);
            }
        };
        note(state.formations().any(|body| body.facts.hq.first().is_none()), "an HQ off the map");
        let lost_one = |hq: &rules_bcs::state::Hqs| hq.first().is_some() && hq.off_map().count() > 0;
        note(state.formations().any(|body| lost_one(&body.facts.hq)), "one of two HQs off the map");
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

/// A small map made by chance, crowded from the start, on which Blue has two formations and Red one.
fn crowded(seed: u64) -> State {
    let of =
        Made { columns: 16, rows: 10, formations: 2, hqs: 1 + (seed % 2) as u32, units: 26, turns: 3, seed };
    let text = made::scenario(of);
    let last = text.rfind("[[formation]]").expect("formations");
    State::open(Scenario::load("made.toml", &text[..last]).unwrap_or_else(|faults| panic!("{faults:#?}")))
}

/// Sarn East is attacked, and the HQ behind it is too near to be a refuge.
fn beset() -> State {
    acts(BLUE, "B1", Level::Full, &["1813", "1814"], |facts| {
        body(facts, "R1").hq = Some(hex("2012")).into();
        piece(facts, "R1-g1").lost = 2;
        piece(facts, "B1-t1").at = Some(hex("1714"));
        piece(facts, "B1-m2").at = Some(hex("1714"));
    })
}

#[test]
fn random_play_meets_each_named_position() {
    let mut games: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for seed in 1..=60 {
        for from in [crowded(seed), beset()] {
            for name in met(from, seed) {
                games.entry(name).or_default().push(seed);
            }
        }
    }
    let names: Vec<&str> = games.keys().copied().collect();
    let wanted = [
        "a removed unit that returns",
        "a route chosen by its owner",
        "an HQ off the map",
        "one of two HQs off the map",
        "the forced pass",
    ];
    assert_eq!(names, wanted, "{games:?}");
}
