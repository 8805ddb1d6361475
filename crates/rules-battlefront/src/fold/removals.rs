//! Attempts to remove fortifications and wrecks, and their end.

use kernel::Id;

use crate::facts::Attempt;
use crate::measure::Point;
use crate::phase::Step;
use crate::state::State;
use crate::words::{Side, StandState};

pub(super) fn tried(state: &mut State, side: Side, fpp: i32, attempt: Attempt) {
    let works = state.facts.works.iter().map(|work| (work.id, work.kind));
    let wrecks = state.facts.wrecks.iter().map(|wreck| (wreck.id, wreck.kind));
    let kind = works.chain(wrecks).find(|(id, _)| *id == attempt.id).map(|(_, kind)| kind);
    let attempt = Attempt { kind, ..attempt };
    let facts = state.facts.side_mut(side);
    facts.fpp -= fpp;
    facts.removals_paid += fpp;
    facts.attempts.push(attempt);
    if !facts.tried.contains(&attempt.id) {
        facts.tried.push(attempt.id);
    }
}

/// A wreck that C11 did not move is remembered until the next S2f is over, where the campaign asks for that. [BF-R42]
pub(super) fn stays_in_the_defile(state: &mut State, side: Side, wreck: Id, succeeded: bool) {
    let remembered = !state.options().defile_retry && state.step() == Step::Wrecks && !succeeded;
    let not_moved = &mut state.facts.side_mut(side).not_moved;
    if remembered && !not_moved.contains(&wreck) {
        not_moved.push(wreck);
    }
}

/// An own fortification that the enemy does not know goes at once: nobody else sees it go.
pub(super) fn hidden_work_goes(state: &mut State, side: Side) {
    let own = state.facts.side(side).id;
    let Some(last) = state.facts.side(side).attempts.last().copied() else { return };
    if last.succeeded {
        state.facts.works.retain(|work| work.id != last.id || work.known || work.side != own);
    }
}

pub(super) fn end(state: &mut State, removed: &[Id], destroyed: &[Id], moved: &[(Id, Point)]) {
    state.facts.works.retain(|work| !removed.contains(&work.id));
    for (id, to) in moved {
        if let Some(wreck) = state.facts.wrecks.iter_mut().find(|wreck| wreck.id == *id) {
            wreck.at = *to;
        }
    }
    for id in destroyed {
        let Some(at) = state.facts.wrecks.iter().position(|wreck| wreck.id == *id) else { continue };
        let wreck = state.facts.wrecks.remove(at);
        for side in &mut state.facts.sides {
            if side.id == wreck.side
                && let Some(stand) = side.stand_mut(wreck.stand)
            {
                stand.state = StandState::Lost;
            }
        }
    }
    let refit = state.step() == Step::Removal;
    for side in &mut state.facts.sides {
        side.attempts.clear();
        if refit {
            side.not_moved.clear();
        }
    }
}
