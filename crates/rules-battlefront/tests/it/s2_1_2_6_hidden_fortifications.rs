//! [BF-2.1.2.6] Hidden fortifications: those in the enemy's area are exposed, all others stay hidden.

use kernel::{Audience, Seat};
use rules_battlefront::facts::Work;
use rules_battlefront::measure::Point;
use rules_battlefront::rules::s2_1_2_6_hidden_fortifications::WorksExposed;
use rules_battlefront::{Event, Side};

use crate::after_battle::{at_the_wrecks, done, evening};
use crate::table::{GERMAN, RUSSIAN, Table, id};
use crate::view_support::words;

/// The evening's positions with the hidden German minefield somewhere, at C11.
fn with_mines_at(x: i32, y: i32) -> (Table, Vec<Event>) {
    let mut table = evening().with(|facts| {
        let mines = facts.works.iter_mut().find(|work| work.id == id("GH2")).expect("the minefield");
        mines.at = Point::new(x, y);
        for element in facts.sides.iter_mut().flat_map(|side| &mut side.elements) {
            (element.scenario.withdrawal_rolled, element.day.withdrawal_rolled) = (true, true);
        }
    });
    let mut events = Vec::new();
    for _ in 0..2 {
        for seat in [RUSSIAN, GERMAN] {
            events = table.plays(seat, done(), &[]);
        }
    }
    (table, events)
}

fn exposed(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event, Event::WorksExposed(_))).count()
}

#[test]
fn what_lies_in_the_enemy_s_area_is_put_on_the_map() {
    let (table, events) = at_the_wrecks();
    let (side, kind, at) = (id("german"), id("at-minefield"), Point::new(3000, 4000));
    let work = Work { id: id("F5"), side, kind, at, known: true };
    let event = Event::WorksExposed(WorksExposed { works: vec![work] });
    assert!(events.contains(&event), "{events:?}");
    assert_eq!(event.audience(), Audience::Public);
    assert!(
        table.state.facts.works.contains(&work)
            && !table.state.facts.works.iter().any(|work| work.id == id("GH2"))
    );
    assert!(table.state.side(Side::SECOND).placed.is_empty(), "it goes by its number on the map");
    assert!(words(&table.state, Seat::Side(0)).contains("F5"));
}

#[test]
fn what_lies_in_the_own_area_or_between_the_lines_stays_hidden() {
    // The German line is y = 21 at x = 40, the Soviet one y = 27; on it is the enemy's.
    for (x, y, n) in [(4000, 2000, 0), (4000, 2400, 0), (4000, 2699, 0), (4000, 2700, 1), (4600, 3100, 0)] {
        let (table, events) = with_mines_at(x, y);
        assert_eq!(exposed(&events), n, "({x}, {y})");
        let hidden = table.state.facts.works.iter().filter(|work| !work.known).count();
        assert_eq!(hidden, 4 - n, "({x}, {y})");
    }
}

#[test]
fn in_the_enemy_s_pocket_it_is_exposed() {
    let (_, events) = with_mines_at(3000, 1800);
    assert_eq!(exposed(&events), 1);
}

#[test]
fn an_attempt_of_the_owner_at_it_is_remembered_under_the_new_number() {
    let mut table = evening().with(|facts| facts.sides[1].tried = vec![id("GH2"), id("GH1")]);
    for _ in 0..2 {
        for (seat, dice) in [(RUSSIAN, 2), (GERMAN, 1)] {
            let withdrawal = table.state.step() == rules_battlefront::Step::OvernightWithdrawal;
            let dice = vec![9; if withdrawal { dice } else { 0 }];
            table.plays_by(kernel::Acting { seat, by: Seat::Umpire }, done(), &dice);
        }
    }
    assert_eq!(table.state.side(Side::SECOND).tried, [id("F5"), id("GH1")]);
}
