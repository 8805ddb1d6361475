//! Who stands where and whose zones lie over which hexes, worked out from a state for one question.

use hexmap::{Cell, PerHex, Step};

use crate::setup::Board;
use crate::state::State;
use crate::words::{Place, Side};

/// Occupation and zones of control.
pub struct Ground<'s> {
    /// The map.
    pub board: &'s Board,
    standing: [PerHex<u8>; 2],
    zones: [PerHex<u8>; 2],
}

impl<'s> Ground<'s> {
    /// Of a state as it is. [CF-ZOC-1]
    pub fn of(state: &'s State) -> Self {
        let board = &state.scenario.board;
        let none = || PerHex::filled(board.grid(), 0u8);
        let mut ground = Self { board, standing: [none(), none()], zones: [none(), none()] };
        for unit in state.on_map() {
            let Some(cell) = unit.piece.at.and_then(|at| board.cell(at)) else { continue };
            let side = unit.card.side.index();
            ground.standing[side][cell] += 1;
            if unit.has_zone() {
                for step in board.grid().steps(cell).filter(|step| !board.map.side(*step).wall) {
                    ground.zones[side][step.to] += 1;
                }
            }
        }
        ground
    }

    /// Whether a unit of this side stands in a hex.
    pub fn stands(&self, side: Side, cell: Cell) -> bool {
        self.standing[side.index()][cell] > 0
    }

    /// Whether an enemy of this side stands in a hex.
    pub fn hostile(&self, side: Side, cell: Cell) -> bool {
        self.stands(side.enemy(), cell)
    }

    /// Whether a zone of this side's enemy lies over a hex.
    pub fn threatened(&self, side: Side, cell: Cell) -> bool {
        self.zones[side.enemy().index()][cell] > 0
    }

    /// Whether a zone of this side's enemy lies over a hex without a unit of this side in it. [CF-ZOC-7]
    pub fn contested(&self, side: Side, cell: Cell) -> bool {
        self.threatened(side, cell) && !self.stands(side, cell)
    }

    /// Whether nothing but movement points keeps a ground unit from crossing a hexside.
    pub fn is_passable(&self, step: Step) -> bool {
        !self.board.map.side(step).wall && self.board.map.hex(step.to).cost.is_some()
    }

    /// The hex of a cell.
    pub fn place(&self, cell: Cell) -> Place {
        self.board.place(cell)
    }
}
