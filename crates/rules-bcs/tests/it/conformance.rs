//! The laws of the kernel, on random play. A few plays run with every test; `ADJUTANT_PLAYS=200` tries more.

use kernel::conformance::{Plan, Report, run};
use rules_bcs::{BattalionCombat, SARN, SARN_WEST};

use crate::{Dice, with_two_hqs};

fn plays(usual: u64) -> u64 {
    asked::number("ADJUTANT_PLAYS").unwrap_or(usual)
}

fn keeps(file: &str, text: &str, plan: Plan) -> Report {
    let source = |seed: u64| -> Box<dyn FnMut(u64) -> u64> {
        let mut dice = Dice::new(seed);
        Box::new(move |n| dice.below(n))
    };
    let plan = Plan { first_seed: asked::first_seed(), ..plan };
    run::<BattalionCombat>(&[(file, text)], plan, &source).unwrap_or_else(|broken| panic!("{broken}"))
}

#[test]
fn the_sample_keeps_every_law() {
    let plan = Plan { most_commands: 6, probes: 2, worlds: 1, odds: 4, ..Plan::new(plays(1), 150) };
    let report = keeps("sarn.toml", SARN, plan);
    assert!(report.commands > 100, "{report:#?}");
}

#[test]
fn the_small_scenario_keeps_every_law() {
    let plan = Plan { most_commands: 6, probes: 2, worlds: 2, odds: 150, ..Plan::new(plays(2), 250) };
    let report = keeps("sarn-west.toml", SARN_WEST, plan);
    assert!(report.commands > 300, "{report:#?}");
}

#[test]
fn the_small_scenario_with_orders_keeps_every_law() {
    let ordered = SARN_WEST.replace("orders = false", "orders = true");
    let plan = Plan { most_commands: 6, probes: 2, worlds: 2, odds: 4, ..Plan::new(plays(1), 150) };
    let report = keeps("ordered.toml", &ordered, plan);
    assert!(report.commands > 100, "{report:#?}");
}

#[test]
fn the_small_scenario_with_several_hqs_keeps_every_law() {
    let ordered = with_two_hqs(&SARN_WEST.replace("orders = false", "orders = true"));
    let plan = Plan { most_commands: 6, probes: 2, worlds: 2, odds: 20, ..Plan::new(plays(1), 250) };
    let report = keeps("ordered-two-hqs.toml", &ordered, plan);
    assert!(report.commands > 100, "{report:#?}");
}
