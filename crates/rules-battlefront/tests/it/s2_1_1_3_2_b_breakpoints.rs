//! [BF-2.1.1.3.2.B] Breakpoints.

use rules_battlefront::rules::s2_1_1_3_2_b_breakpoints::{quarters_lost, thresholds};
use rules_battlefront::words::Status;
use rules_battlefront::{Event, Facts, Side, Step};
use serde_json::json;

use crate::MIUS;
use crate::table::{GERMAN, RUSSIAN, Table, id};

fn close_the_roster(table: &mut Table) -> Vec<Event> {
    table.plays(RUSSIAN, json!({ "do": "done" }), &[]);
    table.plays(GERMAN, json!({ "do": "done" }), &[])
}

fn rolled(facts: &mut Facts) {
    for element in facts.sides.iter_mut().flat_map(|side| &mut side.elements) {
        element.scenario.discipline_rolled = true;
        element.stands.iter_mut().for_each(|stand| stand.start_rolled = true);
    }
}

#[test]
fn quarters_are_reached_by_at_least_so_many_losses() {
    for (baseline, at) in [(1, [1, 1, 1]), (4, [1, 2, 3]), (5, [2, 3, 4]), (10, [3, 5, 8]), (11, [3, 6, 9])] {
        assert_eq!(thresholds(baseline), at, "{baseline}");
        for (quarters, threshold) in (1..).zip(at) {
            assert!(quarters_lost(threshold, baseline) >= quarters);
            assert!(quarters_lost(threshold - 1, baseline) < quarters);
        }
    }
    assert_eq!(quarters_lost(0, 0), 0);
}

#[test]
fn each_morning_starts_with_no_losses() {
    let mut table = Table::rostov_24().at(Step::Roster).with(rolled);
    close_the_roster(&mut table);
    let element = table.state.side(Side::FIRST).element(id("R-101")).expect("on the roster");
    assert_eq!((element.baseline, element.losses, element.full_strength), (5, 0, 10));
}

#[test]
fn an_isolated_formation_keeps_its_losses() {
    let mut table = Table::rostov_24().at(Step::Roster).with(rolled).with(|facts| {
        let element = &mut facts.sides[0].elements[0];
        for stand in element.stands.iter_mut().filter(|stand| stand.state == Default::default()) {
            (stand.status, stand.at) = (Status::Isolated, Some(Default::default()));
        }
    });
    close_the_roster(&mut table);
    let element = table.state.side(Side::FIRST).element(id("R-101")).expect("on the roster");
    assert_eq!((element.baseline, element.losses), (10, 5));
}

#[test]
fn a_stand_in_a_pocket_belongs_to_its_formation() {
    let mut table = Table::rostov_24().at(Step::Roster).with(rolled);
    close_the_roster(&mut table);
    // two lost, two cut off; the eight that live count.
    let element = table.state.side(Side::FIRST).element(id("R-102")).expect("on the roster");
    assert_eq!((element.baseline, element.losses), (8, 0));
}

#[test]
fn not_in_the_afternoon_nor_at_night() {
    for (day, slot) in [(2, 2), (1, 2)] {
        let mut table = Table::of(MIUS, &[], None).with(|facts| (facts.day, facts.slot) = (day, slot));
        table = table.at(Step::Roster);
        let events = close_the_roster(&mut table);
        assert!(!events.iter().any(|event| matches!(event, Event::BreakpointsRecomputed(_))), "{day}.{slot}");
    }
}
