//! [BF-2.1] Steps in order, closed by both sides, none skipped.

use kernel::{Acting, Seat, System};
use rules_battlefront::rules::s2_1_1_3_3_ammunition::AmmunitionRecovered;
use rules_battlefront::rules::s2_1_scenarios::parts::Why;
use rules_battlefront::rules::s2_1_scenarios::{NoPart, StepClosed, StepOpened, StepPassed};
use rules_battlefront::rules::s2_1_scenarios::{OpenRoll, open_rolls};
use rules_battlefront::words::Ammunition;
use rules_battlefront::{Battlefront, Event, Side, Step};
use serde_json::json;

use crate::table::{GERMAN, RUSSIAN, Table, id};

fn steps(events: &[Event]) -> Vec<String> {
    let words = |event: &Event| match event {
        Event::StepOpened(StepOpened { step }) => Some(format!("{step} opened")),
        Event::StepPassed(StepPassed { step }) => Some(format!("{step} passed")),
        _ => None,
    };
    events.iter().filter_map(words).collect()
}

#[test]
fn a_daylight_slot_runs_through_its_steps_and_passes_the_night_s() {
    let mut table = Table::rostov_24();
    let done = json!({ "do": "done" });
    table.plays(RUSSIAN, json!({ "do": "choose-posture", "posture": "defend" }), &[]);
    let events = table.plays(GERMAN, json!({ "do": "choose-posture", "posture": "defend" }), &[]);
    assert_eq!(steps(&events), ["S2a opened"]);
    table.plays(RUSSIAN, json!({ "do": "cpp-roll" }), &[5]);
    let events = table.plays(GERMAN, json!({ "do": "cpp-roll" }), &[5]);
    assert_eq!(steps(&events), ["S2b passed", "S2c passed", "S2d opened"]);
    for (seat, side) in [(RUSSIAN, Side::FIRST), (GERMAN, Side::SECOND)] {
        for roll in open_rolls(&table.state, side) {
            let subject = match roll {
                OpenRoll::Discipline(me) => json!({ "do": "discipline-roll", "me": me }),
                OpenRoll::StandDiscipline(stand) => json!({ "do": "discipline-roll", "stand": stand }),
                other => panic!("{other:?}"),
            };
            table.plays(seat, subject, &[50]);
        }
        table.plays(seat, done.clone(), &[]);
    }
    assert_eq!(table.state.step(), Step::Purchases);
    for step in [Step::Purchases, Step::Removal, Step::Fortification] {
        assert_eq!(table.state.step(), step);
        table.plays(GERMAN, done.clone(), &[]);
        table.refuses(GERMAN, done.clone(), "dup", "BF-2.1-1");
        table.plays(RUSSIAN, done.clone(), &[]);
    }
    assert_eq!(table.state.step(), Step::Reveal);
    table.refuses(RUSSIAN, done.clone(), "step", "BF-2.1-1");
    table.refuses(Seat::Umpire, done, "actor", "BF-2.1-1");
}

#[test]
fn a_night_slot_has_repair_and_withdrawal() {
    let mut table = Table::mius_night();
    table.plays(RUSSIAN, json!({ "do": "done" }), &[]);
    let events = table.plays(GERMAN, json!({ "do": "done" }), &[]);
    // The Soviet side is under no restriction, which everyone knows: it has no part in S2c.
    assert_eq!(steps(&events), ["S2c opened"]);
    assert!(events.contains(&Event::NoPart(NoPart {
        side: Side::FIRST,
        step: Step::Withdrawal,
        why: Why::Plain
    })));
    // Nor is it told to have closed the step: not to itself, and not to the umpire who would close it for the side.
    let roll = json!({ "do": "withdraw-roll", "me": "R-201" });
    for command in [roll, json!({ "do": "done" })] {
        let (code, _, sentence) = table.refusal(RUSSIAN, command);
        assert_eq!((code, &*sentence), ("step", "You have no part in S2c, armour withdrawal."));
    }
    let closed = |side| Event::StepClosed(StepClosed { side, step: Step::Withdrawal });
    assert!(
        !events.contains(&closed(Side::FIRST)) && !events.contains(&closed(Side::SECOND)),
        "nobody has closed it: {events:?}"
    );
    // No page and no line of the log says that it has closed what it has no part in.
    for seat in [RUSSIAN, GERMAN, Seat::Umpire, Seat::Spectator] {
        let words = crate::view_support::words(&table.state, seat).to_lowercase();
        assert!(words.contains("no part"), "{seat:?}: {words}");
        assert!(!words.contains("closed armour withdrawal"), "{seat:?}: {words}");
    }
    let told: Vec<String> = events.iter().map(|event| narrated(&table, event)).collect();
    assert!(told.contains(&"Soviet has no part in step S2c, armour withdrawal.".to_owned()), "{told:?}");
}

#[test]
fn a_step_waits_for_a_side_that_has_nothing_to_do_in_it() {
    let mut table = Table::rostov_24().at(Step::Removal);
    table.plays(RUSSIAN, json!({ "do": "done" }), &[]);
    assert_eq!(table.state.step(), Step::Removal, "the German side has to close it too");
}

