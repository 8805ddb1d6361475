//! CF-SUP: who supports a fight, for how much and within which limits.

use std::collections::BTreeSet;

use kernel::grammar::{SectionEvent, holds};
use kernel::view::Text;
use kernel::{Adjudged, Audience, Checked, Reasons};
use serde::{Deserialize, Serialize};

use super::{
    Cx, by, of_unit, own_side, own_unit, s2_units_and_steps, s5_action_points, s6_supply, s8_air,
    s9_application, s9_results,
};
use crate::event::Event;
use crate::phase::Stage;
use crate::setup::{Card, Scenario};
use crate::state::{Battle, State, Step, Unit};
use crate::words::{Attack, FormationId, Kind, Place, Side, UnitId};

/// Whether a unit can fire into a hex at all now. [CF-SUP-1] [CF-SUP-2] [CF-SUP-15] [CF-SUP-18] [CF-AP-7]
pub fn can_fire(state: &State, unit: Unit<'_>, target: Place, why: &mut Reasons) -> Checked {
    let id = unit.id();
    why.unless(unit.card.kind.is_support(), "CF-SUP-1", "kind", || {
        of_unit(state, id, "Only artillery, rockets and helicopters support.")
    })?;
    let range = unit.piece.at.map(|at| state.scenario.board.distance(at, target));
    why.unless(range.is_some_and(|range| range <= u32::from(unit.card.range)), "CF-SUP-18", "range", || {
        of_unit(state, id, "The target hex is out of its range.")
    })?;
    why.unless(unit.is_effective(), "CF-AP-7", "ineffective", || {
        of_unit(state, id, "An Ineffective unit may not fire.")
    })?;
    why.unless(!unit.piece.fired, "CF-SUP-2", "fired", || of_unit(state, id, "It has fired in this phase."))?;
    why.unless(!unit.piece.spent, "CF-SUP-15", "spent", || {
        of_unit(state, id, "Its attack of this phase was called off or void: it is spent.")
    })?;
    why.unless(!(state.facts.fog && unit.card.kind == Kind::Helicopter), "CF-AIR-2", "fog", || {
        of_unit(state, id, "Helicopters do not fight in fog.")
    })?;
    let combat = state.facts.phase.stage() == Stage::Combat;
    let bombards = state.designation_of(id).is_some_and(|designation| designation.bombard);
    why.unless(!(combat && bombards), "CF-SUP-15", "bombards", || {
        of_unit(state, id, "Its bombardment is its one combat of this phase.")
    })?;
    s6_supply::in_supply(unit, "Out of supply it may not fire.", why)
}

/// Whether the support of a declared attack is lawful.
pub fn can_support(state: &State, battle: &Battle, why: &mut Reasons) -> Checked {
    for (at, id) in battle.support.iter().enumerate() {
        why.unless(!battle.support[..at].contains(id), "CF-SUP-2", "twice", || {
            of_unit(state, *id, "It is named twice.")
        })?;
        can_fire(state, own_unit(state, battle.side, *id, why)?, battle.target, why)?;
    }
    within_limits(state, battle, why)?;
    if battle.strike { s8_air::can_fly(state, battle.side, why) } else { Ok(()) }
}

/// [CF-SUP-4] [CF-SUP-7] [CF-SUP-11] [CF-AIR-3] Whether the support of an attack is of the kinds and within the numbers
/// that its side may use. Only the Warsaw Pact is limited by the kind of attack.
pub fn within_limits(state: &State, battle: &Battle, why: &mut Reasons) -> Checked {
    let units: Vec<Unit<'_>> = battle.support.iter().filter_map(|id| state.unit(*id)).collect();
    let march = battle.attack == Attack::March;
    for unit in &units {
        let in_stack = battle.units.contains(&unit.id());
        why.unless(!march || !unit.card.kind.is_gun() || in_stack, "CF-SUP-4", "march", || {
            of_unit(
                state,
                unit.id(),
                "Only helicopters support a March attack, and guns of the attacking stack itself.",
            )
        })?;
    }
    let helicopters = units.iter().filter(|unit| unit.card.kind == Kind::Helicopter).count();
    s8_air::helicopters(state, battle.side, helicopters, why)?;
    match battle.side {
        Side::Wp => pact_limits(state, battle, &units, helicopters, why),
        Side::Nato => Ok(()),
    }
}

