//! BCS-BAR: barrages for losses, and Attacks by Fire.

use kernel::view::Text;
use kernel::{Adjudged, Ask, Audience, Checked, Reasons, RuleId, Seat, Side};

use super::s1_units::{Ability, can, is_stand_off};
use super::{
    Cx, about, at_step, of_unit, own_unit, s9_objectives, s10_movement, s12_attack, s12_combat,
    s17_isolation::lose, throw,
};
use crate::charts::s8_snafu::{Action, allows, arty_points};
use crate::charts::s14_barrage::{Barrage, resolve};
use crate::setup::Scenario;
use crate::sheet::{Field, Resolved};
use crate::state::{Activation, Body, Halt, Piece, Stage, State, Step, Unit};
use crate::words::{Place, UnitId};

/// Fire Events of a unit in an activation. [BCS-STOP-5]
pub const FIRE_EVENTS: u8 = 2;

/// Whether a unit of the enemy stands in a hex that lies in a Combat OBJ Zone of the activated formation [BCS-OBJ-4]; `rule` is
/// the one by which what is done there needs a target.
pub(super) fn may_target(
    state: &State,
    activation: &Activation,
    side: Side,
    target: Place,
    rule: &'static str,
    why: &mut Reasons,
) -> Checked {
    let board = &state.scenario.board;
    why.need(board.cell(target), "BCS-OBJ-4", "hex", || format!("There is no hex {target} on this map."))?;
    let enemy = state.in_hex(target).any(|unit| unit.card.side != side);
    why.unless(enemy, rule, "empty", || format!("No combat unit of the enemy stands in hex {target}."))?;
    let zone = s9_objectives::zones(board, activation, target, true) > 0;
    why.unless(zone, "BCS-OBJ-4", "objective", || format!("Hex {target} is in no Combat OBJ Zone."))
}

/// Whether a unit can use a Fire Event after this SNAFU result. [BCS-STOP-4] [BCS-STOP-5] [BCS-SNAFU-9]
pub(super) fn may_fire(state: &State, activation: &Activation, unit: Unit<'_>, why: &mut Reasons) -> Checked {
    let (id, piece) = (unit.card.id, unit.piece);
    let allowed =
        activation.level.is_some_and(|level| allows(level, Action::Combat, !activation.second, false));
    why.unless(allowed, "BCS-FAIL-2", "snafu", || "After a FAIL there is no combat.".into())?;
    why.unless(piece.halt != Halt::Finished, "BCS-STOP-4", "finished", || {
        about(state, id, "it is FINISHED.")
    })?;
    why.unless(piece.fire_events < FIRE_EVENTS, "BCS-STOP-5", "events", || {
        about(state, id, "it has used both Fire Events.")
    })
}

/// The activation where a barrage can be fired: in the activities, or in step 5 of an attack on the target. [BCS-BAR-6]
fn may_begin<'s>(
    state: &'s State,
    seat: Seat,
    target: Place,
    why: &mut Reasons,
) -> Checked<(&'s Activation, Body<'s>)> {
    let attack = state.facts.activation.as_ref().filter(|activation| activation.battle.is_some());
    let Some(activation) = attack else { return at_step(state, seat, Step::Activities, why) };
    let (_, battle, _) = s12_attack::at_stage(state, seat, Stage::Fire, why)?;
    why.unless(battle.target == target, "BCS-BAR-6", "target", || {
        format!("In the attack sequence the barrage falls on hex {}.", battle.target)
    })?;
    let body = state.formation(activation.formation);
    Ok((activation, why.need(body, "BCS-GEN-2", "unknown", || "There is no such formation.".into())?))
}

/// [BCS-BAR-6] [BCS-BAR-7] Whether a barrage for losses can be fired.
pub fn may_barrage(
    state: &State,
    seat: Seat,
    target: Place,
    spotter: UnitId,
    air: bool,
    why: &mut Reasons,
) -> Checked {
    may_spot(state, seat, target, spotter, air, why)?;
    let battle = state.facts.activation.as_ref().and_then(|activation| activation.battle);
    why.unless(battle.is_none_or(|battle| !battle.barraged), "BCS-BAR-6", "once", || {
        "A barrage for losses was fired in this attack.".into()
    })
}

