//! CF-ZOC: where zones of control stop, hold and bar.

use hexmap::{Entry, Step};

use kernel::{Checked, Reasons};

use super::{of_unit, s6_movement};
use crate::ground::Ground;
use crate::state::{State, Unit};
use crate::words::{Kind, Place, UnitId};

/// [CF-ZOC-3] [CF-ZOC-4] What a step means to a unit of the moving side: its cost, and whether it must stop there.
/// `first` is the first hex of an activation that began in an enemy zone. Nobody goes where an enemy stands, and be it a
/// garrison. [CF-ZOC-8]
pub fn entry(ground: &Ground<'_>, unit: Unit<'_>, step: Step, first: bool) -> Entry {
    let side = unit.card.side;
    if unit.card.kind == Kind::Helicopter {
        return Entry::Pass(u32::from(ground.board.helicopter_cost));
    }
    if ground.hostile(side, step.to) {
        return Entry::Barred;
    }
    let Some(mut cost) = s6_movement::cost(ground.board, step) else { return Entry::Barred };
    if first {
        if ground.contested(side, step.to) {
            return Entry::Barred;
        }
        cost += u32::from(ground.board.leave_cost);
    }
    if ground.threatened(side, step.to) { Entry::Halt(cost) } else { Entry::Pass(cost) }
}

/// Whether the next hex of a unit is the first of an activation that began in an enemy zone. [CF-ZOC-4]
pub fn begins_in_zone(ground: &Ground<'_>, unit: Unit<'_>) -> bool {
    let cell = unit.piece.at.and_then(|at| ground.board.cell(at));
    !unit.piece.moved && cell.is_some_and(|cell| ground.threatened(unit.card.side, cell))
}

/// [CF-ZOC-3] [CF-ZOC-6] Whether zones let a unit go on from where it is.
pub fn lets_go(state: &State, ground: &Ground<'_>, unit: Unit<'_>, why: &mut Reasons) -> Checked {
    let Some(cell) = unit.piece.at.and_then(|at| ground.board.cell(at)) else { return Ok(()) };
    if unit.card.kind == Kind::Helicopter {
        return Ok(());
    }
    let holds = |id: &UnitId| {
        state
            .unit(*id)
            .is_some_and(|enemy| enemy.has_zone() && enemy.piece.at.is_some_and(|at| zones(ground, at, cell)))
    };
    why.unless(!unit.piece.engaged.iter().any(holds), "CF-ZOC-6", "held", || {
        of_unit(state, unit.id(), "It attacked by March and the zone it attacked still holds it.")
    })?;
    why.unless(!(unit.piece.moved && ground.threatened(unit.card.side, cell)), "CF-ZOC-3", "zone", || {
        of_unit(state, unit.id(), "It entered an enemy zone and stops there.")
    })
}

/// Whether the zone of a unit at one hex lies over another: adjacent, and nothing impassable between.
fn zones(ground: &Ground<'_>, from: Place, over: hexmap::Cell) -> bool {
    let step = ground.board.cell(from).and_then(|from| ground.board.grid().step_between(from, over).ok());
    step.is_some_and(|step| !ground.board.map.side(step).wall)
}
