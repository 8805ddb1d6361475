//! [BF-2.1.1.1.D] The historical modifiers, BF-T2.

use rules_battlefront::rules::s2_1_1_1_d_historical_modifiers::historical;
use rules_battlefront::{Side, Step};
use serde_json::json;

use crate::table::{GERMAN, RUSSIAN, Table};
use crate::{MIUS, ROSTOV};

fn on_day(table: Table, day: u16) -> Table {
    table.with(|facts| (facts.day, facts.scenarios, facts.last_day_fought) = (day, 0, 0))
}

#[test]
fn the_sample_carries_the_printed_chart() {
    let printed =
        [[Some(0), Some(-2)], [Some(0), Some(0)], [Some(-3), Some(2)], [Some(-5), Some(4)], [None, Some(5)]];
    for (day, row) in (1..).zip(printed) {
        let table = on_day(Table::rostov(), day);
        assert_eq!(Side::BOTH.map(|side| historical(&table.state, side)), row, "day {day}");
    }
}

#[test]
fn no_points_means_no_roll_and_the_step_is_closed_for_that_side() {
    let table = Table::rostov().with(|facts| {
        (facts.day, facts.step, facts.weather) = (5, Step::Posture, Some(1));
        facts.sides[0].cpp = 9;
    });
    let mut table = table;
    table.plays(RUSSIAN, json!({ "do": "choose-posture", "posture": "attack" }), &[]);
    table.plays(GERMAN, json!({ "do": "choose-posture", "posture": "attack" }), &[]);
    assert!(table.state.side(Side::FIRST).closed, "everyone knows that it has no roll");
    table.refuses(RUSSIAN, json!({ "do": "cpp-roll" }), "not-allowed", "BF-2.1.1.1.D-2");
    table.plays(GERMAN, json!({ "do": "cpp-roll" }), &[1]);
    assert_eq!(table.state.step(), Step::Roster);
    assert_eq!(
        (table.state.side(Side::FIRST).cpp, table.state.side(Side::FIRST).income),
        (9, None),
        "savings stay"
    );
}

#[test]
fn the_previous_slot_s_modifier_is_an_option() {
    let previous = [("drm_day = \"upcoming\"", "drm_day = \"previous\"")];
    for (day, german) in [(1, -2), (2, -2), (3, 0), (4, 2), (5, 4)] {
        let table = on_day(Table::of(ROSTOV, &previous, None), day);
        assert_eq!(historical(&table.state, Side::SECOND), Some(german), "day {day}");
    }
    // Between slots of a day it is the slot before.
    let option = [("discipline_changes = true", "discipline_changes = true\ndrm_day = \"previous\"")];
    let table = Table::of(MIUS, &option, None).with(|facts| (facts.day, facts.slot) = (3, 1));
    assert_eq!(historical(&table.state, Side::SECOND), None, "the night before gave none");
}
