//! A grid with the caller's values, read from compact text.

use std::sync::Arc;

use crate::{Cell, Direction, Grid, GridFault, Label, Numbering, PerHex, PerSide, Step};

/// Why a text is not a map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MapFault {
    /// The shape or a place is wrong.
    #[error(transparent)]
    Grid(#[from] GridFault),
    /// A character the caller gives no meaning to.
    #[error("`{mark}` in hex {hex} means nothing on this map")]
    UnknownMark {
        /// The character.
        mark: char,
        /// Where it stands.
        hex: Label,
    },
    /// More rows or columns than numbers.
    #[error("the text has more rows or columns than hex numbers can count")]
    TooLong,
}

/// Hexes with a value `H` each and hexsides with a value `S` each.
#[derive(Clone, Debug)]
pub struct Map<H, S> {
    grid: Arc<Grid>,
    hexes: PerHex<H>,
    sides: PerSide<S>,
}

impl<H: Clone, S: Clone> Map<H, S> {
    /// Reads one text row per row of hexes and one character per column; a blank is no hex.
    ///
    /// `first` is the printed column and row of the first character of the first row. `meaning`
    /// gives the value of a character, or nothing when it has none. Every hexside starts as `plain`.
    ///
    /// # Errors
    /// When a character has no meaning or no hex is left.
    pub fn read<'text>(
        numbering: Numbering,
        first: (i16, i16),
        rows: impl IntoIterator<Item = &'text str>,
        mut meaning: impl FnMut(char) -> Option<H>,
        plain: S,
    ) -> Result<Self, MapFault> {
        let mut read = Vec::new();
        for (down, text) in rows.into_iter().enumerate() {
            for (across, mark) in text.chars().enumerate().filter(|(_, mark)| *mark != ' ') {
                let column = numbered(first.0, across)?;
                let hex = numbering.hex(column, numbered(first.1, down)?);
                let unknown = || MapFault::UnknownMark { mark, hex: numbering.label(hex) };
                read.push((hex, meaning(mark).ok_or_else(unknown)?));
            }
        }
        let grid = Grid::new(numbering, read.iter().map(|(hex, _)| *hex))?;
        let Some((_, any)) = read.first() else { return Err(GridFault::Empty.into()) };
        let mut hexes = PerHex::filled(&grid, any.clone());
        for (hex, value) in read {
            if let Some(cell) = grid.cell(hex) {
                hexes[cell] = value;
            }
        }
        let sides = PerSide::filled(&grid, plain);
        Ok(Self { grid: Arc::new(grid), hexes, sides })
    }

    /// A map with the same values everywhere.
    #[must_use]
    pub fn plain(grid: Arc<Grid>, hex: H, side: S) -> Self {
        let (hexes, sides) = (PerHex::filled(&grid, hex), PerSide::filled(&grid, side));
        Self { grid, hexes, sides }
    }

    /// Changes the value of a hexside, the same from both hexes.
    pub fn change_side(&mut self, side: Step, change: impl FnOnce(&mut S)) {
        let mut value = self.sides[side].clone();
        change(&mut value);
        self.sides.set(side, value);
    }
}

impl<H, S> Map<H, S> {
    /// Which hexes there are.
    #[must_use]
    pub fn grid(&self) -> &Arc<Grid> {
        &self.grid
    }

    /// The value of a hex.
    #[inline]
    #[must_use]
    pub fn hex(&self, cell: Cell) -> &H {
        &self.hexes[cell]
    }

    /// The value of a hex, to be changed.
    pub fn hex_mut(&mut self, cell: Cell) -> &mut H {
        &mut self.hexes[cell]
    }

    /// The value of the hexside a step crosses, as seen from the hex it leaves.
    #[inline]
    #[must_use]
    pub fn side(&self, step: Step) -> &S {
        &self.sides[step]
    }

    /// The value of a hexside as seen from one of its hexes; beyond the edge of the map it is plain.
    #[inline]
    #[must_use]
    pub fn side_at(&self, cell: Cell, direction: Direction) -> &S {
        self.sides.at(cell, direction)
    }

    /// The values of all hexsides, to be set one way.
    pub fn sides_mut(&mut self) -> &mut PerSide<S> {
        &mut self.sides
    }
}

fn numbered(first: i16, further: usize) -> Result<i16, MapFault> {
    i16::try_from(further).ok().and_then(|further| first.checked_add(further)).ok_or(MapFault::TooLong)
}
