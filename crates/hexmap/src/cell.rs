//! Places in the arrays of a grid, and the steps between them.

use crate::Direction;

/// The place of a hex in the arrays of one grid. Cells ascend as their hexes do.
///
/// A cell means nothing on another grid: store a [`crate::Hex`] or a label, not a cell.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(crate) u32);

impl Cell {
    #[inline]
    pub(crate) fn slot(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(crate) fn at(slot: usize) -> Self {
        // A grid has at most `LARGEST` slots, so this never cuts anything off.
        Self(slot as u32)
    }
}

/// One step from a hex to its neighbour.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The hex left.
    pub from: Cell,
    /// The hex entered.
    pub to: Cell,
    /// The direction from the first to the second; also the hexside crossed, seen from the first.
    pub direction: Direction,
}

impl Step {
    /// The same step the other way.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { from: self.to, to: self.from, direction: self.direction.opposite() }
    }
}
