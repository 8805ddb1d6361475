//! [BF-2.1.2.7] Wrecks in a defile.

use rules_battlefront::measure::Point;
use rules_battlefront::rules::s2_1_1_5_1_removal::RemovalsEnded;
use rules_battlefront::rules::s2_1_2_7_wrecks::ClearingTried;
use rules_battlefront::rules::s2_1_2_7_wrecks::way_out;
use rules_battlefront::rules::s2_1_scenarios::StepPassed;
use rules_battlefront::setup::charts::Removal;
use rules_battlefront::{Event, Side, Step};
use serde_json::json;

use crate::after_battle::{at_the_wrecks, done};
use crate::table::{GERMAN, RUSSIAN, Table, id};

fn clear(vehicle: &str) -> serde_json::Value {
    json!({ "do": "clear-defile", "vehicle": vehicle })
}

fn removal() -> Table {
    Table::rostov_24().at(Step::Removal)
}

#[test]
fn a_wreck_in_the_balka_is_moved_to_the_nearest_place_outside() {
    for (die, outcome) in [(5, Removal::Eliminated), (4, Removal::NoEffect)] {
        let mut table = removal();
        let from = table.state.facts.wrecks[2].at;
        let events = table.plays(RUSSIAN, clear("V3"), &[die]);
        assert_eq!(table.modifiers(), [1], "sappers, and no modifier for the place");
        assert!(
            matches!(events[0], Event::ClearingTried(ClearingTried { side: Side::FIRST, fpp: 1, outcome: met, .. }) if met == outcome)
        );
        assert_eq!(table.state.facts.wrecks[2].at, from, "until the step closes");
        table.plays(RUSSIAN, json!({ "do": "done" }), &[]);
        table.plays(GERMAN, json!({ "do": "done" }), &[]);
        let to = table.state.facts.wrecks[2].at;
        assert_eq!(to != from, outcome == Removal::Eliminated);
        assert_eq!(way_out(&table.state, to).is_some(), outcome == Removal::NoEffect);
    }
}

#[test]
fn only_in_a_defile_within_the_own_line() {
    let table = removal();
    table.refuses(GERMAN, clear("V3"), "location", "BF-2.1.2.7-3");
    table.refuses(GERMAN, clear("V4"), "location", "BF-2.1.2.7-3");
    table.refuses(GERMAN, clear("V99"), "unknown", "BF-2.1.2.7-3");
    removal().with(|facts| facts.sides[0].fpp = 0).refuses(RUSSIAN, clear("V3"), "funds", "BF-2.1.2.7-3");
    // An enemy wreck in it is moved as well, and one attempt an item is all.
    let mut enemy = removal().with(|facts| facts.wrecks[3].at = Point::new(2000, 3500));
    enemy.plays(RUSSIAN, clear("V4"), &[10]);
    enemy.refuses(RUSSIAN, json!({ "do": "destroy-wreck", "vehicle": "V4" }), "dup", "BF-2.1.1.5.1-2");
    assert!(enemy.state.side(Side::FIRST).tried.contains(&id("V4")));
}

#[test]
fn in_the_cleanup_as_in_the_refit_once_each() {
    let (mut table, _) = at_the_wrecks();
    assert_eq!(table.state.step(), Step::Wrecks);
    // Which side has a wreck in a defile within its line is plain to see; the other has no part in the step.
    assert!(table.state.side(Side::SECOND).closed && !table.state.side(Side::FIRST).closed);
    table.refuses(RUSSIAN, clear("V1"), "location", "BF-2.1.2.7-3");
    table.refuses(RUSSIAN, json!({ "do": "destroy-wreck", "vehicle": "V5" }), "step", "BF-2.1.1.3.1-3");
    let before = table.state.side(Side::FIRST).fpp;
    table.plays(RUSSIAN, clear("V3"), &[5]);
    table.refuses(RUSSIAN, clear("V3"), "dup", "BF-2.1.1.5.1-2");
    assert_eq!(table.state.side(Side::FIRST).fpp, before - 1);
    let events = table.plays(RUSSIAN, done(), &[]);
    assert!(
        matches!(&events[1], Event::RemovalsEnded(RemovalsEnded { moved, .. }) if moved.len() == 1),
        "{events:?}"
    );
    assert!(table.state.side(Side::FIRST).attempts.is_empty(), "the next refit is another time");
}

#[test]
fn without_a_wreck_in_a_defile_within_a_line_the_step_is_passed() {
    let mut table = crate::after_battle::evening().with(|facts| {
        facts.wrecks[2].at = Point::new(6000, 4000);
        for element in facts.sides.iter_mut().flat_map(|side| &mut side.elements) {
            (element.scenario.withdrawal_rolled, element.day.withdrawal_rolled) = (true, true);
        }
    });
    let mut events = Vec::new();
    for seat in [RUSSIAN, GERMAN, RUSSIAN, GERMAN] {
        events = table.plays(seat, done(), &[]);
    }
    assert!(events.contains(&Event::StepPassed(StepPassed { step: Step::Wrecks })), "{events:?}");
    assert_eq!(table.state.step(), Step::Paperwork);
}
