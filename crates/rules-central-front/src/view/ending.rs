//! How a phase is ended, what that leaves undone, and what keeps it open.

use std::collections::BTreeSet;

use kernel::grammar::holds;
use kernel::view::{Choice, Field, FieldKind, Form};
use kernel::{Acting, prove};
use serde_json::{Value, json};

use super::acts::value;
use crate::CentralFront;
use crate::command::Command;
use crate::phase::{Phase, Stage};
use crate::rules::{s4_sequence, s5_action_points};
use crate::state::{State, Unit};
use crate::words::{Place, Side, Then};

/// The end of the phase, where it can be ended.
pub(super) fn open(state: &State, side: Side) -> Form {
    asked(state).leaving(left_undone(state, side))
}

/// The end of a phase while something keeps it open: closed, with what does.
pub(super) fn held_open(state: &State, side: Side) -> Option<Form> {
    let open = state.facts.battle.is_none() && state.facts.phase.side() == Some(side);
    let command = Command::EndPhase { then: None };
    let refusals = prove::<CentralFront>(state, Acting::own(side.seat()), &command).err().filter(|_| open)?;
    Some(asked(state).closed(Some((&refusals).into())))
}

/// Ending the phase, and how far play goes on.
fn asked(state: &State) -> Form {
    let verb = format!("End the {}", state.facts.phase.prose());
    let on = vec![
        Choice::new(Value::Null, "to the next phase, even if it is empty"),
        Choice::new(value(&Then::Open), "to where somebody can do something"),
    ];
    let on = Field::new("then", "And then", FieldKind::One { choices: on, chosen: Some(1) });
    Form::new("end-phase", json!({"do": "end-phase"}), verb).ask(on)
}

/// What ending the phase leaves undone: stacks that have not moved, reinforcements that wait.
fn left_undone(state: &State, side: Side) -> String {
    match state.facts.phase.stage() {
        Stage::Move => match unmoved(state, side) {
            0 => String::new(),
            1 => "1 stack has not moved. It stays where it is.".into(),
            n => format!("{n} stacks have not moved. They stay where they are."),
        },
        Stage::Common if state.facts.phase != Phase::Reinforcement => String::new(),
        Stage::Common => match s4_sequence::enters(state, side).count() {
            0 => String::new(),
            1 => "1 reinforcement has not entered. It can enter in a later turn.".into(),
            n => format!("{n} reinforcements have not entered. They can enter in a later turn."),
        },
        // Nothing can be left undone: what is open keeps the phase open.
        Stage::Combat | Stage::Retreat => String::new(),
    }
}

/// Passing the rest of the turn with one press, which says what does not move then. It asks once more only of whoever has begun
/// to move: the other side's next act gives back the phases to come, but not the present one.
pub(super) fn passing(state: &State, side: Side) -> Form {
    let begun = state.on_map().any(|unit| unit.card.side == side && unit.piece.activated);
    let stay = match (state.facts.phase.stage(), unmoved(state, side)) {
        // What asks once more says it.
        _ if begun => String::new(),
        (Stage::Move, 1) => ": 1 stack does not move".to_owned(),
        (Stage::Move, n) if n > 0 => format!(": {n} stacks do not move"),
        _ => String::new(),
    };
    let verb = format!("Pass the rest of turn {}{stay}", state.facts.turn);
    let command = json!({"do": "end-phase", "then": Then::Turn});
    Form::new("pass-turn", command, verb)
        .leaving(if begun { left_undone(state, side) } else { String::new() })
        .then("A side that has passed gets its phases back when the other side moves or attacks.")
}

/// How many of the side's stacks could still move.
fn unmoved(state: &State, side: Side) -> usize {
    let could = |unit: &Unit<'_>| holds(|why| s5_action_points::can_activate(*unit, why));
    let still = state.on_map().filter(|unit| unit.card.side == side && could(unit));
    still.filter_map(|unit| unit.piece.at).collect::<BTreeSet<Place>>().len()
}
