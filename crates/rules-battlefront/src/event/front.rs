//! The small words of the events that draw a front.

use serde::{Deserialize, Serialize};

use crate::perimeter::Unit;

/// Two units that stay in contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Contact {
    /// A unit of either side, the unit that the reason is about first.
    pub units: [Unit; 2],
    /// Why.
    pub why: ContactWhy,
}

kernel::words! {
    /// Why two units stay in contact. [BF-2.1.2.4.1-5]
    pub enum ContactWhy {
        /// Neither has to move.
        BothFixed = "both-fixed",
        /// They have passed each other.
        Passed = "passed",
        /// The first has come to the edge of the map.
        Edge = "edge",
        /// The first would come too near to another enemy.
        OtherEnemy = "other-enemy",
        /// Nobody can stand where the first would go.
        Barred = "barred",
        /// Another unit stands where the first would go.
        Occupied = "occupied",
        /// The first holds the flank of a salient.
        Flank = "flank",
        /// Moving back again and again does not part them.
        Rounds = "rounds",
        /// They could still part: the umpire has put one there.
        Put = "put",
        /// The sides' home edges do not face each other.
        Askew = "askew",
    }
}

kernel::words! {
    /// What is added to the die of an escape. [BF-2.1.2.4.3-4]
    pub enum EscapeModifier {
        /// The scenario was a morning one.
        Morning = "morning",
        /// The unit is cut off.
        CutOff = "cut-off",
        /// An unarmoured vehicle.
        Unarmoured = "unarmoured",
        /// Near friendly lines.
        NearLine = "near-line",
        /// A fully tracked AFV.
        FullyTracked = "fully-tracked",
        /// A Russian unit.
        Russian = "russian",
    }
}

impl EscapeModifier {
    /// The circumstance on the card of a roll.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Morning => "The scenario was a morning one",
            Self::CutOff => "Cut off",
            Self::Unarmoured => "Unarmoured vehicle",
            Self::NearLine => "Near friendly lines",
            Self::FullyTracked => "Fully tracked AFV",
            Self::Russian => "Russian",
        }
    }
}
