//! What leaves the map when a battle is cleaned up after, and what comes to light.

use kernel::Id;

use crate::facts::{Starts, Work};
use crate::rules::s2_1_1_3_2_b_breakpoints::formation_status;
use crate::state::State;
use crate::words::{Side, StandState, Status};

pub(super) fn return_panicked(state: &mut State, side: Side, stands: &[Id]) {
    let of_side = state.facts.side_mut(side).elements.iter_mut().flat_map(|element| &mut element.stands);
    for stand in of_side.filter(|stand| stands.contains(&stand.id)) {
        stand.state = StandState::Here;
        stand.status = Status::Normal;
    }
}

/// Stands in pockets stay where they are and as they face; nothing else is kept of how the battle left a stand.
pub(super) fn clear_the_map(state: &mut State) {
    let rule = state.options().isolated_me;
    for element in state.facts.sides.iter_mut().flat_map(|side| &mut side.elements) {
        for stand in &mut element.stands {
            let stays = stand.state == StandState::Here && stand.status != Status::Normal;
            if !stays {
                stand.leave_the_map();
            }
            (stand.hidden, stand.improved, stand.unmoved, stand.bogged) = (false, false, false, false);
            (stand.bog_checks, stand.minefield, stand.moved_from) = (0, None, None);
        }
        if formation_status(element, rule) == Status::Normal {
            element.starts = Starts::default();
        }
    }
}

/// Each takes the place of a hidden one of its kind in its place. Lists of ids follow it.
pub(super) fn expose(state: &mut State, works: &[Work]) {
    let facts = &mut state.facts;
    for shown in works {
        let same = |work: &&mut Work| {
            !work.known && (work.side, work.kind, work.at) == (shown.side, shown.kind, shown.at)
        };
        let Some(work) = facts.works.iter_mut().find(same) else { continue };
        let hidden = work.id;
        *work = *shown;
        for side in &mut facts.sides {
            // A number that was free may have been another's; that one's attempts are not this one's.
            side.tried.retain(|tried| *tried != shown.id);
            if side.id == shown.side {
                side.placed.retain(|placed| *placed != hidden);
                let own = side.tried.iter_mut().filter(|tried| **tried == hidden);
                own.for_each(|tried| *tried = shown.id);
            }
        }
    }
}
