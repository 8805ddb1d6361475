use serde_json::{Value, json};

use crate::{NATO, Table, WP, put, unit};

fn pay(units: &[&str], target: &str, attack: &str) -> Value {
    json!({"do": "designate", "units": units, "target": target, "attack": attack})
}

fn table() -> Table {
    Table::small("wp-move-1", |facts| {
        put(facts, "wp-t1", "0603");
        put(facts, "wp-m1", "0604");
        put(facts, "wp-rec", "0604");
    })
}

#[test]
fn attacks_cost_their_points() {
    let mut table = table();
    table.does(WP, json!({"do": "activate", "units": ["wp-t1"]}), &[]);
    unit(&mut table.state.facts, "wp-t1").mp = 7;
    assert_eq!(table.refuses(WP, pay(&["wp-t1"], "0504", "prepared")), "CF-MOV-3 points");
    table.does(WP, pay(&["wp-t1"], "0504", "hasty"), &[]);
    assert_eq!(table.piece("wp-t1").mp, 3);
    assert_eq!(table.refuses(WP, pay(&["wp-t1"], "0504", "hasty")), "CF-MOV-4 paid");
}

#[test]
fn an_attack_is_paid_from_an_activation_at_its_place() {
    let mut table = table();
    assert_eq!(table.refuses(WP, pay(&["wp-t1"], "0504", "hasty")), "CF-AP-12 inactive");
    table.does(WP, json!({"do": "activate", "units": ["wp-t1"]}), &[]);
    assert_eq!(table.refuses(WP, pay(&["wp-t1"], "0404", "hasty")), "CF-MOV-6 adjacent");
    assert_eq!(table.refuses(WP, pay(&["wp-t1"], "0503", "hasty")), "CF-ATK-7 target");
    assert_eq!(table.refuses(WP, pay(&["wp-t1"], "0504", "march")), "CF-SEQ-2 kind");
    table.does(WP, json!({"do": "activate", "units": ["wp-art"]}), &[]);
    assert_eq!(table.refuses(WP, pay(&["wp-art"], "0504", "hasty")), "CF-BOM-1 kind");
}

#[test]
fn hasty_comes_from_one_hex_and_prepared_collects() {
    let mut table = table();
    table.does(WP, json!({"do": "activate", "units": ["wp-t1"]}), &[]);
    table.does(WP, pay(&["wp-t1"], "0504", "hasty"), &[]);
    table.does(WP, json!({"do": "activate", "units": ["wp-m1"]}), &[]);
    assert_eq!(table.refuses(WP, pay(&["wp-m1"], "0504", "hasty")), "CF-ATK-5 hex");
    assert_eq!(table.refuses(WP, pay(&["wp-m1"], "0504", "prepared")), "CF-SEQ-5 target");
    let mut table = self::table();
    for name in ["wp-t1", "wp-m1"] {
        table.does(WP, json!({"do": "activate", "units": [name]}), &[]);
        table.does(WP, pay(&[name], "0504", "prepared"), &[]);
    }
    assert_eq!(table.state.facts.designation[0].units.len(), 2);
}

#[test]
fn an_attack_without_strength_is_refused() {
    let mut table = Table::small("nato-move-1", |facts| {
        put(facts, "us-ca", "0404");
        put(facts, "us-t1", "0204");
        put(facts, "us-m1", "0204");
        put(facts, "us-ct", "0304");
        put(facts, "wp-t1", "0504");
    });
    table.does(NATO, json!({"do": "activate", "units": ["us-ca"]}), &[]);
    assert_eq!(table.refuses(NATO, pay(&["us-ca"], "0504", "hasty")), "CF-ATK-9 strength");
}

#[test]
fn calling_off_loses_what_was_paid() {
    let mut table = crate::s7_attacks::designated("hasty");
    assert_eq!(table.refuses(WP, json!({"do": "call-off", "target": "0404"})), "CF-ATK-16 target");
    table.does(WP, json!({"do": "call-off", "target": "0504"}), &[]);
    assert!(table.state.facts.designation.is_empty() && table.state.facts.attacked.is_empty());
}
