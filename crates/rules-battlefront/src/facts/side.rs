//! What one side holds: purse, posture, formations, modules, flights, purchases.

use kernel::Id;
use kernel::grammar::is_default;
use serde::{Deserialize, Serialize};

use super::Hex;
use crate::ids::{
    FlightId, FormationId, GroupId, LevelId, ModuleId, PurchaseId, SideId, StandId, UnitTypeId, WorkId,
    WorkTypeId, WreckId,
};
use crate::measure::Point;
use crate::report::Report;
use crate::words::{Ammunition, Class, Origin, Posture, StandState, Standing, Status};

/// What one side holds. Only it and the umpire know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SideFacts {
    /// The side's id.
    pub id: SideId,
    /// Whether it has closed the present step. Public.
    pub closed: bool,
    /// Whether it counts as closed because the side has no part in the step. Public.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_part: bool,
    /// Campaign purchase points in hand.
    pub cpp: i32,
    /// Fortification purchase points in hand.
    pub fpp: i32,
    /// Campaign purchase points in hand when the slot opened.
    pub carried: i32,
    /// Points gained by this slot's roll; absent before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub income: Option<i32>,
    /// The posture chosen for this slot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub posture: Option<SealedPosture>,
    /// Formations (MEs).
    pub elements: Vec<Element>,
    /// Off-board artillery modules.
    pub modules: Vec<Module>,
    /// Flights of aircraft.
    pub flights: Vec<Flight>,
    /// What has been bought in this slot's S2e.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub purchases: Vec<Purchase>,
    /// How many of each group have been bought over the campaign.
    pub bought: Vec<Tally<GroupId>>,
    /// How many fortifications of each type have been bought over the campaign.
    pub works_bought: Vec<Tally<WorkTypeId>>,
    /// Fortifications bought and not yet placed.
    pub works_in_hand: Vec<Tally<WorkTypeId>>,
    /// Fortifications bought in this slot's S2g.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub works_fresh: Vec<Tally<WorkTypeId>>,
    /// Removal attempts of this slot's S2f.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attempts: Vec<Attempt>,
    /// Fortification purchase points paid for removal attempts in this slot.
    #[serde(skip_serializing_if = "is_default")]
    pub removals_paid: i32,
    /// Items this side has ever tried to remove.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<Id>,
    /// Wrecks that it could not move out of a defile in the last C11, where the campaign does not let it try them again in
    /// the next S2f. [BF-R42]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_moved: Vec<WreckId>,
    /// What it has chosen for this slot's scenario: formations, modules, flights.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chosen: Vec<Id>,
    /// Fortifications placed in this slot's set-up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub placed: Vec<WorkId>,
    /// Stands that try to escape in this C7; those that stand together share a die. [BF-2.1.2.4.3-1]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub escapes: Vec<Vec<StandId>>,
    /// Its part of the result form, until the form is confirmed. [BF-2.1.2-5]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<Box<Report>>,
    /// The number of the last purchase of preregistered points; never used twice.
    pub serial: u32,
}

/// A sealed posture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SealedPosture {
    /// What was chosen.
    pub choice: Posture,
    /// The nonce of its digest; empty where nothing is sealed by hash.
    #[serde(default, skip_serializing_if = "Hex::is_empty")]
    pub nonce: Hex,
    /// The digest that becomes public when the step closes.
    #[serde(default, skip_serializing_if = "Hex::is_empty")]
    pub digest: Hex,
}

/// A formation, the rules' manoeuvre element (ME). [BF-2.1.1.3-1]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Element {
    /// Its id.
    pub id: FormationId,
    /// A name of its own; without one it is called as the set-up says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The group it counts against.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<GroupId>,
    /// Its class.
    pub class: Class,
    /// Whether it is tanks and tank destroyers only.
    #[serde(skip_serializing_if = "is_default")]
    pub pure_armour: bool,
    /// Its discipline.
    pub discipline: LevelId,
    /// How it came to the roster.
    pub origin: Origin,
    /// Whether it still takes part.
    #[serde(skip_serializing_if = "is_default")]
    pub standing: Standing,
    /// The day from which it may be deployed, from 1; 0 for at once.
    #[serde(skip_serializing_if = "is_default")]
    pub available_from: u16,
    /// Stands when it joined the roster or was formed by combining. [BF-R22]
    pub full_strength: u16,
    /// Stands that breakpoints are measured against. [BF-2.1.1.3.2.B]
    pub baseline: u16,
    /// Stands lost since then.
    #[serde(skip_serializing_if = "is_default")]
    pub losses: u16,
    /// Scenarios it has started isolated or cut off without a break.
    #[serde(skip_serializing_if = "is_default")]
    pub starts: Starts,
    /// What it did in the last scenario it was in.
    #[serde(skip_serializing_if = "is_default")]
    pub scenario: CombatRecord,
    /// The same summed over the last day on which it fought.
    #[serde(skip_serializing_if = "is_default")]
    pub day: CombatRecord,
    /// Its stands.
    pub stands: Vec<Stand>,
}

