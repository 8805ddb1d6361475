use rules_central_front::Event;
use rules_central_front::rules::s9_results::Fought;
use rules_central_front::rules::{s7_attacks, s9_results};
use rules_central_front::state::Designation;
use rules_central_front::words::{Attack, Side};
use serde_json::json;

use crate::{Table, WP, hex, id, put, unit};

/// The tank regiment at 0603 against the two troops at 0504, paid for and in the combat phase.
pub fn designated(attack: &str) -> Table {
    Table::small("wp-combat-1", |facts| {
        put(facts, "wp-t1", "0603");
        facts.designation.push(Designation {
            target: hex("0504"),
            attack: serde_json::from_value(json!(attack)).expect("a kind"),
            bombard: false,
            units: vec![id("wp-t1")],
        });
    })
}

/// The first fight among events.
pub fn fought(events: &[Event]) -> (u32, u32, u32, String, i8) {
    events
        .iter()
        .find_map(|event| match event {
            Event::Fought(Fought { attack, defense, cover, column, modifier, .. }) => {
                Some((*attack, *defense, *cover, column.clone(), *modifier))
            }
            _ => None,
        })
        .expect("a fight")
}

#[test]
fn hasty_has_no_modifier_and_prepared_one() {
    for (attack, modifier) in [("hasty", 0), ("prepared", 1)] {
        let mut table = designated(attack);
        table.does(WP, json!({"do": "attack", "target": "0504"}), &[]);
        let events = table.does(crate::NATO, json!({"do": "cover"}), &[&[3, 4]]);
        // 11 against a troop (2) and a tank company (2): 2-1.
        assert_eq!(fought(&events), (11, 4, 0, "2-1".into(), modifier));
    }
}

#[test]
fn attackers_across_a_river_are_halved_each_by_its_own_hexside() {
    let table = Table::small("wp-combat-1", |facts| {
        put(facts, "us-t1", "0204");
        put(facts, "us-m1", "0204");
        put(facts, "us-ca", "0404");
        put(facts, "us-ct", "0404");
        put(facts, "wp-t1", "0504");
        put(facts, "wp-m1", "0405");
    });
    let strength = |units: &[&str]| {
        let units: Vec<_> = units.iter().map(|name| id(name)).collect();
        s7_attacks::strength(&table.state, &units, hex("0404"), Attack::Prepared)
    };
    assert_eq!((strength(&["wp-t1"]), strength(&["wp-m1"]), strength(&["wp-t1", "wp-m1"])), (5, 10, 15));
}

#[test]
fn three_hexes_shift_and_the_pact_needs_one_formation() {
    let table = Table::small("wp-combat-1", |facts| {
        let hexes = [("wp-t1", "0603"), ("wp-m1", "0604"), ("wp-rec", "0503"), ("wp-m2", "0505")];
        for (name, at) in hexes.into_iter().chain([("wp-asl", "0503"), ("wp-art", "0605")]) {
            put(facts, name, at);
        }
        put(facts, "us-cb", "0306");
    });
    let earns = |side, units: &[&str]| {
        let units: Vec<_> = units.iter().map(|name| id(name)).collect();
        s7_attacks::from_three_hexes(&table.state, side, &units)
    };
    assert!(!earns(Side::Wp, &["wp-t1", "wp-m1"]));
    assert!(earns(Side::Wp, &["wp-t1", "wp-m1", "wp-rec"]));
    assert!(!earns(Side::Wp, &["wp-t1", "wp-m1", "wp-m2"]), "of two divisions");
    assert!(earns(Side::Wp, &["wp-t1", "wp-m1", "wp-asl"]), "army level fits");
    assert!(!earns(Side::Wp, &["wp-t1", "wp-rec", "wp-asl"]), "two of them stand in one hex");
    assert!(!earns(Side::Wp, &["wp-t1", "wp-m1", "wp-art"]), "a hex of guns does not count");
    assert!(earns(Side::Nato, &["wp-t1", "wp-m1", "wp-m2"]), "NATO needs none");
}

#[test]
fn a_void_attack_has_no_dice_and_does_not_keep_the_phase_open() {
    let mut table = designated("hasty");
    unit(&mut table.state.facts, "wp-t1").ap = 5;
    assert_eq!(table.refuses(WP, json!({"do": "attack", "target": "0504"})), "CF-ATK-7 void");
    table.does(WP, json!({"do": "end-phase"}), &[]);
}

#[test]
fn a_hex_is_attacked_once() {
    let mut table = designated("hasty");
    table.does(WP, json!({"do": "attack", "target": "0504"}), &[]);
    table.does(crate::NATO, json!({"do": "cover"}), &[&[1, 3]]);
    assert!(table.state.facts.attacked.contains(&hex("0504")));
    assert_eq!(table.refuses(WP, json!({"do": "attack", "target": "0504"})), "CF-SEQ-2 target");
    assert_eq!(
        table.refuses(WP, json!({"do": "strike", "target": "0504", "chosen": "us-ca"})),
        "CF-AIR-6 strikes"
    );
}

#[test]
fn rolls_beyond_the_table_use_its_first_and_last_row() {
    let table = &crate::SMALL.table;
    let chart = &table.columns[0].chart;
    assert_eq!((chart.row_of(-3), chart.row_of(1), chart.row_of(13), chart.row_of(15)), (0, 0, 12, 12));
    let battle = s7_attacks::fight(
        Side::Wp,
        Attack::March,
        false,
        Vec::new(),
        s7_attacks::Asked { target: hex("0504"), support: &[], strike: false, chemical: false, chosen: None },
    );
    assert_eq!(s9_results::modifiers(&battle, false).total(), -1);
    assert_eq!(s9_results::modifiers(&battle, true).total(), 0);
}
