//! The small words of the system: ids, hexes, classes of movement, roads. Each has one spelling in files.

use std::fmt;
use std::str::FromStr;

use hexmap::LabelFault;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use crate::charts::s6_safe_path::Class;

kernel::ids! {
    /// A combat unit.
    pub UnitId;
    /// A formation: an HQ, its trains, its units.
    pub FormationId;
}

/// A hex by its printed number: `2718`. Which hex that is, its map says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The first two digits.
    pub first: u8,
    /// The last two.
    pub second: u8,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.first, self.second)
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Place {
    type Err = LabelFault;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fault = || LabelFault { text: text.to_owned(), needs: 4 };
        if text.len() != 4 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(fault());
        }
        let number = |part: &str| part.parse().map_err(|_| fault());
        Ok(Self { first: number(&text[..2])?, second: number(&text[2..])? })
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

/// The place of an HQ in the list of its formation, by the number that files give it: from 1, and none for the first.
/// [BCS-GEN-2]
pub fn hq_at(number: Option<u8>) -> usize {
    // A formation has no HQ 0: such a place is in no list.
    number.map_or(0, |number| usize::from(number).wrapping_sub(1))
}

/// The number that files give an HQ at a place of the list of its formation; none for the first. [BCS-GEN-2]
pub fn hq_number(at: usize) -> Option<u8> {
    u8::try_from(at + 1).ok().filter(|number| *number > 1)
}

kernel::words! {
    /// The classes of roads, best first. [BCS-MAP-3]
    pub enum RoadClass {
        /// A primary road.
        Primary = "primary" => "Primary Road",
        /// A secondary road.
        Secondary = "secondary" => "Secondary Road",
        /// A track.
        Track = "track" => "Track",
    }

    /// The kinds of AV. [BCS-UNIT-4]
    pub enum AvKind {
        /// Red.
        Red = "red" => "Red AV",
        /// Light.
        Light = "light" => "Light AV",
        /// Limited.
        Limited = "limited" => "Limited AV",
        /// Stand Off.
        StandOff = "stand_off" => "Stand Off AV",
    }

    /// Which side of a counter lies up. [BCS-UNIT-7]
    #[derive(Default)]
    pub enum Face {
        /// Ready to fight.
        #[default]
        Deployed = "deployed" => "Deployed-side",
        /// Ready to move.
        Move = "move" => "Move-side",
    }
}

/// Parts of a movement point in which movement is counted, so that halves, thirds, quarters and eighths are exact and
/// nothing is rounded. [BCS-SNAFU-11]
pub const PARTS: u32 = 24;

/// So many movement points in words: `3`, `4½` is `4 1/2`, `1/4`.
pub fn points(parts: u32) -> String {
    let (whole, rest) = (parts / PARTS, parts % PARTS);
    let fraction = || kernel::fraction::words(rest.into(), PARTS.into());
    match (whole, rest) {
        (whole, 0) => whole.to_string(),
        (0, _) => fraction(),
        (whole, _) => format!("{whole} {}", fraction()),
    }
}
