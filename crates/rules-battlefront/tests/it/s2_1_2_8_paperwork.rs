//! [BF-2.1.2.8] Paperwork: the slot closes when both sides confirm rosters that add up.

use kernel::{Acting, Seat};
use rules_battlefront::rules::s2_1_2_8_paperwork::SlotEnded;
use rules_battlefront::words::{Edge, StandState};
use rules_battlefront::{Battlefront, Event, Step};

use crate::after_battle::{at_the_wrecks, done};
use crate::table::{GERMAN, RUSSIAN, Table};
use crate::view_support::words;

fn paperwork() -> Table {
    let (mut table, _) = at_the_wrecks();
    table.plays(RUSSIAN, done(), &[]);
    assert_eq!(table.state.step(), Step::Paperwork);
    table
}

#[test]
fn the_slot_ends_when_both_sides_have_confirmed() {
    let mut table = paperwork();
    let events = table.plays(GERMAN, done(), &[]);
    assert_eq!(events.len(), 1, "{events:?}");
    let events = table.plays(RUSSIAN, done(), &[]);
    assert_eq!(events.last(), Some(&Event::SlotEnded(SlotEnded {})));
}

#[test]
fn totals_that_do_not_add_up_are_not_confirmed_by_anybody() {
    // A squad is lost and not counted.
    let mut table = paperwork().with(|facts| facts.sides[0].elements[0].losses = 4);
    let (code, rule, sentence) = table.refusal(RUSSIAN, done());
    assert_eq!((code, rule), ("incomplete", "BF-2.1.2.8-1"));
    assert!(sentence.contains("had 10 stands and counts 4 losses, but 5 are accounted for"), "{sentence}");
    let by_umpire = Acting { seat: RUSSIAN, by: Seat::Umpire };
    assert!(
        kernel::prove::<Battlefront>(&table.state, by_umpire, &rules_battlefront::Command::Done).is_err()
    );
    assert!(words(&table.state, Seat::Side(0)).contains("cannot be confirmed"));
    // It is the one side's affair; the other confirms and learns nothing.
    table.plays(GERMAN, done(), &[]);
    // More lost in the battle than counted since the morning.
    let table = paperwork().with(|facts| facts.sides[0].elements[1].scenario.losses = 3);
    let (code, _, sentence) = table.refusal(RUSSIAN, done());
    assert_eq!(code, "incomplete");
    assert!(sentence.contains("2 losses, but 3 losses in the last battle"), "{sentence}");
}

#[test]
fn a_stand_that_exited_and_a_vehicle_that_was_repaired_add_up() {
    let mut table = paperwork().with(|facts| {
        let stand = &mut facts.sides[0].elements[6].stands[0];
        (stand.state, stand.exit) = (StandState::Exited, Some(Edge::South));
    });
    for seat in [RUSSIAN, GERMAN] {
        table.plays(seat, done(), &[]);
    }
    assert_eq!(table.state.step(), Step::Opening);
}
