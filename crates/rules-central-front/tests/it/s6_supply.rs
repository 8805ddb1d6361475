use kernel::Seat;
use rules_central_front::Facts;
use rules_central_front::phase::Phase;
use rules_central_front::rules::s6_supply::{lines, unsupplied};
use rules_central_front::state::Fate;
use rules_central_front::words::Side;
use serde_json::json;

use crate::{NATO, SMALL, Table, WP, hex, id, only, put, unit};

#[test]
fn a_line_is_cut_by_units_and_by_zones_without_a_friend() {
    let cut = |change: &dyn Fn(&mut Facts)| {
        let table = Table::small("wp-move-1", |facts| {
            only(facts, &["wp-asl"]);
            put(facts, "wp-asl", "0108");
            change(facts);
        });
        unsupplied(&table.state, Side::Wp).contains(&id("wp-asl"))
    };
    assert!(!cut(&|_| {}));
    let wall = |facts: &mut rules_central_front::Facts| {
        for (name, at) in [("us-t1", "0402"), ("us-m1", "0404"), ("us-m2", "0407"), ("us-t2", "0401")] {
            put(facts, name, at);
        }
        put(facts, "us-ca", "0406");
        put(facts, "us-cb", "0408");
    };
    assert!(cut(&wall), "zones from edge to edge");
    assert!(
        cut(&|facts| {
            for (name, at) in [("us-ca", "1003"), ("us-cb", "1004")] {
                put(facts, name, at);
            }
        }),
        "the sources are taken"
    );
}

#[test]
fn without_supply_nothing_is_prepared_and_no_gun_fires() {
    let mut table = Table::small("wp-move-1", |facts| {
        put(facts, "wp-t1", "0603");
        for name in ["wp-t1", "wp-art", "wp-hel"] {
            unit(facts, name).unsupplied = true;
        }
    });
    table.does(WP, json!({"do": "activate", "units": ["wp-t1"]}), &[]);
    let prepared = json!({"do": "designate", "units": ["wp-t1"], "target": "0504", "attack": "prepared"});
    assert_eq!(table.refuses(WP, prepared), "CF-SPL-2 supply");
    let march = json!({"do": "march", "units": ["wp-t1"], "target": "0504", "support": ["wp-hel"]});
    assert_eq!(table.refuses(WP, march), "CF-SPL-2 supply");
    table.does(WP, json!({"do": "activate", "units": ["wp-art"]}), &[]);
    let bombard =
        json!({"do": "designate", "units": ["wp-art"], "target": "0504", "attack": "hasty", "bombard": true});
    assert_eq!(table.refuses(WP, bombard), "CF-SPL-2 supply");
}

#[test]
fn distance_to_a_source_is_to_the_nearest() {
    assert_eq!(SMALL.to_source(Side::Wp, hex("0904")), 1);
    assert_eq!(SMALL.to_source(Side::Nato, hex("0105")), 0);
}

#[test]
fn reinforcements_enter_at_free_hexes() {
    let mut table = Table::small("reinforcement", |facts| {
        facts.turn = 2;
        put(facts, "us-m1", "0104");
        put(facts, "us-m2", "0104");
        put(facts, "us-f1", "0104");
    });
    assert_eq!(table.refuses(Seat::Clock, json!({"do": "proceed"})), "CF-SEQ-8 phase");
    let at = |hex: &str| json!({"do": "place", "unit": "us-t2", "at": hex});
    assert_eq!(table.refuses(NATO, at("0104")), "CF-SPL-4 entry");
    assert_eq!(table.refuses(NATO, at("0303")), "CF-SPL-4 entry");
    assert_eq!(table.refuses(WP, at("0105")), "CF-SEQ-8 actor");
    table.does(NATO, at("0105"), &[]);
    assert_eq!((table.at("us-t2").as_str(), table.piece("us-t2").ap), ("0105", 0));
    table.does(WP, json!({"do": "place", "unit": "wp-t2", "at": "1005"}), &[]);
    table.does(Seat::Clock, json!({"do": "proceed"}), &[]);
    assert_eq!(table.state.facts.phase, Phase::Recovery);
}

