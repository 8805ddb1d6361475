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

/// Whoever doubts the first verifier reads the second one: two files, and a third for campaigns that are joined, each at one
/// sitting and without scrolling sideways.
#[test]
fn the_second_verifier_can_be_read_at_once() {
    let folder = Path::new(TOOL).parent().unwrap();
    let tools = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files: Vec<String> = tools
        .filter(|path| {
            path.file_name()
                .and_then(|name| name.to_str())
                .is_some_and(|name| name.starts_with("verify") && name.ends_with(".py"))
        })
        .map(|path| std::fs::read_to_string(&path).unwrap())
        .collect();
    let lengths: Vec<usize> = files.iter().map(|file| file.lines().count()).collect();
    assert!(lengths.len() == 3 && lengths.iter().all(|lines| *lines <= 300), "{lengths:?}");
    let widest = files.iter().flat_map(|file| file.lines()).map(|line| line.chars().count()).max();
    assert!(widest <= Some(110), "{widest:?}");
}

/// Who plays without a browser gives words by a program: the digest first, and later the words with a signature for one set
/// of digests alone.
#[test]
fn words_of_a_program_are_fixed_and_opened_for_one_set() {
    const WORDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/words.py");
    if std::env::var_os("ADJ_NO_PYTHON").is_some_and(|value| value == "1") {
        return;
    }
    let run = |arguments: &[&str]| {
        let output = Command::new("python3").arg(WORDS).args(arguments).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        (output.status.success(), said.lines().map(str::to_owned).collect::<Vec<_>>())
    };
    let told = |line: &str| line.split(": ").nth(1).unwrap().to_owned();
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("words.json").to_string_lossy().into_owned();
    let genesis = dice::Digest([0x11; 32]);
    let (good, said) = run(&["new", &kept, &genesis.to_string(), "side-1"]);
    assert!(good);
    let digest: dice::Digest = told(&said[0]).parse().unwrap();
    let stood = |other: u8| [("side-0", dice::Digest([other; 32])), ("side-1", digest)];
    let link = dice::Digest([0x22; 32]);
    let open = |other: u8| {
        let digests = stood(other).map(|(_, digest)| digest.to_string());
        run(&["open", &kept, &link.to_string(), &digests[0], &digests[1]])
    };
    let misplaced = [digest.to_string(), dice::Digest([3; 32]).to_string()];
    assert!(
        !run(&["open", &kept, &link.to_string(), &misplaced[0], &misplaced[1]]).0,
        "another side's place"
    );
    let (good, said) = open(3);
    assert!(good);
    let (bytes, signature) = (told(&said[0]).parse().unwrap(), told(&said[1]).parse().unwrap());
    let opened = dice::OpenedWords { seat: "side-1", bytes: &bytes, signature: Some(&signature) };
    let form =
        |other| opened.form(&genesis, "sample-1", &dice::words_set(&genesis, &link, stood(other)), digest);
    assert_eq!((form(3), form(4)), (Some(dice::WordsForm::Signed), None));
    assert_eq!((open(3), open(4).0), ((true, said), false));
    // By another way to the same file nothing else is signed.
    #[cfg(unix)]
    {
        let link_to = folder.path().join("link.json");
        std::os::unix::fs::symlink(&kept, &link_to).unwrap();
        let digests = stood(4).map(|(_, digest)| digest.to_string());
        let by_link = ["open", link_to.to_str().unwrap(), &link.to_string(), &digests[0], &digests[1]];
        assert!(!run(&by_link).0);
    }
    for seat in ["side-01", "side-256", "side-0\n"] {
        let other = folder.path().join("other.json").to_string_lossy().into_owned();
        assert!(!run(&["new", &other, &genesis.to_string(), seat]).0, "{seat:?}");
    }
    assert!(!run(&["new", &kept, &genesis.to_string(), "side-1"]).0, "what is kept is not written over");
}

