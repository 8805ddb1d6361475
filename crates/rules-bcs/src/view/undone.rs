//! What ending a step leaves undone: it is asked once more, in place.

use std::collections::BTreeSet;

use kernel::grammar::counted;

use crate::command::Command;
use crate::rules::s9_objectives;
use crate::state::State;
use crate::words::UnitId;

/// What ending the activities, or the placing of OBJ markers, leaves undone.
pub(super) fn left_undone(state: &State, commands: &[Command]) -> String {
    let fresh =
        |unit: &UnitId| state.unit(*unit).is_some_and(|unit| unit.piece.spent == 0 && !unit.piece.flipped);
    let (mut still, mut attacked, mut entering) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut objectives = false;
    for command in commands {
        match command {
            Command::Move { unit, .. } if fresh(unit) => {
                still.insert(*unit);
            }
            Command::Attack { target, .. } => {
                attacked.insert(*target);
            }
            Command::Enter { unit, .. } => {
                entering.insert(*unit);
            }
            Command::Objective { .. } => objectives = true,
            _ => {}
        }
    }
    let mut said: Vec<String> = Vec::new();
    let activation = state.facts.activation.as_ref().filter(|_| objectives);
    said.extend(activation.map(|now| {
        let left = now.level.map_or(0, s9_objectives::by_hq).saturating_sub(now.obj.len());
        format!("{} can still be placed.", counted(left, "OBJ marker"))
    }));
    said.extend((!still.is_empty()).then(|| {
        let (have, stay) = if still.len() == 1 {
            ("has", "It stays where it is.")
        } else {
            ("have", "They stay where they are.")
        };
        format!("{} {have} not moved. {stay}", counted(still.len(), "unit"))
    }));
    let called: Vec<String> = attacked.into_iter().map(|at| state.scenario.board.called(at)).collect();
    said.extend(
        (!called.is_empty()).then(|| format!("Attacks are still possible on {}.", called.join(", "))),
    );
    said.extend((!entering.is_empty()).then(|| {
        let (has, it) = if entering.len() == 1 { ("has", "It") } else { ("have", "They") };
        format!(
            "{} {has} not entered. {it} can enter in a later turn.",
            counted(entering.len(), "reinforcement")
        )
    }));
    said.join(" ")
}
