//! [BF-2.1.2.4.1] Units in contact part as C5 opens; exactly 5 inches part them.

use rules_battlefront::measure::Point;
use rules_battlefront::perimeter::Unit;
use rules_battlefront::rules::s2_1_2_4_1_disengage::Disengaged;
use rules_battlefront::rules::s2_1_2_4_1_disengage::{Contact, ContactWhy};
use rules_battlefront::{Event, Side, Step};

use kernel::Seat;
use serde_json::json;

use crate::front::{Placed, before_the_front, both_close, stand};
use crate::table::{Table, id};

/// The engine's proposal: who moves, and which contacts stay.
fn proposal(stands: &[Placed<'_>]) -> (Vec<(Unit, Point)>, Vec<Contact>, Table) {
    let mut table = before_the_front(&[], stands);
    let events = both_close(&mut table);
    assert_eq!(table.state.step(), Step::Disengage);
    let parted = events.into_iter().find_map(|event| match event {
        Event::Disengaged(Disengaged { moves, contacts }) => Some((moves, contacts)),
        _ => None,
    });
    let (moves, contacts) = parted.expect("the engine proposes as C5 opens");
    (moves, contacts, table)
}

fn american(name: &str) -> Unit {
    Unit { id: id(name), side: Side::FIRST }
}

fn german(name: &str) -> Unit {
    Unit { id: id(name), side: Side::SECOND }
}

fn moves(stands: &[Placed<'_>]) -> Vec<(Unit, Point)> {
    proposal(stands).0
}

fn why(stands: &[Placed<'_>]) -> Vec<ContactWhy> {
    proposal(stands).1.iter().map(|contact| contact.why).collect()
}

#[test]
fn who_moved_gives_way_to_who_did_not() {
    for mark in ["u", "p", "i"] {
        let stands = [("A-1-1", 2400, 1800, ""), ("G-11-1", 2400, 2000, mark)];
        assert_eq!(moves(&stands), [(american("A-1-1"), Point::new(2400, 1500))], "{mark}");
        let other = [("A-1-1", 2400, 1800, mark), ("G-11-1", 2400, 2000, "")];
        assert_eq!(moves(&other), [(german("G-11-1"), Point::new(2400, 2300))], "{mark}");
    }
}

#[test]
fn the_place_before_is_remembered() {
    let (.., table) = proposal(&[("A-1-1", 2400, 1800, ""), ("G-11-1", 2400, 2000, "u")]);
    assert_eq!(stand(&table, "A-1-1").moved_from, Some(Point::new(2400, 1800)));
    assert_eq!(stand(&table, "G-11-1").moved_from, None);
}

#[test]
fn an_improved_position_is_remembered_until_c5_is_closed() {
    let (.., mut table) = proposal(&[("A-1-1", 2400, 1800, ""), ("G-11-1", 2400, 2000, "p")]);
    assert!(stand(&table, "G-11-1").improved);
    both_close(&mut table);
    assert!(!stand(&table, "G-11-1").improved);
}

#[test]
fn five_inches_exactly_are_no_contact() {
    assert_eq!(moves(&[("A-1-1", 2400, 1500, ""), ("G-11-1", 2400, 2000, "u")]), []);
    assert_eq!(moves(&[("A-1-1", 2700, 1600, ""), ("G-11-1", 2400, 2000, "u")]), []);
    let near = [("A-1-1", 2400, 1501, ""), ("G-11-1", 2400, 2000, "u")];
    assert_eq!(moves(&near), [(american("A-1-1"), Point::new(2400, 1500))]);
}

#[test]
fn both_go_back_by_equal_parts_when_both_have_moved() {
    let stands = [("A-1-1", 2400, 1800, ""), ("G-11-1", 2400, 2001, "")];
    // 2.99 inches are missing: 1.50 for each, rounded up.
    let wanted = [(american("A-1-1"), Point::new(2400, 1650)), (german("G-11-1"), Point::new(2400, 2151))];
    assert_eq!(moves(&stands), wanted);
}

#[test]
fn contacts_that_cannot_part_are_told_with_their_reason() {
    assert_eq!(why(&[("A-1-1", 2400, 1800, "u"), ("G-11-1", 2400, 2000, "p")]), [ContactWhy::BothFixed]);
    assert_eq!(why(&[("A-1-1", 2400, 2000, ""), ("G-11-1", 2400, 1800, "")]), [ContactWhy::Passed]);
    let (moves, contacts, _) = proposal(&[("A-1-1", 2400, 100, ""), ("G-11-1", 2400, 200, "u")]);
    assert_eq!(moves, [(american("A-1-1"), Point::new(2400, 0))]);
    let units = [american("A-1-1"), german("G-11-1")];
    assert_eq!(contacts, [Contact { units, why: ContactWhy::Edge }]);
    // Straight back another enemy waits; on the spot behind, a friend who stays.
    let other = [("A-1-1", 2400, 1800, ""), ("G-11-1", 2400, 2000, "u"), ("G-11-2", 2400, 1000, "u")];
    assert_eq!(why(&[other[0], other[1], ("G-11-2", 2400, 1100, "u")]), [ContactWhy::OtherEnemy]);
    assert_eq!(why(&other), []);
    let friend = [("A-1-1", 2400, 1800, ""), ("A-1-2", 2400, 1500, ""), ("G-11-1", 2400, 2000, "u")];
    assert_eq!(why(&friend), [ContactWhy::Occupied]);
}

#[test]
fn who_holds_the_flank_of_a_salient_stays() {
    // A-1-9 leads over A-1-8 and A-1-7 back to the line; the gap of 9.99 inches lets nobody through. G-2-1 presses A-1-7.
    let mut stands = vec![
        ("A-1-1", 1400, 1200, ""),
        ("A-1-2", 2400, 1200, ""),
        ("A-1-3", 3400, 1200, ""),
        ("A-1-7", 2400, 1700, ""),
        ("A-1-8", 2400, 2200, ""),
        ("A-1-9", 2400, 2700, ""),
        ("G-1-1", 400, 2100, ""),
        ("G-1-2", 1200, 2100, ""),
        ("G-1-3", 1900, 2100, ""),
        ("G-1-4", 2899, 2100, ""),
        ("G-1-5", 3800, 2100, ""),
        ("G-1-6", 4700, 2100, ""),
        ("G-1-7", 5600, 2100, ""),
        ("G-2-1", 2850, 1750, "u"),
    ];
    let (moves, contacts, _) = proposal(&stands);
    assert_eq!(moves, []);
    let units = [american("A-1-7"), german("G-2-1")];
    assert_eq!(contacts, [Contact { units, why: ContactWhy::Flank }]);
    // With nobody in front of it to be cut off, it goes.
    stands.retain(|(name, ..)| !["A-1-8", "A-1-9"].contains(name));
    assert_eq!(proposal(&stands).0, [(american("A-1-7"), Point::new(2400, 1532))]);
}

#[test]
fn hidden_stands_are_shown_as_c5_opens() {
    let mut table = before_the_front(&[], &[("A-1-1", 2400, 1000, "")]).with(|facts| {
        crate::front::stand_mut(facts, "A-1-1").hidden = true;
    });
    assert!(!crate::view_support::json(&table.state, crate::front::GERMAN).contains("A-1-1"));
    both_close(&mut table);
    assert!(!stand(&table, "A-1-1").hidden);
    assert!(crate::view_support::json(&table.state, crate::front::GERMAN).contains("A-1-1"));
}

#[test]
fn where_home_edges_do_not_face_each_other_the_umpire_parts_units() {
    let askew = [("home_edge = \"north\"", "home_edge = \"west\"")];
    let mut table = before_the_front(&askew, &[("A-1-1", 2400, 1800, ""), ("G-11-1", 2400, 2000, "")]);
    let events = both_close(&mut table);
    let units = [american("A-1-1"), german("G-11-1")];
    let contacts = vec![Contact { units, why: ContactWhy::Askew }];
    assert!(events.contains(&Event::Disengaged(Disengaged { moves: Vec::new(), contacts })), "{events:?}");
}

#[test]
fn sides_may_fight_from_west_and_east() {
    let turned = [
        ("home_edge = \"south\"", "home_edge = \"west\""),
        ("home_edge = \"north\"", "home_edge = \"east\""),
    ];
    let mut table = before_the_front(&turned, &[("A-1-1", 1800, 2400, ""), ("G-11-1", 2000, 2400, "u")]);
    both_close(&mut table);
    assert_eq!(stand(&table, "A-1-1").at, Some(Point::new(1500, 2400)));
}

/// Whoever may stay where he is goes back by no rule: where he went, the umpire put him.
#[test]
fn what_the_umpire_moved_is_told_as_his() {
    let (.., mut table) = proposal(&[("A-1-1", 2400, 1800, "u"), ("G-11-1", 2400, 2000, "p")]);
    let words = |table: &Table| crate::view_support::json(&table.state, Seat::Side(0));
    assert!(words(&table).contains("Nobody moves back."));
    let moved = json!({ "do": "move-unit", "unit": "A-1-1", "side": "american", "x": "24", "y": "15", "reason": "Seen at the table." });
    table.plays(Seat::Umpire, moved, &[]);
    let words = words(&table);
    assert!(words.contains("As the umpire put it.") && !words.contains("which may stay"), "{words}");
}
