//! What a seat may see, built from nothing. All of it is open but standing orders. [CF-GEN-5]

mod activating;
mod acts;
mod adds;
mod beside;
pub mod board;
mod charts;
mod ending;
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
use kernel::view::{Contents, Page, PageHead, Phases, heads};

use crate::phase::Phase;
use crate::state::State;

/// What builds a page for a seat.
type Build = fn(&State, Seat) -> Page;

/// The pages, in the order of their tabs, each with what builds it.
const BUILT: [(PageHead, Build); 4] = [
    (overview::HEAD, overview::page),
    (board::HEAD, board::page),
    (units::HEAD, |state, _| units::page(state)),
    (charts::HEAD, |state, _| charts::page(state)),
];

/// How they are listed.
pub const PAGES: &[PageHead] = &heads(&BUILT);

/// What stands around every page. Nothing is owed by a list: whose phase it is stands on every page.
pub fn contents(state: &State) -> Contents {
    let facts = &state.facts;
    let standing = match facts.phase {
        Phase::Over => "Play is over".into(),
        phase => format!("Turn {} of {} · {}", facts.turn, state.scenario.turns, phase.prose()),
    };
    let phases = Phases {
        names: Phase::TURN.iter().map(|phase| phase.prose().to_owned()).collect(),
        at: Phase::TURN.iter().position(|phase| *phase == facts.phase),
    };
    Contents { standing, phases, pages: PAGES.to_vec(), owed: Vec::new(), inches: None }
}

/// One page of `seat`.
pub fn page(state: &State, seat: Seat, id: &str) -> Option<Page> {
    let (_, build) = BUILT.iter().find(|(head, _)| head.id == id)?;
    Some(build(state, seat))
}
