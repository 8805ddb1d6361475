//! `--key-file` and `adjutant key`: secrets encrypted where they are kept, and what is said when a key does not fit.

use std::fs;

use crate::{FORD, Place};

/// Stands in a secret part of the log and nowhere else.
const SECRET: &str = "MARKER-behind-the-mill";

impl Place {
    /// A key file of this name beside the data folder; gives its path and the key's name.
    fn key(&self, name: &str) -> (String, String) {
        let path = self.path().join(name).display().to_string();
        let id = self.good(&["key", "new", &path]).trim().to_owned();
        (path, id)
    }

    /// A ruling for one side's eyes, with the secret words.
    fn note_secret(&self, more: &[&str]) {
        let ruling = ["rule", "HOUSE-SEAT", SECRET, "--reason", "so it is", "--to", "side-0"];
        self.good(&[&ruling[..], more].concat());
    }

    /// Whether a folder holds the words anywhere.
    fn holds(&self, folder: &str, words: &str) -> bool {
        fs::read_dir(self.path().join(folder)).unwrap().any(|file| {
            let bytes = fs::read(file.unwrap().path()).unwrap_or_default();
            bytes.windows(words.len()).any(|window| window == words.as_bytes())
        })
    }
}

#[test]
fn a_key_file_is_made_once_outside_the_data_and_for_its_owner_alone() {
    let place = Place::new();
    place.with_ford();
    let (path, id) = place.key("house.key");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(&id), "{text}");
    assert!(place.bad(&["key", "new", &path]).contains("never written over"));
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    assert!(place.bad(&["key", "new", "data/house.key"]).contains("lies in the data folder"));
    assert!(!place.path().join("data/house.key").exists());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        assert!(place.bad(&["show", "--key-file", &path]).contains("chmod 600"));
    }
}

#[test]
fn with_a_key_the_folder_and_its_backups_tell_no_secret() {
    let place = Place::new();
    let (path, id) = place.key("house.key");
    let with = ["--key-file", path.as_str()];
    place.write("ford.toml", FORD);
    place.good(&[&["new", "ford.toml"], &with[..]].concat());
    place.note_secret(&with);
    assert!(!place.holds("data", SECRET) && !place.holds("data", "[[pickets]]"));
    assert!(place.good(&[&["rule"], &with[..]].concat()).contains(SECRET));

    // A copy needs no key, and says that reading it does.
    let output = place.run(&["backup", "kept"]);
    let (said, asked) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success() && said.contains("NOT EXAMINED"), "{said}{asked}");
    assert!(asked.contains(&id) && asked.contains("--key-file"), "{asked}");
    assert!(!place.holds("kept", SECRET));
    let said = place.good(&[&["backup", "examined"], &with[..]].concat());
    assert!(said.contains("chains, dice and seals are sound"), "{said}");

    assert!(place.bad(&["restore", "kept", "--data", "new"]).contains("nothing was restored"));
    place.good(&[&["restore", "kept", "--data", "new"], &with[..]].concat());
    assert!(place.good(&[&["rule", "--data", "new"], &with[..]].concat()).contains(SECRET));
    assert!(!place.holds("new", SECRET));
}

#[test]
fn what_does_not_fit_is_told_apart_and_nothing_is_lost() {
    let place = Place::new();
    let ((path, id), (other, other_id)) = (place.key("house.key"), place.key("other.key"));
    let with = ["--key-file", path.as_str()];
    place.write("ford.toml", FORD);
    place.good(&[&["new", "ford.toml"], &with[..]].concat());
    place.note_secret(&with);

    let missing = place.bad(&["show"]);
    assert!(missing.contains(&id) && missing.contains("no key file was given"), "{missing}");
    let wrong = place.bad(&["show", "--key-file", &other]);
    assert!(wrong.contains(&id) && wrong.contains(&other_id), "{wrong}");
    let text = fs::read_to_string(&path).unwrap();
    let damaged = place.path().join("damaged.key");
    fs::copy(&path, &damaged).unwrap();
    fs::write(&damaged, text.replacen("key ", "key 0", 1)).unwrap();
    let damaged = place.bad(&["show", "--key-file", &damaged.display().to_string()]);
    assert!(damaged.contains("the key file is damaged"), "{damaged}");
    let gone = place.bad(&["show", "--key-file", "nowhere.key"]);
    assert!(gone.contains("nowhere.key cannot be read"), "{gone}");
    assert!(gone.contains("kept elsewhere") && damaged.contains("kept elsewhere"), "{gone}{damaged}");

    for (arguments, words) in
        [(&["doctor"][..], "no key file was given"), (&["doctor", "--key-file", &other], other_id.as_str())]
    {
        let output = place.run(arguments);
        let found = String::from_utf8(output.stdout).unwrap();
        let way = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && found.contains("NOT EXAMINED"), "{found}");
        assert!(found.contains(words) && !found.contains("DAMAGED"), "{found}");
        assert!(found.contains("the file is whole"), "{found}");
        assert!(way.contains("the right key") && !way.contains("adjutant restore"), "{way}");
    }
    let sound = place.good(&[&["doctor"], &with[..]].concat());
    assert!(sound.contains(&format!("encrypted with the key {id}")) && sound.contains("sound"), "{sound}");
}

