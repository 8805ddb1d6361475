//! BCS-GEN-6, BCS-TURN-3, BCS-TURN-4: Independent Units and Arty Points.

use rules_bcs::state::{Facts, Fate};
use rules_bcs::words::Face;
use rules_bcs::{Command, Phase, State};

use crate::table::*;

fn assignment(turn: u8, change: impl FnOnce(&mut Facts)) -> State {
    opened(west(), |facts| {
        (facts.turn, facts.phase) = (turn, Phase::Assignment);
        change(facts);
    })
}

fn assign(id: &str, to: &str) -> Command {
    Command::Assign { unit: unit(id), formation: formation(to), hq: None }
}

fn release(id: &str) -> Command {
    Command::Release { unit: unit(id) }
}

fn give(to: &str) -> Command {
    Command::AssignArty { formation: formation(to) }
}

fn take(of: &str) -> Command {
    Command::ReleaseArty { formation: formation(of) }
}

#[test]
fn an_independent_unit_comes_to_its_hq_and_what_is_released_waits_a_turn() {
    let mut state = assignment(2, |_| {});
    assert_eq!(refused(&state, BLUE, assign("R-eng", "B1")), "BCS-ACT-18 unknown");
    assert_eq!(refused(&state, BLUE, assign("B-eng", "R1")), "BCS-ACT-18 formation");
    assert_eq!(refused(&state, BLUE, assign("B1-t1", "B1")), "BCS-GEN-6 independent");
    assert_eq!(refused(&state, BLUE, release("B-eng")), "BCS-GEN-6 unassigned");
    done(&mut state, BLUE, assign("B-eng", "B1"), &[]);
    let piece = at(&state, "B-eng");
    assert_eq!((piece.fate, piece.at, piece.face), (Fate::OnMap, of(&state, "B1").hq.first(), Face::Move));
    assert_eq!(state.unit(unit("B-eng")).unwrap().formation(), Some(formation("B1")));
    assert_eq!(refused(&state, BLUE, assign("B-eng", "B2")), "BCS-GEN-6 assigned");
    done(&mut state, BLUE, release("B-eng"), &[]);
    assert_eq!((at(&state, "B-eng").fate, at(&state, "B-eng").at), (Fate::Pool, None));
    assert_eq!(refused(&state, BLUE, assign("B-eng", "B2")), "BCS-TURN-4 released");
    done(&mut state, BLUE, Command::Close, &[]);
    assert_eq!(refused(&state, BLUE, give("B1")), "BCS-TURN-2 closed");
    let lost = assignment(2, |facts| {
        body(facts, "B1").hq = None.into();
        body(facts, "B1").state = rules_bcs::state::HqState::Done;
    });
    assert_eq!(refused(&lost, BLUE, assign("B-eng", "B1")), "BCS-HQ-6 hq");
    // A reinforcement is assigned where it is to enter, and does not come to the HQ.
    let mut due = assignment(2, |_| {});
    done(&mut due, RED, assign("R-i9", "R2"), &[]);
    assert_eq!((at(&due, "R-i9").fate, at(&due, "R-i9").at), (Fate::Due, None));
    assert_eq!(refused(&due, RED, release("R-i9")), "BCS-GEN-6 gone");
}

#[test]
fn arty_points_are_given_once_a_turn_and_without_the_last_prepared_defense_ends() {
    let mut state = assignment(2, |facts| body(facts, "B2").prepared = true);
    done(&mut state, BLUE, give("B1"), &[]);
    assert_eq!((of(&state, "B1").arty_points, state.facts.arty[kernel::Side::FIRST]), (3, 0));
    assert_eq!(refused(&state, BLUE, give("B1")), "BCS-TURN-4 arty");
    done(&mut state, BLUE, take("B2"), &[]);
    assert_eq!((of(&state, "B2").arty_points, of(&state, "B2").prepared), (0, false));
    assert_eq!(refused(&state, BLUE, take("B2")), "BCS-GEN-6 arty");
    // Unassigned in this turn: it is not given again in it.
    assert_eq!(
        (state.facts.arty[kernel::Side::FIRST], refused(&state, BLUE, give("B2"))),
        (1, "BCS-TURN-4 arty".into())
    );
    assert_eq!(refused(&state, BLUE, take("R1")), "BCS-ACT-18 formation");
}

#[test]
fn in_the_first_turn_only_what_arrives_in_it_is_assigned() {
    let mut state = assignment(1, |_| {});
    assert_eq!(refused(&state, BLUE, assign("B-eng", "B1")), "BCS-TURN-3 first");
    assert_eq!(refused(&state, BLUE, give("B1")), "BCS-TURN-3 first");
    assert_eq!(refused(&state, BLUE, take("B1")), "BCS-TURN-3 first");
    // R-i9 enters from the second turn on.
    assert_eq!(refused(&state, RED, assign("R-i9", "R1")), "BCS-TURN-3 first");
    done(&mut state, BLUE, assign("B-cav", "B2"), &[]);
    assert_eq!(at(&state, "B-cav").assigned, Some(formation("B2")));
    // The step is held for it.
    let mut turn = opened(west(), |facts| facts.phase = Phase::Replacements);
    done(&mut turn, BLUE, Command::Close, &[]);
    done(&mut turn, RED, Command::Close, &[]);
    assert_eq!(turn.facts.phase, Phase::Assignment);
}
