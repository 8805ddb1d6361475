//! BCS-RET: how a retreat is executed. The flowchart of the source is missing, so the chart is a stand-in of the house.

use kernel::RuleId;

use crate::rows;
use crate::sheet::{ALWAYS, Choose, Field, Question, Resolved, Row, Sheet, Table};

rows! {
    /// What is asked of a unit that retreats.
    pub enum Ask, /// The questions.
    QUESTIONS: Question {
        /// Why it retreats.
        Why = Question::pick("why", "BCS-RET-2", "What retreats, and why", &[
            ("hq", "an HQ"),
            ("trains", "Combat Trains"),
            ("voluntary", "a Voluntary Retreat"),
            ("screen", "a Screen"),
            ("engagement", "an Engagement"),
            ("situational", "D: Situational"),
            ("retreat", "D: Retreat"),
        ]);
        /// Prepared Defense, or in or behind Key Terrain.
        Stands = Question::flag("stands", "BCS-CT-21", "Prepared Defense, or in or behind Key Terrain");
        /// It has an HQ Refuge.
        Refuge = Question::flag("refuge", "BCS-RET-5", "HQ Refuge exists");
        /// It can go 3 hexes and end outside any EZOC that stops it.
        Way = Question::flag("way", "BCS-RET-10", "A 3-hex retreat is possible and ends outside an applicable EZOC");
    }
}

const HQ: i16 = Why::Hq as i16;
const TRAINS: i16 = Why::Trains as i16;
const VOLUNTARY: i16 = Why::Voluntary as i16;
const SCREEN: i16 = Why::Screen as i16;
const ENGAGEMENT: i16 = Why::Engagement as i16;
const SITUATIONAL: i16 = Why::Situational as i16;
const RETREAT: i16 = Why::Retreat as i16;

const STAYS: i8 = 0;
const THREE: i8 = 1;
const TO_HQ: i8 = 2;
const REMOVED: i8 = 3;
const ROAD: i8 = 4;
const OFF_MAP: i8 = 5;
const BARE_THREE: i8 = 6;
const CHOSEN: i8 = 7;

const GONE: &[Row] = &[Row::sure(
    "one retreat loss; survivors return next turn with an HQ, Move-side",
    &[(Field::Goes, REMOVED), (Field::Steps, 1)],
)];

const fn case(
    id: &'static str,
    rule: &'static str,
    words: &'static str,
    when: crate::sheet::When,
    rows: &'static [Row],
) -> Table {
    Table::new(id, rule, words, 0, when, rows)
}

