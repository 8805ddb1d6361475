//! How many things cover a hex.

use std::sync::Arc;

use crate::{Cell, Grid, Step};

/// A count for each hex of how many things cover it, kept up while they come, go and move.
///
/// Each change reports the hexes that became covered or free, which is what a [`Field`] that
/// depends on the cover needs to be repaired.
///
/// [`Field`]: crate::Field
#[derive(Clone, Debug)]
pub struct Tally {
    grid: Arc<Grid>,
    count: Vec<u16>,
}

impl Tally {
    /// Nothing covers anything.
    #[must_use]
    pub fn new(grid: &Arc<Grid>) -> Self {
        Self { count: vec![0; grid.slots()], grid: Arc::clone(grid) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.count.fill(0);
    }

    /// How many cover a hex.
    #[must_use]
    pub fn count(&self, cell: Cell) -> u16 {
        self.count[cell.slot()]
    }

    /// Whether anything covers a hex.
    #[inline]
    #[must_use]
    pub fn covers(&self, cell: Cell) -> bool {
        self.count[cell.slot()] > 0
    }

    /// Counts one more over each of these hexes; `flips` gets those that were free before.
    pub fn add(&mut self, cells: impl IntoIterator<Item = Cell>, flips: &mut Vec<Cell>) {
        for cell in cells {
            more(&mut self.count, cell, flips);
        }
    }

    /// Counts one less over each of these hexes; `flips` gets those that are free now.
    ///
    /// Only what was added may be removed.
    pub fn remove(&mut self, cells: impl IntoIterator<Item = Cell>, flips: &mut Vec<Cell>) {
        for cell in cells {
            less(&mut self.count, cell, flips);
        }
    }

    /// Adds one that covers those neighbours of `centre` for which `extends` says yes.
    pub fn add_around(&mut self, centre: Cell, extends: impl FnMut(&Step) -> bool, flips: &mut Vec<Cell>) {
        let Self { grid, count } = self;
        for step in grid.steps(centre).filter(extends) {
            more(count, step.to, flips);
        }
    }

    /// Removes what [`Tally::add_around`] added; `extends` must answer as it did then.
    pub fn remove_around(&mut self, centre: Cell, extends: impl FnMut(&Step) -> bool, flips: &mut Vec<Cell>) {
        let Self { grid, count } = self;
        for step in grid.steps(centre).filter(extends) {
            less(count, step.to, flips);
        }
    }

    /// Moves one that covers its neighbours. No hex is reported twice, and none that is covered
    /// before and after.
    pub fn shift(
        &mut self,
        from: Cell,
        to: Cell,
        mut extends: impl FnMut(&Step) -> bool,
        flips: &mut Vec<Cell>,
    ) {
        self.add_around(to, &mut extends, flips);
        self.remove_around(from, extends, flips);
    }

    /// The hexes that are covered, ascending.
    pub fn covered(&self) -> impl Iterator<Item = Cell> + '_ {
        self.grid.cells().iter().copied().filter(|&cell| self.covers(cell))
    }
}

fn more(counts: &mut [u16], cell: Cell, flips: &mut Vec<Cell>) {
    let count = &mut counts[cell.slot()];
    if *count == 0 {
        flips.push(cell);
    }
    debug_assert!(*count < u16::MAX, "more than 65535 cover one hex");
    *count = count.saturating_add(1);
}

fn less(counts: &mut [u16], cell: Cell, flips: &mut Vec<Cell>) {
    let count = &mut counts[cell.slot()];
    debug_assert!(*count > 0, "removed from a hex that nothing covers");
    *count = count.saturating_sub(1);
    if *count == 0 {
        flips.push(cell);
    }
}

impl PartialEq for Tally {
    fn eq(&self, other: &Self) -> bool {
        self.count == other.count
    }
}

impl Eq for Tally {}