/// Both verifiers on one text.
pub(crate) fn agree(folder: &Path, text: &str, noted: Option<&str>) {
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
            format!("{}…{}", &head[..12], &head[60..]),
            format!("{}\u{1c}…{}", &head[..12], &head[60..]),
            format!("{}\u{85}\u{a0}…{}", &head[..12], &head[60..]),
            head[..31].to_owned(),
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

/// Values that Python reads and others do not, and some that look like them.
fn odd_values() -> Vec<String> {
    let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    let mut odd: Vec<String> = [
        "1e400",
        "-1E+999",
        "1e-400",
        "1e308",
        "NaN",
        "Infinity",
        "-Infinity",
        "-0",
        "01",
        "1.",
        ".5",
        "-",
        r#""\ud800""#,
        r#""\udc00""#,
        r#""\uD83D\uDE00""#,
        r#""\ud83d\ud83d\ude00""#,
        r#""\ud83dx""#,
        r#""\\ud800""#,
        r#""\\\ud800""#,
        r#""\u202e""#,
        r#""NaN 1e400 \" [[""#,
        "tru",
        "nulll",
        r#""\x41""#,
    ]
    .map(str::to_owned)
    .to_vec();
    odd.extend(["9".repeat(300), "9".repeat(5000), deep(120), deep(200)]);
    odd
}

#[tokio::test]
async fn both_read_the_same_as_json_and_name_the_same_line() {
    let folder = tempfile::tempdir().unwrap();
    let file: Value = serde_json::from_str(&exported(&script(), Export::Final).await.to_text()).unwrap();
    let title = file["manifest"]["title"].to_string();
    for odd in odd_values() {
        let text = serde_json::to_string_pretty(&file).unwrap();
        agree(folder.path(), &text.replacen(&title, &odd, 1), None);
        agree(folder.path(), &format!("{{\n\n  \"version\": {odd}\n}}"), None);
        let mut bundle = exported(&script(), Export::Final).await;
        let body = bundle.streams[1].parts[0].body.as_mut().unwrap();
        *body = body.replacen('{', &format!("{{\"odd\": {odd}, "), 1);
        agree(folder.path(), &bundle.rechained().to_text(), None);
    }
    let report = verify("[\n\n1e400]", None);
    assert_eq!(report.lines()[0], "fault: file: is not JSON (line 3)");
}

/// A text without an end is read once: not again from each quote in it, which takes minutes for a small file.
#[tokio::test]
async fn both_read_a_text_without_an_end_once() {
    let folder = tempfile::tempdir().unwrap();
    let quotes = "\\\"".repeat(200_000);
    let whole = exported(&script(), Export::Final).await.to_text();
    let cut = whole.trim_end().strip_suffix('}').unwrap();
    let start = std::time::Instant::now();
    for end in ["", "\n\"", "\\", "\\u12", "\t\"}", "\"}"] {
        agree(folder.path(), &format!("{{\n\"a\": \"{quotes}{end}"), None);
    }
    agree(folder.path(), &format!("{cut},\n\"z\": \"{quotes}"), None);
    let mut bundle = exported(&script(), Export::Final).await;
    let body = bundle.streams[1].parts[0].body.as_mut().unwrap();
    *body = body.replacen('{', &format!("{{\"odd\": \"{quotes}, "), 1);
    agree(folder.path(), &bundle.rechained().to_text(), None);
    assert!(start.elapsed() < std::time::Duration::from_secs(60), "{:?}", start.elapsed());
}

#[tokio::test]
async fn both_say_the_same_of_a_manifest_that_says_other_than_is_right() {
    let folder = tempfile::tempdir().unwrap();
    let whole: Value = serde_json::from_str(&exported(&script(), Export::Final).await.to_text()).unwrap();
    for format in [json!(0), json!(2), json!(-1), json!(1.5), json!("1"), json!(u64::MAX)] {
        let mut file = whole.clone();
        file["manifest"]["format"] = format;
        agree(folder.path(), &file.to_string(), None);
    }
    for version in
        ["+1", "01", "", "+", "1.5", &"0".repeat(5000), &format!("{}2", "0".repeat(5000)), &"9".repeat(5000)]
    {
        let mut bundle = exported(&script(), Export::Final).await;
        bundle.manifest.rules_version = version.into();
        agree(folder.path(), &bundle.rechained().to_text(), None);
    }
    for title in ["", "turned \u{202e} round", "two\nlines\u{2028}", "a tag \u{e0041}", "\u{feff}\u{7f}"] {
        let mut bundle = exported(&script(), Export::Final).await;
        bundle.manifest.title = title.into();
        let text = bundle.rechained().to_text();
        let report = verify(&text, None);
        assert!(report.is_sound(), "{:?}", report.faults);
        let line = &report.lines()[0];
        assert!(line.is_ascii(), "{line}");
        agree(folder.path(), &text, None);
        let mut file = whole.clone();
        file[title] = json!(1);
        agree(folder.path(), &file.to_string(), None);
    }
}

/// Each letter that is not seen is written as a code by both, and its neighbours as they are.
#[tokio::test]
async fn both_write_the_same_letters_as_codes() {
    let folder = tempfile::tempdir().unwrap();
    let all = || ('\u{20}'..=char::MAX).filter(|letter| !letter.is_control());
    let as_code = |letter: &char| ledger::printable(&letter.to_string()) != letter.to_string();
    let unseen: Vec<char> = all().filter(as_code).collect();
    assert!(unseen.contains(&'\u{fe0f}') && unseen.len() > 100, "{}", unseen.len());
    let few = unseen.iter().filter(|letter| **letter < '\u{e0010}').chain(unseen.last());
    let beside =
        |letter: &char| [*letter as u32 - 1, *letter as u32 + 1].into_iter().filter_map(char::from_u32);
    let titles = [few.clone().collect::<String>(), few.flat_map(beside).collect()];
    for (title, is_all_unseen) in titles.into_iter().zip([true, false]) {
        let mut bundle = exported(&script(), Export::Final).await;
        bundle.manifest.title = title;
        let text = bundle.rechained().to_text();
        assert_eq!(verify(&text, None).lines()[0].is_ascii(), is_all_unseen);
        agree(folder.path(), &text, None);
    }
}

/// What every body says first: when, what kind of entry, whose, by whom and by which rules.
#[tokio::test]
async fn both_find_a_body_without_what_every_body_says() {
    let folder = tempfile::tempdir().unwrap();
    for kind in [Export::Final, Export::Side(0)] {
        for key in ["at", "kind", "seat", "by", "rules"] {
            for value in [None, Some(json!(null)), Some(json!("public")), Some(json!(1.5)), Some(json!([]))] {
                let named = key == "kind" && value == Some(json!("public"));
                let mut bundle = exported(&script(), kind).await;
                let body = bundle.streams[1].parts[1].body.as_mut().unwrap();
                let mut fields: Value = serde_json::from_str(body).unwrap();
                match value {
                    None => drop(fields.as_object_mut().unwrap().remove(key)),
                    Some(value) => fields[key] = value,
                }
                *body = fields.to_string();
                let text = bundle.rechained().to_text();
                let faults = verify(&text, None).faults;
                assert_eq!(faults.len(), usize::from(!named), "{key}: {faults:?}");
                assert!(faults.iter().all(|fault| fault.place == "side-0 2" && fault.sentence.contains(key)));
                agree(folder.path(), &text, None);
            }
        }
    }
}

/// A reader that has read enough, as `head -1`, is no fault of the verifier's.
#[cfg(unix)]
#[tokio::test]
async fn the_second_verifier_stops_where_nobody_reads_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("campaign.adjutant.json");
    std::fs::write(&path, exported(&script(), Export::Final).await.to_text()).unwrap();
    if std::env::var_os("ADJ_NO_PYTHON").is_some_and(|value| value == "1") {
        return;
    }
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = Command::new("python3").arg(TOOL).arg(&path).stdout(writer).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
