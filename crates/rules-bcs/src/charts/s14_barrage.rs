//! BCS-BAR: the Barrage Table, for barrages and Attacks by Fire.

use kernel::RuleId;

use super::common::{GROUND, Ground};
use crate::rows;
use crate::sheet::{Choose, Field, Question, Resolved, Row, Sheet, Table};

rows! {
    /// What is asked of each unit in the target hex.
    pub enum Ask, /// The questions.
    QUESTIONS: Question {
        /// Which column.
        Column = Question::pick("column", "BCS-BAR-2", "Fired by", &[("arty", "Arty Point or Air Point"), ("fire", "Attack by Fire")]);
        /// A hard unit.
        Hard = Question::flag("hard", "BCS-BAR-2", "Hard unit");
        /// A deployed Stand Off unit.
        StandOff = Question::flag("stand-off", "BCS-BAR-2", "Deployed Stand Off unit");
        /// The ground.
        Ground = Question::pick("ground", "BCS-BAR-2", "Target hex", GROUND);
        /// In Prepared Defense and eligible for it.
        Prepared = Question::flag("prepared", "BCS-BAR-4", "Prepared Defense, for an eligible unit");
    }
}

const STEP: &[(Field, i8)] = &[(Field::Steps, 1)];
const NONE: &[(Field, i8)] = &[(Field::Steps, 0)];
const FROM_6: &[Row] = &[Row::to(5, "no loss", NONE), Row::from(6, "1 step", STEP)];
const FROM_5: &[Row] = &[Row::to(4, "no loss", NONE), Row::from(5, "1 step", STEP)];
const FROM_4: &[Row] = &[Row::to(3, "no loss", NONE), Row::from(4, "1 step", STEP)];
const FROM_3: &[Row] = &[Row::to(2, "no loss", NONE), Row::from(3, "1 step", STEP)];

const fn row(id: &'static str, words: &'static str, when: crate::sheet::When, rows: &'static [Row]) -> Table {
    Table::new(id, "BCS-BAR-2", words, 1, when, rows)
}

/// The Barrage Table. Of several rows that apply the one with the least chance of a loss is used. [BCS-BAR-3]
pub static SHEET: Sheet = Sheet {
    id: "barrage",
    title: "Barrage Table (5.3 & 5.4)",
    rule: RuleId("BCS-BAR-1"),
    stand_in: false,
    questions: QUESTIONS,
    exclusions: &[],
    bars: &[],
    lines: &[],
    choose: Choose::Least(Field::Steps),
    tables: &[
        row("arty-hard", "Hard unit, Arty", &[&[Ask::Column.is(0), Ask::Hard.yes()]], FROM_6),
        row(
            "arty-stand-off",
            "Deployed Stand Off unit, Arty",
            &[&[Ask::Column.is(0), Ask::StandOff.yes()]],
            FROM_6,
        ),
        row("arty-urban", "Urban hex, Arty", &[&[Ask::Column.is(0), Ask::Ground.is(3)]], FROM_5),
        row("arty-city", "City hex, Arty", &[&[Ask::Column.is(0), Ask::Ground.is(2)]], FROM_5),
        row("arty-terrain", "Terrain hex, Arty", &[&[Ask::Column.is(0), Ask::Ground.is(1)]], FROM_4),
        row("arty-prepared", "Prepared Defense, Arty", &[&[Ask::Column.is(0), Ask::Prepared.yes()]], FROM_4),
        row(
            "arty-none",
            "None of the above, Arty",
            &[&[
                Ask::Column.is(0),
                Ask::Hard.no(),
                Ask::StandOff.no(),
                Ask::Ground.is(0),
                Ask::Prepared.no(),
            ]],
            FROM_3,
        ),
        row("fire-hard", "Hard unit, Attack by Fire", &[&[Ask::Column.is(1), Ask::Hard.yes()]], FROM_6),
        row(
            "fire-stand-off",
            "Deployed Stand Off unit, Attack by Fire",
            &[&[Ask::Column.is(1), Ask::StandOff.yes()]],
            FROM_6,
        ),
        row("fire-urban", "Urban hex, Attack by Fire", &[&[Ask::Column.is(1), Ask::Ground.is(3)]], FROM_6),
        row("fire-city", "City hex, Attack by Fire", &[&[Ask::Column.is(1), Ask::Ground.is(2)]], FROM_6),
        row(
            "fire-terrain",
            "Terrain hex, Attack by Fire",
            &[&[Ask::Column.is(1), Ask::Ground.is(1)]],
            FROM_5,
        ),
        row(
            "fire-prepared",
            "Prepared Defense, Attack by Fire",
            &[&[Ask::Column.is(1), Ask::Prepared.yes()]],
            FROM_5,
        ),
        row(
            "fire-none",
            "None of the above, Attack by Fire",
            &[&[
                Ask::Column.is(1),
                Ask::Hard.no(),
                Ask::StandOff.no(),
                Ask::Ground.is(0),
                Ask::Prepared.no(),
            ]],
            FROM_4,
        ),
    ],
    changes: &[],
    gives: &[Field::Steps],
};

/// The circumstances of one unit under fire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Barrage {
    /// An Attack by Fire, else a barrage.
    pub by_fire: bool,
    /// A hard unit.
    pub hard: bool,
    /// A deployed Stand Off unit.
    pub stand_off: bool,
    /// The ground of the target.
    pub ground: Ground,
    /// In Prepared Defense and eligible for it.
    pub prepared: bool,
}

/// [BCS-BAR-1] Resolves the circumstances of one unit under fire; each unit of a hex rolls for itself.
pub fn resolve(of: &Barrage) -> Resolved {
    let flag = i16::from;
    SHEET.resolve(&[flag(of.by_fire), flag(of.hard), flag(of.stand_off), of.ground as i16, flag(of.prepared)])
}
