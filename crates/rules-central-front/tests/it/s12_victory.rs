use rules_central_front::rules::s12_victory::{level, score};
use rules_central_front::words::Side;
use serde_json::json;

use crate::{Table, WP, hex, only, put, unit};

#[test]
fn control_is_the_last_maneuver_units() {
    let mut table = Table::small("wp-move-1", |facts| {
        only(facts, &["wp-t1", "wp-art"]);
        put(facts, "wp-art", "0603");
    });
    assert_eq!(table.state.controls(hex("0604")), Some(Side::Nato), "of the zone it lies in");
    table.does(WP, json!({"do": "activate", "units": ["wp-art"]}), &[]);
    table.does(WP, json!({"do": "move", "units": ["wp-art"], "path": ["0604"]}), &[]);
    assert_eq!(table.state.controls(hex("0604")), Some(Side::Nato), "artillery takes nothing");
    table.does(WP, json!({"do": "activate", "units": ["wp-t1"]}), &[]);
    table.does(WP, json!({"do": "move", "units": ["wp-t1"], "path": ["0704", "0604", "0605"]}), &[]);
    assert_eq!(table.state.controls(hex("0604")), Some(Side::Wp), "passing is enough");
}

#[test]
fn points_are_exact_and_rounded_down_once() {
    let mut table = Table::small("wp-move-1", |_| {});
    for name in ["us-ca", "us-cb", "us-ct", "us-t1"] {
        unit(&mut table.state.facts, name).lost = 1;
    }
    unit(&mut table.state.facts, "wp-t1").lost = 2;
    let found = score(&table.state);
    assert_eq!(
        (found.wp_kills, found.nato_kills, found.margin()),
        (2, 2, 0),
        "three half steps and one: 2.5"
    );
    assert_eq!(level(&table.state, 6), "WP victory");
    assert_eq!(level(&table.state, 5), "draw");
    assert_eq!(level(&table.state, -1), "NATO victory");
}

#[test]
fn the_margin_is_one_sum_unless_each_side_is_rounded_apart() {
    let with = |options: &str, nato: &str| {
        let text =
            rules_central_front::GAP.replace("nato_scores = \"1\"", &format!("nato_scores = \"{nato}\""));
        assert!(text.contains(nato));
        let scenario =
            crate::read("gap.toml", &text.replace("smoke = true", &format!("smoke = true\n{options}")));
        let mut table = Table::of(&scenario, "wp-move-1", |_| {});
        for name in ["us-ca", "us-cb", "us-ct"] {
            unit(&mut table.state.facts, name).lost = 1;
        }
        unit(&mut table.state.facts, "wp-t1").lost = 1;
        let found = score(&table.state);
        assert_eq!((found.wp_kills, found.nato_kills), (1, 1), "one and a half, and one and a bit");
        (found.margin() - found.hexes - found.exits, found.fractions)
    };
    // 3/2 − 7/4 = −1/4, rounded down −1; 3/2 − 5/4 = 1/4.
    assert_eq!(with("", "7/4"), (-1, -1));
    assert_eq!(with("", "5/4"), (0, 0));
    assert_eq!(with("", "3/2"), (0, 0));
    assert_eq!(with("points_each_side = true", "7/4"), (0, 0));
}

#[test]
fn units_of_the_pact_leave_from_a_road_hex_of_the_west_edge() {
    let mut table = Table::small("wp-move-1", |facts| {
        only(facts, &["wp-t1", "wp-rec", "us-m1"]);
        put(facts, "wp-t1", "0104");
        put(facts, "wp-rec", "0105");
        put(facts, "us-m1", "0505");
    });
    let exit = |unit: &str| json!({"do": "exit", "units": [unit]});
    assert_eq!(table.refuses(WP, exit("wp-t1")), "CF-MOV-11 inactive");
    table.does(WP, json!({"do": "activate", "units": ["wp-rec"]}), &[]);
    assert_eq!(table.refuses(WP, exit("wp-rec")), "CF-VIC-4 edge");
    table.does(WP, json!({"do": "activate", "units": ["wp-t1"]}), &[]);
    unit(&mut table.state.facts, "wp-t1").mp = 1;
    assert_eq!(table.refuses(WP, exit("wp-t1")), "CF-VIC-4 points");
    unit(&mut table.state.facts, "wp-t1").mp = 2;
    unit(&mut table.state.facts, "wp-t1").lost = 1;
    table.does(WP, exit("wp-t1"), &[]);
    let found = score(&table.state);
    assert_eq!((found.exits, found.nato_kills), (4, 1), "two steps out, one lost before");
}
