//! What gets its place in a set-up.

use crate::event::Event;
use crate::facts::{Work, add};
use crate::state::State;

pub(super) fn apply(state: &mut State, event: &Event) {
    match event {
        Event::Deployed { side, stands, at, facing, hidden } => {
            for id in stands {
                if let Some(stand) = state.facts.side_mut(*side).stand_mut(*id) {
                    (stand.at, stand.facing, stand.hidden) = (Some(*at), Some(*facing), *hidden);
                }
            }
        }
        Event::Lifted { side, stands } => {
            for id in stands {
                if let Some(stand) = state.facts.side_mut(*side).stand_mut(*id) {
                    (stand.at, stand.facing, stand.hidden) = (None, None, false);
                }
            }
        }
        Event::WorkPlaced { side, item, kind, at } => {
            let facts = state.facts.side_mut(*side);
            add(&mut facts.works_in_hand, *kind, -1);
            facts.placed.push(*item);
            let (id, side) = (*item, facts.id);
            state.facts.works.push(Work { id, side, kind: *kind, at: *at, known: false });
        }
        Event::WorkLifted { side, item } => {
            let Some(n) = state.facts.works.iter().position(|work| work.id == *item) else { return };
            let work = state.facts.works.remove(n);
            let facts = state.facts.side_mut(*side);
            facts.placed.retain(|placed| placed != item);
            add(&mut facts.works_in_hand, work.kind, 1);
        }
        Event::PreregPlaced { side, module, at } => {
            let modules = &mut state.facts.side_mut(*side).modules;
            if let Some(module) = modules.iter_mut().find(|known| known.id == *module) {
                module.points.push(*at);
            }
        }
        _ => {}
    }
}
