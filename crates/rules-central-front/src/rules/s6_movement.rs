//! CF-MOV: movement of activated stacks.

use hexmap::{Cell, Entry, Step};
use kernel::{Adjudged, Id};

use super::{
    Checked, Cx, No, deny, distinct, own_phase, own_unit, s3_stacking, s6_zones, s7_march, take, unless,
};
use crate::event::Event;
use crate::ground::Ground;
use crate::phase::Stage;
use crate::setup::Board;
use crate::state::{Going, State, Unit};
use crate::words::{Kind, Place, Side};

/// The most hexes of one path.
pub const LONGEST: usize = 99;

/// [CF-MOV-1] What a step costs a ground unit: a road its own price, a river more where no road crosses it.
pub fn cost(board: &Board, step: Step) -> Option<u32> {
    let edge = board.map.side(step);
    let hex = board.map.hex(step.to).cost.filter(|_| !edge.wall)?;
    if edge.road {
        return Some(u32::from(board.road_cost));
    }
    let river = if edge.river { board.river_cost } else { 0 };
    Some(u32::from(hex) + u32::from(river))
}

/// [CF-MOV-10] Moves units of the activated stack along a path; those of the stack who stand with them stay behind.
pub fn go(cx: &mut Cx<'_>, units: &[Id], path: &[Place]) -> Adjudged {
    let side = own_phase(cx, Stage::Move)?;
    let left = deny(cx, can_go(cx.state(), side, units, path))?;
    leave_behind(cx, units)?;
    for (unit, left) in units.iter().zip(left) {
        cx.record(Event::Moved { unit: *unit, path: path.to_vec(), left })?;
        take(cx, *unit, path)?;
    }
    Ok(())
}

/// The rest of the moving stack does not move again.
pub(super) fn leave_behind(cx: &mut Cx<'_>, going: &[Id]) -> Adjudged {
    let rest = |unit: &Unit<'_>| unit.piece.going == Going::Moving && !going.contains(&unit.id());
    let units: Vec<Id> = cx.state().on_map().filter(rest).map(|unit| unit.id()).collect();
    if units.is_empty() { Ok(()) } else { cx.record(Event::Dropped { units }) }
}

/// Whether these units can go along a path; gives the movement points each is left with.
pub fn can_go(state: &State, side: Side, units: &[Id], path: &[Place]) -> Checked<Vec<u8>> {
    distinct(units)?;
    let ground = Ground::of(state);
    let mut from = None;
    for id in units {
        let unit = own_unit(state, side, *id)?;
        can_move(state, &ground, unit)?;
        let apart = No::new("CF-MOV-10", "hex", "Units that move together stand in one hex.").of(*id);
        unless(from.is_none_or(|from| Some(from) == unit.piece.at), apart)?;
        from = unit.piece.at;
    }
    let from = from.ok_or(No::new("CF-SEQ-8", "empty", "No unit is named."))?;
    let steps = steps(state, from, path)?;
    let last = path.last().copied().unwrap_or(from);
    let mut left = Vec::with_capacity(units.len());
    for unit in units.iter().filter_map(|id| state.unit(*id)) {
        left.push(walk(&ground, unit, &steps)?);
    }
    ends_well(state, &ground, side, last, units)?;
    Ok(left)
}

/// The steps of a path of adjacent hexes.
pub(super) fn steps(state: &State, from: Place, path: &[Place]) -> Checked<Vec<Step>> {
    let no = No::new("CF-MOV-1", "path", "A path goes from one hex to the next.");
    unless(!path.is_empty() && path.len() <= LONGEST, no)?;
    let mut here = from;
    let mut steps = Vec::with_capacity(path.len());
    for hex in path {
        steps.push(state.scenario.board.step(here, *hex).ok_or(no.at(*hex))?);
        here = *hex;
    }
    Ok(steps)
}

/// Whether a unit of the activated stack may move at all.
pub fn can_move(state: &State, ground: &Ground<'_>, unit: Unit<'_>) -> Checked {
    let id = unit.id();
    s7_march::goes_on(unit)?;
    match unit.piece.going {
        Going::Moving => {}
        Going::Dropped => {
            return Err(No::new("CF-MOV-10", "dropped", "A unit left on the way does not move again.").of(id));
        }
        Going::Not => {
            return Err(No::new("CF-MOV-11", "inactive", "It is not in the activated stack.").of(id));
        }
    }
    let paid = No::new("CF-MOV-4", "paid", "After paying for an attack it may not move.");
    unless(state.designation_of(id).is_none(), paid.of(id))?;
    s6_zones::lets_go(state, ground, unit)
}

