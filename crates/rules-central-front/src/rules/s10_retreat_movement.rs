//! CF-RTM: Retreat Movement at the end of the turn. (A7)

use hexmap::{Cell, Entry, Reach, Step};
use kernel::grammar::{SectionEvent, holds};
use kernel::view::Text;
use kernel::{Adjudged, Audience, Checked, Reasons};
use serde::{Deserialize, Serialize};

use super::{Cx, end_of, of_both, of_unit, own_phase, own_unit, s3_stacking, s6_movement, take};
use crate::ground::Ground;
use crate::phase::Stage;
use crate::setup::Scenario;
use crate::state::{State, Unit};
use crate::words::{Kind, Place, Side, UnitId};

/// [CF-RTM-2] [CF-RTM-8] Whether a unit must make a Retreat Movement if it can.
pub fn must(unit: Unit<'_>) -> bool {
    !unit.is_effective() && !unit.piece.withdrawn && unit.card.kind != Kind::Garrison
}

/// [CF-RTM-2] [CF-RTM-7] [CF-SEQ-6] Whether it may: with 4 action points, and neither activated nor fired in this turn, be it
/// in a phase of the enemy.
pub fn may(unit: Unit<'_>) -> bool {
    let at_leisure = unit.piece.ap == 4 && !unit.piece.acted && !unit.piece.withdrawn;
    must(unit) || (at_leisure && unit.card.kind != Kind::Garrison)
}

/// The units of a side that owe a Retreat Movement they can make. [CF-SEQ-9]
pub fn owing(state: &State, side: Side) -> impl Iterator<Item = Unit<'_>> {
    let mut owing = state.on_map().filter(move |unit| unit.card.side == side && must(*unit)).peekable();
    // Seldom does anybody owe one.
    let ground = owing.peek().map(|_| Ground::of(state));
    owing.filter(move |unit| ground.as_ref().is_some_and(|ground| can_end(state, ground, *unit)))
}

/// The units of a side that may make a Retreat Movement and can.
pub fn able(state: &State, side: Side) -> Vec<Unit<'_>> {
    let ground = Ground::of(state);
    let may = state.on_map().filter(|unit| unit.card.side == side && may(*unit));
    may.filter(|unit| can_end(state, &ground, *unit)).collect()
}

/// [CF-RTM-3] [CF-RTM-4] [CF-RTM-8] What a step means: its cost without a surcharge, no enemy zone without a friend. A
/// helicopter flies over any ground as ever, and keeps out of zones and from enemies as everybody does.
fn entry(ground: &Ground<'_>, unit: Unit<'_>, step: Step) -> Entry {
    let side = unit.card.side;
    let flies = unit.card.kind == Kind::Helicopter;
    let cost = match flies {
        true => Some(u32::from(ground.board.helicopter_cost)),
        false => s6_movement::cost(ground.board, step),
    };
    let open = !ground.hostile(side, step.to) && !ground.contested(side, step.to);
    cost.filter(|_| open).map_or(Entry::Barred, Entry::Pass)
}

/// Half the movement allowance, whole points of it. [CF-RTM-3]
fn budget(unit: Unit<'_>) -> u32 {
    u32::from(unit.card.allowance / 2)
}

/// [CF-RTM-4] [CF-RTM-5] [CF-RTM-6] Where a unit can end, each hex with a cheapest path: nearer to a source than it
/// began, with room, out of enemy zones where that is possible.
pub fn ways(state: &State, unit: Unit<'_>) -> Vec<(Place, Vec<Place>)> {
    let ground = Ground::of(state);
    let side = unit.card.side;
    let Some((at, start)) = unit.piece.at.and_then(|at| Some((at, ground.board.cell(at)?))) else {
        return Vec::new();
    };
    let before = state.scenario.to_source(side, at);
    let search = search(&ground, unit, start);
    let is_end = |cell: &Cell| *cell != start && is_end(state, &ground, unit, before, *cell);
    let ends: Vec<Cell> = search.cells().iter().copied().filter(is_end).collect();
    let any_free = ends.iter().any(|cell| !ground.threatened(side, *cell));
    let leaves = any_free && ground.threatened(side, start);
    let kept = ends.into_iter().filter(|cell| !leaves || !ground.threatened(side, *cell));
    kept.filter_map(|cell| Some((ground.place(cell), s6_movement::route(&search, &ground, cell)?.0)))
        .collect()
}

fn search(ground: &Ground<'_>, unit: Unit<'_>, start: Cell) -> Reach {
    let mut search = Reach::new(ground.board.map.grid());
    search.search(start, budget(unit), |step| entry(ground, unit, step));
    search
}

