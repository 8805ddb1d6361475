//! The turn record of a battle. All of it is public. [BF-2.1.2-1]

use kernel::grammar::is_default;
use serde::{Deserialize, Serialize};

use crate::ids::{DifferenceId, SideId, UnitTypeId};

kernel::words! {
    /// Why a battle has ended.
    pub enum Ending {
        /// A die at the start of a turn ended it. [BF-2.1.2-3]
        Die = "die",
        /// Both sides agreed. [BF-2.1.2-2]
        Agreed = "agreed",
        /// The result form says so.
        Told = "told",
    }
}

/// The turn record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Battle {
    /// The turn that is played as far as it is noted, from 1; 0 before anything is.
    #[serde(skip_serializing_if = "is_default")]
    pub turn: u8,
    /// Why it has ended; absent while it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ending>,
    /// The last turn played, once it has ended.
    #[serde(skip_serializing_if = "is_default")]
    pub last: u8,
    /// The ids of the sides that want it to end before the next turn, in alphabetical order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<SideId>,
    /// What each side wants its length to be; agreed when both want the same. [BF-2.1.2-4]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lengths: Vec<LengthWish>,
    /// Where the confirmed parts of the result form differ. [BF-2.1.2-5]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<Difference>,
}

kernel::words! {
    /// What the two parts of the result form tell differently.
    #[derive(Default)]
    pub enum Compared {
        /// Stands knocked out, and vehicles abandoned, of one type.
        #[default]
        Losses = "losses",
        /// Stands of one type that panicked off the map.
        Panics = "panics",
        /// The last turn played, where the turn record does not say it.
        LastTurn = "last-turn",
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_losses(what: &Compared) -> bool {
    *what == Compared::Losses
}

/// What the two parts of the result form tell differently of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Difference {
    /// Its id: `d1`.
    pub id: DifferenceId,
    /// The id of the side that it is about; of the last turn the first one.
    pub side: SideId,
    /// What is compared.
    #[serde(skip_serializing_if = "is_losses")]
    pub what: Compared,
    /// The type of the stands; of the last turn there is none.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<UnitTypeId>,
    /// What that side tells: knocked out and abandoned, panicked and 0, or the turn and 0.
    pub told: [u16; 2],
    /// What the other side tells of it, in the same order.
    pub seen: [u16; 2],
    /// The ids of the sides that have said that their own figures stand, in alphabetical order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stand_by: Vec<SideId>,
    /// The id of the side whose figures stand, once it is settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled: Option<SideId>,
}

/// The length that a side wants a battle to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LengthWish {
    /// The side's id.
    pub id: SideId,
    /// The length.
    pub length: Length,
}

/// A length of a battle: so many turns, or the printed chart begun at another turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Length {
    /// The number of turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<u8>,
    /// The first turn at whose start a die is rolled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_roll: Option<u8>,
}