/// Walks a unit along a path; gives the movement points left.
fn walk(ground: &Ground<'_>, unit: Unit<'_>, steps: &[Step]) -> Checked<u8> {
    let begins_in_zone = s6_zones::begins_in_zone(ground, unit);
    let mut left = u32::from(unit.piece.mp);
    for (n, step) in steps.iter().enumerate() {
        let hex = ground.place(step.to);
        let first = n == 0 && begins_in_zone;
        let price = match s6_zones::entry(ground, unit, *step, first) {
            Entry::Barred => return Err(barred(ground, unit, *step).of(unit.id()).at(hex)),
            Entry::Halt(_) if n + 1 < steps.len() => {
                let no = No::new("CF-ZOC-3", "zone", "Entering an enemy zone ends the movement.");
                return Err(no.of(unit.id()).at(hex));
            }
            Entry::Halt(price) | Entry::Pass(price) => price,
        };
        let short = No::new("CF-MOV-1", "points", "It has not the movement points.");
        left = left.checked_sub(price).ok_or(short.of(unit.id()).at(hex))?;
    }
    Ok(u8::try_from(left).unwrap_or(u8::MAX))
}

/// Why a step cannot be taken.
fn barred(ground: &Ground<'_>, unit: Unit<'_>, step: Step) -> No {
    if ground.hostile(unit.card.side, step.to) {
        return No::new("CF-STACK-6", "enemy", "Enemy units stand there.");
    }
    if !ground.is_passable(step) {
        return No::new("CF-MOV-1", "impassable", "Nothing gets through there.");
    }
    No::new("CF-ZOC-4", "zone", "From one enemy zone it cannot go straight into another.")
}

/// [CF-STACK-6] [CF-MOV-2] The last hex of a path holds no enemy and not too many friends.
pub(super) fn ends_well(
    state: &State,
    ground: &Ground<'_>,
    side: Side,
    last: Place,
    units: &[Id],
) -> Checked {
    let enemy = No::new("CF-STACK-6", "enemy", "Enemy units stand there.").at(last);
    let cell = ground.board.cell(last).ok_or(enemy)?;
    unless(!ground.hostile(side, cell), enemy)?;
    s3_stacking::fits(state, side, last, units)
}

/// Where units of the moving stack that stand together can go, each hex with a cheapest path for all of them.
pub fn reach(state: &State, units: &[Unit<'_>]) -> Vec<(Place, Vec<Place>, u32)> {
    let Some(start) = units.first().and_then(|unit| state.scenario.board.cell(unit.piece.at?)) else {
        return Vec::new();
    };
    let ground = Ground::of(state);
    let flies = |unit: &&Unit<'_>| unit.card.kind == Kind::Helicopter;
    let walkers: Vec<&Unit<'_>> = units.iter().filter(|unit| !flies(unit)).collect();
    let (slowest, by_air) = match walkers.iter().min_by_key(|unit| unit.piece.mp) {
        Some(unit) => (**unit, false),
        None => match units.iter().min_by_key(|unit| unit.piece.mp) {
            Some(unit) => (*unit, true),
            None => return Vec::new(),
        },
    };
    let in_zone = !by_air && walkers.iter().any(|unit| s6_zones::begins_in_zone(&ground, **unit));
    let mut search = hexmap::Reach::new(state.scenario.board.map.grid());
    search.search(start, u32::from(slowest.piece.mp), |step| {
        s6_zones::entry(&ground, slowest, step, in_zone && step.from == start)
    });
    let (side, ids) = (slowest.card.side, units.iter().map(Unit::id).collect::<Vec<Id>>());
    let air = units.iter().filter(flies).map(|unit| u32::from(unit.piece.mp)).min();
    let mut found = Vec::new();
    for &cell in search.cells().iter().filter(|cell| **cell != start) {
        let place = ground.place(cell);
        if ends_well(state, &ground, side, place, &ids).is_err() {
            continue;
        }
        let Some((path, price)) = route(&search, &ground, cell) else { continue };
        let flown = u32::try_from(path.len()).unwrap_or(0) * u32::from(ground.board.helicopter_cost);
        if air.is_none_or(|air| flown <= air) {
            found.push((place, path, price));
        }
    }
    found
}

/// The cheapest way of a search to a hex, with its price.
pub(super) fn route(search: &hexmap::Reach, ground: &Ground<'_>, to: Cell) -> Option<(Vec<Place>, u32)> {
    let path = search.route(to)?.iter().map(|leg| ground.place(leg.step.to)).collect();
    Some((path, search.cost(to)?))
}