/// [BCS-BAR-7] Whether points are left for a barrage, and a unit that was in command sees the target.
pub(super) fn may_spot(
    state: &State,
    seat: Seat,
    target: Place,
    spotter: UnitId,
    air: bool,
    why: &mut Reasons,
) -> Checked {
    let (activation, body) = may_begin(state, seat, target, why)?;
    let (unit, at) = own_unit(state, body, spotter, why)?;
    let action = if air { Action::Air } else { Action::Artillery };
    let allowed = activation.level.is_some_and(|level| allows(level, action, !activation.second, false));
    why.unless(allowed, "BCS-FAIL-2", "snafu", || "After a FAIL there is no barrage.".into())?;
    let left = if air {
        state.facts.pool[body.card.side].air
    } else {
        let most = activation.level.map_or(0, |level| arty_points(level, body.facts.arty_points));
        most.saturating_sub(activation.arty_used)
    };
    why.unless(left > 0, "BCS-BAR-5", "points", || {
        if air {
            "You have no Air Point left.".into()
        } else {
            format!("{} has no Arty Point left.", body.card.name)
        }
    })?;
    may_target(state, activation, unit.card.side, target, "BCS-BAR-4", why)?;
    why.unless(unit.piece.commanded, "BCS-CR-2", "command", || {
        about(state, spotter, "it was out of Command Radius when the activities began.")
    })?;
    let (distance, sees) = (state.scenario.board.distance(at, target), state.visibility());
    why.unless(distance <= sees.into(), "BCS-BAR-7", "far", || {
        about(state, spotter, &format!("hex {target} is {distance} hexes away, and it sees {sees}."))
    })
}

/// The circumstances of a unit under fire. [BCS-BAR-2] [BCS-BAR-4]
pub fn under_fire(state: &State, unit: Unit<'_>, by_fire: bool) -> Resolved {
    let board = &state.scenario.board;
    let at = unit.piece.on_map();
    let ground = at.and_then(|at| board.ground(at)).map(|ground| ground.chart()).unwrap_or_default();
    let prepared = s12_attack::is_prepared(state, unit);
    let stand_off = is_stand_off(unit.card, unit.piece.face);
    resolve(&Barrage { by_fire, hard: unit.card.hard, stand_off, ground, prepared })
}

/// [BCS-BAR-1] One die for each unit in the hex; losses take effect together. The questions about a unit are counted by
/// the unit, so that what falls elsewhere changes no throw.
fn strike(cx: &mut Cx<'_>, target: Place, by_fire: bool) -> Adjudged {
    let units: Vec<(UnitId, u8, Resolved)> = {
        let state = cx.state();
        let nth = |unit: Unit<'_>| if by_fire { unit.piece.fired_on } else { unit.piece.barraged };
        let of = |unit| (nth(unit), under_fire(state, unit, by_fire));
        state
            .in_hex(target)
            .map(|unit| (unit.card.id, of(unit)))
            .map(|(id, (nth, of))| (id, nth, of))
            .collect()
    };
    let (rule, text) = if by_fire { ("BCS-BAR-8", "Attack by Fire") } else { ("BCS-BAR-1", "Barrage") };
    let mut hit = Vec::new();
    for (unit, nth, resolved) in units {
        let ask = Ask::new(RuleId(rule), text).about(unit).nth(nth.into()).seen_by(Audience::Public);
        if throw(cx, ask, &resolved)?.get(Field::Steps) > 0 {
            hit.push(unit);
        }
    }
    hit.into_iter().try_for_each(|unit| cx.record(Struck { unit }))
}

/// [BCS-BAR-6] Fires a barrage. Outside an attack sequence the spotter becomes STOPPED, and nobody advances into a hex that it
/// emptied. [BCS-BAR-10]
pub fn barrage(cx: &mut Cx<'_>, target: Place, spotter: UnitId, air: bool) -> Adjudged {
    cx.check(|why| may_barrage(cx.state(), cx.seat(), target, spotter, air, why))?;
    cx.record(Barraged { target, spotter, air })?;
    strike(cx, target, false)?;
    s12_combat::after_barrage(cx)?;
    s10_movement::release(cx)
}

