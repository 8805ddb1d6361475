use serde_json::json;

use crate::{NATO, Table, put};

#[test]
fn a_garrison_neither_moves_nor_attacks() {
    let table = Table::small("nato-move-1", |_| {});
    assert_eq!(table.refuses(NATO, json!({"do": "activate", "units": ["us-gar"]})), "CF-GAR-2 garrison");
}

#[test]
fn units_stacked_with_one_defend_with_one_more() {
    let table = Table::small("wp-move-1", |facts| put(facts, "us-m1", "0204"));
    let defense = rules_central_front::rules::s7_attacks::defense;
    assert_eq!(defense(&table.state, rules_central_front::words::Side::Nato, crate::hex("0204")), 7);
}
