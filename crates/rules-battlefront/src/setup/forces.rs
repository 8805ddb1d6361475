//! Forces: unit types, reinforcement groups, fortification charts, rosters, scheduled reinforcements.
//! [BF-2.S-3, BF-2.S-4, BF-2.S-5, BF-2.1.1.4-2]

use kernel::Id;

use super::calendar::Date;
use crate::ids::{FormationId, GroupId, LevelId, StandId, UnitTypeId, WorkTypeId};
use crate::words::Class;

/// How a vehicle moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tracks {
    /// On wheels, or no vehicle.
    None,
    /// Half-tracked.
    Half,
    /// Fully tracked.
    Full,
}

/// One kind of stand or vehicle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitType {
    /// Its id.
    pub id: UnitTypeId,
    /// What players call it; the id when the file gives no name.
    pub name: String,
    /// Its class.
    pub class: Class,
    /// Whether it is a tank or a tank destroyer.
    pub afv: bool,
    /// Whether it is an engineer squad.
    pub engineer: bool,
    /// Whether it is a command stand.
    pub command: bool,
    /// Whether a vehicle is armoured.
    pub armoured: bool,
    /// How it moves.
    pub tracks: Tracks,
}

/// Stands by unit type, in the file's order.
pub type Content = Vec<(UnitTypeId, u16)>;

/// A machine-readable note of a reinforcement chart. [BF-2.1.1.4-5, BF-R26]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// `arrives+N`: on the roster N days after the purchase.
    Arrives(u16),
    /// `from:DATE`: not bought before that date.
    From(Date),
    /// `until:DATE`: not bought after that date.
    Until(Date),
    /// `needs:GROUP`: bought only when one of that group has been on the roster.
    Needs(GroupId),
    /// `once-per-refit`: at most one in one refit.
    OncePerRefit,
    /// `text:…`: words for the players.
    Text(String),
}

/// A group on a side's reinforcement chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its id: `GI1`.
    pub id: GroupId,
    /// Its description.
    pub kind: String,
    /// The class of what is bought.
    pub class: Class,
    /// Whether it is tanks and tank destroyers only.
    pub pure_armour: bool,
    /// The stands of one group.
    pub content: Content,
    /// Its discipline when bought.
    pub discipline: LevelId,
    /// Price in campaign purchase points.
    pub cost: i32,
    /// The most deployed in one scenario; of FPP groups the most bought in one refit.
    pub max_scenario: u16,
    /// The most over the campaign, initial and scheduled ones included.
    pub max_campaign: u16,
    /// Notes.
    pub notes: Vec<Note>,
    /// Fortification purchase points that one group of class FPP brings.
    pub fpp: i32,
}

/// What a fortification is, as far as removal cares. [BF-2.1.1.5.1-1]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkKind {
    /// Wire.
    Wire,
    /// A minefield of either sort.
    Minefield,
    /// A roadblock.
    Roadblock,
    /// Anything else: it cannot be removed.
    Other,
}

/// A row of a side's fortification chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkType {
    /// Its id: `at-minefield`.
    pub id: WorkTypeId,
    /// What players call it.
    pub name: String,
    /// What it is.
    pub kind: WorkKind,
    /// Price in fortification purchase points.
    pub cost: i32,
    /// The most over the campaign; no limit when absent.
    pub max_campaign: Option<u16>,
}

/// A formation, module or flight of the initial roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterEntry {
    /// Its id: `R-201`.
    pub id: Id,
    /// Its name.
    pub name: String,
    /// The group it counts against, if any.
    pub group: Option<GroupId>,
    /// Its class.
    pub class: Class,
    /// Its discipline.
    pub discipline: LevelId,
    /// Its stands.
    pub stands: Content,
    /// Whether it is tanks and tank destroyers only.
    pub pure_armour: bool,
    /// Words about it; may be empty.
    pub note: String,
}

/// A scheduled reinforcement: one or more of a group, on the roster from the refit of a day. [BF-2.1.1.4.1-1]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheduled {
    /// Its id.
    pub id: Id,
    /// Its name.
    pub name: String,
    /// The day, counted from 0.
    pub day: u16,
    /// The group.
    pub group: GroupId,
    /// How many.
    pub count: u16,
    /// Words about it; may be empty.
    pub note: String,
}

impl Scheduled {
    /// The ids on the roster: its own when it is one, numbered ones when it is several.
    pub fn ids(&self) -> impl Iterator<Item = Id> + '_ {
        (1..=self.count).map(|n| if self.count == 1 { self.id } else { numbered(self.id, n.into()) })
    }
}

/// `base.n`; the loader keeps ids short enough for it.
pub fn numbered(base: Id, n: u32) -> Id {
    Id::new(&format!("{base}.{n}")).unwrap_or(base)
}

/// The id of the nth stand of a formation, from 1.
pub fn stand_id(formation: FormationId, n: u32) -> StandId {
    format!("{formation}-{n}").parse().unwrap_or_else(|_| Id::from(formation).into())
}
