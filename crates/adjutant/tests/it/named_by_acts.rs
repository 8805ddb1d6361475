//! A campaign that was begun when faces still hung on the names of acts: two keyed rolls, a throw typed in, a step taken
//! back, a correction that waits for consent, a ruling that waits for the umpire, encrypted with a key file. It goes on.
//! Another one, in which a throw at the table waits, goes on as well.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::Place;

impl Place {
    /// The old campaign's folder and key, as copies.
    fn with_an_old_campaign(&self) {
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/named-by-acts");
        fs::create_dir(self.path().join("data")).unwrap();
        fs::copy(fixture.join("campaigns.sqlite3"), self.path().join("data/campaigns.sqlite3")).unwrap();
        let key = self.path().join("house.key");
        fs::copy(fixture.join("house.key"), &key).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).unwrap();
        }
    }

    fn with_its_key(&self, arguments: &[&str]) -> String {
        self.good(&[arguments, &["--key-file", "house.key"]].concat())
    }

    /// What both verifiers print of a file, but for what only the one that knows the rules can say.
    fn verified(&self, file: &str) -> String {
        let own = self.run(&["verify", file]);
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/verify.py");
        let path = self.path().join(file);
        let other = Command::new("python3").arg(script).arg(path).output().expect("python3 is there");
        let (own, other) = (String::from_utf8(own.stdout).unwrap(), String::from_utf8(other.stdout).unwrap());
        for line in other.lines().filter(|line| !line.starts_with("result:")) {
            assert!(own.contains(line), "{line:?} is not in\n{own}");
        }
        assert!(other.contains("result: sound"), "{other}");
        own
    }
}

