//! The laws of the kernel, on random play. A few plays run with every test; `ADJUTANT_PLAYS=200` tries more.

use kernel::conformance::{Plan, run};
use rules_civil_war::{CivilWar, SUMMER};

use crate::{Dice, plays};

#[test]
fn the_sample_keeps_every_law() {
    let source = |seed: u64| -> Box<dyn FnMut(u64) -> u64> {
        let mut dice = Dice::new(seed);
        Box::new(move |n| dice.below(n))
    };
    let long = SUMMER.replace("[campaign.options]", "last_turn = 200\n[campaign.options]");
    let plan = Plan { most_commands: 6, probes: 2, worlds: 1, odds: 4, ..Plan::new(plays(3), 700) };
    let report =
        run::<CivilWar>(&[("1862.toml", &long)], plan, &source).unwrap_or_else(|broken| panic!("{broken}"));
    if std::env::var("SHOW").is_ok() {
        eprintln!("{report:#?}")
    }
    assert!(report.commands > 400, "{report:#?}");
    assert!(report.other_worlds > report.worlds / 2, "{report:#?}");
}
