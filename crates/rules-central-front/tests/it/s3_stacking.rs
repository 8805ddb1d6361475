use kernel::RuleId;
use rules_central_front::rules::s3_stacking::broken;
use rules_central_front::words::Side;
use serde_json::json;

use crate::{SMALL, Table, WP, id, put, unit};

/// Units of the small scenario with their steps left.
fn stack(side: Side, names: &[(&str, u8)]) -> Option<RuleId> {
    broken(side, names.iter().map(|(name, left)| (SMALL.card(id(name)).expect("a card"), *left)))
}

#[test]
fn two_units_of_the_pact_and_one_regiment() {
    assert_eq!(stack(Side::Wp, &[("wp-t1", 3), ("wp-rec", 1)]), None);
    assert_eq!(stack(Side::Wp, &[("wp-t1", 3), ("wp-m1", 3)]), Some(RuleId("CF-STACK-1")));
    assert_eq!(stack(Side::Wp, &[("wp-t1", 3), ("wp-m1", 2)]), Some(RuleId("CF-STACK-1")));
    assert_eq!(stack(Side::Wp, &[("wp-rec", 1), ("wp-art", 2), ("wp-asl", 2)]), Some(RuleId("CF-STACK-1")));
}

#[test]
fn a_regiment_on_its_last_step_is_a_battalion() {
    assert_eq!(stack(Side::Wp, &[("wp-t1", 3), ("wp-m1", 1)]), None);
    assert_eq!(stack(Side::Wp, &[("wp-t1", 1), ("wp-m1", 1)]), None);
}

#[test]
fn three_units_of_nato_and_companies_half() {
    let squadron = [("us-ca", 1), ("us-cb", 1), ("us-ct", 1)];
    assert_eq!(stack(Side::Nato, &squadron), None);
    assert_eq!(stack(Side::Nato, &[&squadron[..], &[("us-t1", 2)]].concat()), None, "2.5");
    let more = [&squadron[..], &[("us-t1", 2), ("us-m1", 2)]].concat();
    assert_eq!(stack(Side::Nato, &more), Some(RuleId("CF-STACK-3")), "3.5, exactly");
    let four = [("us-t1", 2), ("us-m1", 2), ("us-m2", 1), ("us-f1", 1)];
    assert_eq!(stack(Side::Nato, &four), Some(RuleId("CF-STACK-3")), "a reduced unit keeps its size");
}

#[test]
fn garrisons_count_nothing() {
    assert_eq!(stack(Side::Nato, &[("us-t1", 2), ("us-m1", 2), ("us-m2", 2), ("us-gar", 1)]), None);
}

#[test]
fn the_last_hex_of_a_move_is_refused_and_passing_is_free() {
    let mut table = Table::small("wp-move-1", |facts| {
        put(facts, "wp-t2", "0902");
        unit(facts, "wp-t2").lost = 0;
    });
    table.does(WP, json!({"do": "activate", "units": ["wp-t2"]}), &[]);
    let into = |path: &[&str]| json!({"do": "move", "units": ["wp-t2"], "path": path});
    assert_eq!(table.refuses(WP, into(&["0802", "0703"])), "CF-STACK-1 stacking");
    table.does(WP, into(&["0802", "0703", "0803"]), &[]);
    assert_eq!(table.at("wp-t2"), "0803");
}
