//! The laws of the kernel, on random play. A few plays run with every test; `ADJUTANT_PLAYS=200` tries more.

use kernel::conformance::{Plan, Report, run};
use rules_central_front::{CentralFront, FULDA, GAP};

use crate::games::source;

fn plays(usual: u64) -> u64 {
    asked::number("ADJUTANT_PLAYS").unwrap_or(usual)
}

fn keeps(file: &str, text: &str, plan: Plan) -> Report {
    let plan = Plan { first_seed: asked::first_seed(), ..plan };
    run::<CentralFront>(&[(file, text)], plan, &source).unwrap_or_else(|broken| panic!("{broken}"))
}

#[test]
fn the_small_scenario_keeps_every_law() {
    let plan = Plan { most_commands: 16, probes: 4, worlds: 1, odds: 8, ..Plan::new(plays(2), 300) };
    let report = keeps("gap.toml", GAP, plan);
    assert!(report.walked > 1000 && report.probed > 1000 && report.commands > 400, "{report:#?}");
}

#[test]
fn the_sample_scenario_keeps_every_law() {
    let plan = Plan { most_commands: 6, probes: 2, worlds: 1, odds: 2, ..Plan::new(plays(1), 40) };
    let report = keeps("fulda.toml", FULDA, plan);
    assert!(report.commands > 30, "{report:#?}");
}
