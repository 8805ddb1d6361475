//! CF-ADV: advance after combat.

use kernel::{Adjudged, Id};

use super::{
    Checked, Cx, No, deny, own_side, s3_stacking, s6_movement, s9_application, s9_results, take, unless,
};
use crate::event::Event;
use crate::ground::Ground;
use crate::state::{Battle, Fate, State, Step, Unit};
use crate::words::{Attack, Kind, Place};

/// [CF-ADV-1] [CF-ADV-2] [CF-ADV-4] [CF-ADV-6] Who may still advance: attackers of a Hasty or Prepared assault and the
/// support that fired from their hexes, Effective, that have not retreated; into a hex without an enemy and with room, and
/// from there one hex further.
pub fn candidates(state: &State, battle: &Battle) -> Vec<Id> {
    let emptied = state.of_side_in(battle.side.enemy(), battle.target).next().is_none();
    if battle.bombard || battle.attack == Attack::March || !emptied {
        return Vec::new();
    }
    let ground = Ground::of(state);
    let attackers = battle.units.iter().chain(&battle.support).filter_map(|id| state.unit(*id));
    let goes = |unit: &Unit<'_>| {
        may_enter(state, &ground, battle, *unit).is_ok() || !further(state, battle, unit.id()).is_empty()
    };
    attackers.filter(goes).map(|unit| unit.id()).collect()
}

/// [CF-ADV-1] Whether a unit that has gone into the hex may still go on from there, where that is decided after the first
/// hex.
fn may_go_on(state: &State, battle: &Battle, unit: Unit<'_>) -> Checked {
    let id = unit.id();
    let again = No::new("CF-ADV-1", "again", "It has advanced.").of(id);
    let there = unit.piece.fate == Fate::OnMap && unit.piece.at == Some(battle.target);
    unless(there && battle.advanced.contains(&id) && !state.scenario.options.advance_in_one, again)
}

/// [CF-ADV-1] [CF-ADV-3] Whether a unit can go on from the hex that was taken into the one beside it, without regard to
/// zones.
fn gets_further(state: &State, battle: &Battle, unit: Unit<'_>, to: Place) -> Checked {
    let (ground, id) = (Ground::of(state), unit.id());
    let step = ground.board.step(battle.target, to).ok_or(beside(id))?;
    let closed = No::new("CF-ADV-3", "impassable", "Nothing gets through there.").of(id).at(to);
    unless(unit.card.kind == Kind::Helicopter || ground.is_passable(step), closed)?;
    s6_movement::ends_well(state, &ground, battle.side, to, &[id])
}

fn beside(unit: Id) -> No {
    No::new("CF-ADV-1", "path", "An advance goes into the hex that was taken, and one hex more.").of(unit)
}

/// The hexes into which a unit that has gone into the hex can still go on.
fn further(state: &State, battle: &Battle, unit: Id) -> Vec<Place> {
    let Some(moving) = state.unit(unit).filter(|unit| may_go_on(state, battle, *unit).is_ok()) else {
        return Vec::new();
    };
    around(state, battle).filter(|to| gets_further(state, battle, moving, *to).is_ok()).collect()
}

fn around<'s>(state: &'s State, battle: &Battle) -> impl Iterator<Item = Place> + 's {
    let board = &state.scenario.board;
    let steps = board.cell(battle.target).into_iter().flat_map(|cell| board.grid().steps(cell));
    steps.map(|step| board.place(step.to))
}

fn may_enter(state: &State, ground: &Ground<'_>, battle: &Battle, unit: Unit<'_>) -> Checked {
    let id = unit.id();
    let attacker = No::new("CF-ADV-1", "unit", "It did not attack from a hex of the fight.").of(id);
    let there = unit.piece.fate == Fate::OnMap && unit.piece.at.is_some_and(|at| battle.from.contains(&at));
    unless(there && (battle.units.contains(&id) || battle.support.contains(&id)), attacker)?;
    let gone = No::new("CF-ADV-6", "retreated", "It retreated in this fight.").of(id);
    unless(!battle.retreated.contains(&id), gone)?;
    let again = No::new("CF-ADV-1", "again", "It has advanced.").of(id);
    unless(!battle.advanced.contains(&id), again)?;
    let weak = No::new("CF-ADV-6", "ineffective", "An Ineffective unit does not advance.").of(id);
    unless(unit.is_effective(), weak)?;
    let bound = No::new("CF-ADV-5", "designated", "It has an attack of its own to make.").of(id);
    unless(state.designation_of(id).is_none(), bound)?;
    let step = unit.piece.at.and_then(|at| ground.board.step(at, battle.target));
    let closed = No::new("CF-ADV-3", "impassable", "It cannot get into the hex.").of(id);
    let flies = unit.card.kind == Kind::Helicopter;
    unless(step.is_some_and(|step| flies || ground.is_passable(step)), closed)?;
    // Who goes in counts for the limit of the hex, even when he goes on from there.
    let mut entering = battle.advanced.clone();
    entering.push(id);
    s3_stacking::fits(state, battle.side, battle.target, &entering)
}

/// [CF-ADV-1] [CF-ADV-3] Whether a unit can advance along a path: into the hex, and one hex further without regard to
/// zones; from the hex, one hex further.
pub fn can_advance(state: &State, battle: &Battle, unit: Id, path: &[Place]) -> Checked {
    let none = No::new("CF-ADV-1", "unit", "It did not attack from a hex of the fight.").of(unit);
    let moving = state.unit(unit).ok_or(none)?;
    if may_go_on(state, battle, moving).is_ok() {
        let [to] = path else { return Err(beside(unit)) };
        return gets_further(state, battle, moving, *to);
    }
    may_enter(state, &Ground::of(state), battle, moving)?;
    unless(path.first() == Some(&battle.target) && path.len() <= 2, beside(unit))?;
    match path.get(1) {
        Some(further) => gets_further(state, battle, moving, *further),
        None => s3_stacking::fits(state, battle.side, battle.target, &[unit]),
    }
}

/// The paths along which a unit can advance.
pub fn paths(state: &State, battle: &Battle, unit: Id) -> Vec<Vec<Place>> {
    if state.unit(unit).is_some_and(|unit| may_go_on(state, battle, unit).is_ok()) {
        return further(state, battle, unit).into_iter().map(|to| vec![to]).collect();
    }
    let through = around(state, battle).map(|to| vec![battle.target, to]);
    let all = std::iter::once(vec![battle.target]).chain(through);
    all.filter(|path| can_advance(state, battle, unit, path).is_ok()).collect()
}

/// Advances a unit.
pub fn advance(cx: &mut Cx<'_>, unit: Id, path: &[Place]) -> Adjudged {
    let side = own_side(cx)?;
    let battle = s9_results::owed_by(cx, side, &[Step::Advance])?;
    deny(cx, can_advance(cx.state(), &battle, unit, path))?;
    cx.record(Event::Advanced { unit, path: path.to_vec() })?;
    take(cx, unit, path)?;
    s9_application::go_on(cx)
}

/// Advances no further.
pub fn end(cx: &mut Cx<'_>) -> Adjudged {
    let side = own_side(cx)?;
    s9_results::owed_by(cx, side, &[Step::Advance])?;
    cx.record(Event::BattleEnded)
}
