//! The sample's first battle from its night's work to the purchases of the next day: what the cleanup leaves, and what
//! the next slot makes of it.

use kernel::{Acting, Seat, System};
use rules_battlefront::facts::Facts;
use rules_battlefront::rules::s2_1_1_2_armour_repair::{RepairTried, RepairsEnded};
use rules_battlefront::rules::s2_1_1_2_w_armour_withdrawal::WithdrawalRolled;
use rules_battlefront::rules::s2_1_1_3_1_o_discipline::modifiers;
use rules_battlefront::rules::s2_1_1_4_2_aircraft::{FlightsLapsed, FlightsSpent};
use rules_battlefront::rules::s2_1_1_4_3_off_board_artillery::ModulesSpent;
use rules_battlefront::rules::s2_1_1_4_4_preregistered_points::PreregLapsed;
use rules_battlefront::rules::s2_1_2_8_paperwork::SlotEnded;
use rules_battlefront::rules::s2_1_scenarios::{OpenRoll, open_rolls};
use rules_battlefront::rules::s2_1_scenarios::{StepOpened, StepPassed};
use rules_battlefront::rules::s2_campaign::scores;
use rules_battlefront::setup::charts::{Repair, Withdrawal};
use rules_battlefront::words::{Ammunition, Edge, StandState, Standing, Status};
use rules_battlefront::{Battlefront, Event, Side, State, Step};
use serde_json::{Value, json};

pub use crate::evening::evening;
use crate::table::{GERMAN, RUSSIAN, Table, id};

pub fn done() -> Value {
    json!({ "do": "done" })
}

fn steps(events: &[Event]) -> Vec<String> {
    let words = |event: &Event| match event {
        Event::StepOpened(StepOpened { step }) => Some(format!("{step}")),
        Event::StepPassed(StepPassed { step }) => Some(format!("{step} passed")),
        _ => None,
    };
    events.iter().filter_map(words).collect()
}

/// Makes every roll that a side owes, with the same die.
fn roll_all(table: &mut Table, seat: Seat, side: Side, die: u16) {
    for roll in open_rolls(&table.state, side) {
        let command = match roll {
            OpenRoll::Withdrawal(me) => json!({ "do": "withdraw-roll", "me": me }),
            OpenRoll::Discipline(me) => json!({ "do": "discipline-roll", "me": me }),
            OpenRoll::StandDiscipline(stand) => json!({ "do": "discipline-roll", "stand": stand }),
            other => panic!("{other:?} is not owed here"),
        };
        table.plays(seat, command, &[die]);
    }
}

/// From C8a on to C11, the Soviet tank company A withdrawn and the German Panzer III repaired.
pub fn at_the_wrecks() -> (Table, Vec<Event>) {
    let mut table = evening();
    // Nobody in 1942 but the German side repairs, and withdrawal waits for the repairs of both. [BF-2.1.1.2.W-1]
    table.refuses(RUSSIAN, json!({ "do": "repair", "vehicle": "V1" }), "nation-date", "BF-2.1.1.2-5");
    table.refuses(RUSSIAN, json!({ "do": "withdraw-roll", "me": "R-201" }), "step", "BF-2.1.1.2.W-1");
    let events = table.plays(GERMAN, json!({ "do": "repair", "vehicle": "V4", "cpp": 1 }), &[6]);
    assert!(matches!(events[0], Event::RepairTried(RepairTried { outcome: Repair::Repaired, cpp: 1, .. })));
    table.plays(GERMAN, done(), &[]);
    let events = table.plays(RUSSIAN, done(), &[]);
    assert_eq!(steps(&events), ["C8b"]);
    assert!(events.contains(&Event::RepairsEnded(RepairsEnded { vanished: vec![id("V4")] })));
    table.refuses(GERMAN, json!({ "do": "repair", "vehicle": "V5" }), "step", "BF-2.1.1.2-2");
    table.refuses(GERMAN, done(), "incomplete", "BF-2.1.1.2.W-2");
    // A vehicle since repaired counts: the German company rolls. [BF-R16]
    let owed = Side::BOTH.map(|side| open_rolls(&table.state, side).len());
    assert_eq!(owed, [2, 1]);
    let events = table.plays(RUSSIAN, json!({ "do": "withdraw-roll", "me": "R-201" }), &[2]);
    assert!(matches!(
        events[0],
        Event::WithdrawalRolled(WithdrawalRolled { outcome: Withdrawal::Withdraws, .. })
    ));
    roll_all(&mut table, RUSSIAN, Side::FIRST, 3);
    roll_all(&mut table, GERMAN, Side::SECOND, 10);
    table.plays(RUSSIAN, done(), &[]);
    let events = table.plays(GERMAN, done(), &[]);
    (table, events)
}

