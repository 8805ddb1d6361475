//! The tables of the Civil War with Fire and Fury: its sample is entered anew from a blank file, a small campaign by hand, and
//! what is wrong is told at its cell.

use std::collections::BTreeSet;
use std::sync::Arc;

use kernel::Rulebook;
use rules_civil_war::{RULEBOOK, SUMMER, Setup};
use serde_json::Value as Json;
use studio::{Draft, Placing, Trial, guess};
use tabular::{CellKind, Fillable, Grid, SetupTable, Value};

use super::{all, sheet};

fn draft(text: &str) -> Draft {
    Draft::read("draft", text).expect("this is TOML")
}

fn blank() -> Draft {
    draft(RULEBOOK.blank().expect("a blank file"))
}

/// A set-up as it is known to the rules, and what of it goes down to a battle, by what it means.
fn known(text: &str) -> Setup {
    let setup = Setup::load("it.toml", text).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let setup = Arc::try_unwrap(setup).expect("nobody else has it");
    Setup { source: meant(&setup.source), warnings: Vec::new(), ..setup }
}

/// A field's one land stands as a text or as a list, and 48 inches as 48 or 48.0.
fn meant(value: &Json) -> Json {
    match value {
        Json::Number(number) => number.as_f64().into(),
        Json::Array(rows) => rows.iter().map(meant).collect(),
        Json::Object(fields) => {
            let listed = |(key, value): (&String, &Json)| match value {
                Json::String(_) if key == "terrain" => (key.clone(), Json::from(vec![value.clone()])),
                value => (key.clone(), meant(value)),
            };
            Json::Object(fields.iter().map(listed).collect())
        }
        other => other.clone(),
    }
}

fn table(draft: &Draft, path: &str) -> SetupTable {
    draft.tables(&RULEBOOK).into_iter().find(|table| table.path == path).expect(path)
}

fn tried(draft: &Draft, path: &str, grid: &Grid) -> Trial {
    let table = table(draft, path);
    let columns = guess(&table, grid);
    assert!(columns.iter().all(Option::is_some), "{path}: {columns:?}");
    draft.try_rows(&RULEBOOK, &table, grid, &columns, Placing::Instead)
}

fn entered(draft: &Draft, path: &str, grid: &Grid) -> Draft {
    let trial = tried(draft, path, grid);
    assert_eq!(trial.faults, [], "{path}");
    trial.draft.expect("no fault")
}

#[test]
fn the_sample_is_entered_anew_from_a_blank_file() {
    let printed = draft(SUMMER);
    let mut draft = blank();
    for table in printed.tables(&RULEBOOK) {
        draft = entered(&draft, &table.path, &printed.grid(&table));
    }
    let findings = draft.inspect(&RULEBOOK);
    assert_eq!((findings.faults, findings.odd), (Vec::new(), Vec::new()));
    assert_eq!(known(&draft.text()), known(SUMMER));
    let fields = table(&printed, "battlefields");
    assert_eq!(printed.grid(&fields).rows[1][1].words(), "clear", "one land is a list of one");
    let paths =
        |draft: &Draft| draft.tables(&RULEBOOK).into_iter().map(|table| table.path).collect::<Vec<_>>();
    assert_eq!(paths(&draft), paths(&printed));
}

#[test]
fn every_table_written_back_changes_no_byte() {
    for text in [SUMMER, RULEBOOK.blank().unwrap()] {
        let draft = draft(text);
        let tables = draft.tables(&RULEBOOK);
        let mut sections: Vec<&str> = tables.iter().map(|table| table.section).collect();
        sections.dedup();
        assert_eq!(sections.iter().collect::<BTreeSet<_>>().len(), sections.len(), "{sections:?}");
        let titles: BTreeSet<&str> = tables.iter().map(|table| &*table.title).collect();
        assert_eq!(titles.len(), tables.len(), "each is found by its title");
        for table in tables {
            let grid = draft.grid(&table);
            assert_eq!(guess(&table, &grid), all(&table), "{}", table.path);
            let trial = draft.try_rows(&RULEBOOK, &table, &grid, &all(&table), Placing::Instead);
            assert_eq!(trial.faults, [], "{}", table.path);
            assert_eq!(trial.draft.unwrap().text(), text, "{}", table.path);
        }
    }
}

