//! BCS-BAR: the Barrage Table, cell by cell, and stacks by the algebra of chance.

use rules_bcs::Command;
use rules_bcs::charts::Ground;
use rules_bcs::charts::s8_snafu::Level;
use rules_bcs::charts::s14_barrage::{Barrage, resolve};
use rules_bcs::sheet::{Field, each_apart, steps};
use rules_bcs::state::{Halt, Obj};

use crate::table::*;

fn all() -> impl Iterator<Item = Barrage> {
    (0..2 * 2 * 2 * 2 * 4).map(|n: usize| Barrage {
        by_fire: n & 1 == 1,
        hard: n & 2 == 2,
        stand_off: n & 4 == 4,
        prepared: n & 8 == 8,
        ground: Ground::ALL[n >> 4],
    })
}

/// The lowest face that takes a step, by BCS-BAR-2 and BCS-BAR-3.
fn lowest(of: &Barrage) -> i32 {
    let mut rows: Vec<(i32, i32)> = Vec::new();
    if of.hard || of.stand_off {
        rows.push((6, 6));
    }
    if matches!(of.ground, Ground::Urban | Ground::City) {
        rows.push((5, 6));
    }
    if of.ground == Ground::Terrain || of.prepared {
        rows.push((4, 5));
    }
    if rows.is_empty() {
        rows.push((3, 4));
    }
    rows.into_iter().map(|(arty, fire)| if of.by_fire { fire } else { arty }).max().unwrap_or(0)
}

#[test]
fn every_set_of_circumstances_loses_from_the_face_of_its_safest_row() {
    for of in all() {
        let resolved = resolve(&of);
        for face in 1..=6 {
            let lost = resolved.at(face).unwrap().outcome.get(Field::Steps);
            assert_eq!(lost, i8::from(face >= lowest(&of)), "{of:?} {face}");
        }
    }
}

#[test]
fn every_row_that_applies_is_named() {
    let of = Barrage { hard: true, prepared: true, ground: Ground::City, ..Barrage::default() };
    let resolved = resolve(&of);
    let ids: Vec<_> = resolved.candidates.iter().map(|table| table.id).collect();
    assert_eq!(ids, ["arty-hard", "arty-city", "arty-prepared"]);
    assert_eq!(resolved.table.unwrap().id, "arty-hard");
    let open = resolve(&Barrage::default());
    assert_eq!(open.candidates.iter().map(|table| table.id).collect::<Vec<_>>(), ["arty-none"]);
}

#[test]
fn a_stack_rolls_a_die_for_each_unit() {
    let soft = resolve(&Barrage::default());
    let hard = resolve(&Barrage { hard: true, ..Barrage::default() });
    let sum = steps([&soft, &soft, &hard], Field::Steps).unwrap();
    // 4/6, 4/6, 1/6: none 2·2·5, all 4·4·1 of 216.
    assert_eq!(sum.of().to_u64(), Some(216));
    let weights: Vec<_> = sum.rows().iter().map(|(n, weight)| (*n, weight.to_u64().unwrap())).collect();
    assert_eq!(weights, [(0, 20), (1, 84), (2, 96), (3, 16)]);
    let apart = each_apart([&soft, &hard], Field::Steps).unwrap();
    let weights: Vec<_> =
        apart.rows().iter().map(|(n, weight)| (n.clone(), weight.to_u64().unwrap())).collect();
    assert_eq!(weights, [(vec![0, 0], 10), (vec![0, 1], 2), (vec![1, 0], 20), (vec![1, 1], 4)]);
}

/// The 7th in its activities; the tanks of the 11th stand at 1715, in a Combat OBJ Zone.
fn fire(level: Level) -> rules_bcs::State {
    active(1, level, |facts| {
        facts.unit[41].at = Some(hex("1715"));
        facts.unit[12].at = Some(hex("1715"));
        let activation = facts.activation.as_mut().expect("an activation");
        activation.obj = vec![Obj { at: hex("1614"), combat: true, recon: true }];
    })
}

