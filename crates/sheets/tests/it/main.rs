//! Tables out of views, and files in and out.

#![allow(clippy::unwrap_used)]

mod any_file;
mod csv;
mod harmful;
mod of_view;
mod pdf;
mod pdf_places;
mod xlsx;

use tabular::{Grid, Value};

/// Texts that a spreadsheet would take for formulas, and others that look nearly like them.
const TRICKY: [&str; 14] = [
    "=HYPERLINK(\"http://x\",\"y\")",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    " =1",
    "'=1",
    "''@",
    "＝1",
    "[Roster]",
    "'[Roster]",
    "a, \"b\"\nc; d",
    "−5",
    "'tis",
];

/// Two tables that hold all of them, alone in a row and beside a number.
fn tricky() -> Vec<Grid> {
    let mut alone = Grid::new("One", ["Words"]);
    alone.rows.extend(TRICKY.map(|text| vec![text.into()]));
    let mut beside = Grid::new("Other [2]", ["Words", "Figure", "More"]);
    beside.rows.extend(TRICKY.map(|text| vec![text.into(), Value::Whole(-3), text.into()]));
    beside.rows.push(vec!["".into(), "".into(), "".into()]);
    beside.rows.push(vec!["".into(), "".into(), "last".into()]);
    vec![alone, beside]
}

/// The words of every cell, without empty cells at the end of rows and empty rows at the end of tables.
fn words(grids: &[Grid]) -> Vec<(String, Vec<Vec<String>>)> {
    let cells = |row: &Vec<Value>| {
        let mut cells: Vec<String> = row
            .iter()
            .map(|value| match value {
                Value::Whole(number) => number.to_string(),
                Value::Text(text) => text.clone(),
            })
            .collect();
        cells.truncate(cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |at| at + 1));
        cells
    };
    grids.iter().map(|grid| (grid.name.clone(), grid.rows.iter().map(cells).collect())).collect()
}
