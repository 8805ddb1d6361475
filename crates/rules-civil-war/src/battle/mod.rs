//! One battle, a value of its own. It is opened with an [`Input`] and gives an [`Outcome`](outcome::Outcome); of the book it
//! knows nothing else, so that a link between two tables can stand between them.

pub mod clock;
pub mod fates;
pub mod half;
pub mod held;
mod meant;
pub mod outcome;
pub mod presence;
pub mod report;
pub mod sealed;
pub mod train;
pub mod unfolding;

use kernel::{PerSide, Side};
use serde::{Deserialize, Serialize};

use crate::exact::Exact;
use crate::setup::{Leader, Ratio, Sp, Turn};
use crate::words::{
    ArmyId, BattleId, Crossing, Edge, Flank, HexId, Inches, LeaderId, Rating, Role, Size, SpId,
};
use crate::words::{Step, Terrain, UnitId};

pub use fates::Fate;
pub use half::{Attached, Checked, Due, Half, Left, Part, Split};
pub use outcome::Returned;
pub use report::{Fallen, Losses, Report};
pub use sealed::{Fated, Marched, Sealed};
pub use train::Train;

/// What one side brings to a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Muster {
    /// Its army.
    pub army: ArmyId,
    /// Whether it is demoralized as the battle begins.
    #[serde(default, skip_serializing_if = "kernel::grammar::is_default")]
    pub demoralized: bool,
    /// Its strength points, with what they are before the battle; own.
    pub sp: Vec<Sp>,
    /// What it carries of a strength point, in the accounts crack and other; own. [CWFF-9A-3]
    pub carried: [Exact; 2],
    /// Its leaders, as their counters show them.
    pub leaders: Vec<Leader>,
}

impl Muster {
    /// A strength point.
    pub fn sp(&self, id: SpId) -> Option<&Sp> {
        self.sp.iter().find(|sp| sp.id == id)
    }

    /// A leader.
    pub fn leader(&self, id: LeaderId) -> Option<&Leader> {
        self.leaders.iter().find(|leader| leader.id == id)
    }
}

/// What a battle is opened with: all that it will ever know of the campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The turn in which it is fought.
    pub turn: Turn,
    /// The side that entered the hex.
    pub attacker: Side,
    /// The hex.
    pub hex: HexId,
    /// Its land.
    pub terrain: Terrain,
    /// What the attacker crossed.
    #[serde(default, skip_serializing_if = "kernel::grammar::is_default")]
    pub crossing: Crossing,
    /// The column of the combat results table.
    pub column: String,
    /// The size of the battle on it.
    pub size: Size,
    /// What the sides bring.
    pub sides: PerSide<Muster>,
}

impl Input {
    /// What a side is in it.
    pub fn role(&self, side: Side) -> Role {
        if side == self.attacker { Role::Attacker } else { Role::Defender }
    }

    /// The side of a role.
    pub fn side(&self, role: Role) -> Side {
        if role == Role::Attacker { self.attacker } else { self.attacker.enemy() }
    }
}

kernel::facts! {
    /// A flank marching force. [CWFF-5B-3]
    pub struct Force {
        /// Who leads it.
        pub leader: LeaderId,
        /// Its brigades; the batteries of whole divisions go with them.
        pub brigades: Vec<UnitId>,
    }

    /// What a side decided of its flanks.
    pub struct Flanks {
        /// Around its left.
        pub left: Option<Force> = None,
        /// Around its right.
        pub right: Option<Force> = None,
    }

    /// Where something stands on the sketch.
    #[derive(Copy)]
    pub struct Spot {
        /// A brigade, or a leader.
        pub unit: UnitId,
        /// From the left.
        pub x: Inches,
        /// From below.
        pub y: Inches,
    }

    /// A line of breastworks.
    #[derive(Copy)]
    pub struct Segment {
        /// Where it begins, from the left.
        pub x1: Inches,
        /// Where it begins, from below.
        pub y1: Inches,
        /// Where it ends, from the left.
        pub x2: Inches,
        /// Where it ends, from below.
        pub y2: Inches,
    }

    /// A notice: a force enters a turn later.
    #[derive(Copy)]
    pub struct Notice {
        /// On which turn of the first day.
        pub turn: u16,
        /// Whose force it is, where that is told. [CWFF-R30]
        pub side: Option<Side> = None,
        /// At which edge it enters.
        pub edge: Option<Edge> = None,
    }

    /// What a leader or a brigade is on the day; own.
    #[derive(Copy)]
    pub struct Rated {
        /// Who or what.
        pub of: UnitId,
        /// What it is.
        pub rating: Rating,
    }
}

