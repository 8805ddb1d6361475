//! [BF-2.1.2.6] Hidden fortifications, C10.

use kernel::{Adjudged, Id};

use super::Cx;
use crate::event::Event;
use crate::facts::Work;
use crate::ground::ground;
use crate::state::State;

/// [BF-2.1.2.6-1] Each fortification that is still hidden and lies in a place which the opponent of its buyer controls
/// now is put on the map. One within the own perimeter stays hidden, and so does one between the lines.
/// [BF-2.1.2.6-2, BF-R52]
pub(crate) fn expose(cx: &mut Cx<'_>) -> Adjudged {
    let state = cx.state();
    let (row, last) = public_row(state);
    let exposed = state.facts.works.iter().filter(|work| is_exposed(state, work));
    let mut works: Vec<Work> = exposed.copied().collect();
    // Not in the order of hidden numbers, which are the owner's to know.
    works.sort_unstable_by_key(|work| (work.at, work.side, work.kind));
    for (n, work) in (last + 1..).zip(&mut works) {
        work.id = Id::new(&format!("{row}{n}")).unwrap_or_default();
        work.known = true;
    }
    if works.is_empty() { Ok(()) } else { cx.record(Event::WorksExposed { works }) }
}

/// Whether a hidden fortification has come into the enemy's hands.
pub fn is_exposed(state: &State, work: &Work) -> bool {
    let buyer = state.campaign().side_of(work.side);
    !work.known && buyer.is_some_and(|side| ground(state, side.enemy(), work.at).is_controlled())
}

/// The row in which fortifications are numbered that everyone knows, and the last number in it. [HOUSE-FORT-NUMBERS]
fn public_row(state: &State) -> (&'static str, u32) {
    let works = &state.facts.works;
    let number = |work: &Work, row: &str| work.id.as_str().strip_prefix(row)?.parse::<u32>().ok();
    let is_free = |row: &str| !works.iter().any(|work| !work.known && number(work, row).is_some());
    let row = if is_free("F") { "F" } else { "known-" };
    (row, works.iter().filter_map(|work| number(work, row)).max().unwrap_or(0))
}
