//! The small words of the system: sides, hexes, types, sizes. Each has one spelling in files.

use std::fmt;
use std::str::FromStr;

use hexmap::LabelFault;
use kernel::Seat;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One of the two sides. [CF-GEN-1]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Side {
    /// The Warsaw Pact.
    #[serde(rename = "WP")]
    Wp,
    /// NATO.
    #[serde(rename = "NATO")]
    Nato,
}

impl Side {
    /// Both sides in the order of their seats.
    pub const BOTH: [Self; 2] = [Self::Wp, Self::Nato];

    /// The opponent.
    #[must_use]
    pub const fn enemy(self) -> Self {
        match self {
            Self::Wp => Self::Nato,
            Self::Nato => Self::Wp,
        }
    }

    /// Index into a pair.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its place among the seats.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Its seat.
    pub const fn seat(self) -> Seat {
        Seat::Side(self as u8)
    }

    /// The side of a seat.
    pub fn of(seat: Seat) -> Option<Self> {
        match seat {
            Seat::Side(0) => Some(Self::Wp),
            Seat::Side(1) => Some(Self::Nato),
            _ => None,
        }
    }

    /// Its name in files and in short sentences: `WP`, `NATO`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wp => "WP",
            Self::Nato => "NATO",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
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

/// What a unit is. [CF-UNIT-2]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Tanks.
    Armor,
    /// Mechanized infantry.
    Mech,
    /// Infantry.
    Infantry,
    /// Reconnaissance.
    Recon,
    /// Armoured cavalry.
    Cavalry,
    /// Airborne troops.
    Airborne,
    /// Engineers.
    Engineer,
    /// Tube artillery, the "normal" artillery of the rules.
    Artillery,
    /// Rocket artillery.
    Rocket,
    /// Attack helicopters.
    Helicopter,
    /// A static garrison.
    Garrison,
}

impl Kind {
    /// Attacks with its own strength and has a zone of control.
    pub const fn is_maneuver(self) -> bool {
        !self.is_support() && !matches!(self, Self::Garrison)
    }

    /// Adds its strength to the fights of others, and bombards.
    pub const fn is_support(self) -> bool {
        matches!(self, Self::Artillery | Self::Rocket | Self::Helicopter)
    }

    /// Artillery or rockets.
    pub const fn is_gun(self) -> bool {
        matches!(self, Self::Artillery | Self::Rocket)
    }

    /// The word in prose.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Armor => "armor",
            Self::Mech => "mech",
            Self::Infantry => "infantry",
            Self::Recon => "recon",
            Self::Cavalry => "cavalry",
            Self::Airborne => "airborne",
            Self::Engineer => "engineer",
            Self::Artillery => "artillery",
            Self::Rocket => "rocket",
            Self::Helicopter => "helicopter",
            Self::Garrison => "garrison",
        }
    }
}

/// How large a unit is. [CF-UNIT-2]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    /// A company or troop.
    Company,
    /// A battalion or squadron.
    Battalion,
    /// A unit with a brigade symbol.
    Brigade,
    /// A regiment.
    Regiment,
}

impl Size {
    /// The word in prose.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Company => "company",
            Self::Battalion => "battalion",
            Self::Brigade => "brigade",
            Self::Regiment => "regiment",
        }
    }
}

/// The kinds of attack. [CF-ATK-1] [CF-ATK-2]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Attack {
    /// In the middle of movement.
    March,
    /// Paid for in movement, fought first in the combat phase.
    Hasty,
    /// Paid for dearly in movement, fought last in the combat phase.
    Prepared,
}

impl Attack {
    /// Movement points of each unit that takes part. [CF-MOV-3]
    pub const fn cost(self) -> u8 {
        match self {
            Self::March => 2,
            Self::Hasty => 4,
            Self::Prepared => 8,
        }
    }

    /// The word in prose.
    pub const fn word(self) -> &'static str {
        match self {
            Self::March => "March",
            Self::Hasty => "Hasty",
            Self::Prepared => "Prepared",
        }
    }
}

/// Whether a value is what stands in files that do not name it.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
