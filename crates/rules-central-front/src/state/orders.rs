//! What a side that is away has ordered.

use serde::{Deserialize, Serialize};

use crate::words::Side;
use kernel::grammar::is_default;

kernel::words! {
    /// When a defender who is away lets support fire. [CF-SUP-1]
    pub enum CoverOrder {
        /// Never.
        Never = "never",
        /// When it moves the column, with the fewest action points.
        WhenItHelps = "when-it-helps",
    }
}

kernel::words! {
    /// Which unit loses steps first, and which is given up first. (A9)
    pub enum LossOrder {
        /// The unit whose loss keeps the greatest defense.
        KeepDefense = "keep-defense",
        /// The unit whose loss keeps the greatest attack.
        KeepAttack = "keep-attack",
    }
}

kernel::words! {
    /// Where units retreat to, among equals.
    pub enum RetreatOrder {
        /// To the hex nearest to a supply source.
        TowardSupply = "toward-supply",
        /// To the hex with the most columns of terrain, then nearest to a supply source.
        ToCover = "to-cover",
    }
}

/// What a side that is away has ordered for its answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// For defensive support.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover: Option<CoverOrder>,
    /// For steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub losses: Option<LossOrder>,
    /// For retreats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retreats: Option<RetreatOrder>,
    /// For a hex that holds too many after a retreat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excess: Option<LossOrder>,
}

impl Standing {
    /// [CF-RET-9] Who is given up where too many stand. A crowd is part of the retreat that made it: a side that has
    /// ordered its retreats and nothing of crowds keeps the greatest defense.
    pub fn of_excess(&self) -> Option<LossOrder> {
        self.excess.or(self.retreats.map(|_| LossOrder::KeepDefense))
    }
}

/// The orders of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Orders {
    /// The Warsaw Pact's.
    #[serde(rename = "WP", default, skip_serializing_if = "is_default")]
    pub wp: Standing,
    /// NATO's.
    #[serde(rename = "NATO", default, skip_serializing_if = "is_default")]
    pub nato: Standing,
}

impl Orders {
    /// Those of a side.
    pub fn of(&self, side: Side) -> &Standing {
        match side {
            Side::Wp => &self.wp,
            Side::Nato => &self.nato,
        }
    }

    /// Those of a side, to be changed.
    pub fn of_mut(&mut self, side: Side) -> &mut Standing {
        match side {
            Side::Wp => &mut self.wp,
            Side::Nato => &mut self.nato,
        }
    }
}
