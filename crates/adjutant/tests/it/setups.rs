//! `tables`, `forecast` and the warnings of `check`.

use tabular::{Grid, Value};

use crate::{FORD, Place};

const ROSTOV: &str = include_str!("../../../rules-battlefront/scenarios/rostov.toml");
const MIUS: &str = include_str!("../../../rules-battlefront/scenarios/mius-night.toml");

fn read(place: &Place, file: &str) -> String {
    std::fs::read_to_string(place.path().join(file)).unwrap()
}

/// The sheets of a file, changed and written back.
fn change(place: &Place, file: &str, change: impl FnOnce(&mut Vec<Grid>)) {
    let path = place.path().join(file);
    let mut grids = sheets::read(file, &std::fs::read(&path).unwrap()).unwrap();
    change(&mut grids);
    let is_csv = file.ends_with(".csv");
    let bytes = if is_csv { sheets::csv::write(&grids) } else { sheets::xlsx::write(&grids).unwrap() };
    std::fs::write(path, bytes).unwrap();
}

fn sheet<'g>(grids: &'g mut [Grid], name: &str) -> &'g mut Grid {
    let names: Vec<String> = grids.iter().map(|grid| grid.name.clone()).collect();
    grids.iter_mut().find(|grid| grid.name == name).unwrap_or_else(|| panic!("{name} is not among {names:?}"))
}

#[test]
fn every_table_goes_out_and_comes_back_in_both_kinds() {
    let place = Place::new();
    for (name, text) in [("rostov", ROSTOV), ("mius", MIUS)] {
        let setup = format!("{name}.toml");
        place.write(&setup, text);
        for kind in ["csv", "xlsx"] {
            let charts = format!("{name}.{kind}");
            place.good(&["tables", &setup, "-o", &charts]);
            place.good(&["tables", &setup, "--in", &charts, "-o", "new.toml"]);
            assert_eq!(read(&place, "new.toml"), text, "{charts}");
        }
    }
    let one = place.good(&["tables", "rostov.toml", "--table", "fpp.german"]);
    assert!(one.starts_with("\u{feff}Id,Fortification,Kind,Price,Most in the campaign\r\nwire,"), "{one}");
}

/// Whatever never ends is refused after a bound, and not when the memory is full.
#[cfg(unix)]
#[test]
fn a_file_without_an_end_is_refused() {
    let place = Place::new();
    for (command, code) in [("check", 1), ("verify", 2), ("run", 1), ("import", 1)] {
        let output = place.run(&[command, "/dev/zero"]);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{command}: {told}");
        assert!(told.contains("/dev/zero: it has more than 256 MiB"), "{command}: {told}");
    }
}

/// Each side costs a check the same, however many there are; a set-up from anybody is checked for as long as it takes.
#[test]
fn a_set_up_with_far_too_many_sides_is_checked_in_no_time() {
    let place = Place::new();
    let sides = |n: usize| -> String {
        (0..n).map(|side| format!("\n[[side]]\nid = \"s{side}\"\nname = \"x\"\n")).collect()
    };
    place.write("many.toml", &(FORD.to_owned() + &sides(60_000)));
    let start = std::time::Instant::now();
    let told = place.bad(&["check", "many.toml"]);
    assert!(told.contains("There must be two sides."), "{told}");
    assert!(start.elapsed() < std::time::Duration::from_secs(8), "{:?}", start.elapsed());
}

/// An example comes from anybody: it reads set-ups beside it, and nothing else of the machine.
#[test]
fn an_example_names_set_ups_by_their_way_from_it() {
    let place = Place::new();
    for from in ["/dev/zero", "/etc/passwd", "../../../../etc/passwd", "C:mine.toml", "\\\\host\\mine.toml"] {
        place.write(
            "mine.toml",
            &format!(
                "title = \"t\"\nrules = [\"TOY-1\"]\nsystem = \"pickets\"\nsetup = {from:?}\n[[step]]\nseat = \"umpire\"\ncommand = {{ do = \"pay\" }}\n"
            ),
        );
        let told = place.bad(&["run", "mine.toml"]);
        assert!(told.contains("is not read: name a .toml file by its way from this file"), "{from}: {told}");
    }
}

