//! The small words of the campaign: sides, slots, postures, classes, states. Each has one spelling in files.

use std::fmt;

pub use kernel::Side;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

kernel::words! {
    /// What part of a day a scenario slot is. [BF-2-2]
    pub enum SlotKind {
        /// The day's only daylight scenario.
        Full = "full" => "full day",
        /// Morning.
        Morning = "am" => "morning",
        /// Afternoon.
        Afternoon = "pm" => "afternoon",
        /// Night.
        Night = "night",
    }
}

impl SlotKind {
    /// Whether this is a day's first slot by its kind.
    pub const fn is_morning(self) -> bool {
        matches!(self, Self::Full | Self::Morning)
    }
}

kernel::words! {
    /// What a side means to do in the coming scenario. [BF-2.1.P]
    pub enum Posture {
        /// Attack.
        Attack = "attack",
        /// Defend.
        Defend = "defend",
    }
}

kernel::words! {
    /// A map edge.
    pub enum Edge {
        /// The upper edge.
        North = "north",
        /// The right edge.
        East = "east",
        /// The lower edge, y = 0.
        South = "south",
        /// The left edge, x = 0.
        West = "west",
    }
}

kernel::words! {
    /// How a stand stands to its own lines. [BF-2.1.2.4.2]
    #[derive(Default)]
    pub enum Status {
        /// Within the own lines.
        #[default]
        Normal = "normal",
        /// Behind the enemy's line with an open way back.
        Isolated = "isolated",
        /// Behind the enemy's line without one.
        CutOff = "cut-off" => "cut off",
    }
}

kernel::words! {
    /// What has become of a stand. [BF-2.1.1.3.1]
    #[derive(Default)]
    pub enum StandState {
        /// Alive and with its formation.
        #[default]
        Here = "here",
        /// A class-A vehicle knocked out or abandoned; it lies on the map until repaired or destroyed.
        Wreck = "wreck",
        /// Gone for good.
        Lost = "lost",
        /// Panicked off the map in the battle; back with its formation when the map is cleared, and no loss.
        Panicked = "panicked",
        /// Left the map by its edge as the victory conditions ask; gone, but no loss.
        Exited = "exited",
    }
}

kernel::words! {
    /// How much ammunition a stand has. [BF-2.1.1.3.3-1]
    #[derive(Default)]
    pub enum Ammunition {
        /// No restriction.
        #[default]
        Full = "full",
        /// Short: fires defensively only, starts no close combat, −1 in it.
        Short = "short",
        /// Out: does not fire, starts no close combat, rated −1 in it.
        Out = "out",
    }
}

kernel::words! {
    /// How a formation came to the roster. [BF-2.1.1.3-1]
    #[derive(Default)]
    pub enum Origin {
        /// There from the start.
        #[default]
        Initial = "initial",
        /// A scheduled reinforcement.
        Scheduled = "scheduled",
        /// Bought as a reinforcement group.
        Bought = "bought",
    }
}

kernel::words! {
    /// Whether a formation still takes part in the campaign.
    #[derive(Default)]
    pub enum Standing {
        /// On the roster.
        #[default]
        InPlay = "in-play",
        /// Withdrawn for the rest of the campaign; still counted. [BF-2.1.1.2.W-4]
        Withdrawn = "withdrawn",
        /// Struck when it was combined into another; still counted. [BF-2.1.1.3.2-5]
        Struck = "struck",
    }
}

/// The class of a formation, a unit type or a reinforcement group: one letter, or `FPP`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// `A`: tanks, tank destroyers, assault guns.
    Armour,
    /// `I`: infantry.
    #[default]
    Infantry,
    /// `T`: transport.
    Transport,
    /// `G`: guns on the board.
    Gun,
    /// `O`: artillery off the board; a module, no formation.
    OffBoard,
    /// `F`: aircraft; a flight, no formation.
    Air,
    /// `FPP`: fortification purchase points.
    Points,
    /// A letter that the campaign declares.
    Declared(char),
}

impl Class {
    /// The class of a spelling; any other single capital letter is a declared class.
    pub fn of(text: &str) -> Option<Self> {
        let mut letters = text.chars();
        Some(match (text, letters.next(), letters.next()) {
            ("A", ..) => Self::Armour,
            ("I", ..) => Self::Infantry,
            ("T", ..) => Self::Transport,
            ("G", ..) => Self::Gun,
            ("O", ..) => Self::OffBoard,
            ("F", ..) => Self::Air,
            ("FPP", ..) => Self::Points,
            (_, Some(letter), None) if letter.is_ascii_uppercase() => Self::Declared(letter),
            _ => return None,
        })
    }

    /// Whether a group of this class becomes a formation on the roster.
    pub const fn is_formation(self) -> bool {
        !matches!(self, Self::OffBoard | Self::Air | Self::Points)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Armour => f.pad("A"),
            Self::Infantry => f.pad("I"),
            Self::Transport => f.pad("T"),
            Self::Gun => f.pad("G"),
            Self::OffBoard => f.pad("O"),
            Self::Air => f.pad("F"),
            Self::Points => f.pad("FPP"),
            Self::Declared(letter) => f.pad(letter.encode_utf8(&mut [0; 4])),
        }
    }
}

impl Serialize for Class {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Class {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::of(&text).ok_or_else(|| {
            serde::de::Error::custom(format!("{text:?} is no class: one capital letter, or FPP"))
        })
    }
}

kernel::words! {
    /// In which phase of a turn a stand fires. [BF-2.1.1.3.3.1-3]
    pub enum FirePhase {
        /// The defensive fire phase.
        Defensive = "defensive",
        /// Any other.
        Other = "other",
    }
}

kernel::words! {
    /// What the mine attacks on a unit come to. [BF-2.1.2.2-1]
    pub enum MineOutcome {
        /// The unit is destroyed.
        Destroyed = "destroyed",
        /// It is out of the field.
        Out = "out",
    }
}

kernel::words! {
    /// What a bog check comes to. [BF-2.1.2.3-1]
    pub enum BogOutcome {
        /// The unit moves freely again.
        Free = "free",
        /// It is still bogged.
        Stuck = "stuck",
    }
}
