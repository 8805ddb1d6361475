//! The formation that is activated, and how far it has come.

use kernel::grammar::is_default;
use serde::{Deserialize, Serialize};

use super::{Battle, HqSet};
use crate::charts::s8_snafu::Level;
use crate::charts::s18_retreat::Why;
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

/// A retreat that is owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Owed {
    /// Who retreats.
    pub unit: UnitId,
    /// Why.
    pub why: Why,
}

/// An HQ that was jumped and must retreat. [BCS-HQ-5]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Jumped {
    /// Its formation.
    pub formation: FormationId,
    /// Its number in the formation; none for the first. [BCS-GEN-2]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hq: Option<u8>,
    /// Where it stood.
    pub from: Place,
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
    /// The HQs that have moved or retreated of their own will. [BCS-HQ-1]
    #[serde(default, skip_serializing_if = "is_default")]
    pub hq_moved: HqSet,
    /// The trains have moved. [BCS-ACT-9]
    #[serde(default, skip_serializing_if = "is_default")]
    pub trains_moved: bool,
    /// The trains have returned to the map. [BCS-ACT-9]
    #[serde(default, skip_serializing_if = "is_default")]
    pub trains_returned: bool,
    /// The unit that is moving. [BCS-MOVE-1]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moving: Option<UnitId>,
    /// Arty Points spent on barrages. [BCS-BAR-5]
    #[serde(default, skip_serializing_if = "is_default")]
    pub arty_used: u8,
    /// It has initiated an Engagement. [BCS-FAT-4]
    #[serde(default, skip_serializing_if = "is_default")]
    pub engaged: bool,
    /// It has attacked by fire. [BCS-FAT-1]
    #[serde(default, skip_serializing_if = "is_default")]
    pub fired: bool,
    /// Attack Sequences that it has conducted. [BCS-FAT-1]
    #[serde(default, skip_serializing_if = "is_default")]
    pub attacks: u8,
    /// The hexes of the attacks that were rolled, each as often as it was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fought: Vec<Place>,
    /// An HQ of it has retreated of its own will. [BCS-RET-12]
    #[serde(default, skip_serializing_if = "is_default")]
    pub hq_retreated: bool,
    /// A unit that must retreat before anything else is done. [BCS-RET-1]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owed: Option<Owed>,
    /// HQs of the enemy that were jumped and must retreat before anything else is done, one after the other. [BCS-HQ-5]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub jumped: Vec<Jumped>,
    /// The unit that entered an Engagement Zone and may be required to engage. [BCS-ZONE-5]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entered: Option<UnitId>,
    /// The attack sequence that is under way. [BCS-ATT-1]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battle: Option<Battle>,
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
            hq_moved: HqSet::NONE,
            trains_moved: false,
            trains_returned: false,
            moving: None,
            arty_used: 0,
            engaged: false,
            fired: false,
            attacks: 0,
            fought: Vec::new(),
            hq_retreated: false,
            owed: None,
            jumped: Vec::new(),
            entered: None,
            battle: None,
            rests: false,
        }
    }
}