#[test]
fn what_is_damaged_is_not_encrypted() {
    let place = Place::new();
    place.with_ford();
    place.note_secret(&[]);
    let (path, _) = place.key("house.key");
    place.damage("campaigns.sqlite3", SECRET, &SECRET.replace("mill", "hill"));
    let said = place.bad(&["key", "apply", "--key-file", &path]);
    assert!(said.contains("Nothing was encrypted") && said.contains("adjutant doctor"), "{said}");
    assert!(place.bad(&["key", "apply", "--key-file", &path]).contains("Nothing was encrypted"));
}

/// As after a change that was stopped between its transaction and its end.
#[test]
fn a_stopped_change_of_the_key_is_said_and_brought_to_its_end() {
    let place = Place::new();
    place.with_ford();
    let (path, id) = place.key("house.key");
    let apply = ["key", "apply", "--key-file", &path];
    place.good(&apply);
    let file = format!("sqlite:{}", place.path().join("data/campaigns.sqlite3").display());
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let pool = sqlx::SqlitePool::connect(&file).await.unwrap();
        sqlx::query("UPDATE key_in_use SET changing = 2").execute(&pool).await.unwrap();
        pool.close().await;
    });
    let output = place.run(&["doctor", "--key-file", &path]);
    assert!(!output.status.success());
    assert!(String::from_utf8(output.stdout).unwrap().contains("NOT CLEARED"));
    assert!(String::from_utf8(output.stderr).unwrap().contains("adjutant key apply"));
    let said = place.good(&apply);
    assert!(said.contains(&id) && said.contains("cleared out"), "{said}");
    place.good(&["doctor", "--key-file", &path]);
    assert!(place.bad(&apply).contains("already"));
}

#[test]
fn campaigns_are_encrypted_when_that_is_asked_for_and_stay_the_same_campaigns() {
    let place = Place::new();
    place.with_ford();
    place.note_secret(&[]);
    let ((path, id), (other, other_id)) = (place.key("house.key"), place.key("other.key"));
    // The umpire's file holds the whole log; taking a move file would add to it.
    let export = |more: &[&str]| place.good(&[&["export", "--kind", "umpire"], more].concat());
    let before = export(&[]);
    assert!(place.holds("data", SECRET));
    let refused = place.bad(&["show", "--key-file", &path]);
    assert!(refused.contains("not encrypted") && refused.contains("adjutant key apply"), "{refused}");
    assert!(place.bad(&["key", "apply"]).contains("adjutant key new"));

    let said = place.good(&["key", "apply", "--key-file", &path]);
    assert!(said.contains(&id) && said.contains("1 campaign,"), "{said}");
    assert!(!place.holds("data", SECRET));
    assert_eq!(export(&["--key-file", &path]), before);
    assert!(place.bad(&["key", "apply", "--key-file", &path]).contains("already"));
    assert!(place.bad(&["key", "apply", "--key-file", &other]).contains("adjutant key change"));

    let said = place.good(&["key", "change", "--key-file", &path, "--to", &other]);
    assert!(said.contains(&other_id), "{said}");
    assert!(place.bad(&["show", "--key-file", &path]).contains(&other_id));
    assert_eq!(export(&["--key-file", &other]), before);

    // Out by file into a folder without a key, and back: hash by hash the same.
    let out = place.good(&["export", "--kind", "move", "--key-file", &other]);
    place.write("out.adjutant.json", &out);
    place.good(&["import", "out.adjutant.json", "--data", "plain"]);
    let there = place.good(&["export", "--kind", "umpire", "--data", "plain"]);
    assert_eq!(there, export(&["--key-file", &other]));
    assert_ne!(there, before, "that the secret was taken stands in the log");
}
