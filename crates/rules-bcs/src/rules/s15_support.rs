//! BCS-SUP: units in Support.

use kernel::{Adjudged, Checked, Reasons, RuleId, Seat};

use super::{Cx, about, at_step, in_phase, of_unit, own_unit, s1_units, s2_assignment, s6_hq, s10_movement};
use crate::setup::Scenario;
use crate::sight::Sight;
use crate::state::{Body, Fate, Phase, Piece, State, Step, Unit};
use crate::words::{Class, Face, FormationId, Place, UnitId};

/// A unit of the side, with its formation, in its Assignment step. The first turn has none but for reinforcements that arrive
/// in it. [BCS-TURN-3]
fn own<'s>(state: &'s State, seat: Seat, id: UnitId, why: &mut Reasons) -> Checked<(Unit<'s>, Body<'s>)> {
    let side = in_phase(state, seat, Phase::Assignment, why)?;
    why.unless(!state.facts.pool[side].closed, "BCS-TURN-2", "closed", || {
        "You have closed this step.".into()
    })?;
    let unit = state.unit(id).filter(|unit| unit.card.side == side);
    let unit = why.need(unit, "BCS-ACT-18", "unknown", || format!("You have no unit {id}."))?;
    s2_assignment::not_first(state, s2_assignment::arrives(state, unit), why)?;
    let body = unit.formation().and_then(|id| state.formation(id));
    let body = why.need(body, "BCS-GEN-2", "unknown", || about(state, id, "it has no formation."))?;
    Ok((unit, body))
}

/// [BCS-SUP-6] Whether a unit can enter Support: on the map, of a kind that can, in Command Radius, with a Safe Path by Tac.
pub fn may_enter(state: &Sight<'_>, seat: Seat, id: UnitId, why: &mut Reasons) -> Checked {
    let (unit, body) = own(state, seat, id, why)?;
    let at =
        why.need(unit.piece.on_map(), "BCS-SUP-6", "gone", || about(state, id, "it is not on the map."))?;
    why.unless(s1_units::can_enter_support(unit.card), "BCS-UNIT-9", "kind", || {
        about(state, id, "such a unit cannot enter Support.")
    })?;
    why.unless(unit.piece.face == Face::Deployed, "BCS-UNIT-9", "face", || {
        about(state, id, "it lies on its Move-side.")
    })?;
    why.unless(!unit.piece.screens, "BCS-UNIT-9", "screens", || about(state, id, "it screens."))?;
    why.unless(body.commands(&state.scenario.board, at), "BCS-SUP-6", "radius", || {
        about(state, id, "it is out of Command Radius.")
    })?;
    let safe = state.is_safe(body, Class::Tac, at);
    why.unless(safe, "BCS-SUP-6", "path", || about(state, id, "it has no Safe Path by Tac."))
}

/// [BCS-SUP-6] Whether a unit can leave Support: it is placed with an HQ.
pub fn may_leave(state: &State, seat: Seat, id: UnitId, hq: Option<u8>, why: &mut Reasons) -> Checked<Place> {
    let (unit, body) = own(state, seat, id, why)?;
    why.unless(unit.piece.fate == Fate::Support, "BCS-SUP-6", "support", || {
        about(state, id, "it is not in Support.")
    })?;
    s6_hq::comes_to(body, hq, || about(state, id, "its HQ is off the map."), why)
}

/// [BCS-SUP-6] Puts a unit into Support.
pub fn enter(cx: &mut Cx<'_>, unit: UnitId) -> Adjudged {
    cx.check(|why| may_enter(&Sight::of(cx.state()), cx.seat(), unit, why))?;
    cx.record(SupportEntered { unit })
}

/// [BCS-SUP-6] Takes a unit out of Support.
pub fn leave(cx: &mut Cx<'_>, unit: UnitId, hq: Option<u8>) -> Adjudged {
    let at = cx.check(|why| may_leave(cx.state(), cx.seat(), unit, hq, why))?;
    cx.record(SupportLeft { unit, at })?;
    s10_movement::take(cx, unit, &[at])
}

/// [BCS-SUP-4] Whether a host's Dropped Support can be returned: in command with a Safe Path by Tac, and not beside an enemy
/// AV unit.
pub fn may_return(state: &Sight<'_>, seat: Seat, id: UnitId, why: &mut Reasons) -> Checked {
    let (_, body) = at_step(state, seat, Step::Activities, why)?;
    let (unit, at) = own_unit(state, body, id, why)?;
    why.unless(unit.piece.dropped, "BCS-SUP-4", "dropped", || {
        about(state, id, "it has no Dropped Support.")
    })?;
    let board = &state.scenario.board;
    why.unless(body.commands(board, at), "BCS-SUP-4", "radius", || {
        about(state, id, "it is out of Command Radius.")
    })?;
    let near = state.on_map().any(|(other, hex)| {
        let is_av = s1_units::av(other.card, other.piece.face).is_some();
        other.card.side != unit.card.side && is_av && board.distance(hex, at) == 1
    });
    why.unless(!near, "BCS-SUP-4", "adjacent", || about(state, id, "an enemy AV unit stands beside it."))?;
    let safe = state.is_safe(body, Class::Tac, at);
    why.unless(safe, "BCS-SUP-4", "path", || about(state, id, "it has no Safe Path by Tac."))
}

/// [BCS-SUP-4] Returns Dropped Support.
pub fn give_back(cx: &mut Cx<'_>, unit: UnitId) -> Adjudged {
    cx.check(|why| may_return(&Sight::of(cx.state()), cx.seat(), unit, why))?;
    cx.record(SupportReturned { unit })
}

/// [BCS-FAIL-1] In a Failure Activation Dropped Support markers are removed.
pub(super) fn gather(cx: &mut Cx<'_>, formation: FormationId) -> Adjudged {
    let dropped = cx.state().of(formation).filter(|unit| unit.piece.dropped);
    let dropped: Vec<UnitId> = dropped.map(|unit| unit.card.id).collect();
    dropped.into_iter().try_for_each(|unit| cx.record(SupportReturned { unit }))
}

kernel::section! { for State, Scenario;
    /// A host has its Support back.
    public SupportReturned { unit: UnitId }
    does |state| {
        let piece = state.piece_mut(unit);
        (piece.dropped, piece.temporary) = (false, false);
    },
    told |setup| of_unit(setup, unit, " has its Support back.").rule(RuleId("BCS-SUP-4"));

    /// A unit entered Support.
    public SupportEntered { unit: UnitId }
    does |state| {
        let piece = state.piece_mut(unit);
        *piece = Piece { id: unit, fate: Fate::Support, lost: piece.lost, assigned: piece.assigned, ..Piece::default() };
    },
    told |setup| of_unit(setup, unit, " entered Support.").rule(RuleId("BCS-SUP-6"));

    /// A unit left Support.
    public SupportLeft { unit: UnitId, at: Place }
    does |state| {
        let piece = state.piece_mut(unit);
        (piece.fate, piece.at) = (Fate::OnMap, Some(at));
    },
    told |setup| of_unit(setup, unit, &format!(" left Support, to hex {}.", setup.board.called(at))).rule(RuleId("BCS-SUP-6"));
}
