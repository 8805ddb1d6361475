//! A man of the roster, and the force that is made of such men.

use serde::{Deserialize, Serialize};

use crate::setup::Card;
use crate::words::{ManId, PlaceKind, Rank, Trait};

/// A number that a position leaves out: the card's.
pub const AS_PRINTED: u8 = u8::MAX;

/// One man's line of the roster. [catalogue section 1]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Man {
    /// His number, or `P`.
    pub id: ManId,
    /// His rank; the card's when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<Rank>,
    /// KIA value of the normal side; the pinned side is always one higher. [UF-42.45-5]
    #[serde(default = "as_printed", deserialize_with = "value")]
    pub kia: u8,
    /// Morale.
    #[serde(default = "as_printed", deserialize_with = "value")]
    pub morale: u8,
    /// Panic.
    #[serde(default = "as_printed", deserialize_with = "value")]
    pub panic: u8,
    /// The check mark in the KIA column.
    #[serde(default)]
    pub dead: bool,
    /// The position of the order at which he is fit again, when wounded. May lie beyond the end. [UF-42.4-7]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wound: Option<u8>,
    /// A personal man whose wounded return was declined. [UF-R36]
    #[serde(default)]
    pub sits_out: bool,
    /// Replacements so far.
    #[serde(default)]
    pub repl: u8,
    /// Transfers so far.
    #[serde(default)]
    pub trans: u8,
    /// Elan points in hand.
    #[serde(default)]
    pub elan: u16,
    /// Survival slashes.
    #[serde(default)]
    pub surv: u8,
    /// Promotion slashes.
    #[serde(default)]
    pub promo: u8,
}

fn as_printed() -> u8 {
    AS_PRINTED
}

/// A value that is told is never [`AS_PRINTED`].
fn value<'de, D: serde::Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    let value = u8::deserialize(from)?;
    if value < AS_PRINTED { Ok(value) } else { Err(serde::de::Error::custom("no value is as high as 255")) }
}

impl Man {
    /// A man as his card is printed.
    pub fn fresh(card: &Card) -> Self {
        Self {
            id: card.id,
            rank: Some(card.rank),
            kia: card.kia,
            morale: card.morale,
            panic: card.panic,
            dead: false,
            wound: None,
            sits_out: false,
            repl: 0,
            trans: 0,
            elan: 0,
            surv: 0,
            promo: 0,
        }
    }

    /// A killed man: the mark, and every other column erased but the counts of REPL. [UF-42.41-1, UF-RN-2]
    pub fn killed(self, card: &Card) -> Self {
        Self { dead: true, repl: self.repl, trans: self.trans, ..Self::fresh(card) }
    }

    /// His rank now.
    pub fn rank(&self, card: &Card) -> Rank {
        self.rank.unwrap_or(card.rank)
    }

    /// Whether he could take part at this position: alive and not in hospital. [UF-42.4-6]
    pub fn is_fit(&self, position: u8) -> bool {
        !self.dead && self.wound.is_none_or(|back| back <= position)
    }

    /// One of his two values.
    pub fn value(&self, which: Trait) -> u8 {
        match which {
            Trait::Morale => self.morale,
            Trait::Panic => self.panic,
        }
    }

    /// With one of his values set.
    #[must_use]
    pub fn with(mut self, which: Trait, value: u8) -> Self {
        match which {
            Trait::Morale => self.morale = value,
            Trait::Panic => self.panic = value,
        }
        self
    }
}

/// How a place of the force came to be filled. [UF-42.1-4 to UF-42.1-10, UF-42.2]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// By the listed man himself. [UF-42.1-4]
    Listed,
    /// By a like-armed man. [UF-42.1-5]
    StandIn,
    /// By a machine pistol for a rifle, or the reverse. [UF-42.1-10]
    Swap,
    /// By a leader of the owner's choice. [UF-42.2-1]
    Chosen,
    /// By a leader after exchanging weapons. [UF-42.2-10]
    Exchanged,
    /// By the listed man, revived. [UF-42.41-3]
    Replaced,
    /// By another dead man, revived under ruling R17.
    Revived,
    /// By the listed man out of hospital as a green replacement, under ruling R17.
    Green,
    /// By a transfer. [UF-42.5]
    Transferred,
    /// By the man of ruling R51.
    Paired,
    /// Bought. [UF-R45]
    Bought,
    /// The personal man. [UF-42.9-4]
    Extra,
    /// By nobody.
    Vacant,
}

/// One place of a force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Its number in the list, from 1: leaders first.
    pub id: u8,
    /// What it is for.
    pub kind: PlaceKind,
    /// The listed man; absent for the personal man's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed: Option<ManId>,
    /// Who fills it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub man: Option<ManId>,
    /// How.
    pub how: How,
}

/// An accepted selection.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fielding {
    /// Every place, empty ones included.
    pub places: Vec<Place>,
    /// The two men who exchange weapons for this scenario: the squad leader first. [UF-42.2-10]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exchange: Option<[ManId; 2]>,
    /// The strength of an artillery radio that was bought. [UF-R45]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radio: Option<u8>,
}

impl Fielding {
    /// The men of the force, in the order of their places.
    pub fn men(&self) -> impl Iterator<Item = ManId> {
        self.places.iter().filter_map(|place| place.man)
    }

    /// The place of a man.
    pub fn place_of(&self, man: ManId) -> Option<&Place> {
        self.places.iter().find(|place| place.man == Some(man))
    }

    /// Who leads as squad leader or assistant, or serves as commissar.
    pub fn leader(&self, kind: PlaceKind) -> Option<ManId> {
        self.places.iter().find(|place| place.kind == kind).and_then(|place| place.man)
    }
}
