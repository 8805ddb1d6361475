//! BCS-SNAFU: the SNAFU roll and what its result allows.

use kernel::RuleId;

use super::common::{FATIGUE, Fatigue, Grid, GridRow};
use crate::rows;
use crate::sheet::{
    ALWAYS, Amount, Change, Choose, Exclusion, Field, Line, Question, Resolved, Row, Sheet, Table, Test,
};

rows! {
    /// What is asked before a SNAFU roll.
    pub enum Ask, /// The questions.
    QUESTIONS: Question {
        /// The formation's fatigue.
        Fatigue = Question::pick("fatigue", "BCS-SNAFU-3", "Fatigue", FATIGUE);
        /// It has a Coordination marker.
        Coordination = Question::flag("coordination", "BCS-SNAFU-3", "Coordination marker");
        /// It is mixed with another formation.
        Mixed = Question::flag("mixed", "BCS-SNAFU-7", "Mixed Formations (3.2d)");
        /// What the game adds.
        Special = Question::count("special", "BCS-SNAFU-3", "Game Specific SNAFU DRM", (-9, 9));
        /// Whether the supply route is complete.
        Msr = Question::pick("msr", "BCS-MSR-13", "The MSR is", &[("complete", "Complete"), ("broken", "not Complete")]);
        /// The trains are at Optimal Distance.
        Optimal = Question::flag("optimal", "BCS-MSR-6", "Optimal Distance");
        /// The trains are Ghost.
        Ghost = Question::flag("ghost", "BCS-GEN-5", "Ghost Trains");
        /// The route crosses another.
        Crossing = Question::flag("crossing", "BCS-MSR-9", "Crossing the Streams");
        /// The route uses tracks.
        Tracks = Question::flag("tracks", "BCS-MSR-10", "The MSR uses Tracks");
        /// How good the tracks are.
        Trafficability = Question::pick("trafficability", "BCS-MSR-12", "Trafficability", &[("good", "Good"), ("poor", "Poor")]);
        /// The trains are Off-Map.
        OffMap = Question::flag("off-map", "BCS-SNAFU-5", "Combat Trains Off-Map");
        /// How far the route is blocked.
        Blocked = Question::count("blocked", "BCS-SNAFU-5", "MSR Blocked Level", (0, 2));
        /// The formation has Prepared Defense.
        Prepared = Question::flag("prepared", "BCS-SNAFU-2", "Prepared Defense");
    }
}

rows! {
    /// What keeps modifiers from counting.
    pub enum Excluded, /// The exclusions.
    EXCLUSIONS: Exclusion {
        /// Those of a broken route do not count for a complete one.
        Complete = Exclusion::new("complete", "BCS-SNAFU-6", "The MSR is Complete.", &[&[Ask::Msr.is(0)]]);
        /// Those of a complete route do not count for a broken one.
        Broken = Exclusion::new("broken", "BCS-SNAFU-6", "The MSR is not Complete.", &[&[Ask::Msr.is(1)]]);
        /// Only one kind of trafficability counts.
        NoTracks = Exclusion::new("no-tracks", "BCS-MSR-12", "The MSR uses no Tracks.", &[&[Ask::Tracks.no()]]);
    }
}

const OF_COMPLETE: &[u8] = &[Excluded::Broken.at()];
const OF_BROKEN: &[u8] = &[Excluded::Complete.at()];

