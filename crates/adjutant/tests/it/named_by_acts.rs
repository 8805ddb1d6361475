//! A campaign that was begun when faces still hung on the names of acts: two keyed rolls, a throw typed in, a step taken
//! back, a correction that waits for consent, a ruling that waits for the umpire, encrypted with a key file. It goes on.

use std::fs;
use std::path::Path;
use std::process::Command;

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
