//! All rolls of a step in one act, what no die can change, and who has no part in a step.

use kernel::{Acting, Seat, System, prove};
use rules_battlefront::rules::s2_1_1_2_armour_repair::RepairTried;
use rules_battlefront::rules::s2_1_1_3_1_o_discipline::DisciplineRolled;
use rules_battlefront::rules::s2_1_scenarios::all_at_once::n_open;
use rules_battlefront::rules::s2_1_scenarios::parts::Why;
use rules_battlefront::rules::s2_1_scenarios::{NoPart, StepClosed, open_rolls};
use rules_battlefront::setup::charts::Repair;
use rules_battlefront::{Battlefront, Event, Side, Step};
use serde_json::json;

use crate::table::{GERMAN, RUSSIAN, Table, id, postures};

/// S2d of 24 December, come to by play.
fn at_the_roster() -> Table {
    let mut table = Table::rostov_24();
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
fn every_wreck_is_tried_and_the_step_closed_with_one_act() {
    let mut table = Table::mius_night();
    let held = table.state.side(Side::SECOND).cpp;
    let events = table.plays(GERMAN, json!({ "do": "roll-all", "spend": ["V2"], "close": true }), &[6, 8]);
    let tried = |vehicle: &str, cpp| {
        let outcome = Repair::Repaired;
        Event::RepairTried(RepairTried { side: Side::SECOND, vehicle: id(vehicle), cpp, outcome })
    };
    assert_eq!(events[..2], [tried("V2", 1), tried("V3", 0)]);
    assert_eq!(events[2], Event::StepClosed(StepClosed { side: Side::SECOND, step: Step::Repair }));
    assert_eq!(table.state.side(Side::SECOND).cpp, held - 1);
    table.reopens();
}

/// Each question is the one that is asked of a roll made alone, so that no way of rolling brings another face.
#[test]
fn one_act_asks_what_the_rolls_ask_one_by_one() {
    let mut all = at_the_roster();
    let n = n_open(&all.state, Side::FIRST);
    assert!(n > 1);
    let dice = vec![50; n];
    all.plays(RUSSIAN, json!({ "do": "roll-all" }), &dice);
    let together: Vec<String> = all.rolls.iter().map(|roll| roll.asked.key()).collect();
    let mut singly = at_the_roster();
    let mut one_by_one = Vec::new();
    for roll in open_rolls(&singly.state, Side::FIRST) {
        use rules_battlefront::rules::s2_1_scenarios::OpenRoll as O;
        let command = match roll {
            O::Discipline(me) => json!({ "do": "discipline-roll", "me": me }),
            O::StandDiscipline(stand) => json!({ "do": "discipline-roll", "stand": stand }),
            other => panic!("{other:?}"),
        };
        singly.plays(RUSSIAN, command, &[50]);
        one_by_one.push(singly.rolls[0].asked.key());
    }
    assert_eq!(together, one_by_one);
    assert_eq!(all.state.facts, singly.state.facts);
    all.refuses(RUSSIAN, json!({ "do": "roll-all" }), "not-eligible", "BF-2.1-1");
}

#[test]
fn points_are_named_once_each_and_paid_from_the_purse() {
    let table = Table::mius_night();
    let spend = |names: &[&str]| json!({ "do": "roll-all", "spend": names });
    table.refuses(GERMAN, spend(&["V4"]), "unknown", "BF-2.1-1");
    table.refuses(GERMAN, spend(&["V2", "V2"]), "range", "BF-2.1.1.2-7");
    let poor = Table::mius_night().with(|facts| facts.sides[1].cpp = 0);
    poor.refuses(GERMAN, spend(&["V2"]), "funds", "BF-2.1.1.2-7");
}

/// [BF-2.1.1.3.1.O-5] Whoever cannot change is settled when the step opens, and only its side hears of it.
#[test]
fn what_no_die_can_change_is_settled_without_one() {
    let mut table = Table::rostov_24();
    for seat in [RUSSIAN, GERMAN] {
        table.plays(seat, json!({ "do": "choose-posture", "posture": "defend" }), &[]);
    }
    table.plays(RUSSIAN, json!({ "do": "cpp-roll" }), &[5]);
    let events = table.plays(GERMAN, json!({ "do": "cpp-roll" }), &[5]);
    let settled: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::DisciplineSettled(settled) => Some(settled.clone()),
            _ => None,
        })
        .collect();
    assert!(!settled.is_empty(), "{events:?}");
    for event in settled {
        let enemy = event.side.enemy().seat();
        let audience = Battlefront::audience(&Event::DisciplineSettled(event));
        assert!(!Seat::Spectator.sees(audience) && !enemy.sees(audience));
    }
    for side in Side::BOTH {
        let open = n_open(&table.state, side);
        let rolled = table.plays(side.seat(), json!({ "do": "roll-all" }), &vec![50; open]);
        let n = rolled
            .iter()
            .filter(|event| matches!(event, Event::DisciplineRolled(DisciplineRolled { .. })))
            .count();
        assert!(n > 0 && n <= open);
    }
    table.reopens();
}

/// [BF-2.1.1.2-5, BF-2.1.1.5.1-1] The date, the map and the number of battles are everybody's to know.
#[test]
fn who_can_do_nothing_by_public_facts_has_no_part() {
    let mut table = Table::rostov_24().with(|facts| {
        facts.step = Step::Reveal;
        postures(facts, [rules_battlefront::words::Posture::Defend; 2]);
        for side in &mut facts.sides {
            side.income = Some(0);
        }
    });
    let events = table.plays(Seat::Clock, json!({ "do": "reveal" }), &[]);
    let no_part = |why| Event::NoPart(NoPart { side: Side::FIRST, step: Step::OvernightRepair, why });
    assert!(events.contains(&no_part(Why::NoRepairs)), "{events:?}");
    let words = Battlefront::narrate(Battlefront::setup(&table.state), &no_part(Why::NoRepairs));
    let sides = Battlefront::sides(Battlefront::setup(&table.state));
    let told = words.plain(&sides);
    assert!(told.contains("its army repairs vehicles from 1 July 1944 on."), "{told}");
    let done = serde_json::from_value(json!({ "do": "done" })).expect("a command");
    assert!(prove::<Battlefront>(&table.state, Acting::own(GERMAN), &done).is_ok());
}
