//! How ground and points of a board in inches are drawn. Which it is, a system says: its set-ups have words of their own.

use serde::{Deserialize, Serialize};

/// How ground is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AreaLook {
    /// High ground of so many levels.
    Hill {
        /// How many.
        levels: u8,
    },
    /// A cut or a slope.
    Gully,
    /// Trees.
    Woods,
    /// Rough ground.
    Rough,
    /// Houses.
    Built,
    /// Houses of stone.
    Stone,
    /// Water.
    Water,
    /// A railway.
    Railway,
    /// A road.
    Road,
    /// A path.
    Path,
    /// None of these: only its outline is drawn.
    Other,
}

/// How a point is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PointLook {
    /// A place with a name.
    Place,
    /// Where units come in or go out.
    Entry,
    /// A unit or a stand.
    Unit,
    /// A wreck.
    Wreck,
    /// A fortification of no other look.
    Works,
    /// Wire, or another obstacle.
    Obstacle,
    /// Mines.
    Mines,
    /// None of these.
    Other,
}

/// The colour of a side. It is never the only sign of a side: edge, corner and line differ too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hue {
    /// Blue: NATO, the Union.
    Blue,
    /// Red: the Warsaw Pact, the Soviet Union.
    Red,
    /// Grey-blue: Germany.
    FieldGrey,
    /// Grey-brown: the Confederacy.
    GreyBrown,
    /// Vermilion.
    Orange,
    /// Bluish green.
    Green,
    /// Reddish purple.
    Purple,
}

impl Hue {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Blue, Self::Red, Self::FieldGrey, Self::GreyBrown, Self::Orange, Self::Green, Self::Purple];

    /// Its word in set-ups and style sheets: `field-grey`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Red => "red",
            Self::FieldGrey => "field-grey",
            Self::GreyBrown => "grey-brown",
            Self::Orange => "orange",
            Self::Green => "green",
            Self::Purple => "purple",
        }
    }

    /// The hue of a word.
    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|hue| hue.word() == word)
    }

    /// The hue of the side in this seat, where a set-up chooses none.
    pub fn of_seat(side: u8) -> Self {
        [Self::Blue, Self::Orange, Self::Green, Self::Purple][usize::from(side % 4)]
    }
}

/// What happens to a stand, as a mark on the corner of its counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StandMark {
    /// The enemy does not see it.
    Hidden,
    /// It stands in a pocket.
    Pocket,
    /// Behind the enemy's line with a way back.
    Isolated,
    /// Behind the enemy's line without one.
    CutOff,
    /// It has panicked.
    Panicked,
    /// It is bogged.
    Bogged,
    /// It stands in an improved position.
    Improved,
    /// It is to try to escape from behind the enemy's line.
    Escaping,
    /// It cannot move.
    Immobile,
    /// It is knocked out.
    KnockedOut,
    /// Its crew has left it.
    Abandoned,
}

impl StandMark {
    /// The mark in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Hidden => "hidden",
            Self::Pocket => "in a pocket",
            Self::Isolated => "isolated",
            Self::CutOff => "cut off",
            Self::Panicked => "panicked",
            Self::Bogged => "bogged",
            Self::Improved => "improved position",
            Self::Escaping => "tries to escape",
            Self::Immobile => "immobile",
            Self::KnockedOut => "knocked out",
            Self::Abandoned => "abandoned",
        }
    }
}
