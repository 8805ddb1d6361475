//! Odds against the dice themselves: every face where they are few, many plays where they are not.
//!
//! A few situations run with every test; `ADJUTANT_SITUATIONS=500` tries as many as a soak does.

use kernel::conformance::{Start, Trial, oracle, tells_all_along};
use rules_toy::{FORD, Pickets, RIVER};

use crate::conformance::source;

/// Where random courses begin.
const STARTS: &[Start<'_>] = &[
    Start { file: "ford.toml", text: FORD, position: None },
    Start { file: "river.toml", text: RIVER, position: None },
];

#[test]
fn odds_are_those_of_every_face() {
    let asked = asked::number("ADJUTANT_SITUATIONS");
    let trial = match asked {
        Some(situations) => Trial::new(situations),
        None => Trial { most_branches: 20_000, plays: 1_000, of_a_course: 4, ..Trial::new(16) },
    };
    let tried = oracle::<Pickets>(STARTS, trial, &source).unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!(tried.walked + tried.played + tried.supposing, trial.situations);
    assert!(tried.walked > 0 && tried.tables >= tried.walked, "{tried:?}");
    println!("Pickets: {tried}");
}

/// Few situations have so many faces that they are played; here all are.
#[test]
fn odds_are_those_of_many_plays() {
    let trial = Trial { most_branches: 1, plays: 4_000, of_a_course: 2, ..Trial::new(8) };
    let tried = oracle::<Pickets>(STARTS, trial, &source).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(tried.played > 0 && tried.walked == 0, "{tried:?}");
}

#[test]
fn nothing_that_can_be_asked_is_too_much() {
    let told = tells_all_along::<Pickets>(STARTS, (400, 3), 40, &source);
    let told = told.unwrap_or_else(|broken| panic!("{broken}"));
    assert!(told > 20, "{told}");
}
