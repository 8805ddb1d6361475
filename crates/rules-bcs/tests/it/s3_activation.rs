//! BCS-ACT, BCS-REC, BCS-FAIL, BCS-FAT, BCS-ISO: an activation step by step.

use std::ops::ControlFlow;

use kernel::System;
use rules_bcs::charts::Fatigue;
use rules_bcs::charts::s8_snafu::Level;
use rules_bcs::state::{Fate, HqState, Step, Trains};
use rules_bcs::{BattalionCombat, Choice, Command, Event, State};

use crate::table::*;

#[test]
fn a_whole_activation_with_its_rolls() {
    let mut state = at_activations(BLUE);
    done(&mut state, BLUE, activate("B2"), &[]);
    assert_eq!(
        (of(&state, "B2").state, now(&state).step, now(&state).complete),
        (HqState::Used, Step::Preparation, true)
    );
    assert_eq!(refused(&state, BLUE, Command::Begin), "BCS-ACT-18 step");
    assert_eq!(refused(&state, RED, PREPARE), "BCS-ACT-18 actor");
    // 5, Fresh +1, Optimal Distance +1.
    let (_, rolls) = done(&mut state, BLUE, PREPARE, &[&[2, 3]]);
    assert_eq!(
        (rolls[0].total, now(&state).level, now(&state).step),
        (7, Some(Level::Full), Step::Objectives)
    );
    let objective = |at: &str, combat| Command::Objective { at: hex(at), combat };
    assert_eq!(refused(&state, BLUE, objective("2112", true)), "BCS-OBJ-3 radius");
    assert_eq!(refused(&state, BLUE, objective("9999", true)), "BCS-OBJ-3 hex");
    done(&mut state, BLUE, objective("2012", true), &[]);
    done(&mut state, BLUE, objective("1813", false), &[]);
    assert_eq!(refused(&state, BLUE, objective("1813", false)), "BCS-OBJ-1 number");
    done(&mut state, BLUE, Command::Begin, &[]);
    assert!(state.unit(unit("B2-m1")).unwrap().piece.commanded);
    // Combat OBJs: a 1 raises fatigue.
    done(&mut state, BLUE, Command::End, &[&[1]]);
    assert_eq!(
        (of(&state, "B2").fatigue, of(&state, "B2").state, now(&state).step),
        (Fatigue::F0, HqState::Done, Step::Second)
    );
    assert!(now(&state).obj.is_empty());
    // Reactivation number 3, no longer Fresh.
    let mut failed = state.clone();
    done(&mut failed, BLUE, Command::Second { choice: Choice::Roll }, &[&[2]]);
    assert_eq!((failed.facts.activation, failed.facts.go.map(kernel::Side::seat)), (None, Some(RED)));
    done(&mut state, BLUE, Command::Second { choice: Choice::Roll }, &[&[3]]);
    assert!(now(&state).second && now(&state).step == Step::Preparation);
    // Prepared Defense cannot be created now.
    assert_eq!(
        refused(&state, BLUE, Command::Prepare { prepared: true, recovery: false }),
        "BCS-PD-7 initial"
    );
    done(&mut state, BLUE, PREPARE, &[&[4, 4]]);
    done(&mut state, BLUE, Command::Begin, &[]);
    // A Second Activation: 1 or 2. Then it is over.
    done(&mut state, BLUE, Command::End, &[&[2]]);
    assert_eq!((of(&state, "B2").fatigue, state.facts.activation.is_none()), (Fatigue::F1, true));
}

#[test]
fn prepared_defense_holds_the_result_at_partial_and_ends_when_the_player_says_so() {
    let mut state = at_activations(BLUE);
    done(&mut state, BLUE, activate("B1"), &[]);
    done(&mut state, BLUE, Command::Prepare { prepared: true, recovery: false }, &[&[6, 6]]);
    assert_eq!((of(&state, "B1").prepared, now(&state).level), (true, Some(Level::Partial)));
    done(&mut state, BLUE, Command::Begin, &[]);
    done(&mut state, BLUE, Command::LeaveDefense, &[]);
    assert!(!of(&state, "B1").prepared);
    assert_eq!(refused(&state, BLUE, Command::LeaveDefense), "BCS-PD-3 none");
}

