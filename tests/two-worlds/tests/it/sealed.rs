//! A battle of the Civil War: orders of battle, sketches, ratings, what the neutral rolls of marches and meetings, and what
//! becomes of the forces. In one world they are these, in the other those, and nobody else reads a byte of it before a notice.

use kernel::{Seat, Side, System};
use rules_civil_war::battle::Battle;
use rules_civil_war::oob::Oob;
use rules_civil_war::oob::draft::draft;
use rules_civil_war::rules::s4_orders::terms;
use rules_civil_war::words::UnitId;
use rules_civil_war::written::Text;
use rules_civil_war::{CivilWar, State};
use serde_json::{Value, json};
use table::{Answer, DiceBy, Submission};

use crate::roads::Reader;
use crate::world::World;
use crate::worlds::compare;

pub(crate) const UNION: Seat = Seat::Side(0);
pub(crate) const REBEL: Seat = Seat::Side(1);

/// What the neutral does, with faces from a table where it throws.
pub(crate) async fn neutral(world: &World, command: Value, faces: Vec<Vec<u16>>) {
    let dice = if faces.is_empty() { DiceBy::Server } else { DiceBy::Table(faces) };
    let token = ledger::Lineage(world.name_of_no_side());
    let (cursor, acting_for, reason) = (None, None, None);
    let submission =
        Submission { by: Seat::Umpire, acting_for, reason, command: command.clone(), cursor, token, dice };
    let answer = world.desk.submit(&world.campaign, submission).await.unwrap();
    assert!(matches!(answer, Answer::Done { .. }), "{command}: {answer:?}");
}

async fn state(world: &World) -> State {
    let facts = serde_json::from_value(world.desk.position(&world.campaign).await.unwrap()).unwrap();
    CivilWar::open_position(CivilWar::load("set-up", rules_civil_war::SUMMER).unwrap(), facts).unwrap()
}

fn battle(state: &State) -> &Battle {
    &state.facts.battle[0]
}

/// A legal order of battle; another one has other names on foot, and one brigade more.
pub(crate) async fn order(world: &World, side: Side, other: bool) -> Oob {
    let state = state(world).await;
    let mut oob = draft(terms(&state.setup, battle(&state), side)).unwrap();
    if other {
        let foot = oob
            .divisions
            .iter_mut()
            .find(|division| division.leader != Some("stuart".parse().unwrap()))
            .unwrap();
        for (at, brigade) in foot.brigades.iter_mut().enumerate() {
            brigade.id = format!("another-{at}").parse().unwrap();
        }
        let last = foot.brigades.last_mut().unwrap();
        let half = last.of[0].stands / 2;
        let mut more = last.clone();
        last.of[0].stands -= half;
        more.of.truncate(1);
        more.of[0].stands = half;
        more.id = "one-more".parse().unwrap();
        more.batteries = Default::default();
        foot.brigades.push(more);
    }
    oob
}

pub(crate) async fn sketch(world: &World, side: Side, step: usize) -> String {
    let state = state(world).await;
    let units: Vec<UnitId> = battle(&state).starters(side);
    let y = if side == Side::FIRST { 40 } else { 4 };
    let spot = |(at, unit): (usize, &UnitId)| format!("{unit}: {} {y}", 2 + at * step);
    units.iter().enumerate().map(spot).collect::<Vec<_>>().join("; ")
}

