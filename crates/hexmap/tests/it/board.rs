//! Boards for tests: drawn by hand, or at random.

use std::fmt;
use std::num::NonZeroU32;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use hexmap::{Cell, Entry, Grain, Grid, Map, Numbering, Order, Parity, Step, draw};
use proptest::prelude::*;

/// The value of a hexside: a stream, a path, or both.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    pub stream: bool,
    pub path: bool,
}

pub type Board = Map<char, Side>;

/// Reads rows of characters; columns and rows count from 1, even columns sit lower.
pub fn board(rows: &str) -> Board {
    let rows = rows.lines().map(str::trim_end).filter(|row| !row.is_empty());
    Map::read(Numbering::COMMON, (1, 1), rows, Some, Side::default()).expect("a test board reads")
}

pub fn cell(board: &Board, label: &str) -> Cell {
    board.grid().read(label).expect("a hex of the board")
}

pub fn labels(board: &Board, cells: &[Cell]) -> String {
    cells.iter().map(|&cell| board.grid().label(cell).to_string()).collect::<Vec<_>>().join(" ")
}

/// Digits are entry costs, `#` is closed, `!` costs 1 and ends the way, anything else costs 1.
/// A stream adds 2, a path makes it 1 in all.
pub fn entry(board: &Board, step: Step) -> Entry {
    let side = board.side(step);
    match *board.hex(step.to) {
        '#' => Entry::Barred,
        _ if side.path => Entry::Pass(1),
        '!' => Entry::Halt(1 + if side.stream { 2 } else { 0 }),
        mark => Entry::Pass(mark.to_digit(10).unwrap_or(1) + if side.stream { 2 } else { 0 }),
    }
}

/// The same as a cost of at least 1, for fields; a hex that ends the way lets no field through.
pub fn cost(board: &Board, step: Step) -> Option<NonZeroU32> {
    match entry(board, step) {
        Entry::Pass(cost) => NonZeroU32::new(cost.max(1)),
        Entry::Barred | Entry::Halt(_) => None,
    }
}

pub fn numberings() -> impl Strategy<Value = Numbering> {
    (any::<bool>(), any::<bool>(), any::<bool>(), 2u8..=4).prop_map(|(flat, even, column, digits)| {
        Numbering {
            grain: if flat { Grain::FlatTop } else { Grain::PointyTop },
            shifted: if even { Parity::Even } else { Parity::Odd },
            order: if column { Order::ColumnRow } else { Order::RowColumn },
            digits,
        }
    })
}

/// A board that a failing property prints as a drawing.
#[derive(Clone)]
pub struct Shown(pub Board);

impl fmt::Debug for Shown {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = draw(
            self.0.grid(),
            |cell| *self.0.hex(cell),
            |cell, direction| {
                let side = self.0.side_at(cell, direction);
                if side.path { Some('+') } else { side.stream.then_some('~') }
            },
        );
        write!(out, "{:?}\n{text}", self.0.grid().numbering())
    }
}

impl Deref for Shown {
    type Target = Board;

    fn deref(&self) -> &Board {
        &self.0
    }
}

impl DerefMut for Shown {
    fn deref_mut(&mut self) -> &mut Board {
        &mut self.0
    }
}

/// Any shape with holes, any marks, any sides.
pub fn boards() -> impl Strategy<Value = Shown> {
    (numberings(), 1usize..12, 1usize..12)
        .prop_flat_map(|(numbering, columns, rows)| {
            let mark = prop_oneof![
                6 => Just('1'), 4 => Just('2'), 3 => Just('3'), 1 => Just('0'), 1 => Just('9'),
                2 => Just('!'), 2 => Just('#'), 1 => Just(' ')
            ];
            let rows = prop::collection::vec(prop::collection::vec(mark, columns), rows);
            (Just(numbering), rows, any::<u64>())
        })
        .prop_filter_map("a board has hexes", |(numbering, rows, sides)| {
            let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
            let mut board =
                Map::read(numbering, (1, 1), rows.iter().map(String::as_str), Some, Side::default()).ok()?;
            scatter_sides(&mut board, sides);
            Some(Shown(board))
        })
}

fn scatter_sides(board: &mut Board, seed: u64) {
    let grid = Arc::clone(board.grid());
    let mut state = seed | 1;
    for step in all_steps(&grid).into_iter().filter(|step| step.from < step.to) {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        board.change_side(step, |side| {
            side.stream = (state >> 60) < 3;
            side.path = (state >> 50) % 16 < 2;
        });
    }
}

pub fn all_steps(grid: &Grid) -> Vec<Step> {
    grid.cells().iter().flat_map(|&cell| grid.steps(cell)).collect()
}

/// One of the hexes of a board, by any number.
pub fn pick(board: &Board, any: usize) -> Cell {
    let cells = board.grid().cells();
    cells[any % cells.len()]
}
