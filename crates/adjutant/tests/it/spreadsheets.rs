//! `sheet`, `part`, `result`, and what a system calls them.

use crate::Place;

const NINE_DAYS: &str = include_str!("../../../rules-upfront/scenarios/nine-days.toml");
const FINNISH: &str = include_str!("../../../rules-upfront/scenarios/nations/finnish.toml");
const PICKET: &str = include_str!("../../../rules-upfront/scenarios/finnish-picket.toml");

/// The table of a name in a file.
fn table(place: &Place, file: &str, name: &str) -> tabular::Grid {
    let grids = sheets::read(file, &std::fs::read(place.path().join(file)).unwrap()).unwrap();
    let names: Vec<String> = grids.iter().map(|grid| grid.name.clone()).collect();
    grids
        .into_iter()
        .find(|grid| grid.name == name)
        .unwrap_or_else(|| panic!("{name} is not among {names:?}"))
}

#[test]
fn the_tables_of_a_seat_are_written_in_both_kinds() {
    let place = Place::new();
    place.with_ford();
    place.good(&["do", "--seat", "side-0", r#"{"do":"place","post":"mill"}"#]);
    let own = place.good(&["sheet", "--seat", "side-0", "--page", "posts"]);
    assert!(own.starts_with('\u{feff}') && own.contains("mill"), "{own}");
    let printed = place.run(&["sheet", "--seat", "side-0", "-o", "all.csv"]);
    assert!(printed.status.success() && printed.stdout.is_empty());
    place.good(&["sheet", "--seat", "side-0", "--csv", "-o", "again.txt"]);
    let read = |name: &str| std::fs::read(place.path().join(name)).unwrap();
    assert_eq!(read("all.csv"), read("again.txt"));
    place.good(&["sheet", "--seat", "side-0", "-o", "all.xlsx"]);
    place.good(&["sheet", "--seat", "side-0", "--xlsx", "-o", "again.dat"]);
    assert_eq!(read("all.xlsx"), read("again.dat"));
    assert!(
        place
            .bad(&["sheet", "--page", "moon"])
            .contains("There is no page moon. The pages are: posts, field, points.")
    );
    assert!(place.bad(&["sheet", "-o", "all.pdf"]).contains("--csv or --xlsx"));
}

#[test]
fn the_sheets_of_a_seat_are_listed_and_printed() {
    let place = Place::new();
    place.with_ford();
    let listed = place.good(&["print", "--seat", "side-0"]);
    assert!(listed.contains("page-posts"), "{listed}");
    place.good(&["print", "--seat", "side-0", "--sheet", "page-posts", "-o", "posts.pdf"]);
    place.good(&["print", "--seat", "side-0", "--sheet", "page-posts", "-o", "again.pdf"]);
    place.good(&[
        "print",
        "--seat",
        "side-0",
        "--sheet",
        "page-posts",
        "--size",
        "letter",
        "-o",
        "letter.pdf",
    ]);
    let read = |name: &str| std::fs::read(place.path().join(name)).unwrap();
    assert!(read("posts.pdf").starts_with(b"%PDF-"));
    assert_eq!(read("posts.pdf"), read("again.pdf"));
    assert_ne!(read("posts.pdf"), read("letter.pdf"));
    assert!(place.bad(&["print", "--sheet", "moon", "-o", "moon.pdf"]).contains("There is no sheet moon."));
}

#[test]
fn the_umpires_list_says_whose_each_sheet_is() {
    let place = Place::new();
    place.good(&["new", "--sample", "rostov", "--open-dice"]);
    let all = place.good(&["print"]);
    for line in [
        "map-umpire  Map with the front lines\n",
        "map-german  Map with the front lines (German)\n",
        "map-russian  Map with the front lines (Soviet)\n",
        "page-map  Page Map\n",
    ] {
        assert!(all.contains(line), "{line}: {all}");
    }
    assert!(!place.good(&["print", "--seat", "side-1"]).contains("(German)"));
}

#[test]
fn a_nation_goes_out_and_comes_back_unchanged() {
    let place = Place::new();
    for kind in ["xlsx", "csv"] {
        let file = format!("german.{kind}");
        place.good(&["nation", "german", "-o", &file]);
        let german = include_str!("../../../rules-upfront/nations/german.toml");
        assert_eq!(place.good(&["nation", &file]), german);
        place.good(&["part", "nation", &file, "-o", "german.toml"]);
        assert_eq!(std::fs::read_to_string(place.path().join("german.toml")).unwrap(), german);
    }
    assert_eq!(table(&place, "german.xlsx", "Roster").rows.len(), 28);
    let faulty = place.write(
        "faulty.csv",
        "[Nation]\nField,Value\nnation,x\n[Roster]\n#,Name,Pts,Rank,KIA\n1,A,ten,PVT,8\n",
    );
    let told = place.bad(&["nation", faulty.to_str().unwrap()]);
    for part in ["Roster!C6: A whole number is wanted here", "Roster!A5: The column Weapon is missing"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(place.bad(&["part", "nation", "prussian"]).contains("or one of: american, german"));
    assert!(place.bad(&["nation", "german", "-o", "german.ods"]).contains("written as .toml, .csv or .xlsx"));
}

#[test]
fn an_eighth_nation_is_played_without_code() {
    let place = Place::new();
    place.write("finnish.toml", FINNISH);
    place.write("picket.toml", PICKET);
    assert!(place.bad(&["nation", "finnish.toml", "-o", "f.xlsx"]).contains("SMG is in no weapon family"));
    place.good(&["nation", "finnish.toml", "--beside", "picket.toml", "-o", "finnish.xlsx"]);
    assert_eq!(place.good(&["nation", "finnish.xlsx", "--beside", "picket.toml"]), FINNISH);
    place.good(&["nation", "finnish.xlsx", "--into", "picket.toml", "-o", "whole.toml"]);
    assert!(place.good(&["check", "whole.toml"]).contains("sound"));
    place.good(&["new", "--open-dice", "whole.toml"]);
    assert!(place.good(&["show", "--seat", "finnish", "--page", "rosters"]).contains("Virtanen"));
}

#[test]
fn a_result_is_reported_from_a_spreadsheet() {
    let place = Place::new();
    place.write("nine.toml", NINE_DAYS);
    place.good(&["new", "--open-dice", "nine.toml"]);
    assert!(place.bad(&["result", "--seat", "american", "--form"]).contains("No result is asked"));
    for seat in ["american", "german"] {
        place.good(&["do", "--seat", seat, r#"{"do":"select"}"#]);
    }
    place.good(&["result", "--seat", "american", "--form", "-o", "form.xlsx"]);
    let men = table(&place, "form.xlsx", "Men");
    assert_eq!(men.rows[1][2].words(), "Allen");
    let text = place.good(&["aftermath", "--seat", "american", "--form"]);
    place.write("blank.csv", &text);
    let told = place.bad(&["aftermath", "--seat", "american", "blank.csv"]);
    assert!(told.starts_with("blank.csv: Result!B3: A side is wanted here: American or German."), "{told}");
    place.write("filled.csv", &text.replace("Winner,", "Winner,German").replacen("in play", "killed", 1));
    let command = place.good(&["aftermath", "--seat", "american", "filled.csv"]);
    place.good(&["do", "--seat", "american", command.trim()]);
    assert!(place.good(&["show", "--seat", "german", "--page", "result"]).contains("was killed"));
    place.write("other.csv", &text.replace("Winner,", "Winner,nobody"));
    let other = place.good(&["aftermath", "--seat", "german", "--differ", "other.csv"]);
    place.good(&["do", "--seat", "german", other.trim()]);
    assert!(place.good(&["show", "--page", "result"]).contains("Where the versions differ"));
}

#[test]
fn what_a_system_calls_its_files_is_a_command() {
    let place = Place::new();
    let german = place.good(&["part", "nation", "german"]);
    assert_eq!(place.good(&["nation", "german"]), german);
    // The same word as the name of a file, and as the id of a part.
    assert_eq!(place.good(&["--key-file", "nation", "nation", "german"]), german);
    assert!(place.bad(&["nation", "nation"]).contains("nation: a nation is a file"));
    for help in
        [&["nation", "--help"][..], &["help", "nation"], &["aftermath", "--help"], &["help", "aftermath"]]
    {
        let told = place.good(help);
        assert!(told.contains("Usage: adjutant part") || told.contains("Usage: adjutant result"), "{told}");
    }
    assert!(place.good(&["help"]).contains("`nation` for `part nation`, `aftermath` for `result`"));
    for (words, told) in [
        (&["natoin", "german"][..], "unrecognized subcommand 'natoin'"),
        (&["part", "army", "german"], "possible values: nation"),
    ] {
        let output = place.run(words);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8(output.stderr).unwrap().contains(told));
    }
    place.good(&["new", "--open-dice", "--sample", "ford"]);
    assert!(place.bad(&["result", "--seat", "blue", "--form"]).contains("no form for results"));
}
