use rules_central_front::rules::s10_retreat_movement;
use serde_json::{Value, json};

use crate::{NATO, Table, WP, only, put, unit};

fn go(name: &str, path: &[&str]) -> Value {
    json!({"do": "withdraw", "unit": name, "path": path})
}

fn table(ap: u8, at: &str, change: impl FnOnce(&mut rules_central_front::Facts)) -> Table {
    Table::small("nato-retreat", |facts| {
        only(facts, &["us-m1", "us-gar"]);
        put(facts, "us-m1", at);
        unit(facts, "us-m1").ap = ap;
        change(facts);
    })
}

#[test]
fn ineffective_units_must_and_idle_ones_with_four_may() {
    let mut must = table(5, "0504", |_| {});
    assert_eq!(must.refuses(NATO, json!({"do": "end-phase"})), "CF-SEQ-9 open");
    must.does(NATO, go("us-m1", &["0404", "0304"]), &[]);
    assert_eq!((must.at("us-m1").as_str(), must.piece("us-m1").ap), ("0304", 5));
    must.does(NATO, json!({"do": "end-phase"}), &[]);
    let mut may = table(4, "0504", |_| {});
    may.clone().does(NATO, go("us-m1", &["0404"]), &[]);
    may.does(NATO, json!({"do": "end-phase"}), &[]);
    let acted = table(4, "0504", |facts| unit(facts, "us-m1").acted = true);
    assert_eq!(acted.refuses(NATO, go("us-m1", &["0404"])), "CF-RTM-2 unit");
    assert_eq!(table(3, "0504", |_| {}).refuses(NATO, go("us-m1", &["0404"])), "CF-RTM-2 unit");
    assert_eq!(table(5, "0504", |_| {}).refuses(WP, go("us-m1", &["0404"])), "CF-SEQ-8 phase");
}

#[test]
fn half_the_allowance_nearer_to_a_source() {
    let table = table(5, "0504", |_| {});
    assert_eq!(table.refuses(NATO, go("us-m1", &["0604"])), "CF-RTM-5 end");
    assert_eq!(table.refuses(NATO, go("us-m1", &["0503"])), "CF-RTM-5 end");
    let far = ["0403", "0303", "0203"];
    assert_eq!(table.refuses(NATO, go("us-m1", &far)), "CF-RTM-3 points");
    // The seventh hex of the road: nearer to a source, free and empty, and beyond the reach of any path.
    let road = ["0704", "0604", "0504", "0404", "0304", "0204", "0104"];
    let from_far = self::table(5, "0803", |_| {});
    assert_eq!(from_far.refuses(NATO, go("us-m1", &road)), "CF-RTM-3 points");
    from_far.clone().does(NATO, go("us-m1", &road[..6]), &[]);
    let full = self::table(5, "0504", |facts| {
        for name in ["us-t1", "us-f1", "us-m2"] {
            put(facts, name, "0404");
        }
    });
    let said = full.refuses(NATO, go("us-m1", &["0404"]));
    assert!(said.starts_with("CF-STACK"), "{said}");
}

/// Where the battalion can end.
fn ends(table: &Table) -> Vec<String> {
    let unit = table.state.unit(crate::id("us-m1")).expect("a unit");
    let mut ends: Vec<String> =
        s10_retreat_movement::ways(&table.state, unit).iter().map(|(at, _)| at.to_string()).collect();
    ends.sort_unstable();
    ends
}

