use rules_central_front::words::Side;
use serde_json::{Value, json};

use crate::s7_attacks::{designated, fought};
use crate::{LARGE, NATO, Table, WP, hex, id, put, unit};

fn attack(support: &[&str]) -> Value {
    json!({"do": "attack", "target": "0504", "support": support})
}

fn cover(support: &[&str]) -> Value {
    json!({"do": "cover", "support": support})
}

#[test]
fn support_adds_its_strength_at_any_range_and_costs_action_points() {
    let mut table = designated("hasty");
    table.does(WP, attack(&["wp-art", "wp-hel"]), &[]);
    assert_eq!((table.piece("wp-art").ap, table.piece("wp-hel").ap), (1, 2));
    let events = table.does(NATO, cover(&["us-f1"]), &[&[3, 4]]);
    assert_eq!(fought(&events), (11 + 6 + 4, 4, 3, "4-1".into(), 0));
    assert_eq!(table.piece("us-f1").ap, 1);
}

#[test]
fn support_of_a_defense_moves_one_column_at_most() {
    // The example of the base document: 14 to 4 is 3-1, 14 to 8 would be 3-2, fought on 2-1.
    let table = &crate::SMALL.table;
    let label = |at: usize| table.columns[at].label.as_str();
    assert_eq!((label(table.column(14, 4)), label(table.column(14, 8))), ("3-1", "3-2"));
    let mut fight = designated("hasty");
    unit(&mut fight.state.facts, "wp-t1").lost = 0;
    put(&mut fight.state.facts, "us-hel", "0303");
    fight.does(WP, attack(&["wp-art", "wp-hel"]), &[]);
    // 21 to 4 is 5-1; with 3 + 3 it would be 2-1, and is 4-1.
    let events = fight.does(NATO, cover(&["us-f1", "us-hel"]), &[&[3, 4]]);
    assert_eq!(fought(&events), (21, 4, 6, "4-1".into(), 0));
}

#[test]
fn each_supports_once_a_phase_and_an_ineffective_unit_not_at_all() {
    let mut table = designated("hasty");
    unit(&mut table.state.facts, "wp-art").fired = true;
    assert_eq!(table.refuses(WP, attack(&["wp-art"])), "CF-SUP-2 fired");
    unit(&mut table.state.facts, "wp-hel").ap = 5;
    assert_eq!(table.refuses(WP, attack(&["wp-hel"])), "CF-AP-7 ineffective");
    assert_eq!(table.refuses(WP, attack(&["wp-t1"])), "CF-SUP-1 kind");
    put(&mut table.state.facts, "wp-rkt", "1008");
    assert_eq!(table.refuses(WP, attack(&["wp-rkt"])), "CF-SUP-18 range");
    assert_eq!(table.refuses(WP, attack(&["us-f1"])), "CF-SEQ-8 actor");
}

#[test]
fn a_shot_that_makes_the_unit_ineffective_counts() {
    let mut table = designated("hasty");
    unit(&mut table.state.facts, "wp-art").ap = 4;
    table.does(WP, attack(&["wp-art"]), &[]);
    let events = table.does(NATO, cover(&[]), &[&[3, 4]]);
    assert_eq!((fought(&events).0, table.piece("wp-art").ap), (17, 5));
}

#[test]
fn limits_of_a_defense() {
    let mut table = designated("hasty");
    table.does(WP, attack(&[]), &[]);
    assert_eq!(table.refuses(NATO, cover(&["us-f1", "us-f2"])), "CF-SUP-5 limit");
    assert_eq!(table.refuses(WP, cover(&[])), "CF-SEQ-8 fight");
    assert_eq!(table.refuses(NATO, json!({"do": "cover", "strike": true})), "CF-AIR-6 strikes");
    table.does(NATO, cover(&["us-f2", "us-hel"]), &[&[3, 4]]);
}

#[test]
fn limits_of_the_pact() {
    let table = designated("hasty");
    assert_eq!(table.refuses(WP, attack(&["wp-art", "wp-rkt"])), "CF-SUP-7 limit");
    let mut march = Table::small("wp-move-1", |facts| put(facts, "wp-t1", "0603"));
    march.does(WP, json!({"do": "activate", "units": ["wp-t1"]}), &[]);
    let go =
        |support: &[&str]| json!({"do": "march", "units": ["wp-t1"], "target": "0504", "support": support});
    assert_eq!(march.refuses(WP, go(&["wp-art"])), "CF-SUP-4 march");
    march.does(WP, go(&["wp-hel"]), &[]);
}

