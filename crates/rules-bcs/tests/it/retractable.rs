//! What a side takes back of its own: counters before the dice, nothing that the enemy has a word in.

use kernel::{Seat, System};
use rules_bcs::charts::s8_snafu::Level;
use rules_bcs::state::{HqOrder, Standing, StoppingOrder};
use rules_bcs::{BattalionCombat, Command, State};

use crate::table::*;

/// Whether everything that a command made is taken back, or nothing of it.
fn is_taken_back(state: &State, seat: Seat, command: Command, dice: &[&[u16]]) -> bool {
    let mut after = state.clone();
    let (events, _) = done(&mut after, seat, command, dice);
    assert!(!events.is_empty());
    events.iter().all(|event| BattalionCombat::is_retractable(&state.scenario, event))
}

#[test]
fn what_a_formation_does_before_the_dice_is_taken_back() {
    let state = at_activations(BLUE);
    assert!(is_taken_back(&state, BLUE, activate("B1"), &[]));
    let state = active(1, Level::Full, |_| {});
    let moves = Command::Move { unit: unit("B2-t3"), path: path("1313 1212") };
    assert!(is_taken_back(&state, BLUE, moves, &[]));
}

#[test]
fn steps_rolls_and_attacks_are_not_taken_back() {
    let mut state = at_activations(BLUE);
    done(&mut state, BLUE, activate("B1"), &[]);
    let prepare = Command::Prepare { prepared: false, recovery: false };
    assert!(!is_taken_back(&state, BLUE, prepare, &[&[6, 6]]));
    let state = acts(BLUE, "B1", Level::Full, &["1813"], |_| {});
    let attack = Command::Attack { target: hex("1813"), shock: false };
    assert!(!is_taken_back(&state, BLUE, attack, &[]));
    assert!(!is_taken_back(&state, BLUE, Command::End, &[&[6]]));
}

/// Whether the enemy has said beforehand that he does not engage would show by what is taken back.
#[test]
fn a_move_that_the_enemy_may_answer_stands_whatever_he_has_said() {
    let never = Standing {
        stopping: Some(StoppingOrder::Never),
        jumped: Some(HqOrder::TowardSource),
        ..Standing::default()
    };
    for standing in [Standing::default(), never] {
        let state = acts(BLUE, "B1", Level::Full, &[], |facts| {
            piece(facts, "B1-t1").at = Some(hex("1611"));
            facts.standing[kernel::Side::SECOND] = standing;
        });
        let moves = Command::Move { unit: unit("B1-t1"), path: path("1711") };
        assert!(!is_taken_back(&state, BLUE, moves, &[]), "{standing:?}");
    }
}
