//! [BF-2.1.2.5] Clearing the map, C9.

use kernel::Adjudged;

use super::Cx;
use crate::event::Event;
use crate::words::{Side, StandState};

/// [BF-2.1.2.5-1, BF-2.1.2.5-2] Stands that panicked off the map rejoin their formations, and all stands that are
/// neither isolated nor cut off leave the map. Pockets stay exactly where they are, and so do wrecks.
/// [BF-2.1.2.5.1-1, BF-2.1.2.7-2]
///
/// Interpretation: a stand in a pocket keeps its place, its facing, and whether it is immobile; improved positions, bogs
/// and minefields have been resolved before. [BF-R51]
pub(crate) fn clear(cx: &mut Cx<'_>) -> Adjudged {
    for side in Side::BOTH {
        let stands = cx.state().side(side).elements.iter().flat_map(|element| &element.stands);
        let panicked = stands.filter(|stand| stand.state == StandState::Panicked);
        let stands: Vec<_> = panicked.map(|stand| stand.id).collect();
        if !stands.is_empty() {
            cx.record(Event::PanickedReturned { side, stands })?;
        }
    }
    cx.record(Event::MapCleared)
}
