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
/// support that fired from their hexes, Effective, that have not retreated; into a hex without an enemy and with room.
pub fn candidates(state: &State, battle: &Battle) -> Vec<Id> {
    let emptied = state.of_side_in(battle.side.enemy(), battle.target).next().is_none();
    if battle.bombard || battle.attack == Attack::March || !emptied {
        return Vec::new();
    }
    let ground = Ground::of(state);
    let attackers = battle.units.iter().chain(&battle.support).filter_map(|id| state.unit(*id));
    attackers.filter(|unit| may_enter(state, &ground, battle, *unit).is_ok()).map(|unit| unit.id()).collect()
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
/// zones.
pub fn can_advance(state: &State, battle: &Battle, unit: Id, path: &[Place]) -> Checked {
    let ground = Ground::of(state);
    let none = No::new("CF-ADV-1", "unit", "It did not attack from a hex of the fight.").of(unit);
    let moving = state.unit(unit).ok_or(none)?;
    may_enter(state, &ground, battle, moving)?;
    let path_no =
        No::new("CF-ADV-1", "path", "An advance goes into the hex that was taken, and one hex more.")
            .of(unit);
    unless(path.first() == Some(&battle.target) && path.len() <= 2, path_no)?;
    let Some(further) = path.get(1) else {
        return s3_stacking::fits(state, battle.side, battle.target, &[unit]);
    };
    let step = ground.board.step(battle.target, *further).ok_or(path_no)?;
    let closed = No::new("CF-ADV-3", "impassable", "Nothing gets through there.").of(unit).at(*further);
    let flies = moving.card.kind == Kind::Helicopter;
    unless(flies || ground.is_passable(step), closed)?;
    s6_movement::ends_well(state, &ground, battle.side, *further, &[unit])
}

/// The paths along which a unit can advance.
pub fn paths(state: &State, battle: &Battle, unit: Id) -> Vec<Vec<Place>> {
    let board = &state.scenario.board;
    let further = board.cell(battle.target).into_iter().flat_map(|cell| board.grid().steps(cell));
    let further = further.map(|step| vec![battle.target, board.place(step.to)]);
    let all = std::iter::once(vec![battle.target]).chain(further);
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
