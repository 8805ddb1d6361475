//! [BF-2.1.1.1.1] Night attacks.

use rules_battlefront::rules::s2_1_scenarios::StepClosed;
use rules_battlefront::words::Posture::{self, Attack, Defend};
use rules_battlefront::{Event, Side, Step};
use serde_json::json;

use crate::table::{RUSSIAN, Table, postures};
use crate::{MIUS, MIUS_NIGHT};

fn night(options: &str, choices: [Posture; 2]) -> Table {
    let change = format!("night_penalty = {options}");
    let table =
        Table::of(MIUS, &[("night_penalty = -5", &change)], Some(MIUS_NIGHT)).at(Step::PurchasePoints);
    table.with(|facts| postures(facts, choices))
}

#[test]
fn the_attacker_at_night_has_the_penalty_and_the_defender_has_not() {
    // The night's historical modifier of the Soviet side is +1.
    let mut attacks = night("-5", [Attack, Defend]);
    attacks.plays(RUSSIAN, json!({ "do": "cpp-roll" }), &[8]);
    assert_eq!(attacks.modifiers(), [1, -5]);
    let mut defends = night("-5", [Defend, Attack]);
    defends.plays(RUSSIAN, json!({ "do": "cpp-roll" }), &[8]);
    assert_eq!(defends.modifiers(), [1, 0]);
}

#[test]
fn the_penalty_is_the_campaign_s() {
    let mut table = night("-2", [Attack, Attack]);
    table.plays(RUSSIAN, json!({ "do": "cpp-roll" }), &[8]);
    assert_eq!(table.modifiers(), [1, -2]);
}

#[test]
fn a_defender_without_any_modifier_is_an_option() {
    let option = "-5\nnight_defender_roll = \"no_drm\"";
    let mut defends = night(option, [Defend, Defend]);
    defends.plays(RUSSIAN, json!({ "do": "cpp-roll" }), &[8]);
    assert_eq!(defends.modifiers(), [0, 0]);
    let mut attacks = night(option, [Attack, Defend]);
    attacks.plays(RUSSIAN, json!({ "do": "cpp-roll" }), &[8]);
    assert_eq!(attacks.modifiers(), [1, -5]);
}

#[test]
fn the_roll_tells_the_other_side_nothing() {
    let mut table = night("-5", [Attack, Defend]);
    let events = table.plays(RUSSIAN, json!({ "do": "cpp-roll" }), &[8]);
    let seen: Vec<_> = events.iter().filter(|event| kernel::Seat::Side(1).sees(event.audience())).collect();
    assert_eq!(seen, [&Event::StepClosed(StepClosed { side: Side::FIRST, step: Step::PurchasePoints })]);
    assert!(table.rolls.iter().all(|roll| !kernel::Seat::Side(1).sees(roll.asked.audience)));
}