/// A stand or vehicle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Stand {
    /// Its id.
    pub id: StandId,
    /// Its unit type.
    #[serde(rename = "type")]
    pub kind: UnitTypeId,
    /// What has become of it.
    #[serde(skip_serializing_if = "is_default")]
    pub state: StandState,
    /// How it stands to its own lines.
    #[serde(skip_serializing_if = "is_default")]
    pub status: Status,
    /// Where it stands, in a pocket or from its set-up until the map is cleared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Point>,
    /// Where it faces, in degrees clockwise from the map's upper edge: 0 to 359.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<u16>,
    /// Whether it has set up out of the enemy's sight. [BF-2.1.1.8-3]
    #[serde(skip_serializing_if = "is_default")]
    pub hidden: bool,
    /// Whether it ended the battle in an improved position. [BF-2.1.2.1-2]
    #[serde(skip_serializing_if = "is_default")]
    pub improved: bool,
    /// Whether it never left its first position in the battle. [BF-2.1.2.4.1-2]
    #[serde(skip_serializing_if = "is_default")]
    pub unmoved: bool,
    /// Whether it is bogged. [BF-2.1.2.3]
    #[serde(skip_serializing_if = "is_default")]
    pub bogged: bool,
    /// Bog checks made in this cleanup.
    #[serde(skip_serializing_if = "is_default")]
    pub bog_checks: u8,
    /// Whether it is a vehicle that cannot move. [BF-R51]
    #[serde(skip_serializing_if = "is_default")]
    pub immobile: bool,
    /// The minefield in which it stands. [BF-2.1.2.2]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minefield: Option<WorkId>,
    /// Where it stood before C5 moved it, until the map is cleared. [BF-2.1.2.4.1-1]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved_from: Option<Point>,
    /// Its ammunition.
    #[serde(skip_serializing_if = "is_default")]
    pub ammunition: Ammunition,
    /// Shots on record since it last came onto the map: each throws a die of its own.
    #[serde(skip_serializing_if = "is_default")]
    pub shots: u16,
    /// Scenarios it has started isolated or cut off without a break.
    #[serde(skip_serializing_if = "is_default")]
    pub starts: Starts,
    /// Whether its discipline roll for the coming start has been made.
    #[serde(skip_serializing_if = "is_default")]
    pub start_rolled: bool,
    /// Whether no die could change it, so that none was thrown.
    #[serde(skip_serializing_if = "is_default")]
    pub start_settled: bool,
    /// Its own discipline, when worse than its formation's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discipline: Option<LevelId>,
    /// How often its repair has been tried.
    #[serde(skip_serializing_if = "is_default")]
    pub repair_tries: u8,
    /// Whether its repair has been tried this night.
    #[serde(skip_serializing_if = "is_default")]
    pub tried_tonight: bool,
    /// The edge it left by, when it has exited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit: Option<crate::words::Edge>,
}

impl Stand {
    /// Where it stands, if it is alive and on the map.
    pub fn place(&self) -> Option<Point> {
        self.at.filter(|_| self.state == StandState::Here)
    }

    /// Takes it off the map: it stands nowhere and as nothing that the map told of it.
    pub(crate) fn leave_the_map(&mut self) {
        self.status = Status::Normal;
        self.starts = Starts::default();
        (self.at, self.facing, self.moved_from, self.minefield) = (None, None, None, None);
        (self.hidden, self.improved, self.unmoved, self.immobile) = (false, false, false, false);
        (self.bogged, self.bog_checks, self.shots) = (false, 0, 0);
    }

    /// Whether it need not move back, or cannot. [BF-2.1.2.4.1-2, BF-R51]
    pub const fn is_fixed(&self) -> bool {
        self.improved || self.unmoved || self.immobile
    }
}

/// Scenario starts without a break since the unit was last Normal. [BF-R21]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Starts {
    /// Started isolated.
    pub isolated: u8,
    /// Started cut off.
    pub cut_off: u8,
}

/// What a formation did in a scenario or on a day. [BF-2.1.1.3.1.O-7]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CombatRecord {
    /// The scenario or day it is about, from 1; 0 for none.
    pub number: u16,
    /// Whether the formation took part in combat.
    pub fought: bool,
    /// The breakpoint baseline then.
    pub baseline: u16,
    /// Stands lost by the end of it, counted from that baseline.
    pub losses: u16,
    /// Stands that panicked off the table.
    pub panicked: u8,
    /// Enemy stands knocked out by its fire.
    pub kills: u8,
    /// Close combats won with a unit of it.
    pub won: u8,
    /// Close combats lost.
    pub lost: u8,
    /// AFVs knocked out or abandoned, even if repaired since.
    pub afv_lost: u8,
    /// Whether its discipline roll for this has been made.
    pub discipline_rolled: bool,
    /// Whether no die could change it, so that none was thrown.
    #[serde(skip_serializing_if = "is_default")]
    pub discipline_settled: bool,
    /// Whether its withdrawal roll for this has been made.
    pub withdrawal_rolled: bool,
}

