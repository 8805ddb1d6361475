//! Where one can go from a hex, and how.

use std::sync::Arc;

use crate::buckets::Buckets;
use crate::{Cell, Direction, Grid, Leg, Step};

/// What a step means to the one who takes it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// The step cannot be taken.
    Barred,
    /// It costs this much and one may go on.
    Pass(u32),
    /// It costs this much and the way ends in the hex entered.
    Halt(u32),
}

/// No cost yet.
const NEVER: u32 = u32::MAX;

/// What is known of one cell. `pass` is the least cost with which one may go on, `halt` the least
/// with which one must stop there; a halt no cheaper than the pass is not kept.
#[derive(Copy, Clone, Debug)]
struct Place {
    pass: u32,
    halt: u32,
    pass_by: Direction,
    halt_by: Direction,
    /// Is among those found.
    listed: bool,
    /// The steps out of it have been looked at.
    left: bool,
}

const UNKNOWN: Place = Place {
    pass: NEVER,
    halt: NEVER,
    pass_by: Direction::A,
    halt_by: Direction::A,
    listed: false,
    left: false,
};

/// The hexes that can be reached from one hex within a budget, each with its least cost and the way.
///
/// Of several cheapest ways the one is kept whose last step leaves the lower `(cost, cell)`, so the
/// same question has the same answer everywhere. The buffers are kept: once they have grown to their
/// use nothing is allocated, and forgetting the last search costs no more than it found.
#[derive(Clone, Debug)]
pub struct Reach {
    grid: Arc<Grid>,
    places: Vec<Place>,
    found: Vec<Cell>,
    start: Option<Cell>,
    queue: Buckets,
    batch: Vec<u32>,
    /// The last search ended as it should and `found` names all it touched.
    whole: bool,
}

impl Reach {
    /// An empty answer on a grid.
    #[must_use]
    pub fn new(grid: &Arc<Grid>) -> Self {
        Self {
            places: vec![UNKNOWN; grid.slots()],
            found: Vec::with_capacity(grid.cells().len()),
            start: None,
            queue: Buckets::new(),
            batch: Vec::new(),
            whole: true,
            grid: Arc::clone(grid),
        }
    }

    /// Finds every hex that can be reached from `start` with costs adding up to `budget` or less.
    ///
    /// `entry` says what a step means and must depend on nothing but the step: `step.from == start`
    /// tells the first step of a way. It is asked at most once per step and search.
    pub fn search(&mut self, start: Cell, budget: u32, mut entry: impl FnMut(Step) -> Entry) {
        let Self { grid, places, found, queue, batch, whole, .. } = self;
        if !std::mem::replace(whole, false) {
            // The caller's closure panicked in the middle of the last search.
            places.fill(UNKNOWN);
        }
        for cell in found.drain(..) {
            places[cell.slot()] = UNKNOWN;
        }
        self.start = Some(start);
        let budget = budget.min(NEVER - 1);
        places[start.slot()].pass = 0;
        queue.start(0);
        queue.put(0, start.slot());
        batch.clear();
        while let Some(cost) = queue.take(batch) {
            batch.sort_unstable_by(|one, other| other.cmp(one));
            while let Some(slot) = batch.pop() {
                let slot = slot as usize;
                let place = &mut places[slot];
                if !place.listed {
                    place.listed = true;
                    found.push(Cell::at(slot));
                }
                if place.pass != cost || place.left {
                    continue;
                }
                place.left = true;
                for (direction, to) in grid.wanted(slot, |to| places[to].pass > cost) {
                    let next = &mut places[to];
                    let answer = entry(Step { from: Cell::at(slot), to: Cell::at(to), direction });
                    let (Entry::Pass(more) | Entry::Halt(more)) = answer else { continue };
                    let total = cost.saturating_add(more);
                    if total > budget || total >= next.pass {
                        continue;
                    }
                    if let Entry::Pass(_) = answer {
                        next.pass = total;
                        next.pass_by = direction;
                    } else if total < next.halt {
                        next.halt = total;
                        next.halt_by = direction;
                    } else {
                        continue;
                    }
                    queue.put(total, to);
                }
                if queue.has_more_now() {
                    // A step for nothing: what it entered takes its place among the rest.
                    break;
                }
            }
            for slot in batch.drain(..) {
                queue.put(cost, slot as usize);
            }
        }
        *whole = true;
    }

    /// Where the last search began.
    #[must_use]
    pub fn start(&self) -> Option<Cell> {
        self.start
    }

    /// All hexes reached, the start first, then in ascending `(cost, cell)`; only a hex entered for
    /// nothing comes after the one it is entered from.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.found
    }

    /// The least cost of a hex, or nothing when it is out of reach.
    #[must_use]
    pub fn cost(&self, cell: Cell) -> Option<u32> {
        let place = &self.places[cell.slot()];
        let cost = place.pass.min(place.halt);
        (cost != NEVER).then_some(cost)
    }

    /// The least cost with which one reaches a hex and may go on from it.
    #[must_use]
    pub fn pass_cost(&self, cell: Cell) -> Option<u32> {
        let cost = self.places[cell.slot()].pass;
        (cost != NEVER).then_some(cost)
    }

    /// Whether the cheapest way to a hex ends there by an [`Entry::Halt`].
    #[must_use]
    pub fn halts(&self, cell: Cell) -> bool {
        let place = &self.places[cell.slot()];
        place.halt < place.pass
    }

    /// The cheapest way from the start to a hex, empty for the start itself, or nothing when it is
    /// out of reach.
    #[must_use]
    pub fn route(&self, to: Cell) -> Option<Vec<Leg>> {
        let (start, mut total) = (self.start?, self.cost(to)?);
        let mut legs = Vec::new();
        let mut direction = {
            let place = &self.places[to.slot()];
            if place.halt < place.pass { place.halt_by } else { place.pass_by }
        };
        let mut here = to;
        while here != start {
            let from = Cell::at(self.grid.beside(here.slot(), direction.opposite()));
            let before = self.places[from.slot()];
            legs.push(Leg { step: Step { from, to: here, direction }, cost: total - before.pass, total });
            (here, total, direction) = (from, before.pass, before.pass_by);
        }
        legs.reverse();
        Some(legs)
    }

    /// The grid searched.
    #[must_use]
    pub fn grid(&self) -> &Arc<Grid> {
        &self.grid
    }
}
