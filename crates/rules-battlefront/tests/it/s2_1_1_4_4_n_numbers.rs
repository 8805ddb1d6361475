//! [BF-2.1.1.4.4.N] Numbers of smoke missions and aircraft, BF-T6.

use rules_battlefront::rules::s2_1_1_4_4_n_numbers::NumberRolled;
use rules_battlefront::setup::charts::Number;
use rules_battlefront::{Event, Side, Step};
use serde_json::json;

use crate::table::{GERMAN, RUSSIAN, Table, id};
use crate::{ROSTOV, ROSTOV_24};

fn roll(item: &str, extra: i32) -> serde_json::Value {
    json!({ "do": "number-roll", "purchase": item, "extra-cpp": extra })
}

fn unrolled(table: Table) -> Table {
    table.at(Step::Purchases).with(|facts| facts.sides[1].modules[0].smoke = None)
}

#[test]
fn each_row_of_the_chart_holds_its_bounds() {
    for (die, number) in [(1, 1), (5, 1), (6, 2), (8, 2), (9, 3), (10, 3)] {
        let mut table = unrolled(Table::rostov_24());
        let events = table.plays(GERMAN, roll("GO3.2", 0), &[die]);
        let number = Number(number);
        assert_eq!(
            events,
            [Event::NumberRolled(NumberRolled { side: Side::SECOND, purchase: id("GO3.2"), cpp: 0, number })]
        );
        assert_eq!(table.state.side(Side::SECOND).modules[0].smoke, Some(number.0));
    }
}

#[test]
fn one_point_adds_one_and_no_more_are_taken() {
    let mut table = unrolled(Table::rostov_24());
    for extra in [2, -1] {
        table.refuses(GERMAN, roll("GO3.2", extra), "range", "BF-2.1.1.4.4.N-2");
    }
    table.plays(GERMAN, roll("GO3.2", 1), &[8]);
    assert_eq!((table.modifiers(), table.state.side(Side::SECOND).modules[0].smoke), (vec![1], Some(3)));
    assert_eq!(table.state.side(Side::SECOND).cpp, 4);
    table.refuses(GERMAN, roll("GO3.2", 0), "dup", "BF-2.1.1.4.4.N-1");
    let broke = unrolled(Table::rostov_24()).with(|facts| facts.sides[1].cpp = 0);
    broke.refuses(GERMAN, roll("GO3.2", 1), "funds", "BF-2.1.1.4.4.N-2");
    let mut more = unrolled(Table::rostov_24_with("number_roll_max_cpp = 3"));
    more.plays(GERMAN, roll("GO3.2", 3), &[3]);
    assert_eq!(more.modifiers(), [3]);
}

#[test]
fn a_flight_has_the_modifiers_of_its_nation_and_date() {
    for (nation, year, amounts) in [
        ("german", "1941", [0, 0, -1, 0]),
        ("german", "1942", [0, 0, 0, 0]),
        ("german", "1945", [0, 0, 0, -3]),
        ("american", "1944", [0, 1, 0, 0]),
        ("british", "1945", [0, 1, 0, 0]),
        ("american", "1943", [0, 0, 0, 0]),
        ("russian", "1944", [0, 0, 0, 0]),
    ] {
        let text = ROSTOV.replace("1942-12-", &format!("{year}-12-"));
        let change = format!("nation = \"{nation}\"\nhome_edge = \"south\"");
        let table =
            Table::of(&text, &[("nation = \"german\"\nhome_edge = \"south\"", &change)], Some(ROSTOV_24));
        let mut table = table.at(Step::Purchases).with(|facts| facts.sides[1].cpp = 30);
        table.plays(GERMAN, json!({ "do": "buy", "group": "GF1" }), &[]);
        table.plays(GERMAN, roll("GF1.1", 0), &[5]);
        assert_eq!(table.modifiers(), amounts, "{nation} {year}");
        assert!(table.state.side(Side::SECOND).flights[0].aircraft.is_some(), "one flight for the purchase");
    }
}

#[test]
fn every_module_and_flight_owes_one_roll() {
    let mut table = Table::rostov_24().at(Step::Purchases).with(|facts| facts.sides[1].cpp = 30);
    table.plays(GERMAN, json!({ "do": "buy", "group": "GO3", "count": 2 }), &[]);
    table.refuses(GERMAN, json!({ "do": "done" }), "incomplete", "BF-2.1.1.4.4.N-1");
    for item in ["GO3.3", "GO3.4"] {
        table.plays(GERMAN, roll(item, 0), &[1]);
    }
    table.refuses(GERMAN, roll("GI2.3", 0), "unknown", "BF-2.1.1.4.4.N-1");
    table.refuses(RUSSIAN, roll("GO3.2", 0), "unknown", "BF-2.1.1.4.4.N-1");
    table.plays(GERMAN, json!({ "do": "done" }), &[]);
}

#[test]
fn the_odds_with_the_point_and_without() {
    let chances = |extra: i32| {
        let odds = unrolled(Table::rostov_24()).odds(GERMAN, roll("GO3.2", extra));
        [1, 2, 3].map(|n| {
            odds.outcomes.iter().find(|outcome| outcome.value == Some(n)).map(|outcome| outcome.weight)
        })
    };
    assert_eq!(chances(0), [Some(5), Some(3), Some(2)]);
    assert_eq!(chances(1), [Some(4), Some(3), Some(3)]);
}