#[test]
fn an_old_campaign_goes_on_under_the_new_law() {
    let place = Place::new();
    place.with_an_old_campaign();
    let log = |seat: &str| place.with_its_key(&["log", "--seat", seat]);
    let said = place.run(&["doctor", "--key-file", "house.key"]).stdout;
    let said = String::from_utf8(said).unwrap();
    assert!(said.contains("campaigns.sqlite3: the file is whole"), "files of its program are whole: {said}");
    let before = log("umpire");
    assert!(!before.contains("each die answers its question alone"), "{before}");
    assert!(place.with_its_key(&["correct", "--waiting"]).contains("Grey never put it there"));

    // The ruling that waited, then new rolls of both sides.
    let shown = place.with_its_key(&["show", "--seat", "umpire"]);
    let act = shown.split("--answer ").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    place.with_its_key(&["do", "--seat", "umpire", "--answer", &act, "--choice", "1"]);
    for side in ["side-0", "side-1"] {
        place.with_its_key(&["do", "--seat", side, r#"{"do":"pay"}"#]);
    }
    let after = log("umpire");
    assert_eq!(after.matches("each die answers its question alone").count(), 1, "{after}");
    assert!(after.contains("Pay [TOY-1]: 3 = 3: 1 coin"), "the old roll stands: {after}");

    // A step taken back, and an old act corrected: old rolls keep their faces.
    place.with_its_key(&["do", "--seat", "side-1", r#"{"do":"place","post":"mill"}"#]);
    place.with_its_key(&["do", "--seat", "side-1", "--undo"]);
    place.with_its_key(&["correct", "--out", "12", "--reason", "Grey never put it there."]);
    let corrected = log("umpire");
    assert_eq!(corrected.matches("Pay [TOY-1]: 3 = 3: 1 coin").count(), 1, "{corrected}");
    assert_eq!(corrected.matches("Digging [TOY-3]: 5, 5").count(), 1, "{corrected}");

    place.with_its_key(&["do", "--seat", "umpire", "--end", "--reason", "It is late."]);
    place.with_its_key(&["export", "--kind", "final", "-o", "final.json"]);
    let report = place.verified("final.json");
    assert!(report.contains("weaker: 2 keyed rolls are bound to names of acts"), "{report}");
    place.with_its_key(&["export", "--kind", "umpire", "-o", "umpire.json"]);
    place.verified("umpire.json");
}

/// The file of the first released rules of the toy system as it stood when its 21st entry had just been written: a throw of
/// the first side waits for dice at the table. Cutting off a tail is all that is done to it, so that every entry, hash and
/// nonce is that of the build of then.
fn file_with_a_waiting_throw() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/released/pickets-1.adjutant.json");
    let mut file: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    file["kind"] = json!("move");
    file["says"] = json!(ledger::bundle::Kind::Move.says(None));
    let links = file["master"].as_array_mut().unwrap();
    links.truncate(21);
    let last = links.last().unwrap()["hash"].clone();
    let names: Vec<Value> =
        links.iter().flat_map(|link| link["parts"].as_array().unwrap()).cloned().collect();
    file["master_head"] = last;
    let genesis = file["genesis"].clone();
    for stream in file["streams"].as_array_mut().unwrap() {
        let n_parts = names.iter().filter(|name| name["stream"] == stream["name"]).count();
        let parts = stream["parts"].as_array_mut().unwrap();
        parts.truncate(n_parts);
        stream["head"] = parts.last().map_or(genesis.clone(), |part| part["hash"].clone());
    }
    file.to_string()
}

/// The name of the last throw that was typed in, as the umpire's file has it.
fn last_typed(place: &Place) -> String {
    place.good(&["export", "--kind", "umpire", "-o", "so-far.json"]);
    let file: Value =
        serde_json::from_str(&fs::read_to_string(place.path().join("so-far.json")).unwrap()).unwrap();
    let parts = file["streams"][1]["parts"].as_array().unwrap();
    let bodies =
        parts.iter().map(|part| serde_json::from_str::<Value>(part["body"].as_str().unwrap()).unwrap());
    let rolls = bodies.flat_map(|body| body["rolls"].as_array().cloned().unwrap_or_default());
    let typed = rolls.filter(|roll| roll["origin"] == "table").collect::<Vec<_>>().pop().unwrap();
    typed["question"].as_str().unwrap().to_owned()
}

#[test]
fn an_old_throw_that_waits_is_answered_under_the_new_law() {
    let place = Place::new();
    place.write("old.json", &file_with_a_waiting_throw());
    place.good(&["import", "old.json"]);
    let log = || place.good(&["log", "--seat", "umpire"]);
    let shown = place.good(&["show", "--seat", "side-0"]);
    let act = shown.split("--answer ").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();

    // While it waits, the other side throws the campaign's dice, by the question alone.
    place.good(&["do", "--seat", "side-1", r#"{"do":"pay"}"#]);
    assert!(place.good(&["doctor"]).contains("every one is what the rules give"));
    place.good(&["do", "--seat", "side-0", "--answer", &act, "--dice", "6"]);
    let answered = log();
    assert_eq!(answered.matches("each die answers its question alone").count(), 1, "{answered}");
    assert!(answered.contains("Pay [TOY-1]: 6 = 6: 3 coins"), "{answered}");

    // A step taken back, an old act taken out, and the throw itself put right.
    place.good(&["do", "--seat", "side-0", r#"{"do":"place","post":"mill"}"#]);
    place.good(&["do", "--seat", "side-0", "--undo"]);
    place.good(&["correct", "--out", "20", "--reason", "Grey never put it there."]);
    let question = last_typed(&place);
    place.good(&["correct", "--answer", &format!("{question}=2"), "--reason", "It was read wrongly."]);
    let corrected = log();
    assert!(corrected.contains("Pay [TOY-1]: 2 = 2: 1 coin"), "{corrected}");

    place.good(&["do", "--seat", "umpire", "--end", "--reason", "It is late."]);
    place.good(&["export", "--kind", "final", "-o", "final.json"]);
    let report = place.verified("final.json");
    assert!(report.contains("weaker: 3 keyed rolls are bound to names of acts"), "{report}");
    place.good(&["export", "--kind", "umpire", "-o", "umpire.json"]);
    place.verified("umpire.json");
}
