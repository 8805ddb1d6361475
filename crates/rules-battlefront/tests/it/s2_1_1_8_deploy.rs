//! [BF-2.1.1.8] The set-up: the defender first, fortifications and preregistered points placed in secret.

use kernel::Seat;
use rules_battlefront::facts::Work;
use rules_battlefront::measure::Point;
use rules_battlefront::{Battlefront, Event, Side, Step};
use serde_json::{Value, json};

use crate::s2_1_1_7_choose_forces::choosing;
use crate::table::{GERMAN, RUSSIAN, Table, id};

/// 24 December at S4a: the German side defends and has a minefield and two preregistered points in hand.
fn setting_up() -> Table {
    let table = choosing(&[]).with(|facts| facts.sides[1].modules[0].prereg = 2);
    let mut table = table;
    for seat in [RUSSIAN, GERMAN] {
        table.plays(seat, done(), &[]);
    }
    table
}

fn place(item: &str, x: f64, y: f64) -> Value {
    json!({ "do": "place-fort", "item": item, "x": x, "y": y })
}

fn point(x: f64, y: f64) -> Value {
    json!({ "do": "place-prereg", "module": "GO3.2", "x": x, "y": y })
}

fn done() -> Value {
    json!({ "do": "done" })
}

#[test]
fn the_defender_sets_up_first_and_the_attacker_second() {
    let mut table = setting_up();
    assert_eq!(table.state.step(), Step::DefenderSetsUp);
    table.refuses(RUSSIAN, place("wire", 10.0, 50.0), "step", "BF-2.1.P-4");
    table.refuses(RUSSIAN, done(), "dup", "BF-2.1-1");
    table.plays(GERMAN, place("at-minefield", 30.0, 8.0), &[]);
    table.plays(GERMAN, done(), &[]);
    assert_eq!(table.state.step(), Step::AttackerSetsUp);
    table.refuses(GERMAN, point(10.0, 10.0), "step", "BF-2.1.P-4");
    let events = table.plays(RUSSIAN, done(), &[]);
    assert_eq!(events.last(), Some(&Event::StepOpened { step: Step::Battle }));
    assert!(<Battlefront as kernel::System>::is_over(&table.state), "the battle is fought at the table");
}

#[test]
fn what_is_placed_is_hidden_and_numbered_in_the_side_s_own_row() {
    let mut table = setting_up();
    let events = table.plays(GERMAN, place("at-minefield", 30.25, 8.5), &[]);
    let (item, at) = (id("GH2"), Point::new(3025, 850));
    assert_eq!(events, [Event::WorkPlaced { side: Side(1), item, kind: id("at-minefield"), at }]);
    assert_eq!(rules_battlefront::event::audience(&events[0]), Side(1).only());
    let work = table.state.facts.works.last().copied();
    let (side, kind) = (id("german"), id("at-minefield"));
    assert_eq!(work, Some(Work { id: item, side, kind, at, known: false }));
    // In hand again, and placed elsewhere under the same number.
    table.refuses(GERMAN, json!({ "do": "lift-fort", "item": "GH1" }), "unknown", "BF-2.1.1.5.2-2");
    table.plays(GERMAN, json!({ "do": "lift-fort", "item": "GH2" }), &[]);
    assert_eq!(table.state.side(Side(1)).works_in_hand.len(), 1);
    table.plays(GERMAN, place("at-minefield", 40.0, 9.0), &[]);
    assert_eq!(table.state.facts.works.last().map(|work| work.id), Some(item));
}

#[test]
fn everything_in_hand_is_placed_in_the_own_area_before_the_step_closes() {
    let mut table = setting_up();
    table.refuses(GERMAN, done(), "incomplete", "BF-2.1.1.5.2-2");
    table.refuses(GERMAN, place("wire", 30.0, 8.0), "unknown", "BF-2.1.1.5.2-2");
    table.refuses(GERMAN, place("at-minefield", 72.01, 8.0), "range", "BF-0-5");
    // Between the lines, beyond the enemy's, and in the Soviet pocket south of the farm.
    for (x, y) in [(40.0, 24.0), (10.0, 50.0), (30.0, 18.0)] {
        table.refuses(GERMAN, place("at-minefield", x, y), "zone", "BF-2.1.1.5.2-2");
    }
    // On the line itself; in the own pocket north of it would do as well.
    table.plays(GERMAN, place("at-minefield", 40.0, 21.0), &[]);
    table.plays(GERMAN, json!({ "do": "lift-fort", "item": "GH2" }), &[]);
    table.plays(GERMAN, place("at-minefield", 46.0, 31.0), &[]);
    table.plays(GERMAN, done(), &[]);
}

#[test]
fn preregistered_points_get_their_places_in_secret() {
    let mut table = setting_up();
    table.refuses(GERMAN, point(10.0, 60.01), "range", "BF-0-5");
    let events = table.plays(GERMAN, point(10.0, 55.5), &[]);
    assert_eq!(rules_battlefront::event::audience(&events[0]), Side(1).only());
    table.plays(GERMAN, point(12.0, 50.0), &[]);
    table.refuses(GERMAN, point(14.0, 50.0), "cap", "BF-2.1.1.4.4-3");
    let points = &table.state.side(Side(1)).modules[0].points;
    assert_eq!(*points, [Point::new(1000, 5550), Point::new(1200, 5000)]);
    let stranger = json!({ "do": "place-prereg", "module": "RO1.1", "x": 1, "y": 1 });
    table.refuses(GERMAN, stranger, "unknown", "BF-2.1.1.4.4-3");
    table.refuses(Seat::Umpire, point(1.0, 1.0), "actor", "BF-2.1.1.4.4-3");
}

#[test]
fn points_need_no_place_and_the_step_closes_without() {
    let mut table = setting_up();
    table.plays(GERMAN, place("at-minefield", 30.0, 8.0), &[]);
    table.plays(GERMAN, done(), &[]);
    assert_eq!(table.state.step(), Step::AttackerSetsUp);
}
