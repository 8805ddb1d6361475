//! The second verifier of joined files says the same as the first, line by line.

use std::process::Command;

use ledger::{Bundle, Joined, verify_joined};
use serde_json::{Value, json};

use crate::audit::forged;

/// What both print of a file that can be read, or the faults of one that cannot.
fn rust(text: &str) -> (Option<i32>, Vec<String>) {
    match Joined::parse(text) {
        Ok(joined) => {
            let report = verify_joined(&joined);
            (Some(i32::from(!report.is_sound())), report.lines())
        }
        Err(faults) => {
            let line = |fault: &ledger::Finding| ledger::printable(&format!("fault: {fault}"));
            (Some(1), faults.iter().map(line).collect())
        }
    }
}

/// Holds the one against the other.
pub fn agree(text: &str) -> Vec<String> {
    let expected = rust(text);
    if std::env::var_os("ADJ_NO_PYTHON").is_some_and(|value| value == "1") {
        return expected.1;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("joined.json");
    std::fs::write(&path, text).unwrap();
    let tool = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/verify_joined.py");
    let output = Command::new("python3").arg(tool).arg(&path).output().expect("python3 is there");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let said = String::from_utf8(output.stdout).unwrap();
    let said: Vec<String> = said.lines().map(str::to_owned).collect();
    assert_eq!((output.status.code(), said), expected);
    expected.1
}

/// Everything that can be wrong between two files, each of them sound by itself.
pub fn wrong_joints(honest: &Joined, other: &Joined) -> Vec<Joined> {
    let with = |at: usize, file: Bundle| {
        let mut files = honest.files.clone();
        files[at] = file;
        Joined { files }
    };
    let change = |at: usize, kind: &str, path: &str, value: Value| {
        with(
            at,
            forged(&honest.files[at], |_, body| {
                let is_it = body["kind"] == kind;
                if is_it {
                    *body.pointer_mut(path).unwrap_or(&mut Value::Null) = value.clone();
                }
                is_it
            }),
        )
    };
    vec![
        with(1, other.files[1].clone()),
        with(0, other.files[0].clone()),
        Joined { files: [&honest.files[..], &honest.files[1..2]].concat() },
        Joined { files: honest.files[..2].to_vec() },
        Joined { files: honest.files.iter().rev().cloned().collect() },
        change(0, "table-opened", "/below/manifest", json!("ab".repeat(32))),
        change(0, "table-opened", "/below/campaign", json!("elsewhere")),
        change(0, "table-opened", "/below", json!(7)),
        change(0, "table-closed", "/closed/handed", Value::Null),
        change(2, "handed-up", "/broken_off", json!("yes")),
        change(0, "table-closed", "/closed", json!([])),
        change(0, "table-closed", "/kind", json!("a message")),
        change(1, "laid-out", "/above/opened", json!("cd".repeat(32))),
        change(1, "handed-up", "/broken_off", json!(true)),
        change(1, "handed-up", "/kind", json!("a message")),
    ]
}

#[test]
fn both_say_the_same_of_what_is_no_joined_file() {
    let head = |version: &str, files: &str| {
        format!("{{\"format\":\"adjutant-joined-bundle\",\"version\":{version},\"files\":{files}}}")
    };
    let texts = [
        "".to_owned(),
        "[1]".into(),
        "{\n\n oops".into(),
        "{\"format\":\"adjutant-bundle\",\"version\":1}".into(),
        "{\"format\":1,\"version\":1,\"files\":[],\"\u{202e}\":2,\"a\":3}".into(),
        "{\"format\":\"adjutant-joined-bundle\",\"format\":\"adjutant-joined-bundle\"}".into(),
        head("2", "[{}]"),
        head("0", "[{}]"),
        head("1.5", "[{}]"),
        head("-1", "[{}]"),
        head("true", "[{}]"),
        head("1", "[]"),
        head("1", "{}"),
        head("1", "[7, {}, {\"format\":\"adjutant-bundle\",\"version\":1,\"kind\":\"umpire\"}]"),
    ];
    for text in texts {
        let said = agree(&text);
        assert!(!said.is_empty() && said.iter().all(|line| line.starts_with("fault: ")), "{text}: {said:?}");
    }
}