#[tokio::test]
async fn nobody_reads_what_is_sealed_in_a_battle_before_its_notice() {
    let mut worlds = [World::summer().await, World::summer().await];
    for world in &mut worlds {
        neutral(world, json!({"do": "next-step"}), Vec::new()).await;
        let opening = json!({"do": "enter-battle", "attacker": "aop", "defender": "anv", "hex": "H-open", "column": "1:1", "size": "medium"});
        neutral(world, opening, Vec::new()).await;
        for seat in [UNION, REBEL] {
            world.done(seat, json!({"do": "agree", "battle": "aop.1", "stands": 20, "batteries": 2})).await;
        }
        neutral(world, json!({"do": "draw-field", "battle": "aop.1"}), Vec::new()).await;
        world.done(REBEL, json!({"do": "choose-side", "battle": "aop.1", "edge": "south"})).await;
    }
    let mut readers = Vec::new();
    for seat in [UNION, Seat::Spectator] {
        readers.push((Reader::seated(&worlds[0], seat).await, Reader::seated(&worlds[1], seat).await));
    }
    for (world, other) in worlds.iter_mut().zip([false, true]) {
        let oob = order(world, Side::SECOND, other).await.write();
        world.done(REBEL, json!({"do": "submit-oob", "battle": "aop.1", "oob": oob})).await;
    }
    compare(&mut readers, &worlds[0], &worlds[1], "the Confederates have handed in their order").await;
    for world in &mut worlds {
        let oob = order(world, Side::FIRST, false).await.write();
        world.done(UNION, json!({"do": "submit-oob", "battle": "aop.1", "oob": oob})).await;
    }
    compare(&mut readers, &worlds[0], &worlds[1], "both orders are in").await;
    // What is sealed differs first, and is the same in the end, for its digest is published.
    let march = |world: &State| -> Value {
        let oob = battle(world).halves[Side::SECOND].oob.as_ref().unwrap();
        let led =
            oob.divisions.iter().find(|division| division.leader == Some("stuart".parse().unwrap())).unwrap();
        let brigades: Vec<&UnitId> = led.brigades.iter().map(|brigade| &brigade.id).collect();
        json!({"do": "seal-flank", "battle": "aop.1", "left": "stuart", "left_brigades": brigades})
    };
    let stays = json!({"do": "seal-flank", "battle": "aop.1"});
    let marches = march(&state(&worlds[0]).await);
    assert_eq!(marches, march(&state(&worlds[1]).await));
    worlds[0].done(REBEL, marches.clone()).await;
    worlds[1].done(REBEL, stays.clone()).await;
    compare(&mut readers, &worlds[0], &worlds[1], "the Confederates have decided on their flanks").await;
    for world in &mut worlds {
        world.done(REBEL, marches.clone()).await;
        world.done(UNION, stays.clone()).await;
    }
    for (world, step) in worlds.iter_mut().zip([3, 4]) {
        let spots = sketch(world, Side::SECOND, step).await;
        world.done(REBEL, json!({"do": "sketch", "battle": "aop.1", "spots": spots})).await;
    }
    compare(&mut readers, &worlds[0], &worlds[1], "the Confederates have sketched").await;
    for world in &mut worlds {
        let spots = sketch(world, Side::FIRST, 3).await;
        world.done(UNION, json!({"do": "sketch", "battle": "aop.1", "spots": spots})).await;
        for seat in [UNION, REBEL] {
            world.done(seat, json!({"do": "close", "battle": "aop.1"})).await;
        }
        for side in 0..2 {
            neutral(world, json!({"do": "rate", "battle": "aop.1", "side": side}), Vec::new()).await;
        }
    }
    compare(&mut readers, &worlds[0], &worlds[1], "both sides are rated").await;
    // In one world Stuart is swift and would meet, in the other he plods and would miss.
    for (world, (march, meeting)) in worlds.iter_mut().zip([(4, 1), (1, 9)]) {
        neutral(world, json!({"do": "next-step", "battle": "aop.1"}), Vec::new()).await;
        for (role, flank) in
            [("attacker", "left"), ("attacker", "right"), ("defender", "left"), ("defender", "right")]
        {
            let ask = json!({"do": "march-roll", "battle": "aop.1", "role": role, "flank": flank});
            neutral(world, ask, vec![vec![march]]).await;
        }
        for flank in ["left", "right"] {
            let ask = json!({"do": "encounter-roll", "battle": "aop.1", "flank": flank});
            neutral(world, ask, vec![vec![meeting]]).await;
        }
    }
    compare(&mut readers, &worlds[0], &worlds[1], "the marches are rolled").await;
    for world in &worlds {
        neutral(world, json!({"do": "next-step", "battle": "aop.1"}), Vec::new()).await;
    }
    for turn in 1..=2 {
        for world in &worlds {
            neutral(world, json!({"do": "advance-turn", "battle": "aop.1"}), Vec::new()).await;
        }
        compare(&mut readers, &worlds[0], &worlds[1], &format!("turn {turn}, before any notice")).await;
    }
    let fates =
        [&worlds[0], &worlds[1]].map(|world| async { battle(&state(world).await).sealed.fates.clone() });
    let [one, other] = fates;
    assert_ne!(one.await, other.await, "the worlds differ");
}