/// Retreat Execution.
pub static SHEET: Sheet = Sheet {
    id: "retreat",
    title: "Retreat Execution (5.5)",
    rule: RuleId("BCS-RET-1"),
    stand_in: true,
    questions: QUESTIONS,
    exclusions: &[],
    bars: &[],
    lines: &[],
    choose: Choose::First,
    tables: &[
        case(
            "hq",
            "BCS-RET-13",
            "An HQ",
            &[&[Ask::Why.is(HQ)]],
            &[Row::sure("3 to 10 road hexes away", &[(Field::Goes, ROAD)])],
        ),
        case(
            "trains",
            "BCS-RET-13",
            "Combat Trains",
            &[&[Ask::Why.is(TRAINS)]],
            &[Row::sure("Off-Map", &[(Field::Goes, OFF_MAP)])],
        ),
        case(
            "voluntary",
            "BCS-RET-11",
            "A Voluntary Retreat",
            &[&[Ask::Why.is(VOLUNTARY)]],
            &[Row::sure("3 hexes or HQ Refuge, Move-side, Finished", &[(Field::Goes, CHOSEN)])],
        ),
        case(
            "stands",
            "BCS-CT-21",
            "Situational, in Prepared Defense or Key Terrain",
            &[&[Ask::Why.is(SITUATIONAL), Ask::Stands.yes()]],
            &[Row::sure("no retreat, one step", &[(Field::Goes, STAYS), (Field::Steps, 1)])],
        ),
        case(
            "screen",
            "BCS-RET-9",
            "A Screen",
            &[&[Ask::Why.is(SCREEN), Ask::Way.yes()]],
            &[Row::sure("3 hexes", &[(Field::Goes, BARE_THREE)])],
        ),
        case(
            "engagement",
            "BCS-RET-9",
            "An Engagement",
            &[&[Ask::Why.is(ENGAGEMENT), Ask::Way.yes()]],
            &[Row::sure("3 hexes, Move-side", &[(Field::Goes, THREE)])],
        ),
        case(
            "situational",
            "BCS-RET-9",
            "Situational",
            &[&[Ask::Why.is(SITUATIONAL), Ask::Way.yes()]],
            &[Row::sure("3 hexes, Move-side", &[(Field::Goes, THREE)])],
        ),
        case(
            "refuge",
            "BCS-RET-7",
            "Retreat with an HQ Refuge",
            &[&[Ask::Why.is(RETREAT), Ask::Refuge.yes()]],
            &[Row::sure("to the HQ, Move-side", &[(Field::Goes, TO_HQ)])],
        ),
        case("no-refuge", "BCS-RET-7", "Retreat without an HQ Refuge", &[&[Ask::Why.is(RETREAT)]], GONE),
        case(
            "no-way",
            "BCS-RET-10",
            "The retreat cannot be accomplished, or ends in an applicable EZOC (5.5g)",
            ALWAYS,
            GONE,
        ),
    ],
    changes: &[],
    gives: &[Field::Goes, Field::Steps],
};

kernel::words! {
    /// What retreats, and why. [BCS-RET-2]
    pub enum Why {
        /// An HQ, by itself or jumped.
        Hq = "hq",
        /// Combat Trains that are jumped.
        Trains = "trains",
        /// A Voluntary Retreat.
        Voluntary = "voluntary",
        /// A Screen.
        Screen = "screen",
        /// By the Engagement Table.
        Engagement = "engagement",
        /// By a Situational result.
        Situational = "situational",
        /// By a Retreat result.
        Retreat = "retreat",
    }
}

/// [BCS-RET-1] Resolves what a unit does that must retreat; the result is sure.
pub fn resolve(why: Why, stands: bool, refuge: bool, way: bool) -> Resolved {
    let flag = i16::from;
    SHEET.resolve(&[why as i16, flag(stands), flag(refuge), flag(way)])
}

rows! {
    /// A Voluntary Retreat asks nothing.
    pub enum AskVoluntary, /// The questions of a Voluntary Retreat.
    OF_VOLUNTARY: Question {
        /// The unit is an HQ.
        IsHq = Question::flag("hq", "BCS-RET-12", "An HQ retreats");
    }
}

/// What a Voluntary Retreat costs a unit. [BCS-RET-11]
pub static VOLUNTARY_LOSS: Sheet = Sheet {
    id: "voluntary-retreat",
    title: "Voluntary Retreat",
    rule: RuleId("BCS-RET-11"),
    stand_in: true,
    questions: OF_VOLUNTARY,
    exclusions: &[],
    bars: &[],
    lines: &[],
    choose: Choose::First,
    tables: &[
        Table::new(
            "hq",
            "BCS-RET-12",
            "An HQ loses no steps",
            0,
            &[&[AskVoluntary::IsHq.yes()]],
            &[Row::sure("no loss", &[(Field::Steps, 0)])],
        ),
        Table::new(
            "unit",
            "BCS-RET-11",
            "One die per unit",
            1,
            ALWAYS,
            &[Row::to(2, "1 step", &[(Field::Steps, 1)]), Row::from(3, "no loss", &[(Field::Steps, 0)])],
        ),
    ],
    changes: &[],
    gives: &[Field::Steps],
};

/// [BCS-RET-11] Resolves what a Voluntary Retreat costs a unit.
pub fn voluntary(hq: bool) -> Resolved {
    VOLUNTARY_LOSS.resolve(&[hq.into()])
}
