//! The printed charts as data. Each ships with the rules; a campaign file may replace every number. [BF-2.F-1]

use arrayvec::ArrayString;
use kernel::{Chart, ChartResult, Die, Row};
use serde::{Deserialize, Serialize};

use super::calendar::Date;
use crate::ids::{LevelId, NationId};
use crate::measure::Inches;
use crate::words::SlotKind;

/// Every chart that a campaign plays with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charts {
    /// BF-T1 for each slot kind that the campaign has.
    pub purchase_points: Vec<(SlotKind, Chart<Gain>)>,
    /// BF-T3.
    pub repair: RepairChart,
    /// BF-T4.
    pub withdrawal: Chart<Withdrawal>,
    /// BF-T5.
    pub discipline: DisciplineChart,
    /// BF-T6.
    pub numbers: NumbersChart,
    /// BF-T7.
    pub removal: RemovalChart,
    /// BF-T8.
    pub escape: EscapeChart,
    /// BF-T9.
    pub turns: TurnChart,
    /// BF-T9 as it stands at the start of a turn, by the highest die that ends the battle: 0 to 10.
    pub turn_ends: Vec<Chart<TurnEnd>>,
    /// The weather chart, if the campaign has one. [BF-2.S-8]
    pub weather: Option<Chart<Weather>>,
    /// How far stands are spotted, by cover. [BF-R35]
    pub spotting: Vec<(String, Inches)>,
    /// BF-T10: discipline levels from the worst to the best.
    pub ladder: Vec<LevelId>,
}

impl Charts {
    /// The replenishment chart of a slot kind.
    pub fn purchase_points(&self, kind: SlotKind) -> &Chart<Gain> {
        let of_kind = self.purchase_points.iter().find(|(of, _)| *of == kind);
        &of_kind.expect("the loader gives every slot kind in use its chart").1
    }

    /// A level's place on the discipline ladder, 0 for the worst.
    pub fn rung(&self, level: LevelId) -> Option<usize> {
        self.ladder.iter().position(|known| *known == level)
    }

    /// One level worse; the worst stays.
    #[must_use]
    pub fn worse(&self, level: LevelId) -> LevelId {
        let rung = self.rung(level).unwrap_or(0);
        self.ladder[rung.saturating_sub(1)]
    }

    /// One level better; the best stays.
    #[must_use]
    pub fn better(&self, level: LevelId) -> LevelId {
        let rung = self.rung(level).unwrap_or(0);
        self.ladder[(rung + 1).min(self.ladder.len() - 1)]
    }
}

/// Campaign purchase points gained. [BF-T1]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gain(pub i32);

impl ChartResult for Gain {
    fn words(&self) -> String {
        format!("{} points", self.0)
    }
}

kernel::words! {
    /// What comes of an attempt to repair. [BF-T3]
    pub enum Repair {
        /// Back on the roster.
        Repaired = "repaired",
        /// It stays where it lies.
        NoEffect = "no-effect",
    }
}
kernel::words! {
    /// Whether a formation stays in the campaign. [BF-T4]
    pub enum Withdrawal {
        /// It stays.
        Retained = "retained",
        /// It leaves.
        Withdraws = "withdraws",
    }
}
kernel::words! {
    /// What combat does to discipline. [BF-T5]
    pub enum DisciplineChange {
        /// One level better.
        Improves = "improves",
        /// No change.
        Unchanged = "unchanged",
        /// One level worse.
        Worsens = "worsens",
    }
}
kernel::words! {
    /// What comes of an attempt to remove. [BF-T7]
    pub enum Removal {
        /// It is gone.
        Eliminated = "eliminated",
        /// It stays.
        NoEffect = "no-effect",
    }
}
kernel::words! {
    /// What comes of an attempt to escape. [BF-T8]
    pub enum Escape {
        /// Back with its formation.
        Escapes = "escape",
        /// The vehicle is left behind.
        Abandons = "abandon",
        /// Lost.
        Eliminated = "eliminated",
    }
}

impl ChartResult for Escape {
    fn words(&self) -> String {
        match self {
            Self::Escapes => "Escapes".into(),
            Self::Abandons => "Abandoned".into(),
            Self::Eliminated => "Eliminated".into(),
        }
    }
}

impl ChartResult for Repair {
    fn words(&self) -> String {
        match self {
            Self::Repaired => "Repaired".into(),
            Self::NoEffect => "No effect".into(),
        }
    }
}

impl ChartResult for Withdrawal {
    fn words(&self) -> String {
        match self {
            Self::Retained => "Retained".into(),
            Self::Withdraws => "Withdraws".into(),
        }
    }
}

impl ChartResult for DisciplineChange {
    fn words(&self) -> String {
        match self {
            Self::Improves => "Improves by one level".into(),
            Self::Unchanged => "Unchanged".into(),
            Self::Worsens => "Worsens by one level".into(),
        }
    }
}

impl ChartResult for Removal {
    fn words(&self) -> String {
        match self {
            Self::Eliminated => "Eliminated".into(),
            Self::NoEffect => "No effect".into(),
        }
    }
}

/// How many smoke missions a module has, or how many aircraft a flight. [BF-T6]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Number(pub u8);

impl ChartResult for Number {
    fn words(&self) -> String {
        self.0.to_string()
    }
}

/// The row of an escape, by column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EscapeRow {
    /// Infantry, guns and crews.
    pub infantry: Escape,
    /// Vehicles.
    pub afv: Escape,
}

