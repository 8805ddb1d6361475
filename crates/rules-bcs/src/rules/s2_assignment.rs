//! BCS-TURN, BCS-GEN: Independent Units and Arty Points are assigned to formations and unassigned.

use kernel::{Adjudged, Checked, Reasons, RuleId, Seat, Side};

use super::s3_activation::DefenseSet;
use super::{Cx, about, in_phase, not_yours, of_formation, of_unit, s6_hq, s10_movement};
use crate::setup::{Begins, Scenario};
use crate::state::{Body, Fate, Phase, State, Unit};
use crate::words::{Face, FormationId, Place, UnitId};

/// The side that assigns, in its Assignment step.
fn assigning(state: &State, seat: Seat, why: &mut Reasons) -> Checked<Side> {
    let side = in_phase(state, seat, Phase::Assignment, why)?;
    why.unless(!state.facts.pool[side].closed, "BCS-TURN-2", "closed", || {
        "You have closed this step.".into()
    })?;
    Ok(side)
}

/// A formation of the side.
fn formation<'s>(state: &'s State, side: Side, id: FormationId, why: &mut Reasons) -> Checked<Body<'s>> {
    let body = state.formation(id).filter(|body| body.card.side == side);
    why.need(body, "BCS-ACT-18", "formation", || not_yours(state, id))
}

/// An Independent Unit of the side.
fn independent<'s>(state: &'s State, side: Side, id: UnitId, why: &mut Reasons) -> Checked<Unit<'s>> {
    let unit = state.unit(id).filter(|unit| unit.card.side == side);
    let unit = why.need(unit, "BCS-ACT-18", "unknown", || format!("You have no unit {id}."))?;
    why.unless(unit.card.formation.is_none(), "BCS-GEN-6", "independent", || {
        about(state, id, "it is no Independent Unit.")
    })?;
    Ok(unit)
}

/// In the first turn only reinforcements that arrive in it are assigned. [BCS-TURN-3]
pub(super) fn not_first(state: &State, arrives: bool, why: &mut Reasons) -> Checked {
    why.unless(arrives || state.facts.turn > 1, "BCS-TURN-3", "first", || {
        "In the first turn only reinforcements that arrive in it are assigned.".into()
    })
}

/// Whether a unit arrives in this turn.
pub(super) fn arrives(state: &State, unit: Unit<'_>) -> bool {
    unit.piece.fate == Fate::Due
        && matches!(unit.card.begins, Begins::Enters(turn, ..) if turn == state.facts.turn)
}

/// [BCS-TURN-3] Whether the turn has an Assignment: the first has one for Independent Units that arrive in it alone.
pub fn is_held(state: &State) -> bool {
    state.facts.turn > 1 || state.units().any(|unit| unit.card.formation.is_none() && arrives(state, unit))
}

/// [BCS-TURN-4] [BCS-GEN-6] Whether an Independent Unit can be assigned; gives where it comes to stand.
pub fn may_assign(
    state: &State,
    seat: Seat,
    id: UnitId,
    to: FormationId,
    hq: Option<u8>,
    why: &mut Reasons,
) -> Checked<Option<Place>> {
    let side = assigning(state, seat, why)?;
    let (unit, body) = (independent(state, side, id, why)?, formation(state, side, to, why)?);
    not_first(state, arrives(state, unit), why)?;
    why.unless(unit.piece.assigned.is_none(), "BCS-GEN-6", "assigned", || {
        about(state, id, "it is assigned already.")
    })?;
    why.unless(!unit.piece.released, "BCS-TURN-4", "released", || {
        about(state, id, "it was unassigned in this turn, and can be assigned from the next on.")
    })?;
    why.unless(!matches!(unit.piece.fate, Fate::Dead | Fate::Returns), "BCS-GEN-6", "gone", || {
        about(state, id, "it is not there to be assigned.")
    })?;
    if unit.piece.fate != Fate::Pool {
        s6_hq::comes_to_none(hq, why)?;
        return Ok(None);
    }
    s6_hq::comes_to(body, hq, || body.no_hq(), why).map(Some)
}

/// [BCS-GEN-6] Assigns an Independent Unit; from the pool it comes to an HQ, on its Move-side.
pub fn assign(cx: &mut Cx<'_>, unit: UnitId, formation: FormationId, hq: Option<u8>) -> Adjudged {
    let at = cx.check(|why| may_assign(cx.state(), cx.seat(), unit, formation, hq, why))?;
    cx.record(Assigned { unit, formation, at })?;
    at.map_or(Ok(()), |at| s10_movement::take(cx, unit, &[at]))
}

