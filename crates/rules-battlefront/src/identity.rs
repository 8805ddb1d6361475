//! What questions to chance name in the place of an id that its owner could choose.
//!
//! Bought formations are numbered as they come and go in their step: who buys, takes back and buys again chooses the
//! number. So a question names such a formation by its rank among those of its group that stayed, and its stands with it.
//! Numbers close up when a purchase is taken back, so that rank and number tell the enemy the same.

use crate::facts::Element;
use crate::ids::{FormationId, StandId};
use crate::state::State;
use crate::words::{Origin, Side};

/// A formation: its id, or group and rank where it was bought.
pub fn formation(state: &State, side: Side, me: FormationId) -> FormationId {
    state.side(side).element(me).and_then(|element| ranked(state, side, element)).unwrap_or(me)
}

/// A stand: its id, with the identity of the formation with which it was bought.
pub fn stand(state: &State, side: Side, stand: StandId) -> StandId {
    let elements = state.side(side).elements.iter();
    let mut named = elements.filter_map(|element| {
        let of_it = stand.as_str().strip_prefix(element.id.as_str())?.strip_prefix('-')?;
        format!("{}-{of_it}", ranked(state, side, element)?).parse().ok()
    });
    named.next().unwrap_or(stand)
}

/// Group and rank of a bought formation: no id of a set-up is written so.
fn ranked(state: &State, side: Side, element: &Element) -> Option<FormationId> {
    let group = element.group.filter(|_| element.origin == Origin::Bought)?;
    let of_group = |other: &&Element| other.origin == Origin::Bought && other.group == Some(group);
    let rank = state.side(side).elements.iter().filter(of_group).position(|other| other.id == element.id)?;
    format!("{group}#{}", rank + 1).parse().ok()
}
