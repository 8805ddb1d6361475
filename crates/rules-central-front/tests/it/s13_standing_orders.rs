use kernel::{Audience, Seat, System};
use rules_central_front::rules::s9_application::{Eliminated, Loss};
use rules_central_front::rules::s13_standing_orders::{ByOrder, Order};
use rules_central_front::words::Side;
use rules_central_front::{CentralFront, Event};
use serde_json::json;

use crate::s7_attacks::designated;
use crate::s10_retreat::{retreat, ring};
use crate::{NATO, WP, put};

#[test]
fn an_order_is_its_sides_secret() {
    let mut table = designated("hasty");
    let events = table.does(NATO, json!({"do": "instruct", "cover": "never"}), &[]);
    assert_eq!(CentralFront::audience(&events[0]), Audience::Side(1));
}

#[test]
fn support_fires_when_it_helps_with_the_odds_of_the_moment() {
    let mut table = designated("hasty");
    let orders = json!({"do": "instruct", "cover": "when-it-helps", "losses": "keep-defense", "retreats": "toward-supply"});
    table.does(NATO, orders, &[]);
    table.does(WP, json!({"do": "attack", "target": "0504"}), &[]);
    // 11 to 4 is 2-1; with 3 it is 3-2, where the defender retreats with 5/18. 7 is X1F.
    let events = table.does(Seat::Clock, json!({"do": "proceed"}), &[&[3, 4]]);
    let told = events.iter().find_map(|event| match event {
        Event::ByOrder(ByOrder { retreat_odds, steps_odds, .. }) => {
            Some((retreat_odds.clone(), steps_odds.clone()))
        }
        _ => None,
    });
    assert_eq!(told, Some((Some("5/18".into()), Some("11/18".into()))));
    assert_eq!(table.piece("us-f1").ap, 1, "the fewest action points");
    table.does(Seat::Clock, json!({"do": "proceed"}), &[]);
    let lost: Vec<bool> = ["us-ca", "us-ct"].map(|name| table.piece(name).at.is_none()).to_vec();
    assert_eq!(lost, [true, false], "the first of equals");
    assert!(table.state.facts.battle.is_none());
}

#[test]
fn losses_and_retreats_follow_their_priorities() {
    let mut table = designated("hasty");
    put(&mut table.state.facts, "us-t1", "0504");
    put(&mut table.state.facts, "us-ct", "0204");
    table.does(
        NATO,
        json!({"do": "instruct", "cover": "never", "losses": "keep-attack", "retreats": "toward-supply"}),
        &[],
    );
    // 11 to 8 is 1-1; 11 is A1 D1FR2.
    table.does(WP, json!({"do": "attack", "target": "0504"}), &[]);
    table.does(Seat::Clock, json!({"do": "proceed"}), &[&[5, 6]]);
    table.does(Seat::Clock, json!({"do": "proceed"}), &[]);
    assert_eq!(table.piece("us-ca").at, None, "the troop costs one of attack, the battalion three");
    table.does(Seat::Clock, json!({"do": "proceed"}), &[]);
    assert_eq!(table.at("us-t1"), "0303", "the first of two as near to a source");
}

fn covering(table: &mut crate::Table, attack: serde_json::Value) -> Vec<Event> {
    table.does(NATO, json!({"do": "instruct", "cover": "when-it-helps"}), &[]);
    table.does(WP, attack, &[]);
    let mut dice: Vec<&[u16]> = vec![&[3, 4]];
    if table.state.facts.battle.as_ref().is_some_and(|battle| battle.chemical) {
        dice.insert(0, &[3]);
    }
    table.does(Seat::Clock, json!({"do": "proceed"}), &dice)
}

#[test]
fn a_strike_costs_no_action_points_and_comes_before_artillery() {
    let mut table = designated("hasty");
    (table.state.facts.superior, table.state.facts.strikes) = (Some(Side::Nato), 2);
    let events = covering(&mut table, json!({"do": "attack", "target": "0504"}));
    assert_eq!(crate::s7_attacks::fought(&events), (11, 4, 6, "3-2".into(), 0));
    assert_eq!((table.piece("us-f1").ap, table.state.facts.strikes), (0, 1));
}

#[test]
fn a_gun_that_its_fire_makes_ineffective_in_the_hex_is_worth_less_there() {
    // 11 to 6 is 3-2. With 4 action points the gun would defend with 3 after it fired: 11 to 3 is 3-1, with its
    // support one to the left, 2-1: worse than without.
    let table = |ap| {
        let mut table = designated("hasty");
        crate::only(&mut table.state.facts, &["wp-t1", "us-f1"]);
        put(&mut table.state.facts, "us-f1", "0504");
        crate::unit(&mut table.state.facts, "us-f1").ap = ap;
        table
    };
    let attack = json!({"do": "attack", "target": "0504"});
    let mut fresh = table(3);
    assert_eq!(crate::s7_attacks::fought(&covering(&mut fresh, attack.clone())), (11, 6, 3, "1-1".into(), 0));
    let mut tired = table(4);
    assert_eq!(crate::s7_attacks::fought(&covering(&mut tired, attack)), (11, 6, 0, "3-2".into(), 0));
}

