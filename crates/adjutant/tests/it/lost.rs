//! What is lost of the campaigns is said: the whole file, the last entry, the secret of the dice, a line before the
//! remembered state.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use sqlx::ConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use crate::Place;
use crate::serving::Server;

const PLACES: &str = r#"{"do":"place","post":"mill"}"#;

impl Place {
    /// A campaign of so many acts that its state is remembered beside the log.
    fn with_a_remembered_state() -> Self {
        let place = Self::new();
        place.with_ford();
        for _ in 0..40 {
            place.good(&["do", "--seat", "side-0", PLACES]);
            place.good(&["do", "--seat", "side-0", "--undo"]);
        }
        place
    }

    /// Changes the file of campaigns as its owner can: behind the program.
    fn sql(&self, statements: &'static str) {
        let path = self.path().join("data/campaigns.sqlite3");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let mut file: SqliteConnection =
                SqliteConnectOptions::new().filename(path).connect().await.unwrap();
            sqlx::raw_sql(statements).execute(&mut file).await.unwrap();
            sqlx::Connection::close(file).await.unwrap();
        });
    }

    /// What a start complains of that ends by itself before it serves.
    fn refused_to_serve(&self) -> String {
        let mut command = self.command(&["serve", "--listen", "127.0.0.1:0"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let said: Vec<String> =
            BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok).take(1).collect();
        let _ = child.kill();
        let mut complaint = String::new();
        child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
        child.wait().unwrap();
        assert_eq!(said, Vec::<String>::new(), "it serves");
        complaint
    }

    fn doctor(&self) -> (bool, String, String) {
        let output = self.run(&["doctor"]);
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.success(), text(output.stdout), text(output.stderr))
    }
}

