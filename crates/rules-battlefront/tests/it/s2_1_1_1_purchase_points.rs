//! [BF-2.1.1.1] Purchase points: BF-T1 and its modifiers.

use rules_battlefront::rules::s2_1_1_1_purchase_points::PointsRolled;
use rules_battlefront::rules::s2_1_scenarios::StepClosed;
use rules_battlefront::{Event, Side, Step};
use serde_json::json;

use crate::table::{GERMAN, RUSSIAN, Table, postures};
use crate::{MIUS, ROSTOV};

fn roll() -> serde_json::Value {
    json!({ "do": "cpp-roll" })
}

#[test]
fn each_row_of_the_chart_holds_its_bounds() {
    // A modifier of +10 and −10 reaches both ends.
    for (drm, die, gain) in [
        (0, 10, 16),
        (0, 9, 16),
        (0, 8, 14),
        (0, 7, 14),
        (0, 6, 12),
        (0, 5, 12),
        (0, 4, 10),
        (0, 3, 10),
        (0, 2, 8),
        (0, 1, 8),
        (10, 1, 18),
        (1, 10, 18),
        (-1, 1, 6),
        (-10, 1, 6),
    ] {
        let row = format!("drm = {{ russian = {drm}, german = 0 }}");
        let setup = [("drm = { russian = 0, german = 0 }", &*row)];
        let mut table = Table::of(ROSTOV, &setup, Some(crate::ROSTOV_24)).at(Step::PurchasePoints);
        let before = table.state.side(Side::FIRST).cpp;
        let events = table.plays(RUSSIAN, roll(), &[die]);
        assert_eq!(events[0], Event::PointsRolled(PointsRolled { side: Side::FIRST, gain }), "{die} {drm:+}");
        assert_eq!(table.state.side(Side::FIRST).cpp, before + gain, "points are saved without limit");
        assert_eq!(table.modifiers(), [drm, 0], "zeros are told");
        assert_eq!(table.rolls[0].total, i32::from(die) + drm);
    }
}

#[test]
fn one_roll_a_slot_closes_the_step_for_the_side() {
    let mut table = Table::rostov_24().at(Step::PurchasePoints);
    let events = table.plays(RUSSIAN, roll(), &[4]);
    assert!(
        events.contains(&Event::StepClosed(StepClosed { side: Side::FIRST, step: Step::PurchasePoints }))
    );
    table.refuses(RUSSIAN, roll(), "dup", "BF-2.1.1.1-1");
    table.refuses(RUSSIAN, json!({ "do": "done" }), "dup", "BF-2.1-1");
    table.plays(GERMAN, roll(), &[4]);
    assert_eq!(table.state.step(), Step::Roster);
}

#[test]
fn the_odds_of_the_income_are_exact() {
    // Expected points by modifier, from the catalogue's list of odds.
    for (drm, mean) in
        [(-5, (39, 5)), (-3, (46, 5)), (-2, (10, 1)), (0, (12, 1)), (2, (14, 1)), (4, (78, 5)), (5, (81, 5))]
    {
        let row = format!("drm = {{ russian = {drm}, german = 0 }}");
        let setup = [("drm = { russian = 0, german = 0 }", &*row)];
        let table = Table::of(ROSTOV, &setup, Some(crate::ROSTOV_24)).at(Step::PurchasePoints);
        let odds = table.odds(RUSSIAN, roll());
        assert_eq!(odds.mean(), Some(mean), "{drm:+}");
    }
    let table = Table::rostov_24().at(Step::PurchasePoints);
    assert_eq!(table.odds(RUSSIAN, roll()).chance("Gain 14"), (1, 5));
}

#[test]
fn each_slot_kind_has_its_own_chart() {
    for (slot, die, gain) in [(1, 10, 7), (2, 10, 6), (3, 8, 7), (1, 1, 3), (2, 1, 4), (3, 1, 3)] {
        let mut table = Table::of(MIUS, &[], None).with(|facts| (facts.day, facts.slot) = (2, slot));
        table = table.at(Step::PurchasePoints);
        let events = table.plays(RUSSIAN, roll(), &[die]);
        assert_eq!(
            events[0],
            Event::PointsRolled(PointsRolled { side: Side::FIRST, gain }),
            "slot {slot}, {die}"
        );
    }
}

#[test]
fn points_are_not_spent_that_are_not_held() {
    let table = Table::rostov_24().at(Step::Purchases);
    let (code, rule, sentence) = table.refusal(GERMAN, json!({ "do": "buy", "group": "GI1" }));
    assert_eq!((code, rule, &*sentence), ("funds", "BF-2.1.1.4-5", "Needs 11 purchase points, you hold 5."));
}

#[test]
fn a_posture_of_attack_by_day_costs_nothing() {
    let mut table = Table::rostov_24().at(Step::PurchasePoints).with(|facts| {
        use rules_battlefront::words::Posture::{Attack, Defend};
        postures(facts, [Attack, Defend]);
    });
    table.plays(RUSSIAN, roll(), &[5]);
    assert_eq!(table.modifiers(), [0, 0]);
}
