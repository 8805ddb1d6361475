//! An attack sequence that is under way. [BCS-ATT-1]

use kernel::grammar::is_default;
use serde::{Deserialize, Serialize};

use crate::words::{Place, UnitId};

kernel::words! {
    /// The steps of an attack sequence at which somebody decides. [BCS-ATT-1]
    #[derive(Default)]
    pub enum Stage {
        /// Steps 2 and 3: the defender declares Prepared Defense and identifies his AR unit.
        #[default]
        Defense = "defense" => "steps 2 and 3, Prepared Defense and the AR unit",
        /// Step 4: the attacker identifies his Attack and Assist units.
        Units = "units" => "step 4, Attack and Assist units",
        /// Step 5: the attacker fires barrages, or rolls.
        Fire = "fire" => "step 5, Barrage",
        /// Step 8: the defender takes steps.
        Losses = "losses" => "step 8, step losses",
        /// Step 8: the defender retreats.
        Retreats = "retreats" => "step 8, retreats",
        /// Step 8: the attacker advances.
        Advance = "advance" => "step 8, the advance",
    }

    /// What units do after the roll that still stand in the hex.
    #[derive(Default)]
    pub enum Leaves {
        /// They stay.
        #[default]
        Nobody = "nobody",
        /// Screens alone retreat, for the others lost a step each. [BCS-SCR-2]
        Screens = "screens",
        /// D: Situational. [BCS-CT-21]
        Situational = "situational",
        /// D: Retreat.
        Retreat = "retreat",
    }
}

/// An attack sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    /// The hex that is attacked.
    pub target: Place,
    /// A Shock Attack, else a Regular one. [BCS-ATT-2]
    #[serde(default, skip_serializing_if = "is_default")]
    pub shock: bool,
    /// How far it has come.
    #[serde(default, skip_serializing_if = "is_default")]
    pub stage: Stage,
    /// Prepared Defense is declared. [BCS-ATT-5]
    #[serde(default, skip_serializing_if = "is_default")]
    pub prepared: bool,
    /// The defender's AR unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defender: Option<UnitId>,
    /// The Attack unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attacker: Option<UnitId>,
    /// The Assist unit. [BCS-ATT-3]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assist: Option<UnitId>,
    /// A barrage for losses was fired. [BCS-BAR-6]
    #[serde(default, skip_serializing_if = "is_default")]
    pub barraged: bool,
    /// A Suppression Mission was fired. [BCS-CT-6]
    #[serde(default, skip_serializing_if = "is_default")]
    pub suppressed: bool,
    /// The unit whose Attack by Fire supports a Shock Attack. [BCS-BAR-9]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fire: Option<UnitId>,
    /// Steps that the defender still takes from units of his choice. [BCS-CT-20]
    #[serde(default, skip_serializing_if = "is_default")]
    pub steps: u8,
    /// Who retreats.
    #[serde(default, skip_serializing_if = "is_default")]
    pub leaves: Leaves,
    /// A Traffic marker comes into the hex when it is vacated. [BCS-CT-23]
    #[serde(default, skip_serializing_if = "is_default")]
    pub traffic: bool,
}

impl Battle {
    /// One that is declared.
    pub const fn declared(target: Place, shock: bool) -> Self {
        Self {
            target,
            shock,
            stage: Stage::Defense,
            prepared: false,
            defender: None,
            attacker: None,
            assist: None,
            barraged: false,
            suppressed: false,
            fire: None,
            steps: 0,
            leaves: Leaves::Nobody,
            traffic: false,
        }
    }
}
