//! A results table of the scenario's own: its head, its columns of odds, its rows of cells. [CF-CRT-4]

use tabular::{CellKind, SetupTable};
use toml::{Table, Value};

use super::{RESULTS, column, one, whole};

/// The rolls of a table that does not say yet which it has: two dice. [CF-CRT-1]
const ROLLS: std::ops::RangeInclusive<i64> = 2..=12;

/// The tables of a results table, by what it says so far.
pub(super) fn tables(root: &Table) -> [SetupTable; 3] {
    let crt = root.get("crt").and_then(Value::as_table);
    let number = |key: &str| crt.and_then(|crt| crt.get(key)?.as_integer());
    let low = number("roll_min").unwrap_or(*ROLLS.start()).clamp(-20, 40);
    let high = number("roll_max").unwrap_or(*ROLLS.end()).clamp(low, 40);
    [head(), columns(), rows(low..=high)]
}

fn head() -> SetupTable {
    let beyond = [("clamp", "The outermost column"), ("refuse", "The attack is refused")];
    let beyond = CellKind::Choice(beyond.map(|(word, label)| (word.to_owned(), label.to_owned())).to_vec());
    let columns = vec![
        column("id", "Id", CellKind::Text).needed(),
        column("title", "Title", CellKind::Text).needed(),
        column("stand_in", "Stand-in", CellKind::Text)
            .help("Why it stands in for a printed table, where it does."),
        column("roll_min", "Lowest roll", whole(-20, 40)).needed(),
        column("roll_max", "Highest roll", whole(-20, 40)).needed(),
        column("below_first", "Odds below the first column", beyond.clone()).help("CF-CRT-6"),
        column("above_last", "Odds above the last column", beyond).help("CF-CRT-6"),
    ];
    one("crt", "Results table", RESULTS, columns)
        .help("Its name and its rolls; modified rolls beyond them are read in the outermost rows. CF-CRT-4")
}

fn columns() -> SetupTable {
    let columns = vec![
        column("label", "Head", CellKind::Text)
            .needed()
            .aliases(&["label", "odds"])
            .help("As it is printed: 3-1."),
        column("num", "Attack", whole(1, 1000)).needed().help("The odds at which it begins: attack …"),
        column("den", "Defense", whole(1, 1000)).needed().help("… to defense."),
    ];
    SetupTable::rows("crt.columns", "Columns of odds", columns)
        .section(RESULTS)
        .help("From the worst to the best odds. CF-CRT-5")
}

fn rows(rolls: std::ops::RangeInclusive<i64>) -> SetupTable {
    let help = "A cell for each column of odds, parted by commas: A1F DF, X1F, D1FR2.";
    let row = |roll: i64| column(&roll.to_string(), &roll.to_string(), CellKind::List).needed().help(help);
    one("crt.rows", "Results by roll", RESULTS, rolls.map(row).collect())
        .help("A row for each modified roll. Cells are as printed, or - for nothing. CF-CRT-2")
}