#[test]
fn a_barrage_needs_a_point_a_spotter_and_a_combat_obj() {
    let mut state = fire(Level::Full);
    let at = |target: &str, spotter: &str, air| Command::Barrage {
        target: hex(target),
        spotter: unit(spotter),
        air,
    };
    assert_eq!(refused(&state, BLUE, at("1715", "B2-rec", true)), "BCS-BAR-5 points");
    assert_eq!(refused(&state, BLUE, at("1716", "B2-rec", false)), "BCS-BAR-4 empty");
    assert_eq!(refused(&state, BLUE, at("2112", "B2-rec", false)), "BCS-OBJ-4 objective");
    assert_eq!(refused(&state, BLUE, at("9999", "B2-rec", false)), "BCS-OBJ-4 hex");
    assert_eq!(refused(&state, BLUE, at("1715", "B2-t3", false)), "BCS-BAR-7 far");
    // Hills: the grenadiers lose from 4, the tanks are hard and lose on 6 only. The grenadiers come first in the file.
    done(&mut state, BLUE, at("1715", "B2-rec", false), &[&[4], &[5]]);
    assert_eq!(state.unit(unit("R2-i1")).unwrap().piece.lost, 1);
    assert_eq!(state.unit(unit("R1-t2")).unwrap().piece.lost, 0);
    assert_eq!(state.unit(unit("B2-rec")).unwrap().piece.halt, Halt::Stopped);
    done(&mut state, BLUE, at("1715", "B2-rec", false), &[&[1], &[6]]);
    assert_eq!(state.unit(unit("R1-t2")).unwrap().piece.lost, 1);
    assert_eq!(refused(&state, BLUE, at("1715", "B2-rec", false)), "BCS-BAR-5 points");
    assert_eq!(refused(&fire(Level::Fail), BLUE, at("1715", "B2-rec", false)), "BCS-FAIL-2 snafu");
    // Half of two points is one.
    let mut half = fire(Level::Partial);
    done(&mut half, BLUE, at("1715", "B2-rec", false), &[&[1], &[1]]);
    assert_eq!(refused(&half, BLUE, at("1715", "B2-rec", false)), "BCS-BAR-5 points");
}

#[test]
fn the_flak_attacks_by_fire_twice_and_is_stopped() {
    let mut state = with(|facts| {
        (facts.phase, facts.go) = (rules_bcs::Phase::Activations, Some(kernel::Side::SECOND));
        facts.formation[3].state = rules_bcs::state::HqState::Used;
        let begun = rules_bcs::state::Activation::begin(facts.formation[3].id, false, true);
        facts.activation = Some(rules_bcs::state::Activation {
            step: rules_bcs::state::Step::Activities,
            level: Some(Level::Full),
            obj: vec![Obj { at: hex("2112"), combat: true, recon: false }],
            ..begun
        });
        facts.unit[0].at = Some(hex("2111"));
    });
    let at = |id: &str, target: &str| Command::AttackByFire { unit: unit(id), target: hex(target) };
    assert_eq!(refused(&state, RED, at("R1-t1", "2111")), "BCS-UNIT-9 kind");
    // Terrain or open: infantry in a wood loses from 5.
    let ground = state.scenario.board.ground(hex("2111")).unwrap().chart();
    let face = if ground == Ground::Open { 4 } else { 5 };
    done(&mut state, RED, at("R1-flak", "2111"), &[&[face - 1]]);
    assert_eq!(state.unit(unit("B1-i1")).unwrap().piece.lost, 0);
    done(&mut state, RED, at("R1-flak", "2111"), &[&[face]]);
    assert_eq!(state.unit(unit("B1-i1")).unwrap().piece.lost, 1);
    assert_eq!(state.unit(unit("R1-flak")).unwrap().piece.halt, Halt::Stopped);
    assert_eq!(refused(&state, RED, at("R1-flak", "2111")), "BCS-STOP-5 events");
    // Fatigue: an Attack by Fire raises it on 1 or 2.
    done(&mut state, RED, Command::End, &[&[2]]);
    assert_eq!(of(&state, "R1").fatigue, rules_bcs::charts::Fatigue::F0);
}
