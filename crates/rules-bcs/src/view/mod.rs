//! What a seat may see, built from nothing. Everything is open. [BCS-GEN-7]

mod activation;
mod acts;
mod board;
mod charts;
mod drafts;
pub mod drawn;
mod falls;
mod formations;
mod forms;
mod odds;
mod outcome;
mod overlays;
pub mod plan;
mod planner;
mod undone;
mod units;

pub use activation::activation;
pub use board::map;
pub use charts::charts;
pub use formations::formations;
use hexmap::Hex;
use kernel::view::{OwedItem, Phases};
use kernel::{Seat, Side};
pub use units::units;

use crate::state::{Phase, State};
use crate::words::Place;

/// Where play stands.
pub fn standing(state: &State) -> String {
    let (turn, turns) = (state.facts.turn, state.scenario.turns);
    match (state.facts.phase, &state.facts.activation) {
        (Phase::Over, _) => "Play is over".into(),
        (_, Some(activation)) => {
            let name = state.scenario.formation_name(activation.formation);
            format!("Turn {turn} of {turns} · {name} · {}", activation.step.prose())
        }
        (phase, None) => format!("Turn {turn} of {turns} · {}", phase.prose()),
    }
}

/// The phases of a turn.
pub fn phases(state: &State) -> Phases {
    let turn = || Phase::ALL.iter().filter(|phase| **phase != Phase::Over);
    Phases {
        names: turn().map(|phase| phase.prose().to_owned()).collect(),
        at: turn().position(|phase| *phase == state.facts.phase),
    }
}

/// Who has to act.
pub fn owed(state: &State, seat: Seat) -> Vec<OwedItem> {
    let facts = &state.facts;
    let acts = |side: &Side| match facts.phase {
        Phase::Replacements | Phase::Assignment | Phase::Orders => !facts.pool[*side].closed,
        Phase::First | Phase::Activations => crate::rules::to_act(state) == Some(*side),
        Phase::Sky | Phase::FirstRoll | Phase::Over => false,
    };
    let sides = Side::BOTH.into_iter().filter(acts);
    let step = activation::asked(state)
        .unwrap_or_else(|| facts.activation.as_ref().map_or(facts.phase.prose(), |now| now.step.prose()));
    let text = |_| kernel::view::Text::new(step);
    OwedItem::of_sides(seat, sides, ("activation", "now", "To what is to be done"), text)
}

/// The hex of a printed number.
fn hex(state: &State, place: Place) -> Hex {
    state.scenario.board.hex(place)
}
