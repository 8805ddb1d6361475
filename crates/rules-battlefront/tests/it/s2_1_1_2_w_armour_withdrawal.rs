//! [BF-2.1.1.2.W] Armour withdrawal, BF-T4.

use rules_battlefront::rules::s2_1_1_2_w_armour_withdrawal::WithdrawalRolled;
use rules_battlefront::rules::s2_1_1_2_w_armour_withdrawal::owed;
use rules_battlefront::rules::s2_1_1_3_campaign_roster::unavailable;
use rules_battlefront::rules::s2_1_1_4_1_base_force::limits;
use rules_battlefront::setup::charts::Withdrawal;
use rules_battlefront::words::Status;
use rules_battlefront::{Event, Facts, Side, Step};
use serde_json::json;

use crate::table::{GERMAN, RUSSIAN, Table, id};

fn roll(me: &str) -> serde_json::Value {
    json!({ "do": "withdraw-roll", "me": me })
}

fn overnight() -> Table {
    Table::rostov_24().before_withdrawal().at(Step::OvernightWithdrawal)
}

fn element<'f>(facts: &'f mut Facts, side: usize, me: &str) -> &'f mut rules_battlefront::facts::Element {
    let found = facts.sides[side].elements.iter_mut().find(|element| element.id == id(me));
    found.expect("it stands on the roster")
}

#[test]
fn three_retains_and_two_withdraws() {
    for (die, outcome) in [
        (3, Withdrawal::Retained),
        (10, Withdrawal::Retained),
        (2, Withdrawal::Withdraws),
        (1, Withdrawal::Withdraws),
    ] {
        let mut table = overnight();
        let events = table.plays(GERMAN, roll("G-31"), &[die]);
        assert_eq!(
            events,
            [Event::WithdrawalRolled(WithdrawalRolled { side: Side::SECOND, me: id("G-31"), outcome })]
        );
        assert!(table.rolls[0].modifiers.is_empty());
        table.refuses(
            GERMAN,
            roll("G-31"),
            if outcome == Withdrawal::Retained { "dup" } else { "not-eligible" },
            "BF-2.1.1.2.W-2",
        );
    }
    assert_eq!(overnight().odds(GERMAN, roll("G-31")).chance("Withdraws"), (1, 5));
}

#[test]
fn a_withdrawn_formation_is_gone_and_still_counted() {
    let mut table = overnight();
    table.plays(RUSSIAN, roll("R-201"), &[1]);
    let element = table.state.side(Side::FIRST).element(id("R-201")).expect("still told of");
    assert!(unavailable(&table.state, element).is_some() && !element.in_play());
    let group = table.state.setup_of(Side::FIRST).group(id("RA1")).expect("on the chart");
    let limits = limits(&table.state, Side::FIRST, group);
    assert_eq!((limits.now, limits.campaign), (0, 1));
    assert_eq!(table.state.facts.wrecks.len(), 5, "its wrecks stay");
}

#[test]
fn only_those_roll_that_the_rule_names() {
    let table = overnight();
    let names = |table: &Table| owed(&table.state, Side::FIRST).map(|id| id.to_string()).collect::<Vec<_>>();
    assert_eq!(names(&table), ["R-201", "R-202"]);
    table.refuses(RUSSIAN, roll("R-101"), "not-eligible", "BF-2.1.1.2.W-5");
    table.refuses(RUSSIAN, roll("G-31"), "unknown", "BF-2.1.1.2.W-2");
    let unhurt = overnight().with(|facts| element(facts, 0, "R-202").scenario.afv_lost = 0);
    unhurt.refuses(RUSSIAN, roll("R-202"), "not-eligible", "BF-2.1.1.2.W-2");
    let isolated = overnight().with(|facts| {
        for stand in element(facts, 0, "R-202").stands.iter_mut().skip(1) {
            (stand.status, stand.at) =
                (Status::Isolated, Some(rules_battlefront::measure::Point::new(3000, 1700)));
        }
    });
    assert_eq!(names(&isolated), ["R-201"]);
    isolated.refuses(RUSSIAN, roll("R-202"), "not-eligible", "BF-2.1.1.2.W-2");
}

#[test]
fn a_vehicle_since_repaired_still_counts() {
    let mut table = Table::rostov_24().before_withdrawal().at(Step::OvernightRepair);
    for (vehicle, die) in [("V4", 10), ("V5", 10)] {
        table.plays(GERMAN, json!({ "do": "repair", "vehicle": vehicle }), &[die]);
    }
    table.plays(RUSSIAN, json!({ "do": "done" }), &[]);
    table.plays(GERMAN, json!({ "do": "done" }), &[]);
    assert_eq!(owed(&table.state, Side::SECOND).collect::<Vec<_>>(), [id("G-31")]);
    table.refuses(GERMAN, json!({ "do": "repair", "vehicle": "V4" }), "step", "BF-2.1.1.2-2");
}

#[test]
fn each_scenario_counts_once_and_the_day_is_an_option() {
    // A formation that lost its tank in the day's first scenario and stayed out of the second.
    let second = |table: Table| {
        table.at(Step::OvernightWithdrawal).with(|facts| {
            (facts.scenarios, facts.last_day_fought) = (2, 1);
        })
    };
    assert!(owed(&second(Table::rostov_24().before_withdrawal()).state, Side::SECOND).next().is_none());
    let day = second(Table::rostov_24_with("withdraw_scope = \"day\"").before_withdrawal());
    assert_eq!(owed(&day.state, Side::SECOND).count(), 1);
}

#[test]
fn a_side_without_the_restriction_has_no_part() {
    let mut table = Table::mius_night();
    table.plays(GERMAN, json!({ "do": "done" }), &[]);
    table.plays(RUSSIAN, json!({ "do": "done" }), &[]);
    assert!(table.state.side(Side::FIRST).closed);
    table.refuses(RUSSIAN, roll("R-7"), "step", "BF-2.1.1.2.W-1");
    // The assault guns are no marked formation, but tanks and tank destroyers all the same.
    assert_eq!(owed(&table.state, Side::SECOND).map(|id| id.to_string()).collect::<Vec<_>>(), ["G-5", "G-6"]);
}
