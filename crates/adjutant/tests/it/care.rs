//! `backup`, `restore`, `doctor`: what is damaged, what is intact, and the way out.

use std::fs;

use crate::{FORD, Place};

impl Place {
    /// Changes bytes of a file of the data folder, as a failing disk would.
    pub(crate) fn damage(&self, file: &str, from: &str, to: &str) {
        let path = self.path().join("data").join(file);
        let mut bytes = fs::read(&path).unwrap();
        let (from, to) = (from.as_bytes(), to.as_bytes());
        assert_eq!(from.len(), to.len());
        let places: Vec<usize> =
            bytes.windows(from.len()).enumerate().filter(|(_, at)| *at == from).map(|(n, _)| n).collect();
        assert!(!places.is_empty(), "{from:?} is not in {file}");
        for at in places {
            bytes[at..at + to.len()].copy_from_slice(to);
        }
        fs::write(&path, bytes).unwrap();
    }

    /// Two campaigns; in the one at the ford a picket stands at the mill.
    fn with_two(&self) {
        self.with_ford();
        self.good(&["do", "--seat", "side-0", r#"{"do":"place","post":"mill"}"#]);
        self.good(&["new", "--open-dice", "--sample", "nine-days"]);
    }
}

#[test]
fn a_backup_comes_back_as_a_folder_of_its_own() {
    let place = Place::new();
    place.with_ford();
    place.good(&["do", "--seat", "side-0", r#"{"do":"place","post":"mill"}"#]);
    let made = place.good(&["backup", "kept"]);
    assert!(made.contains("campaigns.sqlite3: the file is whole"), "{made}");
    assert!(made.contains("people.sqlite3: the file is whole"), "{made}");
    assert!(made.contains("chains, dice and seals are sound"), "{made}");
    place.good(&["do", "--seat", "side-0", "--undo"]);

    place.good(&["restore", "kept", "--data", "new"]);
    let log = place.good(&["log", "--seat", "side-0", "--data", "new"]);
    assert!(log.contains("put a picket at the mill") && !log.contains("taken back"), "{log}");
    // And the restored campaign goes on.
    place.good(&["do", "--seat", "side-0", "--undo", "--data", "new"]);
}

#[test]
fn neither_a_backup_nor_a_restore_writes_over_anything() {
    let place = Place::new();
    place.with_ford();
    place.good(&["backup", "kept"]);
    let before = fs::read(place.path().join("kept/campaigns.sqlite3")).unwrap();
    assert!(place.bad(&["backup", "kept"]).contains("writes over nothing"));
    for inside in ["data", "data/kept", "data/deep/kept", "kept/../data/kept"] {
        assert!(place.bad(&["backup", inside]).contains("lies in the data folder"), "{inside}");
    }
    assert!(!place.path().join("data/kept").exists() && !place.path().join("data/deep").exists());
    assert_eq!(fs::read(place.path().join("kept/campaigns.sqlite3")).unwrap(), before);
    assert!(place.bad(&["restore", "kept"]).contains("writes over nothing"));
    assert!(place.good(&["show"]).contains("Pickets at the ford"));
}

#[test]
fn what_is_no_backup_or_no_folder_is_said() {
    let place = Place::new();
    assert!(place.bad(&["restore", "nowhere"]).contains("is no backup"));
    assert!(!place.path().join("data").exists(), "and nothing was made");
    for command in [&["doctor"][..], &["backup", "kept"]] {
        let said = place.bad(command);
        assert!(said.contains("campaigns.sqlite3 is missing") && said.contains("--data DIR"), "{said}");
    }
    assert!(!place.path().join("data").exists());
    place.write("ford.toml", FORD);
    place.good(&["new", "--open-dice", "ford.toml"]);
    fs::remove_file(place.path().join("data/campaigns.sqlite3")).unwrap();
    assert!(place.bad(&["doctor"]).contains("restore it from a backup"));
}

#[test]
fn the_doctor_names_what_is_damaged_and_what_is_not() {
    let place = Place::new();
    place.with_two();
    let sound = place.good(&["doctor"]);
    assert_eq!(sound.matches("chains, dice and seals are sound").count(), 2, "{sound}");
    // What was said of the mill is changed in the file; SQLite finds nothing wrong with that.
    place.damage("campaigns.sqlite3", "\"post\":\"mill\"", "\"post\":\"ford\"");
    let output = place.run(&["doctor"]);
    let (found, way) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(!output.status.success());
    assert!(found.contains("campaigns.sqlite3: the file is whole"), "{found}");
    let damaged: Vec<&str> = found.lines().filter(|line| line.contains("DAMAGED")).collect();
    assert_eq!(damaged.len(), 1, "{found}");
    assert!(damaged[0].contains("Pickets at the ford") && damaged[0].contains("chain"), "{found}");
    assert_eq!(found.matches("chains, dice and seals are sound").count(), 1, "{found}");
    assert!(way.contains("adjutant restore") && way.contains("adjutant export"), "{way}");
    // A backup of it is made, and says so; it is not restored unless that is asked for.
    let said = place.bad(&["backup", "kept"]);
    assert!(said.contains("damaged"), "{said}");
    assert!(place.bad(&["restore", "kept", "--data", "new"]).contains("nothing was restored"));
    assert!(!place.path().join("new").exists());
    place.good(&["restore", "kept", "--data", "new", "--damaged"]);
    assert!(place.good(&["show", "--data", "new"]).contains("Nine Days"));
}

#[test]
fn a_file_that_is_no_database_any_more_is_told_with_its_way_out() {
    let place = Place::new();
    place.with_ford();
    place.damage("people.sqlite3", "SQLite format 3", "SQLate format 3");
    let output = place.run(&["doctor"]);
    let (found, way) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(found.contains("people.sqlite3: DAMAGED"), "{found}");
    assert!(found.contains("campaigns.sqlite3: the file is whole"), "{found}");
    assert!(way.contains("no campaign is touched"), "{way}");
    place.damage("campaigns.sqlite3", "SQLite format 3", "SQLate format 3");
    let said = place.run(&["doctor"]);
    assert!(String::from_utf8(said.stdout).unwrap().contains("campaigns.sqlite3: DAMAGED"));
}

/// A data folder with a campaign in which somebody who owns the log has changed an event and computed every hash anew.
fn rewritten(place: &Place, folder: &str, from: &str, to: &str) {
    place.good(&["export", "--kind", "move", "-o", "move.json"]);
    let text = fs::read_to_string(place.path().join("move.json")).unwrap();
    let mut bundle = ledger::Bundle::parse(&text).unwrap();
    let bodies = bundle.streams.iter_mut().flat_map(|stream| &mut stream.parts);
    let mut n_changed = 0;
    for body in bodies.filter_map(|part| part.body.as_mut()) {
        let mut read: serde_json::Value = serde_json::from_str(body).unwrap();
        let events = read["events"].as_array().map(|events| serde_json::to_string(events).unwrap());
        let Some(events) = events.filter(|events| events.contains(from)) else { continue };
        read["events"] = serde_json::from_str(&events.replace(from, to)).unwrap();
        *body = read.to_string();
        n_changed += 1;
    }
    assert_eq!(n_changed, 1);
    fs::create_dir(place.path().join(folder)).unwrap();
    let file = place.path().join(folder).join("campaigns.sqlite3");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = ledger::SqliteStore::open(&file).await.unwrap();
        ledger::import(&store, &bundle.rechained()).await.unwrap();
        ledger::Store::close(&store).await;
    });
}

#[test]
fn the_doctor_judges_again_and_names_the_first_entry_that_differs() {
    let place = Place::new();
    place.with_ford();
    place.good(&["do", "--seat", "side-0", r#"{"do":"place","post":"mill"}"#]);
    place.good(&["do", "--seat", "side-1", r#"{"do":"place","post":"wood"}"#]);
    let sound = place.good(&["doctor"]);
    assert!(sound.contains("every one is what the rules give"), "{sound}");
    rewritten(&place, "forged", "mill", "ford");
    let output = place.run(&["doctor", "--data", "forged"]);
    let (found, way) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(1), "{found}");
    let told = "DAMAGED: judged again by the rules, it differs at master 3: side-0: events[0]";
    assert!(found.contains(told), "{found}");
    assert!(way.contains("adjutant restore"), "{way}");
}
