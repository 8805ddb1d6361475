//! The second implementation says the same, line by line.

use std::path::Path;
use std::process::Command;

use ledger::{Export, Stream, verify};
use serde_json::{Value, json};

use crate::campaign::{exported, script};
use crate::tampering::{Chance, tamper};

const TOOL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/verify.py");
const VECTORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../dice/vectors.json");
/// Checks the functions of the tool against the vectors.
const COMPARING: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../dice/vectors.py");

/// Exit code and lines of the Python verifier; `None` when it is switched off.
fn python(arguments: &[&str]) -> Option<(i32, Vec<String>)> {
    run(TOOL, arguments)
}

/// As [`python`], of the script that compares the tool with vectors.
fn compared(vectors: &str) -> Option<(i32, Vec<String>)> {
    run(COMPARING, &[vectors])
}

fn run(path: &str, arguments: &[&str]) -> Option<(i32, Vec<String>)> {
    if std::env::var_os("ADJ_NO_PYTHON").is_some_and(|value| value == "1") {
        return None;
    }
    let output = Command::new("python3").arg(path).args(arguments).output().expect(
        "python3 is missing: install it with `sudo apt-get install -y python3`, or set ADJ_NO_PYTHON=1 \
         to leave these tests out",
    );
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.is_empty(), "{errors}");
    let lines = String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
    Some((output.status.code().unwrap(), lines))
}

/// Whoever doubts the first verifier reads the second one: two files, each at one sitting and without scrolling sideways.
#[test]
fn the_second_verifier_can_be_read_at_once() {
    let folder = Path::new(TOOL).parent().unwrap();
    let tools = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files: Vec<String> = tools
        .filter(|path| path.extension().is_some_and(|extension| extension == "py"))
        .map(|path| std::fs::read_to_string(&path).unwrap())
        .collect();
    let lengths: Vec<usize> = files.iter().map(|file| file.lines().count()).collect();
    assert!(lengths.len() == 2 && lengths.iter().all(|lines| *lines <= 300), "{lengths:?}");
    let widest = files.iter().flat_map(|file| file.lines()).map(|line| line.chars().count()).max();
    assert!(widest <= Some(110), "{widest:?}");
}

/// Both verifiers on one text.
fn agree(folder: &Path, text: &str, noted: Option<&str>) {
    let path = folder.join("campaign.adjutant.json");
    std::fs::write(&path, text).unwrap();
    let report = verify(text, noted);
    let mut arguments = vec![path.to_str().unwrap()];
    arguments.extend(noted);
    if let Some((code, lines)) = python(&arguments) {
        assert_eq!(lines, report.lines());
        assert_eq!(code, i32::from(!report.is_sound()));
    }
}

#[test]
fn the_shared_vectors_hold_in_python() {
    if let Some((code, lines)) = compared(VECTORS) {
        assert_eq!((code, lines), (0, vec!["result: 0 vectors differ".to_owned()]));
    }
}

#[test]
fn a_changed_vector_is_found_in_python() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("vectors.json");
    let text = std::fs::read_to_string(VECTORS).unwrap();
    let mut vectors: Value = serde_json::from_str(&text).unwrap();
    vectors["seals"][0]["digest"] = json!("00");
    std::fs::write(&path, vectors.to_string()).unwrap();
    if let Some((code, lines)) = compared(path.to_str().unwrap()) {
        assert_eq!((code, lines.last().unwrap().as_str()), (1, "result: 1 vectors differ"));
    }
}

#[tokio::test]
async fn both_say_the_same_of_sound_files() {
    let folder = tempfile::tempdir().unwrap();
    for what in
        [Export::Spectator, Export::Side(0), Export::Side(1), Export::Umpire, Export::Final, Export::Move]
    {
        let bundle = exported(&script(), what).await;
        agree(folder.path(), &bundle.to_text(), None);
        agree(folder.path(), &bundle.to_text(), Some(&bundle.streams[0].head.to_string()));
        agree(folder.path(), &bundle.to_text(), Some(&"ab".repeat(32)));
        let head = bundle.streams[0].head.to_string();
        for noted in [
            ledger::short_head(&head),
            format!("{}...{}", &head[..20], &head[50..]),
            format!("{}…{}", &head[..11], &head[60..]),
            format!("{}…{}", &head[..12], &head[..4]),
            "…".to_owned(),
        ] {
            agree(folder.path(), &bundle.to_text(), Some(&noted));
        }
    }
    let mut withheld = exported(&script(), Export::Umpire).await;
    withheld.withhold(Stream::Side(0), 1).unwrap();
    withheld.withhold(Stream::Public, 1).unwrap();
    agree(folder.path(), &withheld.to_text(), Some("abc"));
}

#[tokio::test]
async fn both_say_the_same_of_tampered_files() {
    let folder = tempfile::tempdir().unwrap();
    let whole: Value = serde_json::from_str(&exported(&script(), Export::Final).await.to_text()).unwrap();
    for number in 1..=30 {
        let mut file = whole.clone();
        let mut chance = Chance::new(number);
        for _ in 0..=number % 3 {
            tamper(&mut file, &mut chance);
        }
        agree(folder.path(), &file.to_string(), None);
    }
}

