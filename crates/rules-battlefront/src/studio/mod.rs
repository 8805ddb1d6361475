//! The tables of a set-up file as umpires fill them in. What a draft says so far gives the choices: its sides, its groups,
//! its kinds of stands. The reader of [`crate::setup`] alone judges what is filled in.

mod calendar;
mod charts;
mod column;
mod field;
mod forces;
mod head;
mod known;

use tabular::SetupTable;

use known::Known;

/// A campaign to begin with: two sides, one day, and one of everything that a campaign needs.
pub(crate) const BLANK: &str = include_str!("../../scenarios/blank.toml");

/// The tables of a draft, in the order in which a campaign is set up.
pub(crate) fn tables(text: &str) -> Vec<SetupTable> {
    let known = Known::of(text);
    let mut tables = head::tables(&known);
    tables.extend(calendar::tables(&known));
    tables.extend(forces::tables(&known));
    tables.extend(field::tables(&known));
    tables.extend(charts::tables(&known));
    tables
}
