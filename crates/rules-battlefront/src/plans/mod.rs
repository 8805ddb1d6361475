//! Odds over several commands and over what is owed, under a plan whose assumptions are told. [`kernel::System::foretell`]

pub mod discipline;
pub mod escape;
pub mod income;
pub mod repair;

use kernel::chance::Work;
use kernel::foretold::too_much;
use kernel::{Foretold, Given, PlanHead, Refusals, Seat};
use serde_json::Value;

use crate::state::State;
use crate::words::Side;

/// The plans that a seat can ask about now.
pub(crate) fn plans(state: &State, seat: Seat) -> Vec<PlanHead> {
    let all = [income::head, escape::head, discipline::head, repair::head];
    all.into_iter().filter_map(|head| head(state, seat)).collect()
}

/// What a plan comes to.
pub(crate) fn foretell(
    state: &State,
    seat: Seat,
    plan: &str,
    given: &Value,
    work: &Work<'_>,
) -> Result<Foretold, Refusals> {
    let heads = plans(state, seat);
    let head = PlanHead::among(&heads, plan)?;
    let given = Given::read(head, given)?;
    let told = match head.id {
        income::ID => income::foretell(state, seat, head, &given, work),
        escape::ID => escape::foretell(state, seat, head, &given, work),
        discipline::ID => discipline::foretell(state, seat, head, &given, work),
        _ => repair::foretell(state, seat, head, &given, work),
    };
    told.map_err(too_much)
}

/// Whether a seat knows what a side alone knows.
fn knows(seat: Seat, side: Side) -> bool {
    seat.sees(side.only())
}

/// The sides whose secrets a seat knows.
fn known_sides(seat: Seat) -> impl Iterator<Item = Side> {
    Side::BOTH.into_iter().filter(move |side| knows(seat, *side))
}

/// A key of one side: `stands-german`.
fn key(what: &str, state: &State, side: Side) -> String {
    format!("{what}-{}", state.setup_of(side).id)
}