/// What the reader knows of each table, told by its fault of a field that it does not know, has a column or a table.
#[test]
fn every_field_that_the_reader_knows_is_in_a_table() {
    let battle = "\n[battle]\nid = \"aop.1\"\n[chart.march]\nid = \"own\"\n";
    let text = format!("{SUMMER}{battle}");
    let places = [
        "campaign",
        "campaign.options",
        "standard_move",
        "leader_loss",
        "crt[0]",
        "leaders[0]",
        "promotion_counters[0]",
        "armies[0]",
        "armies[0].sp[0]",
        "hexes[0]",
        "battlefields[0]",
        "battlefields[0].terrain_features[0]",
        "battle",
        "",
    ];
    let tables = draft(&text).tables(&RULEBOOK);
    // The system is known by the file, and not entered.
    let mut known: BTreeSet<String> = BTreeSet::from(["campaign.system".into()]);
    for table in &tables {
        let first = |key: &str| key.split('.').next().unwrap().to_owned();
        let bare = |path: &str| {
            path.split('[')
                .map(|part| part.split_once(']').map_or(part, |(_, rest)| rest))
                .collect::<String>()
        };
        known.insert(bare(&table.path));
        known.extend(
            table.columns.iter().map(|column| format!("{}.{}", bare(&table.path), first(&column.key))),
        );
    }
    for place in places {
        let mut doc: toml_edit::DocumentMut = text.parse().unwrap();
        let mut item = doc.as_item_mut();
        for step in place.split(['.', '[']).filter(|step| !step.is_empty()) {
            item = match step.strip_suffix(']').map(|at| at.parse::<usize>().unwrap()) {
                Some(at) => item.get_mut(at).unwrap(),
                None => item.get_mut(step).unwrap(),
            };
        }
        item.as_table_like_mut().unwrap().insert("strange", toml_edit::value(1));
        let faults = RULEBOOK.open("it.toml", &doc.to_string()).err().expect("a fault");
        let told = faults.iter().find(|fault| fault.sentence.contains("\"strange\"")).expect(place);
        let fields = told.sentence.split_once("there are: ").expect(place).1.trim_end_matches('.');
        let (path, _) = told.path.rsplit_once('.').unwrap_or_default();
        let path = path.replace("[0]", "");
        for field in fields.split(", ") {
            let field = if path.is_empty() { field.to_owned() } else { format!("{path}.{field}") };
            assert!(known.contains(&field), "{place}: {field} has no column: {known:#?}");
        }
    }
}

/// An option that is new has its words on the page.
#[test]
fn each_option_says_what_it_decides() {
    for column in table(&draft(SUMMER), "campaign.options").columns {
        assert_ne!(column.title, column.key);
        assert!(column.help.contains("where it is empty"), "{}", column.key);
        if let CellKind::Choice(words) = column.kind {
            assert!(words.len() > 1 && words.iter().all(|(word, label)| word != label), "{}", column.key);
        }
    }
}

