//! Distances and places on the table, in hundredths of an inch. [BF-0-5]
//!
//! Files write inches with up to two decimals; everything inside the rules is a whole number of hundredths.

use std::fmt;
use std::str::FromStr;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A distance or coordinate in hundredths of an inch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Inches(pub i32);

impl Inches {
    /// The longest distance a file may name: 1000 inches.
    pub const MOST: Self = Self(100_000);

    /// Whole inches.
    pub const fn whole(inches: i32) -> Self {
        Self(inches * 100)
    }
}

/// Why a text is no distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadInches {
    /// It is no number with two decimals at the most.
    Form,
    /// It is one, and beyond [`Inches::MOST`].
    Range,
}

impl fmt::Display for BadInches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a distance is a number of inches with at most two decimals, from -1000 to 1000")
    }
}

impl std::error::Error for BadInches {}

impl FromStr for Inches {
    type Err = BadInches;

    /// Reads a decimal number exactly: `12`, `-0.5`, `34.25`.
    fn from_str(text: &str) -> Result<Self, BadInches> {
        let (sign, digits) = match text.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let fraction = fraction.trim_end_matches('0');
        let plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || fraction.len() > 2 || !plain(whole) || !plain(fraction) {
            return Err(BadInches::Form);
        }
        if whole.len() > 4 {
            return Err(BadInches::Range);
        }
        let hundredths: i32 = format!("{fraction:0<2}").parse().map_err(|_| BadInches::Form)?;
        let inches: i32 = whole.parse().map_err(|_| BadInches::Form)?;
        let read = Self(sign * (inches * 100 + hundredths));
        if read.0.abs() <= Self::MOST.0 { Ok(read) } else { Err(BadInches::Range) }
    }
}

impl fmt::Display for Inches {
    /// Without trailing zeros: `4`, `2.5`, `0.25`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, rest) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        let text = match rest {
            0 => format!("{sign}{whole}"),
            tenths if tenths % 10 == 0 => format!("{sign}{whole}.{}", tenths / 10),
            _ => format!("{sign}{whole}.{rest:02}"),
        };
        f.pad(&text)
    }
}

impl Serialize for Inches {
    /// As a number of inches. The float is only the file's way to write two decimals; it is exact to the hundredth.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 100 == 0 {
            serializer.serialize_i32(self.0 / 100)
        } else {
            serializer.serialize_f64(f64::from(self.0) / 100.0)
        }
    }
}

impl<'de> Deserialize<'de> for Inches {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(deserializer)?.map_err(de::Error::custom)
    }
}

impl Inches {
    /// Reads a number or a text, and keeps why it is no distance for whoever says so in words of their own.
    ///
    /// # Errors
    /// When it is neither.
    pub fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Result<Self, BadInches>, D::Error> {
        struct Reads;
        impl Visitor<'_> for Reads {
            type Value = Result<Inches, BadInches>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&BadInches::Form, f)
            }
            fn visit_i64<E: de::Error>(self, inches: i64) -> Result<Self::Value, E> {
                Ok(inches.to_string().parse())
            }
            fn visit_u64<E: de::Error>(self, inches: u64) -> Result<Self::Value, E> {
                Ok(inches.to_string().parse())
            }
            fn visit_f64<E: de::Error>(self, inches: f64) -> Result<Self::Value, E> {
                // The shortest decimal that reads back as this float is what the file said.
                Ok(inches.to_string().parse())
            }
            fn visit_str<E: de::Error>(self, inches: &str) -> Result<Self::Value, E> {
                // A number alone in its field may have the comma that its writer's country uses.
                Ok(inches.trim().replacen(',', ".", 1).parse())
            }
        }
        deserializer.deserialize_any(Reads)
    }
}

/// A place on the table, measured from the lower left corner. Files write it as `[x, y]` in inches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "(Inches, Inches)", into = "(Inches, Inches)")]
pub struct Point {
    /// From the left edge.
    pub x: Inches,
    /// From the lower edge.
    pub y: Inches,
}

impl Point {
    /// A place in hundredths of an inch.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x: Inches(x), y: Inches(y) }
    }
}

impl From<(Inches, Inches)> for Point {
    fn from((x, y): (Inches, Inches)) -> Self {
        Self { x, y }
    }
}

impl From<Point> for (Inches, Inches) {
    fn from(point: Point) -> Self {
        (point.x, point.y)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.x, self.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_one_number_may_have_a_decimal_comma() {
        let read = |text: &str| serde_json::from_value::<Inches>(text.into()).ok();
        assert_eq!(read("14,5"), Some(Inches(1450)));
        assert_eq!(read(" 14.5 "), Some(Inches(1450)));
        for wrong in ["1,234", "1,2,3", "1.2,3", "1,2.3", ""] {
            assert_eq!(read(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn decimals_are_read_exactly() {
        assert_eq!("34.25".parse(), Ok(Inches(3425)));
        assert_eq!("-0.5".parse(), Ok(Inches(-50)));
        assert_eq!("4.000".parse(), Ok(Inches(400)));
        assert_eq!("1000".parse(), Ok(Inches(100_000)));
        for wrong in ["", ".5", "1.001", "1e3", "nan", "5-"] {
            assert_eq!(wrong.parse::<Inches>(), Err(BadInches::Form), "{wrong:?}");
        }
        for far in ["1000.01", "-1001", "2000", "12345678901"] {
            assert_eq!(far.parse::<Inches>(), Err(BadInches::Range), "{far:?}");
        }
    }

    #[test]
    fn every_hundredth_survives_a_file() {
        for hundredths in [0, 1, 10, 29, 57, 100, 115, 3425, 99_999, -3] {
            let text = serde_json::to_string(&Inches(hundredths)).expect("numbers can be written");
            assert_eq!(
                serde_json::from_str::<Inches>(&text).expect("and read"),
                Inches(hundredths),
                "{text}"
            );
        }
    }

    #[test]
    fn distances_print_without_trailing_zeros() {
        let words = [Inches(400), Inches(250), Inches(25), Inches(-105)].map(|inches| inches.to_string());
        assert_eq!(words, ["4", "2.5", "0.25", "-1.05"]);
    }
}
