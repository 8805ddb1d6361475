//! Maps that are painted: what is painted is what their tables hold, in either form of a file, and it is kept with faults.

use studio::{Draft, Placing};
use tabular::{Fillable, Grid, Painting, Value};

/// A map of three columns and two rows with ground, rivers and roads by keys, as files by hand have it.
const BY_KEYS: &str = "\
[map]
format = \"adjutant-hexmap/1\"
id = \"m\"
title = \"M\"
width = 3
height = 2
rows = [\"ff.\", \" .f\"]
rivers = [\"0101-0201\"]
names = { \"0101\" = \"Weir\" }
";

/// The same as rows of tables.
const BY_ROWS: &str = "\
[map]
format = \"adjutant-hexmap/1\"
id = \"m\"
title = \"M\"
width = 3
height = 2
rivers = [\"0101-0201\"]
[[map.rows]]
hexes = \"ff.\"
[[map.rows]]
hexes = \"_.f\"
[[map.names]]
hex = \"0101\"
name = \"Weir\"
";

/// Both systems on hexes, each with its legend in both forms.
fn systems() -> [(&'static dyn Fillable, [&'static str; 2]); 2] {
    let costs = "cost = { leg = \"1\", tac = \"1\", truck = \"2\" }";
    // The table of the map cannot be written to while it lacks what every row needs.
    let prices = "[map.road_cost]\nprimary = { leg = \"1\", tac = \"1\", truck = \"1\" }\nsecondary = { leg = \"1\", tac = \"1\", truck = \"1\" }\ntrack = { leg = \"1\", tac = \"1\", truck = \"1\" }\n[map.river_cost]\nriver = { leg = \"1\", tac = \"P\", truck = \"P\" }\n";
    let by_keys = format!(
        "[map.legend.'.']\nname = \"open\"\n{costs}\n[map.legend.f]\nname = \"forest\"\nterrain = true\n{costs}\n{prices}"
    );
    let by_rows = format!(
        "[[map.legend]]\nmark = \".\"\nname = \"open\"\n{costs}\n[[map.legend]]\nmark = \"f\"\nname = \"forest\"\nterrain = true\n{costs}\n{prices}"
    );
    let leak = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
    [
        (&rules_bcs::RULEBOOK, [leak(by_keys), leak(by_rows)]),
        (
            &rules_central_front::RULEBOOK,
            [
                "[map.legend]\n\".\" = \"clear\"\n\"f\" = \"woods\"\n",
                "[[map.legend]]\nmark = \".\"\nkinds = [\"clear\"]\n[[map.legend]]\nmark = \"f\"\nkinds = [\"woods\"]\n",
            ],
        ),
    ]
}

fn painting(rulebook: &dyn Fillable, text: &str) -> Painting {
    rulebook.painting(text).expect("a map to paint")
}

/// Puts rows into one table as a painting does.
fn put(rulebook: &dyn Fillable, draft: &Draft, path: &str, keys: &[&str], rows: &[&[&str]]) -> studio::Trial {
    let table = draft.tables(rulebook).into_iter().find(|table| table.path == path).expect("a table");
    let at = |key: &&str| table.columns.iter().position(|column| column.key == *key);
    let columns: Vec<Option<usize>> = keys.iter().map(at).collect();
    let mut grid = Grid::new("painted", Vec::<String>::new());
    grid.rows.extend(rows.iter().map(|row| row.iter().map(|cell| Value::from(*cell)).collect()));
    draft.try_rows(rulebook, &table, &grid, &columns, Placing::Instead)
}

#[test]
fn a_map_is_painted_alike_in_either_form() {
    for (rulebook, [by_keys, by_rows]) in systems() {
        let keyed = painting(rulebook, &format!("{BY_KEYS}{by_keys}"));
        assert_eq!(keyed, painting(rulebook, &format!("{BY_ROWS}{by_rows}")), "{}", rulebook.name());
        assert_eq!(keyed.hexes, ["ff.", " .f"]);
        assert_eq!(keyed.named, [["0101", "Weir"]]);
        assert_eq!(keyed.ground.iter().map(|ground| ground.mark).collect::<String>(), ".f");
        assert!(keyed.ground[0].looks.is_empty() && !keyed.ground[1].looks.is_empty());
    }
}

#[test]
fn rows_that_stood_as_texts_become_rows_of_the_table_and_mean_the_same() {
    for (rulebook, [by_keys, _]) in systems() {
        let text = format!("{BY_KEYS}{by_keys}");
        let draft = Draft::read("draft", &text).unwrap();
        let trial = put(rulebook, &draft, "map.rows", &["hexes"], &[&["ff."], &["_.f"]]);
        let new = trial.readable.expect("every cell can be read").text();
        assert_ne!(new, text);
        assert_eq!(painting(rulebook, &new), painting(rulebook, &text));
        let changed = put(rulebook, &draft, "map.rows", &["hexes"], &[&["ff."], &["_ff"]]).readable.unwrap();
        assert_eq!(painting(rulebook, &changed.text()).hexes, ["ff.", " ff"]);
        // Names by hexes become rows with the first that is painted beside them.
        let names = [&["0101", "Weir"][..], &["0201", "Ford"]];
        let named = put(rulebook, &draft, "map.names", &["hex", "name"], &names).readable.unwrap().text();
        assert!(named.contains("[[map.names]]"), "{named}");
        assert_eq!(painting(rulebook, &named).named, names);
    }
}

#[test]
fn what_is_painted_is_kept_although_the_reader_finds_fault_with_it() {
    for (rulebook, [_, by_rows]) in systems() {
        let draft = Draft::read("draft", &format!("{BY_ROWS}{by_rows}")).unwrap();
        let class = painting(rulebook, &draft.text()).roads[0].word;
        let broken =
            put(rulebook, &draft, "map.road", &["name", "class", "path"], &[&["A", class, "0101 0301"]]);
        assert!(broken.draft.is_none() && !broken.faults.is_empty(), "{:?}", broken.faults);
        let kept = broken.readable.expect("every cell can be read");
        assert!(kept.text().contains("0101 0301"), "{}", kept.text());
        let strange =
            put(rulebook, &draft, "map.road", &["name", "class", "path"], &[&["A", "canal", "0101 0201"]]);
        assert!(strange.readable.is_none(), "a cell that cannot be read keeps everything out");
        // Only the columns that are painted change.
        let rivers =
            put(rulebook, &draft, "map", &["rivers"], &[&["0101-0201, 0201-0202"]]).readable.unwrap();
        let text = draft.text().replace("[\"0101-0201\"]", "[\"0101-0201\", \"0201-0202\"]");
        assert_eq!(rivers.text(), text);
    }
}

#[test]
fn a_map_that_comes_with_the_program_is_not_painted() {
    for (rulebook, sample) in [
        (&rules_bcs::RULEBOOK as &dyn Fillable, rules_bcs::SARN),
        (&rules_central_front::RULEBOOK, rules_central_front::FULDA),
    ] {
        assert_eq!(rulebook.painting(sample), None);
        assert_eq!(painting(rulebook, rulebook.blank().unwrap()).hexes, Vec::<String>::new());
    }
}
