//! Attacks that are paid for, and the fight that is not over.

use serde::{Deserialize, Serialize};

use crate::rules::s9_results::Told;
use crate::words::{Attack, Place, Side, UnitId};
use kernel::grammar::is_default;

/// An attack that is paid for and waits for the combat phase. [CF-SEQ-2]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Designation {
    /// The hex attacked.
    pub target: Place,
    /// Hasty or Prepared.
    pub attack: Attack,
    /// Bombarded, not assaulted.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bombard: bool,
    /// Who takes part.
    pub units: Vec<UnitId>,
}

/// How the dice of a fight fell in this phase: what reports are made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fought {
    /// The hex attacked.
    pub target: Place,
    /// The kind of attack.
    pub attack: Attack,
    /// Bombarded, not assaulted.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bombard: bool,
    /// Chemicals were thrown for.
    #[serde(default, skip_serializing_if = "is_default")]
    pub chemical: bool,
    /// Smoke was thrown for.
    #[serde(default, skip_serializing_if = "is_default")]
    pub smoke: bool,
    /// The column's head.
    pub column: String,
    /// What the attacker had to bear.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attacker: Told,
    /// What the defender had to bear.
    #[serde(default, skip_serializing_if = "is_default")]
    pub defender: Told,
    /// Who has lost steps by it and stays.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub worn: Vec<UnitId>,
    /// Who has been eliminated by it, in its retreats, too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub eliminated: Vec<UnitId>,
}

impl Fought {
    /// A unit lost a step and stays, or is gone.
    pub(crate) fn costs(&mut self, unit: UnitId, is_gone: bool) {
        self.worn.retain(|worn| *worn != unit);
        if is_gone { &mut self.eliminated } else { &mut self.worn }.push(unit);
    }
}

kernel::words! {
    /// How far a fight is.
    pub enum Step {
        /// The defender declares support. [CF-SUP-1]
        Cover = "cover",
        /// Steps are lost.
        Losses = "losses",
        /// The defender retreats.
        DefenderRetreats = "defender-retreats",
        /// The attacker retreats.
        AttackerRetreats = "attacker-retreats",
        /// The attacker advances. [CF-ADV-1]
        Advance = "advance",
    }
}

/// What one side still has to bear of a result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Burden {
    /// Units that take results. [CF-SUP-12]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<UnitId>,
    /// Steps still to lose.
    #[serde(default, skip_serializing_if = "is_default")]
    pub steps: u8,
    /// An action point for each, after the steps.
    #[serde(default, skip_serializing_if = "is_default")]
    pub friction: bool,
    /// Hexes to retreat.
    #[serde(default, skip_serializing_if = "is_default")]
    pub retreat: u8,
    /// Units that have not retreated yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub owed: Vec<UnitId>,
}

/// A fight that is not over. [CF-CRT-8]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    /// The attacker.
    pub side: Side,
    /// The kind of attack.
    pub attack: Attack,
    /// Bombardment, by units or by an air strike alone.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bombard: bool,
    /// The hex attacked.
    pub target: Place,
    /// Who attacks or bombards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<UnitId>,
    /// The attacker's support.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub support: Vec<UnitId>,
    /// The attacker's air strike.
    #[serde(default, skip_serializing_if = "is_default")]
    pub strike: bool,
    /// Who fires smoke. [CF-SMK-1]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smoke: Option<UnitId>,
    /// Whether chemicals are used. [CF-CHM-1]
    #[serde(default, skip_serializing_if = "is_default")]
    pub chemical: bool,
    /// The unit bombarded. [CF-BOM-2]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<UnitId>,
    /// The defender's support.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cover: Vec<UnitId>,
    /// The defender's air strike.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cover_strike: bool,
    /// How far it is.
    pub step: Step,
    /// The hex of the attackers' fight from which they came: where participating maneuver units stood.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<Place>,
    /// What the attacker bears.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attacker: Burden,
    /// What the defender bears.
    #[serde(default, skip_serializing_if = "is_default")]
    pub defender: Burden,
    /// A hex over the stacking limit after a retreat. [CF-RET-9]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excess: Option<Place>,
    /// Units that have retreated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub retreated: Vec<UnitId>,
    /// Units that have advanced.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub advanced: Vec<UnitId>,
}

impl Battle {
    /// What a side bears.
    pub fn burden(&self, side: Side) -> &Burden {
        if side == self.side { &self.attacker } else { &self.defender }
    }

    /// As [`Battle::burden`], to be changed.
    pub fn burden_mut(&mut self, side: Side) -> &mut Burden {
        if side == self.side { &mut self.attacker } else { &mut self.defender }
    }
}
