//! BCS-URB: who controls an urban hex. The chart of the source is missing, so this is a stand-in of the house.

use kernel::RuleId;

use crate::rows;
use crate::sheet::{ALWAYS, Choose, Field, Question, Resolved, Row, Sheet, Table};

const SIDES: &[(&str, &str)] =
    &[("nobody", "nobody"), ("first", "the first side"), ("second", "the second side")];

rows! {
    /// What is asked of an urban hex.
    pub enum Ask, /// The questions.
    QUESTIONS: Question {
        /// Whose combat units stand in it.
        Stands = Question::pick("stands", "BCS-URB-2", "Combat units in the hex", SIDES);
        /// Who controlled it last.
        Last = Question::pick("last", "BCS-URB-1", "Last controlled by", SIDES);
    }
}

const fn by(
    id: &'static str,
    rule: &'static str,
    words: &'static str,
    when: crate::sheet::When,
    rows: &'static [Row],
) -> Table {
    Table::new(id, rule, words, 0, when, rows)
}

const NOBODY: &[Row] = &[Row::sure("nobody", &[(Field::Holder, 0)])];
const FIRST: &[Row] = &[Row::sure("the first side", &[(Field::Holder, 1)])];
const SECOND: &[Row] = &[Row::sure("the second side", &[(Field::Holder, 2)])];

/// The Urban Hex Control Chart.
pub static SHEET: Sheet = Sheet {
    id: "urban",
    title: "Urban Hex Control Chart (6.1d)",
    rule: RuleId("BCS-URB-2"),
    stand_in: true,
    questions: QUESTIONS,
    exclusions: &[],
    bars: &[],
    lines: &[],
    choose: Choose::First,
    tables: &[
        by("stands-first", "BCS-URB-2", "The first side's units alone", &[&[Ask::Stands.is(1)]], FIRST),
        by("stands-second", "BCS-URB-2", "The second side's units alone", &[&[Ask::Stands.is(2)]], SECOND),
        by("last-first", "BCS-URB-2", "Empty, last the first side's", &[&[Ask::Last.is(1)]], FIRST),
        by("last-second", "BCS-URB-2", "Empty, last the second side's", &[&[Ask::Last.is(2)]], SECOND),
        by("never", "BCS-URB-1", "Empty, and nobody's so far", ALWAYS, NOBODY),
    ],
    changes: &[],
    gives: &[Field::Holder],
};

/// [BCS-URB-2] Resolves who controls an urban hex: 0 nobody, 1 the first side, 2 the second.
pub fn resolve(stands: u8, last: u8) -> Resolved {
    SHEET.resolve(&[stands.into(), last.into()])
}
