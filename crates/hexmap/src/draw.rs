//! Maps drawn as text, for tests and for those who do not see the board.

use std::fmt::Display;

use crate::{Cell, Direction, Grain, Grid};

/// Draws every hex of a grid with a short text in it.
///
/// `content` is cut or padded to the longest text (at least two characters). `side` may give a mark
/// to be drawn in place of the plain hexside; it is asked from both hexes and the higher cell wins.
///
/// ```
/// let numbering = hexmap::Numbering::COMMON;
/// let grid = hexmap::Grid::rectangle(numbering, 1..=3, 1..=1)?;
/// let drawn = hexmap::draw(&grid, |cell| grid.label(cell).to_string()[..2].to_owned(), |_, _| None);
/// assert_eq!(drawn, "\u{20}__    __
/// /01\\__/03\\
/// \\__/02\\__/
///    \\__/
/// ");
/// # Ok::<(), hexmap::GridFault>(())
/// ```
#[must_use]
pub fn draw<Text: Display>(
    grid: &Grid,
    mut content: impl FnMut(Cell) -> Text,
    mut side: impl FnMut(Cell, Direction) -> Option<char>,
) -> String {
    let texts: Vec<String> = grid.cells().iter().map(|&cell| content(cell).to_string()).collect();
    let longest = texts.iter().map(|text| text.chars().count()).max().unwrap_or_default();
    let shape = Shape::new(grid.numbering().grain, longest);
    let places: Vec<(i16, i16)> =
        grid.cells().iter().map(|&cell| grid.numbering().column_row(grid.hex(cell))).collect();
    let first_column = places.iter().map(|place| place.0).min().unwrap_or_default();
    let first_row = places.iter().map(|place| place.1).min().unwrap_or_default();
    let mut canvas = Canvas::default();
    for ((&cell, text), (column, row)) in grid.cells().iter().zip(&texts).zip(places) {
        let shifted = match shape.grain {
            Grain::FlatTop => grid.numbering().is_shifted(column),
            Grain::PointyTop => grid.numbering().is_shifted(row),
        };
        let across = usize::try_from(column - first_column).unwrap_or_default();
        let down = usize::try_from(row - first_row).unwrap_or_default();
        let (x, y) = shape.place(across, down, shifted);
        for direction in Direction::ALL {
            let (right, below, length, plain) = shape.side(direction);
            let mark = side(cell, direction);
            for more in 0..length {
                canvas.set(x + right + more, y + below, mark, plain);
            }
        }
        for (more, mark) in text.chars().enumerate() {
            canvas.set(x + 1 + more, y + 1, Some(mark), ' ');
        }
    }
    canvas.text()
}

/// Where the parts of a drawn hex stand.
struct Shape {
    grain: Grain,
    /// Characters between the left and the right side.
    width: usize,
}

impl Shape {
    fn new(grain: Grain, longest: usize) -> Self {
        let width = match grain {
            Grain::FlatTop => longest.max(2),
            // The slanting sides stand over the quarters of a hex, so it is a multiple of four wide.
            Grain::PointyTop => (longest + 1).next_multiple_of(4) - 1,
        };
        Self { grain, width: width.max(2) }
    }

    /// The upper left corner of the box around a hex.
    fn place(&self, across: usize, down: usize, shifted: bool) -> (usize, usize) {
        let pitch = self.width + 1;
        match self.grain {
            Grain::FlatTop => (across * pitch, 2 * down + usize::from(shifted)),
            Grain::PointyTop => (across * pitch + if shifted { pitch / 2 } else { 0 }, 2 * down),
        }
    }

    /// Where a side begins in the box, how long it is and what it looks like when plain.
    fn side(&self, direction: Direction) -> (usize, usize, usize, char) {
        let (end, quarter) = (self.width + 1, self.width.div_ceil(4));
        match (self.grain, direction) {
            (Grain::FlatTop, Direction::A) => (1, 0, self.width, '_'),
            (Grain::FlatTop, Direction::B) => (end, 1, 1, '\\'),
            (Grain::FlatTop, Direction::C) => (end, 2, 1, '/'),
            (Grain::FlatTop, Direction::D) => (1, 2, self.width, '_'),
            (Grain::FlatTop, Direction::E) => (0, 2, 1, '\\'),
            (Grain::FlatTop, Direction::F) => (0, 1, 1, '/'),
            (Grain::PointyTop, Direction::A) => (quarter, 0, 1, '/'),
            (Grain::PointyTop, Direction::B) => (end - quarter, 0, 1, '\\'),
            (Grain::PointyTop, Direction::C) => (end, 1, 1, '|'),
            (Grain::PointyTop, Direction::D) => (end - quarter, 2, 1, '/'),
            (Grain::PointyTop, Direction::E) => (quarter, 2, 1, '\\'),
            (Grain::PointyTop, Direction::F) => (0, 1, 1, '|'),
        }
    }
}

#[derive(Default)]
struct Canvas(Vec<Vec<char>>);

impl Canvas {
    /// Draws a mark, or the plain character where nothing is drawn yet.
    fn set(&mut self, x: usize, y: usize, mark: Option<char>, plain: char) {
        if self.0.len() <= y {
            self.0.resize(y + 1, Vec::new());
        }
        let row = &mut self.0[y];
        if row.len() <= x {
            row.resize(x + 1, ' ');
        }
        match mark {
            Some(mark) => row[x] = mark,
            None if row[x] == ' ' => row[x] = plain,
            None => {}
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for row in &self.0 {
            text.push_str(row.iter().collect::<String>().trim_end());
            text.push('\n');
        }
        text
    }
}
