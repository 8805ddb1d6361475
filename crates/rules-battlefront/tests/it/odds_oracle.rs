//! Odds against the dice themselves: every face where they are few, many plays where they are not.
//!
//! A few situations run with every test; `ADJUTANT_SITUATIONS=500` tries as many as a soak does.

use kernel::System;
use kernel::conformance::{Start, Trial, oracle, tells_all_along};
use rules_battlefront::Battlefront;

use crate::after_battle::evening;
use crate::conformance::source;
use crate::front::{POCKETS, before_the_front};
use crate::{HEDGEROWS, MIUS, MIUS_NIGHT, ROSTOV, ROSTOV_24};

/// Where random courses begin: the samples, a front after a battle with stands behind it, and an evening.
fn on_starts<T>(run: impl FnOnce(&[Start<'_>]) -> T) -> T {
    let front = Battlefront::position(&before_the_front(&[], POCKETS).state);
    let evening = &evening().state.facts;
    let front = toml::to_string(&front).expect("the position can be written");
    let evening = toml::to_string(evening).expect("facts can be written");
    let start = |file, text, position| Start { file, text, position };
    run(&[
        start("rostov.toml", ROSTOV, Some(ROSTOV_24)),
        start("hedgerows.toml", HEDGEROWS, Some(&front)),
        start("rostov.toml", ROSTOV, Some(&evening)),
        start("rostov.toml", ROSTOV, None),
        start("mius-night.toml", MIUS, Some(MIUS_NIGHT)),
        start("mius-night.toml", MIUS, None),
    ])
}

#[test]
fn odds_are_those_of_every_face() {
    let asked = asked::number("ADJUTANT_SITUATIONS");
    let trial = match asked {
        Some(situations) => Trial::new(situations),
        None => Trial { most_branches: 20_000, plays: 1_000, of_a_course: 4, ..Trial::new(16) },
    };
    let tried = on_starts(|starts| oracle::<Battlefront>(starts, trial, &source));
    let tried = tried.unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!(tried.walked + tried.played + tried.supposing, trial.situations);
    assert!(tried.walked > 0 && tried.tables >= tried.walked, "{tried:?}");
    println!("Battlefront: {tried}");
}

/// Few situations have so many faces that they are played; here all are.
#[test]
fn odds_are_those_of_many_plays() {
    let trial = Trial { most_branches: 1, plays: 4_000, of_a_course: 2, ..Trial::new(8) };
    let tried = on_starts(|starts| oracle::<Battlefront>(starts, trial, &source))
        .unwrap_or_else(|broken| panic!("{broken}"));
    assert!(tried.played > 0 && tried.walked == 0, "{tried:?}");
}

#[test]
fn nothing_that_can_be_asked_is_too_much() {
    let told = on_starts(|starts| tells_all_along::<Battlefront>(starts, (300, 5), 6, &source));
    let told = told.unwrap_or_else(|broken| panic!("{broken}"));
    assert!(told > 20, "{told}");
}