#[test]
fn the_odds_of_the_moment_count_chemicals() {
    let mut table = designated("hasty");
    let attack = json!({"do": "attack", "target": "0504", "chemical": true});
    let events = covering(&mut table, attack);
    let told = events.iter().find_map(|event| match event {
        Event::ByOrder(ByOrder { retreat_odds, steps_odds, .. }) => {
            Some((retreat_odds.clone(), steps_odds.clone()))
        }
        _ => None,
    });
    // First use: 1 and 2 leave 3-2 (5/18, 11/18), 3 to 6 make it 2-1 (5/12, 29/36).
    assert_eq!(told, Some((Some("10/27".into()), Some("20/27".into()))));
}

#[test]
fn a_strike_is_kept_where_the_gun_alone_does() {
    // Strikes of 1 do not move 11 to 4; the gun of 3 does, with a strike as well as without.
    let weak = rules_central_front::GAP
        .replace("strikes_NATO = { count = 2, strength = 6 }", "strikes_NATO = { count = 2, strength = 1 }");
    let facts = designated("hasty").state.facts;
    let mut table = crate::Table::of(&crate::read("gap.toml", &weak), "wp-combat-1", |fresh| {
        *fresh = facts;
        (fresh.superior, fresh.strikes) = (Some(Side::Nato), 2);
    });
    covering(&mut table, json!({"do": "attack", "target": "0504"}));
    assert_eq!((table.piece("us-f1").ap, table.state.facts.strikes), (1, 2));
}

/// Two units have to go back into 0404, which is full, and there is no way on from it.
pub fn crowded() -> crate::Table {
    retreat(1, &["us-m1", "us-ca"], |facts| {
        ring(facts, &["0404"]);
        for (name, at) in [("wp-hel", "0304"), ("wp-art", "0305"), ("wp-rkt", "0405")] {
            put(facts, name, at);
        }
        for name in ["us-t1", "us-m2", "us-f2"] {
            put(facts, name, "0404");
        }
    })
}

/// The first crowd after both have retreated by order: who is given up, and by which order.
fn given_up(orders: serde_json::Value) -> (Vec<String>, Vec<Order>) {
    let mut table = crowded();
    table.does(NATO, orders, &[]);
    table.does(Seat::Clock, json!({"do": "proceed"}), &[]);
    let owes = table.state.facts.battle.as_ref().expect("a fight").excess;
    assert_eq!(owes, Some(crate::hex("0404")));
    let events = table.does(Seat::Clock, json!({"do": "proceed"}), &[]);
    let lost = events.iter().filter_map(|event| match event {
        Event::Eliminated(Eliminated { unit, loss: Loss::Stacking }) => Some(unit.to_string()),
        _ => None,
    });
    let by = events.iter().filter_map(|event| match event {
        Event::ByOrder(ByOrder { order, retreat_odds: None, .. }) => Some(*order),
        _ => None,
    });
    (lost.collect(), by.collect())
}

#[test]
fn a_crowd_after_a_retreat_is_answered_by_order() {
    // In 0404 stand 6-6, 4-6, 4-6 and the artillery 4-5-4, which defends with the least and supports with as much.
    let away = |excess: serde_json::Value| {
        let order = json!({"do": "instruct", "cover": "never", "losses": "keep-defense", "retreats": "toward-supply", "excess": excess});
        given_up(order)
    };
    let by = vec![Order::Excess];
    assert_eq!(away(json!("keep-defense")), (vec!["us-f2".into()], by.clone()));
    assert_eq!(away(json!(null)), (vec!["us-f2".into()], by.clone()), "the stated default");
    assert_eq!(away(json!("keep-attack")), (vec!["us-m1".into()], by), "the first of equals");
}

#[test]
fn a_crowd_without_an_order_waits_for_its_side() {
    let mut table = crowded();
    table.does(NATO, json!({"do": "retreat", "unit": "us-m1", "path": ["0404"]}), &[]);
    assert_eq!(table.refuses(Seat::Clock, json!({"do": "proceed"})), "CF-SEQ-8 phase");
    table.does(NATO, json!({"do": "instruct", "excess": "keep-attack"}), &[]);
    table.does(Seat::Clock, json!({"do": "proceed"}), &[]);
}