#[test]
fn a_fail_can_become_a_failure_flip_or_a_failure_activation() {
    let mut state = at_activations(BLUE);
    done(&mut state, BLUE, activate("B3"), &[]);
    // 2, Optimal Distance +1, fatigue 1: 2.
    done(&mut state, BLUE, PREPARE, &[&[1, 1]]);
    assert_eq!((now(&state).level, now(&state).step), (Some(Level::Fail), Step::Failure));
    let mut flipped = state.clone();
    done(&mut flipped, BLUE, Command::Fail { flip: true }, &[]);
    let after = of(&flipped, "B3");
    assert_eq!(
        (after.fatigue, after.state, flipped.facts.activation.is_none()),
        (Fatigue::F0, HqState::Done, true)
    );
    done(&mut state, BLUE, Command::Fail { flip: false }, &[]);
    assert_eq!(now(&state).step, Step::Activities);
    let walk = Command::Move { unit: unit("B3-i1"), path: path("1618") };
    assert_eq!(refused(&state, BLUE, walk), "BCS-FAIL-2 snafu");
    assert_eq!(refused(&state, BLUE, Command::MoveHq { path: path("1220"), hq: None }), "BCS-FAIL-2 snafu");
    done(&mut state, BLUE, Command::Flip { unit: unit("B3-i1") }, &[]);
    done(&mut state, BLUE, Command::MoveTrains { path: path("0520") }, &[]);
    assert_eq!(of(&state, "B3").trains, Trains::Ghost(hex("0520")));
    // Nothing of it raises fatigue: no roll.
    done(&mut state, BLUE, Command::End, &[]);
    assert_eq!((of(&state, "B3").fatigue, now(&state).step), (Fatigue::F1, Step::Second));
}

/// [BCS-ACT-17] In a Second Activation a FAIL is no Failure Flip: it is refused and not offered.
#[test]
fn a_fail_in_a_second_activation_is_no_failure_flip() {
    let failed = |second: bool| {
        acts(BLUE, "B1", Level::Fail, &[], |facts| {
            let activation = facts.activation.as_mut().expect("an activation");
            (activation.step, activation.second, activation.obj) = (Step::Failure, second, Vec::new());
            facts.unit.iter_mut().for_each(|piece| piece.commanded = false);
        })
    };
    let (first, mut second) = (failed(false), failed(true));
    assert_eq!(refused(&second, BLUE, Command::Fail { flip: true }), "BCS-ACT-17 second");
    let flips = |state: &State| {
        let (mut templates, mut commands) = (Vec::new(), Vec::new());
        BattalionCombat::offers(state, BLUE, &mut templates);
        for template in templates {
            BattalionCombat::each(state, BLUE, &template, &mut |command| {
                commands.push(command);
                ControlFlow::Continue(())
            });
        }
        commands.iter().filter(|command| **command == Command::Fail { flip: true }).count()
    };
    assert_eq!((flips(&first), flips(&second)), (1, 0));
    done(&mut second, BLUE, Command::Fail { flip: false }, &[]);
    assert_eq!(now(&second).step, Step::Activities);
}

/// [BCS-ACT-14] The go that passes tells whose Second Activation it was that failed, and of nobody who skipped his.
#[test]
fn a_second_activation_that_fails_is_named_with_the_go_that_passes() {
    for (choice, dice, named) in
        [(Choice::Roll, &[&[1_u16][..]][..], Some(formation("B1"))), (Choice::Skip, &[], None)]
    {
        let mut state = acts(BLUE, "B1", Level::Full, &[], |facts| {
            body(facts, "B1").fatigue = Fatigue::F1;
            facts.activation.as_mut().expect("an activation").step = Step::Second;
            facts.unit.iter_mut().for_each(|piece| piece.commanded = false);
        });
        let (events, _) = done(&mut state, BLUE, Command::Second { choice }, dice);
        let failed = events.iter().find_map(|event| match event {
            Event::GoPassed(passed) => Some(passed.failed),
            _ => None,
        });
        assert_eq!(failed, Some(named), "{choice:?}");
    }
}

#[test]
fn a_recovery_makes_no_roll_and_flips_ghost_trains() {
    let mut state = with(|facts| {
        (facts.phase, facts.go) = (rules_bcs::Phase::Activations, Some(kernel::Side::FIRST));
        let b3 = &mut facts.formation[2];
        (b3.fatigue, b3.coordination) = (Fatigue::F4, true);
        b3.trains = b3.trains.as_ghost();
        facts.unit[6].dropped = true;
    });
    done(&mut state, BLUE, activate("B3"), &[]);
    done(&mut state, BLUE, Command::Prepare { prepared: true, recovery: true }, &[]);
    let after = of(&state, "B3");
    assert_eq!((after.fatigue, after.coordination, after.prepared), (Fatigue::F3, false, true));
    assert!(matches!(after.trains, Trains::Normal(_)) && !state.facts.unit[6].dropped);
    assert_eq!(after.state, HqState::Done);
}