/// [BCS-TURN-4] Whether an Independent Unit can be unassigned.
pub fn may_release(state: &State, seat: Seat, id: UnitId, why: &mut Reasons) -> Checked {
    let side = assigning(state, seat, why)?;
    let unit = independent(state, side, id, why)?;
    not_first(state, false, why)?;
    why.unless(unit.piece.assigned.is_some(), "BCS-GEN-6", "unassigned", || {
        about(state, id, "it is assigned to no formation.")
    })?;
    why.unless(matches!(unit.piece.fate, Fate::OnMap | Fate::Support), "BCS-GEN-6", "gone", || {
        about(state, id, "it is not there to be unassigned.")
    })
}

/// [BCS-GEN-6] Unassigns an Independent Unit; it goes to the pool.
pub fn release(cx: &mut Cx<'_>, unit: UnitId) -> Adjudged {
    cx.check(|why| may_release(cx.state(), cx.seat(), unit, why))?;
    cx.record(Released { unit })
}

/// [BCS-TURN-4] Whether an Arty Point can be assigned.
pub fn may_give(state: &State, seat: Seat, to: FormationId, why: &mut Reasons) -> Checked<Side> {
    let side = assigning(state, seat, why)?;
    formation(state, side, to, why)?;
    not_first(state, false, why)?;
    let free = state.facts.arty[side].saturating_sub(state.facts.pool[side].released);
    why.unless(free > 0, "BCS-TURN-4", "arty", || {
        "No Arty Point is left that was unassigned before this turn.".into()
    })?;
    Ok(side)
}

/// [BCS-GEN-6] Assigns an Arty Point.
pub fn give(cx: &mut Cx<'_>, formation: FormationId) -> Adjudged {
    let side = cx.check(|why| may_give(cx.state(), cx.seat(), formation, why))?;
    cx.record(ArtyGiven { side, formation })
}

/// [BCS-TURN-4] Whether an Arty Point can be unassigned.
pub fn may_take(state: &State, seat: Seat, of: FormationId, why: &mut Reasons) -> Checked<Side> {
    let side = assigning(state, seat, why)?;
    let body = formation(state, side, of, why)?;
    not_first(state, false, why)?;
    why.unless(body.facts.arty_points > 0, "BCS-GEN-6", "arty", || {
        format!("{} has no Arty Point.", body.card.name)
    })?;
    Ok(side)
}

/// [BCS-GEN-6] Unassigns an Arty Point; with the last one Prepared Defense ends at once. [BCS-PD-3]
pub fn take(cx: &mut Cx<'_>, formation: FormationId) -> Adjudged {
    let side = cx.check(|why| may_take(cx.state(), cx.seat(), formation, why))?;
    cx.record(ArtyTaken { side, formation })?;
    let facts = cx.state().formation(formation).map(|body| body.facts);
    if facts.is_some_and(|facts| facts.prepared && facts.arty_points == 0) {
        cx.record(DefenseSet { formation, prepared: false })?;
    }
    Ok(())
}

kernel::section! { for State, Scenario;
    /// An Independent Unit was assigned to a formation.
    public Assigned { unit: UnitId, formation: FormationId, at: Option<Place> = None }
    does |state| {
        let moves = state.unit(unit).is_some_and(|unit| unit.card.moving.is_some());
        let piece = state.piece_mut(unit);
        piece.assigned = Some(formation);
        if at.is_some() {
            (piece.at, piece.fate) = (at, Fate::OnMap);
            piece.face = if moves { Face::Move } else { Face::Deployed };
        }
    },
    told |setup| of_unit(setup, unit, &format!(" is assigned to {}.", setup.formation_name(formation))).rule(RuleId("BCS-GEN-6"));

    /// An Independent Unit was unassigned and went to the pool.
    public Released { unit: UnitId }
    does |state| {
        let piece = state.piece_mut(unit);
        (piece.assigned, piece.released) = (None, true);
        (piece.at, piece.fate, piece.face) = (None, Fate::Pool, Face::Deployed);
        (piece.screens, piece.dropped, piece.temporary) = (false, false, false);
    },
    told |setup| of_unit(setup, unit, " is unassigned.").rule(RuleId("BCS-TURN-4"));

    /// An Arty Point was assigned.
    public ArtyGiven { side: Side, formation: FormationId }
    does |state| {
        state.facts.arty[side] = state.facts.arty[side].saturating_sub(1);
        state.command_mut(formation).arty_points += 1;
    },
    told |setup| of_formation(setup, formation, " is assigned an Arty Point.").rule(RuleId("BCS-GEN-6"));

    /// An Arty Point was unassigned.
    public ArtyTaken { side: Side, formation: FormationId }
    does |state| {
        state.facts.arty[side] += 1;
        state.facts.pool[side].released += 1;
        let command = state.command_mut(formation);
        command.arty_points = command.arty_points.saturating_sub(1);
    },
    told |setup| of_formation(setup, formation, " gives up an Arty Point.").rule(RuleId("BCS-TURN-4"));
}
