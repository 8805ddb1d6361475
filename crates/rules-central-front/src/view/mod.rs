//! What a seat may see, built from nothing. All of it is open but standing orders. [CF-GEN-5]

mod acts;
pub mod board;
mod charts;
mod fought;
mod headline;
mod orders;
mod overlays;
mod overview;
pub mod plan;
mod planner;
mod strength;
mod units;

use kernel::Seat;
use kernel::view::View;

use crate::phase::Phase;
use crate::state::State;

/// The pages of a seat.
pub fn view(state: &State, seat: Seat) -> View {
    let facts = &state.facts;
    let standing = match facts.phase {
        Phase::Over => "Play is over".into(),
        phase => format!("Turn {} of {} · {}", facts.turn, state.scenario.turns, phase.prose()),
    };
    View {
        standing,
        pages: vec![
            overview::page(state, seat),
            board::page(state, seat),
            units::page(state),
            charts::page(state),
        ],
    }
}
