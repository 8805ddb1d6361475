//! The set-up of a campaign: what the umpire prepares before play. [BF-2.S]
//!
//! [`load`] reads a whole file and reports every fault with its line, column and rule.

pub mod calendar;
pub mod charts;
pub mod forces;
mod lint;
mod load;
pub mod map;
mod nations;
pub mod options;
pub(crate) mod read_charts;
mod read_forces;
mod read_roster;
pub mod victory;

use kernel::view::Hue;
use kernel::{Diagnostic, Id, PerSide};

pub use calendar::{Date, Day, HistoricalModifier, Slot};
pub use charts::Charts;
pub use forces::{Group, Note, RosterEntry, Scheduled, Tracks, UnitType, WorkKind, WorkType};
pub use load::load;
pub(crate) use load::{MOST_NAME, SideNames, no_duplicates};
pub use map::{Location, Map, Terrain};
pub use options::{Options, SettingValue};
pub use victory::{Evaluate, Predicate, Score, Victory, VictoryRow, Winner};

use crate::ids::{GroupId, NationId, SideId, UnitTypeId, WorkTypeId};
use crate::measure::{Inches, Point};
use crate::words::{Edge, Side};

/// Everything that stands before play and does not change in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Campaign {
    /// Its id.
    pub id: Id,
    /// Its title.
    pub title: String,
    /// Who attacks in the first slot. [BF-2.1.P-1]
    pub first_attacker: Side,
    /// The options as the file sets them; changes by consent live in the state.
    pub options: Options,
    /// The perimeter's parameters.
    pub perimeter: Perimeter,
    /// Both sides, in the order of their seats.
    pub sides: PerSide<SideSetup>,
    /// The days in order.
    pub days: Vec<Day>,
    /// The charts.
    pub charts: Charts,
    /// The map.
    pub map: Map,
    /// How the campaign is won.
    pub victory: Victory,
    /// Kinds of stands and vehicles.
    pub unit_types: Vec<UnitType>,
    /// Class letters declared beside those of the rules.
    pub declared_classes: Vec<char>,
    /// Nations that no chart has to speak of: those of the file's own.
    pub own_nations: Vec<NationId>,
    /// What is odd about the file and no fault.
    pub warnings: Vec<Diagnostic>,
}

impl Campaign {
    /// One side's set-up.
    pub fn side(&self, side: Side) -> &SideSetup {
        &self.sides[side]
    }

    /// The side of an id.
    pub fn side_of(&self, id: SideId) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.side(*side).id == id)
    }

    /// How many days are played under these options. [BF-2-5]
    pub fn n_days(&self, options: &Options) -> u16 {
        let listed = self.days.len() as u16;
        match u16::try_from(options.days) {
            Ok(n) if n > 0 => n.min(listed),
            _ => listed,
        }
    }

    /// How many slots of a day, counted from 1, are played under these options. [BF-2-5]
    pub fn n_slots(&self, options: &Options, day: u16) -> u8 {
        let listed = self.days[usize::from(day) - 1].slots.len() as u8;
        match u8::try_from(options.last_day_slots) {
            Ok(n) if n > 0 && day == self.n_days(options) => n.min(listed),
            _ => listed,
        }
    }

    /// A unit type.
    pub fn unit_type(&self, id: UnitTypeId) -> Option<&UnitType> {
        self.unit_types.iter().find(|unit| unit.id == id)
    }
}

impl SideSetup {
    /// Its colour: the chosen one, or the one that players expect of its nation.
    pub fn hue(&self) -> Option<Hue> {
        self.chosen_hue.or(match self.nation.as_str() {
            "german" => Some(Hue::FieldGrey),
            "russian" => Some(Hue::Red),
            _ => None,
        })
    }
}

/// What the umpire prepares for one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideSetup {
    /// Its id.
    pub id: SideId,
    /// Its name.
    pub name: String,
    /// Its nation, as the charts name it.
    pub nation: NationId,
    /// Its colour, where the file chooses one.
    pub chosen_hue: Option<Hue>,
    /// The edge it fights from.
    pub home_edge: Edge,
    /// Whether it is under armour withdrawal. [BF-2.1.1.2.W-2]
    pub armour_withdrawal: bool,
    /// Campaign purchase points at the start.
    pub start_cpp: i32,
    /// Fortification purchase points at the start.
    pub start_fpp: i32,
    /// Where supply and reinforcements come in.
    pub entry_points: Vec<EntryPoint>,
    /// The initial roster.
    pub roster: Vec<RosterEntry>,
    /// Scheduled reinforcements.
    pub scheduled: Vec<Scheduled>,
    /// The reinforcement chart.
    pub groups: Vec<Group>,
    /// The fortification chart.
    pub works: Vec<WorkType>,
    /// The most kinds of groups in one scenario. [BF-R48]
    pub max_kinds_scenario: Option<u16>,
    /// The most groups of all kinds in one scenario. [BF-R48]
    pub max_total_scenario: Option<u16>,
}

impl SideSetup {
    /// A group of the reinforcement chart.
    pub fn group(&self, id: GroupId) -> Option<&Group> {
        self.groups.iter().find(|group| group.id == id)
    }

    /// A row of the fortification chart.
    pub fn work(&self, id: WorkTypeId) -> Option<&WorkType> {
        self.works.iter().find(|work| work.id == id)
    }

    /// How many of a group the campaign gives without purchase, present and to come. [BF-R25]
    pub fn given(&self, group: GroupId) -> u16 {
        let initial = self.roster.iter().filter(|entry| entry.group == Some(group)).count() as u16;
        let scheduled = self.scheduled.iter().filter(|entry| entry.group == group);
        initial + scheduled.map(|entry| entry.count).sum::<u16>()
    }
}

/// A point where supply and reinforcements come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryPoint {
    /// Its id.
    pub id: Id,
    /// Where it is.
    pub at: Point,
}

/// The parameters of perimeter determination. [5.3 of the catalogue]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perimeter {
    /// Friendly units this near protect each other.
    pub spacing: Inches,
    /// An enemy this near to a link breaks it; a pocket reaches this far around its units.
    pub link_half_width: Inches,
    /// A longer gap breaks the front line.
    pub line_gap: Inches,
    /// How far a front line reaches beyond its last unit.
    pub line_overhang: Inches,
    /// How far to the side overlap is counted.
    pub lateral_window: Inches,
}

impl Default for Perimeter {
    fn default() -> Self {
        Self {
            spacing: Inches::whole(5),
            link_half_width: Inches(250),
            line_gap: Inches::whole(20),
            line_overhang: Inches::whole(5),
            lateral_window: Inches::whole(20),
        }
    }
}
