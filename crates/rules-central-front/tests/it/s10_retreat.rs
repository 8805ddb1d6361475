use rules_central_front::rules::s9_application::Loss;
use rules_central_front::rules::s10_retreat::{Way, way};
use rules_central_front::state::{Battle, Burden, Step};
use serde_json::{Value, json};

use crate::{NATO, Table, WP, hex, id, only, put, unit};

/// The first of the best paths of a unit that has to retreat.
pub fn first_path(table: &Table, name: &str) -> Vec<String> {
    let battle = table.state.facts.battle.as_ref().expect("a fight");
    let side = table.state.unit(id(name)).expect("a unit").card.side;
    match way(&table.state, id(name), battle.burden(side).retreat) {
        Way::Paths(paths, _) => paths[0].iter().map(ToString::to_string).collect(),
        Way::Lost(loss) => panic!("{name} is lost: {loss:?}"),
    }
}

/// Units of NATO that have to retreat so many hexes from 0504.
pub fn retreat(hexes: u8, names: &[&str], change: impl FnOnce(&mut rules_central_front::Facts)) -> Table {
    Table::small("wp-combat-1", |facts| {
        only(facts, names);
        names.iter().for_each(|name| put(facts, name, "0504"));
        let units: Vec<_> = names.iter().map(|name| id(name)).collect();
        let burden = Burden { units: units.clone(), retreat: hexes, owed: units, ..Burden::default() };
        let asked = rules_central_front::rules::s7_attacks::Asked {
            target: hex("0504"),
            support: &[],
            strike: false,
            chemical: false,
            chosen: None,
        };
        let fresh = rules_central_front::rules::s7_attacks::fight(
            rules_central_front::words::Side::Wp,
            rules_central_front::words::Attack::Hasty,
            false,
            vec![id("wp-t1")],
            asked,
        );
        facts.attacked.push(hex("0504"));
        change(facts);
        let from = vec![unit(facts, "wp-t1").at.unwrap_or(hex("0603"))];
        facts.battle = Some(Battle { step: Step::DefenderRetreats, defender: burden, from, ..fresh });
    })
}

fn go(name: &str, path: &[&str]) -> Value {
    json!({"do": "retreat", "unit": name, "path": path})
}

#[test]
fn a_retreat_goes_as_far_as_asked_and_as_far_away_as_can_be() {
    let table = retreat(2, &["us-m1"], |_| {});
    let Way::Paths(paths, zones) = way(&table.state, id("us-m1"), 2) else { panic!("it has ways") };
    assert_eq!(zones, 0);
    for path in &paths {
        assert_eq!(path.len(), 2);
        assert_eq!(crate::SMALL.board.distance(path[1], hex("0504")), 2);
    }
    assert_eq!(table.refuses(NATO, go("us-m1", &["0404"])), "CF-RET-7 path");
    assert_eq!(table.refuses(NATO, go("us-m1", &["0404", "0505"])), "CF-RET-7 path");
    assert_eq!(table.refuses(WP, go("us-m1", &["0404", "0304"])), "CF-SEQ-8 fight");
    assert_eq!(table.refuses(NATO, go("us-m2", &["0404", "0304"])), "CF-RET-1 unit");
    let mut table = table;
    table.does(NATO, go("us-m1", &["0404", "0304"]), &[]);
    assert_eq!((table.at("us-m1").as_str(), table.piece("us-m1").ap), ("0304", 0));
}

/// Units of the Pact all around 0504 but for one hex.
pub fn ring(facts: &mut rules_central_front::Facts, open: &[&str]) {
    let names = ["wp-t1", "wp-m1", "wp-m2", "wp-t2", "wp-rec", "wp-asl"];
    let around = ["0503", "0603", "0604", "0505", "0404", "0403"];
    for (name, at) in names.iter().zip(around.iter().filter(|at| !open.contains(at))) {
        put(facts, name, at);
    }
}

#[test]
fn one_zone_costs_a_point_and_an_ineffective_unit_its_life() {
    // Only 0404 is open, and zones of 0403 and 0505 lie over it.
    let table = retreat(1, &["us-m1"], |facts| ring(facts, &["0404"]));
    let mut whole = table.clone();
    whole.does(NATO, go("us-m1", &["0404"]), &[]);
    assert_eq!(whole.piece("us-m1").ap, 1);
    let mut weak = table.clone();
    unit(&mut weak.state.facts, "us-m1").ap = 5;
    assert_eq!(way(&weak.state, id("us-m1"), 1), Way::Lost(Loss::Zones));
    let friend = retreat(1, &["us-m1"], |facts| {
        ring(facts, &["0404"]);
        put(facts, "us-ca", "0404");
        unit(facts, "us-m1").ap = 5;
    });
    assert_eq!(
        way(&friend.state, id("us-m1"), 1),
        Way::Paths(vec![vec![hex("0404")]], 0),
        "a friend negates it"
    );
}

