use rules_central_front::ground::Ground;
use rules_central_front::words::Side;
use serde_json::{Value, json};

use crate::{Table, WP, hex, only, put, unit};

fn go(path: &[&str]) -> Value {
    json!({"do": "move", "units": ["wp-t1"], "path": path})
}

/// A tank regiment against the troop at 0504, nobody else.
fn duel(at: &str, change: impl FnOnce(&mut rules_central_front::Facts)) -> Table {
    let mut table = Table::small("wp-move-1", |facts| {
        only(facts, &["wp-t1", "us-ca"]);
        put(facts, "wp-t1", at);
        put(facts, "us-ca", "0504");
        change(facts);
    });
    table.does(WP, json!({"do": "activate", "units": ["wp-t1"]}), &[]);
    table
}

#[test]
fn entering_a_zone_ends_the_movement() {
    let mut table = duel("0703", |_| {});
    assert_eq!(table.refuses(WP, go(&["0603", "0503"])), "CF-ZOC-3 zone");
    table.does(WP, go(&["0603"]), &[]);
    assert_eq!(table.refuses(WP, go(&["0602"])), "CF-ZOC-3 zone");
}

#[test]
fn leaving_a_zone_costs_two_more_and_leads_into_none() {
    let mut table = duel("0603", |_| {});
    assert_eq!(table.refuses(WP, go(&["0604"])), "CF-ZOC-4 zone");
    table.does(WP, go(&["0703"]), &[]);
    assert_eq!(table.piece("wp-t1").mp, 12 - 2 - 2);
}

#[test]
fn a_friend_opens_the_first_hex_and_does_not_cancel_the_stop() {
    let mut table = duel("0603", |facts| put(facts, "wp-rec", "0604"));
    assert_eq!(table.refuses(WP, go(&["0604", "0705"])), "CF-ZOC-3 zone");
    table.does(WP, go(&["0604"]), &[]);
    assert_eq!(table.at("wp-t1"), "0604");
}

#[test]
fn ineffective_units_support_units_and_garrisons_have_none() {
    let covered = |change: &dyn Fn(&mut rules_central_front::Facts)| {
        let table = Table::small("wp-move-1", |facts| {
            only(facts, &["us-ca", "us-f1", "us-gar", "us-hel"]);
            put(facts, "us-ca", "0504");
            change(facts);
        });
        let ground = Ground::of(&table.state);
        ["0603", "0503", "0304", "0205", "0202"]
            .map(|at| ground.threatened(Side::Wp, ground.board.cell(hex(at)).expect("on the map")))
    };
    assert_eq!(covered(&|_| {}), [true, true, false, false, false]);
    assert_eq!(covered(&|facts| unit(facts, "us-ca").ap = 5), [false; 5]);
}

#[test]
fn a_failed_march_holds_while_the_zone_is_intact() {
    // 9 against 2: column 4-1, for the troop on clear ground; a roll of 2 with −1 is row 1, A1F.
    let mut table = duel("0603", |_| {});
    table.does(WP, json!({"do": "march", "units": ["wp-t1"], "target": "0504"}), &[&[1, 1]]);
    assert_eq!(table.refuses(WP, go(&["0703"])), "CF-ZOC-6 held");
    unit(&mut table.state.facts, "us-ca").ap = 5;
    table.does(WP, go(&["0703"]), &[]);
}

#[test]
fn a_garrison_bars_its_own_hex() {
    let mut table = Table::small("wp-move-1", |facts| {
        only(facts, &["wp-t1", "us-gar"]);
        put(facts, "wp-t1", "0304");
    });
    table.does(WP, json!({"do": "activate", "units": ["wp-t1"]}), &[]);
    assert_eq!(table.refuses(WP, go(&["0204"])), "CF-STACK-6 enemy");
    table.does(WP, go(&["0305", "0205", "0105"]), &[]);
}
