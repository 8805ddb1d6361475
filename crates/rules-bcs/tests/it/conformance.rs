//! The laws of the kernel, on random play. A few plays run with every test; `ADJUTANT_PLAYS=200` tries more.

use kernel::conformance::{Plan, run};
use rules_bcs::{BattalionCombat, SARN};

use crate::Dice;

#[test]
fn the_sample_keeps_every_law() {
    let plays = std::env::var("ADJUTANT_PLAYS").ok().and_then(|plays| plays.parse().ok()).unwrap_or(1);
    let source = |seed: u64| -> Box<dyn FnMut(u64) -> u64> {
        let mut dice = Dice::new(seed);
        Box::new(move |n| dice.below(n))
    };
    let plan = Plan { most_commands: 6, probes: 2, worlds: 1, odds: 4, ..Plan::new(plays, 150) };
    let report = run::<BattalionCombat>(&[("sarn.toml", SARN)], plan, &source)
        .unwrap_or_else(|broken| panic!("{broken}"));
    assert!(report.commands > 100, "{report:#?}");
}
