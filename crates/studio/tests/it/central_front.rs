//! The tables of New Central Front: its samples, maps and results table included, are entered anew from a blank file.

use rules_central_front::setup::MAPS;
use rules_central_front::{FULDA, LOCHAU, RULEBOOK, Scenario};
use studio::{Draft, Placing, guess};
use tabular::Fillable;
use toml::{Table, Value};

/// The rows of a table by keys, each with its key under a name and its value under another.
fn rows(table: &Value, keys: [&str; 2], value: impl Fn(&Value) -> Value) -> Value {
    let rows = table.as_table().expect("a table").iter().map(|(key, found)| {
        let row = [(keys[0].to_owned(), Value::String(key.clone())), (keys[1].to_owned(), value(found))];
        Value::Table(Table::from_iter(row))
    });
    Value::Array(rows.collect())
}

/// A scenario with its map in the file, in the rows that tables have.
fn whole(text: &str) -> String {
    let mut scenario: Table = text.parse().expect("TOML");
    let mut map = match &scenario["map"] {
        Value::String(id) => {
            let (_, map) = MAPS.iter().find(|(known, _)| known == id).expect("a map");
            map.parse().expect("TOML")
        }
        map => map.as_table().expect("a map").clone(),
    };
    let listed = |kinds: &Value| match kinds {
        Value::Array(_) => kinds.clone(),
        kind => Value::Array(vec![kind.clone()]),
    };
    let mut legend = rows(&map["legend"], ["mark", "kinds"], listed);
    // What the rules do not name has its cost and its shift in its own row: the table of costs knows it only afterwards.
    for (table, own) in [("movement_cost", "cost"), ("column_shift", "shift")] {
        let Some(values) = map.get_mut(table).and_then(Value::as_table_mut) else { continue };
        for kind in ["marsh", "hills", "lake"] {
            let Some(value) = values.remove(kind) else { continue };
            let is_of = |row: &&mut Value| row["kinds"][0].as_str() == Some(kind);
            let rows = legend.as_array_mut().expect("rows");
            let row = rows.iter_mut().find(is_of).and_then(Value::as_table_mut).expect("a row");
            row.insert(own.into(), value);
        }
    }
    let names = rows(&map["names"], ["hex", "name"], Value::clone);
    let line = |line: &Value| Value::Table(Table::from_iter([("hexes".to_owned(), line.clone())]));
    let lines = Value::Array(map["rows"].as_array().expect("rows").iter().map(line).collect());
    map.extend([("legend".into(), legend), ("names".into(), names), ("rows".into(), lines)]);
    scenario.insert("map".into(), Value::Table(map));
    toml::to_string(&scenario).expect("TOML")
}

/// A scenario as it is known to the rules, to the last hexside.
fn known(text: &str) -> String {
    let scenario = Scenario::load("it.toml", text).unwrap_or_else(|faults| panic!("{faults:#?}"));
    format!("{scenario:#?}")
}

/// A blank file; with a results table of its own where it is to have one.
fn blank(has_table: bool) -> String {
    let blank = RULEBOOK.blank().expect("a blank file");
    if !has_table {
        return blank.to_owned();
    }
    let table = "[crt]\nformat = \"central-front-crt/1\"\ndice = \"2d6\"\n\n[map]\n";
    blank.replacen("crt = \"cf-default-2d6\"\n", "", 1).replacen("[map]\n", table, 1)
}

#[test]
fn samples_are_entered_anew_from_a_blank_file() {
    for (sample, has_table) in [(FULDA, false), (LOCHAU, true)] {
        let whole = whole(sample);
        assert_eq!(known(&whole), known(sample), "a map by rows is the map by keys");
        let printed = Draft::read("whole", &whole).unwrap();
        let mut draft = Draft::read("blank", &blank(has_table)).unwrap();
        for path in printed.tables(&RULEBOOK).into_iter().map(|table| table.path) {
            let grid = printed.grid(printed.tables(&RULEBOOK).iter().find(|one| one.path == path).unwrap());
            // The columns of a table are those of the draft that grows.
            let table =
                draft.tables(&RULEBOOK).into_iter().find(|table| table.path == path).expect("a table");
            let columns = guess(&table, &grid);
            assert!(columns.iter().all(Option::is_some), "{path}: {columns:?}");
            let trial = draft.try_rows(&RULEBOOK, &table, &grid, &columns, Placing::Instead);
            assert_eq!(trial.faults, [], "{path}");
            draft = trial.draft.unwrap();
        }
        let findings = draft.inspect(&RULEBOOK);
        assert_eq!((findings.faults, findings.odd), (Vec::new(), Vec::new()));
        assert_eq!(known(&draft.text()), known(sample));
    }
}

#[test]
fn every_table_written_back_changes_no_byte() {
    for text in [FULDA, LOCHAU, &whole(FULDA), &whole(LOCHAU)] {
        let draft = Draft::read("draft", text).unwrap();
        let mut sections: Vec<&str> = draft.tables(&RULEBOOK).iter().map(|table| table.section).collect();
        sections.dedup();
        let mut once = sections.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(sections.len(), once.len(), "tables of a group follow each other: {sections:?}");
        for table in draft.tables(&RULEBOOK) {
            // Maps by keys have no cells.
            if text == LOCHAU && ["map.legend", "map.rows", "map.names"].contains(&&*table.path) {
                continue;
            }
            let (grid, all) = (draft.grid(&table), (0..table.columns.len()).map(Some).collect::<Vec<_>>());
            let trial = draft.try_rows(&RULEBOOK, &table, &grid, &all, Placing::Instead);
            assert_eq!(trial.faults, [], "{}", table.path);
            assert_eq!(trial.draft.unwrap().text(), text, "{}", table.path);
        }
    }
}

/// What is wrong is told at its cell.
#[test]
fn faults_are_told_at_their_cells() {
    let whole = whole(LOCHAU);
    for (from, to, path, row, key) in [
        ("turns = 4", "turns = 400", "", Some(0), Some("turns")),
        ("0605-0706", "0605-0806", "map", Some(0), Some("rivers")),
        ("1403 1303 1304", "1403 1304", "map.road", Some(0), Some("path")),
        ("hexes = \"..w..w", "hexes = \"..w..X", "map.rows", Some(0), None),
        ("hex = \"1205\"", "hex = \"9905\"", "map.names", Some(3), Some("hex")),
        ("kinds = [\"woods\"]", "kinds = [\"wodos\"]", "map.legend", Some(1), Some("kinds")),
        (
            "\"A3FR2\", \"A3FR2\", \"A3FR2\", \"A2FR1\"",
            "\"A3FR2\", \"B3\", \"A3FR2\", \"A2FR1\"",
            "crt.rows",
            Some(0),
            Some("2"),
        ),
        ("cost = 5", "cost = 0", "map.legend", Some(3), Some("cost")),
        ("hex = \"1103\"", "hex = \"0103\"", "unit", Some(0), Some("hex")),
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
        assert!(spots.contains(&(path, row, key)), "{from}: {spots:?} {:#?}", findings.faults);
    }
}
