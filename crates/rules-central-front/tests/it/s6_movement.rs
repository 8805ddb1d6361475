use rules_central_front::rules::s6_movement::cost;
use serde_json::{Value, json};

use crate::{SMALL, Table, WP, hex, only, put, unit};

fn go(units: &[&str], path: &[&str]) -> Value {
    json!({"do": "move", "units": units, "path": path})
}

/// One unit of the Pact alone on the map, activated.
fn alone(name: &str, at: &str) -> Table {
    let mut table = Table::small("wp-move-1", |facts| {
        only(facts, &[name, "us-gar"]);
        put(facts, name, at);
    });
    table.does(WP, json!({"do": "activate", "units": [name]}), &[]);
    table
}

#[test]
fn costs_are_the_maps() {
    let board = &SMALL.board;
    let price = |from: &str, to: &str| cost(board, board.step(hex(from), hex(to)).expect("adjacent"));
    assert_eq!(price("0803", "0802"), Some(3), "slope");
    assert_eq!(price("0504", "0505"), Some(2), "clear");
    assert_eq!(price("0605", "0606"), Some(4), "wooded rough");
    assert_eq!(price("0704", "0604"), Some(1), "along the road into the town");
    assert_eq!(price("0705", "0604"), Some(2), "into the town beside it");
    assert_eq!(price("0501", "0401"), Some(4), "a river without a road");
    assert_eq!(price("0504", "0404"), Some(1), "a bridge");
}

#[test]
fn a_path_is_paid_hex_by_hex() {
    let mut table = alone("wp-t1", "0904");
    table.does(WP, go(&["wp-t1"], &["0803", "0704", "0604", "0504"]), &[]);
    assert_eq!((table.at("wp-t1").as_str(), table.piece("wp-t1").mp), ("0504", 8));
    assert_eq!(table.refuses(WP, go(&["wp-t1"], &["0304"])), "CF-MOV-1 path");
    table.state.facts.unit.iter_mut().for_each(|piece| piece.mp = piece.mp.min(3));
    assert_eq!(table.refuses(WP, go(&["wp-t1"], &["0503", "0402"])), "CF-MOV-1 points");
    assert_eq!(table.refuses(WP, go(&["wp-t1"], &[])), "CF-MOV-1 path");
}

#[test]
fn dropped_units_do_not_move_again_and_nobody_is_picked_up() {
    let mut table = Table::small("wp-move-1", |_| {});
    table.does(WP, json!({"do": "activate", "units": ["wp-m1", "wp-rec"]}), &[]);
    table.does(WP, go(&["wp-rec"], &["0603"]), &[]);
    assert_eq!(table.refuses(WP, go(&["wp-m1"], &["0703"])), "CF-MOV-10 dropped");
    assert_eq!(table.refuses(WP, go(&["wp-m2"], &["0704"])), "CF-MOV-11 inactive");
}

#[test]
fn the_next_activation_ends_the_one_before() {
    let mut table = Table::small("wp-move-1", |_| {});
    table.does(WP, json!({"do": "activate", "units": ["wp-m1"]}), &[]);
    table.does(WP, json!({"do": "activate", "units": ["wp-m2"]}), &[]);
    assert_eq!(table.refuses(WP, go(&["wp-m1"], &["0603"])), "CF-MOV-11 inactive");
    assert_eq!(table.piece("wp-m1").mp, 0, "none are saved");
}

#[test]
fn a_helicopter_ignores_the_ground_and_does_not_end_with_enemies() {
    let mut table = Table::small("wp-move-1", |_| {});
    table.does(WP, json!({"do": "activate", "units": ["wp-hel"]}), &[]);
    let over = ["0803", "0703", "0603", "0504", "0404", "0305"];
    assert_eq!(table.refuses(WP, go(&["wp-hel"], &over[..5])), "CF-STACK-6 enemy");
    table.does(WP, go(&["wp-hel"], &over), &[]);
    assert_eq!(table.piece("wp-hel").mp, 18);
}

#[test]
fn each_unit_of_a_stack_keeps_its_own_points() {
    let mut table = Table::small("wp-move-1", |_| {});
    table.does(WP, json!({"do": "activate", "units": ["wp-m1", "wp-rec"]}), &[]);
    table.does(WP, go(&["wp-m1", "wp-rec"], &["0603"]), &[]);
    assert_eq!((table.piece("wp-m1").mp, table.piece("wp-rec").mp), (10, 12));
}

#[test]
fn after_paying_for_an_attack_a_unit_stays() {
    let mut table = Table::small("wp-move-1", |facts| put(facts, "wp-t1", "0603"));
    table.does(WP, json!({"do": "activate", "units": ["wp-t1"]}), &[]);
    table.does(WP, json!({"do": "designate", "units": ["wp-t1"], "target": "0504", "attack": "hasty"}), &[]);
    assert_eq!(table.piece("wp-t1").mp, 8);
    assert_eq!(table.refuses(WP, go(&["wp-t1"], &["0703"])), "CF-MOV-4 paid");
    unit(&mut table.state.facts, "wp-t1").ap = 0;
    assert_eq!(
        table.refuses(WP, json!({"do": "march", "units": ["wp-t1"], "target": "0504"})),
        "CF-MOV-4 paid"
    );
}