#[test]
fn a_second_activation_as_a_recovery_needs_no_roll() {
    let mut state = at_activations(BLUE);
    done(&mut state, BLUE, activate("B3"), &[]);
    done(&mut state, BLUE, PREPARE, &[&[4, 4]]);
    done(&mut state, BLUE, Command::Begin, &[]);
    done(&mut state, BLUE, Command::End, &[]);
    done(&mut state, BLUE, Command::Second { choice: Choice::Rest }, &[]);
    assert_eq!(refused(&state, BLUE, PREPARE), "BCS-ACT-13 recovery");
    done(&mut state, BLUE, Command::Prepare { prepared: false, recovery: true }, &[]);
    assert_eq!((of(&state, "B3").fatigue, state.facts.activation.is_none()), (Fatigue::F0, true));
}

#[test]
fn a_broken_route_takes_the_trains_then_blocks_once_and_twice() {
    let mut state = with(|facts| {
        (facts.phase, facts.go) = (rules_bcs::Phase::Activations, Some(kernel::Side::FIRST));
        // A grenadier battalion on the north road behind the 4th.
        facts.unit[12].at = Some(hex("0806"));
        facts.formation[0].prepared = true;
    });
    let blocked = |state: &mut State| {
        state.facts.activation = None;
        state.facts.formation[0].state = HqState::Unused;
        done(state, BLUE, activate("B1"), &[]);
        (of(state, "B1").trains, of(state, "B1").blocked, of(state, "B1").prepared, now(state).complete)
    };
    assert_eq!(blocked(&mut state), (Trains::OffMap, 0, true, false));
    assert_eq!(blocked(&mut state), (Trains::OffMap, 1, false, false));
    assert_eq!(
        refused(&state, BLUE, Command::Prepare { prepared: true, recovery: false }),
        "BCS-PD-1 blocked"
    );
    assert_eq!(blocked(&mut state), (Trains::OffMap, 2, false, false));
    assert_eq!(blocked(&mut state), (Trains::OffMap, 2, false, false));
    // −3 and −2.
    let (_, rolls) = done(&mut state, BLUE, PREPARE, &[&[6, 6]]);
    assert_eq!((rolls[0].total, now(&state).level), (7, Some(Level::Full)));
    // With the road free they come back, as Ghost, where the route would be complete.
    state.facts.unit[12].at = Some(hex("2003"));
    done(&mut state, BLUE, Command::Begin, &[]);
    assert_eq!(refused(&state, BLUE, Command::ReturnTrains { at: hex("0101") }), "BCS-ACT-10 route");
    done(&mut state, BLUE, Command::ReturnTrains { at: hex("0403") }, &[]);
    assert_eq!(of(&state, "B1").trains, Trains::Ghost(hex("0403")));
    assert!(of(&state, "B1").route.is_some());
    assert_eq!(refused(&state, BLUE, Command::FlipTrains), "BCS-ACT-9 returned");
}

#[test]
fn isolated_units_lose_steps_and_the_last_step_destroys() {
    let mut state = with(|facts| {
        (facts.phase, facts.go) = (rules_bcs::Phase::Activations, Some(kernel::Side::FIRST));
        // Out of Command Radius with a Safe Path: one step.
        facts.unit[0].at = Some(hex("0401"));
        facts.unit[24].at = Some(hex("0402"));
        facts.unit[24].lost = 2;
    });
    done(&mut state, BLUE, activate("B1"), &[]);
    done(&mut state, BLUE, Command::Prepare { prepared: false, recovery: true }, &[]);
    assert_eq!(state.unit(unit("B1-i1")).unwrap().piece.lost, 1);
    let engineers = state.unit(unit("B1-eng")).unwrap().piece;
    assert_eq!((engineers.fate, engineers.at), (Fate::Dead, None));
    assert_eq!(state.unit(unit("B1-i2")).unwrap().piece.lost, 0);
}

#[test]
fn mixed_formations_are_marked_and_count_twice() {
    let mut state = with(|facts| {
        (facts.phase, facts.go) = (rules_bcs::Phase::Activations, Some(kernel::Side::FIRST));
        // Two battalions of the 4th among the 7th, nearer to its HQ.
        facts.unit[0].at = Some(hex("1413"));
        facts.unit[1].at = Some(hex("1414"));
    });
    done(&mut state, BLUE, activate("B1"), &[]);
    // 8, Optimal Distance +1, Coordination −1, Mixed −1.
    let (_, rolls) = done(&mut state, BLUE, PREPARE, &[&[4, 4]]);
    assert_eq!(rolls[0].total, 7);
    assert!(of(&state, "B1").coordination && of(&state, "B2").coordination && !of(&state, "B3").coordination);
}
