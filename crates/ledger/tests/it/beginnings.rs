//! What the umpire alone reads of a beginning: both verifiers on files whose public stream fixes it, and on others.

use ledger::{Export, Stream, beginning_digest, verify};
use serde_json::{Value, json};

use crate::campaign::{Bodies, exported, id};
use crate::python::agree;

const OTHERWISE: &str = "fault: public 1: fixes another beginning than the umpire reads";
const BY_NOTHING: &str =
    "weaker: no digest fixes what it began from, and whoever knew the dice could choose that";

/// A body as the log holds it, whose version the sample adds.
fn own(turn: u64) -> Value {
    json!({"at": 1, "kind": "laid-out", "seat": "clock", "by": "clock", "position": {"turn": turn},
        "salt": "5a".repeat(32)})
}

fn begun(umpires: &Value, own: Option<&Value>) -> Vec<Bodies> {
    let mut public = json!({"at": 1, "kind": "laid-out", "seat": "clock", "by": "clock",
        "terms": {"words": "nobody", "table": "free"}});
    match umpires.as_str() {
        Some("below") => {
            public["above"] = json!({"campaign": "above", "slot": "ford", "opened": "0".repeat(64)})
        }
        _ => public["umpires"] = umpires.clone(),
    }
    let mut first = vec![(Stream::Public, public)];
    first.extend(own.map(|own| (Stream::Umpire, own.clone())));
    vec![first]
}

/// The digest of a body as the sample's script writes it.
async fn digest(own: &Value) -> Value {
    let file = exported(&begun(&Value::Null, Some(own)), Export::Umpire).await;
    let umpires = file.streams.iter().find(|stream| stream.name == Stream::Umpire).unwrap();
    json!(beginning_digest(&id(), umpires.parts[0].body.as_deref().unwrap()).to_string())
}

#[tokio::test]
async fn both_hold_the_beginning_to_what_the_public_stream_fixes() {
    let folder = tempfile::tempdir().unwrap();
    let right = digest(&own(1)).await;
    let nothing = json!(beginning_digest(&id(), "").to_string());
    let mut later = own(1);
    later["kind"] = json!("ruled");
    let cases = [
        (&right, Some(own(1)), None),
        (&right, Some(own(2)), Some(OTHERWISE)),
        (&right, None, Some(OTHERWISE)),
        // The same text under another kind begins nothing.
        (&right, Some(later), Some(OTHERWISE)),
        (&json!(7), Some(own(1)), Some(OTHERWISE)),
        (&json!("0a".repeat(32)), Some(own(1)), Some(OTHERWISE)),
        (&Value::Null, Some(own(1)), Some(BY_NOTHING)),
        (&Value::Null, None, None),
        // That there is nothing is fixed as well.
        (&nothing, None, None),
        (&nothing, Some(own(1)), Some(OTHERWISE)),
        // A table below another is held against that.
        (&json!("below"), Some(own(1)), None),
    ];
    for (fixed, own, told) in cases {
        let script = begun(fixed, own.as_ref());
        for (kind, told) in [(Export::Umpire, told), (Export::Side(0), None)] {
            let mut file = exported(&script, kind).await;
            file.contributions.clear();
            let text = file.to_text();
            let report = verify(&text, None);
            let faults = report.faults.iter().map(|fault| format!("fault: {fault}"));
            let weaker = report.facts.iter().filter(|fact| fact.starts_with("weaker")).cloned();
            let said: Vec<_> = faults.chain(weaker).collect();
            assert_eq!(said, told.into_iter().collect::<Vec<_>>(), "{fixed}, {own:?}");
            agree(folder.path(), &text, None);
        }
    }
}

/// What is withheld is held to nothing: the chain holds its bytes.
#[tokio::test]
async fn both_leave_alone_a_beginning_that_is_withheld() {
    let folder = tempfile::tempdir().unwrap();
    for withheld in [Stream::Public, Stream::Umpire] {
        let mut file = exported(&begun(&json!("0a".repeat(32)), Some(&own(1))), Export::Umpire).await;
        file.contributions.clear();
        let stream = file.streams.iter_mut().find(|stream| stream.name == withheld).unwrap();
        (stream.parts[0].body, stream.parts[0].nonce) = (None, None);
        let text = file.to_text();
        let lines = verify(&text, None).lines();
        assert!(!lines.iter().any(|line| line == OTHERWISE || line == BY_NOTHING), "{lines:?}");
        agree(folder.path(), &text, None);
    }
}
