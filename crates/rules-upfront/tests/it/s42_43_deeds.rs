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
        (json!([{"cc_kill": 9}]), 1),
        (json!([{"ig_cc": 2}]), 1),
        (json!([{"demo_charge_men": 9}]), 2),
        (json!([{"infiltration": {"unpinned_before": 9, "removed_or_pinned": 9}}]), 2),
        (json!([{"infiltration": {"unpinned_before": 0, "removed_or_pinned": 1}}]), 0),
        (json!([tank("afv-3")]), 1),
        (json!([tank("one"), tank("two"), tank("three")]), 1),
        (json!([{"hero": 99}, {"ig_cc": 9}, {"demo_charge_men": 99}, tank("afv-7")]), 5),
    ] {
        let mut table = battle();
        let telling = table.telling("none", &[man(9, events.clone())]);
        let codes = table.does(ONE, telling).err().unwrap_or_default();
        assert_eq!(codes, vec!["E34"; n_faults], "{events}");
    }
}

#[test]
fn deeds_that_the_losses_of_the_other_side_belie_are_refused() {
    let gun = json!({"kind": "ig", "effect": 3});
    let wreck = json!({"kind": "afv", "effect": 4});
    let commander = json!({"kind": "commander_killed"});
    for (events, n_fallen, aux, n_faults) in [
        (json!([{"cc_kill": 8}]), 8, json!([]), 0),
        (json!([{"cc_kill": 8}]), 7, json!([]), 1),
        (json!([{"cc_kill": 1}]), 0, json!([]), 1),
        (json!([{"cc_kill": 1}]), 0, json!([commander]), 0),
        (json!([{"cc_kill": 2}]), 0, json!([gun]), 0),
        (json!([{"cc_kill": 3}]), 0, json!([gun]), 1),
        (json!([{"cc_kill": 10}]), 8, json!([gun]), 0),
        (json!([{"cc_kill": 11}]), 8, json!([gun]), 1),
        (json!([{"ig_cc": 1}]), 0, json!([]), 1),
        (json!([{"ig_cc": 1}]), 0, json!([gun]), 0),
        (json!([{"ig_cc": 1}, {"cc_kill": 1}]), 0, json!([gun]), 1),
        (json!([tank("one")]), 0, json!([]), 1),
        (json!([tank("one")]), 0, json!([gun]), 1),
        (json!([tank("one")]), 0, json!([wreck]), 0),
        (json!([tank("one"), tank("afv-2")]), 0, json!([wreck]), 1),
        (json!([tank("one"), tank("afv-2")]), 0, json!([wreck, wreck]), 0),
        (json!([{"cc_kill": 1}, {"ig_cc": 1}, tank("one")]), 0, json!([]), 3),
    ] {
        let mut table = battle();
        let force: Vec<_> = table.state.facts.side[1].force.iter().flat_map(|force| force.men()).collect();
        let mut told: Vec<(u8, Value)> =
            force.iter().take(n_fallen).map(|man| (1, json!({"id": man, "out": "cc_lost"}))).collect();
        told.push(man(9, events.clone()));
        let mut telling = table.telling("none", &told);
        telling["side_2"]["aux"] = aux.clone();
        let codes = table.does(ONE, telling).err().unwrap_or_default();
        assert_eq!(codes, vec!["E34"; n_faults], "{events} {n_fallen} {aux}");
    }
    let mut table = battle();
    let immobilised = json!([{"afv": "one", "means": "antitank", "result": "immobilised"}]);
    let telling = table.telling("none", &[man(9, immobilised)]);
    assert!(table.does(ONE, telling).is_ok(), "an immobilised vehicle need not be lost");
}

#[test]
fn two_men_do_not_kill_one_gun() {
    let table = battle();
    let gun = |id: u8| man(id, json!([{"ig_cc": 1}]));
    let mut telling = table.telling("none", &[gun(9), gun(10)]);
    telling["side_2"]["aux"] = json!([{"kind": "ig", "effect": 3}]);
    table.refuses(ONE, telling, &["E34"]);
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
    // Eight men, a crew of three and two commanders.
    table.refuses(ONE, json!({"do": "note", "man": 10, "what": {"cc_kill": 14}}), &["E34"]);
    table.must(ONE, json!({"do": "note", "man": 10, "what": {"cc_kill": 13}}));
}
