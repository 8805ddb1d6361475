//! Who stands where and whose zones lie over which hexes, worked out from a state for one question.

use hexmap::{Cell, PerHex, Step};
use kernel::PerSide;

use crate::setup::Board;
use crate::state::State;
use crate::words::{Place, Side};

/// Occupation and zones of control.
pub struct Ground<'s> {
    /// The map.
    pub board: &'s Board,
    presence: PerHex<Presence>,
}

/// What lies in one hex, kept together because most questions ask about several of these at once.
#[derive(Clone, Copy, Default)]
struct Presence {
    /// Units of each side.
    standing: PerSide<u8>,
    /// Zones of each side.
    zones: PerSide<u8>,
}

impl<'s> Ground<'s> {
    /// Of a state as it is. [CF-ZOC-1]
    pub fn of(state: &'s State) -> Self {
        let board = &state.scenario.board;
        let mut ground = Self { board, presence: PerHex::filled(board.grid(), Presence::default()) };
        for unit in state.on_map() {
            let Some(cell) = unit.piece.at.and_then(|at| board.cell(at)) else { continue };
            let side = unit.card.side;
            ground.presence[cell].standing[side] += 1;
            if unit.has_zone() {
                for step in board.grid().steps(cell).filter(|step| !board.map.side(*step).wall) {
                    ground.presence[step.to].zones[side] += 1;
                }
            }
        }
        ground
    }

    /// Whether a unit of this side stands in a hex.
    pub fn stands(&self, side: Side, cell: Cell) -> bool {
        self.presence[cell].standing[side] > 0
    }

    /// Whether an enemy of this side stands in a hex.
    pub fn hostile(&self, side: Side, cell: Cell) -> bool {
        self.stands(side.enemy(), cell)
    }

    /// Whether a zone of this side's enemy lies over a hex.
    pub fn threatened(&self, side: Side, cell: Cell) -> bool {
        self.presence[cell].zones[side.enemy()] > 0
    }

    /// Whether a zone of this side's enemy lies over a hex without a unit of this side in it. [CF-ZOC-7]
    pub fn contested(&self, side: Side, cell: Cell) -> bool {
        self.threatened(side, cell) && !self.stands(side, cell)
    }

    /// Whether a supply line of this side can go through a hex. [CF-SPL-1]
    pub fn lets_supply(&self, side: Side, cell: Cell) -> bool {
        !self.hostile(side, cell) && !self.contested(side, cell)
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
