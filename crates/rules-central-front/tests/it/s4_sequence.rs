use kernel::Seat;
use rules_central_front::phase::Phase;
use serde_json::json;

use crate::{NATO, Table, WP, only, put, unit};

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
