//! BCS-ZONE: required Stopping Engagements.

use kernel::{Adjudged, Ask, Audience, Checked, Reasons, RuleId, Seat};

use super::s1_units::{self, Ability, can, kind};
use super::{Cx, about, in_phase, of_unit, s13_engagement, throw};
use crate::charts::s12_combat::Kind;
use crate::ground::Ground;
use crate::setup::Scenario;
use crate::sheet::{Field, Outcome, Resolved};
use crate::state::{Halt, Phase, State, Unit};
use crate::words::{Class, Place, UnitId};

/// Whether a unit that enters a hex comes into an Engagement Zone in which it may be required to engage: it has AV and moves
/// as Tac, and the zone's unit does not stand beside it. [BCS-ZONE-5]
pub fn is_entered(state: &State, ground: &Ground<'_>, unit: Unit<'_>, at: Place) -> bool {
    let moves = s1_units::av(unit.card, unit.piece.face).is_some() && unit.allowance().class == Class::Tac;
    let enemy = unit.card.side.enemy();
    let zone = || ground.board.cell(at).is_some_and(|cell| ground.at(cell).engagement[enemy] > 0);
    moves && zone() && !firers(state, unit, at).is_empty()
}

/// The units that may require a unit in a hex to engage, each once in an activation. [BCS-ZONE-5]
pub fn firers(state: &State, mover: Unit<'_>, at: Place) -> Vec<UnitId> {
    let board = &state.scenario.board;
    let open = board.ground(at).is_some_and(|ground| !(ground.terrain || ground.city || ground.urban));
    let zones = state.on_map().filter(|(unit, hex)| {
        let far = board.distance(*hex, at);
        open && unit.card.side != mover.card.side
            && !unit.piece.required
            && !unit.piece.screens
            && (2..=unit.card.range.into()).contains(&far)
            && can(unit.card, unit.piece.face, Ability::AvEzoc)
    });
    let shoots = |firer: &UnitId| shot(state, mover, *firer, at).is_some();
    zones.map(|(unit, _)| unit.card.id).filter(shoots).collect()
}

/// The engagement of a firer with the mover in a hex; nothing where something bars the shot.
fn shot(state: &State, mover: Unit<'_>, firer: UnitId, at: Place) -> Option<Resolved> {
    let (unit, activation) = (state.unit(firer)?, state.facts.activation.as_ref()?);
    let target = s13_engagement::Target { unit: mover, at, support: None };
    let resolved = s13_engagement::before(state, activation, (unit, unit.piece.on_map()?), target);
    resolved.bars.is_empty().then_some(resolved)
}

/// The unit that has entered a zone, for the side that may require it to engage.
pub fn entered<'s>(state: &'s State, seat: Seat, why: &mut Reasons) -> Checked<(Unit<'s>, Place)> {
    let side = in_phase(state, seat, Phase::Activations, why)?;
    let mover = state.facts.activation.as_ref().and_then(|one| one.entered).and_then(|id| state.unit(id));
    let mover = mover.and_then(|unit| Some((unit, unit.piece.on_map()?)));
    let (mover, at) =
        why.need(mover, "BCS-ZONE-5", "none", || "No unit has entered an Engagement Zone now.".into())?;
    why.need((super::answers(state) == Some(side)).then_some(()), "BCS-ZONE-5", "actor", || {
        "The owner of the Engagement Zone decides.".into()
    })?;
    Ok((mover, at))
}

/// [BCS-ZONE-5] Whether a unit can require a Stopping Engagement; without one it is waived.
pub fn may_require(state: &State, seat: Seat, firer: Option<UnitId>, why: &mut Reasons) -> Checked<UnitId> {
    let (mover, at) = entered(state, seat, why)?;
    if let Some(firer) = firer {
        let can = firers(state, mover, at).contains(&firer);
        why.unless(can, "BCS-ZONE-5", "firer", || {
            about(state, firer, "it has no Engagement Zone there, or has required an engagement already.")
        })?;
    }
    Ok(mover.card.id)
}

