//! The facts of a campaign at one moment: what the rules remember, and what a position file says.
//!
//! This is version 1 of the schema. A position file is TOML or JSON with these fields; whatever is left out has the
//! value of the opening position or, within a new entry, its default. Every element of a list of tables has an `id`,
//! so that a part of a position can be laid over another. Names are the set-up's ids.
//!
//! ```toml
//! version = 1
//! day = 2            # counted from 1
//! slot = 1           # within the day, from 1
//! step = "S2e"
//! scenarios = 1      # fought so far
//! weather = 1        # row of the set-up's chart, from 1
//! [[sides]]
//! id = "german"
//! cpp = 5
//! posture = { choice = "defend" }
//! ```

mod battle;
mod side;

use arrayvec::ArrayString;
use kernel::PerSide;
use kernel::grammar::is_default;
use serde::{Deserialize, Serialize};

use crate::ids::{FormationId, OptionId, PocketId, SideId, StandId, UnitTypeId, WorkId, WorkTypeId, WreckId};
use crate::measure::Point;
use crate::phase::Step;
use crate::setup::SettingValue;
use crate::words::Side;

pub use battle::{Battle, Compared, Difference, Ending, Length, LengthWish};
pub(crate) use side::add;
pub use side::{
    Attempt, CombatRecord, Element, Flight, Module, Purchase, SealedPosture, SideFacts, Stand, Starts, Tally,
    count,
};

/// The version of the schema that this build writes and reads.
pub const VERSION: u32 = 1;

/// 64 hexadecimal digits, or none.
pub type Hex = ArrayString<64>;

/// Everything the rules remember.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Facts {
    /// The version of the schema: 1.
    pub version: u32,
    /// The campaign day, from 1.
    pub day: u16,
    /// The slot within the day, from 1.
    pub slot: u8,
    /// The step of the slot.
    pub step: Step,
    /// How many scenarios have been fought.
    pub scenarios: u16,
    /// The last day on which one was fought, from 1; 0 before the first.
    pub last_day_fought: u16,
    /// The weather as a row of the set-up's chart, from 1; absent before the first roll.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weather: Option<u8>,
    /// The attacker's id, once it is public in this slot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attacker: Option<SideId>,
    /// The dice of the roll-off in the order of the sides, while the battle is fought to which both came to attack.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll_off: Option<[u16; 2]>,
    /// Whether the slot before passed without a battle, both sides defending; told until the refit of the next begins.
    #[serde(skip_serializing_if = "is_default")]
    pub skipped: bool,
    /// The turn record of this slot's battle.
    #[serde(skip_serializing_if = "is_default")]
    pub battle: Battle,
    /// Both sides, in the set-up's order.
    pub sides: Vec<SideFacts>,
    /// The front lines, one for each side by its id.
    pub lines: Vec<Line>,
    /// Pockets of units behind the enemy's line.
    pub pockets: Vec<Pocket>,
    /// Class-A wrecks on the map.
    pub wrecks: Vec<Wreck>,
    /// Fortifications on the map.
    pub works: Vec<Work>,
    /// Options changed by consent since the start; the id is the option's key.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<Setting>,
    /// A change of options that waits for consent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<Proposal>,
    /// How the campaign ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<CampaignResult>,
}

/// A side's front line (MLR).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Line {
    /// The side's id.
    pub id: SideId,
    /// Its points in order; the line runs on straight to the map's sides. None: the side holds no line.
    pub points: Vec<Point>,
}

/// A pocket: units of one side behind the enemy's line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pocket {
    /// Its id.
    pub id: PocketId,
    /// The side's id.
    pub side: SideId,
    /// Where its units stand; the pocket reaches 2.50 inches around them and around their links.
    pub units: Vec<Point>,
}

/// A class-A wreck on the map. Everything but element and stand is public.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Wreck {
    /// Its id, by which both sides name it.
    pub id: WreckId,
    /// The owner's id.
    pub side: SideId,
    /// The owner's formation.
    pub element: FormationId,
    /// The vehicle on the owner's roster.
    pub stand: StandId,
    /// Its unit type.
    #[serde(rename = "type")]
    pub kind: UnitTypeId,
    /// Where it lies.
    pub at: Point,
    /// Whether it was abandoned rather than knocked out.
    #[serde(skip_serializing_if = "is_default")]
    pub abandoned: bool,
    /// Whether it lies in a minefield.
    #[serde(skip_serializing_if = "is_default")]
    pub in_minefield: bool,
}

/// A fortification on the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Work {
    /// Its id.
    pub id: WorkId,
    /// The id of the side that bought it.
    pub side: SideId,
    /// Its type on that side's chart.
    #[serde(rename = "type")]
    pub kind: WorkTypeId,
    /// Where it lies.
    pub at: Point,
    /// Whether the other side knows of it.
    pub known: bool,
}

/// An option changed by consent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// The option's key.
    pub id: OptionId,
    /// Its new value.
    pub value: SettingValue,
}

/// A change of an option that waits for consent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proposal {
    /// The option's key.
    pub key: OptionId,
    /// Its new value.
    pub value: SettingValue,
    /// The ids of the sides that agree.
    #[serde(default)]
    pub agreed: Vec<SideId>,
}

/// How the campaign ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampaignResult {
    /// The winner's id; absent for a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<SideId>,
    /// Points of both sides.
    pub scores: PerSide<i32>,
}

impl Facts {
    /// One side's facts.
    pub fn side(&self, side: Side) -> &SideFacts {
        &self.sides[side.index()]
    }

    /// One side's facts, to change.
    pub(crate) fn side_mut(&mut self, side: Side) -> &mut SideFacts {
        &mut self.sides[side.index()]
    }
}
