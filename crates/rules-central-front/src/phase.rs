//! The sequence of play. [CF-SEQ-1]

use serde::{Deserialize, Serialize};

use crate::words::Side;

/// Place in the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The sky and the air are rolled for.
    Weather,
    /// Units enter.
    Reinforcement,
    /// Action points are recovered.
    Recovery,
    /// First movement of the Warsaw Pact.
    #[serde(rename = "wp-move-1")]
    WpMove1,
    /// Its first combat.
    #[serde(rename = "wp-combat-1")]
    WpCombat1,
    /// First movement of NATO.
    #[serde(rename = "nato-move-1")]
    NatoMove1,
    /// Its first combat.
    #[serde(rename = "nato-combat-1")]
    NatoCombat1,
    /// Second movement of the Warsaw Pact.
    #[serde(rename = "wp-move-2")]
    WpMove2,
    /// Its second combat.
    #[serde(rename = "wp-combat-2")]
    WpCombat2,
    /// Second movement of NATO.
    #[serde(rename = "nato-move-2")]
    NatoMove2,
    /// Its second combat.
    #[serde(rename = "nato-combat-2")]
    NatoCombat2,
    /// Retreat Movement of the Warsaw Pact.
    WpRetreat,
    /// Retreat Movement of NATO.
    NatoRetreat,
    /// All turns are played.
    Over,
}

/// What a phase is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Weather, reinforcement, recovery, the end.
    Common,
    /// A side moves.
    Move,
    /// A side fights what it has designated.
    Combat,
    /// A side makes its Retreat Movement.
    Retreat,
}

impl Phase {
    /// Every phase of a turn in order.
    pub const TURN: [Self; 13] = [
        Self::Weather,
        Self::Reinforcement,
        Self::Recovery,
        Self::WpMove1,
        Self::WpCombat1,
        Self::NatoMove1,
        Self::NatoCombat1,
        Self::WpMove2,
        Self::WpCombat2,
        Self::NatoMove2,
        Self::NatoCombat2,
        Self::WpRetreat,
        Self::NatoRetreat,
    ];

    /// The phase after this one; a turn ends with the last.
    pub fn next(self) -> Option<Self> {
        let at = Self::TURN.iter().position(|phase| *phase == self)?;
        Self::TURN.get(at + 1).copied()
    }

    /// Whose phase it is.
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::WpMove1 | Self::WpCombat1 | Self::WpMove2 | Self::WpCombat2 | Self::WpRetreat => {
                Some(Side::Wp)
            }
            Self::NatoMove1 | Self::NatoCombat1 | Self::NatoMove2 | Self::NatoCombat2 | Self::NatoRetreat => {
                Some(Side::Nato)
            }
            Self::Weather | Self::Reinforcement | Self::Recovery | Self::Over => None,
        }
    }

    /// What it is for.
    pub const fn stage(self) -> Stage {
        match self {
            Self::WpMove1 | Self::WpMove2 | Self::NatoMove1 | Self::NatoMove2 => Stage::Move,
            Self::WpCombat1 | Self::WpCombat2 | Self::NatoCombat1 | Self::NatoCombat2 => Stage::Combat,
            Self::WpRetreat | Self::NatoRetreat => Stage::Retreat,
            Self::Weather | Self::Reinforcement | Self::Recovery | Self::Over => Stage::Common,
        }
    }

    /// Its name in files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Weather => "weather",
            Self::Reinforcement => "reinforcement",
            Self::Recovery => "recovery",
            Self::WpMove1 => "wp-move-1",
            Self::WpCombat1 => "wp-combat-1",
            Self::NatoMove1 => "nato-move-1",
            Self::NatoCombat1 => "nato-combat-1",
            Self::WpMove2 => "wp-move-2",
            Self::WpCombat2 => "wp-combat-2",
            Self::NatoMove2 => "nato-move-2",
            Self::NatoCombat2 => "nato-combat-2",
            Self::WpRetreat => "wp-retreat",
            Self::NatoRetreat => "nato-retreat",
            Self::Over => "over",
        }
    }

    /// Its name in prose.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Weather => "Weather and Air",
            Self::Reinforcement => "Reinforcement",
            Self::Recovery => "Recovery",
            Self::WpMove1 => "WP first movement",
            Self::WpCombat1 => "WP first combat",
            Self::NatoMove1 => "NATO first movement",
            Self::NatoCombat1 => "NATO first combat",
            Self::WpMove2 => "WP second movement",
            Self::WpCombat2 => "WP second combat",
            Self::NatoMove2 => "NATO second movement",
            Self::NatoCombat2 => "NATO second combat",
            Self::WpRetreat => "WP retreat",
            Self::NatoRetreat => "NATO retreat",
            Self::Over => "the end",
        }
    }
}
