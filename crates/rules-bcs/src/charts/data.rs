//! The charts as JSON, for whoever reads them without this crate: the play aid, a page, another program.
//!
//! The form is `adjutant-bcs-charts/1`, an object of
//!
//! - `fields`: for each field of a result what its values say, from 0 on; an empty text says nothing;
//! - `sheets`: the charts on which something is rolled or looked up;
//! - `grids`: tables of two headings; rows of one `group` stand under its heading;
//! - `lists`: check lists; `read` says whether `all` lines must hold, `each` is a case of its own, or they are gone through
//!   `in-turn`.
//!
//! A sheet is read in this order. Every answer is a whole number: a `flag` is 0 or 1, a `pick` is the place of the choice in
//! its list, a `count` lies between its two numbers.
//!
//! 1. A condition (`when`) is a list of alternatives; each is a list of tests that must all hold. A test is a list:
//!    `["is", question, n]`, `["not", question, n]`, `["least", question, n]`, `["over", question, question]`; in changes
//!    also `["gives", field, n]` and `["spends", field, question]`, which holds when the field is the answer or more.
//! 2. Where a condition of `bars` holds, there is no roll.
//! 3. A line counts when its `when` holds, the `when` of none of the exclusions that `unless` names holds, and no earlier line of the
//!    same `group` (0 is none) counts. Its `amount` is a number, or `["times", question, n]`, or `["by", question, [n, …]]`.
//!    What is `for` the `other` is taken away from the net. `printed` is the amount as it stands in print.
//! 4. The tables are those whose `when` holds and that nothing in `unless` excludes. `choose` takes the `first`, or, as
//!    `["least", field]`, the one in which the fewest ways of the dice give the field something other than 0; of equal ones
//!    the first.
//! 5. The sum of its `dice`, of six sides, and the net fall into one row: `min` and `max` may be absent. With 0 dice the only
//!    row is sure.
//! 6. The row `says` values of fields; every other field is 0. Then `changes` are gone through in order: where `when` holds,
//!    `set` is set, and later changes see it.
//! 7. `gives` are the fields by which the result is told, in order.

use std::sync::LazyLock;

use kernel::Chart;
use serde_json::{Map, Value, json};

use super::common::{Grid, List};
use super::{
    s3_second_activation, s4_recovery, s6_safe_path, s7_legal_hexes, s8_snafu, s10_stopped, s12_attack,
    s12_combat, s13_engagement, s14_barrage, s15_prepared_defense, s16_fatigue, s17_isolation, s18_retreat,
    s19_urban,
};
use crate::sheet::{Field, Found, Sheet, Table, data::sheet};

/// Every chart on which something is rolled or looked up, in the order of the catalogue.
pub static SHEETS: [&Sheet; 11] = [
    &s3_second_activation::SHEET,
    &s8_snafu::SHEET,
    &s12_combat::SHEET,
    &s13_engagement::SHEET,
    &s14_barrage::SHEET,
    &s16_fatigue::SHEET,
    &s17_isolation::SHEET,
    &s18_retreat::SHEET,
    &s18_retreat::VOLUNTARY_LOSS,
    &s19_urban::SHEET,
    &s3_second_activation::FIRST_PLAYER,
];

/// Every table of two headings.
pub static GRIDS: [&Grid; 2] = [&s6_safe_path::GRID, &s8_snafu::EFFECTS];

/// Every check list.
pub static LISTS: [&List; 14] = [
    &s12_attack::SEQUENCE,
    &s4_recovery::RECOVERY,
    &s4_recovery::FAILURE,
    &s7_legal_hexes::LIST,
    &s10_stopped::STOPS,
    &s10_stopped::CAN_STOPPED,
    &s10_stopped::CANNOT_STOPPED,
    &s10_stopped::FINISHES,
    &s10_stopped::CAN_FINISHED,
    &s10_stopped::CANNOT_FINISHED,
    &s15_prepared_defense::ENTRY,
    &s15_prepared_defense::EXIT,
    &s15_prepared_defense::EFFECTS,
    &s15_prepared_defense::ELIGIBLE,
];

/// Every table with dice as the kernel draws on it.
static DRAWN: LazyLock<Vec<(&'static Table, Chart<Found>)>> = LazyLock::new(|| {
    let tables = SHEETS.iter().flat_map(|sheet| sheet.tables);
    tables.filter_map(|table| Some((table, table.chart()?))).collect()
});

/// A table of [`SHEETS`] as the kernel draws on it; none where its result is sure.
pub fn drawn(table: &'static Table) -> Option<&'static Chart<Found>> {
    DRAWN.iter().find(|(known, _)| std::ptr::eq(*known, table)).map(|(_, chart)| chart)
}

/// The name of the form.
pub const FORMAT: &str = "adjutant-bcs-charts/1";

/// Every chart as data.
pub fn export() -> Value {
    let fields: Map<String, Value> =
        Field::ALL.iter().map(|field| (field.word().into(), json!(field.values()))).collect();
    json!({
        "format": FORMAT,
        "fields": fields,
        "sheets": SHEETS.iter().map(|of| sheet(of)).collect::<Vec<_>>(),
        "grids": GRIDS.iter().map(|of| of.export()).collect::<Vec<_>>(),
        "lists": LISTS.iter().map(|of| of.export()).collect::<Vec<_>>(),
    })
}
