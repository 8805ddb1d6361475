use std::sync::Arc;

use kernel::{Acting, Seat, System, is_lawful};
use rules_central_front::phase::Phase;
use rules_central_front::words::Then;
use rules_central_front::{CentralFront, Command, Event};
use serde_json::json;

use crate::games::{play, source};
use crate::{NATO, SMALL, Table, WP, only, put, unit};

#[test]
fn a_turn_runs_through_its_phases() {
    let mut table = Table::small("weather", |facts| only(facts, &["wp-t1", "us-t1"]));
    let proceed = json!({"do": "proceed"});
    table.does(Seat::Clock, proceed.clone(), &[&[3], &[4]]);
    assert_eq!(table.state.facts.superior.map(|side| side.word()), Some("NATO"));
    assert_eq!(table.state.facts.strikes, 2);
    table.does(Seat::Clock, proceed.clone(), &[]);
    table.does(Seat::Clock, proceed.clone(), &[]);
    let mut met = vec![table.state.facts.phase];
    while table.state.facts.phase != Phase::Weather {
        let seat = table.state.facts.phase.side().expect("a side's phase").seat();
        table.does(seat, json!({"do": "end-phase"}), &[]);
        met.push(table.state.facts.phase);
    }
    assert_eq!(met[..10], Phase::TURN[3..]);
    assert_eq!(table.state.facts.turn, 2);
}

#[test]
fn the_end_of_a_phase_goes_on_past_what_everybody_sees_is_empty() {
    let mut table = Table::small("wp-move-1", |facts| only(facts, &["wp-t1", "us-t1"]));
    let on = json!({"do": "end-phase", "then": "open"});
    let mut stops = Vec::new();
    while table.state.facts.phase != Phase::Weather {
        stops.push(table.state.facts.phase);
        let seat = table.state.facts.phase.side().expect("a side's phase").seat();
        table.does(seat, on.clone(), &[]);
    }
    assert_eq!(stops, [Phase::WpMove1, Phase::NatoMove1, Phase::WpMove2, Phase::NatoMove2]);

    // An attack that waits, a strike that is left and somebody who may withdraw are no empty phases.
    let mut fight = crate::s7_attacks::designated("hasty");
    fight.state.facts.phase = Phase::WpMove1;
    fight.does(WP, on.clone(), &[]);
    assert_eq!(fight.state.facts.phase, Phase::WpCombat1);
    assert_eq!(fight.refuses(WP, on.clone()), "CF-SEQ-9 open");
    let mut air = Table::small("wp-move-1", |facts| {
        only(facts, &["wp-t1", "us-t1"]);
        (facts.superior, facts.strikes) = (Some(rules_central_front::words::Side::Wp), 1);
    });
    air.does(WP, on.clone(), &[]);
    assert_eq!(air.state.facts.phase, Phase::WpCombat1);
    let mut tired = Table::small("nato-move-2", |facts| unit(facts, "wp-t1").ap = 4);
    tired.does(NATO, on, &[]);
    assert_eq!(tired.state.facts.phase, Phase::WpRetreat);
}

#[test]
fn two_commands_end_a_turn_in_which_nobody_acts() {
    let mut table = Table::small("wp-move-1", |facts| only(facts, &["wp-t1", "us-t1"]));
    let pass = json!({"do": "end-phase", "then": "turn"});
    table.does(WP, pass.clone(), &[]);
    assert_eq!(table.state.facts.phase, Phase::NatoMove1);
    let mut other = table.clone();
    let events = table.does(NATO, pass, &[]);
    assert_eq!((table.state.facts.phase, table.state.facts.turn), (Phase::Weather, 2));
    assert_eq!(table.state.facts.passed, []);
    let passed = events.iter().filter(|event| matches!(event, Event::Passed(_))).count();
    assert_eq!(passed, 7, "{events:?}");

    // Whoever acts gives the other its phases back; an end one phase at a time passes whoever has passed.
    let mut plain = other.clone();
    other.does(NATO, json!({"do": "activate", "units": ["us-t1"]}), &[]);
    other.does(NATO, json!({"do": "end-phase", "then": "open"}), &[]);
    assert_eq!(other.state.facts.phase, Phase::WpMove2);
    for _ in 0..2 {
        plain.does(NATO, json!({"do": "end-phase"}), &[]);
    }
    assert_eq!(plain.state.facts.phase, Phase::NatoMove2);
}

/// Whatever a longer end comes to, single ends come to the same, and every state that it leads to is a position.
#[test]
fn a_longer_end_is_so_many_single_ends() {
    let mut compared = 0;
    for seed in 0..6 {
        let tried = play(&SMALL, &mut *source(seed), &mut |state, _| {
            let Some(side) = state.facts.phase.side() else { return };
            let [open, turn] = [Then::Open, Then::Turn].map(|then| {
                let command = Command::EndPhase { then: Some(then) };
                is_lawful::<CentralFront>(state, Acting::own(side.seat()), &command).then(|| {
                    let mut long = Table { state: state.clone() };
                    long.does(side.seat(), serde_json::to_value(&command).unwrap(), &[]);
                    let facts = CentralFront::position(&long.state);
                    let reopened = CentralFront::open_position(Arc::clone(&long.state.scenario), facts);
                    assert_eq!(reopened.as_ref(), Ok(&long.state));
                    long.state
                })
            });
            assert_eq!(open.is_some(), turn.is_some());
            let Some(long) = open else { return };
            let mut single = Table { state: state.clone() };
            let mut stops = 0;
            while single.state != long {
                let seat = single.state.facts.phase.side().expect("a side's phase").seat();
                single.does(seat, json!({"do": "end-phase"}), &[]);
                stops += 1;
                assert!(stops < 11, "{:?}", long.facts);
            }
            compared += 1;
        });
        assert!(tried.is_ok(), "{tried:?}");
    }
    assert!(compared > 200, "{compared}");
}