rows! {
    /// The modifiers of a SNAFU roll.
    pub enum Mod, /// The modifiers in printed order.
    LINES: Line {
        /// Fresh.
        Fresh = Line::new("fresh", "BCS-SNAFU-3", "Fresh Fatigue", Amount::Fixed(1), &[&[Ask::Fatigue.is(0)]]);
        /// A Coordination marker.
        Coordination = Line::new("coordination", "BCS-SNAFU-3", "Coordination marker", Amount::Fixed(-1), &[&[Ask::Coordination.yes()]]);
        /// The fatigue level.
        Level = Line::new("level", "BCS-SNAFU-3", "Fatigue Level X", Amount::By(Ask::Fatigue.at(), &[0, 0, -1, -2, -3, -4]), &[&[Ask::Fatigue.least(2)]]);
        /// Mixed.
        Mixed = Line::new("mixed", "BCS-SNAFU-3", "Mixed Formations (3.2d)", Amount::Fixed(-1), &[&[Ask::Mixed.yes()]]);
        /// The game's own.
        Special = Line::new("special", "BCS-SNAFU-3", "Game Specific SNAFU DRM X", Amount::Times(Ask::Special.at(), 1), &[&[Ask::Special.not(0)]]);
        /// Optimal Distance.
        Optimal = Line::new("optimal", "BCS-SNAFU-4", "Optimal Distance", Amount::Fixed(1), &[&[Ask::Optimal.yes()]]).unless(OF_COMPLETE);
        /// Ghost trains.
        Ghost = Line::new("ghost", "BCS-SNAFU-4", "Ghost Trains", Amount::Fixed(-1), &[&[Ask::Ghost.yes()]]).unless(OF_COMPLETE);
        /// Crossing the Streams.
        Crossing = Line::new("crossing", "BCS-SNAFU-4", "Crossing the Streams", Amount::Fixed(-1), &[&[Ask::Crossing.yes()]]).unless(OF_COMPLETE);
        /// Good tracks.
        Good = Line::new("good", "BCS-SNAFU-4", "MSR uses Tracks: Good Trafficability", Amount::Fixed(-1), &[&[Ask::Tracks.yes(), Ask::Trafficability.is(0)]]).unless(OF_COMPLETE);
        /// Poor tracks.
        Poor = Line::new("poor", "BCS-SNAFU-4", "MSR uses Tracks: Poor Trafficability", Amount::Fixed(-2), &[&[Ask::Trafficability.is(1)]]).unless(&[Excluded::NoTracks.at(), Excluded::Broken.at()]);
        /// Trains Off-Map.
        OffMap = Line::new("off-map", "BCS-SNAFU-5", "Combat Trains Off-Map", Amount::Fixed(-3), &[&[Ask::OffMap.yes()]]).unless(OF_BROKEN);
        /// Blocked once.
        Blocked1 = Line::new("blocked-1", "BCS-SNAFU-5", "MSR Blocked Level 1", Amount::Fixed(-1), &[&[Ask::Blocked.is(1)]]).unless(OF_BROKEN);
        /// Blocked twice.
        Blocked2 = Line::new("blocked-2", "BCS-SNAFU-5", "MSR Blocked Level 2", Amount::Fixed(-2), &[&[Ask::Blocked.is(2)]]).unless(OF_BROKEN);
    }
}

/// The SNAFU Table.
pub static SHEET: Sheet = Sheet {
    id: "snafu",
    title: "SNAFU Table (3.2)",
    rule: RuleId("BCS-SNAFU-1"),
    stand_in: false,
    questions: QUESTIONS,
    exclusions: EXCLUSIONS,
    bars: &[],
    lines: LINES,
    choose: Choose::First,
    tables: &[Table::new(
        "snafu",
        "BCS-SNAFU-1",
        "SNAFU Table",
        2,
        ALWAYS,
        &[
            Row::to(2, "FAIL", &[(Field::Level, 0)]),
            Row::span(3, 6, "PARTIAL", &[(Field::Level, 1)]),
            Row::from(7, "FULL", &[(Field::Level, 2)]),
        ],
    )],
    changes: &[Change::new(
        "prepared",
        "BCS-SNAFU-2",
        "Prepared Defense: the best SNAFU Result is PARTIAL.",
        &[&[Ask::Prepared.yes(), Test::Gives(Field::Level, 2)]],
        &[(Field::Level, 1)],
    )],
    gives: &[Field::Level],
};

kernel::words! {
    /// What a SNAFU roll gives.
    pub enum Level {
        /// Next to nothing.
        Fail = "fail" => "FAIL",
        /// Half.
        Partial = "partial" => "PARTIAL",
        /// Everything.
        Full = "full" => "FULL",
    }

    /// What can be done in an activation. [BCS-SNAFU-9]
    pub enum Action {
        /// How many OBJ markers the HQ creates.
        HqObj = "hq-obj" => "HQ Created?",
        /// Recon units create OBJ markers.
        ReconObj = "recon-obj" => "Recon Created?",
        /// Movement allowances are used.
        Ma = "ma" => "MA Use?",
        /// Voluntary Retreat.
        VoluntaryRetreat = "voluntary-retreat" => "Voluntary Retreat?",
        /// Flipping counters.
        Flip = "flip" => "Flipping Counter Side?",
        /// Moving and flipping Combat Trains.
        Trains = "trains" => "Combat Trains?",
        /// Barrages by Arty Points.
        Artillery = "artillery" => "Artillery Barrage?",
        /// Barrages by Air Points.
        Air = "air" => "Air Point Barrage?",
        /// Combat of all kinds.
        Combat = "combat" => "All?",
        /// Prepared Defense.
        Prepared = "prepared" => "Prepared Defense?",
        /// Returning dropped Support.
        ReturnSupport = "return-support" => "Return Dropped Support?",
        /// Entering Screen.
        Screen = "screen" => "Enter Screen?",
    }

    /// What a result allows of an action. [BCS-SNAFU-9]
    pub enum Effect {
        /// Two.
        Two = "2",
        /// One.
        One = "1",
        /// None at all.
        None = "0",
        /// Yes.
        Yes = "yes",
        /// No.
        No = "no",
        /// All of it.
        All = "all",
        /// Half, never rounded. [BCS-SNAFU-11]
        Half = "half" => "half, not rounded",
        /// Half, rounded down.
        HalfDown = "half-down" => "half, rounded down",
        /// The HQ alone.
        HqOnly = "hq-only" => "HQ only",
        /// In an Initial Activation alone. [BCS-ACT-17]
        InitialOnly = "initial-only" => "Initial Activation only",
    }
}