#[test]
fn a_small_campaign_is_entered_by_hand() {
    let mut draft = blank();
    let found = draft.inspect(&RULEBOOK).faults;
    let missing: Vec<_> =
        found.iter().map(|one| one.spot.as_ref().expect("a place").table.as_str()).collect();
    assert_eq!(missing, ["armies[0].sp", "armies[1].sp"], "what is missing is told where it would stand");
    for (path, grid) in [
        (
            "campaign",
            sheet(&[
                ["Title", "First turn", "Months", "Year", "Last turn"],
                ["First Manassas", "2", "may-jun", "1861", "4"],
            ]),
        ),
        ("campaign.options", sheet(&[["The neutral", "Stands to a strength point"], ["The engine", "10"]])),
        ("standard_move", sheet(&[["Leader"], ["20.5"]])),
        ("crt", sheet(&[["Column", "Size", "Faces"], ["1:1", "small", "0, 0, 1, 1, 1d, 2d"]])),
        // Leaders name counters that come afterwards.
        (
            "leaders",
            sheet(&[
                [
                    "Id",
                    "Name",
                    "Side",
                    "Stars",
                    "Initiative",
                    "Tactical rating",
                    "Army command",
                    "Next steps",
                ],
                ["mcdowell", "I. McDowell", "Union", "3", "3", "0", "-1", ""],
                ["beauregard", "P. G. T. Beauregard", "C", "3", "2", "1", "1", "beauregard-4"],
            ]),
        ),
        (
            "promotion_counters",
            sheet(&[
                ["Id", "Leader", "Stars", "Tactical"],
                ["beauregard-4", "P. G. T. Beauregard", "4", "2"],
            ]),
        ),
        (
            "armies",
            sheet(&[
                ["Id", "Name", "Side", "Leaders"],
                ["nev", "Army of NE Virginia", "U", "mcdowell"],
                ["pot", "Army of the Potomac", "Confederate", "beauregard"],
            ]),
        ),
        ("armies[0].sp", sheet(&[["Id", "Experience"], ["U1", "green"], ["U2", "green"]])),
        (
            "armies[1].sp",
            sheet(&[["Id", "Experience", "Arm"], ["C1", "Veteran", ""], ["C2", "green", "cavalry"]]),
        ),
        ("hexes", sheet(&[["Id", "Terrain", "North side"], ["bull-run", "clear", "an un-navigable river"]])),
        (
            "battlefields",
            sheet(&[
                ["Name", "Terrain", "Width", "Height", "Sides"],
                ["Henry House Hill", "clear, forest", "60", "47.5", "north, south"],
            ]),
        ),
        ("battlefields[0].deploy", sheet(&[["North: y from", "North: y to"], ["33.5", "47.5"]])),
        ("battlefields[0].flank_zones", sheet(&[["East: y from", "East: y to"], ["20", "40"]])),
        (
            "battlefields[0].terrain_features",
            sheet(&[
                ["Kind", "Name", "Points", "Blocks sight"],
                ["hill", "Henry House Hill", "20, 20; 30, 20; 25, 30", "yes"],
                ["road", "Warrenton Turnpike", "0 40 / 60 40", "no"],
            ]),
        ),
    ] {
        let mut grid = grid;
        grid.name = path.to_owned();
        draft = entered(&draft, path, &grid);
    }
    let findings = draft.inspect(&RULEBOOK);
    assert_eq!((findings.faults, findings.odd), (Vec::new(), Vec::new()), "{}", draft.text());
    let setup = known(&draft.text());
    assert_eq!((setup.title.as_str(), setup.first.number, setup.last), ("First Manassas", 2, 4));
    assert!(setup.options.no_person() && setup.ratio.stands == 10 && setup.ratio.batteries == 2);
    assert_eq!((setup.moves.leader.0, setup.moves.infantry.0), (82, 48));
    assert_eq!((setup.leaders.len(), setup.counters.len(), setup.hexes[0].sides.len()), (2, 1, 1));
    assert_eq!(setup.armies.iter().map(|army| army.sp.len()).collect::<Vec<_>>(), [2, 2]);
    let [field] = &setup.fields[..] else { panic!("one field") };
    assert_eq!((field.terrains.len(), field.features.len(), field.flank.len()), (2, 2, 2));
}

/// Ten cells of a workbook that are wrong in ten ways: each is told with its sheet and its cell, and nothing goes in.
#[test]
fn a_workbook_with_ten_faults_tells_ten() {
    let whole = draft(SUMMER);
    // The sheet, the row below its titles, the column, what stands there, the cell, what was probably meant.
    let wrong = [
        ("campaign", 1, "last_turn", "l9", "'Campaign'!F2", Some("19")),
        ("campaign.options", 1, "fraction", "carryed", "'Options'!L2", Some("ledger")),
        ("effectiveness", 1, "green.worn", "5/4", "'Labels of brigades'!A2", None),
        ("crt", 2, "faces", "0, 0, one", "'Combat results'!C3", None),
        ("leaders", 3, "stars", "7", "'Leaders'!D4", None),
        ("promotion_counters", 1, "leader", "lee", "'Promotion counters'!B2", None),
        ("armies", 2, "leaders", "mcclellan, huger", "'Armies'!D3", None),
        ("armies[2].sp", 2, "id", "C1", "'Mountain Department: strength points'!A3", None),
        ("hexes", 1, "terrain", "forst", "'Hexes'!B2", Some("forest")),
        ("battlefields[1].deploy", 1, "north.y_min", "34.1", "'The thickets: deployment'!C2", None),
    ];
    let (mut told, mut meant) = (Vec::new(), Vec::new());
    for (path, row, key, words, ..) in wrong {
        let table = table(&whole, path);
        let mut grid = whole.grid(&table);
        let column = table.columns.iter().position(|column| column.key == key).expect(key);
        grid.rows[row][column] = Value::from(words);
        let trial = tried(&whole, path, &grid);
        assert!(trial.draft.is_none(), "{path}: nothing goes in");
        told.extend(trial.faults.iter().map(|fault| fault.address.to_string().replace('\'', "")));
        meant.extend(trial.faults.iter().map(|fault| fault.suggestion.clone()));
    }
    assert_eq!(told, wrong.map(|(.., cell, _)| cell.replace('\'', "")));
    assert_eq!(meant, wrong.map(|(.., meant)| meant.map(str::to_owned)));
    assert_eq!(whole.text(), SUMMER, "nothing is lost");
}

