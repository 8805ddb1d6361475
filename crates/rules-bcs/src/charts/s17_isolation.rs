//! BCS-ISO: steps that isolated units lose.

use kernel::RuleId;

use crate::rows;
use crate::sheet::{Choose, Field, Question, Resolved, Row, Sheet, Table};

rows! {
    /// What is asked of a unit at step (h).
    pub enum Ask, /// The questions.
    QUESTIONS: Question {
        /// It has a Safe Path.
        Path = Question::flag("path", "BCS-SAFE-1", "Stack has a Safe Path");
        /// It is in Command Radius.
        Command = Question::flag("command", "BCS-CR-1", "In Command Radius");
        /// Its formation is MSR Blocked marked.
        Blocked = Question::flag("blocked", "BCS-ISO-1", "MSR Blocked Marker");
    }
}

const fn case(
    id: &'static str,
    words: &'static str,
    when: crate::sheet::When,
    rows: &'static [Row],
) -> Table {
    Table::new(id, "BCS-ISO-1", words, 0, when, rows)
}

const NONE: &[Row] = &[Row::sure("0", &[(Field::Steps, 0)])];
const ONE: &[Row] = &[Row::sure("1", &[(Field::Steps, 1)])];
const TWO: &[Row] = &[Row::sure("2", &[(Field::Steps, 2)])];
const THREE: &[Row] = &[Row::sure("3", &[(Field::Steps, 3)])];

/// The Isolation table.
pub static SHEET: Sheet = Sheet {
    id: "isolation",
    title: "Isolation (3.6)",
    rule: RuleId("BCS-ISO-1"),
    stand_in: false,
    questions: QUESTIONS,
    exclusions: &[],
    bars: &[],
    lines: &[],
    choose: Choose::First,
    tables: &[
        case("path-in", "Safe Path, in Command Radius", &[&[Ask::Path.yes(), Ask::Command.yes()]], NONE),
        case(
            "path-out",
            "Safe Path, out of Command Radius",
            &[&[Ask::Path.yes(), Ask::Command.no(), Ask::Blocked.no()]],
            ONE,
        ),
        case(
            "path-out-blocked",
            "Safe Path, out of Command Radius, MSR Blocked",
            &[&[Ask::Path.yes(), Ask::Command.no(), Ask::Blocked.yes()]],
            TWO,
        ),
        case(
            "none-in",
            "no Safe Path, in Command Radius",
            &[&[Ask::Path.no(), Ask::Command.yes(), Ask::Blocked.no()]],
            ONE,
        ),
        case(
            "none-in-blocked",
            "no Safe Path, in Command Radius, MSR Blocked",
            &[&[Ask::Path.no(), Ask::Command.yes(), Ask::Blocked.yes()]],
            TWO,
        ),
        case(
            "none-out",
            "no Safe Path, out of Command Radius",
            &[&[Ask::Path.no(), Ask::Command.no(), Ask::Blocked.no()]],
            TWO,
        ),
        case(
            "none-out-blocked",
            "no Safe Path, out of Command Radius, MSR Blocked",
            &[&[Ask::Path.no(), Ask::Command.no(), Ask::Blocked.yes()]],
            THREE,
        ),
    ],
    changes: &[],
    gives: &[Field::Steps],
};

/// [BCS-ISO-1] Resolves the isolation of one unit; the result is sure.
pub fn resolve(path: bool, command: bool, blocked: bool) -> Resolved {
    SHEET.resolve(&[path, command, blocked].map(i16::from))
}
