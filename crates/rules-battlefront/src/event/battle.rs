//! What events of a battle tell of one stand, wreck or fortification.

use kernel::Id;
use kernel::grammar::is_default;
use serde::{Deserialize, Serialize};

use crate::measure::Point;
use crate::words::{Ammunition, Edge, Side, StandState};

/// What became of a stand in a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandEnd {
    /// The stand.
    pub stand: Id,
    /// What has become of it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub state: StandState,
    /// The edge it left by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit: Option<Edge>,
    /// The wreck that it leaves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wreck: Option<Id>,
    /// Whether it was abandoned.
    #[serde(default, skip_serializing_if = "is_default")]
    pub abandoned: bool,
    /// Where it stands or lies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Point>,
    /// Where it faces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<u16>,
    /// Whether it ended in an improved position.
    #[serde(default, skip_serializing_if = "is_default")]
    pub improved: bool,
    /// Whether it never left its first position.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unmoved: bool,
    /// Whether it is bogged.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bogged: bool,
    /// Whether it is an immobile vehicle.
    #[serde(default, skip_serializing_if = "is_default")]
    pub immobile: bool,
    /// The minefield in which it stands or lies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minefield: Option<Id>,
    /// Its ammunition.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ammunition: Ammunition,
}

/// A new wreck as everyone sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenWreck {
    /// Its id.
    pub id: Id,
    /// Whose.
    pub side: Side,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: Id,
    /// Where it lies.
    pub at: Point,
    /// Whether it was abandoned.
    pub abandoned: bool,
}

/// A fortification that has become known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revealed {
    /// Its id from now on.
    pub item: Id,
    /// Whose.
    pub side: Side,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: Id,
    /// Where it lies.
    pub at: Point,
}

/// A stand that the enemy sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// The stand.
    pub id: Id,
    /// Its unit type.
    #[serde(rename = "type")]
    pub kind: Id,
    /// Where it stands.
    pub at: Point,
    /// Where it faces, in degrees clockwise from the upper edge.
    pub facing: u16,
}
