//! How throws came out, on the map and in the panel: both sides read it, and nobody reads with it what a side has ordered
//! in secret.

use kernel::Seat;
use serde_json::{Value, json};

use crate::roads::Reader;
use crate::world::World;
use crate::worlds::differ_nowhere;

const PACT: Seat = Seat::Side(0);
const NATO: Seat = Seat::Side(1);

/// What NATO orders for its answers: the same as far as a fight between two stacks can show it.
fn orders(excess: &str) -> Value {
    json!({"do": "instruct", "cover": "never", "losses": "keep-defense", "retreats": "toward-supply", "excess": excess})
}

#[tokio::test]
async fn both_sides_read_how_a_fight_came_out_and_nobody_reads_the_orders_of_the_other() {
    let (mut calm, mut wild) = (World::gap().await, World::gap().await);
    let mut readers = Vec::new();
    for seat in [PACT, Seat::Spectator] {
        readers.push((Reader::seated(&calm, seat).await, Reader::seated(&wild, seat).await));
    }
    calm.done(NATO, orders("keep-defense")).await;
    wild.done(NATO, json!({"do": "instruct", "cover": "when-it-helps", "retreats": "to-cover"})).await;
    wild.done(NATO, orders("keep-attack")).await;
    for (one, other) in &mut readers {
        differ_nowhere(&one.pages(&calm).await, &other.pages(&wild).await, "NATO has ordered");
    }
    for command in [
        json!({"do": "activate", "units": ["wp-t1"]}),
        json!({"do": "move", "units": ["wp-t1"], "path": ["0603"]}),
        json!({"do": "march", "units": ["wp-t1"], "target": "0504"}),
    ] {
        calm.done(PACT, command.clone()).await;
        wild.done(PACT, command).await;
    }
    for (one, other) in &mut readers {
        let (one, other) = (one.pages(&calm).await, other.pages(&wild).await);
        differ_nowhere(&one, &other, "a fight is over");
        reads_the_result(&one);
    }
    // The side that was attacked reads the same result, and its own orders.
    let nato = (Reader::seated(&calm, NATO).await.pages(&calm).await, Reader::seated(&wild, NATO).await);
    reads_the_result(&nato.0);
    assert_ne!(nato.0, nato.1.pages(&wild).await, "NATO itself can tell the worlds apart");
}

/// The map has the code at the hex, the words for it beside it, and the dice of the latest throw.
fn reads_the_result(pages: &[(String, String)]) {
    let (_, map) = pages.iter().find(|(page, _)| page == "map").expect("there is a map");
    for part in ["class=\"hb-result\"", "class=\"hb-reports", "The latest throw", "March attack: column"] {
        assert!(map.contains(part), "{part} stands on the map");
    }
}