/// What is wrong in a file stands at its cell.
#[test]
fn faults_of_a_file_are_told_at_their_cells() {
    for (from, to, path, row, key) in [
        ("season = \"Jul-Aug\"", "season = \"Julember\"", "campaign", 0, Some("cw_turn.season")),
        ("number = 8,", "number = 0,", "campaign", 0, Some("cw_turn.number")),
        ("vp_tie = \"holder-then-defender\"", "vp_tie = \"coin\"", "campaign.options", 0, Some("vp_tie")),
        ("cavalry = 18.0", "cavalry = 18.1", "standard_move", 0, Some("cavalry")),
        ("wounded = [3, 4]", "wounded = [3, 14]", "leader_loss", 0, Some("one_star.wounded")),
        (
            "column = \"1:1\"\nsize = \"medium\"",
            "column = \"1:1\"\nsize = \"large\"",
            "crt",
            2,
            Some("column"),
        ),
        (
            "leaders = [\"fremont\", \"sherman\"]",
            "leaders = [\"fremont\", \"hooker\"]",
            "armies",
            2,
            Some("leaders"),
        ),
        ("id=\"C2\",class=\"veteran\"", "id=\"C2\",class=\"vet\"", "armies[0].sp", 1, Some("class")),
        (
            "hexsides = { west = \"gap\" }",
            "hexsides = { west = \"wall\" }",
            "hexes",
            3,
            Some("hexsides.west"),
        ),
        ("sides = [\"north\", \"south\"]", "sides = [\"north\", \"east\"]", "battlefields", 0, Some("sides")),
        (
            "east = { y_min = 10.0,",
            "east = { y_min = \"low\",",
            "battlefields[0].flank_zones",
            0,
            Some("east.y_min"),
        ),
        (
            "points = [[54.0, 20.0],",
            "points = [[54.1, 20.0],",
            "battlefields[0].terrain_features",
            1,
            Some("points"),
        ),
    ] {
        let text = SUMMER.replacen(from, to, 1);
        assert_ne!(text, SUMMER, "{from}");
        let draft = draft(&text);
        let tables = draft.tables(&RULEBOOK);
        let faults = draft.inspect(&RULEBOOK).faults;
        let spots: Vec<_> = faults
            .iter()
            .filter_map(|found| {
                let spot = found.spot.as_ref()?;
                let table = tables.iter().find(|table| table.path == spot.table)?;
                Some((table.path.as_str(), spot.row?, spot.column.map(|at| table.columns[at].key.as_str())))
            })
            .collect();
        assert!(spots.contains(&(path, row, key)), "{from}: {spots:?} {faults:#?}");
    }
    let none =
        SUMMER.replacen("next_step = [\"jackson-3\"]", "next_step = [\"jackson-3\", \"jackson-4\"]", 1);
    let [fault] = &draft(&none).inspect(&RULEBOOK).faults[..] else { panic!("one fault") };
    assert_eq!(fault.spot.as_ref().map(|spot| spot.table.as_str()), Some("promotion_counters"));
    assert_eq!(
        fault.diagnostic.sentence,
        "There is no promotion counter jackson-4, the next step of jackson."
    );
}

#[test]
fn a_leader_and_his_counter_who_are_renamed_keep_their_places() {
    for (path, was, is) in
        [("leaders", "jackson", "stonewall"), ("promotion_counters", "grant-4", "grant-five")]
    {
        let old = draft(SUMMER);
        let table = table(&old, path);
        let mut grid = old.grid(&table);
        let row = grid.rows.iter_mut().find(|row| row[0].words() == was).expect(was);
        row[0] = Value::from(is);
        let new = old.try_rows(&RULEBOOK, &table, &grid, &all(&table), Placing::Edited);
        assert_eq!(
            new.draft.expect("a draft").text(),
            SUMMER.replace(&format!("\"{was}\""), &format!("\"{is}\""))
        );
    }
}
