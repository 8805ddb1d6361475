//! 42.43: deeds that cannot have happened.

use serde_json::{Value, json};

use crate::s42_43_elan::armed;
use crate::{ONE, Table};

/// The German pickets against eight Americans with an infantry gun and two tanks.
fn battle() -> Table {
    let mut table = Table::order("german", "american", "[\"W1\"]", &armed(""));
    table.select_both();
    table
}

fn man(id: u8, events: Value) -> (u8, Value) {
    (0, json!({"id": id, "out": "in_play", "events": events}))
}

fn tank(afv: &str) -> Value {
    json!({"afv": afv, "means": "antitank", "result": "destroyed"})
}

#[test]
fn deeds_beyond_what_the_other_side_brought_are_refused_all_at_once() {
    for (events, n_faults) in [
        (json!([{"hero": 20}]), 0),
        (json!([{"hero": 21}]), 1),
        (json!([{"hero": 255}, {"hero": 255}]), 1),
        (json!([{"cc_kill": 8}]), 0),
        (json!([{"cc_kill": 9}]), 1),
        (json!([{"ig_cc": 2}]), 1),
        (json!([{"demo_charge_men": 9}]), 1),
        (json!([{"infiltration": {"unpinned_before": 9, "removed_or_pinned": 9}}]), 2),
        (json!([{"infiltration": {"unpinned_before": 0, "removed_or_pinned": 1}}]), 0),
        (json!([tank("one"), tank("afv-2")]), 0),
        (json!([tank("afv-3")]), 1),
        (json!([tank("one"), tank("two"), tank("three")]), 1),
        (json!([{"hero": 99}, {"ig_cc": 9}, {"demo_charge_men": 99}, tank("afv-7")]), 4),
    ] {
        let mut table = battle();
        let telling = table.telling("none", &[man(9, events.clone())]);
        let codes = table.does(ONE, telling).err().unwrap_or_default();
        assert_eq!(codes, vec!["E34"; n_faults], "{events}");
    }
}

#[test]
fn a_whole_side_kills_no_more_men_than_there_were() {
    let table = battle();
    let telling = table.telling("none", &[man(9, json!([{"cc_kill": 5}])), man(10, json!([{"cc_kill": 4}]))]);
    table.refuses(ONE, telling, &["E34"]);
}

#[test]
fn nobody_deals_with_a_vehicle_that_was_not_there() {
    let mut table = Table::between("german", "american");
    table.select_both();
    let telling = table.telling("none", &[man(9, json!([tank("tank")]))]);
    table.refuses(ONE, telling, &["E34"]);
    table.refuses(ONE, json!({"do": "note", "man": 9, "what": tank("tank")}), &["E34"]);
}

#[test]
fn the_tally_refuses_what_a_report_would() {
    let mut table = battle();
    table.must(ONE, json!({"do": "note", "man": 9, "what": {"hero": 20}}));
    table.refuses(ONE, json!({"do": "note", "man": 9, "what": {"hero": 1}}), &["E34"]);
    table.refuses(ONE, json!({"do": "note", "man": 10, "what": {"cc_kill": 9}}), &["E34"]);
}