#[test]
fn enemy_zones_are_not_entered_but_left() {
    // The zone of 0403 lies over 0504, 0404, 0304 and 0303.
    let alone = table(5, "0504", |facts| put(facts, "wp-t1", "0403"));
    assert_eq!(alone.refuses(NATO, go("us-m1", &["0404", "0405"])), "CF-RTM-4 zone");
    assert_eq!(ends(&alone), ["0405"]);
    // With a friend in it a hex of a zone is passed, and not stayed in where another is free.
    let friend = |facts: &mut rules_central_front::Facts| {
        put(facts, "wp-t1", "0403");
        put(facts, "us-ca", "0404");
    };
    let by_friend = table(5, "0504", friend);
    assert_eq!(ends(&by_friend), ["0104", "0204", "0205", "0305", "0306", "0405", "0406"]);
    assert_eq!(by_friend.refuses(NATO, go("us-m1", &["0404"])), "CF-RTM-4 leave");
    by_friend.clone().does(NATO, go("us-m1", &["0404", "0305"]), &[]);
    // Where nothing else is free, it may stay there.
    let nothing_free = table(5, "0504", |facts| {
        friend(facts);
        put(facts, "wp-m1", "0505");
        put(facts, "wp-m2", "0306");
    });
    assert_eq!(ends(&nothing_free), ["0404"]);
}

#[test]
fn who_cannot_comply_stays_without_a_penalty() {
    let mut shut = table(6, "0104", |_| {});
    shut.does(NATO, json!({"do": "end-phase"}), &[]);
    let mut caught = table(5, "0504", |facts| {
        for (name, at) in [("wp-t1", "0403"), ("wp-m1", "0505"), ("wp-m2", "0603")] {
            put(facts, name, at);
        }
    });
    caught.does(NATO, json!({"do": "end-phase"}), &[]);
    assert_eq!((caught.at("us-m1").as_str(), caught.piece("us-m1").ap), ("0504", 5));
}

#[test]
fn garrisons_are_exempt() {
    let table = table(0, "0504", |facts| unit(facts, "us-gar").ap = 6);
    assert_eq!(table.refuses(NATO, go("us-gar", &["0104"])), "CF-RTM-8 garrison");
}

/// A helicopter of NATO in 0504 with five action points and a Warsaw Pact regiment in 0403.
fn helicopter(change: impl FnOnce(&mut rules_central_front::Facts)) -> Table {
    Table::small("nato-retreat", |facts| {
        only(facts, &["us-hel"]);
        put(facts, "us-hel", "0504");
        unit(facts, "us-hel").ap = 5;
        put(facts, "wp-t1", "0403");
        change(facts);
    })
}

#[test]
fn helicopters_keep_out_of_zones_and_leave_them() {
    // The zone of 0403 lies over 0504, 0404, 0304 and 0303.
    let table = helicopter(|_| {});
    assert_eq!(table.refuses(NATO, go("us-hel", &["0404", "0405"])), "CF-RTM-4 zone");
    assert_eq!(table.refuses(NATO, go("us-hel", &["0404"])), "CF-RTM-4 zone");
    table.clone().does(NATO, go("us-hel", &["0505", "0405"]), &[]);
    assert_eq!(table.refuses(NATO, json!({"do": "end-phase"})), "CF-SEQ-9 open");
    // With a friend in it the hex is not entered as a zone, and not stayed in where another is free.
    let by_friend = helicopter(|facts| put(facts, "us-ca", "0404"));
    assert_eq!(by_friend.refuses(NATO, go("us-hel", &["0404"])), "CF-RTM-4 leave");
    by_friend.clone().does(NATO, go("us-hel", &["0404", "0405"]), &[]);
}

#[test]
fn helicopters_fly_past_no_enemy() {
    let mut table = helicopter(|facts| {
        put(facts, "wp-art", "0405");
        unit(facts, "wp-t1").ap = 5;
    });
    assert_eq!(table.refuses(NATO, go("us-hel", &["0505", "0405", "0305"])), "CF-RTM-4 zone");
    table.does(NATO, go("us-hel", &["0404", "0304"]), &[]);
}

#[test]
fn a_helicopter_shut_in_by_zones_stays() {
    let mut table = helicopter(|facts| {
        put(facts, "wp-m1", "0505");
        put(facts, "wp-m2", "0603");
    });
    table.does(NATO, json!({"do": "end-phase"}), &[]);
    assert_eq!(table.at("us-hel"), "0504");
}
