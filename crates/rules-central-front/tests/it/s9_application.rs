use kernel::System;
use rules_central_front::CentralFront;
use rules_central_front::state::Step;
use serde_json::json;

use crate::s7_attacks::designated;
use crate::{NATO, WP, put, unit};

#[test]
fn steps_are_taken_one_by_one_by_their_owner() {
    let mut table = designated("hasty");
    put(&mut table.state.facts, "us-t1", "0504");
    // 11 to 2 + 2 + 6: 1-1; 10 is A1 D1FR1.
    table.does(WP, json!({"do": "attack", "target": "0504"}), &[]);
    table.does(NATO, json!({"do": "cover"}), &[&[4, 6]]);
    assert_eq!(table.piece("wp-t1").lost, 1, "one unit leaves no choice");
    let lose = |unit: &str| json!({"do": "lose-step", "unit": unit});
    assert_eq!(table.refuses(WP, lose("wp-t1")), "CF-SEQ-8 fight");
    assert_eq!(table.refuses(NATO, lose("us-f1")), "CF-SUP-13 unit");
    assert_eq!(table.refuses(NATO, json!({"do": "end-phase"})), "CF-SEQ-8 phase");
    assert_eq!(table.refuses(WP, json!({"do": "end-phase"})), "CF-SEQ-9 owed");
    table.does(NATO, lose("us-t1"), &[]);
    assert_eq!((table.piece("us-t1").lost, table.piece("us-t1").ap, table.piece("us-ca").ap), (1, 1, 1));
    let battle = table.state.facts.battle.as_ref().expect("retreats are owed");
    assert_eq!((battle.step, battle.defender.owed.len()), (Step::DefenderRetreats, 3));
}

#[test]
fn surplus_steps_are_lost() {
    let mut table = designated("hasty");
    put(&mut table.state.facts, "us-ct", "0204");
    // 11 to 2: 5-1; 12 is D4FR4 against one step.
    table.does(WP, json!({"do": "attack", "target": "0504"}), &[]);
    let events = table.does(NATO, json!({"do": "cover"}), &[&[6, 6]]);
    assert!(format!("{events:?}").contains("StepsWaived"));
    assert_eq!(table.piece("us-ca").at, None);
}

#[test]
fn retreats_of_the_defender_come_first_and_the_advance_last() {
    let mut table = designated("hasty");
    put(&mut table.state.facts, "us-ct", "0204");
    unit(&mut table.state.facts, "us-ca").ap = 0;
    put(&mut table.state.facts, "us-m1", "0504");
    // 11 to 2 + 6: 1-1; 11 is A1 D1FR2.
    table.does(WP, json!({"do": "attack", "target": "0504"}), &[]);
    table.does(NATO, json!({"do": "cover"}), &[&[5, 6]]);
    table.does(NATO, json!({"do": "lose-step", "unit": "us-ca"}), &[]);
    let path = crate::s10_retreat::first_path(&table, "us-m1");
    table.does(NATO, json!({"do": "retreat", "unit": "us-m1", "path": path}), &[]);
    assert_eq!(table.state.facts.battle.as_ref().map(|battle| battle.step), Some(Step::Advance));
    table.does(WP, json!({"do": "advance", "unit": "wp-t1", "path": ["0504", "0503"]}), &[]);
    assert!(table.state.facts.battle.is_none());
    assert_eq!(table.at("wp-t1"), "0503");
}

#[test]
fn what_a_fight_has_cost_stands_with_how_it_came_out() {
    let mut table = designated("hasty");
    put(&mut table.state.facts, "us-ct", "0204");
    put(&mut table.state.facts, "us-m1", "0504");
    table.does(WP, json!({"do": "attack", "target": "0504"}), &[]);
    table.does(NATO, json!({"do": "cover"}), &[&[5, 6]]);
    let said = |table: &crate::Table| {
        let page = serde_json::to_string(&CentralFront::view(&table.state, NATO)).expect("plain");
        let [worn, gone] = ["wp-t1", "us-ca"].map(|name| table.state.scenario.name(crate::id(name)));
        [format!("{worn} lost steps."), format!("{gone} was eliminated.")].map(|words| page.contains(&words))
    };
    assert_eq!(said(&table), [true, false], "the attacker had no choice");
    table.does(NATO, json!({"do": "lose-step", "unit": "us-ca"}), &[]);
    assert_eq!(said(&table), [true, true]);
    let fought = table.state.facts.fought.last().expect("it is remembered");
    assert_eq!(
        (&fought.worn[..], &fought.eliminated[..]),
        (&[crate::id("wp-t1")][..], &[crate::id("us-ca")][..])
    );
}

#[test]
fn nobody_is_asked_who_loses_a_step_where_all_lose_all() {
    let mut table = designated("hasty");
    // 11 to 2 + 2: 2-1; 12 is D2FR3 against two units of one step each.
    table.does(WP, json!({"do": "attack", "target": "0504"}), &[]);
    table.does(NATO, json!({"do": "cover"}), &[&[6, 6]]);
    assert_eq!((table.piece("us-ca").at, table.piece("us-ct").at), (None, None));
    assert_eq!(table.state.facts.battle.as_ref().map(|battle| battle.step), Some(Step::Advance));
}