/// [CF-SUP-7] [CF-SUP-8] [CF-SUP-10] What the Warsaw Pact may use.
fn pact_limits(
    state: &State,
    battle: &Battle,
    units: &[Unit<'_>],
    helicopters: usize,
    why: &mut Reasons,
) -> Checked {
    let guns: Vec<&Card> =
        units.iter().filter(|unit| unit.card.kind.is_gun()).map(|unit| unit.card).collect();
    let maneuver: Vec<&Card> = battle
        .units
        .iter()
        .filter_map(|id| state.unit(*id).map(|unit| unit.card))
        .filter(|card| card.kind.is_maneuver())
        .collect();
    why.unless(battle.attack == Attack::Prepared || helicopters <= 1, "CF-SUP-7", "limit", || {
        "The Warsaw Pact supports a March or Hasty attack with one helicopter.".into()
    })?;
    match battle.attack {
        Attack::March => Ok(()),
        Attack::Hasty => {
            why.unless(guns.len() <= 1, "CF-SUP-7", "limit", || {
                "The Warsaw Pact supports a Hasty attack with one gun unit.".into()
            })?;
            let Some(gun) = guns.first() else { return Ok(()) };
            why.unless(
                maneuver.is_empty() || maneuver.iter().any(|card| fit(gun, card)),
                "CF-SUP-8",
                "formation",
                || of_unit(state, gun.id, "It is of no formation that takes part."),
            )
        }
        Attack::Prepared => {
            one_formation(&guns, "CF-SUP-7", why)?;
            let Some(gun) = guns.iter().find(|gun| !gun.army_level) else { return Ok(()) };
            why.unless(maneuver.iter().any(|card| fit(gun, card)), "CF-SUP-10", "formation", || {
                of_unit(state, gun.id, "It is of no formation that takes part.")
            })
        }
    }
}

/// [CF-UNIT-5] Whether two units fit together: of one formation, or one of them of an army-level one.
pub fn fit(one: &Card, other: &Card) -> bool {
    one.army_level || other.army_level || one.formation == other.formation
}

/// [CF-SUP-9] Whether all are of one formation; army-level units take that of the others.
pub fn one_formation(cards: &[&Card], rule: &'static str, why: &mut Reasons) -> Checked {
    let codes: BTreeSet<FormationId> =
        cards.iter().filter(|card| !card.army_level).map(|card| card.formation).collect();
    why.unless(codes.len() <= 1, rule, "formation", || "They are of more than one formation.".into())
}

/// [CF-SUP-5] Whether the support of a defense is lawful.
pub fn can_cover(
    state: &State,
    battle: &Battle,
    support: &[UnitId],
    strike: bool,
    why: &mut Reasons,
) -> Checked {
    let side = battle.side.enemy();
    for (at, id) in support.iter().enumerate() {
        why.unless(!support[..at].contains(id), "CF-SUP-2", "twice", || {
            of_unit(state, *id, "It is named twice.")
        })?;
        can_fire(state, own_unit(state, side, *id, why)?, battle.target, why)?;
    }
    within_cover(state, support, why)?;
    if strike { s8_air::can_fly(state, side, why) } else { Ok(()) }
}

/// [CF-SUP-5] Whether the support of a defense is of the kinds and within the numbers that may be used. One helicopter
/// at most, so that CF-AIR-3 asks no more.
pub fn within_cover(state: &State, support: &[UnitId], why: &mut Reasons) -> Checked {
    let (mut helicopters, mut guns) = (0, 0);
    for unit in support.iter().filter_map(|id| state.unit(*id)) {
        why.unless(unit.card.kind != Kind::Rocket, "CF-SUP-5", "rocket", || {
            of_unit(state, unit.id(), "Rockets do not support a defense.")
        })?;
        match unit.card.kind {
            Kind::Helicopter => helicopters += 1,
            _ => guns += 1,
        }
    }
    why.unless(helicopters <= 1 && guns <= 1, "CF-SUP-5", "limit", || {
        "One helicopter and one artillery unit support a defense at most.".into()
    })
}

/// Who could support the defense in the present fight.
pub fn can_be_cover(state: &State, battle: &Battle) -> Vec<UnitId> {
    let side = battle.side.enemy();
    let near = state.on_map().filter(|unit| unit.card.side == side && unit.card.kind.is_support());
    near.filter(|unit| holds(|why| can_cover(state, battle, &[unit.id()], false, why)))
        .map(|unit| unit.id())
        .collect()
}

/// Whether the defender has anything to declare. [CF-BOM-4]
pub fn cover_is_owed(state: &State, battle: &Battle) -> bool {
    let side = battle.side.enemy();
    battle.step == Step::Cover
        && !battle.bombard
        && (holds(|why| s8_air::can_fly(state, side, why)) || !can_be_cover(state, battle).is_empty())
}

/// [CF-SUP-5] The defender declares his support, and the dice fall.
pub fn cover(cx: &mut Cx<'_>, support: &[UnitId], strike: bool) -> Adjudged {
    let side = own_side(cx)?;
    let battle = s9_results::owed_by(cx, side, &[Step::Cover])?;
    cx.check(|why| can_cover(cx.state(), &battle, support, strike, why))?;
    declare(cx, side, support, strike)?;
    s9_results::roll(cx)?;
    s9_application::go_on(cx)
}

/// What lawful support of the defense means before the dice fall. [CF-AP-7]
fn declaration(state: &State, side: Side, support: &[UnitId], strike: bool) -> Vec<Event> {
    let mut events = vec![Event::from(Covered { side, support: support.to_vec(), strike })];
    events.extend(support.iter().filter_map(|unit| shot(state, *unit, Fire::Support)).map(Event::from));
    events.extend(strike.then_some(s8_air::StrikeFlown { side }).map(Event::from));
    events
}

/// Declares lawful support of the defense.
pub(super) fn declare(cx: &mut Cx<'_>, side: Side, support: &[UnitId], strike: bool) -> Adjudged {
    declaration(cx.state(), side, support, strike).into_iter().try_for_each(|event| cx.record(event))
}

/// The state after support of the defense was declared: who fires from the target hex may be Ineffective then, and
/// defends at half.
pub fn declared(state: &State, side: Side, support: &[UnitId], strike: bool) -> State {
    let mut after = state.clone();
    declaration(state, side, support, strike).iter().for_each(|event| event.fold(&mut after));
    after
}

/// [CF-AP-2] [CF-SMK-2] [CF-AP-9] [CF-MOV-8] What fire does to a unit: it takes action points and no movement points.
fn shot(state: &State, unit: UnitId, fire: Fire) -> Option<Fired> {
    let now = state.unit(unit)?;
    let free = !state.scenario.options.bombardment_fire_ap;
    let more = match fire {
        Fire::Smoke => 1,
        Fire::Bombardment if free => 0,
        Fire::Support | Fire::Bombardment => s5_action_points::of_fire(now.card.kind),
    };
    Some(Fired { unit, fire, ap: s5_action_points::after(now.piece.ap, more) })
}

/// A unit fires and takes its action points.
pub(super) fn fire(cx: &mut Cx<'_>, unit: UnitId, fire: Fire) -> Adjudged {
    shot(cx.state(), unit, fire).map_or(Ok(()), |event| cx.record(event))
}

/// [CF-SUP-3] [CF-SUP-4] What a unit adds to the attack it supports.
pub fn adds_to_attack(unit: Unit<'_>, battle: &Battle) -> u32 {
    match (battle.attack, unit.card.kind) {
        (Attack::March, Kind::Artillery) => 1,
        (Attack::March, Kind::Rocket) => 0,
        _ => s2_units_and_steps::support(unit),
    }
}

/// [CF-SUP-4] [CF-SUP-14] [CF-SUP-17] What a unit adds to the defense it supports.
pub fn adds_to_defense(unit: Unit<'_>, battle: &Battle) -> u32 {
    let there = unit.piece.at == Some(battle.target);
    match (battle.attack, unit.card.kind) {
        (Attack::March, Kind::Artillery) if there => 1,
        _ => s2_units_and_steps::support(unit),
    }
}

kernel::words! {
    /// What fire is for.
    pub enum Fire {
        /// Support of a fight.
        Support = "support",
        /// Smoke.
        Smoke = "smoke",
        /// Bombardment.
        Bombardment = "bombardment",
    }
}

/// A support unit fired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fired {
    /// Who.
    pub unit: UnitId,
    /// What for.
    pub fire: Fire,
    /// Its action points from now on.
    pub ap: u8,
}

impl SectionEvent<State, Scenario> for Fired {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let piece = state.piece_mut(self.unit);
        (piece.ap, piece.fired, piece.acted) = (self.ap, true, true);
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        let what = match self.fire {
            Fire::Support => "fired in support",
            Fire::Smoke => "fired smoke",
            Fire::Bombardment => "bombarded",
        };
        Text::new(format!("{} {what} (AP {}).", setup.name(self.unit), self.ap))
    }
}

/// The defender declared his support.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Covered {
    /// Whose.
    pub side: Side,
    /// Who.
    pub support: Vec<UnitId>,
    /// Whether an air strike supports.
    pub strike: bool,
}

impl SectionEvent<State, Scenario> for Covered {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        if let Some(battle) = &mut state.facts.battle {
            battle.cover.clone_from(&self.support);
            battle.cover_strike = self.strike;
        }
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        let mut with: Vec<String> = self.support.iter().map(|unit| setup.name(*unit)).collect();
        if self.strike {
            with.push("an air strike".into());
        }
        match with[..] {
            [] => by(self.side).say(" let the defense be."),
            _ => by(self.side).say(format!(" supported the defense with {}.", with.join(", "))),
        }
    }
}
