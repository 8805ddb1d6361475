//! The rulings that a campaign may choose for itself, each with the default of the rules catalogue. [BF-R45]

mod settings;

pub use settings::{BadSetting, SettingValue};

use crate::measure::Inches;
use crate::words::Side;

kernel::words! {
    /// Which slot's historical modifier counts. [BF-R3]
    pub enum DrmDay {
        /// That of the scenario being prepared.
        Upcoming = "upcoming",
        /// That of the slot before; the first slot uses its own.
        Previous = "previous",
    }
}
kernel::words! {
    /// When the attacker moves. [BF-R8]
    pub enum AttackerMoves {
        /// After the defender, as printed.
        Second = "second",
        /// Before the defender.
        First = "first",
    }
}
kernel::words! {
    /// What "unmodified" leaves out for the defender at night. [BF-R11]
    pub enum NightDefenderRoll {
        /// Only the night penalty.
        NoPenalty = "no_penalty",
        /// The historical modifier too.
        NoDrm = "no_drm",
    }
}
kernel::words! {
    /// When a formation counts as isolated or cut off. [BF-R23]
    pub enum IsolatedFormation {
        /// When one living stand is.
        Any = "any",
        /// When more than half of its living stands are.
        Majority = "majority",
        /// When all living stands are.
        All = "all",
    }
}
kernel::words! {
    /// Which die decides on ammunition. [BF-R24]
    pub enum AmmunitionDie {
        /// A die of its own.
        Separate = "separate",
        /// The firing die itself.
        Firing = "firing",
    }
}
kernel::words! {
    /// Which day aircraft are bought for. [BF-R28]
    pub enum AirDay {
        /// The day of the refit that buys them.
        Same = "same",
        /// The day after.
        Next = "next",
    }
}
kernel::words! {
    /// What the limit on modules used together counts. [BF-R29]
    pub enum ArtilleryLimit {
        /// Each scenario and each day.
        Both = "both",
        /// Each scenario.
        Scenario = "scenario",
        /// Each day.
        Day = "day",
    }
}
kernel::words! {
    /// Who sees a side's purchase charts. [BF-R43]
    pub enum ChartSecrecy {
        /// Everyone.
        Public = "public",
        /// The side and the umpire.
        Own = "own",
    }
}
kernel::words! {
    /// Whose line makes removal dangerous. [BF-R34]
    pub enum RemovalLine {
        /// The line of the side that removes.
        Own = "own",
        /// The nearer of both.
        Any = "any",
    }
}
kernel::words! {
    /// Which enemies a front line keeps clear of. [BF-R38]
    pub enum LineEnemies {
        /// All, as the source says.
        Every = "every",
        /// Those that stand in no pocket.
        OutOfPockets = "out_of_pockets",
    }
}
kernel::words! {
    /// How much of a front line is pulled back from an enemy. [BF-2.1.2.4.2-1]
    pub enum LinePullBack {
        /// What is nearer to him than 5 inches; what is clear of every enemy stays, but for what lies before a step.
        NearPoints = "near_points",
        /// All that reaches into an eight-sided figure around his 5 inches.
        Wider = "wider",
    }
}
kernel::words! {
    /// What "the previous scenario" covers. [BF-R17, BF-R21]
    pub enum Scope {
        /// The last scenario fought.
        Scenario = "scenario",
        /// Every scenario of the last day on which one was fought.
        Day = "day",
    }
}
kernel::words! {
    /// When the weather is rolled. [BF-R47]
    pub enum WeatherWhen {
        /// Once a day.
        Day = "day",
        /// For each slot.
        Slot = "slot",
    }
}

impl AttackerMoves {
    /// Who moves first in a scenario with this attacker.
    pub fn first(self, attacker: Side) -> Side {
        match self {
            Self::Second => attacker.enemy(),
            Self::First => attacker,
        }
    }
}

