//! What the side that acts can ask about over several commands: fire and attacks one after the other, and an activation up to
//! the second one.

mod activation;
mod attack;

use kernel::chance::Work;
use kernel::foretold::not_understood;
use kernel::{Foretold, Given, PlanHead, Refusals, Seat, Side};
use serde_json::Value;

use crate::state::State;

/// The plans that a seat can ask about now.
pub(crate) fn plans(state: &State, seat: Seat) -> Vec<PlanHead> {
    let Some(side) = Side::of(seat) else { return Vec::new() };
    [attack::head(state, side), activation::head(state, side)].into_iter().flatten().collect()
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
    let Some(side) = Side::of(seat) else { return Err(not_understood("only sides have plans".into())) };
    let given = Given::read(head, given)?;
    match head.id {
        attack::ID => attack::foretell(state, side, head, &given, work),
        _ => activation::foretell(state, side, head, &given, work),
    }
}
