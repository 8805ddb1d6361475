//! CF-ADV: advance after combat.

use kernel::grammar::{SectionEvent, holds};
use kernel::view::Text;
use kernel::{Adjudged, Audience, Checked, Reasons};
use serde::{Deserialize, Serialize};

use super::{
    Cx, end_of, of_both, of_unit, on_board, on_map, own_side, s3_stacking, s6_movement, s9_application,
    s9_results, take,
};
use crate::ground::Ground;
use crate::setup::Scenario;
use crate::state::{Battle, Fate, State, Step, Unit};
use crate::words::{Attack, Kind, Place, UnitId};

/// [CF-ADV-1] [CF-ADV-2] [CF-ADV-4] [CF-ADV-6] Who may still advance: attackers of a Hasty or Prepared assault and the
/// support that fired from their hexes, Effective, that have not retreated; into a hex without an enemy and with room, and
/// from there one hex further.
pub fn candidates(state: &State, battle: &Battle) -> Vec<UnitId> {
    let emptied = state.of_side_in(battle.side.enemy(), battle.target).next().is_none();
    if battle.bombard || battle.attack == Attack::March || !emptied {
        return Vec::new();
    }
    let ground = Ground::of(state);
    let attackers = battle.units.iter().chain(&battle.support).filter_map(|id| state.unit(*id));
    let goes = |unit: &Unit<'_>| {
        holds(|why| may_enter(state, &ground, battle, *unit, why))
            || !further(state, battle, unit.id()).is_empty()
    };
    attackers.filter(goes).map(|unit| unit.id()).collect()
}

/// [CF-ADV-1] Whether a unit that has gone into the hex may still go on from there, where that is decided after the first
/// hex.
fn may_go_on(state: &State, battle: &Battle, unit: Unit<'_>, why: &mut Reasons) -> Checked {
    let id = unit.id();
    let there = unit.piece.fate == Fate::OnMap && unit.piece.at == Some(battle.target);
    why.unless(
        there && battle.advanced.contains(&id) && !state.scenario.options.advance_in_one,
        "CF-ADV-1",
        "again",
        || of_unit(state, id, "It has advanced."),
    )
}

/// [CF-ADV-1] [CF-ADV-3] [CF-ZOC-5] Whether a unit can go on from the hex that was taken into the one beside it, without
/// regard to zones: from one into another as well.
fn gets_further(state: &State, battle: &Battle, unit: Unit<'_>, to: Place, why: &mut Reasons) -> Checked {
    let (ground, id) = (Ground::of(state), unit.id());
    let step = beside(state, id, ground.board.step(battle.target, to), why)?;
    why.unless(
        unit.card.kind == Kind::Helicopter || ground.is_passable(step),
        "CF-ADV-3",
        "impassable",
        || of_both(state, id, to, "Nothing gets through there."),
    )?;
    s6_movement::ends_well(state, &ground, battle.side, to, &[id], why)
}

fn beside<T>(state: &State, unit: UnitId, found: Option<T>, why: &mut Reasons) -> Checked<T> {
    why.need(found, "CF-ADV-1", "path", || {
        of_unit(state, unit, "An advance goes into the hex that was taken, and one hex more.")
    })
}

/// The hexes into which a unit that has gone into the hex can still go on.
fn further(state: &State, battle: &Battle, unit: UnitId) -> Vec<Place> {
    let Some(moving) = state.unit(unit).filter(|unit| holds(|why| may_go_on(state, battle, *unit, why)))
    else {
        return Vec::new();
    };
    around(state, battle).filter(|to| holds(|why| gets_further(state, battle, moving, *to, why))).collect()
}

fn around<'s>(state: &'s State, battle: &Battle) -> impl Iterator<Item = Place> + 's {
    let board = &state.scenario.board;
    let steps = board.cell(battle.target).into_iter().flat_map(|cell| board.grid().steps(cell));
    steps.map(|step| board.place(step.to))
}

