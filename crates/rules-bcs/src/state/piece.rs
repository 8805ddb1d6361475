//! One unit: what is remembered of it.

use kernel::grammar::is_default;
use serde::{Deserialize, Serialize};

use crate::words::{Face, FormationId, Place, UnitId};

kernel::words! {
    /// Where a unit is in its life.
    #[derive(Default)]
    pub enum Fate {
        /// On the map.
        #[default]
        OnMap = "on-map" => "on the map",
        /// In the pool of its side. [BCS-GEN-6]
        Pool = "pool" => "unassigned",
        /// A reinforcement that has not entered. [BCS-TURN-13]
        Due = "due" => "enters later",
        /// In its formation's Support box. [BCS-SUP-1]
        Support = "support" => "in Support",
        /// Removed by a retreat; it returns next turn with its HQ. [BCS-RET-8]
        Returns = "returns" => "returns next turn",
        /// Destroyed. [BCS-UNIT-8]
        Dead = "dead" => "destroyed",
    }

    /// How far a unit still acts in this activation. [BCS-STOP-1] [BCS-STOP-3]
    #[derive(Default)]
    pub enum Halt {
        /// It can still move.
        #[default]
        Not = "not" => "can act",
        /// Stopped: it moves no more.
        Stopped = "stopped" => "STOPPED",
        /// Finished: it only spots.
        Finished = "finished" => "FINISHED",
    }
}

impl Halt {
    /// The rule by which it does not move.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Not | Self::Stopped => "BCS-STOP-2",
            Self::Finished => "BCS-STOP-4",
        }
    }
}

/// One unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Its id.
    pub id: UnitId,
    /// Its hex, on the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Place>,
    /// Where it is in its life.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fate: Fate,
    /// The formation that an Independent Unit is assigned to. [BCS-GEN-6]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assigned: Option<FormationId>,
    /// It was unassigned in this turn. [BCS-TURN-4]
    #[serde(default, skip_serializing_if = "is_default")]
    pub released: bool,
    /// It came on as a reinforcement in this turn. [BCS-ISO-3]
    #[serde(default, skip_serializing_if = "is_default")]
    pub entered: bool,
    /// Which side lies up.
    #[serde(default, skip_serializing_if = "is_default")]
    pub face: Face,
    /// Steps lost.
    #[serde(default, skip_serializing_if = "is_default")]
    pub lost: u8,
    /// It screens. [BCS-SCR-1]
    #[serde(default, skip_serializing_if = "is_default")]
    pub screens: bool,
    /// It has a Dropped Support marker. [BCS-SUP-4]
    #[serde(default, skip_serializing_if = "is_default")]
    pub dropped: bool,
    /// How far it still acts in this activation.
    #[serde(default, skip_serializing_if = "is_default")]
    pub halt: Halt,
    /// It was stopped by an EZOC and by nothing else. [BCS-STOP-7]
    #[serde(default, skip_serializing_if = "is_default")]
    pub held: bool,
    /// Its Dropped Support marker is temporary. [BCS-SUP-4]
    #[serde(default, skip_serializing_if = "is_default")]
    pub temporary: bool,
    /// It has required a Stopping Engagement in this activation. [BCS-ZONE-5]
    #[serde(default, skip_serializing_if = "is_default")]
    pub required: bool,
    /// It has flipped in this activation. [BCS-MOVE-4]
    #[serde(default, skip_serializing_if = "is_default")]
    pub flipped: bool,
    /// It flipped after its move, which is over. [BCS-MOVE-4]
    #[serde(default, skip_serializing_if = "is_default")]
    pub arrived: bool,
    /// Parts of movement points that it has spent in this activation.
    #[serde(default, skip_serializing_if = "is_default")]
    pub spent: u32,
    /// Barrages for losses that have fallen on it in this activation.
    #[serde(default, skip_serializing_if = "is_default")]
    pub barraged: u8,
    /// Attacks by Fire that were made on it in this activation.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fired_on: u8,
    /// Fire Events that it has used in this activation. [BCS-STOP-5]
    #[serde(default, skip_serializing_if = "is_default")]
    pub fire_events: u8,
    /// Engagements that it has initiated in this activation: which time it asks for one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub engagements: u8,
    /// It has placed its OBJ marker in this activation. [BCS-OBJ-6]
    #[serde(default, skip_serializing_if = "is_default")]
    pub reconned: bool,
    /// It was in command when the activities began. [BCS-CR-2]
    #[serde(default, skip_serializing_if = "is_default")]
    pub commanded: bool,
}

impl Piece {
    /// Its hex, where it is on the map.
    pub fn on_map(&self) -> Option<Place> {
        self.at.filter(|_| self.fate == Fate::OnMap)
    }

    /// Stops for a reason that lasts. [BCS-STOP-1]
    pub fn stop(&mut self) {
        self.halt = self.halt.max(Halt::Stopped);
        self.held = false;
    }

    /// As it would be without what belongs to one activation, its markers kept.
    #[must_use]
    pub fn at_rest(&self) -> Self {
        let mut piece = self.clone();
        piece.rest();
        Self { dropped: self.dropped, temporary: self.temporary, ..piece }
    }

    /// Forgets what belongs to one activation. [BCS-STOP-6]
    pub fn rest(&mut self) {
        (self.halt, self.held, self.flipped, self.spent) = (Halt::Not, false, false, 0);
        (self.reconned, self.commanded, self.fire_events, self.required) = (false, false, 0, false);
        (self.barraged, self.fired_on, self.arrived) = (0, 0, false);
        self.engagements = 0;
        self.dropped &= !self.temporary;
        self.temporary = false;
    }
}