#[tokio::test]
async fn both_say_the_same_of_wrong_records() {
    let folder = tempfile::tempdir().unwrap();
    let mut script = script();
    script.swap(1, 2);
    script[0][0].1 = json!("a text");
    script[1][0].1["rolls"][1]["faces"][0] = json!(7);
    script[3][0].1["seals"][1]["digest"] = json!("ABC");
    script[4][0].1["rolls"][0]["number"] = json!(18_446_744_073_709_551_615_u64);
    script[4][0].1["rolls"][2]["faces"] = json!([1, 2]);
    script[4][0].1["rolls"][3]["number"] = json!(9);
    script[5][0].1["rolls"][0]["opposed"] = json!("yes");
    script[5][0].1["rolls"][1]["dice"] = json!([1, 1]);
    script[6][0].1["openings"][0]["nonce"] = json!("abc");
    script[7][0].1["contribution"] = json!({"seat": 1});
    script[7][1].1["rolls"] = json!({});
    script[8][0].1["contribution"] = json!({"seat": "Red", "text": "in the wrong stream"});
    script[8][0].1["rolls"] = json!([7, null, {"origin": "server"}]);
    for what in [Export::Final, Export::Side(0)] {
        agree(folder.path(), &exported(&script, what).await.to_text(), None);
    }
}

/// A change in words, and what makes it.
type Untrue = (&'static str, fn(&mut Value));

/// What somebody who recomputes every hash can write into the record of a roll, which pages show.
fn untrue_records() -> Vec<Untrue> {
    vec![
        ("faces", |roll| roll["record"]["faces"] = json!([1])),
        ("total", |roll| roll["record"]["total"] = json!(99)),
        ("a modifier", |roll| roll["record"]["modifiers"][0]["amount"] = json!(4)),
        ("a modifier left out", |roll| drop(roll["record"]["modifiers"].as_array_mut().unwrap().pop())),
        ("the row", |roll| roll["record"]["chart"]["hit"] = json!(2)),
        ("no row", |roll| roll["record"]["chart"]["hit"] = json!(3)),
        ("a band", |roll| roll["record"]["chart"]["bands"][1]["band"] = json!("-1–-1")),
        ("a band in words", |roll| roll["record"]["chart"]["bands"][1]["band"] = json!("some")),
        ("the origin", |roll| roll["record"]["origin"] = json!("table")),
        ("the die", |roll| roll["record"]["asked"]["die"] = json!({"sum": {"n": 2, "sides": 6}})),
        ("no die", |roll| roll["record"]["asked"]["die"] = json!({"d": 10, "sum": 1})),
        ("hits", |roll| roll["record"]["asked"]["die"] = json!({"hits": {"n": 1, "sides": 10, "from": 1}})),
        ("a record that is none", |roll| roll["record"] = json!({"faces": [1]})),
        ("a total that is none", |roll| roll["record"]["total"] = json!(1.5)),
    ]
}

#[tokio::test]
async fn both_find_records_that_say_other_than_the_faces() {
    let folder = tempfile::tempdir().unwrap();
    for (what, change) in untrue_records() {
        let mut script = script();
        change(&mut script[2][0].1["rolls"][0]);
        for kind in [Export::Final, Export::Side(0)] {
            let text = exported(&script, kind).await.to_text();
            let faults = verify(&text, None).faults;
            assert!(!faults.is_empty(), "{what}");
            assert!(faults.iter().all(|fault| fault.place == "side-0 1 roll 1"), "{what}: {faults:?}");
            agree(folder.path(), &text, None);
        }
    }
}

#[tokio::test]
async fn both_find_rules_that_fall_back_or_are_others() {
    let folder = tempfile::tempdir().unwrap();
    let system = exported(&script(), Export::Final).await.manifest.system;
    let version = |n: u64| json!(format!("{system}/{n}"));
    let cases = [
        (version(7), version(8), None),
        (version(8), version(7), Some("is judged by version 7 of the rules, after version 8")),
        (version(7), json!("chess/9"), Some("its rules are not those of the manifest")),
        (version(7), json!("9"), Some("its rules are not written as system/version")),
        (version(7), json!(9), Some("its rules are not written as system/version")),
    ];
    for (first, second, told) in cases {
        let mut script = script();
        script[3][0].1["rules"] = first;
        script[5][0].1["rules"] = second;
        for kind in [Export::Final, Export::Spectator] {
            let text = exported(&script, kind).await.to_text();
            let found: Vec<String> =
                verify(&text, None).faults.into_iter().map(|fault| fault.sentence).collect();
            assert_eq!(found, told.into_iter().collect::<Vec<_>>());
            agree(folder.path(), &text, None);
        }
    }
}

#[tokio::test]
async fn both_find_a_key_that_stands_twice() {
    let folder = tempfile::tempdir().unwrap();
    let text = exported(&script(), Export::Final).await.to_text();
    let twice = text.replacen("\"genesis\"", &format!("\"genesis\": \"{}\", \"genesis\"", "0".repeat(64)), 1);
    assert_eq!(
        verify(&twice, None).lines(),
        ["fault: file: has the key \"genesis\" twice in one object", "result: 1 fault"]
    );
    agree(folder.path(), &twice, None);
    // In a body, where the hash says that it was written so.
    let mut bundle = exported(&script(), Export::Final).await;
    let part = &mut bundle.streams[0].parts[0];
    let body = part.body.take().unwrap().replacen('{', "{\"at\": 7, ", 1);
    part.commitment = ledger::commitment(&part.nonce.unwrap().0, &body);
    part.body = Some(body);
    let report = verify(&bundle.to_text(), None);
    assert!(report.faults.iter().any(|fault| fault.sentence == "its body is not a JSON object"));
    agree(folder.path(), &bundle.to_text(), None);
}

#[test]
fn both_say_the_same_of_what_is_no_campaign_file() {
    let folder = tempfile::tempdir().unwrap();
    for text in ["", "{\n\n oops", "[1]", "{}", "{\"format\":\"adjutant-bundle\",\"version\":3}", "NaN"] {
        agree(folder.path(), text, None);
    }
}
