//! What the neutral alone knows of a battle.

use serde::{Deserialize, Serialize};

use super::Fate;
use crate::words::{Flank, Role, Speed};
use kernel::Side;

/// What the neutral alone knows: the marches, the meetings, and what becomes of each force. Every fact of the sealed
/// audience stands here and nowhere else.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sealed {
    /// Each march answer, needed or not: role, flank, speed.
    pub marches: Vec<Marched>,
    /// Each meeting answer, needed or not: the edge to the attacker's left first.
    pub meetings: Vec<bool>,
    /// What becomes of each force; set when all answers are there.
    pub fates: Vec<Fated>,
}

/// One march answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marched {
    /// Whose.
    pub role: Role,
    /// Around which flank.
    pub flank: Flank,
    /// How it went.
    pub speed: Speed,
}

/// What becomes of one force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fated {
    /// Whose.
    pub side: Side,
    /// Around which flank.
    pub flank: Flank,
    /// The turn on which it enters, if it ever does.
    pub fate: Fate,
}
