//! A field after a small change.

use std::num::NonZeroU32;

use crate::field::NEVER;
use crate::{Cell, Direction, Field, Step};

impl Field {
    /// Repairs the field after a change; the result equals a computation from nothing.
    ///
    /// `changed` must list every hex for which the cost of being *entered*, from whichever side, may
    /// have changed. A hex listed in vain, or twice, costs a little time and does no harm. Hexes
    /// given to [`Field::open`] and [`Field::close`] need not be listed. `cost` answers as things
    /// are now.
    ///
    /// The work is in proportion to the hexes whose cost changes, not to the map (Ramalingam and
    /// Reps, "An incremental algorithm for a generalization of the shortest-path problem", 1996).
    /// Returns how many hexes were judged anew: those listed and those that lost their way.
    pub fn update(
        &mut self,
        changed: impl IntoIterator<Item = Cell>,
        mut cost: impl FnMut(Step) -> Option<NonZeroU32>,
    ) -> usize {
        let mut stale = std::mem::take(&mut self.stale);
        stale.clear();
        stale.append(&mut self.pending);
        stale.extend(changed);
        self.forget_unsupported(&mut stale, &mut cost);
        let looked_at = stale.len();
        self.seed(&mut stale, &mut cost);
        self.stale = stale;
        self.spread(cost);
        looked_at
    }

    /// Takes the cost from every hex that no neighbour supports any more, cheapest first, and adds
    /// it to `stale`.
    ///
    /// A support is strictly cheaper, so when a hex comes out of the queue all that could support it
    /// have been judged.
    fn forget_unsupported(
        &mut self,
        stale: &mut Vec<Cell>,
        cost: &mut impl FnMut(Step) -> Option<NonZeroU32>,
    ) {
        let lowest = stale.iter().filter_map(|&cell| self.doubtful(cell)).min();
        let Some(lowest) = lowest else { return };
        self.queue.start(lowest);
        for &cell in stale.iter() {
            if let Some(total) = self.doubtful(cell) {
                self.queue.put(total, cell.slot());
            }
        }
        while let Some((total, slot)) = self.queue.take() {
            if self.cost[slot] != total || self.is_supported(slot, total, cost) {
                continue;
            }
            self.cost[slot] = NEVER;
            stale.push(Cell::at(slot));
            for direction in Direction::ALL {
                let to = self.grid.beside(slot, direction);
                let further = self.cost[to];
                if further <= total || further == NEVER {
                    continue;
                }
                let step = Step { from: Cell::at(slot), to: Cell::at(to), direction };
                if cost(step).is_some_and(|more| total.saturating_add(more.get()) == further) {
                    self.queue.put(further, to);
                }
            }
        }
    }

    /// The cost of a hex that has one without being a source.
    fn doubtful(&self, cell: Cell) -> Option<u32> {
        self.cost(cell).filter(|_| !self.source[cell.slot()])
    }

    fn is_supported(
        &self,
        slot: usize,
        total: u32,
        cost: &mut impl FnMut(Step) -> Option<NonZeroU32>,
    ) -> bool {
        Direction::ALL.into_iter().any(|direction| {
            let from = self.grid.beside(slot, direction.opposite());
            let before = self.cost[from];
            before < total && self.grid.is_inside(from) && {
                let step = Step { from: Cell::at(from), to: Cell::at(slot), direction };
                cost(step).is_some_and(|more| before.saturating_add(more.get()) <= total)
            }
        })
    }

    /// Gives every stale hex the best cost its neighbours offer now and queues those that improved.
    fn seed(&mut self, stale: &mut Vec<Cell>, cost: &mut impl FnMut(Step) -> Option<NonZeroU32>) {
        let mut lowest = NEVER;
        stale.retain(|&cell| {
            let best = self.best_offer(cell, cost);
            let improved = best < self.cost[cell.slot()];
            if improved {
                self.cost[cell.slot()] = best;
                lowest = lowest.min(best);
            }
            improved
        });
        self.queue.start(lowest);
        for cell in stale {
            self.queue.put(self.cost[cell.slot()], cell.slot());
        }
    }

    fn best_offer(&self, cell: Cell, cost: &mut impl FnMut(Step) -> Option<NonZeroU32>) -> u32 {
        if self.source[cell.slot()] {
            return 0;
        }
        let mut best = self.cost[cell.slot()];
        for direction in Direction::ALL {
            let from = self.grid.beside(cell.slot(), direction.opposite());
            let before = self.cost[from];
            if before >= best || !self.grid.is_inside(from) {
                continue;
            }
            let step = Step { from: Cell::at(from), to: cell, direction };
            if let Some(more) = cost(step) {
                best = best.min(before.saturating_add(more.get()));
            }
        }
        best
    }
}
