//! The laws of the kernel, on random play from the opening and from positions.
//!
//! A few plays run with every test; `ADJUTANT_PLAYS=200 cargo test --release` tries more.

use kernel::System;
use kernel::conformance::{Plan, Report, Start, run_from};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use rules_battlefront::Battlefront;

use crate::front::{POCKETS, before_the_front};
use crate::{HEDGEROWS, MIUS, MIUS_NIGHT, ROSTOV, ROSTOV_24};

/// After how many commands a play is cut off; campaigns with their battles are longer.
const LONGEST: u32 = 300;

/// A source of choices for a seed.
pub fn source(seed: u64) -> Box<dyn FnMut(u64) -> u64> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    Box::new(move |n| ((u128::from(rng.next_u64()) * u128::from(n.max(1))) >> 64) as u64)
}

fn keeps(file: &str, text: &str, position: Option<&str>) -> Report {
    let plays = asked::number("ADJUTANT_PLAYS").unwrap_or(2);
    let plan = Plan { most_commands: 40, probes: 4, worlds: 1, odds: 8, ..Plan::new(plays, LONGEST) };
    keeps_by(plan, file, text, position)
}

fn keeps_by(plan: Plan, file: &str, text: &str, position: Option<&str>) -> Report {
    let plan = Plan { first_seed: asked::first_seed(), ..plan };
    let starts = [Start { file, text, position }];
    let report = run_from::<Battlefront>(&starts, plan, &source).unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!(report.ended + report.cut, plan.plays, "no play is stuck: {report:#?}");
    assert!(
        report.other_worlds * 10 > report.worlds * 9,
        "imagined worlds are hardly ever other: {report:#?}"
    );
    report
}

fn happened(report: &Report, kinds: &[&str]) {
    for kind in kinds {
        assert!(report.events.contains_key(*kind), "{kind} never happened: {:#?}", report.events);
    }
}

#[test]
fn the_first_slot_keeps_every_law() {
    for (file, text) in [("rostov.toml", ROSTOV), ("mius-night.toml", MIUS)] {
        let report = keeps(file, text, None);
        happened(
            &report,
            &[
                "SlotOpened",
                "AttackerGiven",
                "PointsRolled",
                "PosturesRevealed",
                "ScenarioDeclared",
                "ForcesChosen",
            ],
        );
    }
}

#[test]
fn a_campaign_in_progress_keeps_every_law() {
    let report = keeps("rostov.toml", ROSTOV, Some(ROSTOV_24));
    happened(
        &report,
        &["PosturesSealed", "PointsRolled", "DisciplineRolled", "GroupBought", "RemovalsEnded"],
    );
}

/// Two rules about wrecks of one kind are open at once: the law of orders finds them if they count together.
#[test]
fn removals_of_two_rules_keep_every_law() {
    let table = crate::s2_1_1_3_1_casualties::both_rules_open();
    let position = toml::to_string(&table.state.facts).expect("a position can be written");
    let plan = Plan { most_commands: 8, probes: 1, worlds: 1, odds: 0, paired: 1, ..Plan::new(2, 12) };
    let report = keeps_by(plan, "rostov.toml", ROSTOV, Some(&position));
    assert!(report.swapped > 0, "{report:#?}");
}

#[test]
fn a_night_keeps_every_law() {
    let report = keeps("mius-night.toml", MIUS, Some(MIUS_NIGHT));
    happened(&report, &["RepairsEnded", "StepClosed", "PosturesRevealed"]);
}

#[test]
fn the_front_after_a_battle_keeps_every_law() {
    let state = before_the_front(&[], POCKETS).state;
    let position = toml::to_string(&Battlefront::position(&state)).expect("the position can be written");
    let report = keeps("hedgerows.toml", HEDGEROWS, Some(&position));
    happened(&report, &["Disengaged", "PerimeterDrawn", "EscapeChosen"]);
}

#[test]
fn the_evening_after_a_battle_keeps_every_law_into_the_next_slot() {
    let evening = toml::to_string(&crate::after_battle::evening().state.facts).expect("facts can be written");
    let report = keeps("rostov.toml", ROSTOV, Some(&evening));
    happened(
        &report,
        &[
            "RepairsEnded",
            "PanickedReturned",
            "MapCleared",
            "WorksExposed",
            "FlightsSpent",
            "SlotEnded",
            "SlotOpened",
        ],
    );
}

#[test]
fn a_battle_and_its_first_cleanup_keep_every_law() {
    let table = crate::s2_1_2_report::fighting();
    let written =
        |facts: &rules_battlefront::Facts| toml::to_string(facts).expect("a position can be written");
    let report = keeps("rostov.toml", ROSTOV, Some(&written(&table.state.facts)));
    happened(
        &report,
        &["TurnBegan", "Reported", "ResultEntered", "ResultConfirmed", "MarkersRemoved", "Rallied"],
    );
    let table = crate::s2_1_2_2_mines::in_trouble();
    let report = keeps("rostov.toml", ROSTOV, Some(&written(&table.state.facts)));
    happened(&report, &["MinesResolved", "BogChecked", "BogResolved", "Rallied"]);
}
