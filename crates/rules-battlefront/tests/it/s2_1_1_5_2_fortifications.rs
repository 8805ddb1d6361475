//! [BF-2.1.1.5.2] Buying fortifications.

use rules_battlefront::facts::Tally;
use rules_battlefront::rules::s2_1_1_5_2_fortifications::WorksBought;
use rules_battlefront::{Event, Side, Step};
use serde_json::json;

use crate::table::{GERMAN, RUSSIAN, Table, id};

fn buy(kind: &str, count: i32) -> serde_json::Value {
    json!({ "do": "buy-fort", "type": kind, "count": count })
}

fn fortification(fpp: i32) -> Table {
    Table::rostov_24().at(Step::Fortification).with(|facts| facts.sides[1].fpp = fpp)
}

#[test]
fn types_go_on_the_side_s_record_without_a_place() {
    let mut table = fortification(10);
    let events = table.plays(GERMAN, buy("wire", 3), &[]);
    assert_eq!(
        events,
        [Event::WorksBought(WorksBought { side: Side::SECOND, kind: id("wire"), count: 3, fpp: 3 })]
    );
    let side = table.state.side(Side::SECOND);
    assert_eq!(
        side.works_in_hand,
        [Tally { id: id("at-minefield"), count: 1 }, Tally { id: id("wire"), count: 3 }]
    );
    assert_eq!((side.fpp, table.state.facts.works.len()), (7, 6));
}

#[test]
fn chart_cap_and_counts() {
    let table = fortification(100);
    table.refuses(GERMAN, buy("tower", 1), "unknown", "BF-2.1.1.5.2-1");
    for count in [0, -3, 1001] {
        table.refuses(GERMAN, buy("wire", count), "range", "BF-2.1.1.5.2-1");
    }
    // Eight AT minefields in the campaign, three are bought.
    table.refuses(GERMAN, buy("at-minefield", 6), "cap", "BF-2.1.1.5.2-1");
    let mut table = table;
    table.plays(GERMAN, buy("at-minefield", 5), &[]);
    table.refuses(GERMAN, buy("at-minefield", 1), "cap", "BF-2.1.1.5.2-1");
}

#[test]
fn a_fortification_can_be_taken_back_in_its_step() {
    let mut table = fortification(10);
    let before = table.state.facts.clone();
    let back = |kind: &str| json!({ "do": "take-back", "purchase": kind });
    table.plays(GERMAN, buy("bunker", 2), &[]);
    table.plays(GERMAN, back("bunker"), &[]);
    table.plays(GERMAN, back("bunker"), &[]);
    assert_eq!(table.state.facts, before);
    // Not what an earlier refit bought.
    table.refuses(GERMAN, back("at-minefield"), "unknown", "HOUSE-TAKE-BACK");
    table.refuses(RUSSIAN, back("bunker"), "unknown", "HOUSE-TAKE-BACK");
}

#[test]
fn what_is_bought_waits_when_the_slot_is_skipped() {
    let mut table = fortification(10);
    table.plays(GERMAN, buy("bunker", 1), &[]);
    table.plays(GERMAN, json!({ "do": "done" }), &[]);
    table.plays(RUSSIAN, json!({ "do": "done" }), &[]);
    table.plays(kernel::Seat::Clock, json!({ "do": "reveal" }), &[]);
    assert_eq!(table.state.step(), Step::OvernightRepair);
    let hand = &table.state.side(Side::SECOND).works_in_hand;
    assert!(hand.contains(&Tally { id: id("bunker"), count: 1 }));
}
