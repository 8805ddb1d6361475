//! [BF-2.1.1.4] Buying reinforcement groups, and taking them back.

use rules_battlefront::words::Origin;
use rules_battlefront::{Event, Side, Step};
use serde_json::json;

use crate::table::{GERMAN, RUSSIAN, Table, id};
use crate::{MIUS, MIUS_NIGHT};

fn buy(group: &str, count: i32) -> serde_json::Value {
    json!({ "do": "buy", "group": group, "count": count })
}

fn back(purchase: &str) -> serde_json::Value {
    json!({ "do": "take-back", "purchase": purchase })
}

fn purchases(cpp: i32) -> Table {
    Table::rostov_24()
        .at(Step::Purchases)
        .with(|facts| facts.sides.iter_mut().for_each(|side| side.cpp = cpp))
}

#[test]
fn a_purchase_is_on_the_roster_at_once_and_recorded() {
    let mut table = purchases(20);
    let events = table.plays(GERMAN, buy("GI2", 2), &[]);
    let event = |n: u32| Event::GroupBought {
        side: Side(1),
        group: id("GI2"),
        purchase: id(&format!("GI2.{n}")),
        cpp: 5,
        flies_on: 0,
    };
    assert_eq!(events, [event(4), event(5)], "each group counts on from its own third");
    let side = table.state.side(Side(1));
    let bought = side.element(id("GI2.5")).expect("on the roster");
    assert_eq!((bought.origin, bought.discipline, bought.strength()), (Origin::Bought, id("Raw"), 7));
    assert_eq!(
        side.purchases.iter().map(|purchase| (purchase.cpp, purchase.left)).collect::<Vec<_>>(),
        [(5, 15), (5, 10)]
    );
}

#[test]
fn what_is_not_on_the_chart_is_unknown() {
    let table = purchases(20);
    table.refuses(GERMAN, buy("RI1", 1), "unknown", "BF-2.1.1.1-5");
    for count in [0, -1] {
        table.refuses(GERMAN, buy("GI2", count), "range", "BF-2.1.1.4-5");
    }
}

#[test]
fn notes_of_the_chart_are_held() {
    let night = Table::of(MIUS, &[], Some(MIUS_NIGHT)).at(Step::Purchases).with(|facts| {
        facts.sides.iter_mut().for_each(|side| side.cpp = 30);
    });
    // Once in a refit.
    night.refuses(RUSSIAN, buy("RI3", 2), "note", "BF-2.1.1.4-5");
    let mut night = night;
    night.plays(RUSSIAN, buy("RI3", 1), &[]);
    night.refuses(RUSSIAN, buy("RI3", 1), "note", "BF-2.1.1.4-5");
    // From a date on, until a date.
    let morning = |day: u16| {
        let table = Table::of(MIUS, &[], None).with(|facts| facts.day = day).at(if day == 1 {
            Step::Opening
        } else {
            Step::Purchases
        });
        table.with(|facts| facts.sides.iter_mut().for_each(|side| side.cpp = 30))
    };
    morning(2).plays(RUSSIAN, buy("RF1", 1), &[]);
    morning(2).plays(GERMAN, buy("GF1", 1), &[]);
    morning(3).refuses(GERMAN, buy("GF1", 1), "note", "BF-2.1.1.4-5");
    let first = {
        let mut table = morning(1);
        table.plays(kernel::Seat::Clock, json!({ "do": "open-slot" }), &[]);
        table.plays(RUSSIAN, json!({ "do": "cpp-roll" }), &[5]);
        table.plays(GERMAN, json!({ "do": "cpp-roll" }), &[5]);
        table.plays(RUSSIAN, json!({ "do": "done" }), &[]);
        table.plays(GERMAN, json!({ "do": "done" }), &[]);
        table
    };
    first.refuses(RUSSIAN, buy("RF1", 1), "note", "BF-2.1.1.4-5");
    // Needs another group first.
    morning(2).plays(GERMAN, buy("GA2", 1), &[]);
    let without =
        morning(2).with(|facts| facts.sides[1].elements.retain(|element| element.group != Some(id("GA1"))));
    without.refuses(GERMAN, buy("GA2", 1), "note", "BF-2.1.1.4-5");
    let mut without = without;
    without.plays(GERMAN, buy("GA1", 1), &[]);
    without.plays(GERMAN, buy("GA2", 1), &[]);
    without.refuses(GERMAN, back("GA1.1"), "not-eligible", "HOUSE-TAKE-BACK");
    without.plays(GERMAN, back("GA2.1"), &[]);
    without.plays(GERMAN, back("GA1.1"), &[]);
}

#[test]
fn a_purchase_can_be_taken_back_until_its_die_is_thrown() {
    let mut table = purchases(20);
    let before = table.state.facts.clone();
    table.plays(GERMAN, buy("GI2", 1), &[]);
    table.plays(GERMAN, buy("GP1", 1), &[]);
    assert_eq!(table.state.side(Side(1)).fpp, 8);
    table.plays(GERMAN, back("GI2.4"), &[]);
    table.plays(GERMAN, back("GP1.1"), &[]);
    table.refuses(GERMAN, back("GP1.1"), "unknown", "HOUSE-TAKE-BACK");
    let after = table.state.facts.clone();
    assert_eq!(after, before, "nothing is left of it");
    table.plays(GERMAN, buy("GF1", 1), &[]);
    table.plays(GERMAN, json!({ "do": "number-roll", "purchase": "GF1.1" }), &[5]);
    table.refuses(GERMAN, back("GF1.1"), "not-eligible", "HOUSE-TAKE-BACK");
    table.plays(GERMAN, buy("GO3", 1), &[]);
    table.plays(GERMAN, json!({ "do": "buy-prereg", "module": "GO3.3" }), &[]);
    table.refuses(GERMAN, back("GO3.3"), "not-eligible", "HOUSE-TAKE-BACK");
    table.plays(GERMAN, back("prereg.4"), &[]);
    table.plays(GERMAN, back("GO3.3"), &[]);
    assert_eq!(table.state.side(Side(1)).cpp, 14);
}
