//! Who sees what: the pages of each seat, built from nothing. With `event::audience` and `imagine` the only place that
//! knows about secrecy.
//!
//! [`Eyes`] answers every question of secrecy; [`own`] holds what a side's page may take from the state and the
//! controls that act for it. Each page has its file: [`overview`], [`refit`], [`rosters`], [`map`], [`charts`]; what is printed,
//! [`mod@papers`].

pub mod charts;
pub mod eyes;
pub(crate) mod forecast;
pub mod front;
pub mod map;
pub mod natural;
mod option_words;
pub mod overview;
pub mod own;
pub mod papers;
pub mod prose;
mod referee;
pub mod refit;
pub mod rosters;
pub mod rule_texts;
pub mod tray;
pub mod umpire;

use kernel::Seat;
use kernel::view::{Contents, Page, PageHead, Phases, Point, heads};

pub use eyes::Eyes;
pub use papers::papers;

use crate::phase::Step;
use crate::state::State;

/// What builds a page.
type Build = fn(&Eyes<'_>) -> Page;

/// The pages, in the order of their tabs, each with what builds it.
const BUILT: [(PageHead, Build); 5] = [
    (overview::HEAD, overview::page),
    (refit::HEAD, refit::page),
    (map::HEAD, map::page),
    (rosters::HEAD, rosters::page),
    (charts::HEAD, charts::page),
];

/// How they are listed.
pub const PAGES: &[PageHead] = &heads(&BUILT);

/// What stands around every page of `seat`.
pub fn contents(state: &State, seat: Seat) -> Contents {
    let map = &state.campaign().map;
    Contents {
        standing: standing(state),
        phases: Phases::default(),
        pages: PAGES.to_vec(),
        owed: overview::owed(&Eyes { state, seat }),
        inches: Some(Point { x: map.width.0, y: map.height.0 }),
    }
}

/// One page of `seat`.
pub fn page(state: &State, seat: Seat, id: &str) -> Option<Page> {
    let (_, build) = BUILT.iter().find(|(head, _)| head.id == id)?;
    Some(build(&Eyes { state, seat }))
}

/// "24 December · full day · S2e purchases".
pub fn standing(state: &State) -> String {
    let step = state.step();
    let at = match step {
        Step::Opening => "before the slot".into(),
        Step::Victory => "the result is to be declared".into(),
        Step::Over => return format!("Played to the end on {}", prose::full_date(state.date())),
        step if state.in_battle() => {
            let attacker = state.facts.attacker.and_then(|id| state.campaign().side_of(id));
            let attacks = attacker.map(|side| format!("{} attacks · ", state.setup_of(side).name));
            format!("{}{step} {}", attacks.unwrap_or_default(), step.title().to_lowercase())
        }
        Step::OvernightRepair | Step::OvernightWithdrawal => {
            format!("both defend · {step} {}", step.title().to_lowercase())
        }
        Step::Posture if state.facts.skipped => "no battle before: both defended · S1 posture".into(),
        _ => format!("{step} {}", step.title().to_lowercase()),
    };
    format!("{} · {} · {at}", state.date().day_and_month(), state.slot_kind().prose())
}