impl Level {
    /// Of what a roll came to.
    pub fn of(outcome: &crate::sheet::Outcome) -> Self {
        match outcome.get(Field::Level) {
            2.. => Self::Full,
            1 => Self::Partial,
            _ => Self::Fail,
        }
    }
}

const fn effects(group: &'static str, action: Action, full: &'static [&'static str]) -> GridRow {
    GridRow { id: action.word(), group, words: action.prose(), rule: RuleId("BCS-SNAFU-9"), cells: full }
}

/// The SNAFU Result Effects. Its columns have names, for the source prints the two tables in opposite orders. Correction C8 of the catalogue.
pub static EFFECTS: Grid = Grid {
    id: "snafu-effects",
    title: "SNAFU Result Effects",
    rule: RuleId("BCS-SNAFU-9"),
    columns: &[("full", "Full"), ("partial", "Partial"), ("fail", "Fail")],
    rows: &[
        effects("Objectives", Action::HqObj, &["2", "1", "0"]),
        effects("Objectives", Action::ReconObj, &["yes", "yes", "no"]),
        effects("Movement", Action::Ma, &["all", "half", "no"]),
        effects("Movement", Action::VoluntaryRetreat, &["yes", "yes", "hq-only"]),
        effects("Movement", Action::Flip, &["yes", "yes", "yes"]),
        effects("Movement", Action::Trains, &["yes", "yes", "yes"]),
        effects("Barrage", Action::Artillery, &["all", "half-down", "no"]),
        effects("Barrage", Action::Air, &["yes", "yes", "no"]),
        effects("Combat", Action::Combat, &["yes", "yes", "no"]),
        effects("Other", Action::Prepared, &["yes", "yes", "yes"]),
        effects("Other", Action::ReturnSupport, &["yes", "yes", "yes"]),
        effects("Other", Action::Screen, &["yes", "yes", "initial-only"]),
    ],
};

/// [BCS-SNAFU-9] What a result allows of an action.
///
/// # Panics
/// When the grid lacks a cell or has a word that nobody knows: a test asks for every cell.
pub fn effect(level: Level, action: Action) -> Effect {
    let column = EFFECTS.columns.iter().position(|(word, _)| *word == level.word());
    let row = EFFECTS.rows.iter().find(|row| row.id == action.word());
    let cell = row.zip(column).and_then(|(row, column)| row.cells.get(column));
    cell.and_then(|word| Effect::read(word)).expect("the grid has a cell for each result and action")
}

/// [BCS-SNAFU-9] Whether a result allows an action at all; `initial` in an Initial Activation, `hq` of an HQ.
pub fn allows(level: Level, action: Action, initial: bool, hq: bool) -> bool {
    match effect(level, action) {
        Effect::None | Effect::No => false,
        Effect::HqOnly => hq,
        Effect::InitialOnly => initial,
        _ => true,
    }
}

/// [BCS-SNAFU-9] How many of so many Arty Points can be used.
pub fn arty_points(level: Level, points: u8) -> u8 {
    match effect(level, Action::Artillery) {
        Effect::All => points,
        Effect::HalfDown => points / 2,
        _ => 0,
    }
}

/// The circumstances of a SNAFU roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Snafu {
    /// The formation's fatigue.
    pub fatigue: Fatigue,
    /// It has a Coordination marker.
    pub coordination: bool,
    /// It is mixed.
    pub mixed: bool,
    /// What the game adds, −9 to 9.
    pub special: i8,
    /// The route is complete.
    pub complete: bool,
    /// The trains are at Optimal Distance.
    pub optimal: bool,
    /// The trains are Ghost.
    pub ghost: bool,
    /// The route crosses another.
    pub crossing: bool,
    /// The route uses tracks.
    pub tracks: bool,
    /// Tracks are poor.
    pub poor: bool,
    /// The trains are Off-Map.
    pub off_map: bool,
    /// How far the route is blocked, 0 to 2.
    pub blocked: u8,
    /// The formation has Prepared Defense.
    pub prepared: bool,
}

/// [BCS-SNAFU-1] Resolves the circumstances of a SNAFU roll.
pub fn resolve(of: &Snafu) -> Resolved {
    let flag = i16::from;
    SHEET.resolve(&[
        of.fatigue as i16,
        flag(of.coordination),
        flag(of.mixed),
        of.special.into(),
        flag(!of.complete),
        flag(of.optimal),
        flag(of.ghost),
        flag(of.crossing),
        flag(of.tracks),
        flag(of.poor),
        flag(of.off_map),
        of.blocked.into(),
        flag(of.prepared),
    ])
}
