//! A field after a small change.

use std::num::NonZeroU32;

use crate::field::NEVER;
use crate::{Cell, Field, Step};

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
    pub fn update(
        &mut self,
        changed: impl IntoIterator<Item = Cell>,
        mut cost: impl FnMut(Step) -> Option<NonZeroU32>,
    ) {
        let mut stale = std::mem::take(&mut self.stale);
        stale.clear();
        stale.append(&mut self.pending);
        stale.extend(changed);
        self.forget_unsupported(&mut stale, &mut cost);
        self.seed(&mut stale, &mut cost);
        self.stale = stale;
        self.spread(NEVER, cost);
    }

    /// Takes the cost from every hex that no neighbour supports any more and adds it to `stale`.
    ///
    /// First those listed, in any order; then, cheapest first, those that leaned on one that fell. A
    /// support is strictly cheaper, so when a hex is judged all that could support it have been.
    fn forget_unsupported(
        &mut self,
        stale: &mut Vec<Cell>,
        cost: &mut impl FnMut(Step) -> Option<NonZeroU32>,
    ) {
        let mut fallen = std::mem::take(&mut self.fallen);
        let mut lowest = NEVER;
        stale.retain(|&cell| {
            let total = self.cost[cell.slot()];
            let falls =
                total != NEVER && !self.source[cell.slot()] && !self.is_supported(cell.slot(), total, cost);
            if falls {
                lowest = lowest.min(total);
                self.cost[cell.slot()] = NEVER;
                fallen.push((cell, total));
            }
            !falls
        });
        self.queue.start(lowest);
        for &(cell, total) in &fallen {
            self.doubt_beyond(cell.slot(), total, cost);
        }
        let mut batch = std::mem::take(&mut self.batch);
        while let Some(total) = self.queue.take(&mut batch) {
            for slot in batch.drain(..).map(|slot| slot as usize) {
                if self.cost[slot] == total && !self.is_supported(slot, total, cost) {
                    self.cost[slot] = NEVER;
                    fallen.push((Cell::at(slot), total));
                    self.doubt_beyond(slot, total, cost);
                }
            }
        }
        self.batch = batch;
        stale.extend(fallen.drain(..).map(|(cell, _)| cell));
        self.fallen = fallen;
    }

    /// Queues the neighbours that a hex supported while it had this cost.
    fn doubt_beyond(&mut self, slot: usize, total: u32, cost: &mut impl FnMut(Step) -> Option<NonZeroU32>) {
        let Self { grid, cost: known, queue, .. } = self;
        for (direction, to) in grid.wanted(slot, |to| known[to] > total && known[to] != NEVER) {
            let step = Step { from: Cell::at(slot), to: Cell::at(to), direction };
            if cost(step).is_some_and(|more| total.saturating_add(more.get()) <= known[to]) {
                queue.put(known[to], to);
            }
        }
    }

    fn is_supported(
        &self,
        slot: usize,
        total: u32,
        cost: &mut impl FnMut(Step) -> Option<NonZeroU32>,
    ) -> bool {
        let mut cheaper = self.grid.wanted(slot, |from| self.cost[from] < total);
        cheaper.any(|(back, from)| {
            let step = Step { from: Cell::at(from), to: Cell::at(slot), direction: back.opposite() };
            cost(step).is_some_and(|more| self.cost[from].saturating_add(more.get()) <= total)
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
        for (back, from) in self.grid.wanted(cell.slot(), |from| self.cost[from] < best) {
            let step = Step { from: Cell::at(from), to: cell, direction: back.opposite() };
            if let Some(more) = cost(step) {
                best = best.min(self.cost[from].saturating_add(more.get()));
            }
        }
        best
    }
}
