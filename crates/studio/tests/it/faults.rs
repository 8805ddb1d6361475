//! Every faulty cell is told with its address, and what was probably meant.

use kernel::Rulebook;
use rules_battlefront::{RULEBOOK, SAMPLE};
use studio::{CellFault, Placing, guess};

use super::{SAMPLES, column, draft, sheet, table, with};

fn told(faults: &[CellFault]) -> Vec<(String, Option<&str>)> {
    faults.iter().map(|fault| (fault.address.to_string(), fault.suggestion.as_deref())).collect()
}

#[test]
fn a_pasted_chart_with_six_faulty_cells_tells_six() {
    let old = draft(SAMPLE);
    let chart = table(&old, "rg.russian");
    let pasted = sheet(&[
        ["ID", "Unit", "Class", "Stands", "Quality", "CPP", "per scen.", "total"],
        ["RI1", "rifle company", "I", "1 cmd, 9 rifle", "Trained", "7", "5", "9"],
        ["RI2", "SMG company", "I", "1 cmd, 7 smg", "Trianed", "9", "2", "3"],
        ["RA1", "T-34 company", "Armour", "5 t34", "Trained", "1O", "3", "4"],
        ["RG1", "76mm battery", "G", "2 zis3, 2 truk", "Experienced", "6", "2", "3"],
        ["RO1", "122mm battalion", "O", "", "Trained", "", "1", "3"],
        ["", "", "", "", "", "", "", ""],
        ["RI1", "sapper platoon", "I", "3 eng", "Trained", "5", "2", "3"],
        ["RF1", "Il-2 flight", "Q", "", "Trained", "5", "1", "2"],
    ]);
    let columns = guess(&chart, &pasted);
    let keys = ["id", "kind", "class", "content", "discipline", "cost", "max_scenario", "max_campaign"];
    assert_eq!(columns, keys.map(|key| Some(column(&chart, key))));
    let trial = old.try_rows(&RULEBOOK, &chart, &pasted, &columns, Placing::Instead);
    assert!(trial.draft.is_none());
    assert_eq!(
        told(&trial.faults),
        [
            ("Pasted!E3".into(), Some("Trained")),
            ("Pasted!F4".into(), Some("10")),
            ("Pasted!D5".into(), Some("2 r-zis3, 2 r-truck")),
            ("Pasted!F6".into(), None),
            ("Pasted!A8".into(), None),
            ("Pasted!C9".into(), None),
        ]
    );
    assert_eq!(trial.faults[3].sentence, "Price is empty; every row needs it.");
    assert_eq!(trial.faults[4].sentence, "“RI1” stands already in row 2; each row has an id of its own.");
    assert!(trial.faults.iter().all(|fault| fault.rule == "BF-2.S-4"), "{:?}", trial.faults);
}

#[test]
fn the_suggestions_are_taken_and_the_rows_go_in() {
    let old = draft(SAMPLE);
    let chart = table(&old, "rg.russian");
    let mut pasted = sheet(&[
        ["Id", "Kind", "Class", "Content", "Discipline", "Price", "per scen.", "total"],
        ["RI1", "rifle company", "I", "1 cmd, 9 rifel", "trained", "l0", "5", "9"],
        ["RA1", "T-34 company", "A", "5 t34", "Trained", "1O", "3", "4"],
        ["RA2", "T-70 company", "A", "5 t70", "Trained", "9", "2", "3"],
        ["RG1", "76mm battery", "G", "2 zis3, 2 r-truck", "Experienced", "6", "2", "3"],
    ]);
    let columns = guess(&chart, &pasted);
    let first = old.try_rows(&RULEBOOK, &chart, &pasted, &columns, Placing::Instead);
    assert_eq!(first.faults.len(), 3, "{:?}", first.faults);
    for fault in first.faults {
        let (row, place) = (fault.row.unwrap(), fault.column.unwrap());
        pasted.rows[row][place] = fault.suggestion.unwrap().into();
    }
    let second = old.try_rows(&RULEBOOK, &chart, &pasted, &columns, Placing::Instead);
    assert_eq!(second.faults, []);
    let new = second.draft.unwrap();
    let row = &super::parsed(&new.text())["rg"]["russian"][0];
    assert_eq!(row["cost"].as_integer(), Some(10));
    assert_eq!(row["content"].to_string(), "{ r-cmd = 1, r-rifle = 9 }");
    assert_eq!(row["discipline"].as_str(), Some("Trained"));
    assert!(RULEBOOK.open("new", &new.text()).is_ok());
}

