//! A board of the usual size with two sides in contact along a front.

use std::num::NonZeroU32;
use std::sync::Arc;

use hexmap::{Cell, Entry, Grid, Map, Numbering, Step, Tally};

/// A generator of numbers that needs no library: SplitMix64.
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }
}

/// What a hexside is: a river adds 2, a road makes any hex cost 1.
#[derive(Copy, Clone, Default)]
pub struct Side {
    river: bool,
    road: bool,
}

const COLUMNS: usize = 60;
const ROWS: usize = 40;
const UNITS: usize = 100;

/// The ground, the units of both sides and what they hold and cover.
#[derive(Clone)]
pub struct Scene {
    pub map: Map<u8, Side>,
    pub units: [Vec<Cell>; 2],
    pub held: [Tally; 2],
    pub covered: [Tally; 2],
    pub bases: [Vec<Cell>; 2],
}

impl Scene {
    pub fn new(seed: u64) -> Self {
        let mut numbers = Numbers::new(seed);
        let rows: Vec<String> = (0..ROWS)
            .map(|_| {
                (0..COLUMNS).map(|_| ['2', '2', '2', '2', '2', '3', '3', '4'][numbers.below(8)]).collect()
            })
            .collect();
        let cost = |mark: char| mark.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
        let rows = rows.iter().map(String::as_str);
        let mut map =
            Map::read(Numbering::COMMON, (1, 1), rows, cost, Side::default()).expect("the rows are a map");
        let grid = Arc::clone(map.grid());
        for &cell in grid.cells() {
            for step in grid.steps(cell).filter(|step| step.from < step.to) {
                let river = numbers.below(100) < 6;
                let road = numbers.below(100) < 6;
                map.change_side(step, |side| *side = Side { river, road });
            }
        }
        let tallies = || [Tally::new(&grid), Tally::new(&grid)];
        let mut scene = Self {
            units: place_units(&grid, &mut numbers),
            bases: bases(&grid),
            held: tallies(),
            covered: tallies(),
            map,
        };
        scene.count_anew();
        scene
    }

    pub fn grid(&self) -> &Arc<Grid> {
        self.map.grid()
    }

    /// Held and covered hexes from nothing.
    pub fn count_anew(&mut self) {
        let mut flips = Vec::with_capacity(16 * UNITS);
        for side in [0, 1] {
            self.held[side].clear();
            self.covered[side].clear();
            for &unit in &self.units[side] {
                self.held[side].add([unit], &mut flips);
                self.covered[side].add_around(unit, |_| true, &mut flips);
            }
        }
    }

    /// Ground, river and road; enemy hexes closed; the way ends where the enemy covers; leaving such
    /// a hex costs 2 more and may not lead into another unless a friend is there.
    #[inline]
    pub fn entry(&self, side: usize, start: Cell, step: Step) -> Entry {
        let enemy = 1 - side;
        if self.held[enemy].covers(step.to) {
            return Entry::Barred;
        }
        let crossing = self.map.side(step);
        let ground = u32::from(*self.map.hex(step.to));
        let mut cost = if crossing.road { 1 } else { ground + if crossing.river { 2 } else { 0 } };
        let zone = self.covered[enemy].covers(step.to);
        if step.from == start && self.covered[enemy].covers(start) {
            cost += 2;
            if zone && !self.held[side].covers(step.to) {
                return Entry::Barred;
            }
        }
        if zone { Entry::Halt(cost) } else { Entry::Pass(cost) }
    }

    /// A line that passes no enemy and no hex the enemy covers unless a friend is there; every hex 1.
    #[inline]
    pub fn line(&self, side: usize, step: Step) -> Option<NonZeroU32> {
        self.is_open(side, step.to).then_some(NonZeroU32::MIN)
    }

    /// The same with the ground as cost.
    #[inline]
    pub fn haul(&self, side: usize, step: Step) -> Option<NonZeroU32> {
        if !self.is_open(side, step.to) {
            return None;
        }
        let crossing = self.map.side(step);
        let ground = u32::from(*self.map.hex(step.to));
        NonZeroU32::new(if crossing.road { 1 } else { ground + if crossing.river { 2 } else { 0 } })
    }

    #[inline]
    fn is_open(&self, side: usize, cell: Cell) -> bool {
        let enemy = 1 - side;
        !self.held[enemy].covers(cell) && (!self.covered[enemy].covers(cell) || self.held[side].covers(cell))
    }

    pub fn describe(&self) -> String {
        format!(
            "{COLUMNS} x {ROWS} hexes, {UNITS} units a side in contact along a front, ground 2 to 4, \
             rivers +2 on 6 % of the hexsides, roads 1 on 6 %.\n"
        )
    }
}

/// Half of each side stands within two hexes of a ragged front, the rest in depth.
fn place_units(grid: &Grid, numbers: &mut Numbers) -> [Vec<Cell>; 2] {
    let mut taken: Vec<Cell> = Vec::new();
    let mut units = [Vec::new(), Vec::new()];
    while units.iter().any(|side| side.len() < UNITS) {
        let row = 1 + numbers.below(ROWS);
        let front = 30 + (row * 7 / 5) % 6;
        let side = numbers.below(2);
        let depth = if numbers.below(2) == 0 { 1 + numbers.below(2) } else { 3 + numbers.below(22) };
        let column = if side == 0 { front - depth } else { front + depth };
        let hex = grid.numbering().hex(column as i16, row as i16);
        let Some(cell) = grid.cell(hex).filter(|cell| !taken.contains(cell)) else { continue };
        if units[side].len() < UNITS {
            taken.push(cell);
            units[side].push(cell);
        }
    }
    units
}

fn bases(grid: &Grid) -> [Vec<Cell>; 2] {
    [1, COLUMNS].map(|column| {
        let hexes = [5, 15, 25, 35].map(|row| grid.numbering().hex(column as i16, row));
        hexes.into_iter().filter_map(|hex| grid.cell(hex)).collect()
    })
}