#[test]
fn a_command_of_another_step_is_refused() {
    let table = Table::rostov_24().at(Step::Removal);
    for (command, rule) in [
        (json!({ "do": "cpp-roll" }), "BF-2.1.1.1-1"),
        (json!({ "do": "repair", "vehicle": "V4" }), "BF-2.1.1.2-2"),
        (json!({ "do": "withdraw-roll", "me": "G-31" }), "BF-2.1.1.2.W-1"),
        (json!({ "do": "discipline-roll", "me": "G-31" }), "BF-2.1.1.3.1.O-2"),
        (json!({ "do": "combine", "keep": "G-11", "strike": "G-12" }), "BF-2.1.1.3.2-1"),
        (json!({ "do": "buy", "group": "GI2" }), "BF-2.1.1.4-5"),
        (json!({ "do": "take-back", "purchase": "GI2.3" }), "HOUSE-TAKE-BACK"),
        (json!({ "do": "number-roll", "purchase": "GO3.2" }), "BF-2.1.1.4.4.N-1"),
        (json!({ "do": "buy-prereg", "module": "GO3.2" }), "BF-2.1.1.4.4-2"),
        (json!({ "do": "buy-fort", "type": "wire" }), "BF-2.1.1.5.2-1"),
    ] {
        table.refuses(GERMAN, command, "step", rule);
    }
    let closed = {
        let mut table = table;
        table.plays(GERMAN, json!({ "do": "done" }), &[]);
        table
    };
    closed.refuses(GERMAN, json!({ "do": "remove-fort", "item": "F1" }), "step", "BF-2.1.1.5.1-1");
}

#[test]
fn only_sides_do_what_sides_do() {
    let table = Table::rostov_24().at(Step::Purchases);
    for seat in [Seat::Umpire, Seat::Spectator, Seat::Clock, Seat::Side(2)] {
        table.refuses(seat, json!({ "do": "buy", "group": "GI2" }), "actor", "BF-2.1.1.4-5");
        table.refuses(seat, json!({ "do": "done" }), "actor", "BF-2.1-1");
    }
}

#[test]
fn a_side_cannot_close_with_a_roll_open_and_the_umpire_s_closing_makes_it() {
    let done = json!({ "do": "done" });
    for (step, rule) in [
        (Step::PurchasePoints, "BF-2.1.1.1-1"),
        (Step::Roster, "BF-2.1.1.3.1.O-3"),
        (Step::OvernightWithdrawal, "BF-2.1.1.2.W-2"),
    ] {
        let mut table = Table::rostov_24().before_withdrawal().at(step);
        table.refuses(RUSSIAN, done.clone(), "incomplete", rule);
        let owed = open_rolls(&table.state, Side::FIRST);
        let by_umpire = Acting { seat: RUSSIAN, by: Seat::Umpire };
        let events = table.plays_by(by_umpire, done.clone(), &vec![7; owed.len()]);
        assert_eq!(events.len(), owed.len() + 1, "{events:?}");
        assert!(table.state.facts.sides[0].closed && open_rolls(&table.state, Side::FIRST).is_empty());
    }
}

#[test]
fn a_posture_is_no_roll_and_is_not_made_by_the_umpire_s_closing() {
    let table = Table::rostov_24();
    table.refuses(RUSSIAN, json!({ "do": "done" }), "incomplete", "BF-2.1.P-2");
}

#[test]
fn ammunition_and_breakpoints_are_seen_to_when_the_roster_closes() {
    let mut table = Table::rostov_24().at(Step::Roster).with(|facts| {
        let element = &mut facts.sides[0].elements[0];
        element.stands[0].ammunition = Ammunition::Out;
        for element in facts.sides.iter_mut().flat_map(|side| &mut side.elements) {
            element.scenario.discipline_rolled = true;
            element.stands.iter_mut().for_each(|stand| stand.start_rolled = true);
        }
    });
    table.plays(RUSSIAN, json!({ "do": "done" }), &[]);
    let events = table.plays(GERMAN, json!({ "do": "done" }), &[]);
    assert!(events.contains(&Event::AmmunitionRecovered(AmmunitionRecovered {
        side: Side::FIRST,
        stands: vec![id("R-101-1")]
    })));
    assert_eq!(events.iter().filter(|event| matches!(event, Event::BreakpointsRecomputed(_))).count(), 2);
    let short = table.state.side(Side::FIRST).stand(id("R-102-10")).expect("it stands on the roster").1;
    assert_eq!(short.ammunition, Ammunition::Short, "a stand cut off does not recover");
}

#[test]
fn the_roster_step_owes_number_rolls_in_purchases_only() {
    let table = Table::rostov_24().at(Step::Purchases).with(|facts| facts.sides[1].modules[0].smoke = None);
    table.refuses(GERMAN, json!({ "do": "done" }), "incomplete", "BF-2.1.1.4.4.N-1");
    assert!(open_rolls(&table.state, Side::FIRST).is_empty());
}

fn narrated(table: &Table, event: &Event) -> String {
    let campaign = table.state.campaign();
    Battlefront::narrate(campaign, event).plain(&Battlefront::sides(campaign))
}
