//! What a seat may ask.

use serde::{Deserialize, Serialize};

use crate::state::{CoverOrder, LossOrder, RetreatOrder};
use crate::words::{Attack, Place, Then, UnitId};
use kernel::grammar::is_default;

/// What a seat may ask.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// [CF-SEQ-1] Weather, recovery, what stands by order: the engine's own.
    Proceed,
    /// [CF-SPL-4] Bring a reinforcement in.
    Place {
        /// Whom.
        unit: UnitId,
        /// Where.
        at: Place,
    },
    /// [CF-AP-1] Activate units of one hex.
    Activate {
        /// Whom.
        units: Vec<UnitId>,
    },
    /// [CF-MOV-10] Move activated units; those of the stack that are not named stay behind.
    Move {
        /// Whom.
        units: Vec<UnitId>,
        /// The hexes entered, in order.
        path: Vec<Place>,
    },
    /// [CF-ATK-1] Attack in the middle of movement.
    March {
        /// Who attacks.
        units: Vec<UnitId>,
        /// The hex attacked.
        target: Place,
        /// Who supports.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        support: Vec<UnitId>,
        /// Who fires smoke.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        smoke: Option<UnitId>,
        /// Whether chemicals are used.
        #[serde(default, skip_serializing_if = "is_default")]
        chemical: bool,
    },
    /// [CF-SEQ-2] Pay for an attack of the combat phase.
    Designate {
        /// Who.
        units: Vec<UnitId>,
        /// The hex attacked.
        target: Place,
        /// Hasty or Prepared.
        attack: Attack,
        /// Bombarded, not assaulted.
        #[serde(default, skip_serializing_if = "is_default")]
        bombard: bool,
    },
    /// [CF-VIC-4] Leave over the west edge.
    Exit {
        /// Who.
        units: Vec<UnitId>,
    },
    /// [CF-SEQ-9] End the phase.
    EndPhase {
        /// How far play goes on; left out, to the next phase.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        then: Option<Then>,
    },
    /// [CF-ATK-16] Call a designated attack off.
    CallOff {
        /// The hex.
        target: Place,
    },
    /// [CF-SEQ-3] Fight a designated attack.
    Attack {
        /// The hex.
        target: Place,
        /// Who supports.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        support: Vec<UnitId>,
        /// Whether an air strike supports.
        #[serde(default, skip_serializing_if = "is_default")]
        strike: bool,
        /// Whether chemicals are used.
        #[serde(default, skip_serializing_if = "is_default")]
        chemical: bool,
        /// The unit bombarded.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chosen: Option<UnitId>,
    },
    /// [CF-AIR-5] Bombard with an air strike alone.
    Strike {
        /// The hex.
        target: Place,
        /// The unit bombarded.
        chosen: UnitId,
        /// Whether chemicals are used.
        #[serde(default, skip_serializing_if = "is_default")]
        chemical: bool,
    },
    /// [CF-SUP-5] Support the defense, or let it be with nobody.
    Cover {
        /// Who.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        support: Vec<UnitId>,
        /// Whether an air strike supports.
        #[serde(default, skip_serializing_if = "is_default")]
        strike: bool,
    },
    /// [CF-SUP-13] Take a step from a unit.
    LoseStep {
        /// From whom.
        unit: UnitId,
    },
    /// [CF-RET-2] Retreat a unit; without a path where it has none and is lost.
    Retreat {
        /// Whom.
        unit: UnitId,
        /// The hexes entered, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        path: Vec<Place>,
    },
    /// [CF-RET-9] Give up a unit of a hex that holds too many.
    Remove {
        /// Whom.
        unit: UnitId,
    },
    /// [CF-ADV-1] Advance into the hex that was taken, and one hex more.
    Advance {
        /// Whom.
        unit: UnitId,
        /// One hex or two.
        path: Vec<Place>,
    },
    /// [CF-ADV-1] Advance no further.
    EndAdvance,
    /// [CF-RTM-3] Make a Retreat Movement.
    Withdraw {
        /// Whom.
        unit: UnitId,
        /// The hexes entered, in order.
        path: Vec<Place>,
    },
    /// Order how the side answers while it is away; what is left out, it answers itself.
    Instruct {
        /// For defensive support.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cover: Option<CoverOrder>,
        /// For steps.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        losses: Option<LossOrder>,
        /// For retreats.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retreats: Option<RetreatOrder>,
        /// For a hex that holds too many after a retreat; left out, the greatest defense is kept where retreats are
        /// ordered.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        excess: Option<LossOrder>,
    },
}