#[test]
fn what_the_reader_finds_is_told_at_its_cell() {
    let old = draft(SAMPLE);
    let at = |path: &str, row: usize, key: &str, words: &str| {
        let trial = with(&old, path, row, key, words);
        assert!(trial.draft.is_none(), "{path} {key}");
        let [fault] = trial.faults.as_slice() else { panic!("{:?}", trial.faults) };
        let table = table(&old, path);
        (fault.row, fault.column.map(|at| table.columns[at].key.clone()), fault.rule.clone())
    };
    let rule = |rule: &str| rule.to_owned();
    assert_eq!(
        at("rg.german", 1, "max_campaign", "1"),
        (Some(1), Some("max_campaign".into()), rule("BF-2.1.1.4.1-3"))
    );
    assert_eq!(at("days", 2, "date", "1942-12-20"), (Some(2), Some("date".into()), rule("BF-2-1")));
    assert_eq!(at("days", 3, "slots", "pm, am"), (Some(3), Some("slots".into()), rule("BF-2-2")));
    assert_eq!(
        at("rg.russian", 1, "notes", "sometimes"),
        (Some(1), Some("notes".into()), rule("BF-2.1.1.4-5"))
    );
    assert_eq!(at("rg.russian", 1, "content", ""), (Some(1), Some("content".into()), rule("BF-2.1.1.4-2")));
    assert_eq!(at("tables.cpp.full.rows", 3, "max", "9"), (Some(2), Some("min".into()), rule("BF-T1")));
    assert_eq!(
        at("map", 1, "start_mlr.german", "[[0, 1]]"),
        (Some(1), Some("start_mlr.german".into()), rule("BF-2.S-1"))
    );
    assert_eq!(at("scheduled", 1, "day", "1943-01-01"), (Some(1), Some("day".into()), rule("BF-2.S-3")));
}

#[test]
fn a_fault_elsewhere_stops_nobody() {
    let text = SAMPLE.replace("home_edge = \"north\"", "home_edge = \"up\"");
    let old = draft(&text);
    assert!(RULEBOOK.open("old", &text).is_err());
    assert!(with(&old, "rg.german", 1, "cost", "12").draft.is_some());
    let faulty = with(&old, "sides", 2, "start_cpp", "5");
    assert_eq!(faulty.faults.len(), 1, "this table's own fault is told: {:?}", faulty.faults);
    assert_eq!(faulty.faults[0].row, Some(1));
}

#[test]
fn a_fault_of_the_whole_table_is_told_when_it_is_new() {
    let old = draft(SAMPLE);
    let results = table(&old, "victory.result");
    let mut grid = old.grid(&results);
    grid.rows.remove(2);
    let trial = super::instead(&old, &results, &grid);
    assert_eq!(trial.faults.len(), 1, "{:?}", trial.faults);
    assert_eq!((trial.faults[0].row, trial.faults[0].column), (None, None));
}

#[test]
fn columns_that_are_missing_or_taken_twice_are_told() {
    let old = draft(SAMPLE);
    let chart = table(&old, "rg.german");
    let pasted = sheet(&[["Id", "Kind", "Price"], ["GX1", "new company", "4"]]);
    let columns = guess(&chart, &pasted);
    let trial = old.try_rows(&RULEBOOK, &chart, &pasted, &columns, Placing::After);
    let sentences: Vec<&str> = trial.faults.iter().map(|fault| fault.sentence.as_str()).collect();
    let titles = ["Class", "Discipline", "Most in a battle", "Most in the campaign"];
    assert_eq!(
        sentences,
        titles.map(|title| format!("No column is taken for “{title}”; every row needs it."))
    );
    assert!(trial.faults.iter().all(|fault| fault.row.is_none()));
    let twice = old.try_rows(&RULEBOOK, &chart, &pasted, &[Some(0), Some(0), None], Placing::After);
    assert_eq!((twice.faults[0].row, twice.faults[0].column), (None, None));
    assert!(twice.faults.iter().any(|fault| (fault.row, fault.column) == (Some(0), Some(1))));
}

