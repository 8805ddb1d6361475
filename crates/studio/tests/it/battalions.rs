//! A scenario on hexes with its map, entered anew table by table from a blank file, is the one that it was taken from.

use rules_bcs::setup::MAPS;
use rules_bcs::{RULEBOOK, SARN, Scenario};
use studio::{Draft, Placing, guess};
use tabular::Fillable;
use toml::{Table, Value};

/// The rows of a keyed table, each with its key under a name.
fn rows(table: &Value, key: &str, row: impl Fn(&Value) -> Table) -> Value {
    let rows = table.as_table().expect("a table").iter().map(|(name, value)| {
        let mut row = row(value);
        row.insert(key.into(), Value::String(name.clone()));
        Value::Table(row)
    });
    Value::Array(rows.collect())
}

fn of(key: &str, value: &Value) -> Table {
    Table::from_iter([(key.to_owned(), value.clone())])
}

/// The sample, with a formation that has three HQs.
fn sample() -> String {
    let further = |hex: &str| {
        format!(
            "\n[[further_hq]]\nformation = \"B2\"\nhex = \"{hex}\"\ncommand_radius = 5\nreactivation = 2\nclass = \"truck\"\nma = 16\n"
        )
    };
    [SARN, &further("0913"), &further("1006")].concat()
}

/// The sample with its map in the file, in the rows that tables have.
fn whole() -> String {
    let mut sample: Table = sample().parse().expect("TOML");
    let mut map: Table = MAPS[0].1.parse().expect("TOML");
    let legend = rows(&map["legend"], "mark", |entry| entry.as_table().expect("a ground").clone());
    let names = rows(&map["names"], "hex", |name| of("name", name));
    let lines = map["rows"].as_array().expect("rows").iter().map(|line| Value::Table(of("hexes", line)));
    let lines = Value::Array(lines.collect());
    map.extend([("legend".into(), legend), ("names".into(), names), ("rows".into(), lines)]);
    sample.insert("map".into(), Value::Table(map));
    toml::to_string(&sample).expect("TOML")
}

/// A scenario as it is known to the rules, to the last hexside.
fn known(text: &str) -> String {
    let scenario = Scenario::load("it.toml", text).unwrap_or_else(|faults| panic!("{faults:#?}"));
    format!("{scenario:#?}")
}

#[test]
fn the_sample_is_entered_anew_from_a_blank_file() {
    let whole = whole();
    assert_eq!(known(&whole), known(&sample()), "a map by rows is the map by keys");
    let printed = Draft::read("whole", &whole).unwrap();
    let mut draft = Draft::read("blank", RULEBOOK.blank().unwrap()).unwrap();
    for path in printed.tables(&RULEBOOK).into_iter().map(|table| table.path) {
        let grid = printed.grid(printed.tables(&RULEBOOK).iter().find(|table| table.path == path).unwrap());
        // The choices of a table are those of the draft that grows.
        let table = draft.tables(&RULEBOOK).into_iter().find(|table| table.path == path).expect("a table");
        let columns = guess(&table, &grid);
        assert!(columns.iter().all(Option::is_some), "{path}: {columns:?}");
        let trial = draft.try_rows(&RULEBOOK, &table, &grid, &columns, Placing::Instead);
        assert_eq!(trial.faults, [], "{path}");
        draft = trial.draft.unwrap();
    }
    let findings = draft.inspect(&RULEBOOK);
    assert_eq!((findings.faults, findings.odd), (Vec::new(), Vec::new()));
    assert_eq!(known(&draft.text()), known(&sample()));
}

#[test]
fn every_table_written_back_changes_no_byte() {
    for text in [SARN, RULEBOOK.blank().unwrap(), &sample(), &whole()] {
        let draft = Draft::read("draft", text).unwrap();
        let mut sections: Vec<&str> = draft.tables(&RULEBOOK).iter().map(|table| table.section).collect();
        sections.dedup();
        assert_eq!(sections.len(), 4, "tables of a group follow each other: {sections:?}");
        for table in draft.tables(&RULEBOOK) {
            let (grid, all) = (draft.grid(&table), (0..table.columns.len()).map(Some).collect::<Vec<_>>());
            let trial = draft.try_rows(&RULEBOOK, &table, &grid, &all, Placing::Instead);
            if text != RULEBOOK.blank().unwrap() {
                assert_eq!(trial.faults, [], "{}", table.path);
                assert_eq!(trial.draft.unwrap().text(), text, "{}", table.path);
            }
        }
    }
}

