//! Files that are no campaign files: each fault with its place, all of them at once.

use ledger::{Export, verify};
use serde_json::{Value, json};

use crate::campaign::{exported, script};

async fn file(what: Export) -> Value {
    serde_json::from_str(&exported(&script(), what).await.to_text()).unwrap()
}

fn faults(file: &Value) -> Vec<String> {
    let report = verify(&file.to_string(), None);
    report.faults.iter().map(ToString::to_string).collect()
}

#[test]
fn what_is_no_json_is_told_by_its_line() {
    for (text, expected) in [
        ("", "file: is not JSON (line 1)"),
        ("{\n  \"format\": \"adjutant-bundle\",\n  oops\n}", "file: is not JSON (line 3)"),
        ("[1, 2]", "file: must be an object"),
        ("{}", "format: must be \"adjutant-bundle\": this is no campaign file"),
    ] {
        let report = verify(text, None);
        let found: Vec<_> = report.faults.iter().map(ToString::to_string).collect();
        assert_eq!(found, [expected]);
        assert_eq!(report.kind, None);
        assert_eq!(report.lines(), [format!("fault: {expected}"), "result: 1 fault".to_owned()]);
    }
}

#[tokio::test]
async fn format_version_and_kind_come_first() {
    let mut newer = file(Export::Final).await;
    newer["version"] = json!(2);
    newer["streams"] = json!("something new");
    assert_eq!(faults(&newer), ["version: is 2, newer than 1; use a newer program"]);
    newer["version"] = json!("1");
    assert_eq!(faults(&newer), ["version: must be 1"]);
    let mut other = file(Export::Final).await;
    other["kind"] = json!("finale");
    assert_eq!(faults(&other), ["kind: must be a kind of file: seat, umpire, final or move"]);
    other.as_object_mut().unwrap().remove("kind");
    assert_eq!(faults(&other), ["kind: is missing"]);
}

#[tokio::test]
async fn all_faults_of_shape_are_told_at_once() {
    let mut file = file(Export::Final).await;
    file.as_object_mut().unwrap().remove("setup");
    file["comment"] = json!("hello");
    file["manifest"]["sides"][1] = json!(7);
    file["manifest"]["format"] = json!(9);
    file["manifest"]["campaign"] = json!("../up");
    file["streams"][1]["name"] = json!("side-01");
    file["streams"][0]["parts"][2]["hash"] = json!("ABC");
    file["streams"][0]["parts"][3].as_object_mut().unwrap().remove("nonce");
    file["master"][4]["branch"] = json!(-1);
    file["master"][5]["number"] = json!(1.5);
    file["master"][6]["parts"] = json!(null);
    assert_eq!(
        faults(&file),
        [
            "setup: is missing",
            "comment: is unknown",
            "manifest.campaign: must be a campaign name: 1 to 64 letters a-z or A-Z, digits, '-' or '_'",
            "manifest.format: is 9, newer than 1; use a newer program",
            "manifest.sides[1]: must be a text",
            "streams[0].parts[2].hash: must be 64 lower-case hexadecimal digits",
            "streams[0].parts[3].nonce: is missing",
            "streams[1].name: must be a stream: public, side-0 to side-255, or umpire",
            "master[4].branch: must be a whole number from 0 to 4294967295",
            "master[5].number: must be a whole number from 0 to 18446744073709551615",
            "master[6].parts: must be a list",
        ]
    );
}

#[tokio::test]
async fn a_kind_holds_its_own_fields_and_no_others() {
    let mut seat = file(Export::Side(0)).await;
    seat["dice_secret"] = json!("00");
    assert_eq!(faults(&seat), ["dice_secret: is unknown"]);
    let mut relabelled = file(Export::Final).await;
    relabelled["kind"] = json!("umpire");
    assert_eq!(faults(&relabelled), ["dice_secret: is unknown"]);
    let mut moved = file(Export::Final).await;
    moved["kind"] = json!("move");
    assert_eq!(faults(&moved), ["says: is not the sentence of this kind of file"]);
}

#[tokio::test]
async fn every_broken_link_is_told_once_where_it_is() {
    let mut file = file(Export::Final).await;
    let other = "ab".repeat(32);
    file["streams"][0]["parts"][1]["body"] = json!("{}");
    file["streams"][1]["parts"][0]["nonce"] = json!(other);
    file["streams"][1]["parts"][2]["body"] = json!(null);
    file["streams"][3]["head"] = json!(other);
    file["master"][7]["lineage"] = json!("ab".repeat(16));
    file["setup"] = json!("another");
    let found = faults(&file);
    for expected in [
        "setup: is not the text whose digest stands in the manifest",
        "public 2: its body is not the one committed",
        "public 2: its at cannot be read",
        "public 2: its rules are not written as system/version",
        "side-0 1: its body is not the one committed",
        "side-0 3: body and nonce must be withheld together",
        "umpire: its head is not the hash of its last part",
        "master 8: its hash does not follow from the link before it",
    ] {
        assert!(found.iter().any(|line| line == expected), "{expected} in {found:#?}");
    }
    let chains = found.iter().filter(|line| !line.starts_with("contributions")).count();
    assert_eq!(chains, 6 + 5, "{found:#?}");
}