/// An off-board artillery module. [BF-2.1.1.4.3]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Module {
    /// Its id.
    pub id: ModuleId,
    /// Its group.
    pub group: GroupId,
    /// How it came to the roster.
    pub origin: Origin,
    /// Smoke missions left; absent before the roll.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smoke: Option<u8>,
    /// Preregistered points for this day.
    #[serde(skip_serializing_if = "is_default")]
    pub prereg: u8,
    /// Where those are that have been placed. [BF-2.1.1.4.4-3]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<Point>,
    /// Whether it has fired today.
    #[serde(skip_serializing_if = "is_default")]
    pub fired: bool,
}

/// A flight of aircraft. [BF-2.1.1.4.2]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Flight {
    /// Its id.
    pub id: FlightId,
    /// Its group.
    pub group: GroupId,
    /// How it came to the roster.
    pub origin: Origin,
    /// The day it flies on, from 1.
    pub day: u16,
    /// How many aircraft; absent before the roll.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aircraft: Option<u8>,
    /// Whether it has attacked in the battle of this slot. [BF-R49]
    #[serde(skip_serializing_if = "is_default")]
    pub used: bool,
}

/// A purchase of this slot's S2e.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Purchase {
    /// Its id; what was bought carries the same.
    pub id: PurchaseId,
    /// The group bought; absent for preregistered points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<GroupId>,
    /// The module that preregistered points were bought for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub module: Option<ModuleId>,
    /// How many preregistered points.
    #[serde(skip_serializing_if = "is_default")]
    pub points: u8,
    /// Campaign purchase points paid, those on its number roll not included.
    pub cpp: i32,
    /// Campaign purchase points left after it and its number roll.
    pub left: i32,
    /// Campaign purchase points paid on its number roll.
    #[serde(skip_serializing_if = "is_default")]
    pub extra: i32,
    /// Whether its number has been rolled, so that it stands.
    #[serde(skip_serializing_if = "is_default")]
    pub rolled: bool,
}

/// A count under a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tally<I> {
    /// What is counted.
    pub id: I,
    /// How many.
    pub count: u16,
}

/// A removal attempt whose result is not yet public.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Attempt {
    /// The fortification or wreck.
    pub id: Id,
    /// What it is by its chart; absent in positions that do not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<Id>,
    /// Whether it succeeded.
    pub succeeded: bool,
    /// Where a wreck is moved out of a defile to; absent for all else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved_to: Option<Point>,
}

impl SideFacts {
    /// Another step stands open.
    pub(crate) fn reopen(&mut self) {
        (self.closed, self.no_part) = (false, false);
    }

    /// A formation of the roster.
    pub fn element(&self, id: FormationId) -> Option<&Element> {
        self.elements.iter().find(|element| element.id == id)
    }

    pub(crate) fn element_mut(&mut self, id: FormationId) -> Option<&mut Element> {
        self.elements.iter_mut().find(|element| element.id == id)
    }

    /// A stand with its formation.
    pub fn stand(&self, id: StandId) -> Option<(&Element, &Stand)> {
        self.elements.iter().find_map(|element| {
            let stand = element.stands.iter().find(|stand| stand.id == id)?;
            Some((element, stand))
        })
    }

    pub(crate) fn stand_mut(&mut self, id: StandId) -> Option<&mut Stand> {
        self.elements.iter_mut().flat_map(|element| &mut element.stands).find(|stand| stand.id == id)
    }
}

impl Element {
    /// Stands alive and with the formation.
    pub fn living(&self) -> impl Iterator<Item = &Stand> {
        self.stands.iter().filter(|stand| stand.state == StandState::Here)
    }

    /// How many stands are alive.
    pub fn strength(&self) -> u16 {
        self.living().count() as u16
    }

    /// Whether it is on the roster with at least one living stand, which may have panicked off the map. It stays there until it
    /// is destroyed or withdrawn. [BF-2.1.1.3-4, BF-R19]
    pub fn in_play(&self) -> bool {
        let lives = |stand: &Stand| matches!(stand.state, StandState::Here | StandState::Panicked);
        self.standing == Standing::InPlay && self.stands.iter().any(lives)
    }
}

/// The count under a name; 0 when it is not there.
pub fn count<I: Copy + PartialEq>(tallies: &[Tally<I>], id: I) -> u16 {
    tallies.iter().find(|tally| tally.id == id).map_or(0, |tally| tally.count)
}

/// Adds to the count under a name; a count that falls to 0 goes.
pub(crate) fn add<I: Copy + PartialEq>(tallies: &mut Vec<Tally<I>>, id: I, change: i32) {
    let now = i32::from(count(tallies, id)) + change;
    let now = u16::try_from(now.max(0)).unwrap_or(u16::MAX);
    match tallies.iter_mut().find(|tally| tally.id == id) {
        Some(tally) => tally.count = now,
        None => tallies.push(Tally { id, count: now }),
    }
    tallies.retain(|tally| tally.count > 0);
}
