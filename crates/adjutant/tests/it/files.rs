//! `check`, `export`, `verify`, `import`.

use crate::{FORD, Place};

#[test]
fn check_tells_every_fault_of_every_file_with_line_and_column() {
    let place = Place::new();
    place.write("good.toml", FORD);
    place.write(
        "bad.toml",
        &FORD.replace("title = \"Pickets at the ford\"", "title = 3").replace("rounds = 2", "rounds = \"x\""),
    );
    place.write("torn.toml", "title =\n");
    let output = place.run(&["check", "bad.toml", "good.toml", "torn.toml", "absent.toml"]);
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).unwrap();
    for start in ["bad.toml:1:9: title: ", "bad.toml:2:10: rounds: ", "torn.toml:1:8: ", "absent.toml: "] {
        assert!(errors.lines().any(|line| line.starts_with(start)), "{start} in {errors}");
    }
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("good.toml: sound, "));
}

#[test]
fn check_tells_what_is_odd_and_ends_well() {
    let place = Place::new();
    place.write("good.toml", FORD);
    let worth = FORD.lines().find(|line| line.contains("worth = ")).unwrap();
    let at = FORD.lines().position(|line| line == worth).unwrap() + 1;
    let nothing = worth.replace(|sign: char| sign.is_ascii_digit(), "0");
    place.write("odd.toml", &FORD.replacen(worth, &nothing, 1));
    let said = place.good(&["check", "odd.toml", "good.toml"]);
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].starts_with(&format!("odd.toml:{at}:")) && lines[0].contains(": Warning: "), "{said}");
    assert!(lines[1].starts_with("odd.toml: sound with a warning, "), "{said}");
    assert!(lines[2].starts_with("good.toml: sound, "), "{said}");
}

#[test]
fn a_position_is_checked_against_its_set_up() {
    let place = Place::new();
    place.write("ford.toml", FORD);
    place.good(&["new", "--open-dice", "ford.toml"]);
    let position = place.good(&["show", "--position"]);
    place.write("good.toml", &position);
    assert!(place.good(&["check", "ford.toml", "--position", "good.toml"]).starts_with("good.toml: sound"));
    let first = position.lines().next().unwrap().split(" = ").next().unwrap();
    let line = position.lines().count() + 1;
    place.write("bad.toml", &format!("{first} = [[]]\n{}colour = 1\n", position.split_once('\n').unwrap().1));
    for command in [
        &["check", "ford.toml", "--position", "bad.toml"][..],
        &["new", "--open-dice", "ford.toml", "--position", "bad.toml"],
    ] {
        let said = place.bad(command);
        assert!(said.contains("bad.toml:1:"), "{said}");
        assert!(said.contains(&format!("bad.toml:{line}:")), "{said}");
    }
    assert!(
        place.bad(&["check", "ford.toml", "good.toml", "--position", "good.toml"]).contains("one set-up")
    );
}

#[test]
fn an_import_that_fails_leaves_no_folder() {
    let place = Place::new();
    place.with_ford();
    let file = place.good(&["export", "--kind", "move"]);
    place.write(
        "newer.json",
        &file.replacen("\"format\":1", "\"format\":99", 1).replacen("\"format\": 1", "\"format\": 99", 1),
    );
    let newer = place.bad(&["import", "newer.json", "--data", "new"]);
    assert!(newer.contains("manifest.format: is 99, newer than 1; use a newer program"), "{newer}");
    place.write("broken.json", &file.replacen("pickets", "pickled", 1));
    place.bad(&["import", "broken.json", "--data", "new"]);
    place.bad(&["import", "nowhere.json", "--data", "new"]);
    assert!(!place.path().join("new").exists());
}

/// What reads no file judges none: a script that takes 1 for "not sound" must not take that for it.
#[test]
fn both_verifiers_end_alike_where_there_is_no_file_to_judge() {
    let place = Place::new();
    std::fs::create_dir(place.path().join("folder")).unwrap();
    std::fs::write(place.path().join("bytes.json"), b"{\"format\": \"\xff\"}").unwrap();
    place.write("nothing.json", "");
    let script = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/verify.py");
    for (file, code) in [("absent.json", 2), ("folder", 2), ("bytes.json", 2), ("nothing.json", 1)] {
        assert_eq!(place.run(&["verify", file]).status.code(), Some(code), "{file}");
        if std::env::var_os("ADJ_NO_PYTHON").is_some_and(|value| value == "1") {
            continue;
        }
        let second =
            std::process::Command::new("python3").arg(&script).arg(place.path().join(file)).output().unwrap();
        assert_eq!(second.status.code(), Some(code), "{file}");
    }
}