#[test]
fn two_zones_are_too_many_and_no_way_at_all_is_death() {
    // Only 0404 and then 0405 are open. The regiment at 0505 has its zone over both, the recon at 0403 over the first.
    let mut two = retreat(2, &["us-m1"], |facts| {
        ring(facts, &["0404"]);
        put(facts, "wp-art", "0304");
        put(facts, "wp-rkt", "0305");
    });
    assert_eq!(way(&two.state, id("us-m1"), 2), Way::Lost(Loss::Zones));
    let mut one = two.clone();
    unit(&mut one.state.facts, "wp-t2").ap = 5;
    assert_eq!(way(&one.state, id("us-m1"), 2), Way::Paths(vec![vec![hex("0404"), hex("0405")]], 1));
    two.does(NATO, go("us-m1", &[]), &[]);
    assert_eq!(two.piece("us-m1").at, None);
    let shut = retreat(1, &["us-m1"], |facts| ring(facts, &[]));
    assert_eq!(way(&shut.state, id("us-m1"), 1), Way::Lost(Loss::NoWay));
    let mut shut = shut;
    let battle = shut.state.facts.battle.as_mut().expect("a fight");
    battle.defender.owed.push(id("us-m1"));
    battle.defender.owed.dedup();
    shut.does(NATO, go("us-m1", &[]), &[]);
    assert_eq!(shut.piece("us-m1").at, None);
}

#[test]
fn fewer_hexes_than_asked_are_all_that_can_be() {
    // Out of 0504 only 0404 is open, and out of that nothing.
    let table = retreat(3, &["us-m1"], |facts| {
        ring(facts, &["0404"]);
        for (name, at) in [("wp-hel", "0304"), ("wp-art", "0305"), ("wp-rkt", "0405")] {
            put(facts, name, at);
        }
    });
    assert_eq!(way(&table.state, id("us-m1"), 3), Way::Paths(vec![vec![hex("0404")]], 1));
}

#[test]
fn soft_units_take_a_point_and_garrisons_are_destroyed() {
    let mut table = retreat(1, &["us-hel", "us-m1"], |_| {});
    let path = first_path(&table, "us-hel");
    table.does(NATO, json!({"do": "retreat", "unit": "us-hel", "path": path}), &[]);
    assert_eq!(table.piece("us-hel").ap, 1);
    let mut table = retreat(1, &["us-gar", "us-m1", "us-ca"], |_| {});
    let path = first_path(&table, "us-m1");
    table.does(NATO, json!({"do": "retreat", "unit": "us-m1", "path": path}), &[]);
    assert_eq!(table.piece("us-gar").at, None);
}

#[test]
fn a_crowded_hex_is_passed_or_somebody_goes() {
    // Only 0404 is open and full; a hex further there is room.
    let full = |facts: &mut rules_central_front::Facts| {
        ring(facts, &["0404"]);
        for name in ["us-t1", "us-m2", "us-f1"] {
            put(facts, name, "0404");
        }
    };
    let table = retreat(1, &["us-m1"], full);
    let Way::Paths(paths, _) = way(&table.state, id("us-m1"), 1) else { panic!("it has ways") };
    assert!(paths.iter().all(|path| path.len() == 2 && path[0] == hex("0404")), "{paths:?}");
    let mut shut = retreat(1, &["us-m1", "us-ca"], |facts| {
        full(facts);
        for (name, at) in [("wp-hel", "0304"), ("wp-art", "0305"), ("wp-rkt", "0405")] {
            put(facts, name, at);
        }
    });
    shut.does(NATO, go("us-m1", &["0404"]), &[]);
    assert_eq!(shut.refuses(NATO, go("us-ca", &["0404"])), "CF-RET-9 excess");
    assert_eq!(shut.refuses(NATO, json!({"do": "remove", "unit": "us-gar"})), "CF-RET-9 excess");
    shut.does(NATO, json!({"do": "remove", "unit": "us-f1"}), &[]);
    assert_eq!(shut.piece("us-f1").at, None);
}