/// What is wrong is told at its cell, and at the head of the file too.
#[test]
fn faults_are_told_at_their_cells() {
    let whole = whole();
    // A row of hexes is one cell, so its faults are those of the row.
    for (from, to, path, row, key) in [
        ("turns = 6", "turns = 600", "", Some(0), Some("turns")),
        ("1801-1902", "1801-2002", "map", Some(0), Some("rivers")),
        ("0113 0212 0312", "0113 0312", "map.road", Some(0), Some("path")),
        ("hexes = \"f...f.h.", "hexes = \"f...f.hX", "map.rows", Some(0), None),
        ("hex = \"1006\"", "hex = \"9906\"", "map.names", Some(0), Some("hex")),
        ("hex = \"1604\"", "hex = \"2003\"", "unit", Some(12), Some("hex")),
    ] {
        let text = whole.replacen(from, to, 1);
        assert_ne!(text, whole, "{from}");
        let draft = Draft::read("draft", &text).unwrap();
        let tables = draft.tables(&RULEBOOK);
        let findings = draft.inspect(&RULEBOOK);
        let spots: Vec<_> = findings
            .faults
            .iter()
            .filter_map(|found| {
                let spot = found.spot.as_ref()?;
                let table = tables.iter().find(|table| table.path == spot.table)?;
                Some((table.path.as_str(), spot.row, spot.column.map(|at| table.columns[at].key.as_str())))
            })
            .collect();
        assert!(spots.contains(&(path, row, key)), "{from}: {:#?}", findings.faults);
    }
}

/// A map whose size is not said yet is judged row by row.
#[test]
fn a_map_is_checked_as_it_grows() {
    let draft = Draft::read("blank", RULEBOOK.blank().unwrap()).unwrap();
    let table = draft.tables(&RULEBOOK).into_iter().find(|table| table.path == "map.rows").unwrap();
    let tries = |hexes: [&str; 3]| {
        let mut grid = tabular::Grid::new("Pasted", ["Hexes"]);
        grid.rows.extend(hexes.map(|row| vec![tabular::Value::from(row)]));
        let trial = draft.try_rows(&RULEBOOK, &table, &grid, &[Some(0)], Placing::Instead);
        trial.faults.into_iter().map(|fault| (fault.row, fault.sentence)).collect::<Vec<_>>()
    };
    assert_eq!(tries(["..f.", ".c..", "_..."]), []);
    let told = tries(["..f.", ".cX.", "..."]);
    assert_eq!(told.iter().map(|(row, _)| *row).collect::<Vec<_>>(), [Some(2), Some(3)], "{told:?}");
    assert!(told[0].1.contains("'X'") && told[1].1.contains("3 characters"), "{told:?}");
}

#[test]
fn a_formation_that_is_renamed_keeps_its_further_hqs() {
    let (text, old) = (sample(), Draft::read("draft", &sample()).unwrap());
    let table = old.tables(&RULEBOOK).into_iter().find(|table| table.path == "formation").expect("a table");
    let (mut grid, all) = (old.grid(&table), (0..table.columns.len()).map(Some).collect::<Vec<_>>());
    let row = grid.rows.iter_mut().find(|row| row[0].words() == "B2").expect("B2");
    row[0] = tabular::Value::from("B7");
    let new = old.try_rows(&RULEBOOK, &table, &grid, &all, Placing::Edited).draft.expect("a draft").text();
    assert_eq!(new, text.replace("\"B2\"", "\"B7\""));
    assert_eq!(Scenario::load("new.toml", &new).expect("a scenario").formations[1].hqs.len(), 3);
}
