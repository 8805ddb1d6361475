//! The small words of the system: sides, hexes, types, sizes. Each has one spelling in files.

use std::fmt;
use std::str::FromStr;

use hexmap::LabelFault;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

kernel::sides! {
    /// One of the two sides. [CF-GEN-1]
    pub enum Side {
        /// The Warsaw Pact.
        Wp = "WP",
        /// NATO.
        Nato = "NATO",
    }
}

kernel::ids! {
    /// A unit.
    pub UnitId;
    /// What units belong to.
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

kernel::words! {
    /// What a unit is. [CF-UNIT-2]
    pub enum Kind {
        /// Tanks.
        Armor = "armor",
        /// Mechanized infantry.
        Mech = "mech",
        /// Infantry.
        Infantry = "infantry",
        /// Reconnaissance.
        Recon = "recon",
        /// Armoured cavalry.
        Cavalry = "cavalry",
        /// Airborne troops.
        Airborne = "airborne",
        /// Engineers.
        Engineer = "engineer",
        /// Tube artillery, the "normal" artillery of the rules.
        Artillery = "artillery",
        /// Rocket artillery.
        Rocket = "rocket",
        /// Attack helicopters.
        Helicopter = "helicopter",
        /// A static garrison.
        Garrison = "garrison",
    }
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
}

kernel::words! {
    /// How large a unit is. [CF-UNIT-2]
    pub enum Size {
        /// A company or troop.
        Company = "company",
        /// A battalion or squadron.
        Battalion = "battalion",
        /// A unit with a brigade symbol.
        Brigade = "brigade",
        /// A regiment.
        Regiment = "regiment",
    }
}

kernel::words! {
    /// The kinds of attack. [CF-ATK-1] [CF-ATK-2]
    pub enum Attack {
        /// In the middle of movement.
        March = "march" => "March",
        /// Paid for in movement, fought first in the combat phase.
        Hasty = "hasty" => "Hasty",
        /// Paid for dearly in movement, fought last in the combat phase.
        Prepared = "prepared" => "Prepared",
    }
}

kernel::words! {
    /// How far play goes on at the end of a phase. [CF-SEQ-9]
    pub enum Then {
        /// To the next phase in which somebody can do something.
        Open = "open",
        /// The same, and the side passes the rest of the turn, unless the other one acts.
        Turn = "turn",
    }
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
}
