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
        self.sql_of("campaigns.sqlite3", statements);
    }

    /// As [`Place::sql`], with one of both files.
    fn sql_of(&self, file: &str, statements: &'static str) {
        let path = self.path().join("data").join(file);
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
    let new = ["new", "--open-dice", "ford.toml"];
    for said in [place.refused_to_serve(), place.bad(&["show"]), place.bad(&["log"]), place.bad(&new)] {
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
    let new = ["new", "--open-dice", "ford.toml"];
    for said in [place.refused_to_serve(), place.bad(&["show"]), place.bad(&new)] {
        assert!(said.contains("gone or empty") && said.contains("serve --anew"), "{said}");
    }
    let (sound, found, way) = place.doctor();
    assert!(!sound && found.contains("it is not in campaigns.sqlite3"), "{found}");
    assert!(way.contains("adjutant restore"), "{way}");
}

#[test]
fn the_doctor_misses_the_last_entry() {
    let place = Place::new();
    let campaign = place.with_ford();
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
    // It is told however far that log is played on: what is remembered is not written over.
    for _ in 0..3 {
        place.good(&["do", "--seat", "side-0", "--undo"]);
        place.good(&["do", "--seat", "side-0", r#"{"do":"place","post":"ford"}"#]);
    }
    let (sound, found, out) = place.doctor();
    assert!(!sound && found.contains("is another one than people.sqlite3 remembers"), "{found}");
    // Whoever means that log says so once.
    assert!(out.contains("doctor --accept ID"), "{out}");
    let _ = place.run(&["doctor", "--accept", &campaign]);
    let (_, found, _) = place.doctor();
    // What this test took out of the file to delete rows is still missing; nothing more is said of the log.
    assert!(!found.contains("another one") && found.contains("every one is what the rules give"), "{found}");
    assert!(place.bad(&["doctor", "--accept", "nobody"]).contains("nobody"));
}

#[test]
fn a_log_without_its_beginning_is_not_played_on() {
    let place = Place::new();
    place.with_ford();
    place.sql(
        "DROP TRIGGER entry_is_not_deleted; DROP TRIGGER part_is_not_deleted; \
         DELETE FROM part; DELETE FROM snapshot; DELETE FROM entry",
    );
    let said = place.bad(&["do", "--seat", "side-0", PLACES]);
    assert!(said.contains("it has no entries, not even its beginning"), "{said}");
    assert!(!place.doctor().0);
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

/// What guards the rows, and what the program relies on, is held to what it makes itself.
#[test]
fn the_doctor_finds_tables_that_are_not_the_programs_own() {
    let guard = "CREATE TRIGGER campaign_is_not_changed BEFORE UPDATE ON campaign \
                 BEGIN SELECT RAISE(ABORT, 'a campaign is never changed'); END";
    for (file, statements, told) in [
        ("campaigns.sqlite3", "DELETE FROM _sqlx_migrations", "the migration 1 is missing"),
        ("campaigns.sqlite3", "DELETE FROM _sqlx_migrations WHERE version = 1", "the migration 1 is missing"),
        (
            "campaigns.sqlite3",
            "UPDATE _sqlx_migrations SET checksum = x'00'",
            "the migration 1 is not the one",
        ),
        ("campaigns.sqlite3", "DROP TABLE snapshot", "the table snapshot is missing"),
        (
            "campaigns.sqlite3",
            "DROP TRIGGER part_is_not_deleted",
            "the trigger part_is_not_deleted is missing",
        ),
        (
            "campaigns.sqlite3",
            "CREATE TRIGGER z AFTER INSERT ON part BEGIN DELETE FROM part WHERE number = 1; END",
            "the trigger z is none that this program makes",
        ),
        (
            "campaigns.sqlite3",
            "DROP TRIGGER entry_is_not_deleted; \
             CREATE TRIGGER entry_is_not_deleted BEFORE DELETE ON entry BEGIN SELECT 1; END",
            "the trigger entry_is_not_deleted is not the one that this program makes",
        ),
        (
            "campaigns.sqlite3",
            "DROP TRIGGER entry_has_the_next_number; INSERT INTO entry SELECT campaign, 0, lineage, branch, hash FROM entry \
             WHERE master = 1",
            "a row of entry has a number before the first",
        ),
        (
            "campaigns.sqlite3",
            "DROP TRIGGER campaign_is_not_changed; UPDATE campaign SET n_sides = 1",
            "is kept with another number of sides than its set-up has",
        ),
        ("people.sqlite3", "DROP TABLE seat_token", "the table seat_token is missing"),
        ("people.sqlite3", "DELETE FROM _sqlx_migrations", "the migration 1 is missing"),
        (
            "people.sqlite3",
            "CREATE TRIGGER z AFTER INSERT ON chair BEGIN DELETE FROM chair; END",
            "the trigger z is none that this program makes",
        ),
    ] {
        let place = Place::new();
        place.with_ford();
        assert!(place.doctor().0);
        place.sql_of(file, statements);
        let (sound, found, way) = place.doctor();
        let name = file.split('.').next().unwrap();
        let line = found.lines().find(|line| line.contains(told));
        assert!(!sound && line.is_some_and(|line| line.starts_with(name)), "{statements}: {found}{way}");
    }
    // The guard of the number of sides, put back as an older program made it, is not this program's either.
    let place = Place::new();
    place.with_ford();
    place.sql("DROP TRIGGER campaign_is_not_changed");
    place.sql(guard);
    let (sound, found, _) = place.doctor();
    assert!(!sound && found.contains("the trigger campaign_is_not_changed is not the one"), "{found}");
}

#[test]
fn seats_are_not_given_out_again_by_an_emptied_list_of_people() {
    let place = Place::new();
    place.with_ford();
    place.good(&["token", "--seat", "side-0"]);
    let people = place.path().join("data/people.sqlite3");
    for beside in ["people.sqlite3-wal", "people.sqlite3-shm"] {
        let _ = fs::remove_file(place.path().join("data").join(beside));
    }
    fs::write(&people, "").unwrap();
    let (sound, found, way) = place.doctor();
    assert!(!sound && found.contains("people.sqlite3: DAMAGED: it is empty"), "{found}");
    assert!(way.contains("Move it away"), "{way}");
    for said in [place.refused_to_serve(), place.bad(&["show"]), place.bad(&["invite", "--seat", "side-0"])] {
        assert!(said.contains("people.sqlite3 in ") && said.contains("is empty"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    assert_eq!(fs::metadata(&people).unwrap().len(), 0, "nothing was made in its place");
    // The way out: a new list, with a word, once; and a backup without one does not come back with an empty one.
    fs::remove_file(&people).unwrap();
    place.run(&["backup", "kept"]);
    assert!(!place.path().join("kept/people.sqlite3").exists());
    let told = |command: &[&str]| String::from_utf8(place.run(command).stderr).unwrap();
    assert!(told(&["show"]).contains("people.sqlite3 knows nothing of the campaigns here"));
    assert_eq!(told(&["show"]), "");
    fs::write(&people, "").unwrap();
    let server = Server::begin(&mut place.command(&["serve", "--listen", "127.0.0.1:0", "--anew"]));
    assert!(server.said().iter().any(|line| line.contains("seats that nobody holds yet")));
    server.signal("TERM");
    assert!(server.ended_well());
}