#[test]
fn nothing_is_begun_in_the_place_of_a_vanished_log() {
    let place = Place::new();
    place.with_ford();
    place.good(&["invite", "--seat", "side-0"]);
    place.good(&["backup", "kept"]);
    for file in ["campaigns.sqlite3", "campaigns.sqlite3-wal", "campaigns.sqlite3-shm"] {
        let _ = fs::remove_file(place.path().join("data").join(file));
    }
    for said in [place.refused_to_serve(), place.bad(&["show"]), place.bad(&["log"])] {
        assert!(said.contains("knows the seats of a campaign that is not there any more"), "{said}");
        assert!(said.contains("adjutant restore") && said.contains("serve --anew"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    assert!(!place.path().join("data/campaigns.sqlite3").exists(), "nothing was made in its place");
    // Both ways out work.
    place.good(&["restore", "kept", "--data", "new"]);
    assert!(place.good(&["show", "--data", "new"]).contains("Pickets at the ford"));
    let server = Server::begin(&mut place.command(&["serve", "--listen", "127.0.0.1:0", "--anew"]));
    assert!(
        server.said().iter().any(|line| line.contains("seats that nobody holds yet")),
        "{:?}",
        server.said()
    );
    server.signal("TERM");
    assert!(server.ended_well());
    let (sound, found, _) = place.doctor();
    assert!(sound, "what was forgotten is missed no more: {found}");
}

#[test]
fn nothing_is_begun_in_the_place_of_an_emptied_log() {
    let place = Place::new();
    place.with_ford();
    // An older program, or a hand, leaves tables without rows.
    place.sql(
        "DROP TRIGGER campaign_is_not_deleted; DROP TRIGGER entry_is_not_deleted; DROP TRIGGER part_is_not_deleted; \
         DELETE FROM part; DELETE FROM snapshot; DELETE FROM entry; DELETE FROM campaign",
    );
    for said in [place.refused_to_serve(), place.bad(&["show"])] {
        assert!(said.contains("gone or empty") && said.contains("serve --anew"), "{said}");
    }
    let (sound, found, way) = place.doctor();
    assert!(!sound && found.contains("it is not in campaigns.sqlite3"), "{found}");
    assert!(way.contains("adjutant restore"), "{way}");
}

#[test]
fn the_doctor_misses_the_last_entry() {
    let place = Place::new();
    place.with_ford();
    place.good(&["do", "--seat", "side-0", PLACES]);
    assert!(place.doctor().0);
    place.sql(
        "DROP TRIGGER entry_is_not_deleted; DROP TRIGGER part_is_not_deleted; \
         DELETE FROM part WHERE master = (SELECT max(master) FROM entry); \
         DELETE FROM snapshot; DELETE FROM entry WHERE master = (SELECT max(master) FROM entry)",
    );
    let (sound, found, _) = place.doctor();
    assert!(!sound && found.contains("DAMAGED: its end is missing"), "{found}");
    // Nobody is shown it, or plays on with it, without a word.
    for command in [
        &["show"][..],
        &["show", "--seat", "side-0"],
        &["log"],
        &["export", "--kind", "umpire", "-o", "f.json"],
    ] {
        let output = place.run(command);
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && told.contains("its end is missing"), "{command:?}: {told}");
        assert!(told.contains("See `adjutant doctor`."), "{told}");
    }
    // A backup of it is no sound one either, and another entry in its place is not the one that was there.
    assert!(place.bad(&["backup", "kept"]).contains("damaged"));
    let output = place.run(&["do", "--seat", "side-0", r#"{"do":"place","post":"ford"}"#]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && told.contains("its end is missing"), "{told}");
    let (sound, found, _) = place.doctor();
    assert!(!sound && found.contains("is another one than people.sqlite3 remembers"), "{found}");
}

#[test]
fn the_doctor_misses_the_secret_of_the_dice() {
    let place = Place::new();
    place.with_ford();
    place.sql("DROP TRIGGER campaign_is_not_changed; UPDATE campaign SET dice_secret = NULL");
    let (sound, found, _) = place.doctor();
    assert!(!sound && found.contains("DAMAGED: the secret of its dice is missing"), "{found}");
    assert!(!found.contains("dice and seals are sound"), "{found}");
    // Where nothing is remembered either, it is not called sound.
    for file in ["people.sqlite3", "people.sqlite3-wal", "people.sqlite3-shm"] {
        let _ = fs::remove_file(place.path().join("data").join(file));
    }
    let (sound, found, _) = place.doctor();
    assert!(!sound && found.contains("NOT PROVED: the secret of its dice is not here"), "{found}");
}

#[test]
fn a_campaign_that_came_without_the_secret_of_its_dice_is_sound_without() {
    let place = Place::new();
    place.with_ford();
    place.good(&["export", "--kind", "umpire", "-o", "ford.json"]);
    place.good(&["import", "ford.json", "--data", "other"]);
    let said = place.good(&["doctor", "--data", "other"]);
    assert!(said.contains("no keyed roll was computed again") && !said.contains("chains, dice"), "{said}");
}

#[test]
fn nobody_acts_on_a_remembered_state_that_the_log_does_not_come_to() {
    let place = Place::with_a_remembered_state();
    let position = place.good(&["show", "--position"]);
    place.sql(
        "UPDATE snapshot SET state = CAST(replace(CAST(state AS TEXT), '\"points\":0', '\"points\":7') AS BLOB)",
    );
    assert_eq!(place.good(&["show", "--position"]), position);
    place.good(&["do", "--seat", "side-0", PLACES]);
    assert!(place.doctor().0);
}

#[test]
fn a_log_damaged_before_the_remembered_state_is_not_shown_as_if_it_were_whole() {
    let place = Place::with_a_remembered_state();
    assert!(place.good(&["show"]).contains("Pickets at the ford"));
    place.sql(
        "DROP TRIGGER part_is_not_changed; \
         UPDATE part SET body = replace(body, 'mill', 'ford') WHERE stream = 'side-0' AND number = 1",
    );
    let commands: [&[&str]; 6] = [
        &["show"],
        &["show", "--seat", "side-0"],
        &["show", "--position"],
        &["do", "--seat", "side-0", PLACES],
        &["log"],
        &["sheet", "--csv"],
    ];
    for command in commands {
        let said = place.bad(command);
        assert!(said.contains("is broken at"), "{said}");
    }
}
