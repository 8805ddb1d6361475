//! The numbers printed in the hexes.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Direction, Hex};

/// How the hexes of a map lie.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Grain {
    /// A side at the top; columns are straight, every other column sits half a hex lower.
    FlatTop,
    /// A corner at the top; rows are straight, every other row sits half a hex to the right.
    PointyTop,
}

impl Grain {
    /// The compass name of a direction: `N` is the top side of a flat-topped hex.
    #[must_use]
    pub const fn name(self, direction: Direction) -> &'static str {
        match self {
            Grain::FlatTop => ["N", "NE", "SE", "S", "SW", "NW"][direction.index()],
            Grain::PointyTop => ["NW", "NE", "E", "SE", "SW", "W"][direction.index()],
        }
    }
}

/// Even or odd, of a printed number.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Parity {
    /// 0, 2, 4 …
    Even,
    /// 1, 3, 5 …
    Odd,
}

/// Which number a printed label begins with.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Order {
    /// `0127` is column 1, row 27.
    ColumnRow,
    /// `0127` is row 1, column 27.
    RowColumn,
}

/// How one map numbers its hexes. Columns count to the right, rows downwards.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Numbering {
    /// How the hexes lie.
    pub grain: Grain,
    /// Which columns (flat-topped) sit half a hex lower, or which rows (pointy-topped) half a hex
    /// further right.
    pub shifted: Parity,
    /// Which number comes first in a label.
    pub order: Order,
    /// How many digits each of the two numbers has, 1 to 4.
    pub digits: u8,
}

/// Why a text is not a hex number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a hex number: it needs {needs} digits")]
pub struct LabelFault {
    /// What was read.
    pub text: String,
    /// How many digits a label of this map has.
    pub needs: usize,
}

impl Numbering {
    /// Flat-topped, even columns half a hex lower, labels of two digits for the column and two for
    /// the row: the commonest print.
    pub const COMMON: Self =
        Self { grain: Grain::FlatTop, shifted: Parity::Even, order: Order::ColumnRow, digits: 2 };

    /// The hex at a printed column and row.
    #[must_use]
    pub fn hex(&self, column: i16, row: i16) -> Hex {
        match self.grain {
            Grain::FlatTop => Hex::new(column, row - self.halves(column)),
            Grain::PointyTop => Hex::new(column - self.halves(row), row),
        }
    }

    /// The printed column and row of a hex.
    #[must_use]
    pub fn column_row(&self, hex: Hex) -> (i16, i16) {
        match self.grain {
            Grain::FlatTop => (hex.q, hex.r + self.halves(hex.q)),
            Grain::PointyTop => (hex.q + self.halves(hex.r), hex.r),
        }
    }

    /// The hex with a printed label such as `0127`.
    ///
    /// # Errors
    /// When the text is not exactly the digits of one label.
    pub fn read(&self, text: &str) -> Result<Hex, LabelFault> {
        let digits = usize::from(self.digits.clamp(1, 4));
        let fault = || LabelFault { text: text.to_owned(), needs: 2 * digits };
        if text.len() != 2 * digits || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(fault());
        }
        let number = |part: &str| part.parse::<i16>().map_err(|_| fault());
        Ok(self.numbered(number(&text[..digits])?, number(&text[digits..])?))
    }

    /// The hex whose printed label has these two numbers, in the order in which they are printed.
    #[must_use]
    pub fn numbered(&self, first: i16, second: i16) -> Hex {
        match self.order {
            Order::ColumnRow => self.hex(first, second),
            Order::RowColumn => self.hex(second, first),
        }
    }

    /// The printed label of a hex.
    #[must_use]
    pub fn label(&self, hex: Hex) -> Label {
        let ((first, second), digits) = (self.numbers(hex), self.digits.clamp(1, 4));
        Label { first, second, digits }
    }

    /// The two numbers of a hex's printed label, in the order in which they are printed.
    #[must_use]
    pub fn numbers(&self, hex: Hex) -> (i16, i16) {
        let (column, row) = self.column_row(hex);
        match self.order {
            Order::ColumnRow => (column, row),
            Order::RowColumn => (row, column),
        }
    }

    /// Whether a column (flat-topped) or row (pointy-topped) is one of the shifted ones.
    #[must_use]
    pub fn is_shifted(&self, number: i16) -> bool {
        (number.rem_euclid(2) == 0) == (self.shifted == Parity::Even)
    }

    /// How far the straight lines of axial `r` (or `q`) have slid after this many columns (rows).
    fn halves(&self, number: i16) -> i16 {
        match self.shifted {
            Parity::Odd => number.div_euclid(2),
            Parity::Even => (number + 1).div_euclid(2),
        }
    }
}

/// A printed hex number, for display.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label {
    first: i16,
    second: i16,
    digits: u8,
}

impl fmt::Display for Label {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = usize::from(self.digits);
        write!(out, "{:0width$}{:0width$}", self.first, self.second)
    }
}