#[test]
fn every_faulty_cell_of_a_workbook_is_told_and_nothing_is_written() {
    let place = Place::new();
    place.write("rostov.toml", ROSTOV);
    place.good(&["tables", "rostov.toml", "-o", "charts.xlsx"]);
    change(&place, "charts.xlsx", |grids| {
        let chart = sheet(grids, "Soviet reinforcement chart");
        chart.rows[4][5] = Value::from("1O");
        chart.rows[2][4] = Value::from("Trianed");
        sheet(grids, "Days").rows[3][0] = Value::from("25.12.1942");
    });
    let told = place.bad(&["tables", "rostov.toml", "--in", "charts.xlsx", "-o", "new.toml"]);
    for wanted in [
        "charts.xlsx: Days!A4: “25.12.1942” is no date; write it as 1942-12-24. “1942-12-25” was probably meant. [BF-2.S-7]",
        "charts.xlsx: 'Soviet reinforcement chart'!E3: “Trianed” is none of the choices",
        "charts.xlsx: 'Soviet reinforcement chart'!F5: “1O” is no whole number.",
    ] {
        assert!(told.contains(wanted), "{told}");
    }
    assert_eq!(told.lines().count(), 3, "{told}");
    assert!(!place.path().join("new.toml").exists());
}

#[test]
fn sheets_that_speak_of_each_other_go_in_together() {
    let place = Place::new();
    place.write("mius.toml", MIUS);
    place.good(&["tables", "mius.toml", "-o", "charts.csv"]);
    change(&place, "charts.csv", |grids| {
        let text = |words: &str| Value::from(words);
        sheet(grids, "Kinds of stands").rows.push(vec![text("g-flak"), text("Flak"), text("G")]);
        let cells = ["GX1", "flak platoon", "Gun on the board", "2 flak", "Trained", "4", "1", "2"];
        sheet(grids, "German reinforcement chart").rows.push(cells.map(Value::from).to_vec());
        sheet(grids, "German roster").rows.push(["G-20", "Flak platoon", "GX1"].map(Value::from).to_vec());
    });
    place.good(&["tables", "mius.toml", "--in", "charts.csv", "-o", "new.toml"]);
    assert!(read(&place, "new.toml").contains("content = { g-flak = 2 }"));
    let checked = place.good(&["check", "new.toml"]);
    assert!(checked.contains("sound, Battlefront campaign"), "{checked}");
}

#[test]
fn a_sheet_without_a_name_is_told_which_table_it_is() {
    let place = Place::new();
    place.write("rostov.toml", ROSTOV);
    place.write("more.csv", "Fortification;Price\ntrench, 3 inches;1\n");
    let told = place.bad(&["tables", "rostov.toml", "--in", "more.csv"]);
    assert!(told.contains("say which table this is: --table."), "{told}");
    let into =
        ["tables", "rostov.toml", "--in", "more.csv", "--after", "--table", "German fortification chart"];
    assert!(place.good(&into).ends_with("[[fpp.german]]\ntype = \"trench, 3 inches\"\ncost = 1\n"));
    assert!(
        place
            .bad(&["tables", "rostov.toml", "--table", "moon"])
            .contains("There is no table \"moon\"; there are: Campaign;")
    );
    place.write("strange.csv", "Fortification,Price,Colour\nwall,1,grey\n");
    let told = place.bad(&["tables", "rostov.toml", "--in", "strange.csv", "--table", "fpp.german"]);
    assert!(told.contains("strange.csv: C1: There is no column \"Colour\" in this table"), "{told}");
    assert!(place.bad(&["tables", "rostov.toml", "-o", "charts.pdf"]).contains("written as .csv or .xlsx"));
}

#[test]
fn tables_and_forecasts_are_printed_for_programs_too() {
    let place = Place::new();
    place.write("rostov.toml", ROSTOV);
    let tables: serde_json::Value =
        serde_json::from_str(&place.good(&["tables", "rostov.toml", "--table", "rg.german", "--json"]))
            .unwrap();
    assert_eq!(tables[0]["table"]["columns"][5]["title"], "Price");
    assert_eq!(tables[0]["rows"][0][5], "11");
    let words = place.good(&["forecast", "rostov.toml"]);
    assert!(words.contains("39.2") && words.contains("6: 3/10, 8: 1/5"), "{words}");
    let blocks: serde_json::Value =
        serde_json::from_str(&place.good(&["forecast", "rostov.toml", "--json"])).unwrap();
    assert_eq!(blocks.as_array().map(Vec::len), Some(3));
}