/// Every option of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Discipline may change after combat. [BF-2.1.1.3.1.O-1]
    pub discipline_changes: bool,
    /// The first slot has a refit. [BF-R6]
    pub initial_refit: bool,
    /// [BF-R3]
    pub drm_day: DrmDay,
    /// [BF-R8]
    pub attacker_moves: AttackerMoves,
    /// [BF-R11]
    pub night_defender_roll: NightDefenderRoll,
    /// A wreck may be tried once in the campaign instead of once a night. [BF-R14]
    pub repair_once: bool,
    /// Wrecks in an own pocket may be repaired. [BF-R15]
    pub repair_in_pocket: bool,
    /// An item may be tried once in the campaign instead of once a refit. [BF-R20]
    pub removal_once: bool,
    /// [BF-R23]
    pub isolated_me: IsolatedFormation,
    /// [BF-R24]
    pub ammo_die: AmmunitionDie,
    /// "Within 4 inches" leaves 4.00 itself out. [BF-R2]
    pub near_line_strict: bool,
    /// [BF-R28]
    pub air_day: AirDay,
    /// [BF-R29]
    pub oba_limit: ArtilleryLimit,
    /// [BF-R43]
    pub charts: ChartSecrecy,
    /// [BF-R34]
    pub removal_line: RemovalLine,
    /// [BF-R17]
    pub withdraw_scope: Scope,
    /// [BF-R21]
    pub discipline_scope: Scope,
    /// Overnight repair is run when the day's last slot is skipped. [BF-R9]
    pub skipped_slot_repair: bool,
    /// [BF-R47]
    pub weather_when: WeatherWhen,
    /// A flight may attack in every daylight slot of its day. [BF-R49]
    pub air_reuse: bool,
    /// A roadblock this near to the line is along it. [BF-R33]
    pub along_mlr_inches: Inches,
    /// What an attacker at night adds to the roll for points. [BF-2.1.1.1.1-2]
    pub night_penalty: i32,
    /// The most points on one roll for smoke or aircraft. [BF-R31]
    pub number_roll_max_cpp: i32,
    /// The most stands of a combined formation; 0 for no limit. [BF-R22]
    pub combine_cap: i32,
    /// Stands in normal status recover their ammunition; off when scenario rules override it. [BF-2.1.1.3.3.3-1]
    pub ammunition_recovery: bool,
    /// The umpire closes C5 and C6 for both sides; off in a campaign without an umpire, where both sides close them
    /// themselves. [BF-2.1.2.4.P-2]
    pub umpire_closes: bool,
    /// [BF-R38]
    pub line_enemies: LineEnemies,
    /// [BF-2.1.2.4.2-1]
    pub line_pull_back: LinePullBack,
    /// A wreck that could not be moved out of a defile in C11 may be tried again in the next S2f. [BF-R42]
    pub defile_retry: bool,
    /// How many days are played; 0 for all that the file lists. [BF-2-5]
    pub days: i32,
    /// How many slots of the last day are played; 0 for all. [BF-2-5]
    pub last_day_slots: i32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            discipline_changes: false,
            initial_refit: true,
            drm_day: DrmDay::Upcoming,
            attacker_moves: AttackerMoves::Second,
            night_defender_roll: NightDefenderRoll::NoPenalty,
            repair_once: false,
            repair_in_pocket: false,
            removal_once: false,
            isolated_me: IsolatedFormation::Majority,
            ammo_die: AmmunitionDie::Separate,
            near_line_strict: false,
            air_day: AirDay::Same,
            oba_limit: ArtilleryLimit::Both,
            charts: ChartSecrecy::Public,
            removal_line: RemovalLine::Own,
            withdraw_scope: Scope::Scenario,
            discipline_scope: Scope::Scenario,
            skipped_slot_repair: true,
            weather_when: WeatherWhen::Day,
            air_reuse: false,
            along_mlr_inches: Inches::whole(1),
            night_penalty: -5,
            number_roll_max_cpp: 1,
            combine_cap: 0,
            ammunition_recovery: true,
            umpire_closes: true,
            line_enemies: LineEnemies::Every,
            line_pull_back: LinePullBack::NearPoints,
            defile_retry: true,
            days: 0,
            last_day_slots: 0,
        }
    }
}
