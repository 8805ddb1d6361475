//! Orders and instructions of the Battalion Combat Series: what a side has written down changes no road of anybody else: pages, offers, odds, log, files.

use kernel::Seat;
use serde_json::{Value, json};

use crate::roads::Reader;
use crate::world::World;
use crate::worlds::differ_nowhere;

const BLUE: Seat = Seat::Side(0);
const RED: Seat = Seat::Side(1);

fn order(to: &str, recovery: bool) -> Value {
    json!({"do": "order", "formation": "R1", "route": [to], "recovery": recovery, "prepared": false})
}

#[tokio::test]
async fn what_a_side_has_ordered_and_how_it_answers_is_read_by_nobody_else() {
    let (mut calm, mut wild) = (World::sarn().await, World::sarn().await);
    let mut readers = Vec::new();
    for seat in [BLUE, Seat::Spectator] {
        readers.push((Reader::seated(&calm, seat).await, Reader::seated(&wild, seat).await));
    }
    calm.done(RED, json!({"do": "instruct", "defense": "rating", "losses": "keep-units"})).await;
    wild.done(RED, json!({"do": "instruct", "defense": "steps", "stopping": "never"})).await;
    for (one, other) in &mut readers {
        differ_nowhere(&one.roads(&calm).await, &other.roads(&wild).await, "Red has said how it answers");
    }
    calm.done(RED, order("1914", false)).await;
    wild.done(RED, order("2313", true)).await;
    for (one, other) in &mut readers {
        differ_nowhere(&one.roads(&calm).await, &other.roads(&wild).await, "Red has ordered");
    }
    for seat in [RED, BLUE] {
        calm.done(seat, json!({"do": "close"})).await;
        wild.done(seat, json!({"do": "close"})).await;
    }
    for (one, other) in &mut readers {
        differ_nowhere(&one.roads(&calm).await, &other.roads(&wild).await, "both have closed their orders");
    }
    let red = Reader::seated(&calm, RED).await.pages(&calm).await;
    let other = Reader::seated(&wild, RED).await.pages(&wild).await;
    assert_ne!(red, other, "Red itself can tell the worlds apart");
}
