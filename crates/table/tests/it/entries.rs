//! What stands in the log is a head and one act, in a flat form of which no byte may change: chains, files, and two
//! verifiers rest on it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ledger::{Bundle, CampaignId, SqliteStore, Store};
use serde_json::{Value, json};
use table::Kind;
use table::entry::Body;

/// Every part of a file is written as it was read, byte for byte.
pub(crate) fn are_written_as_read(bundle: &Bundle) -> BTreeSet<String> {
    let parts = bundle.streams.iter().flat_map(|stream| &stream.parts);
    parts.filter_map(|part| part.body.as_deref()).map(is_written_as_read).collect()
}

/// Says which kind it is.
fn is_written_as_read(text: &str) -> String {
    let body = Body::read(text).unwrap_or_else(|misread| panic!("{misread}: {text}"));
    assert_eq!(body.text(), text);
    serde_json::to_value(body.act.kind()).unwrap().as_str().unwrap().to_owned()
}

fn beside(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../adjutant/tests").join(folder)
}

#[test]
fn released_files_are_written_as_they_were_read() {
    let mut kinds = BTreeSet::new();
    for file in std::fs::read_dir(beside("released")).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let bundle = Bundle::parse(&text).unwrap();
        kinds.extend(are_written_as_read(&bundle));
    }
    assert!(kinds.len() > 6, "{kinds:?}");
}

/// A log of the first builds, whose dice hung on the names of acts.
#[tokio::test]
async fn an_old_log_is_written_as_it_was_read() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["campaigns.sqlite3", "house.key"] {
        std::fs::copy(beside("fixtures/named-by-acts").join(name), folder.path().join(name)).unwrap();
    }
    let key = std::fs::read_to_string(folder.path().join("house.key")).unwrap();
    let key = Some(ledger::Key::read(&key).unwrap());
    let path = folder.path().join("campaigns.sqlite3");
    let store = SqliteStore::open_with_key(&path, key).await.unwrap();
    let campaigns: Vec<CampaignId> = store.campaigns().await.unwrap().into_iter().map(|(id, _)| id).collect();
    let mut kinds = BTreeSet::new();
    for id in &campaigns {
        for entry in store.entries(id, 1, 10_000).await.unwrap() {
            kinds.extend(entry.parts.iter().map(|part| is_written_as_read(&part.body)));
        }
    }
    assert!(kinds.contains("began") && kinds.contains("command"), "{kinds:?}");
}

/// A head with these fields behind it.
fn with(kind: &str, fields: &Value) -> String {
    let mut body = json!({"at": 1, "kind": kind, "seat": "umpire", "by": "umpire", "rules": "pickets/2"});
    body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    body.to_string()
}

#[test]
fn a_combination_that_no_act_has_is_refused_in_a_sentence_that_names_the_field() {
    let act = "0123456789abcdef0123456789abcdef";
    let refused = [
        (
            "wrote",
            json!({"message": "Hello.", "events": [1]}),
            "events stands there, and an entry like that has none",
        ),
        ("taken", json!({"message": "Hello."}), "message stands there, and an entry like that has none"),
        ("wrote", json!({}), "message is missing, and an entry like that has it"),
        ("command", json!({"kept_nth": 0}), "kept_nth stands there, and an entry like that has none"),
        ("command", json!({"question": null}), "question stands there, and an entry like that has none"),
        ("answered", json!({"act": act}), "question is missing, and an entry like that has it"),
        (
            "laid-out",
            json!({"position": 1, "terms": {"words": "nobody", "table": "free"}}),
            "terms stands there",
        ),
        ("proposed", json!({"act": act, "proposal": {}}), "act stands there"),
        ("consented", json!({"consent": "ab"}), "act is missing, and an entry like that has it"),
        ("weather-forecast", json!({}), "this program knows no entries of the kind \"weather-forecast\""),
    ];
    for (kind, fields, sentence) in refused {
        let misread = Body::read(&with(kind, &fields)).unwrap_err().to_string();
        assert!(misread.starts_with(sentence), "{kind}: {misread}");
    }
}

#[test]
fn a_field_that_no_act_has_may_be_a_newer_programs() {
    let text = with("wrote", &json!({"message": "Hello.", "weather": "fair"}));
    let body = Body::read(&text).unwrap();
    assert_eq!(body.act.kind(), Kind::Wrote);
    assert!(!body.text().contains("weather"));
}