fn at_the_paperwork() -> Table {
    let (mut table, _) = at_the_wrecks();
    table.plays(RUSSIAN, done(), &[]);
    table
}

#[test]
fn the_night_s_work_after_a_battle_leads_to_the_clearing_of_the_map() {
    let (table, events) = at_the_wrecks();
    assert_eq!(steps(&events), ["C9", "C10", "C11"]);
    assert_eq!(table.state.step(), Step::Wrecks);
    assert_eq!(
        table.state.side(Side::FIRST).element(id("R-201")).map(|me| me.standing),
        Some(Standing::Withdrawn)
    );
    assert!(table.state.facts.wrecks.iter().any(|wreck| wreck.id == id("V1")), "its wrecks stay");
    let repaired = table.state.side(Side::SECOND).stand(id("G-31-2")).map(|(_, stand)| stand.state);
    assert_eq!(repaired, Some(StandState::Here));
}

#[test]
fn the_day_s_end_after_a_battle_takes_what_was_used() {
    let mut table = at_the_paperwork();
    table.plays(RUSSIAN, done(), &[]);
    let events = table.plays(GERMAN, done(), &[]);
    let german = Side::SECOND;
    for event in [
        Event::FlightsSpent(FlightsSpent { side: german, flights: vec![id("GF1.4")] }),
        Event::FlightsLapsed(FlightsLapsed { side: german, flights: vec![id("GF1.5")] }),
        Event::ModulesSpent(ModulesSpent { side: german, modules: vec![id("GO3.1")] }),
        Event::PreregLapsed(PreregLapsed { side: german }),
    ] {
        assert!(events.contains(&event), "{event:?} is not among {events:?}");
        assert_eq!(event.audience(), german.only());
    }
    assert_eq!(events.last(), Some(&Event::SlotEnded(SlotEnded {})));
    let facts = &table.state.facts;
    assert_eq!((facts.day, facts.slot, facts.step), (2, 1, Step::Opening));
    assert_eq!((facts.attacker, facts.roll_off, facts.skipped), (None, None, false));
    assert_eq!((facts.scenarios, facts.last_day_fought), (1, 1));
    let side = table.state.side(german);
    assert!(side.chosen.is_empty() && side.placed.is_empty() && side.flights.is_empty());
    assert_eq!(
        side.modules.iter().map(|module| (module.id, module.prereg)).collect::<Vec<_>>(),
        [(id("GO3.2"), 0)]
    );
    assert!(side.modules[0].points.is_empty() && side.posture.is_none() && side.income.is_none());
}

/// On to S2e of 24 December: both defend, and all that is owed is rolled.
fn next_morning() -> Table {
    let mut table = at_the_paperwork();
    for seat in [RUSSIAN, GERMAN] {
        table.plays(seat, done(), &[]);
    }
    table.plays(Seat::Clock, json!({ "do": "open-slot" }), &[1]);
    assert_eq!(table.state.step(), Step::Posture);
    for seat in [RUSSIAN, GERMAN] {
        table.plays(seat, json!({ "do": "choose-posture", "posture": "defend" }), &[]);
    }
    for seat in [RUSSIAN, GERMAN] {
        table.plays(seat, json!({ "do": "cpp-roll" }), &[5]);
    }
    assert_eq!(table.state.step(), Step::Roster);
    table
}

