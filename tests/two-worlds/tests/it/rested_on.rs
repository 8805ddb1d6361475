//! What a side has written in a battle of the Civil War is no longer its own to take back when something rests on it.

use kernel::{Seat, Side};
use rules_civil_war::written::Text;
use serde_json::{Value, json};

use super::sealed::{REBEL, UNION, neutral, order, sketch};
use super::world::World;

fn of(command: &str, more: Value) -> Value {
    let mut all = json!({"do": command, "battle": "aop.1"});
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    all
}

async fn rolled(world: &World, command: &str, more: Value) {
    neutral(world, of(command, more), Vec::new()).await;
}

/// Neither side takes anything back.
async fn stands(world: &World, when: &str) {
    for seat in [UNION, REBEL] {
        assert!(!world.undo(seat).await, "{seat:?} takes its step back: {when}");
    }
}

async fn reports(world: &mut World, seat: Seat, text: &str) {
    world.done(seat, of("report", json!({"report": text}))).await;
}

/// A battle in which nobody marches, at its first turn.
async fn by_day(world: &mut World) {
    neutral(world, json!({"do": "next-step"}), Vec::new()).await;
    let opening = json!({"do": "enter-battle", "attacker": "aop", "defender": "anv", "hex": "H-open", "column": "1:1", "size": "medium"});
    neutral(world, opening, Vec::new()).await;
    for seat in [UNION, REBEL] {
        world.done(seat, of("agree", json!({"stands": 20, "batteries": 2}))).await;
    }
    rolled(world, "draw-field", json!({})).await;
    world.done(REBEL, of("choose-side", json!({"edge": "south"}))).await;
    let [union, rebel] = [order(world, Side::FIRST, false).await, order(world, Side::SECOND, false).await];
    world.done(UNION, of("submit-oob", json!({"oob": union.write()}))).await;
    assert!(world.undo(UNION).await, "while it is the only one, an order is taken back");
    world.done(UNION, of("submit-oob", json!({"oob": union.write()}))).await;
    world.done(REBEL, of("submit-oob", json!({"oob": rebel.write()}))).await;
    stands(world, "both orders are locked").await;
    for seat in [UNION, REBEL] {
        world.done(seat, of("seal-flank", json!({}))).await;
    }
    stands(world, "both flanks are sealed").await;
    for (seat, side) in [(UNION, Side::FIRST), (REBEL, Side::SECOND)] {
        let spots = sketch(world, side, 3).await;
        world.done(seat, of("sketch", json!({"spots": spots}))).await;
        world.done(seat, of("close", json!({}))).await;
    }
    stands(world, "both sketches are closed").await;
    for side in 0..2 {
        rolled(world, "rate", json!({"side": side})).await;
    }
    for command in ["next-step", "all-marches", "next-step", "advance-turn"] {
        rolled(world, command, json!({})).await;
    }
}

#[tokio::test]
async fn nothing_is_taken_back_that_a_later_act_rests_on() {
    let mut world = World::summer().await;
    by_day(&mut world).await;
    world.done(UNION, of("concede", json!({}))).await;
    rolled(&world, "end-battle", json!({"union": 1, "confederate": 2})).await;
    reports(&mut world, REBEL, "").await;
    assert!(world.undo(REBEL).await, "a report on which nothing rests is taken back");
    reports(&mut world, REBEL, "").await;
    rolled(&world, "demoralization-roll", json!({"side": 1})).await;
    stands(&world, "a chance was rolled by a report").await;
    world.done(REBEL, of("promote-crack", json!({"sp": "C3"}))).await;
    reports(&mut world, UNION, "").await;
    rolled(&world, "next-step", json!({})).await;
    let closed = world.desk.position(&world.campaign).await.unwrap();
    stands(&world, "the book took the battle back").await;
    assert_eq!(world.desk.position(&world.campaign).await.unwrap(), closed);
}