#[test]
fn the_last_turn_can_be_passed_and_the_end_is_a_position() {
    let mut table = Table::small("wp-move-1", |facts| {
        facts.turn = 3;
        only(facts, &["wp-t1", "us-t1"]);
    });
    for seat in [WP, NATO] {
        table.does(seat, json!({"do": "end-phase", "then": "turn"}), &[]);
    }
    assert_eq!((table.state.facts.phase, &table.state.facts.passed[..]), (Phase::Over, &[][..]));
    let facts = CentralFront::position(&table.state);
    let reopened = CentralFront::open_position(Arc::clone(&table.state.scenario), facts);
    assert_eq!(reopened.as_ref(), Ok(&table.state));
}

#[test]
fn a_phase_that_passed_says_why_and_no_more_than_is_so() {
    // An attack that is void keeps no phase open, and is designated still.
    let mut table = crate::s7_attacks::designated("hasty");
    table.state.facts.phase = Phase::WpMove1;
    unit(&mut table.state.facts, "wp-t1").ap = 9;
    let events = table.does(WP, json!({"do": "end-phase", "then": "open"}), &[]);
    let told = |event: &Event| CentralFront::narrate(&SMALL, event).plain(&[]);
    let passed: Vec<String> =
        events.iter().filter(|event| matches!(event, Event::Passed(_))).map(told).collect();
    assert_eq!(
        passed,
        ["WP first combat passed by itself: there is no attack to fight and no strike to fly."]
    );
}

#[test]
fn fog_has_no_second_die() {
    let mut table = Table::small("weather", |_| {});
    table.does(Seat::Clock, json!({"do": "proceed"}), &[&[2]]);
    assert!(table.state.facts.fog);
    assert_eq!(table.state.facts.superior, None);
    assert_eq!(table.state.facts.phase, Phase::Reinforcement);
}

#[test]
fn a_command_of_the_wrong_side_or_phase_is_refused() {
    let table = Table::small("wp-move-1", |_| {});
    let activate = |unit: &str| json!({"do": "activate", "units": [unit]});
    assert_eq!(table.refuses(NATO, activate("us-t1")), "CF-SEQ-8 phase");
    assert_eq!(table.refuses(WP, activate("us-t1")), "CF-SEQ-8 actor");
    assert_eq!(table.refuses(Seat::Umpire, activate("wp-t1")), "CF-SEQ-8 actor");
    assert_eq!(table.refuses(WP, json!({"do": "call-off", "target": "0504"})), "CF-SEQ-8 phase");
    assert_eq!(table.refuses(NATO, json!({"do": "end-phase"})), "CF-SEQ-8 phase");
    assert_eq!(table.refuses(WP, json!({"do": "proceed"})), "CF-SEQ-8 actor");
    assert_eq!(table.refuses(Seat::Clock, json!({"do": "proceed"})), "CF-SEQ-8 phase");
}

#[test]
fn any_unit_acts_in_either_movement_phase() {
    let mut table = Table::small("wp-move-2", |facts| unit(facts, "wp-t1").acted = false);
    table.does(WP, json!({"do": "activate", "units": ["wp-t1"]}), &[]);
}

#[test]
fn a_combat_phase_does_not_end_while_an_attack_is_open() {
    let mut table = crate::s7_attacks::designated("hasty");
    assert_eq!(table.refuses(WP, json!({"do": "end-phase"})), "CF-SEQ-9 open");
    table.does(WP, json!({"do": "call-off", "target": "0504"}), &[]);
    table.does(WP, json!({"do": "end-phase"}), &[]);
    assert_eq!(table.state.facts.phase, Phase::NatoMove1);
}

#[test]
fn hasty_attacks_come_before_prepared_ones() {
    let mut table = crate::s7_attacks::designated("prepared");
    table.state.facts.designation.push(rules_central_front::state::Designation {
        target: crate::hex("0505"),
        attack: rules_central_front::words::Attack::Hasty,
        bombard: false,
        units: vec![crate::id("wp-m2")],
    });
    put(&mut table.state.facts, "wp-m2", "0605");
    assert_eq!(table.refuses(WP, json!({"do": "attack", "target": "0504"})), "CF-SEQ-3 order");
    table.does(WP, json!({"do": "call-off", "target": "0505"}), &[]);
    table.does(WP, json!({"do": "attack", "target": "0504"}), &[]);
}

#[test]
fn play_ends_with_the_last_turn() {
    let mut table = Table::small("nato-retreat", |facts| facts.turn = 3);
    let events = table.does(NATO, json!({"do": "end-phase"}), &[]);
    assert!(format!("{events:?}").contains("Ended"), "{events:?}");
    assert_eq!(table.refuses(WP, json!({"do": "instruct", "cover": "never"})), "CF-SEQ-8 phase");
}
