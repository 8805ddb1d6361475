//! CF-ATK: March attacks, in the middle of movement. (A5)

use kernel::{Adjudged, Id};

use super::s7_attacks::{self, Asked};
use super::{
    Checked, Cx, No, deny, distinct, own_phase, own_unit, s5_action_points, s6_movement, s8_support,
    s9_results, s11_chemical, s11_smoke, take, unless,
};
use crate::event::Event;
use crate::ground::Ground;
use crate::phase::Stage;
use crate::state::{Battle, Fate, Going, State, Unit};
use crate::words::{Attack, Kind, Side};

/// [CF-ATK-1] [CF-ATK-12] Attacks with the moving stack or a part of it; a part left out stays behind.
pub fn march(cx: &mut Cx<'_>, units: &[Id], asked: Asked<'_>, smoke: Option<Id>) -> Adjudged {
    let side = own_phase(cx, Stage::Move)?;
    let battle = deny(cx, can_march(cx.state(), side, units, asked, smoke))?;
    s6_movement::leave_behind(cx, units)?;
    for unit in units {
        let mp = cx.state().unit(*unit).map_or(0, |unit| unit.piece.mp);
        cx.record(Event::Paid { unit: *unit, left: mp.saturating_sub(Attack::March.cost()) })?;
    }
    s7_attacks::begin(cx, battle)
}

/// Whether these units can attack by March with this support; gives the fight.
pub fn can_march(
    state: &State,
    side: Side,
    units: &[Id],
    asked: Asked<'_>,
    smoke: Option<Id>,
) -> Checked<Battle> {
    distinct(units)?;
    let target = asked.target;
    let mut from = None;
    for id in units {
        let unit = own_unit(state, side, *id)?;
        can_join(state, unit)?;
        let apart = No::new("CF-ATK-1", "hex", "One moving stack attacks by March.").of(*id);
        unless(from.is_none_or(|from| Some(from) == unit.piece.at), apart)?;
        from = unit.piece.at;
    }
    let far =
        No::new("CF-ATK-1", "adjacent", "It is not adjacent to the stack, or nothing gets through between.");
    let far = far.at(target);
    unless(from.is_some_and(|from| s7_attacks::adjoins(state, from, target)), far)?;
    let empty = No::new("CF-ATK-7", "target", "No enemy stands there.").at(target);
    unless(state.of_side_in(side.enemy(), target).next().is_some(), empty)?;
    let nothing = No::new("CF-ATK-9", "strength", "The attack has no strength.").at(target);
    unless(s7_attacks::strength(state, units, target, Attack::March) > 0, nothing)?;
    let mut battle = s7_attacks::fight(side, Attack::March, false, units.to_vec(), asked);
    battle.from = from.into_iter().collect();
    s8_support::can_support(state, &battle)?;
    s9_results::within_table(state, &battle)?;
    if let Some(smoke) = smoke {
        battle.smoke = Some(smoke);
        s11_smoke::can_smoke(state, &battle, smoke)?;
    }
    s11_chemical::can_use(state, &battle)?;
    Ok(battle)
}

/// [CF-ATK-15] Whether the activation of a unit goes on: who retreated from his own March attack neither moves nor attacks
/// nor designates any more in this phase.
pub(super) fn goes_on(unit: Unit<'_>) -> Checked {
    let done =
        No::new("CF-ATK-15", "halted", "It retreated from its March attack, so its activation is over.");
    unless(!unit.piece.halted, done.of(unit.id()))
}

/// Whether a unit of the moving stack can take part.
pub fn can_join(state: &State, unit: Unit<'_>) -> Checked {
    let id = unit.id();
    goes_on(unit)?;
    let inactive = No::new("CF-ATK-1", "inactive", "It is not in the moving stack.").of(id);
    unless(unit.piece.going == Going::Moving, inactive)?;
    s5_action_points::may_attack(unit)?;
    let paid = No::new("CF-MOV-4", "paid", "It has paid for an attack in this phase.").of(id);
    unless(state.designation_of(id).is_none(), paid)?;
    let short = No::new("CF-MOV-3", "points", "A March attack costs 2 movement points.").of(id);
    unless(unit.piece.mp >= Attack::March.cost(), short)
}

/// [CF-ATK-10] [CF-ATK-11] [CF-ATK-15] [CF-ZOC-6] After the fight: those who retreated are done; into a hex that was
/// cleared everybody goes who can pay; else its zone holds them.
pub(super) fn finish(cx: &mut Cx<'_>, battle: &Battle) -> Adjudged {
    for unit in battle.units.iter().filter(|unit| battle.retreated.contains(unit)) {
        if cx.state().unit(*unit).is_some_and(|unit| unit.piece.fate == Fate::OnMap) {
            cx.record(Event::Halted { unit: *unit })?;
        }
    }
    let stays = |unit: &&Id| {
        let there = cx.state().unit(**unit).is_some_and(|unit| unit.piece.fate == Fate::OnMap);
        there && !battle.retreated.contains(unit)
    };
    let units: Vec<Id> = battle.units.iter().filter(stays).copied().collect();
    let by: Vec<Id> =
        cx.state().of_side_in(battle.side.enemy(), battle.target).map(|unit| unit.id()).collect();
    if units.is_empty() {
        return Ok(());
    }
    if !by.is_empty() {
        return cx.record(Event::Held { units, by });
    }
    let entering: Vec<(Id, u8)> = units
        .iter()
        .filter_map(|unit| Some((*unit, after_entry(cx.state(), cx.state().unit(*unit)?, battle)?)))
        .collect();
    for (unit, left) in &entering {
        cx.record(Event::Entered { unit: *unit, at: battle.target, left: *left })?;
        take(cx, *unit, &[battle.target])?;
    }
    let behind: Vec<Id> =
        units.into_iter().filter(|unit| !entering.iter().any(|(entered, _)| entered == unit)).collect();
    if behind.is_empty() || entering.is_empty() {
        Ok(())
    } else {
        cx.record(Event::Dropped { units: behind })
    }
}

/// The movement points left after going into the hex, when a unit can pay for it.
fn after_entry(state: &State, unit: Unit<'_>, battle: &Battle) -> Option<u8> {
    let ground = Ground::of(state);
    let step = ground.board.step(unit.piece.at?, battle.target)?;
    let price = match unit.card.kind {
        Kind::Helicopter => u32::from(ground.board.helicopter_cost),
        _ => s6_movement::cost(ground.board, step)?,
    };
    u8::try_from(u32::from(unit.piece.mp).checked_sub(price)?).ok()
}
