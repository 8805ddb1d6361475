//! Odds against the dice themselves: every face where they are few, many plays where they are not.
//!
//! A few situations run with every test; `ADJUTANT_SITUATIONS=500` tries as many as a soak does.

use kernel::conformance::{Start, Trial, oracle, tells_all_along};
use rules_bcs::{BattalionCombat, SARN, SARN_WEST};

use crate::Dice;

/// Where random courses begin.
const STARTS: &[Start<'_>] = &[
    Start { file: "sarn.toml", text: SARN, position: None },
    Start { file: "sarn-west.toml", text: SARN_WEST, position: None },
];

fn source(seed: u64) -> Box<dyn FnMut(u64) -> u64> {
    let mut dice = Dice::new(seed);
    Box::new(move |n| dice.below(n))
}

#[test]
fn odds_are_those_of_every_face() {
    let asked = asked::number("ADJUTANT_SITUATIONS");
    let trial = match asked {
        Some(situations) => Trial::new(situations),
        None => Trial { most_branches: 20_000, plays: 1_000, of_a_course: 4, ..Trial::new(16) },
    };
    let tried = oracle::<BattalionCombat>(STARTS, trial, &source).unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!(tried.walked + tried.played + tried.supposing, trial.situations);
    assert!(tried.walked > 0 && tried.tables >= tried.walked, "{tried:?}");
    println!("BattalionCombat: {tried}");
}

/// Few situations have so many faces that they are played; here all are.
#[test]
fn odds_are_those_of_many_plays() {
    let trial = Trial { most_branches: 1, plays: 4_000, of_a_course: 2, ..Trial::new(8) };
    let tried = oracle::<BattalionCombat>(STARTS, trial, &source).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(tried.played > 0 && tried.walked == 0, "{tried:?}");
}

#[test]
fn nothing_that_can_be_asked_is_too_much() {
    let told = tells_all_along::<BattalionCombat>(STARTS, (300, 6), 4, &source);
    let told = told.unwrap_or_else(|broken| panic!("{broken}"));
    assert!(told > 20, "{told}");
}