#[test]
fn what_is_odd_is_told_and_no_fault() {
    let place = Place::new();
    place.write("odd.toml", &MIUS.replace("notes = [\"arrives+1\", ", "notes = [\"arrives+3\", "));
    let told = place.good(&["check", "odd.toml"]);
    assert!(told.contains("rg.russian[2].notes: Warning: RA1 can never be bought"), "{told}");
    assert!(told.contains("odd.toml: sound with a warning"), "{told}");
}

/// A title that turns the line round, begins another or hides something stands as codes, in what is sound and in what is not.
#[test]
fn letters_that_nobody_sees_are_printed_as_codes() {
    let place = Place::new();
    let title = MIUS.lines().find(|line| line.starts_with("title")).unwrap();
    let odd = r#"title = "A\u202eB\u200bC\u2028D""#;
    place.write("odd.toml", &MIUS.replace(title, odd));
    let told = place.good(&["check", "odd.toml"]);
    assert!(told.contains("A\\u202eB\\u200bC\\u2028D"), "{told}");
    place.write("wrong.toml", &MIUS.replace(title, &format!("{title}\n\"x\u{202e}y\" = 1")));
    let told = place.bad(&["check", "wrong.toml"]);
    assert!(!told.contains('\u{202e}') && told.contains("\\u202e"), "{told}");
    for wrong in [&["che\u{202e}ck"][..], &["check", "--x\u{202e}\u{1b}[31m"], &["show", "--seat"]] {
        let output = place.run(wrong);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains("Usage: adjutant") || told.contains("--help"), "{told}");
        assert!(
            told.chars()
                .all(|letter| letter == '\n'
                    || ledger::printable(&letter.to_string()).len() == letter.len_utf8()),
            "{told}"
        );
        assert_eq!(told.contains("\\u202e"), wrong.concat().contains('\u{202e}'), "{told}");
    }
    assert_eq!(place.run(&["--help"]).status.code(), Some(0));
}

/// Whoever reads one line and goes, as `head` does, breaks nothing, whichever command speaks.
#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_breaks_no_command() {
    use std::process::Stdio;
    let place = Place::new();
    place.with_ford();
    let files = ["ford.toml"; 400];
    let check: Vec<&str> = std::iter::once("check").chain(files).collect();
    let faulty: Vec<&str> = std::iter::once("check").chain(["nothing.toml"; 400]).collect();
    for (arguments, good) in [
        (&check[..], true),
        (&faulty[..], false),
        (&["check", "ford.toml"], true),
        (&["forecast", "ford.toml"], true),
        (&["show"], true),
        (&["log"], true),
        (&["openapi"], true),
        (&["doctor"], true),
        (&["key", "new", "new.key"], true),
        (&["people"], true),
        (&["backup", "copy"], true),
    ] {
        // A pipe whose reading end is closed before the program begins to speak.
        let mut gone = std::process::Command::new("true").stdin(Stdio::piped()).spawn().unwrap();
        let pipe = gone.stdin.take().unwrap();
        gone.wait().unwrap();
        let errors = std::process::Command::new("true").stdin(Stdio::piped()).spawn();
        let mut silent = errors.unwrap();
        let other = silent.stdin.take().unwrap();
        silent.wait().unwrap();
        let mut command = place.command(arguments);
        let status = command.stdout(Stdio::from(pipe)).stderr(Stdio::from(other)).status().unwrap();
        assert_eq!(status.code(), Some(i32::from(!good)), "{:?}", &arguments[..arguments.len().min(3)]);
    }
}

/// Whoever copies a system's name out of the document of the API is understood.
#[test]
fn the_document_of_the_api_names_systems_as_files_do() {
    let place = Place::new();
    let document = place.good(&["openapi"]);
    let mut named =
        document.split("name in files, such as `").skip(1).filter_map(|rest| rest.split('`').next());
    let first = named.next().expect("the document gives an example");
    for system in named.chain([first]) {
        place.write("named.toml", &format!("system = {system:?}\n"));
        let told = place.bad(&["check", "named.toml"]);
        assert!(!told.contains("does not know the rules"), "{told}");
    }
    place.write("named.toml", "system = \"battlefront\"\n");
    assert!(place.bad(&["check", "named.toml"]).contains("does not know the rules"));
}
