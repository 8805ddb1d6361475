//! Proofs: each holds up when it is checked by itself.

use frontline::{Anchor, Block, Goal, Lane, Outcome, Point, Proof, Side, Standing};
use proptest::prelude::*;

use crate::oracle::{SPACING, Scene};
use crate::scenes::{cases, position, scene};

fn links_hold(scene: &Scene, chain: &[usize]) -> bool {
    let apart = |pair: &[usize]| scene.units[pair[0]].at.distance_squared(scene.units[pair[1]].at);
    chain.windows(2).all(|pair| {
        scene.units[pair[0]].side == scene.units[pair[1]].side && apart(pair) <= SPACING * SPACING
    })
}

fn anchored(scene: &Scene, outcome: &Outcome<'_, u32>, unit: usize, anchor: Anchor) -> bool {
    let side = scene.units[unit].side;
    let at = scene.units[unit].at;
    match anchor {
        Anchor::Ahead => !outcome.front(side.enemy()).has_behind(at),
        Anchor::Home => scene.seen_by_owner(unit).1 <= SPACING,
        Anchor::Entry(nth) => scene.entries[side.index()][nth].distance_squared(at) <= SPACING * SPACING,
    }
}

/// The end of a lane, in the frame of the side that walks it.
fn end(scene: &Scene, side: Side, goal: Goal, lane: &Lane) -> (i64, i64) {
    match goal {
        Goal::Home => {
            let last = lane.drawn[lane.drawn.len() - 1];
            (scene.seen_at(side, last).0, 0)
        }
        Goal::Entry(nth) => scene.seen_at(side, scene.entries[side.index()][nth]),
        Goal::Unit(friend) => scene.seen_by_owner(friend),
    }
}

fn check_lane(scene: &Scene, unit: usize, lane: &Lane) -> Result<(), TestCaseError> {
    let side = scene.units[unit].side;
    let walked: Vec<(i64, i64)> = lane.drawn.iter().map(|point| scene.seen_at(side, *point)).collect();
    prop_assert_eq!(walked[0], scene.seen_by_owner(unit));
    prop_assert_eq!(walked[walked.len() - 1], end(scene, side, lane.goal, lane));
    prop_assert!(walked.windows(2).all(|leg| leg[1].1 <= leg[0].1), "it gains ground: {walked:?}");
    // The drawing may cut a corner by a twentieth of the spacing.
    for enemy in (0..scene.units.len()).filter(|n| scene.units[*n].side != side) {
        let at = scene.seen_at(side, scene.units[enemy].at);
        for leg in walked.windows(2) {
            let near = distance(at, leg[0], leg[1]);
            prop_assert!(near >= SPACING as f64 * 0.95, "{near} from {at:?} at {leg:?} of {walked:?}");
        }
        // Where a leg passes abreast of the enemy it leaves him on the side that is said.
        let crosses = walked.windows(2).find(|leg| leg[0].1 >= at.1 && at.1 >= leg[1].1);
        if let Some(leg) = crosses {
            let x = leg[0].0.max(leg[1].0);
            let is_west = lane.west.contains(&enemy);
            prop_assert!(is_west != lane.east.contains(&enemy));
            prop_assert_eq!(is_west, at.0 < x, "enemy {} at {:?}, leg {:?}", enemy, at, leg);
        }
    }
    Ok(())
}

fn distance(at: (i64, i64), a: (i64, i64), b: (i64, i64)) -> f64 {
    let (dx, dy) = ((b.0 - a.0) as f64, (b.1 - a.1) as f64);
    let (ex, ey) = ((at.0 - a.0) as f64, (at.1 - a.1) as f64);
    let length = dx * dx + dy * dy;
    let along = if length == 0.0 { 0.0 } else { ((ex * dx + ey * dy) / length).clamp(0.0, 1.0) };
    (ex - along * dx).hypot(ey - along * dy)
}

proptest! {
    #![proptest_config(cases(2500))]

    #[test]
    fn every_proof_holds_up(scene in scene(18)) {
        let position = position(&scene);
        let outcome = position.outcome();
        for unit in 0..position.len() {
            let standing = outcome.standing(unit);
            let broken = match outcome.proof(unit) {
                Proof::Linked { chain, anchor } => {
                    prop_assert_eq!(standing, Standing::Normal);
                    prop_assert!(chain[0] == unit && links_hold(&scene, &chain));
                    prop_assert!(anchored(&scene, &outcome, chain[chain.len() - 1], anchor));
                    None
                }
                Proof::Open { chain, lane, broken } => {
                    prop_assert_eq!(standing, Standing::Isolated);
                    prop_assert!(chain[0] == unit && links_hold(&scene, &chain));
                    if let Goal::Unit(friend) = lane.goal {
                        prop_assert_eq!(outcome.standing(friend), Standing::Normal);
                    }
                    check_lane(&scene, chain[chain.len() - 1], &lane)?;
                    broken
                }
                Proof::Closed { by, broken } => {
                    prop_assert_eq!(standing, Standing::CutOff);
                    match by {
                        Block::TooNear(enemy) => {
                            let apart = scene.units[unit].at.distance_squared(scene.units[enemy].at);
                            prop_assert!(apart < SPACING * SPACING);
                        }
                        Block::Barrier { enemies, .. } => {
                            // The chain alone closes the way home, and no part of it does.
                            prop_assert!(!enemies.is_empty());
                            prop_assert!(!scene.leads_home_past(unit, &enemies));
                            for left_out in 0..enemies.len() {
                                let mut fewer = enemies.clone();
                                fewer.remove(left_out);
                                prop_assert!(scene.leads_home_past(unit, &fewer), "{enemies:?} less {left_out}");
                            }
                        }
                    }
                    broken
                }
            };
            if let Some(broken) = broken {
                prop_assert!(outcome.group(unit).contains(&broken.from));
                prop_assert_eq!(outcome.standing(broken.to), Standing::Normal);
                let apart = scene.units[broken.from].at.distance_squared(scene.units[broken.to].at);
                prop_assert_eq!(broken.by.is_some(), apart <= SPACING * SPACING);
            }
        }
    }
}

#[test]
fn a_lane_of_exactly_ten_inches_is_drawn_through_its_middle() {
    let at = Point::new;
    let piece = |id, side, at| frontline::Piece { id, side, at };
    let scene = Scene {
        width: 6000,
        height: 4800,
        entries: Default::default(),
        units: vec![
            piece(1, Side::South, at(2400, 3400)),
            piece(2, Side::North, at(500, 2200)),
            piece(3, Side::North, at(1400, 2200)),
            piece(4, Side::North, at(2400, 2200)),
            piece(5, Side::North, at(3300, 2200)),
            piece(6, Side::North, at(4300, 2201)),
            piece(7, Side::North, at(5300, 2200)),
            piece(8, Side::North, at(5800, 2200)),
        ],
    };
    let position = position(&scene);
    let outcome = position.outcome();
    let Proof::Open { lane, .. } = outcome.proof(0) else { panic!("isolated") };
    assert_eq!(lane.goal, Goal::Home);
    let through =
        |leg: &[Point]| leg.iter().all(|point| point.x == 1900) && leg[0].y > 2200 && leg[1].y < 2200;
    assert!(lane.drawn.windows(2).any(through), "{:?}", lane.drawn);
    assert_eq!(lane.west, [1, 2]);
}
