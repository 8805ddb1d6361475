//! [BF-2.1.1.4] Buying reinforcement groups, and taking them back.

use kernel::{Seat, System};
use rules_battlefront::measure::Point;
use rules_battlefront::rules::s2_1_1_4_reinforcements::{GroupBought, TakenBack};
use rules_battlefront::words::{Origin, Posture};
use rules_battlefront::{Battlefront, Event, Side, Step};
use serde_json::json;

use crate::front::{AMERICAN, POCKETS, both_close, done, stand_mut};
use crate::table::{GERMAN, RUSSIAN, Table, id, postures};
use crate::view_support::json as sent;
use crate::{HEDGEROWS, MIUS, MIUS_NIGHT};

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
    let event = |n: u32| {
        Event::GroupBought(GroupBought {
            side: Side::SECOND,
            group: id("GI2"),
            purchase: id(&format!("GI2.{n}")),
            cpp: 5,
            flies_on: 0,
        })
    };
    assert_eq!(events, [event(4), event(5)], "each group counts on from its own third");
    let side = table.state.side(Side::SECOND);
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
    assert_eq!(table.state.side(Side::SECOND).fpp, 8);
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
    assert_eq!(table.state.side(Side::SECOND).cpp, 14);
}

/// The refit of the second morning between the hedgerows, with points to spend.
fn hedgerows() -> Table {
    let table = Table::of(HEDGEROWS, &[], None).with(|facts| facts.day = 2).at(Step::Purchases);
    table.with(|facts| facts.sides.iter_mut().for_each(|side| side.cpp = 40))
}

/// The same campaign when the lines have been drawn: the last formation on the American roster has a stand in a pocket.
fn cut_off(table: Table) -> Table {
    let bought = table.state.side(Side::FIRST).elements.last().expect("a roster").id;
    let mut table = table.with(|facts| {
        for side in &mut facts.sides {
            side.purchases.clear();
            side.income = Some(3);
        }
        postures(facts, [Posture::Attack, Posture::Defend]);
        (facts.step, facts.attacker) = (Step::Bogged, Some(id("american")));
        (facts.scenarios, facts.last_day_fought) = (1, 2);
        for (name, x, y, _) in POCKETS {
            stand_mut(facts, name).at = Some(Point::new(*x, *y));
        }
        stand_mut(facts, &format!("{bought}-2")).at = Some(Point::new(2500, 2900));
    });
    (0..3).for_each(|_| drop(both_close(&mut table)));
    assert_eq!(table.state.step(), Step::Escape);
    table
}

#[test]
fn a_purchase_taken_back_shows_in_no_number_and_no_question() {
    // One formation bought; or two and one of them taken back, or bought again, the first or the last.
    let courses: [&[serde_json::Value]; 4] = [
        &[buy("AI1", 1)],
        &[buy("AI1", 2), back("AI1.1")],
        &[buy("AI1", 2), back("AI1.2")],
        &[buy("AI1", 1), buy("AI1", 1), back("AI1.1"), buy("AI1", 1), back("AI1.1")],
    ];
    let worlds = courses.map(|course| {
        let mut table = hedgerows();
        course.iter().for_each(|act| drop(table.plays(AMERICAN, act.clone(), &[])));
        table.reopens();
        let facts = table.state.facts.clone();
        let mut table = cut_off(table);
        let seen = [GERMAN, Seat::Spectator].map(|seat| sent(&table.state, seat));
        let stand = format!("{}-2", table.state.side(Side::FIRST).elements.last().expect("a roster").id);
        table.plays(AMERICAN, json!({ "do": "escape", "stand": stand }), &[]);
        table.plays(AMERICAN, done(), &[]);
        table.plays(GERMAN, done(), &[]);
        let events = table.plays(Seat::Clock, json!({ "do": "throw-escapes" }), &[4]);
        (facts, seen, events, table.rolls)
    });
    assert_eq!(worlds[0].3[0].asked.known_as, Some(id("AI1#1-2")), "the question is named as before");
    for world in &worlds[1..] {
        assert!(*world == worlds[0], "{:?}", world.3);
    }
}

#[test]
fn later_purchases_close_up_with_all_that_was_done_for_them() {
    let mut table = hedgerows();
    table.plays(AMERICAN, buy("AO1", 2), &[]);
    table.plays(AMERICAN, buy("AI1", 1), &[]);
    table.plays(AMERICAN, json!({ "do": "buy-prereg", "module": "AO1.2" }), &[]);
    table.plays(AMERICAN, json!({ "do": "number-roll", "purchase": "AO1.2" }), &[5]);
    let rolled = table.state.side(Side::FIRST).modules.last().expect("a module").smoke;
    let events = table.plays(AMERICAN, back("AO1.1"), &[]);
    let (side, later) = (Side::FIRST, vec![id("AO1.2")]);
    assert_eq!(events, [Event::TakenBack(TakenBack { side, purchase: id("AO1.1"), later })]);
    let told = Battlefront::narrate(table.state.campaign(), &events[0]).plain(&[]);
    assert!(told.contains("what was AO1.2 is AO1.1 now"), "{told}");
    let module = table.state.side(side).modules.last().expect("a module");
    assert_eq!((module.id, module.smoke, module.prereg), (id("AO1.1"), rolled, 1));
    assert!(module.smoke.is_some());
    table.reopens();
    // It stands, for its die is thrown; the next takes the number that is free and has a roll of its own.
    table.refuses(AMERICAN, back("AO1.1"), "not-eligible", "HOUSE-TAKE-BACK");
    table.plays(AMERICAN, buy("AO1", 1), &[]);
    table.plays(AMERICAN, json!({ "do": "number-roll", "purchase": "AO1.2" }), &[5]);
    assert_eq!((table.rolls[0].asked.known_as, table.rolls[0].asked.nth), (Some(id("AO1")), 2));
}

#[test]
fn what_an_older_log_says_of_a_purchase_taken_back_leaves_the_others_as_they_were() {
    let mut table = hedgerows();
    table.plays(AMERICAN, buy("AI1", 2), &[]);
    let event = json!({ "event": "taken-back", "side": 0, "purchase": "AI1.1" });
    let event: Event = serde_json::from_value(event).expect("an event of version 6");
    Battlefront::fold(&mut table.state, &event);
    let bought = table.state.side(Side::FIRST).elements.last().expect("a roster");
    assert_eq!((bought.id, bought.stands[0].id), (id("AI1.2"), id("AI1.2-1")));
}
