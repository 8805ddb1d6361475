//! What a seat may see, built from nothing. All of it is open but standing orders. [CF-GEN-5]

use kernel::Seat;
use kernel::view::{Block, Page, Text, View};

use crate::state::State;

/// The pages of a seat.
pub fn view(state: &State, _seat: Seat) -> View {
    let facts = &state.facts;
    let standing = format!("Turn {} of {} · {}", facts.turn, state.scenario.turns, facts.phase.title());
    let overview = Page {
        id: "overview",
        tab: "Overview",
        title: state.scenario.title.clone(),
        lede: Text::new(standing.clone()),
        main: vec![Block::SinceLastHere],
        aside: Vec::new(),
    };
    View { standing, pages: vec![overview] }
}
