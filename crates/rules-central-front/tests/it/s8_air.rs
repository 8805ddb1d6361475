use kernel::PerSide;
use kernel::grammar::holds;
use rules_central_front::words::Side;
use serde_json::{Value, json};

use crate::{NATO, Table, WP, hex, id, put};

fn strike(target: &str, chosen: &str) -> Value {
    json!({"do": "strike", "target": target, "chosen": chosen})
}

fn table(fog: bool, superior: Option<Side>, strikes: u8) -> Table {
    Table::small("wp-combat-1", |facts| (facts.fog, facts.superior, facts.strikes) = (fog, superior, strikes))
}

#[test]
fn a_strike_bombards_alone_once_a_hex() {
    let mut table = table(false, Some(Side::Wp), 1);
    // 6 against a troop doubled to 4: 3-2, clear ground, no modifier; 7 is X1F, of which D1F counts.
    let events = table.does(WP, strike("0504", "us-ca"), &[&[3, 4]]);
    assert_eq!(crate::s7_attacks::fought(&events), (6, 4, 0, "3-2".into(), 0));
    assert_eq!(table.piece("us-ca").at, None, "its only step");
    assert_eq!(table.state.facts.strikes, 0);
    assert_eq!(table.refuses(WP, strike("0505", "us-cb")), "CF-AIR-6 strikes");
}

#[test]
fn refusals_of_strikes() {
    assert_eq!(table(true, None, 0).refuses(WP, strike("0504", "us-ca")), "CF-AIR-2 fog");
    assert_eq!(table(false, Some(Side::Nato), 2).refuses(WP, strike("0504", "us-ca")), "CF-AIR-6 strikes");
    assert_eq!(table(false, Some(Side::Wp), 1).refuses(WP, strike("0504", "us-cb")), "CF-BOM-2 chosen");
    let mut open = crate::s7_attacks::designated("prepared");
    (open.state.facts.superior, open.state.facts.strikes) = (Some(Side::Wp), 1);
    assert_eq!(open.refuses(WP, strike("0504", "us-ca")), "CF-AIR-6 designated");
    open.state.facts.prepared_begun = true;
    assert_eq!(open.refuses(WP, strike("0505", "us-cb")), "CF-AIR-6 order");
}

#[test]
fn helicopters_stay_down_in_fog() {
    let mut table = Table::small("wp-move-1", |facts| {
        facts.fog = true;
        put(facts, "wp-t1", "0603");
    });
    table.does(WP, json!({"do": "activate", "units": ["wp-t1"]}), &[]);
    let march = json!({"do": "march", "units": ["wp-t1"], "target": "0504", "support": ["wp-hel"]});
    assert_eq!(table.refuses(WP, march), "CF-AIR-2 fog");
    table.does(WP, json!({"do": "activate", "units": ["wp-hel"]}), &[]);
    let bombard =
        json!({"do": "designate", "units": ["wp-hel"], "target": "0504", "attack": "hasty", "bombard": true});
    assert_eq!(table.refuses(WP, bombard), "CF-AIR-2 fog");
}

#[test]
fn without_the_air_one_helicopter_supports() {
    use rules_central_front::rules::s8_air::helicopters;
    let state = |superior| table(false, superior, 0).state;
    assert!(!holds(|why| helicopters(&state(Some(Side::Wp)), Side::Nato, 2, why)));
    assert!(holds(|why| helicopters(&state(Some(Side::Wp)), Side::Wp, 2, why)));
    assert!(holds(|why| helicopters(&state(Some(Side::Wp)), Side::Nato, 1, why)));
}

#[test]
fn a_strike_supports_a_designated_attack_and_the_defense() {
    let mut table = crate::s7_attacks::designated("hasty");
    (table.state.facts.superior, table.state.facts.strikes) = (Some(Side::Wp), 1);
    table.does(WP, json!({"do": "attack", "target": "0504", "strike": true}), &[]);
    let events = table.does(NATO, json!({"do": "cover"}), &[&[3, 4]]);
    assert_eq!(crate::s7_attacks::fought(&events).0, 17);
    let mut table = crate::s7_attacks::designated("hasty");
    (table.state.facts.superior, table.state.facts.strikes) = (Some(Side::Nato), 1);
    table.does(WP, json!({"do": "attack", "target": "0504"}), &[]);
    let events = table.does(NATO, json!({"do": "cover", "strike": true}), &[&[3, 4]]);
    assert_eq!(crate::s7_attacks::fought(&events), (11, 4, 6, "3-2".into(), 0));
    assert_eq!(table.refuses(NATO, json!({"do": "cover"})), "CF-SEQ-8 fight");
}

#[test]
fn air_points_are_tripled_and_divided_by_six() {
    let text = rules_central_front::GAP
        .replace("strikes_WP = { count = 1, strength = 6 }", "air_points_WP = 7")
        .replace("strikes_NATO = { count = 2, strength = 6 }", "air_points_NATO = 1");
    let scenario = crate::read("gap.toml", &text);
    assert_eq!(scenario.strikes.map(|strikes| strikes.count), PerSide::new(3, 0));
}

/// The other side answers for the strike, and sees where it falls.
#[test]
fn a_strike_that_is_flown_marks_its_hex() {
    use kernel::System;
    use kernel::view::Block;
    use rules_central_front::CentralFront;
    let mut table = table(false, Some(Side::Wp), 1);
    table.does(WP, strike("0504", "us-ca"), &[&[3, 4]]);
    let marked = |table: &Table| {
        let page = CentralFront::page(&table.state, NATO, "map").expect("the map");
        page.main.iter().any(|block| matches!(block, Block::Board(board) if !board.attacks.is_empty()))
    };
    let mut fought = table.clone();
    assert!(!marked(&fought), "it is over");
    fought.state.facts.battle = Some(rules_central_front::rules::s7_attacks::fight(
        Side::Wp,
        rules_central_front::words::Attack::Hasty,
        true,
        Vec::new(),
        rules_central_front::rules::s7_attacks::Asked {
            target: hex("0504"),
            support: &[],
            strike: true,
            chemical: false,
            chosen: Some(id("us-ca")),
        },
    ));
    assert!(marked(&fought));
}
