//! One unit: what is remembered of it, and how it is read beside what is printed.

use serde::{Deserialize, Serialize};

use crate::setup::Card;
use crate::words::{Place, UnitId};
use kernel::grammar::is_default;

kernel::words! {
    /// Where a unit is in its life.
    #[derive(Default)]
    pub enum Fate {
        /// On the map.
        #[default]
        OnMap = "on-map",
        /// Enters later.
        Due = "due",
        /// Eliminated.
        Lost = "lost",
        /// Left over the west edge. [CF-VIC-4]
        Exited = "exited",
    }
}

kernel::words! {
    /// What a unit of the activated stack may still do. [CF-MOV-10]
    #[derive(Default)]
    pub enum Going {
        /// Not in the activated stack.
        #[default]
        Not = "not",
        /// Moves with the stack.
        Moving = "moving",
        /// Was left on the way: may pay for an attack, not move.
        Dropped = "dropped",
    }
}

/// Whether so many action points leave a unit Effective. [CF-AP-5]
pub const fn is_effective_at(ap: u8) -> bool {
    ap < 5
}

/// One unit. [CF-GEN-3]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Its id.
    pub id: UnitId,
    /// Its hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Place>,
    /// Where it is in its life.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fate: Fate,
    /// Steps lost, for ever. [CF-STEP-5]
    #[serde(default, skip_serializing_if = "is_default")]
    pub lost: u8,
    /// Action points, 0 to 6. [CF-AP-4]
    #[serde(default, skip_serializing_if = "is_default")]
    pub ap: u8,
    /// Out of supply at the last check. [CF-SPL-1]
    #[serde(default, skip_serializing_if = "is_default")]
    pub unsupplied: bool,
    /// Activated, attacked or supported in this turn. [CF-RTM-2]
    #[serde(default, skip_serializing_if = "is_default")]
    pub acted: bool,
    /// Supported or bombarded in this phase. [CF-SUP-2]
    #[serde(default, skip_serializing_if = "is_default")]
    pub fired: bool,
    /// Its attack of this combat phase was called off or void, and nothing else is left to it. [CF-SUP-15]
    #[serde(default, skip_serializing_if = "is_default")]
    pub spent: bool,
    /// Activated in this movement phase. [CF-AP-8]
    #[serde(default, skip_serializing_if = "is_default")]
    pub activated: bool,
    /// Its part in the activated stack.
    #[serde(default, skip_serializing_if = "is_default")]
    pub going: Going,
    /// Movement points left. [CF-MOV-9]
    #[serde(default, skip_serializing_if = "is_default")]
    pub mp: u8,
    /// Has left the hex in which it was activated.
    #[serde(default, skip_serializing_if = "is_default")]
    pub moved: bool,
    /// Enemies it attacked by March in this activation without clearing their hex. [CF-ZOC-6]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub engaged: Vec<UnitId>,
    /// Retreated from a March attack in this phase: its activation is over. [CF-ATK-15]
    #[serde(default, skip_serializing_if = "is_default")]
    pub halted: bool,
    /// Has made its Retreat Movement.
    #[serde(default, skip_serializing_if = "is_default")]
    pub withdrawn: bool,
}

impl Piece {
    /// One that has lost and done nothing.
    pub const fn fresh(id: UnitId, at: Option<Place>, fate: Fate) -> Self {
        Self {
            id,
            at,
            fate,
            lost: 0,
            ap: 0,
            unsupplied: false,
            acted: false,
            fired: false,
            spent: false,
            activated: false,
            going: Going::Not,
            halted: false,
            mp: 0,
            moved: false,
            engaged: Vec::new(),
            withdrawn: false,
        }
    }

    /// Whether its action points leave it Effective. [CF-AP-5]
    pub fn is_effective(&self) -> bool {
        is_effective_at(self.ap)
    }

    /// Forgets what belongs to one phase.
    pub fn new_phase(&mut self) {
        (self.fired, self.spent) = (false, false);
        (self.activated, self.moved, self.withdrawn) = (false, false, false);
        (self.going, self.mp, self.halted) = (Going::Not, 0, false);
        self.engaged.clear();
    }
}

/// A unit as printed with its present facts.
#[derive(Clone, Copy, Debug)]
pub struct Unit<'s> {
    /// As printed.
    pub card: &'s Card,
    /// As it is.
    pub piece: &'s Piece,
}

impl Unit<'_> {
    /// A reason about it: its name, then the words.
    pub fn says(&self, words: &str) -> String {
        format!("{}: {words}", self.card.name)
    }

    /// A reason about it and a hex.
    pub fn says_at(&self, hex: Place, words: &str) -> String {
        format!("{}, hex {hex}: {words}", self.card.name)
    }

    /// Its id.
    pub fn id(&self) -> UnitId {
        self.card.id
    }

    /// Steps left.
    pub fn steps(&self) -> u8 {
        self.card.steps.saturating_sub(self.piece.lost)
    }

    /// Whether it is Effective. [CF-AP-5]
    pub fn is_effective(&self) -> bool {
        self.piece.is_effective()
    }

    /// Whether it exerts a zone of control. [CF-ZOC-1] [CF-ZOC-2]
    pub fn has_zone(&self) -> bool {
        self.card.kind.is_maneuver() && !self.card.no_zone && self.is_effective()
    }
}
