use kernel::{Audience, Seat, System};
use rules_central_front::{CentralFront, Event};
use serde_json::json;

use crate::s7_attacks::designated;
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
        Event::ByOrder { retreat_odds, steps_odds, .. } => Some((retreat_odds.clone(), steps_odds.clone())),
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