/// [BCS-ZONE-5] Requires a Stopping Engagement or waives it. Light AV is FINISHED without a roll; others fail unless the Firer
/// alone loses.
pub fn require(cx: &mut Cx<'_>, firer: Option<UnitId>) -> Adjudged {
    cx.check(|why| may_require(cx.state(), cx.seat(), firer, why))?;
    run(cx, firer)
}

/// Who could require the mover to engage now, each with what he has ahead of it.
pub(super) fn shots(state: &State) -> Vec<(UnitId, i32)> {
    let mover = state.facts.activation.as_ref().and_then(|one| one.entered).and_then(|id| state.unit(id));
    let Some((mover, at)) = mover.and_then(|unit| Some((unit, unit.piece.on_map()?))) else {
        return Vec::new();
    };
    let of = |firer: UnitId| Some((firer, shot(state, mover, firer, at)?.net));
    firers(state, mover, at).into_iter().filter_map(of).collect()
}

/// The engagement that a unit could require of the mover now. [BCS-ZONE-5]
pub fn required(state: &State, firer: UnitId) -> Option<(Unit<'_>, Resolved)> {
    let mover = state.facts.activation.as_ref()?.entered.and_then(|id| state.unit(id))?;
    Some((mover, shot(state, mover, firer, mover.piece.on_map()?)?))
}

/// Whether a unit is FINISHED without a roll where it must engage. [BCS-ZONE-5]
pub fn is_light(unit: Unit<'_>) -> bool {
    kind(unit.card, unit.piece.face) == Kind::Light
}

/// Whether the mover fails: unless the Firer alone loses. [BCS-ZONE-5]
pub fn fails(outcome: &Outcome) -> bool {
    outcome.get(Field::TargetSteps) > 0 || outcome.get(Field::TargetRetreats) > 0
}

/// The mover is required to engage, or not.
pub(super) fn run(cx: &mut Cx<'_>, firer: Option<UnitId>) -> Adjudged {
    let Some(mover) = cx.state().facts.activation.as_ref().and_then(|one| one.entered) else { return Ok(()) };
    let Some(firer) = firer else { return cx.record(Waived { unit: mover }) };
    let state = cx.state();
    let Some(unit) = state.unit(mover) else { return Ok(()) };
    if is_light(unit) {
        return cx.record(Required { firer, unit: mover, halt: Halt::Finished, again: None });
    }
    let Some(resolved) = unit.piece.on_map().and_then(|at| shot(state, unit, firer, at)) else {
        return Ok(());
    };
    let ask = Ask::new(RuleId("BCS-ZONE-5"), "Stopping Engagement");
    let outcome = throw(cx, ask.about(firer).seen_by(Audience::Public), &resolved)?;
    let halt = if fails(&outcome) { Halt::Stopped } else { Halt::Not };
    let more = halt == Halt::Not && shots(cx.state()).iter().any(|(other, _)| *other != firer);
    cx.record(Required { firer, unit: mover, halt, again: more.then_some(mover) })?;
    s13_engagement::apply(cx, firer, mover, None, &outcome)
}

kernel::section! { for State, Scenario;
    /// A Stopping Engagement was required; the mover failed, or goes on.
    public Required { firer: UnitId, unit: UnitId, halt: Halt, again: Option<UnitId> = None }
    does |state| {
        state.piece_mut(firer).required = true;
        let piece = state.piece_mut(unit);
        if halt != Halt::Not {
            piece.stop();
            piece.halt = piece.halt.max(halt);
        }
        if let Some(activation) = &mut state.facts.activation {
            // Each unit of the zone may require one. [BCS-ZONE-5]
            (activation.entered, activation.engaged) = (again, true);
        }
    },
    told |setup| {
        let ends = match halt {
            Halt::Not => "it goes on",
            Halt::Stopped => "it is STOPPED",
            Halt::Finished => "it is FINISHED",
        };
        of_unit(setup, unit, &format!(" must engage {}: {ends}.", setup.name(firer))).rule(RuleId("BCS-ZONE-5"))
    };

    /// No Stopping Engagement was required.
    public Waived { unit: UnitId }
    does |state| if let Some(activation) = &mut state.facts.activation { activation.entered = None },
    told |setup| of_unit(setup, unit, " need not engage.").rule(RuleId("BCS-ZONE-5"));
}