#[test]
fn check_knows_no_foreign_rules() {
    let place = Place::new();
    place.write("other.toml", "system = \"whist\"\n");
    assert!(place.bad(&["check", "other.toml"]).contains("does not know the rules \"whist\""));
    place.write("ford.toml", FORD);
    assert!(place.bad(&["check", "--system", "whist", "ford.toml"]).contains("whist"));
}

#[test]
fn a_file_is_held_against_the_rules_its_schema_names() {
    let place = Place::new();
    place.write("bare.toml", "schema = \"adjutant/up-front-campaign/1\"\nplay = \"own\"\n");
    let said = place.bad(&["check", "bare.toml"]);
    assert_eq!(said, place.bad(&["check", "--system", "up-front-campaign", "bare.toml"]));
    assert!(!said.contains("[BF-"), "{said}");
}

#[test]
fn an_example_is_checked_and_played() {
    let place = Place::new();
    place.write("ford.toml", FORD);
    let good = r#"
title = "Pay is rolled once"
rules = ["TOY-1"]
system = "pickets"
setup = "ford.toml"

[[step]]
seat = "blue"
command = { do = "pay" }
dice = [4]
expect.total = 4
"#;
    place.write("good.toml", good);
    place.write("wrong.toml", &good.replace("total = 4", "total = 5"));
    place.write("faulty.toml", &good.replace("seat = ", "chair = "));
    assert!(place.good(&["check", "good.toml"]).contains("an example with 1 steps"));
    assert!(place.bad(&["check", "faulty.toml"]).contains("faulty.toml:8:1: "));
    for (was, is, says) in [
        ("system = \"pickets\"", "system = \"whist\"", "no system \"whist\""),
        ("ford.toml", "mill.toml", "cannot be read"),
        ("seat = \"blue\"", "seat = \"red\"", "bad.toml:7: step 1 (red pay): there is no seat \"red\""),
        ("do = \"pay\"", "do = \"fly\"", "bad.toml:7: step 1 (blue fly): This is not understood"),
    ] {
        place.write("bad.toml", &good.replace(was, is));
        let said = place.bad(&["check", "bad.toml"]);
        assert!(said.contains(says), "{said}");
    }
    assert!(place.good(&["run", "good.toml"]).contains("1 steps as expected"));
    std::fs::create_dir_all(place.path().join("book/deep")).unwrap();
    place.write("book/ford.toml", FORD);
    place.write("book/deep/good.toml", &good.replace("ford.toml", "../ford.toml"));
    assert_eq!(place.good(&["run", "book"]).lines().count(), 1, "the set-up is no example");
    let output = place.run(&["run", "--json", "good.toml", "wrong.toml"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("wrong.toml"));
    let outcomes: Vec<serde_json::Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(outcomes[0]["steps"][0]["ending"], "accepted");
    assert_eq!(outcomes[0]["failures"], serde_json::json!([]));
    assert_eq!(outcomes[1]["failures"].as_array().unwrap().len(), 1);
}

#[test]
fn an_exported_campaign_is_sound_and_goes_on_elsewhere() {
    let place = Place::new();
    let id = place.with_ford();
    place.good(&["do", "--seat", "side-0", r#"{"do":"pay"}"#]);
    place.good(&["export", "--kind", "move", "--output", "move.json"]);
    assert!(place.good(&["verify", "move.json"]).ends_with("result: sound\n"));

    let elsewhere = Place::new();
    std::fs::copy(place.path().join("move.json"), elsewhere.path().join("move.json")).unwrap();
    assert_eq!(elsewhere.good(&["import", "move.json"]).trim(), id);
    assert_eq!(elsewhere.good(&["show"]), place.good(&["show"]));
    elsewhere.good(&["do", "--seat", "side-1", r#"{"do":"pay"}"#]);
    assert!(elsewhere.bad(&["import", "move.json"]).contains("is here already"));
}

#[test]
fn a_seats_file_holds_only_what_the_seat_may_see() {
    let place = Place::new();
    place.with_ford();
    place.good(&["do", "--seat", "side-0", r#"{"do":"place","post":"mill"}"#]);
    let own = place.good(&["export", "--kind", "seat", "--seat", "side-0"]);
    let other = place.good(&["export", "--kind", "seat", "--seat", "side-1"]);
    let anyone = place.good(&["export", "--kind", "seat", "--seat", "spectator"]);
    assert!(own.contains(r#"\"do\":\"place\""#));
    assert!(!other.contains(r#"\"do\":\"place\""#));
    assert!(!anyone.contains(r#"\"do\":\"place\""#));
    assert!(place.bad(&["export", "--kind", "seat", "--seat", "umpire"]).contains("--kind umpire"));
    assert_eq!(place.run(&["export", "--kind", "seat"]).status.code(), Some(2), "the seat is missing");
}

#[test]
fn the_dice_secret_is_not_shown_by_a_slip() {
    let place = Place::new();
    place.with_ford();
    assert!(place.bad(&["export", "--kind", "final"]).contains("--end --reason"));
    assert!(!place.good(&["export", "--kind", "umpire"]).contains("\"dice_secret\""));
    place.good(&["do", "--seat", "umpire", "--end", "--reason", "We are done"]);
    assert!(place.good(&["export", "--kind", "final"]).contains("\"dice_secret\""));
    assert!(place.run(&["do", "--seat", "side-0", r#"{"do":"pay"}"#]).status.code() == Some(1));
}

#[test]
fn a_changed_file_is_not_sound_and_not_taken_in() {
    let place = Place::new();
    place.with_ford();
    place.good(&["do", "--seat", "side-0", r#"{"do":"pay"}"#, "--dice", "5"]);
    let file = place.good(&["export", "--kind", "move"]);
    let changed = file.replace(r#"\"faces\":[5]"#, r#"\"faces\":[6]"#);
    assert_ne!(changed, file);
    place.write("changed.json", &changed);
    let output = place.run(&["verify", "changed.json"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stdout).unwrap().contains("fault: side-0 1: "));

    let elsewhere = Place::new();
    let path = elsewhere.write("changed.json", &changed);
    assert!(elsewhere.bad(&["import", path.to_str().unwrap()]).contains("nothing was imported"));
    assert_eq!(elsewhere.good(&["show"]), "");
}

#[test]
fn a_noted_head_is_found_again_or_missed() {
    let place = Place::new();
    place.with_ford();
    let early = place.run(&["export", "--kind", "umpire", "-o", "early.json"]);
    let said = String::from_utf8(early.stderr).unwrap();
    let head = said.split_once("Last entry: ").unwrap().1.split('.').next().unwrap().to_owned();
    place.good(&["do", "--seat", "side-0", r#"{"do":"pay"}"#]);
    place.good(&["export", "--kind", "umpire", "-o", "late.json"]);
    assert!(place.good(&["verify", "late.json", "--head", &head]).contains("noted head: master 2"));
    let foreign = "0".repeat(64);
    assert!(place.bad(&["verify", "late.json", "--head", &foreign]).contains("not sound"));
}

/// As behind `| head`: what reads the output has gone.
#[test]
fn a_reader_that_goes_away_breaks_nothing() {
    use std::process::Stdio;
    let place = Place::new();
    place.with_ford();
    for arguments in
        [&["log"][..], &["openapi"], &["show", "--seat", "side-0"], &["export", "--kind", "umpire"]]
    {
        let mut command = place.command(arguments);
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output =
            command.stdout(writer).stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && !said.contains("panicked"), "{arguments:?}: {said}");
    }
}

/// A file of each released version of each system, as the build of that time wrote it: this build finds nothing wrong in
/// any of them, and proves every entry of those whose rules it has.
#[test]
fn files_of_every_released_version_of_the_rules_are_judged_again() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/released");
    let place = Place::new();
    let mut systems = std::collections::BTreeSet::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let output = place.run(&["verify", path.to_str().unwrap()]);
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(!said.contains("fault: "), "{said}");
        let name = path.file_name().unwrap().to_str().unwrap();
        let (system, version) = name.strip_suffix(".adjutant.json").unwrap().rsplit_once('-').unwrap();
        systems.insert(system.to_owned());
        assert!(
            said.contains(&format!("{system}/{version}"))
                || said.ends_with("result: sound\n")
                || said.ends_with("result: sound, with weaker proof of its dice\n"),
            "{name}: {said}"
        );
        let unproved = said.ends_with(" unproved\n");
        assert_eq!(output.status.code(), Some(if unproved { 3 } else { 0 }), "{name}: {said}");
        assert!(!unproved || !said.contains(&format!("this build ({system}/{version})")), "{name}: {said}");
    }
    assert_eq!(systems.len(), 6, "{systems:?}");
}

/// Rules that this build does not have: nothing is wrong, nothing is proved, and the exit code says so.
#[test]
fn what_cannot_be_judged_again_is_unproved_in_verdict_and_exit_code() {
    let place = Place::new();
    place.with_ford();
    place.good(&["do", "--seat", "side-0", r#"{"do":"pay"}"#]);
    let text = place.good(&["export", "--kind", "umpire"]);
    let mut bundle = ledger::Bundle::parse(&text).unwrap();
    let system = bundle.manifest.system.clone();
    bundle.manifest.system = "chess".into();
    for part in bundle.streams.iter_mut().flat_map(|stream| &mut stream.parts) {
        let body = part.body.take().unwrap();
        part.body = Some(body.replace(&format!("{system}/"), "chess/"));
    }
    place.write("chess.json", &bundle.rechained().to_text());
    let output = place.run(&["verify", "chess.json"]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(
        said.contains("judged again: no entry, for this program does not have the rules chess"),
        "{said}"
    );
    assert!(said.ends_with("result: sound, 3 entries unproved\n"), "{said}");
}

/// With every hash computed anew this was "sound" before entries were judged again.
#[test]
fn an_event_that_the_rules_do_not_give_is_named_in_a_file_with_right_hashes() {
    let place = Place::new();
    place.with_ford();
    place.good(&["do", "--seat", "side-0", r#"{"do":"pay"}"#]);
    let mut bundle = ledger::Bundle::parse(&place.good(&["export", "--kind", "move"])).unwrap();
    let part = bundle.streams[1].parts.last_mut().unwrap();
    let mut body: serde_json::Value = serde_json::from_str(part.body.as_ref().unwrap()).unwrap();
    body["events"][0]["coins"] = 99.into();
    part.body = Some(body.to_string());
    place.write("forged.json", &bundle.rechained().to_text());
    let output = place.run(&["verify", "forged.json"]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("fault: master 3: side-0: events[0].coins is 99, and the rules give "), "{said}");
    // That the file was taken stands in the log after it, and rests on it.
    assert!(said.ends_with("result: 1 fault, 1 entry unproved\n"), "{said}");
}

#[test]
fn a_campaign_with_its_tables_below_is_one_file() {
    let place = Place::new();
    place.write("ford.toml", FORD);
    place.good(&["new", "--open-dice", "ford.toml"]);
    place.good(&["export", "--kind", "umpire", "--below", "-o", "all.json"]);
    let said = place.good(&["verify", "all.json"]);
    assert!(said.lines().any(|line| line == "file 1 of 1"), "{said}");
    assert!(said.lines().any(|line| line == "result of all: sound"), "{said}");
    assert!(said.contains("are what the rules give"), "{said}");
    let text = std::fs::read_to_string(place.path().join("all.json")).unwrap();
    place.write("torn.json", &text.replacen("\"kind\": \"umpire\"", "\"kind\": \"final\"", 1));
    assert!(place.bad(&["verify", "torn.json"]).contains("not sound"));
    place.write("other.json", &text.replacen("Pickets at the ford", "Pickets at the mill", 1));
    assert!(place.bad(&["verify", "other.json"]).contains("not sound"));
    // A head is noted of one campaign: nothing is verified.
    let head = place.run(&["verify", "all.json", "--head", &"a".repeat(64)]);
    assert_eq!(head.status.code(), Some(2), "{head:?}");
    let said = String::from_utf8(head.stderr).unwrap();
    assert!(said.contains("several campaigns"), "{said}");
}
