//! The tables that umpires fill in cover the whole file.

use kernel::System;
use kernel::view::Block;
use rules_battlefront::Battlefront;
use tabular::{CellKind, SetupFiles, SetupTable, TableShape};
use toml::Value;

use crate::{MIUS, ROSTOV};

/// What the file may hold outside of every table, with the reason.
const OUTSIDE: [&str; 1] = ["discipline_levels"]; // Stands beside the tables at the top; seldom other than the rules' own.

/// Every value of a file by its path, indices as they are; the inner values of a cell are its own matter.
fn leaves(value: &Value, path: &str, tables: &[SetupTable], into: &mut Vec<String>) {
    let is_cell = tables.iter().any(|table| covers(table, path));
    match value {
        _ if is_cell => into.push(path.to_owned()),
        Value::Table(table) => {
            for (key, value) in table {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                leaves(value, &path, tables, into);
            }
        }
        Value::Array(rows) if rows.iter().any(Value::is_table) => {
            for (n, row) in rows.iter().enumerate() {
                leaves(row, &format!("{path}[{n}]"), tables, into);
            }
        }
        _ => into.push(path.to_owned()),
    }
}

/// Whether a path is a cell of the table.
fn covers(table: &SetupTable, path: &str) -> bool {
    let Some(rest) = path.strip_prefix(&table.path) else { return false };
    let key = match table.shape {
        TableShape::One => rest.strip_prefix('.'),
        TableShape::Rows => rest
            .strip_prefix('[')
            .and_then(|rest| rest.split_once(']'))
            .and_then(|(_, rest)| rest.strip_prefix('.')),
    };
    // A list of modifiers has one for each slot: `drm[1].russian`.
    let bare = |key: &str| {
        key.split('.').map(|part| part.split('[').next().unwrap_or_default()).collect::<Vec<_>>().join(".")
    };
    key.is_some_and(|key| table.columns.iter().any(|column| column.key == bare(key)))
}

#[test]
fn every_value_of_the_shipped_campaigns_has_a_cell() {
    for text in [ROSTOV, MIUS, Battlefront::blank().expect("there is one")] {
        let tables = Battlefront::tables(text);
        let mut paths = Vec::new();
        leaves(&text.parse::<toml::Table>().expect("TOML").into(), "", &tables, &mut paths);
        let outside: Vec<&String> = paths
            .iter()
            .filter(|path| !tables.iter().any(|table| covers(table, path)))
            .filter(|path| !OUTSIDE.contains(&path.as_str()))
            .collect();
        assert_eq!(outside, Vec::<&String>::new());
    }
}

#[test]
fn tables_have_titles_of_their_own_and_so_have_columns() {
    let tables = Battlefront::tables(ROSTOV);
    let mut titles: Vec<&str> = tables.iter().map(|table| table.title.as_str()).collect();
    titles.sort_unstable();
    assert!(titles.windows(2).all(|pair| pair[0] != pair[1]), "{titles:?}");
    for table in &tables {
        assert!(!table.help.is_empty() && !table.rule.is_empty(), "{}", table.path);
        let mut titles: Vec<&str> = table.columns.iter().map(|column| column.title.as_str()).collect();
        titles.sort_unstable();
        assert!(titles.windows(2).all(|pair| pair[0] != pair[1]), "{}: {titles:?}", table.path);
    }
    let sections: Vec<&str> = tables.iter().map(|table| table.section).collect();
    let mut once = sections.clone();
    once.dedup();
    let n_runs = once.len();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), n_runs, "tables of a section follow each other: {sections:?}");
}

#[test]
fn choices_come_from_the_draft() {
    let table = |text: &str, path: &str| {
        Battlefront::tables(text).into_iter().find(|table| table.path == path).expect("the table is there")
    };
    let kind = |table: &SetupTable, key: &str| {
        table.columns.iter().find(|column| column.key == key).expect("the column is there").kind.clone()
    };
    let CellKind::Choice(groups) = kind(&table(ROSTOV, "rosters.german"), "group") else {
        panic!("a choice")
    };
    assert!(groups.iter().all(|(id, _)| id.starts_with('G')) && groups.len() == 9, "{groups:?}");
    let CellKind::Counts(units) = kind(&table(ROSTOV, "rg.german"), "content") else { panic!("counts") };
    assert!(units[0].0.starts_with("g-"), "the side's own come first: {units:?}");
    let levels = format!("discipline_levels = [\"Green\", \"Old\"]\n{ROSTOV}");
    let CellKind::Choice(levels) = kind(&table(&levels, "rg.german"), "discipline") else {
        panic!("a choice")
    };
    assert_eq!(levels.iter().map(|(word, _)| word.as_str()).collect::<Vec<_>>(), ["Green", "Old"]);
}

#[test]
fn a_draft_that_says_little_still_has_its_tables() {
    for text in
        ["", "sides = 5", "[[sides]]\nid = 3", "this is no TOML", "[[sides]]\nid = \"a\"\n[rg]\na = 1"]
    {
        let tables = Battlefront::tables(text);
        assert!(tables.iter().any(|table| table.path == "campaign"), "{text}");
    }
}

#[test]
fn the_blank_campaign_can_be_begun() {
    let campaign =
        Battlefront::load("blank", Battlefront::blank().expect("there is one")).expect("it is sound");
    assert_eq!(Battlefront::sides(&campaign).len(), 2);
}

#[test]
fn the_forecast_shows_every_day_of_both_sides() {
    let campaign = Battlefront::load("rostov", ROSTOV).expect("it is sound");
    let blocks = Battlefront::forecast(&campaign);
    let [Block::Plot(plot), Block::Panel(russian), Block::Panel(_)] = blocks.as_slice() else {
        panic!("{blocks:?}")
    };
    assert_eq!(plot.labels.len(), 6);
    assert_eq!(plot.lines[0].values, [6, 18, 30, 39, 47, 47]);
    let [Block::Sheet(sheet)] = russian.body.as_slice() else { panic!("{russian:?}") };
    let words =
        |row: usize| sheet.rows[row].cells.iter().map(|cell| cell.text.plain(&[])).collect::<Vec<_>>();
    assert_eq!(
        words(3),
        [
            "25 December",
            "Full day",
            "−3",
            "6",
            "9.2",
            "14",
            "39.2",
            "6: 3/10, 8: 1/5, 10: 1/5, 12: 1/5, 14: 1/10"
        ]
    );
    assert_eq!(words(5), ["27 December", "Full day", "none", "0", "0", "0", "47", "no roll"]);
    assert_eq!(words(6)[..6], ["In all", "", "", "34", "47", "64"]);
}

#[test]
fn the_forecast_of_nights_shows_both_postures() {
    let campaign = Battlefront::load("mius", MIUS).expect("it is sound");
    let blocks = Battlefront::forecast(&campaign);
    assert!(matches!(blocks[1], Block::Note(_)), "{:?}", blocks[1]);
    let Block::Panel(russian) = &blocks[2] else { panic!("{blocks:?}") };
    let [Block::Sheet(sheet)] = russian.body.as_slice() else { panic!("{russian:?}") };
    let slots: Vec<String> = sheet.rows[1..5].iter().map(|row| row.cells[1].text.plain(&[])).collect();
    assert_eq!(slots, ["Morning", "Night, defending", "Night, attacking", "The day"]);
}
