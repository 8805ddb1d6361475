//! Lengths on the table.

use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A length on the table, exact to a quarter of an inch; files write it in inches. [CWFF-R28]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Inches(pub i32);

impl Inches {
    /// Whole inches.
    pub const fn whole(inches: i32) -> Self {
        Self(inches * 4)
    }

    /// Of a number of inches, if it is exact to a quarter and fits on any table.
    pub fn exact(inches: f64) -> Option<Self> {
        let quarters = inches * 4.0;
        let fits = quarters.abs() <= 4000.0 && quarters.fract() == 0.0;
        fits.then_some(Self(quarters as i32))
    }
}

impl fmt::Display for Inches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "−" } else { "" };
        let (whole, rest) = (self.0.unsigned_abs() / 4, self.0.unsigned_abs() % 4);
        let rest = ["", ".25", ".5", ".75"][rest as usize];
        write!(f, "{sign}{whole}{rest}″")
    }
}

impl Serialize for Inches {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.0) / 4.0)
    }
}

impl<'de> Deserialize<'de> for Inches {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let inches = f64::deserialize(deserializer)?;
        Self::exact(inches).ok_or_else(|| D::Error::custom("a length is exact to a quarter of an inch"))
    }
}