/// Whether a unit can go into the hex that was taken: who attacked from a hex of the fight, is Effective and has neither
/// retreated nor an attack of its own to make. [CF-ADV-1] [CF-ADV-5] [CF-ADV-6]
fn may_enter(
    state: &State,
    ground: &Ground<'_>,
    battle: &Battle,
    unit: Unit<'_>,
    why: &mut Reasons,
) -> Checked {
    let id = unit.id();
    let attacker = |holds, why: &mut Reasons| {
        why.unless(holds, "CF-ADV-1", "unit", || {
            of_unit(state, id, "It did not attack from a hex of the fight.")
        })
    };
    attacker(battle.units.contains(&id) || battle.support.contains(&id), why)?;
    // Who has retreated or advanced did attack from one, and stands there no more.
    why.unless(!battle.retreated.contains(&id), "CF-ADV-6", "retreated", || {
        of_unit(state, id, "It retreated in this fight.")
    })?;
    why.unless(!battle.advanced.contains(&id), "CF-ADV-1", "again", || {
        of_unit(state, id, "It has advanced.")
    })?;
    attacker(unit.piece.at.is_some_and(|at| battle.from.contains(&at)), why)?;
    why.unless(unit.is_effective(), "CF-ADV-6", "ineffective", || {
        of_unit(state, id, "An Ineffective unit does not advance.")
    })?;
    why.unless(state.designation_of(id).is_none(), "CF-ADV-5", "designated", || {
        of_unit(state, id, "It has an attack of its own to make.")
    })?;
    let step = unit.piece.at.and_then(|at| ground.board.step(at, battle.target));
    let flies = unit.card.kind == Kind::Helicopter;
    why.unless(step.is_some_and(|step| flies || ground.is_passable(step)), "CF-ADV-3", "impassable", || {
        of_unit(state, id, "It cannot get into the hex.")
    })?;
    // Who goes in counts for the limit of the hex, even when he goes on from there.
    let mut entering = battle.advanced.clone();
    entering.push(id);
    s3_stacking::fits(state, battle.side, battle.target, &entering, why)
}

/// [CF-ADV-1] [CF-ADV-3] Whether a unit can advance along a path: into the hex, and one hex further without regard to
/// zones; from the hex, one hex further.
pub fn can_advance(
    state: &State,
    battle: &Battle,
    unit: UnitId,
    path: &[Place],
    why: &mut Reasons,
) -> Checked {
    let moving = on_map(state, unit, why)?;
    on_board(state, path, why)?;
    if holds(|why| may_go_on(state, battle, moving, why)) {
        let to = beside(state, unit, if let [to] = path { Some(*to) } else { None }, why)?;
        return gets_further(state, battle, moving, to, why);
    }
    may_enter(state, &Ground::of(state), battle, moving, why)?;
    let into = path.first() == Some(&battle.target) && path.len() <= 2;
    beside(state, unit, into.then_some(()), why)?;
    match path.get(1) {
        Some(further) => gets_further(state, battle, moving, *further, why),
        None => s3_stacking::fits(state, battle.side, battle.target, &[unit], why),
    }
}

/// [CF-ADV-1] Whether all who can advance have room in the hex that was taken: whoever goes in counts for its limit, also when
/// he goes on from there.
pub fn all_have_room(state: &State, battle: &Battle) -> bool {
    let mut all = battle.advanced.clone();
    all.extend(candidates(state, battle).into_iter().filter(|unit| !battle.advanced.contains(unit)));
    holds(|why| s3_stacking::fits(state, battle.side, battle.target, &all, why))
}

/// The paths along which a unit can advance.
pub fn paths(state: &State, battle: &Battle, unit: UnitId) -> Vec<Vec<Place>> {
    if state.unit(unit).is_some_and(|unit| holds(|why| may_go_on(state, battle, unit, why))) {
        return further(state, battle, unit).into_iter().map(|to| vec![to]).collect();
    }
    let through = around(state, battle).map(|to| vec![battle.target, to]);
    let all = std::iter::once(vec![battle.target]).chain(through);
    all.filter(|path| holds(|why| can_advance(state, battle, unit, path, why))).collect()
}

/// Advances a unit.
pub fn advance(cx: &mut Cx<'_>, unit: UnitId, path: &[Place]) -> Adjudged {
    let side = own_side(cx)?;
    let battle = s9_results::owed_by(cx, side, &[Step::Advance])?;
    cx.check(|why| can_advance(cx.state(), &battle, unit, path, why))?;
    cx.record(Advanced { unit, path: path.to_vec() })?;
    take(cx, unit, path)?;
    s9_application::go_on(cx)
}

/// Advances no further.
pub fn end(cx: &mut Cx<'_>) -> Adjudged {
    let side = own_side(cx)?;
    s9_results::owed_by(cx, side, &[Step::Advance])?;
    cx.record(s9_application::BattleEnded {})
}

/// The attacker may advance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdvanceOpened {}

impl SectionEvent<State, Scenario> for AdvanceOpened {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        if let Some(battle) = &mut state.facts.battle {
            battle.step = Step::Advance;
        }
    }
    fn narrate(&self, _: &Scenario) -> Text {
        Text::new("The attackers could advance.")
    }
}

/// A unit advanced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Advanced {
    /// Who.
    pub unit: UnitId,
    /// The hexes entered.
    pub path: Vec<Place>,
}

impl SectionEvent<State, Scenario> for Advanced {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        state.piece_mut(self.unit).at = self.path.last().copied();
        if let Some(battle) = &mut state.facts.battle
            && !battle.advanced.contains(&self.unit)
        {
            battle.advanced.push(self.unit);
        }
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        Text::new(format!("{} advanced to {}.", setup.name(self.unit), end_of(setup, &self.path)))
    }
}
