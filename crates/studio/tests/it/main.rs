//! The studio on the set-ups that ship: what goes out comes back, and what is wrong is told at its cell.

mod battalions;
mod central_front;
mod civil_war;
mod draft;
mod faults;
mod findings;
mod junk;
mod painted;
mod renamed;
mod round_trip;
mod trials;
mod whole;

use rules_battlefront::{NIGHT_SAMPLE, RULEBOOK, SAMPLE};
use studio::{Draft, Placing, Trial};
use tabular::{Grid, SetupTable, Value};

/// The set-ups that ship with their names.
const SAMPLES: [(&str, &str); 2] = [("rostov", SAMPLE), ("mius", NIGHT_SAMPLE)];

fn draft(text: &str) -> Draft {
    Draft::read("draft", text).expect("this is TOML")
}

fn table(draft: &Draft, path: &str) -> SetupTable {
    draft.tables(&RULEBOOK).into_iter().find(|table| table.path == path).expect(path)
}

/// The columns of a table in its own order.
fn all(table: &SetupTable) -> Vec<Option<usize>> {
    (0..table.columns.len()).map(Some).collect()
}

fn column(table: &SetupTable, key: &str) -> usize {
    table.columns.iter().position(|column| column.key == key).expect(key)
}

fn instead(draft: &Draft, table: &SetupTable, grid: &Grid) -> Trial {
    draft.try_rows(&RULEBOOK, table, grid, &all(table), Placing::Instead)
}

/// The draft with one cell of a table changed.
fn with(draft: &Draft, path: &str, row: usize, key: &str, words: &str) -> Trial {
    let table = table(draft, path);
    let mut grid = draft.grid(&table);
    grid.rows[row][column(&table, key)] = Value::from(words);
    instead(draft, &table, &grid)
}

fn parsed(text: &str) -> toml::Table {
    text.parse().expect("this is TOML")
}

/// A grid as it stands in a spreadsheet.
fn sheet<const N: usize>(rows: &[[&str; N]]) -> Grid {
    let mut grid = Grid::new("Pasted", Vec::<String>::new());
    grid.rows = rows.iter().map(|row| row.iter().map(|cell| Value::from(*cell)).collect()).collect();
    grid
}
