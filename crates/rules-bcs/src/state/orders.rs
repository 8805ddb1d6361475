//! What sides have written down beforehand: orders of their formations, and instructions how they answer.

use kernel::grammar::is_default;
use serde::{Deserialize, Serialize};

use crate::words::{FormationId, Place};

/// What a formation is ordered to do in a turn. [BCS-TURN-10]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// From the hex of its first HQ on the map over waypoints to its destination.
    pub route: Vec<Place>,
    /// The hexes of its other HQs, from which it goes to the first waypoint as well. [BCS-GEN-2]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Place>,
    /// It will recover.
    #[serde(default, skip_serializing_if = "is_default")]
    pub recovers: bool,
    /// It will create Prepared Defense.
    #[serde(default, skip_serializing_if = "is_default")]
    pub prepares: bool,
}

impl Order {
    /// Every hex that it names.
    pub fn hexes(&self) -> impl Iterator<Item = Place> + '_ {
        self.route.iter().chain(&self.also).copied()
    }
}

/// An order of a turn that is over; hidden from the enemy until the game ends. [BCS-TURN-10]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Past {
    /// The turn.
    pub turn: u8,
    /// The formation.
    pub formation: FormationId,
    /// What it was ordered.
    pub order: Order,
}

kernel::words! {
    /// Which unit is the AR unit; Prepared Defense is declared whenever it can be. [BCS-ATT-4] [BCS-ATT-5]
    #[derive(Default)]
    pub enum DefenseOrder {
        /// The highest total on the Combat Table, against whoever attacks it best.
        #[default]
        Total = "total" => "the unit with the highest total on the Combat Table",
        /// The highest Action Rating.
        Rating = "rating" => "the unit with the highest Action Rating",
        /// The most steps, which the table takes first.
        Steps = "steps" => "the unit with the most steps",
    }

    /// Which unit loses a step first. [BCS-CT-20]
    #[derive(Default)]
    pub enum LossOrder {
        /// The lowest Action Rating.
        #[default]
        KeepRating = "keep-rating" => "the unit with the lowest Action Rating",
        /// The most steps, so that no unit is destroyed before it must be.
        KeepUnits = "keep-units" => "the unit with the most steps",
    }

    /// Where units retreat to, among the best paths. [BCS-RET-4]
    #[derive(Default)]
    pub enum RetreatOrder {
        /// Nearest to their HQ.
        #[default]
        TowardHq = "toward-hq" => "the path that ends nearest to the HQ",
        /// Into a city, urban hexes or terrain.
        ToCover = "to-cover" => "the path that ends in a city, in urban hexes or in terrain",
    }

    /// When a Stopping Engagement is required. [BCS-ZONE-5]
    #[derive(Default)]
    pub enum StoppingOrder {
        /// When the sum of the Firer is no less than that of the mover.
        #[default]
        WhenEven = "when-even" => "when the Firer is at no disadvantage",
        /// Always.
        Always = "always" => "always",
        /// Never.
        Never = "never" => "never",
    }

    /// Where an HQ goes that was jumped. [BCS-RET-13]
    #[derive(Default)]
    pub enum HqOrder {
        /// Nearest to a source of its side.
        #[default]
        TowardSource = "toward-source" => "the hex nearest to a supply source",
        /// Nearest to most of its units.
        TowardUnits = "toward-units" => "the hex nearest to its units",
    }

    /// Who goes first when the side has thrown higher. [BCS-TURN-5]
    #[derive(Default)]
    pub enum FirstOrder {
        /// The side itself.
        #[default]
        Own = "own" => "the side itself",
        /// The enemy.
        Enemy = "enemy" => "the enemy",
    }
}

/// How a side answers while it does not act. What is left out is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Standing {
    /// Prepared Defense and the AR unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defense: Option<DefenseOrder>,
    /// Steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub losses: Option<LossOrder>,
    /// Retreats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retreats: Option<RetreatOrder>,
    /// Stopping Engagements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopping: Option<StoppingOrder>,
    /// HQs that were jumped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jumped: Option<HqOrder>,
    /// The first player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<FirstOrder>,
}

impl Standing {
    /// The default of each answer: what is done for a side that stays away.
    pub fn usual() -> Self {
        Self {
            defense: Some(DefenseOrder::default()),
            losses: Some(LossOrder::default()),
            retreats: Some(RetreatOrder::default()),
            stopping: Some(StoppingOrder::default()),
            jumped: Some(HqOrder::default()),
            first: Some(FirstOrder::default()),
        }
    }
}