#[test]
fn formations_of_the_pact() {
    // In the sample the guns of three divisions stand side by side.
    let table = |attack: &str| {
        Table::of(&LARGE, "wp-combat-1", |facts| {
            put(facts, "wp-39G-r1", "3406");
            put(facts, "us-11acr-1a", "3306");
            facts.designation.push(rules_central_front::state::Designation {
                target: hex("3306"),
                attack: serde_json::from_value(json!(attack)).expect("a kind"),
                bombard: false,
                units: vec![id("wp-39G-r1")],
            });
            for (name, at) in [("wp-39G-art", "3508"), ("wp-57G-art", "3507"), ("wp-57G-rkt", "3506")] {
                put(facts, name, at);
            }
            put(facts, "wp-39G-rkt", "3408");
            put(facts, "wp-8ga-rkt", "3407");
        })
    };
    let with = |support: &[&str]| json!({"do": "attack", "target": "3306", "support": support});
    let hasty = table("hasty");
    assert_eq!(hasty.refuses(WP, with(&["wp-57G-art"])), "CF-SUP-8 formation");
    hasty.clone().does(WP, with(&["wp-39G-art"]), &[]);
    hasty.clone().does(WP, with(&["wp-8ga-rkt"]), &[]);
    let prepared = table("prepared");
    assert_eq!(prepared.refuses(WP, with(&["wp-57G-art", "wp-39G-art"])), "CF-SUP-7 formation");
    assert_eq!(prepared.refuses(WP, with(&["wp-57G-art", "wp-57G-rkt"])), "CF-SUP-10 formation");
    prepared.clone().does(WP, with(&["wp-39G-art", "wp-39G-rkt", "wp-8ga-rkt"]), &[]);
}

#[test]
fn against_a_march_guns_in_the_hex_are_worth_one_and_others_all() {
    for (at, worth) in [("0504", 1), ("0304", 3)] {
        let mut table = Table::small("wp-move-1", |facts| {
            put(facts, "wp-t1", "0603");
            put(facts, "us-f1", at);
        });
        table.does(WP, json!({"do": "activate", "units": ["wp-t1"]}), &[]);
        table.does(WP, json!({"do": "march", "units": ["wp-t1"], "target": "0504"}), &[]);
        let events = table.does(NATO, cover(&["us-f1"]), &[&[3, 4]]);
        assert_eq!(fought(&events).2, worth, "{at}");
    }
}

#[test]
fn guns_in_a_hex_of_the_fight_take_results_and_guns_in_range_do_not() {
    let mut table = designated("hasty");
    put(&mut table.state.facts, "wp-asl", "0904");
    put(&mut table.state.facts, "wp-rkt", "0603");
    // 11 + 6 to 4: 4-1; 3 is X1F.
    table.does(WP, attack(&["wp-art"]), &[]);
    table.does(NATO, cover(&[]), &[&[1, 2]]);
    table.does(NATO, json!({"do": "lose-step", "unit": "us-ca"}), &[]);
    assert_eq!(table.piece("wp-t1").lost, 1, "maneuver units first");
    assert_eq!(
        (table.piece("wp-rkt").ap, table.piece("wp-art").ap),
        (1, 1),
        "F in the hex; only fire at range"
    );
}

#[test]
fn a_supporting_helicopter_takes_f_from_range_and_never_retreats() {
    // 11 to 4, support one column: 3-2; 2 is A2FR1.
    let mut table = designated("hasty");
    table.does(WP, attack(&["wp-hel"]), &[]);
    table.does(NATO, cover(&["us-f1"]), &[&[1, 1]]);
    assert_eq!(table.piece("wp-hel").ap, 3, "2 for fire and 1 for F, no retreat");
    assert_eq!(table.at("wp-hel"), "0904");
    assert_eq!(Side::Wp.word(), "WP");
}

#[test]
fn the_guns_of_an_attack_that_is_called_off_are_spent() {
    let mut table = designated("hasty");
    put(&mut table.state.facts, "us-cb", "0505");
    table.state.facts.designation.push(rules_central_front::state::Designation {
        target: hex("0505"),
        attack: rules_central_front::words::Attack::Prepared,
        bombard: true,
        units: vec![id("wp-art")],
    });
    let attack = json!({"do": "attack", "target": "0504", "support": ["wp-art"]});
    assert_eq!(table.refuses(WP, attack.clone()), "CF-SUP-15 bombards");
    table.does(WP, json!({"do": "call-off", "target": "0505"}), &[]);
    assert_eq!(table.refuses(WP, attack), "CF-SUP-15 spent");
    table.does(WP, json!({"do": "call-off", "target": "0504"}), &[]);
    table.does(WP, json!({"do": "end-phase"}), &[]);
    assert!(!table.piece("wp-art").spent, "the next phase begins anew");
}
