//! How far every hex is from the nearest of several.

use std::num::NonZeroU32;
use std::sync::Arc;

use crate::buckets::Buckets;
use crate::{Cell, Grid, Leg, Step};

/// No way.
pub(crate) const NEVER: u32 = u32::MAX;

/// The least cost from any of a set of sources to every hex of a map.
///
/// A step costs at least 1. That makes the field a pure function of its costs, so a field repaired
/// after a change ([`Field::update`]) equals one computed anew, bit for bit, and a way can be read
/// off it without having been stored.
///
/// The steps asked about lead *away* from the sources. For a line that is drawn towards a source
/// and whose cost depends on its direction, answer for [`Step::reversed`].
#[derive(Clone, Debug)]
pub struct Field {
    pub(crate) grid: Arc<Grid>,
    pub(crate) cost: Vec<u32>,
    pub(crate) source: Vec<bool>,
    pub(crate) queue: Buckets,
    pub(crate) batch: Vec<u32>,
    /// Cells whose being a source changed since the last computation.
    pub(crate) pending: Vec<Cell>,
    pub(crate) stale: Vec<Cell>,
    pub(crate) fallen: Vec<(Cell, u32)>,
}

impl Field {
    /// A field without sources: every hex is out of reach.
    #[must_use]
    pub fn new(grid: &Arc<Grid>) -> Self {
        Self {
            grid: Arc::clone(grid),
            cost: vec![NEVER; grid.slots()],
            source: vec![false; grid.slots()],
            queue: Buckets::new(),
            batch: Vec::new(),
            pending: Vec::new(),
            stale: Vec::new(),
            fallen: Vec::new(),
        }
    }

    /// Computes the whole field from these sources; nothing is kept of an earlier one.
    ///
    /// `cost` gives the cost of a step away from the sources, or nothing when it is barred.
    pub fn compute(
        &mut self,
        sources: impl IntoIterator<Item = Cell>,
        cost: impl FnMut(Step) -> Option<NonZeroU32>,
    ) {
        self.compute_within(sources, NEVER, cost);
    }

    /// As [`Field::compute`], as far as a hex costs at most so much: beyond, every hex is out of reach. Such a field is not
    /// repaired by [`Field::update`], which knows no bound.
    pub fn compute_within(
        &mut self,
        sources: impl IntoIterator<Item = Cell>,
        most: u32,
        cost: impl FnMut(Step) -> Option<NonZeroU32>,
    ) {
        self.cost.fill(NEVER);
        self.source.fill(false);
        self.pending.clear();
        self.batch.clear();
        self.queue.start(0);
        for cell in sources {
            self.source[cell.slot()] = true;
            self.cost[cell.slot()] = 0;
            self.queue.put(0, cell.slot());
        }
        self.spread(most, cost);
    }

    /// Lets costs flow on from the cells in the queue, as far as they are at most `most`.
    pub(crate) fn spread(&mut self, most: u32, mut cost: impl FnMut(Step) -> Option<NonZeroU32>) {
        let Self { grid, cost: known, queue, batch, .. } = self;
        while let Some(total) = queue.take(batch) {
            for slot in batch.drain(..).map(|slot| slot as usize) {
                if known[slot] != total {
                    continue;
                }
                for (direction, to) in grid.wanted(slot, |to| known[to] > total.saturating_add(1)) {
                    let step = Step { from: Cell::at(slot), to: Cell::at(to), direction };
                    let Some(more) = cost(step) else { continue };
                    let further = total.saturating_add(more.get());
                    if further < known[to] && further <= most {
                        known[to] = further;
                        queue.put(further, to);
                    }
                }
            }
        }
    }

    /// Makes a hex a source. The field is wrong until the next [`Field::update`].
    pub fn open(&mut self, cell: Cell) {
        self.source[cell.slot()] = true;
        self.pending.push(cell);
    }

    /// Makes a hex no source any more. The field is wrong until the next [`Field::update`].
    pub fn close(&mut self, cell: Cell) {
        self.source[cell.slot()] = false;
        self.pending.push(cell);
    }

    /// Whether a hex is a source.
    #[must_use]
    pub fn is_source(&self, cell: Cell) -> bool {
        self.source[cell.slot()]
    }

    /// The least cost from a source to a hex, or nothing when there is no way.
    #[inline]
    #[must_use]
    pub fn cost(&self, cell: Cell) -> Option<u32> {
        let cost = self.cost[cell.slot()];
        (cost != NEVER).then_some(cost)
    }

    /// The cheapest way from a hex to its source, leg by leg, or nothing when there is no way.
    ///
    /// Of several cheapest ways it takes, at each hex, the one that goes on at the lower
    /// `(cost, cell)`. Each leg is given as the step *away* from the source that was asked about,
    /// with its cost; `total` is what remains from its far end.
    #[must_use]
    pub fn route(&self, from: Cell, mut cost: impl FnMut(Step) -> Option<NonZeroU32>) -> Option<Vec<Leg>> {
        self.cost(from)?;
        let mut legs = Vec::new();
        let mut here = from;
        while let Some(leg) =
            self.supports(here, &mut cost).min_by_key(|leg| (leg.total - leg.cost, leg.step.from))
        {
            here = leg.step.from;
            legs.push(leg);
        }
        Some(legs)
    }

    /// Shows every cheapest way from a hex to a source, in ascending order of their cells, until
    /// `visit` answers `Break`. The way is the hexes after `from`, the source last.
    pub fn each_route(
        &self,
        from: Cell,
        mut cost: impl FnMut(Step) -> Option<NonZeroU32>,
        mut visit: impl FnMut(&[Cell]) -> std::ops::ControlFlow<()>,
    ) {
        if self.cost(from).is_none() {
            return;
        }
        let mut way: Vec<Cell> = Vec::new();
        // For each place of the way, what is still to be tried from there, the next one last.
        let mut ahead: Vec<Vec<Cell>> = vec![self.ahead(from, &mut cost)];
        if self.source[from.slot()] && visit(&way).is_break() {
            return;
        }
        while let Some(choices) = ahead.last_mut() {
            let Some(next) = choices.pop() else {
                ahead.pop();
                way.pop();
                continue;
            };
            way.push(next);
            if self.source[next.slot()] && visit(&way).is_break() {
                return;
            }
            ahead.push(self.ahead(next, &mut cost));
        }
    }

    fn ahead(&self, here: Cell, cost: &mut impl FnMut(Step) -> Option<NonZeroU32>) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.supports(here, cost).map(|leg| leg.step.from).collect();
        cells.sort_unstable_by(|one, other| other.cmp(one));
        cells
    }

    /// The last legs of the cheapest ways to a hex; none for a source.
    fn supports<'a>(
        &'a self,
        here: Cell,
        cost: &'a mut impl FnMut(Step) -> Option<NonZeroU32>,
    ) -> impl Iterator<Item = Leg> + 'a {
        let total = self.cost[here.slot()];
        let steps = self.grid.steps(here).map(Step::reversed);
        steps.filter(move |step| self.cost[step.from.slot()] < total).filter_map(move |step| {
            let cost = cost(step)?.get();
            let before = self.cost[step.from.slot()];
            (before.checked_add(cost) == Some(total)).then_some(Leg { step, cost, total })
        })
    }

    /// The grid of the field.
    #[must_use]
    pub fn grid(&self) -> &Arc<Grid> {
        &self.grid
    }
}

/// Two fields are equal when they have the same sources and the same cost at every hex.
impl PartialEq for Field {
    fn eq(&self, other: &Self) -> bool {
        self.cost == other.cost && self.source == other.source
    }
}

impl Eq for Field {}