#[test]
fn ids_stand_once_also_beside_the_rows_that_are_there() {
    let old = draft(SAMPLES[1].1);
    let works = table(&old, "fpp.german");
    let pasted = sheet(&[["Id", "Fortification", "Price"], ["wire", "more wire", "1"]]);
    let trial = old.try_rows(&RULEBOOK, &works, &pasted, &guess(&works, &pasted), Placing::After);
    assert_eq!(
        trial.faults[0].sentence,
        "“wire” stands already in row 1 of the table; each row has an id of its own."
    );
    assert_eq!(trial.faults[0].address.to_string(), "Pasted!A2");
}

#[test]
fn titles_are_guessed_by_alias_and_near_spelling_each_once() {
    let old = draft(SAMPLE);
    let chart = table(&old, "rg.german");
    let pasted = sheet(&[["Grp", "Discpline", "PRICE", "max_scenario", "total", "Price", "colour"]]);
    let keys = guess(&chart, &pasted).into_iter().map(|at| at.map(|at| chart.columns[at].key.as_str()));
    assert_eq!(
        keys.collect::<Vec<_>>(),
        [None, Some("discipline"), Some("cost"), Some("max_scenario"), Some("max_campaign"), None, None]
    );
}

#[test]
fn a_formula_without_a_value_and_a_failing_one_are_told_as_such() {
    let old = draft(SAMPLE);
    for (sign, said) in [("#NO-VALUE!", "holds a formula without a value"), ("#DIV/0!", "fails (#DIV/0!)")] {
        let trial = with(&old, "rg.russian", 1, "cost", sign);
        let [fault] = trial.faults.as_slice() else { panic!("{:?}", trial.faults) };
        assert!(fault.sentence.contains(said), "{}", fault.sentence);
    }
}

#[test]
fn a_strange_unit_type_is_told_with_those_near_it_or_all_of_its_army() {
    let old = draft(SAMPLE);
    let said = |words: &str| with(&old, "rg.russian", 1, "content", words).faults[0].sentence.clone();
    let near = said("1 r-cmd, 3 sappers");
    assert!(near.contains("“sappers” is no unit type of this campaign; near it: "), "{near}");
    assert!(near.contains("(Sapper squad)"), "{near}");
    let far = said("2 elephants");
    assert!(
        far.contains("; there are: r-rifle (Rifle squad), ") && far.ends_with("(Truck, truck)."),
        "{far}"
    );
    let many: String =
        (1..=6).map(|at| format!("\n[[unit_types]]\nid = \"r-new{at}\"\nclass = \"I\"\n")).collect();
    let larger = draft(&(SAMPLE.to_owned() + &many));
    let far = with(&larger, "rg.russian", 1, "content", "2 elephants").faults[0].sentence.clone();
    assert!(far.ends_with(", r-new4 and 2 more."), "{far}");
}

#[test]
fn a_missing_cell_is_named_by_its_title_and_not_by_its_key() {
    let old = draft(SAMPLE);
    let trial = with(&old, "rg.russian", 1, "class", "FPP");
    let said: Vec<&str> = trial.faults.iter().map(|fault| fault.sentence.as_str()).collect();
    assert!(said.iter().any(|one| one.ends_with("in the column “Points it brings”.")), "{said:?}");
    let text =
        SAMPLE.replacen("kind = \"rifle company\"\nclass = \"I\"", "kind = \"points\"\nclass = \"FPP\"", 1);
    assert_ne!(text, SAMPLE);
    let found = draft(&text).inspect(&RULEBOOK).faults;
    let said: Vec<&str> = found.iter().map(|one| one.diagnostic.sentence.as_str()).collect();
    assert!(said.iter().any(|one| one.ends_with("in the column “Points it brings”.")), "{said:?}");
}
