//! CF-AIR: fog, superiority, air strikes.

use kernel::{Adjudged, Id};

use super::s7_attacks::{self, Asked};
use super::{Checked, Cx, No, deny, own_phase, s8_bombardment, s9_results, s11_chemical, unless};
use crate::event::Event;
use crate::phase::Stage;
use crate::state::{Battle, State};
use crate::words::{Attack, Place, Side};

/// [CF-AIR-3] On a clear turn the side without superiority uses one helicopter in a fight.
pub fn helicopters(state: &State, side: Side, count: usize) -> Checked {
    let limited = !state.facts.fog && state.facts.superior.is_some_and(|superior| superior != side);
    let many =
        No::new("CF-AIR-3", "limit", "Without air superiority one helicopter takes part in a fight at most.");
    unless(!limited || count <= 1, many)
}

/// [CF-AIR-2] [CF-AIR-6] Whether a side has an air strike left in this turn.
pub fn can_fly(state: &State, side: Side) -> Checked {
    unless(!state.facts.fog, No::new("CF-AIR-2", "fog", "There are no air strikes in fog."))?;
    let none = No::new("CF-AIR-6", "strikes", "The side has no air strike left in this turn.");
    unless(state.facts.superior == Some(side) && state.facts.strikes > 0, none)
}

/// A strike is flown.
pub(super) fn fly(cx: &mut Cx<'_>, side: Side) -> Adjudged {
    cx.record(Event::StrikeFlown { side })
}

/// The strength of a strike of a side. [CF-AIR-4]
pub fn strength(state: &State, side: Side) -> u32 {
    u32::from(state.scenario.strikes[side.index()].strength)
}

/// [CF-AIR-5] [CF-AIR-6] Bombards with a strike alone, among the Hasty attacks.
pub fn strike(cx: &mut Cx<'_>, target: Place, chosen: Id, chemical: bool) -> Adjudged {
    let side = own_phase(cx, Stage::Combat)?;
    let battle = deny(cx, can_strike(cx.state(), side, target, chosen, chemical))?;
    s7_attacks::begin(cx, battle)
}

/// Whether a strike can bombard a unit in a hex; gives the fight.
pub fn can_strike(state: &State, side: Side, target: Place, chosen: Id, chemical: bool) -> Checked<Battle> {
    can_fly(state, side)?;
    let order = No::new(
        "CF-AIR-6",
        "order",
        "Air bombardments come with the Hasty attacks, before any Prepared one.",
    );
    unless(!state.facts.prepared_begun, order.at(target))?;
    let once = No::new("CF-SEQ-5", "target", "A hex is attacked once in a combat phase.").at(target);
    unless(!state.facts.attacked.contains(&target), once)?;
    let open = No::new(
        "CF-AIR-6",
        "designated",
        "An attack on this hex is designated: it is fought or called off before a strike bombards alone.",
    )
    .at(target);
    unless(state.designation(target).is_none(), open)?;
    let asked = Asked { target, support: &[], strike: true, chemical, chosen: Some(chosen) };
    let battle = s7_attacks::fight(side, Attack::Hasty, true, Vec::new(), asked);
    s8_bombardment::is_there(state, &battle)?;
    s9_results::within_table(state, &battle)?;
    s11_chemical::can_use(state, &battle)?;
    Ok(battle)
}
