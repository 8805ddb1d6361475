//! The campaign studio: tables of a set-up file as forms, and what is wrong with them at its place.
//!
//! Read in this order: [`field`] (one cell), [`chart`] (rows of cells), [`check`] (rows that were pasted), [`findings`],
//! [`paint`] (a map that is painted).

pub mod chart;
pub mod check;
pub mod field;
pub mod findings;
pub mod paint;

use maud::{Markup, html};
use tabular::{CellKind, SetupColumn, SetupTable};

/// What is wrong or odd at a place of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The row among the table's rows, from 0; `None` for the whole table.
    pub row: Option<usize>,
    /// The column, from 0; `None` for the whole row.
    pub column: Option<usize>,
    /// What is wrong and what would be right.
    pub sentence: String,
    /// The rule that says so; may be empty.
    pub rule: String,
    /// The cell's words as they were probably meant.
    pub suggestion: Option<String>,
    /// Whether it is only odd and no fault.
    pub odd: bool,
}

/// A rule's id, leading to what it says; the form of the file is no rule that anybody looks up.
pub fn rule(base: &str, id: &str) -> Markup {
    html! {
        @if !id.is_empty() && id != kernel::reader::HOUSE_FILE {
            " " a class="rid" href={ (base) "/rules#" (id) } title={ "Rule " (id) } { (id) }
        }
    }
}

/// What belongs into a cell, in words.
pub fn kind_words(kind: &CellKind) -> String {
    let listed = |words: &[(String, String)]| {
        let one = |(word, label): &(String, String)| {
            if label.eq_ignore_ascii_case(word) { label.clone() } else { format!("{word} ({label})") }
        };
        words.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    match kind {
        CellKind::Id => "An id: a short name without spaces, such as RI1.".into(),
        CellKind::Text => "Words.".into(),
        CellKind::Whole { least, most } => format!("A whole number from {least} to {most}."),
        CellKind::Decimal => "A number with at most two decimals.".into(),
        CellKind::Flag => "Yes or no.".into(),
        CellKind::Date => "A date, written as 1942-12-24.".into(),
        CellKind::Choice(words) => format!("One of: {}.", listed(words)),
        CellKind::NumberOr(words) => format!("A whole number, or one of: {}.", listed(words)),
        CellKind::Counts(words) => {
            format!("How many of what, separated by commas, each a number and one of: {}.", listed(words))
        }
        CellKind::List => "Words, parted by commas.".into(),
        CellKind::Points => "Points, each east and north: 0, 36; 72, 37.".into(),
        CellKind::Raw => "A value as the file has it.".into(),
    }
}

/// What the columns mean, to be unfolded.
pub fn legend(table: &SetupTable) -> Markup {
    let one = |column: &SetupColumn| {
        html! {
            div {
                dt { strong { (column.title) } @if !column.needed { " " span class="quiet" { "may be empty" } } }
                dd { @if !column.help.is_empty() { (column.help) " " } (kind_words(&column.kind)) }
            }
        }
    };
    html! {
        section class="panel" {
            details {
                summary { h2 { "What the columns mean" } }
                dl class="rules" { @for column in &table.columns { (one(column)) } }
            }
        }
    }
}

/// A number with its word.
pub fn counted(n: usize, word: &str) -> String {
    if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") }
}
