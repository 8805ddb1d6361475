//! [BF-2.1.1.4.1] Base force, scheduled reinforcements, limits.

use rules_battlefront::rules::s2_1_1_4_1_base_force::ReinforcementArrived;
use rules_battlefront::rules::s2_1_1_4_1_base_force::limits;
use rules_battlefront::{Event, Side, Step};
use serde_json::json;

use crate::MIUS;
use crate::table::{GERMAN, RUSSIAN, Table, id};

fn purchases(cpp: i32) -> Table {
    Table::rostov_24()
        .at(Step::Purchases)
        .with(|facts| facts.sides.iter_mut().for_each(|side| side.cpp = cpp))
}

#[test]
fn the_campaign_maximum_counts_what_is_given_and_what_is_still_to_come() {
    // GA1: 3 in the campaign, one initial, one scheduled for the 26th.
    let table = purchases(60);
    let group = table.state.setup_of(Side::SECOND).group(id("GA1")).expect("on the chart");
    let counted = limits(&table.state, Side::SECOND, group);
    assert_eq!((counted.campaign, counted.most_campaign, counted.now), (2, 3, 1));
    table.refuses(
        GERMAN,
        json!({ "do": "buy", "group": "GA1", "count": 2 }),
        "limit-campaign",
        "BF-2.1.1.4.1-3",
    );
    let mut table = table;
    table.plays(GERMAN, json!({ "do": "buy", "group": "GA1" }), &[]);
    table.refuses(GERMAN, json!({ "do": "buy", "group": "GA1" }), "limit-campaign", "BF-2.1.1.4.1-3");
}

#[test]
fn one_refit_sells_no_more_point_groups_than_a_scenario_s_maximum() {
    let mut table = purchases(60);
    table.refuses(
        GERMAN,
        json!({ "do": "buy", "group": "GP1", "count": 3 }),
        "limit-scenario",
        "BF-2.1.1.4.1-4",
    );
    table.plays(GERMAN, json!({ "do": "buy", "group": "GP1", "count": 2 }), &[]);
    table.refuses(GERMAN, json!({ "do": "buy", "group": "GP1" }), "limit-scenario", "BF-2.1.1.4.1-4");
    // Formations may be bought beyond it: it limits what is deployed.
    table.plays(GERMAN, json!({ "do": "buy", "group": "GI2", "count": 3 }), &[]);
}

#[test]
fn the_campaign_maximum_is_told_before_the_refit_s_and_the_purse() {
    let table = purchases(0).with(|facts| {
        facts.sides[1].bought.push(rules_battlefront::facts::Tally { id: id("GP1"), count: 5 })
    });
    table.refuses(
        GERMAN,
        json!({ "do": "buy", "group": "GP1", "count": 9 }),
        "limit-campaign",
        "BF-2.1.1.4.1-3",
    );
    table.refuses(GERMAN, json!({ "do": "buy", "group": "GP1", "count": 1 }), "funds", "BF-2.1.1.4-5");
}

#[test]
fn scheduled_forces_join_when_s2d_of_their_day_opens() {
    let mut table = Table::of(MIUS, &[], None).with(|facts| facts.day = 3).at(Step::PurchasePoints);
    table.plays(RUSSIAN, json!({ "do": "cpp-roll" }), &[5]);
    let cpp = table.state.side(Side::FIRST).cpp;
    let events = table.plays(GERMAN, json!({ "do": "cpp-roll" }), &[5]);
    assert!(events.contains(&Event::ReinforcementArrived(ReinforcementArrived {
        side: Side::FIRST,
        scheduled: id("R-3")
    })));
    let side = table.state.side(Side::FIRST);
    assert!(side.element(id("R-3.1")).is_some() && side.element(id("R-3.2")).is_some());
    assert_eq!(side.cpp, cpp, "for nothing");
    assert!(side.bought.is_empty(), "not as a purchase");
    // In the day's second slot nobody comes again.
    let mut night =
        Table::of(MIUS, &[], None).with(|facts| (facts.day, facts.slot) = (3, 2)).at(Step::Withdrawal);
    let events = night.plays(GERMAN, json!({ "do": "done" }), &[]);
    assert!(!events.iter().any(|event| matches!(event, Event::ReinforcementArrived(_))), "{events:?}");
}

#[test]
fn scheduled_forces_come_even_where_the_first_slot_has_no_refit() {
    let changes =
        [("initial_refit = true", "initial_refit = false"), ("day = 1942-12-26", "day = 1942-12-23")];
    let mut table = Table::of(crate::ROSTOV, &changes, None);
    let events = table.plays(kernel::Seat::Clock, json!({ "do": "open-slot" }), &[1]);
    assert!(events.contains(&Event::ReinforcementArrived(ReinforcementArrived {
        side: Side::SECOND,
        scheduled: id("G-32")
    })));
    assert_eq!(
        events.iter().filter(|event| matches!(event, Event::StepPassed(_))).count(),
        8,
        "S1 and S2a to S2g"
    );
    assert_eq!(table.state.step(), Step::Reveal);
}
