//! BCS-ENG: engagements that are initiated.

use kernel::{Adjudged, Ask, Audience, Checked, Reasons, RuleId, Seat};

use super::s1_units::{self, Ability, can, is_stand_off};
use super::s14_barrage::{may_fire, may_target, use_event};
use super::{
    Cx, about, at_step, of_unit, own_unit, s9_objectives, s10_movement, s12_attack, s17_isolation::lose,
    s18_retreat, throw,
};
use crate::charts::s12_combat::Kind;
use crate::charts::s13_engagement::{Engagement, resolve};
use crate::charts::s18_retreat::Why;
use crate::setup::Scenario;
use crate::sheet::{Field, Outcome, Resolved};
use crate::sight::Sight;
use crate::state::{Activation, Fate, State, Step, Unit};
use crate::words::{Place, UnitId};

/// What an engagement is fired at.
#[derive(Clone, Copy, Debug)]
pub struct Target<'s> {
    /// The unit with AV, or the host.
    pub unit: Unit<'s>,
    /// Its hex.
    pub at: Place,
    /// The Support that counts, where the target is one, and whether there are several. [BCS-SUP-3]
    pub support: Option<(Unit<'s>, bool)>,
}

/// The Support of a formation that counts: the one with the best AV, the first of several. [BCS-SUP-3]
pub fn support<'s>(state: &'s State, host: Unit<'_>) -> Option<(Unit<'s>, bool)> {
    let boxed = || {
        let own = host.formation().into_iter().flat_map(|formation| state.of(formation));
        own.filter(|unit| unit.piece.fate == Fate::Support)
    };
    let mut best: Option<(u8, Unit<'s>)> = None;
    for unit in boxed() {
        if let Some((av, _)) = unit.card.av
            && best.is_none_or(|(known, _)| known < av)
        {
            best = Some((av, unit));
        }
    }
    best.map(|(_, unit)| (unit, boxed().count() > 1))
}

/// [BCS-ENG-11] What would be fired at: a real AV unit; else the Support of a host, where no real AV stands with it.
pub fn target<'s>(sight: &Sight<'s>, own: Unit<'_>, id: UnitId, why: &mut Reasons) -> Checked<Target<'s>> {
    let state = sight.state();
    let unit = state.unit(id).filter(|unit| unit.card.side != own.card.side);
    let unit = why.need(unit, "BCS-ENG-11", "unknown", || format!("The enemy has no unit {id}."))?;
    let at =
        why.need(unit.piece.on_map(), "BCS-ENG-11", "gone", || about(state, id, "it is not on the map."))?;
    let real = |unit: Unit<'_>| s1_units::av(unit.card, unit.piece.face).is_some();
    if real(unit) {
        return Ok(Target { unit, at, support: None });
    }
    why.unless(!state.in_hex(at).any(real), "BCS-ENG-11", "real", || {
        about(state, id, "a real AV unit stands with it: its Support cannot be fired on.")
    })?;
    let support = support(state, unit).filter(|_| sight.is_host(id));
    let support = why.need(support, "BCS-ENG-11", "no-av", || {
        about(state, id, "it has neither AV nor Support: it cannot be engaged.")
    })?;
    Ok(Target { unit, at, support: Some(support) })
}

/// The circumstances of an engagement; Light AV counts as printed. [BCS-ENG-12] [BCS-ENG-1] [BCS-ENG-2] [BCS-ENG-3]
pub fn before(
    state: &State,
    activation: &Activation,
    firer: (Unit<'_>, Place),
    target: Target<'_>,
) -> Resolved {
    let board = &state.scenario.board;
    let (unit, from) = firer;
    let (foe, at) = (target.unit, target.at);
    let prepared = s12_attack::is_prepared_in(state, foe, at);
    let (target_av, target_range, multiple) = match target.support {
        Some((support, several)) => (support.card.av.map_or(0, |(av, _)| av), support.card.range, several),
        None => (s1_units::av(foe.card, foe.piece.face).unwrap_or(0), foe.card.range, false),
    };
    resolve(&Engagement {
        av: s1_units::av(unit.card, unit.piece.face).unwrap_or(0),
        rating: unit.card.ar,
        // What a Stopping Engagement fires at is no target of the activated formation. [BCS-OBJ-7]
        double: unit.formation() == Some(activation.formation)
            && s9_objectives::zones(board, activation, at, true) >= 2,
        limited: s1_units::kind(unit.card, unit.piece.face) == Kind::Limited,
        range: unit.card.range,
        distance: u8::try_from(board.distance(from, at)).unwrap_or(u8::MAX),
        support: target.support.is_some(),
        target_av,
        target_rating: foe.card.ar,
        target_range,
        prepared,
        multiple,
        stand_off: is_stand_off(foe.card, foe.piece.face),
        screen: foe.piece.screens,
        ground: board.ground(at).map(|ground| ground.chart()).unwrap_or_default(),
        long: state.scenario.switches.long_range_engagements,
    })
}

/// A unit that can engage at all, with its hex. [BCS-ENG-8]
pub fn may_begin<'s>(
    sight: &Sight<'s>,
    seat: Seat,
    id: UnitId,
    why: &mut Reasons,
) -> Checked<(&'s Activation, Unit<'s>, Place)> {
    let state = sight.state();
    let (activation, body) = at_step(state, seat, Step::Activities, why)?;
    let (unit, from) = own_unit(state, body, id, why)?;
    why.unless(can(unit.card, unit.piece.face, Ability::Engage), "BCS-UNIT-9", "kind", || {
        about(state, id, "it has no AV to engage with.")
    })?;
    why.unless(!unit.piece.screens, "BCS-UNIT-9", "screens", || {
        about(state, id, "it screens: a Screen does not engage.")
    })?;
    may_fire(state, activation, unit, why)?;
    Ok((activation, unit, from))
}

/// [BCS-ENG-10] [BCS-OBJ-4] Whether a unit that can engage can engage another.
pub fn may_engage_with(
    state: &Sight<'_>,
    (activation, unit, from): (&Activation, Unit<'_>, Place),
    at: UnitId,
    why: &mut Reasons,
) -> Checked<Resolved> {
    let id = unit.card.id;
    let target = target(state, unit, at, why)?;
    may_target(state, activation, unit.card.side, target.at, "BCS-ENG-11", why)?;
    let resolved = before(state, activation, (unit, from), target);
    if let Some(bar) = resolved.bars.first() {
        return why.refuse(bar.rule, bar.id, || about(state, id, bar.words));
    }
    Ok(resolved)
}

/// [BCS-ENG-8] [BCS-ENG-10] [BCS-OBJ-4] Whether a unit can engage another.
pub fn may_engage(
    state: &Sight<'_>,
    seat: Seat,
    id: UnitId,
    at: UnitId,
    why: &mut Reasons,
) -> Checked<Resolved> {
    let firer = may_begin(state, seat, id, why)?;
    may_engage_with(state, firer, at, why)
}

/// [BCS-ENG-7] Engages: losses, a Traffic marker, a Dropped Support marker, a retreat.
pub fn engage(cx: &mut Cx<'_>, unit: UnitId, at: UnitId) -> Adjudged {
    let resolved = cx.check(|why| may_engage(&Sight::of(cx.state()), cx.seat(), unit, at, why))?;
    let state = cx.state();
    let nth = state.unit(unit).map_or(0, |unit| unit.piece.engagements) + 1;
    let shot = state.unit(unit).and_then(|own| {
        let target = target(&Sight::of(state), own, at, &mut Reasons::whether()).ok()?;
        Some(target.support.map(|(support, _)| support.card.id))
    });
    let support = shot.flatten();
    let ask =
        Ask::new(RuleId("BCS-ENG-1"), "Engagement").about(unit).nth(nth.into()).seen_by(Audience::Public);
    cx.record(Engaged { unit, target: at })?;
    let outcome = throw(cx, ask, &resolved)?;
    apply(cx, unit, at, support, &outcome)?;
    s10_movement::release(cx)
}

/// [BCS-ENG-7] What an engagement comes to: losses, which the Support takes where it is the target [BCS-SUP-5], a Traffic marker, a Dropped Support marker, a retreat.
pub(super) fn apply(
    cx: &mut Cx<'_>,
    unit: UnitId,
    at: UnitId,
    support: Option<UnitId>,
    outcome: &Outcome,
) -> Adjudged {
    let from = cx.state().unit(unit).and_then(|unit| unit.piece.at);
    if let (Some(hex), 1..) = (from, outcome.get(Field::Traffic)) {
        cx.record(TrafficPlaced { hex })?;
    }
    if outcome.get(Field::FirerSteps) > 0 {
        cx.record(FirerLost { unit })?;
    }
    if outcome.get(Field::TargetSteps) > 0 {
        cx.record(TargetLost { unit: support.unwrap_or(at) })?;
    }
    if outcome.get(Field::Dropped) > 0 {
        cx.record(SupportDropped { unit: at })?;
    }
    let stands = cx.state().unit(at).is_some_and(|unit| unit.piece.on_map().is_some());
    match outcome.get(Field::TargetRetreats) {
        1 if stands => s18_retreat::owe(cx, at, Why::Engagement),
        2 if stands => s18_retreat::owe(cx, at, Why::Screen),
        _ => Ok(()),
    }
}

kernel::section! { for State, Scenario;
    /// A unit engaged another.
    public Engaged { unit: UnitId, target: UnitId }
    does |state| {
        use_event(state, unit);
        state.piece_mut(unit).engagements += 1;
        if let Some(activation) = &mut state.facts.activation {
            activation.engaged = true;
        }
    },
    told |setup| of_unit(setup, unit, &format!(" engages {}.", setup.name(target))).rule(RuleId("BCS-ENG-1"));

    /// The Firer lost a step.
    public FirerLost { unit: UnitId }
    does |state| lose(state, unit, 1),
    told |setup| of_unit(setup, unit, " loses a step.").rule(RuleId("BCS-ENG-7"));

    /// The target lost a step.
    public TargetLost { unit: UnitId }
    does |state| lose(state, unit, 1),
    told |setup| of_unit(setup, unit, " loses a step.").rule(RuleId("BCS-ENG-7"));

    /// The Support of a host was dropped.
    public SupportDropped { unit: UnitId }
    does |state| {
        let active = state.facts.activation.as_ref().map(|activation| activation.formation);
        let own = state.unit(unit).is_some_and(|unit| unit.formation().is_some() && unit.formation() == active);
        let piece = state.piece_mut(unit);
        (piece.dropped, piece.temporary) = (true, own);
    },
    told |setup| of_unit(setup, unit, " has its Support dropped.").rule(RuleId("BCS-SUP-4"));

    /// A Traffic marker was placed.
    public TrafficPlaced { hex: Place }
    does |state| if !state.facts.traffic.contains(&hex) { state.facts.traffic.push(hex) },
    told |setup| kernel::view::Text::new(format!("Traffic in hex {}.", setup.board.called(hex))).rule(RuleId("BCS-STOP-8"));
}
