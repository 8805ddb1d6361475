//! A position: the table, what is measured by, and the units of both sides, checked as a whole.

use std::collections::BTreeMap;
use std::fmt::{Debug, Display};

use thiserror::Error;

use crate::disengage::{self, Disengagement};
use crate::outcome::Outcome;
use crate::place::{Frame, Point, Side};

/// The table with each side's entry points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// From the left to the right side.
    pub width: i32,
    /// From South's to North's home edge.
    pub height: i32,
    /// Where supply comes in beside the home edge, for South and for North.
    pub entries: [Vec<Point>; 2],
}

/// What is measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measures {
    /// Friendly units this near protect each other; enemies nearer than this close a lane and are in contact.
    pub spacing: i32,
    /// An enemy this near to a link breaks it.
    pub link_half_width: i32,
    /// Forward units farther apart than this leave a gap in the line.
    pub line_gap: i32,
    /// How far a line reaches beyond its last unit.
    pub line_overhang: i32,
    /// How far to the side overlap is counted.
    pub lateral_window: i32,
}

/// A unit on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece<I> {
    /// Its id. Where all else is equal, the smaller comes first.
    pub id: I,
    /// Whose it is.
    pub side: Side,
    /// Where it stands.
    pub at: Point,
}

/// What is wrong with a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault<I: Debug + Display> {
    /// The table has no area, or is too large to be reckoned on.
    #[error("a table of {width} by {height} is not between 1 and {most}", most = Position::<u8>::MOST)]
    TableSize {
        /// Its width.
        width: i32,
        /// Its height.
        height: i32,
    },
    /// A measure is not above zero, or larger than any table.
    #[error("{name} is {value}, not between 1 and {most}", most = Position::<u8>::MOST)]
    Measure {
        /// The measure's name.
        name: &'static str,
        /// Its value.
        value: i32,
    },
    /// An entry point lies off the table.
    #[error("entry point {} of {side:?} at ({}, {}) is off the table", nth + 1, at.x, at.y)]
    EntryOff {
        /// Whose it is.
        side: Side,
        /// Which of its entry points, from 0.
        nth: usize,
        /// Where it is.
        at: Point,
    },
    /// A unit stands off the table.
    #[error("unit {id}, number {} in the list, at ({}, {}) is off the table", nth + 1, at.x, at.y)]
    UnitOff {
        /// The unit.
        id: I,
        /// Which of the list, from 0.
        nth: usize,
        /// Where it stands.
        at: Point,
    },
    /// A unit is named twice.
    #[error(
        "unit {id} stands in the list twice: number {} at ({}, {}) and number {} at ({}, {})",
        first.0 + 1, first.1.x, first.1.y, second.0 + 1, second.1.x, second.1.y
    )]
    Twice {
        /// The unit.
        id: I,
        /// Which of the list, from 0, and where.
        first: (usize, Point),
        /// The other.
        second: (usize, Point),
    },
}

/// A position that holds together. Units are named by their place in the list that it was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position<I> {
    table: Table,
    measures: Measures,
    ids: Vec<I>,
    sides: Vec<Side>,
    places: Vec<Point>,
    /// The place of each unit in the order of ids.
    ranks: Vec<u32>,
}

impl<I: Clone + Ord + Debug + Display> Position<I> {
    /// Checks units and table.
    ///
    /// # Errors
    /// Every fault, each with its place.
    pub fn new(table: Table, measures: Measures, pieces: &[Piece<I>]) -> Result<Self, Vec<Fault<I>>> {
        let mut faults = Vec::new();
        if !(1..=Self::MOST).contains(&table.width) || !(1..=Self::MOST).contains(&table.height) {
            faults.push(Fault::TableSize { width: table.width, height: table.height });
        }
        for (name, value) in [
            ("spacing", measures.spacing),
            ("link half-width", measures.link_half_width),
            ("line gap", measures.line_gap),
            ("line overhang", measures.line_overhang),
            ("lateral window", measures.lateral_window),
        ] {
            if !(1..=Self::MOST).contains(&value) {
                faults.push(Fault::Measure { name, value });
            }
        }
        let holds = |at: Point| (0..=table.width).contains(&at.x) && (0..=table.height).contains(&at.y);
        for side in Side::BOTH {
            for (nth, at) in table.entries[side.index()].iter().copied().enumerate() {
                if !holds(at) {
                    faults.push(Fault::EntryOff { side, nth, at });
                }
            }
        }
        let mut seen: BTreeMap<&I, (usize, Point)> = BTreeMap::new();
        for (nth, piece) in pieces.iter().enumerate() {
            if !holds(piece.at) {
                faults.push(Fault::UnitOff { id: piece.id.clone(), nth, at: piece.at });
            }
            if let Some(first) = seen.get(&piece.id) {
                faults.push(Fault::Twice { id: piece.id.clone(), first: *first, second: (nth, piece.at) });
            } else {
                seen.insert(&piece.id, (nth, piece.at));
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut ranks = vec![0; pieces.len()];
        for ((nth, _), rank) in seen.values().zip(0..) {
            ranks[*nth] = rank;
        }
        let sides = pieces.iter().map(|piece| piece.side).collect();
        let places = pieces.iter().map(|piece| piece.at).collect();
        let ids = pieces.iter().map(|piece| piece.id.clone()).collect();
        Ok(Self { table, measures, ids, sides, places, ranks })
    }

    /// How every unit stands, and where the lines run.
    pub fn outcome(&self) -> Outcome<'_, I> {
        Outcome::of(self)
    }

    /// Who moves back, and how far. `is_fixed` says which units need not move or cannot; `is_barred` where none can
    /// stand.
    pub fn disengage(
        &self,
        is_fixed: &dyn Fn(usize) -> bool,
        is_barred: &dyn Fn(Point) -> bool,
    ) -> Disengagement {
        disengage::disengage(self, is_fixed, is_barred)
    }
}

impl<I> Position<I> {
    /// The largest table and measure: squares of sums of four of them stay within 64 bits.
    pub const MOST: i32 = 100_000;

    /// How many units there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether the table is empty.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// A unit's id.
    pub fn id(&self, unit: usize) -> &I {
        &self.ids[unit]
    }

    /// Where a unit stands.
    pub fn at(&self, unit: usize) -> Point {
        self.places[unit]
    }

    /// Whose a unit is.
    pub fn side(&self, unit: usize) -> Side {
        self.sides[unit]
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// What is measured by.
    pub fn measures(&self) -> &Measures {
        &self.measures
    }

    /// The units of a side, in the order of the list.
    pub fn of(&self, side: Side) -> impl Iterator<Item = usize> + '_ {
        (0..self.places.len()).filter(move |unit| self.sides[*unit] == side)
    }

    /// Where a unit stands in the order of ids.
    pub(crate) fn rank(&self, unit: usize) -> u32 {
        self.ranks[unit]
    }

    /// The table as a side sees it.
    pub(crate) fn frame(&self, side: Side) -> Frame {
        Frame::new(side, self.table.height)
    }

    /// The same units, some of them elsewhere.
    pub(crate) fn with_places(&self, places: Vec<Point>) -> Self
    where
        I: Clone,
    {
        Self { places, ..self.clone() }
    }

    pub(crate) fn places(&self) -> &[Point] {
        &self.places
    }
}