/// [CF-RTM-5] Whether a hex that a unit can reach is nearer to a source than `before`, with room.
fn is_end(state: &State, ground: &Ground<'_>, unit: Unit<'_>, before: u32, cell: Cell) -> bool {
    let (side, place) = (unit.card.side, ground.place(cell));
    !ground.hostile(side, cell)
        && state.scenario.to_source(side, place) < before
        && holds(|why| s6_movement::ends_well(state, ground, side, place, &[unit.id()], why))
}

/// Whether there is a hex in which a unit can end: one beside it or, where it can end in none of them, another. Where it
/// has to leave enemy zones, it can. [CF-RTM-4]
fn can_end(state: &State, ground: &Ground<'_>, unit: Unit<'_>) -> bool {
    let Some((at, start)) = unit.piece.at.and_then(|at| Some((at, ground.board.cell(at)?))) else {
        return false;
    };
    let before = state.scenario.to_source(unit.card.side, at);
    let near = ground.board.grid().steps(start).any(|step| {
        let reaches = matches!(entry(ground, unit, step), Entry::Pass(cost) if cost <= budget(unit));
        reaches && is_end(state, ground, unit, before, step.to)
    });
    let far = || {
        search(ground, unit, start)
            .cells()
            .iter()
            .any(|cell| *cell != start && is_end(state, ground, unit, before, *cell))
    };
    near || far()
}

/// [CF-RTM-2] Makes a Retreat Movement.
pub fn withdraw(cx: &mut Cx<'_>, unit: UnitId, path: &[Place]) -> Adjudged {
    let side = own_phase(cx, Stage::Retreat)?;
    cx.check(|why| can_withdraw(cx.state(), side, unit, path, why))?;
    cx.record(Withdrew { unit, path: path.to_vec() })?;
    take(cx, unit, path)
}

fn can_withdraw(state: &State, side: Side, id: UnitId, path: &[Place], why: &mut Reasons) -> Checked {
    let unit = own_unit(state, side, id, why)?;
    why.unless(unit.card.kind != Kind::Garrison, "CF-RTM-8", "garrison", || {
        of_unit(state, id, "A garrison makes no Retreat Movement.")
    })?;
    why.unless(!unit.piece.withdrawn, "CF-RTM-2", "again", || {
        of_unit(state, id, "It has made its Retreat Movement.")
    })?;
    why.unless(may(unit), "CF-RTM-2", "unit", || {
        of_unit(state, id, "It makes no Retreat Movement: 5 or 6 action points must, 4 and idle may.")
    })?;
    let from = why.need(unit.piece.at, "CF-RTM-2", "unit", || {
        "It makes no Retreat Movement: 5 or 6 action points must, 4 and idle may.".into()
    })?;
    let steps = s6_movement::steps(state, from, path, why)?;
    let end = path.last().copied().unwrap_or(from);
    let ground = Ground::of(state);
    let mut left = budget(unit);
    for step in steps {
        let hex = ground.place(step.to);
        why.unless(
            unit.card.kind == Kind::Helicopter || ground.is_passable(step),
            "CF-MOV-1",
            "impassable",
            || of_both(state, id, hex, "Nothing gets through there."),
        )?;
        let Entry::Pass(cost) = entry(&ground, unit, step) else {
            return why.refuse("CF-RTM-4", "zone", || {
                of_both(state, id, hex, "Retreat Movement enters neither enemies nor their zones.")
            });
        };
        left = why.need(left.checked_sub(cost), "CF-RTM-3", "points", || {
            of_both(state, id, hex, "It has half its movement allowance.")
        })?;
    }
    let before = state.scenario.to_source(side, from);
    why.unless(state.scenario.to_source(side, end) < before, "CF-RTM-5", "end", || {
        of_both(state, id, end, "It has to end nearer to a supply source than it began.")
    })?;
    s3_stacking::fits(state, side, end, &[id], why)?;
    why.unless(ways(state, unit).iter().any(|(place, _)| *place == end), "CF-RTM-4", "leave", || {
        of_both(state, id, end, "It has to end outside enemy zones, and it can.")
    })
}

/// A unit made its Retreat Movement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Withdrew {
    /// Who.
    pub unit: UnitId,
    /// The hexes entered.
    pub path: Vec<Place>,
}

impl SectionEvent<State, Scenario> for Withdrew {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let piece = state.piece_mut(self.unit);
        (piece.at, piece.withdrawn) = (self.path.last().copied(), true);
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        Text::new(format!("{} withdrew to {}.", setup.name(self.unit), end_of(setup, &self.path)))
    }
}
