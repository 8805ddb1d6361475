//! Which hexes a map has.

use crate::{Cell, Direction, Hex, Label, LabelFault, Numbering, Step};

/// Why there is no such grid, or no such place on it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GridFault {
    /// A map without a single hex.
    #[error("the map has no hexes")]
    Empty,
    /// More than the arrays hold.
    #[error("the map is too large: its corners span {slots} places and {most} are possible")]
    TooLarge {
        /// How many places the arrays would need.
        slots: u64,
        /// How many they may have.
        most: u64,
    },
    /// A text that is not a hex number.
    #[error(transparent)]
    Label(#[from] LabelFault),
    /// A hex number without a hex.
    #[error("hex {hex} is not on the map")]
    OffMap {
        /// The number.
        hex: Label,
    },
    /// Two hexes that share no hexside.
    #[error("hexes {from} and {to} are not adjacent")]
    NotAdjacent {
        /// The first.
        from: Label,
        /// The second.
        to: Label,
    },
    /// A text that is not two hex numbers with a hyphen.
    #[error("`{text}` is not a hexside: write two adjacent hexes as 0101-0102")]
    NotASide {
        /// What was read.
        text: String,
    },
}

/// The most slots a grid may have: a rhombus of about a thousand hexes a side.
const LARGEST: u64 = 1 << 20;

/// The hexes of a map, their numbering and their places in arrays.
///
/// The arrays cover the rhombus of axial coordinates around the hexes and a border one hex wide, so
/// that each of the six neighbours of a cell lies at a constant offset and is always a valid slot.
/// Slots that are no hex of the map are never shown to a caller.
#[derive(Clone, Debug)]
pub struct Grid {
    numbering: Numbering,
    corner: (i32, i32),
    stride: usize,
    inside: Vec<bool>,
    cells: Vec<Cell>,
    /// For each slot of a hex, one bit for each direction that leads to another hex.
    exits: Vec<u8>,
    offsets: [isize; 6],
}

impl Grid {
    /// The grid of these hexes, in any shape, with holes if you like; repeated ones count once.
    ///
    /// # Errors
    /// [`GridFault::Empty`] and [`GridFault::TooLarge`].
    pub fn new(numbering: Numbering, hexes: impl IntoIterator<Item = Hex>) -> Result<Self, GridFault> {
        let mut hexes: Vec<Hex> = hexes.into_iter().collect();
        hexes.sort_unstable();
        hexes.dedup();
        let (Some(first), Some(last)) = (hexes.first(), hexes.last()) else { return Err(GridFault::Empty) };
        let lowest = hexes.iter().map(|hex| i32::from(hex.r)).min().unwrap_or_default();
        let highest = hexes.iter().map(|hex| i32::from(hex.r)).max().unwrap_or_default();
        let corner = (i32::from(first.q) - 1, lowest - 1);
        let columns = (i32::from(last.q) - corner.0 + 2).unsigned_abs();
        let stride = (highest - corner.1 + 2).unsigned_abs();
        let slots = u64::from(columns) * u64::from(stride);
        if slots > LARGEST {
            return Err(GridFault::TooLarge { slots, most: LARGEST });
        }
        let step = stride as isize;
        let mut grid = Self {
            numbering,
            corner,
            stride: stride as usize,
            inside: vec![false; slots as usize],
            cells: Vec::with_capacity(hexes.len()),
            exits: vec![0; slots as usize],
            offsets: [-1, step - 1, step, 1, 1 - step, -step],
        };
        for hex in hexes {
            let slot = grid.slot_of(hex).unwrap_or_default();
            grid.inside[slot] = true;
            grid.cells.push(Cell::at(slot));
        }
        for cell in &grid.cells {
            let exits = grid.around(cell.slot()).into_iter().enumerate();
            grid.exits[cell.slot()] =
                exits.fold(0, |bits, (index, slot)| bits | u8::from(grid.inside[slot]) << index);
        }
        Ok(grid)
    }

    /// The grid of all hexes with these printed columns and rows.
    ///
    /// # Errors
    /// As [`Grid::new`].
    pub fn rectangle(
        numbering: Numbering,
        columns: std::ops::RangeInclusive<i16>,
        rows: std::ops::RangeInclusive<i16>,
    ) -> Result<Self, GridFault> {
        let hexes = columns.flat_map(|column| rows.clone().map(move |row| numbering.hex(column, row)));
        Self::new(numbering, hexes)
    }

    /// How the map prints its numbers.
    #[must_use]
    pub fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// All hexes of the map, ascending.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The cell of a hex, or nothing off the map.
    #[must_use]
    pub fn cell(&self, hex: Hex) -> Option<Cell> {
        self.slot_of(hex).filter(|&slot| self.inside[slot]).map(Cell::at)
    }

    /// The hex of a cell.
    #[must_use]
    pub fn hex(&self, cell: Cell) -> Hex {
        let (q, r) = (cell.slot() / self.stride, cell.slot() % self.stride);
        // Both were `i16` when the grid was built.
        Hex::new((q as i32 + self.corner.0) as i16, (r as i32 + self.corner.1) as i16)
    }