/// [BCS-BAR-8] Whether a unit can attack a hex by fire.
pub fn may_attack_by_fire(
    state: &State,
    seat: Seat,
    id: UnitId,
    target: Place,
    why: &mut Reasons,
) -> Checked {
    let (activation, body) = at_step(state, seat, Step::Activities, why)?;
    let (unit, at) = own_unit(state, body, id, why)?;
    may_use_fire(state, activation, unit, at, target, why)
}

/// Whether a unit can use its fire against a hex. [BCS-BAR-8]
pub(super) fn may_use_fire(
    state: &State,
    activation: &Activation,
    unit: Unit<'_>,
    at: Place,
    target: Place,
    why: &mut Reasons,
) -> Checked {
    let id = unit.card.id;
    why.unless(can(unit.card, unit.piece.face, Ability::Fire), "BCS-UNIT-9", "kind", || {
        about(state, id, "it is no deployed Stand Off unit.")
    })?;
    may_fire(state, activation, unit, why)?;
    may_target(state, activation, unit.card.side, target, "BCS-BAR-4", why)?;
    let (distance, range) = (state.scenario.board.distance(at, target), unit.card.range);
    why.unless(distance <= range.into(), "BCS-BAR-8", "far", || {
        about(state, id, &format!("hex {target} is {distance} hexes away, and its range is {range}."))
    })
}

/// [BCS-BAR-8] Attacks a hex by fire.
pub fn attack_by_fire(cx: &mut Cx<'_>, unit: UnitId, target: Place) -> Adjudged {
    cx.check(|why| may_attack_by_fire(cx.state(), cx.seat(), unit, target, why))?;
    cx.record(FiredOn { unit, target })?;
    strike(cx, target, true)?;
    s10_movement::release(cx)
}

/// Spends a point of a barrage. Outside an attack sequence the spotter becomes STOPPED. [BCS-BAR-5] [BCS-BAR-7]
pub(super) fn spend(state: &mut State, spotter: UnitId, air: bool) {
    let side = state.unit(spotter).map(|unit| unit.card.side);
    if let (Some(side), true) = (side, air) {
        state.facts.pool[side].air = state.facts.pool[side].air.saturating_sub(1);
    }
    let Some(activation) = &mut state.facts.activation else { return };
    activation.arty_used += u8::from(!air);
    if activation.battle.is_none() {
        state.piece_mut(spotter).stop();
    }
}

/// Changes the facts of every unit in a hex.
fn each_in(state: &mut State, at: Place, change: impl Fn(&mut Piece)) {
    let there = |piece: &&mut Piece| piece.on_map() == Some(at);
    state.facts.unit.iter_mut().filter(there).for_each(change);
}

/// Uses a Fire Event; with both used a unit is STOPPED. [BCS-STOP-1] [BCS-STOP-5]
pub(super) fn use_event(state: &mut State, unit: UnitId) {
    let piece = state.piece_mut(unit);
    piece.fire_events += 1;
    if piece.fire_events >= FIRE_EVENTS {
        piece.stop();
    }
    piece.screens = false;
}

kernel::section! { for State, Scenario;
    /// A barrage was fired at a hex.
    public Barraged { target: Place, spotter: UnitId, air: bool }
    does |state| {
        spend(state, spotter, air);
        each_in(state, target, |piece| piece.barraged += 1);
        s12_attack::with_battle(state, |battle| battle.barraged = true);
    },
    told |setup| Text::new(format!("A barrage on hex {}, spotted by {}.", setup.board.called(target), setup.name(spotter))).rule(RuleId("BCS-BAR-6"));

    /// A unit attacked a hex by fire.
    public FiredOn { unit: UnitId, target: Place }
    does |state| {
        use_event(state, unit);
        each_in(state, target, |piece| piece.fired_on += 1);
        if let Some(activation) = &mut state.facts.activation {
            activation.fired = true;
        }
    },
    told |setup| of_unit(setup, unit, &format!(" attacks hex {} by fire.", setup.board.called(target))).rule(RuleId("BCS-BAR-8"));

    /// A unit lost a step to fire.
    public Struck { unit: UnitId }
    does |state| lose(state, unit, 1),
    told |setup| of_unit(setup, unit, " loses a step.").rule(RuleId("BCS-BAR-1"));
}