#[test]
fn the_next_refit_reads_what_the_battle_left() {
    let mut table = next_morning();
    let state = &table.state;
    // The record of the battle is the previous one; a formation that was withdrawn rolls no more.
    let owed = open_rolls(state, Side::FIRST);
    assert!(!owed.contains(&OpenRoll::Discipline(id("R-201"))));
    assert!(owed.contains(&OpenRoll::StandDiscipline(id("R-102-9"))), "it begins the day cut off");
    // Half lost, one panicked off, three kills, one close combat won: together nothing, so that no die can change it.
    let rifles = state.side(Side::FIRST).element(id("R-101")).unwrap();
    let amounts = modifiers(state, rifles).iter().map(|modifier| modifier.amount).collect::<Vec<_>>();
    assert_eq!(amounts, [-2, -2, 3, 1, 0, 0, 0]);
    assert!(rifles.scenario.discipline_settled && !owed.contains(&OpenRoll::Discipline(id("R-101"))));
    roll_all(&mut table, RUSSIAN, Side::FIRST, 50);
    roll_all(&mut table, GERMAN, Side::SECOND, 50);
    table.plays(RUSSIAN, done(), &[]);
    let events = table.plays(GERMAN, done(), &[]);
    assert_eq!(steps(&events), ["S2e"]);
    let strength = |me: &str| {
        let element = Side::BOTH.iter().find_map(|side| table.state.side(*side).element(id(me)));
        element.map(|element| (element.strength(), element.baseline, element.losses))
    };
    // Those that had panicked are back and counted, and the losses of the 23rd count no more. [BF-2.1.1.3.2.B-1]
    assert_eq!(strength("R-101"), Some((5, 5, 0)));
    assert_eq!(strength("G-12"), Some((5, 5, 0)));
    assert_eq!(strength("G-31"), Some((4, 4, 0)), "with the one that was repaired");
    assert_eq!(strength("R-201"), Some((3, 5, 2)), "withdrawn: nothing changes");
    let ammunition =
        |stand: &str| table.state.side(Side::FIRST).stand(id(stand)).map(|(_, stand)| stand.ammunition);
    assert_eq!(ammunition("R-102-4"), Some(Ammunition::Full));
    assert_eq!(ammunition("R-102-9"), Some(Ammunition::Out), "a stand in a pocket does not recover");
}

#[test]
fn the_last_slot_s_battle_leads_to_the_result() {
    let mut last = at_the_paperwork().with(|facts| {
        (facts.day, facts.last_day_fought) = (5, 5);
        facts.sides[0].income = None;
        facts.sides[1].flights.iter_mut().for_each(|flight| flight.day = 5);
        // Five squads have left over the south edge. [BF-2.S-2]
        for (element, n) in [(0, 4), (2, 1)] {
            let stands = facts.sides[0].elements[element].stands.iter_mut();
            for stand in stands.filter(|stand| stand.state == StandState::Here).take(n) {
                (stand.state, stand.exit) = (StandState::Exited, Some(Edge::South));
            }
        }
    });
    last.refuses(Seat::Umpire, json!({ "do": "declare-victory" }), "step", "BF-2-4");
    for seat in [RUSSIAN, GERMAN] {
        last.plays(seat, done(), &[]);
    }
    assert_eq!(last.state.step(), Step::Victory);
    assert!(!last.state.facts.skipped && last.state.facts.attacker.is_none());
    // Hill 98 and the North Farm lie within the new Soviet line, and five stands gone make a point.
    assert_eq!(*scores(&last.state).as_array(), [6, 0]);
    last.plays(Seat::Umpire, json!({ "do": "declare-victory" }), &[]);
    assert_eq!(last.state.step(), Step::Over);
}

#[test]
fn every_position_on_the_way_can_be_written_and_read() {
    let again = |state: &State| {
        let written = toml::to_string(&state.facts).expect("facts can be written");
        let facts: Facts = toml::from_str(&written).expect("and read");
        let opened = Battlefront::open_position(state.shared_campaign(), facts);
        assert!(opened.as_ref().is_ok_and(|opened| opened == state), "{:?}", opened.err());
    };
    again(&evening().state);
    again(&at_the_wrecks().0.state);
    again(&at_the_paperwork().state);
    again(&next_morning().state);
}

#[test]
fn the_umpire_closes_the_night_for_a_side_and_makes_its_rolls() {
    let mut table = evening();
    for seat in [RUSSIAN, GERMAN] {
        table.plays(seat, done(), &[]);
    }
    let by_umpire = |seat| Acting { seat, by: Seat::Umpire };
    table.plays_by(by_umpire(RUSSIAN), done(), &[5, 5]);
    table.plays_by(by_umpire(GERMAN), done(), &[5]);
    assert_eq!(table.state.step(), Step::Wrecks);
    let pocket = table.state.side(Side::FIRST).stand(id("R-102-9")).map(|(_, stand)| stand.status);
    assert_eq!(pocket, Some(Status::CutOff));
}