#[test]
fn who_finds_no_hex_waits() {
    let mut table = Table::small("reinforcement", |facts| {
        facts.turn = 2;
        for (name, at) in [("us-ca", "1003"), ("us-cb", "1004"), ("us-ct", "1005")] {
            put(facts, name, at);
        }
        unit(facts, "us-t2").fate = Fate::Lost;
        unit(facts, "us-t2").lost = 2;
    });
    table.does(Seat::Clock, json!({"do": "proceed"}), &[]);
    assert_eq!(table.piece("wp-t2").fate, Fate::Due);
}

#[test]
fn who_cannot_enter_is_told_what_stands_in_the_way() {
    let place = |unit: &str, at: &str| json!({"do": "place", "unit": unit, "at": at});
    let crowd = |facts: &mut Facts, one: &[&str], other: &[&str]| {
        facts.turn = 2;
        one.iter().for_each(|name| put(facts, name, "0104"));
        other.iter().for_each(|name| put(facts, name, "0105"));
    };
    let table = Table::small("reinforcement", |facts| crowd(facts, &["us-m1", "us-m2", "us-f1"], &[]));
    let says = table.says(NATO, place("us-t2", "0104"));
    assert!(says.contains("cannot enter at 0104; free for it: 0105."), "{says}");
    assert!(says.contains("Hex 0104 is full (CF-STACK-3): Three units of NATO"), "{says}");
    let says = table.says(NATO, place("us-t2", "0303"));
    assert!(says.contains("do not enter at 0303"), "{says}");
    let full = Table::small("reinforcement", |facts| {
        crowd(facts, &["us-m1", "us-m2", "us-f1"], &["us-t1", "us-f2", "us-hel"]);
    });
    assert_eq!(full.refuses(NATO, place("us-t2", "0105")), "CF-SPL-4 full");
    let says = full.says(NATO, place("us-t2", "0105"));
    assert!(says.contains("waits a turn") && says.contains("0104 is full (CF-STACK-3)"), "{says}");
    assert!(says.contains("0105 is full (CF-STACK-3)"), "{says}");
    let shut = Table::small("reinforcement", |facts| {
        crowd(facts, &["us-m1", "us-m2", "us-f1"], &[]);
        put(facts, "wp-rec", "0105");
    });
    assert!(shut.says(NATO, place("us-t2", "0105")).contains("In 0105 enemy units stand"));
    assert_eq!(shut.refuses(NATO, place("us-m1", "0105")), "CF-SPL-4 due");
    let early = Table::small("reinforcement", |_| {});
    assert_eq!(early.refuses(NATO, place("us-t2", "0105")), "CF-SPL-4 turn");
}

#[test]
fn supply_is_checked_when_the_movement_phase_begins() {
    let mut table = Table::small("nato-combat-1", |facts| {
        for (name, at) in [("us-ca", "1003"), ("us-cb", "1004")] {
            put(facts, name, at);
        }
    });
    assert!(!table.piece("wp-t1").unsupplied);
    table.does(NATO, json!({"do": "end-phase"}), &[]);
    assert!(table.piece("wp-t1").unsupplied);
}

#[test]
fn lines_are_drawn_from_every_stack_and_none_twice() {
    let table = Table::small("wp-move-1", |facts| {
        only(facts, &["wp-t1", "wp-m1", "us-m1"]);
        put(facts, "wp-t1", "0803");
        put(facts, "wp-m1", "0903");
        put(facts, "us-m1", "0106");
    });
    for side in Side::BOTH {
        let (lines, cut) = lines(&table.state, side);
        assert_eq!(cut.is_empty(), unsupplied(&table.state, side).is_empty());
        let steps: Vec<_> = lines.iter().flat_map(|line| line.windows(2)).collect();
        let unique: std::collections::BTreeSet<_> = steps.iter().map(|step| (step[0], step[1])).collect();
        assert_eq!(unique.len(), steps.len(), "{side}");
        let grid = table.state.scenario.board.grid();
        assert!(steps.iter().all(|step| grid.distance(step[0], step[1]) == 1), "{side}");
    }
    let cut = Table::small("wp-move-1", |facts| {
        only(facts, &["wp-asl", "us-ca", "us-cb"]);
        for (name, at) in [("wp-asl", "0108"), ("us-ca", "1003"), ("us-cb", "1004")] {
            put(facts, name, at);
        }
    });
    let (lines, cut) = (lines(&cut.state, Side::Wp).0, lines(&cut.state, Side::Wp).1);
    assert!(lines.is_empty() && cut.len() == 1);
}