    /// The printed number of a cell.
    #[must_use]
    pub fn label(&self, cell: Cell) -> Label {
        self.numbering.label(self.hex(cell))
    }

    /// The cell with a printed number.
    ///
    /// # Errors
    /// When the text is no number or the hex is not on the map.
    pub fn read(&self, label: &str) -> Result<Cell, GridFault> {
        let hex = self.numbering.read(label)?;
        self.cell(hex).ok_or_else(|| GridFault::OffMap { hex: self.numbering.label(hex) })
    }

    /// The hexside written as two hex numbers: `0127-0128`.
    ///
    /// # Errors
    /// When the text is not of that form, a hex is not on the map or the two are not adjacent.
    pub fn read_side(&self, text: &str) -> Result<Step, GridFault> {
        let (from, to) = text.split_once('-').ok_or_else(|| GridFault::NotASide { text: text.to_owned() })?;
        self.step_between(self.read(from)?, self.read(to)?)
    }

    /// The steps along hex numbers with blanks between them: `4009 3909 3808`.
    ///
    /// # Errors
    /// When a number is wrong or two hexes in sequence are not adjacent.
    pub fn read_path(&self, text: &str) -> Result<Vec<Step>, GridFault> {
        let cells = text.split_whitespace().map(|label| self.read(label)).collect::<Result<Vec<_>, _>>()?;
        cells.windows(2).map(|pair| self.step_between(pair[0], pair[1])).collect()
    }

    /// The step from one hex to an adjacent one.
    ///
    /// # Errors
    /// [`GridFault::NotAdjacent`].
    pub fn step_between(&self, from: Cell, to: Cell) -> Result<Step, GridFault> {
        let direction = self.hex(from).direction_to(self.hex(to));
        let fault = || GridFault::NotAdjacent { from: self.label(from), to: self.label(to) };
        direction.map(|direction| Step { from, to, direction }).ok_or_else(fault)
    }

    /// The neighbour in a direction, or nothing beyond the edge.
    #[must_use]
    pub fn neighbour(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let slot = self.beside(cell.slot(), direction);
        self.inside[slot].then(|| Cell::at(slot))
    }

    /// The steps to the neighbours on the map, clockwise from direction `A`.
    pub fn steps(&self, from: Cell) -> impl Iterator<Item = Step> + use<> {
        let all = self.wanted(from.slot(), |_| true);
        all.map(move |(direction, to)| Step { from, to: Cell::at(to), direction })
    }

    /// How many steps lie between two hexes, whatever is on the map.
    #[must_use]
    pub fn distance(&self, one: Cell, other: Cell) -> u32 {
        self.hex(one).distance(self.hex(other))
    }

    /// The hexes of the map within a distance, itself included, ascending.
    pub fn within(&self, centre: Cell, radius: i16) -> impl Iterator<Item = Cell> + '_ {
        self.hex(centre).range(radius).filter_map(|hex| self.cell(hex))
    }

    /// How long an array over this grid is.
    pub(crate) fn slots(&self) -> usize {
        self.inside.len()
    }

    /// The slot beside one that is a hex of the map; may be border.
    #[inline]
    pub(crate) fn beside(&self, slot: usize, direction: Direction) -> usize {
        slot.wrapping_add_signed(self.offsets[direction.index()])
    }

    /// The slots of all six neighbours of a hex of the map; may be border.
    #[inline]
    pub(crate) fn around(&self, slot: usize) -> [usize; 6] {
        self.offsets.map(|offset| slot.wrapping_add_signed(offset))
    }

    /// The neighbours of a hex of the map that are wanted, to be gone through clockwise.
    ///
    /// All six are asked first, without a branch for each: which of them are wanted cannot be
    /// foreseen, and the processor loses more by guessing wrong than by asking all.
    #[inline]
    pub(crate) fn wanted(&self, slot: usize, wanted: impl Fn(usize) -> bool) -> Wanted {
        let around = self.around(slot);
        let mut bits = 0;
        for (index, &beside) in around.iter().enumerate() {
            bits |= u32::from(wanted(beside)) << index;
        }
        Wanted { around, bits: bits & u32::from(self.exits[slot]) }
    }

    fn slot_of(&self, hex: Hex) -> Option<usize> {
        let q = usize::try_from(i32::from(hex.q) - self.corner.0).ok()?;
        let r = usize::try_from(i32::from(hex.r) - self.corner.1).ok()?;
        let slot = q * self.stride + r;
        (r < self.stride && slot < self.inside.len()).then_some(slot)
    }
}

/// Some of the neighbours of a hex: direction and slot.
pub(crate) struct Wanted {
    around: [usize; 6],
    bits: u32,
}

impl Iterator for Wanted {
    type Item = (Direction, usize);

    #[inline]
    fn next(&mut self) -> Option<(Direction, usize)> {
        let direction = Direction::ALL.get(self.bits.trailing_zeros() as usize).copied()?;
        self.bits &= self.bits - 1;
        Some((direction, self.around[direction.index()]))
    }
}
