//! The sequence of play. [CF-SEQ-1]

use crate::words::Side;

kernel::words! {
    /// Place in the turn.
    pub enum Phase {
        /// The sky and the air are rolled for.
        Weather = "weather" => "Weather and Air",
        /// Units enter.
        Reinforcement = "reinforcement" => "Reinforcement",
        /// Action points are recovered.
        Recovery = "recovery" => "Recovery",
        /// First movement of the Warsaw Pact.
        WpMove1 = "wp-move-1" => "WP first movement",
        /// Its first combat.
        WpCombat1 = "wp-combat-1" => "WP first combat",
        /// First movement of NATO.
        NatoMove1 = "nato-move-1" => "NATO first movement",
        /// Its first combat.
        NatoCombat1 = "nato-combat-1" => "NATO first combat",
        /// Second movement of the Warsaw Pact.
        WpMove2 = "wp-move-2" => "WP second movement",
        /// Its second combat.
        WpCombat2 = "wp-combat-2" => "WP second combat",
        /// Second movement of NATO.
        NatoMove2 = "nato-move-2" => "NATO second movement",
        /// Its second combat.
        NatoCombat2 = "nato-combat-2" => "NATO second combat",
        /// Retreat Movement of the Warsaw Pact.
        WpRetreat = "wp-retreat" => "WP retreat",
        /// Retreat Movement of NATO.
        NatoRetreat = "nato-retreat" => "NATO retreat",
        /// All turns are played.
        Over = "over" => "the end",
    }
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

    /// The phase after this one. A turn ends with the last, the retreats of NATO, which come after those of the Warsaw Pact.
    /// [CF-SEQ-1] [CF-RTM-1]
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
}
