//! `--database`: campaigns in PostgreSQL, for every command; two servers on one campaign; no password in any message.

use test_postgres::Database;

use crate::Place;
use crate::serving::Server;

#[test]
fn a_campaign_goes_from_the_folder_into_a_database_and_back_hash_by_hash() {
    let (place, database) = (Place::new(), Database::fresh());
    let url = database.url();
    let id = place.with_ford();
    place.good(&["do", "--seat", "side-0", r#"{"do":"pay"}"#]);
    place.good(&["export", "--kind", "move", "-o", "there.adjutant.json"]);
    assert_eq!(place.good(&["import", "there.adjutant.json", "--database", &url]).trim(), id);

    let from_env = |arguments: &[&str]| {
        let output = place.command(arguments).env("ADJUTANT_DATABASE", &url).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(from_env(&["show"]), place.good(&["show"]));
    from_env(&["do", "--seat", "side-0", r#"{"do":"place","post":"ford"}"#]);
    assert!(from_env(&["log"]).lines().count() > place.good(&["log"]).lines().count());
    let examined = from_env(&["doctor"]);
    assert!(examined.contains("the database: it is whole") && examined.contains("are sound"), "{examined}");
    from_env(&["export", "--kind", "move", "-o", "back.adjutant.json"]);
    let other = place.path().join("other").display().to_string();
    place.good(&["import", "back.adjutant.json", "--data", &other]);
    // The umpire's file holds the whole log; taking another move file would add to it.
    let there = from_env(&["export", "--kind", "umpire"]);
    assert_eq!(place.good(&["export", "--kind", "umpire", "--data", &other]), there);
}

#[test]
fn what_a_database_cannot_do_is_said_with_the_way_out() {
    let (place, database) = (Place::new(), Database::fresh());
    let url = database.url();
    for command in ["backup", "restore"] {
        let said = place.bad(&[command, "copy", "--database", &url]);
        assert!(said.contains("pg_dump") && said.contains("--kind move"), "{said}");
    }
    let said = place.bad(&["doctor", "--database", &url]);
    assert!(said.contains("there is no log of campaigns"), "{said}");
    assert!(!place.path().join("copy").exists());
}

#[test]
fn a_password_is_never_said_again() {
    let place = Place::new();
    for url in [
        "postgres://umpire:hush@127.0.0.1:1/club",
        "postgres://umpire:hush@127.0.0.1:port/club",
        "postgres://umpire:hush@127.0.0.1:1/club?secret=hush",
        "umpire:hush",
    ] {
        for level in ["warn", "trace"] {
            let output =
                place.command(&["show", "--database", url]).env("ADJUTANT_LOG", level).output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(1), "{said}");
            assert!(!said.contains("hush"), "{said}");
        }
    }
    let help = place.command(&["--help"]).env("ADJUTANT_DATABASE", "postgres://a:hush@b/c").output().unwrap();
    assert!(!String::from_utf8_lossy(&help.stdout).contains("hush"));
}

#[test]
fn two_servers_serve_one_campaign() {
    let (one, database) = (Place::new(), Database::fresh());
    let url = database.url();
    one.write("ford.toml", crate::FORD);
    let id = one.good(&["new", "--open-dice", "ford.toml", "--database", &url]).trim().to_owned();
    let serve = ["serve", "--listen", "127.0.0.1:0", "--database", &url];
    let (first, second) = (Server::begin(&mut one.command(&serve)), Server::begin(&mut one.command(&serve)));
    for server in [&first, &second] {
        assert!(server.get("/readyz").starts_with("HTTP/1.1 200"), "{}", server.get("/readyz"));
    }
    // The command line acts beside both of them, in the same folder.
    one.good(&["do", "--campaign", &id, "--seat", "side-0", r#"{"do":"pay"}"#, "--database", &url]);
    for server in [first, second] {
        server.signal("TERM");
        assert!(server.ended_well());
    }
}