impl Flanks {
    /// The force of a flank.
    pub const fn of(&self, flank: Flank) -> Option<&Force> {
        match flank {
            Flank::Left => self.left.as_ref(),
            Flank::Right => self.right.as_ref(),
        }
    }

    /// Every force with its flank.
    pub fn each(&self) -> impl Iterator<Item = (Flank, &Force)> {
        Flank::ALL.iter().filter_map(|flank| Some((*flank, self.of(*flank)?)))
    }

    /// Whether a brigade marches.
    pub fn holds(&self, brigade: UnitId) -> bool {
        self.each().any(|(_, force)| force.brigades.contains(&brigade))
    }
}

impl Segment {
    /// Whether it is no longer than a length. Compared in squares, so that nothing is rounded.
    pub fn quarters(&self) -> f64 {
        let (dx, dy) = (f64::from(self.x2.0 - self.x1.0), f64::from(self.y2.0 - self.y1.0));
        dx.hypot(dy)
    }
}

/// A battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    /// Its id.
    pub id: BattleId,
    /// What it was opened with.
    pub input: Input,
    /// Its step.
    pub step: Step,
    /// The ratio that was agreed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratio: Option<Ratio>,
    /// The name of its field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The edge that the defender chose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge: Option<Edge>,
    /// The day, from 1.
    #[serde(default, skip_serializing_if = "kernel::grammar::is_default")]
    pub day: u16,
    /// The turn of the day, from 1; 0 before the first.
    #[serde(default, skip_serializing_if = "kernel::grammar::is_default")]
    pub turn: u16,
    /// Whether a night has fallen; public.
    #[serde(default, skip_serializing_if = "kernel::grammar::is_default")]
    pub night_fell: bool,
    /// Notices that both sides had, in order. [CWFF-7B-3]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<Notice>,
    /// What the book took back of it, as everybody learns it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub came: Option<PerSide<outcome::Came>>,
    /// Who won it on the board and may promote, where no person is the neutral. [CWFF-4F-3]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_board: Option<Side>,
    /// Whether it was called off, and nothing came of it.
    #[serde(default, skip_serializing_if = "kernel::grammar::is_default")]
    pub called_off: bool,
    /// Both sides.
    pub halves: PerSide<Half>,
    /// What only the neutral knows.
    pub sealed: Sealed,
}

impl Battle {
    /// A battle before its first step.
    pub fn open(id: BattleId, input: Input) -> Self {
        Self {
            id,
            input,
            step: Step::Agreement,
            ratio: None,
            field: None,
            edge: None,
            day: 0,
            turn: 0,
            night_fell: false,
            notices: Vec::new(),
            came: None,
            on_board: None,
            called_off: false,
            halves: PerSide::default(),
            sealed: Sealed::default(),
        }
    }

    /// The ratio, agreed or usual.
    pub fn ratio(&self) -> Ratio {
        self.ratio.unwrap_or_default()
    }

    /// The edge from which a side looks across the field.
    pub fn edge_of(&self, side: Side) -> Option<Edge> {
        let edge = self.edge?;
        Some(if side == self.input.attacker { edge.across() } else { edge })
    }

    /// Whether everything that was kept from anybody during the battle lies open: it was fought on this table, and is over.
    pub fn is_disclosed(&self) -> bool {
        self.ratio.is_some() && self.field.is_some() && self.step >= Step::After
    }

    /// What a side brings.
    pub fn muster(&self, side: Side) -> &Muster {
        &self.input.sides[side]
    }

    /// The brigades that start on the table.
    pub fn starters(&self, side: Side) -> Vec<UnitId> {
        let half = &self.halves[side];
        let (Some(oob), Some(flanks)) = (&half.oob, &half.flanks) else { return Vec::new() };
        oob.brigades().map(|(_, brigade)| brigade.id).filter(|id| !flanks.holds(*id)).collect()
    }
}
