//! The formation that is activated, and how far it has come.

use kernel::grammar::is_default;
use serde::{Deserialize, Serialize};

use crate::charts::s8_snafu::Level;
use crate::words::{FormationId, Place, UnitId};

kernel::words! {
    /// The steps of an activation at which somebody decides. [BCS-ACT-1]
    pub enum Step {
        /// (b) Prepared Defense, Recovery.
        Preparation = "preparation" => "(b) Preparation",
        /// (c) A FAIL: whether it becomes a Failure Flip.
        Failure = "failure" => "(c) SNAFU: Failure Flip?",
        /// (d) OBJ markers.
        Objectives = "objectives" => "(d) OBJ Placement",
        /// (e) Movement and combat.
        Activities = "activities" => "(e) Activities",
        /// (i) Whether a second one follows.
        Second = "second" => "(i) Second Activation",
    }
}

/// An OBJ marker. [BCS-OBJ-1]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Obj {
    /// Its hex.
    pub at: Place,
    /// A Combat OBJ, else a March OBJ.
    pub combat: bool,
    /// Created by a Recon unit. [BCS-OBJ-6]
    #[serde(default, skip_serializing_if = "is_default")]
    pub recon: bool,
}

/// The formation that is activated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Activation {
    /// Which.
    pub formation: FormationId,
    /// It is the Second Activation.
    #[serde(default, skip_serializing_if = "is_default")]
    pub second: bool,
    /// How far it has come.
    pub step: Step,
    /// The SNAFU result, once it is rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// The supply route was complete in (b).
    #[serde(default, skip_serializing_if = "is_default")]
    pub complete: bool,
    /// OBJ markers, as they were placed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub obj: Vec<Obj>,
    /// The HQ has moved.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hq_moved: bool,
    /// The trains have moved. [BCS-ACT-9]
    #[serde(default, skip_serializing_if = "is_default")]
    pub trains_moved: bool,
    /// The trains have returned to the map. [BCS-ACT-9]
    #[serde(default, skip_serializing_if = "is_default")]
    pub trains_returned: bool,
    /// The unit that is moving. [BCS-MOVE-1]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moving: Option<UnitId>,
    /// It is a Second Activation that is to be a Recovery. [BCS-ACT-13]
    #[serde(default, skip_serializing_if = "is_default")]
    pub rests: bool,
}

impl Activation {
    /// One that begins.
    pub const fn begin(formation: FormationId, second: bool, complete: bool) -> Self {
        Self {
            formation,
            second,
            step: Step::Preparation,
            level: None,
            complete,
            obj: Vec::new(),
            hq_moved: false,
            trains_moved: false,
            trains_returned: false,
            moving: None,
            rests: false,
        }
    }
}