impl ChartResult for EscapeRow {
    fn words(&self) -> String {
        format!("Infantry: {}; vehicles: {}", self.infantry, self.afv)
    }
}

/// The weather of a day, as a row of the campaign's chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weather {
    /// Its row, from 1.
    pub row: u8,
    /// What it is.
    pub text: ArrayString<160>,
    /// Whether aircraft stay on the ground: the tag `no-air`.
    pub no_air: bool,
    /// Whether spotting distances are halved: the tag `spotting-half`.
    pub spotting_half: bool,
}

impl ChartResult for Weather {
    fn words(&self) -> String {
        self.text.to_string()
    }
}

/// BF-T3 with its modifiers and its nations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepairChart {
    /// The rows.
    pub chart: Chart<Repair>,
    /// Vehicle in a minefield.
    pub minefield: i32,
    /// Russian attempt.
    pub russian: i32,
    /// The nations whose attempts are Russian ones.
    pub russian_nations: Vec<NationId>,
    /// Abandoned rather than knocked out.
    pub abandoned: i32,
    /// One purchase point spent.
    pub point: i32,
    /// Who repairs and when.
    pub nations: Vec<NationDates>,
}

/// A nation and the dates between which something holds for it, both included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NationDates {
    /// The nation.
    pub nation: NationId,
    /// The first date.
    pub from: Option<Date>,
    /// The last date.
    pub until: Option<Date>,
}

impl NationDates {
    /// Whether it holds on a date.
    pub fn covers(&self, date: Date) -> bool {
        self.from.is_none_or(|from| from <= date) && self.until.is_none_or(|until| date <= until)
    }
}

/// BF-T5 with its modifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisciplineChart {
    /// The rows.
    pub chart: Chart<DisciplineChange>,
    /// A quarter, half, three quarters lost; only the worst applies.
    pub casualties: [i32; 3],
    /// Each stand that panicked off the table.
    pub panicked: i32,
    /// Each enemy stand knocked out by fire.
    pub kills: i32,
    /// Each close combat won.
    pub won: i32,
    /// Each close combat lost.
    pub lost: i32,
    /// Each scenario started isolated.
    pub isolated: i32,
    /// Each scenario started cut off.
    pub cut_off: i32,
}

/// BF-T6 with its modifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumbersChart {
    /// The rows.
    pub chart: Chart<Number>,
    /// Each additional purchase point.
    pub point: i32,
    /// The three rows for aircraft, in printed order.
    pub aircraft: [AircraftModifier; 3],
}

/// A modifier for the aircraft of some nations between two dates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AircraftModifier {
    /// The nations.
    pub nations: Vec<NationId>,
    /// The first date.
    pub from: Option<Date>,
    /// The last date.
    pub until: Option<Date>,
    /// The modifier.
    pub amount: i32,
}

impl AircraftModifier {
    /// Whether it holds for a nation on a date.
    pub fn holds(&self, nation: NationId, date: Date) -> bool {
        self.nations.contains(&nation)
            && self.from.is_none_or(|from| from <= date)
            && self.until.is_none_or(|until| date <= until)
    }
}

/// BF-T7 with its modifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemovalChart {
    /// The rows.
    pub chart: Chart<Removal>,
    /// How near the line is near.
    pub within: Inches,
    /// How many engineer squads earn the bonus.
    pub n_engineers: u32,
    /// Price of an attempt in fortification purchase points.
    pub cost: i32,
    /// Wire or minefield near the line.
    pub near_line: i32,
    /// Roadblock along the line.
    pub roadblock: i32,
    /// Engineers at hand.
    pub engineers: i32,
}

/// BF-T8 with its modifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EscapeChart {
    /// The rows.
    pub chart: Chart<EscapeRow>,
    /// How near friendly lines are near.
    pub within: Inches,
    /// The scenario was a morning one.
    pub morning: i32,
    /// Cut off.
    pub cut_off: i32,
    /// Unarmoured vehicle.
    pub unarmoured: i32,
    /// Near friendly lines.
    pub near_line: i32,
    /// Fully tracked AFV.
    pub fully_tracked: i32,
    /// Russian.
    pub russian: i32,
    /// The nations whose units are Russian.
    pub russian_nations: Vec<NationId>,
}

/// BF-T9: when the end of a scenario is rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnChart {
    /// The first turn at whose start a die is rolled.
    pub first_roll_turn: u8,
    /// The turn at whose start every roll ends the scenario.
    pub last_turn: u8,
}

kernel::words! {
    /// What the die at the start of a turn brings. [BF-T9]
    pub enum TurnEnd {
        /// The battle ends before the turn.
        Ends = "ends" => "the battle ends",
        /// The turn is played.
        GoesOn = "goes-on" => "the turn is played",
    }
}

impl ChartResult for TurnEnd {
    fn words(&self) -> String {
        kernel::grammar::capital(self.prose())
    }
}

/// The rows of BF-T9 for each highest die that ends a battle.
pub(crate) fn turn_ends() -> Vec<Chart<TurnEnd>> {
    let row = |min, max, result| Row { min, max, result };
    let chart = |highest: i32| {
        let rows =
            vec![row(None, Some(highest), TurnEnd::Ends), row(Some(highest + 1), None, TurnEnd::GoesOn)];
        Chart::new("BF-T9", "End of a battle", Die::D(10), rows).ok()
    };
    (0..=10).filter_map(chart).collect()
}
