//! The command line beside a running server: it does what it would have done, and the server's seats see it at once.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::Place;
use crate::serving::Server;

fn started(place: &Place) -> Server {
    Server::begin(&mut place.command(&["serve", "--listen", "127.0.0.1:0"]))
}

#[test]
fn every_command_works_beside_a_server_as_without_one() {
    let place = Place::new();
    let id = place.with_ford();
    let without: Vec<String> = [&["show"][..], &["log"], &["show", "--json"], &["sheet", "--seat", "umpire"]]
        .iter()
        .map(|words| place.good(words))
        .collect();
    let server = started(&place);
    let beside: Vec<String> = [&["show"][..], &["log"], &["show", "--json"], &["sheet", "--seat", "umpire"]]
        .iter()
        .map(|words| place.good(words))
        .collect();
    assert_eq!(beside, without);

    assert!(place.good(&["do", "--seat", "side-0", r#"{"do":"place","post":"mill"}"#]).contains("Done."));
    let refused = place.bad(&["do", "--seat", "side-0", r#"{"do":"place","post":"moon"}"#]);
    assert!(refused.starts_with("Refused: "), "{refused}");
    place.good(&["do", "--seat", "side-0", "--undo"]);
    let token = place.good(&["token", "--seat", "side-0"]);
    assert!(token.starts_with("adjutant_"), "{token}");
    let link = place.good(&["invite", "--seat", "umpire"]);
    assert!(link.starts_with(&format!("http://{}/join#", server.address())), "{link}");
    let named = place.good(&["invite", "--seat", "umpire", "--address", "https://table.example/"]);
    assert!(named.starts_with("https://table.example/join#"), "{named}");
    let other = place.good(&["new", "--open-dice", "--sample", "nine-days"]).trim().to_owned();
    assert!(place.good(&["show"]).contains(&other), "{other} is listed");
    drop(server);
    // What was done beside the server is in the folder.
    let log = place.good(&["log", "--seat", "side-0", "--campaign", &id]);
    assert!(log.contains("put a picket at the mill") && log.contains("taken back"), "{log}");
}

#[test]
fn files_are_read_and_written_where_the_command_was_given() {
    let place = Place::new();
    place.with_ford();
    place.good(&["do", "--seat", "side-0", r#"{"do":"place","post":"mill"}"#]);
    let server = started(&place);
    place.good(&["export", "--kind", "move", "-o", "out.adjutant.json"]);
    assert!(place.good(&["verify", "out.adjutant.json"]).contains("sound"));
    let about = fs::metadata(place.path().join("out.adjutant.json")).unwrap();
    assert_eq!(about.permissions().mode() & 0o777, 0o600, "it holds both sides' secrets");
    let again = place.bad(&["import", "out.adjutant.json"]);
    assert!(again.contains("is here already"), "{again}");
    let missing = place.bad(&["import", "nowhere.adjutant.json"]);
    assert!(missing.contains("nowhere.adjutant.json"), "{missing}");
    place.good(&["new", "--open-dice", "ford.toml"]);
    let unwritten = place.bad(&["export", "--kind", "move", "-o", "no/such/folder.json"]);
    assert!(unwritten.contains("campaigns here") || unwritten.contains("no/such/folder.json"), "{unwritten}");
    drop(server);
}

#[test]
fn the_socket_is_closed_to_others_and_gone_with_the_server() {
    let place = Place::new();
    place.with_ford();
    let server = started(&place);
    let socket = place.path().join("data/socket");
    assert_eq!(fs::metadata(&socket).unwrap().permissions().mode() & 0o777, 0o600);
    server.signal("TERM");
    assert!(server.ended_well());
    assert!(!socket.exists());
    // One that is left over from a server that was killed is no hindrance.
    let killed = started(&place);
    killed.signal("KILL");
    drop(killed);
    assert!(socket.exists());
    assert!(place.good(&["show"]).contains("Pickets at the ford"));
    let next = started(&place);
    assert!(place.good(&["show"]).contains("Pickets at the ford"));
    drop(next);
}

#[test]
fn what_is_no_command_is_answered_and_harms_nobody() {
    use std::io::{Read, Write};
    let place = Place::new();
    place.with_ford();
    let server = started(&place);
    for words in ["", "{", r#"{"version":"0.0.0","command":"Openapi","files":[]}"#, r#"{"version":1}"#] {
        let mut line = std::os::unix::net::UnixStream::connect(place.path().join("data/socket")).unwrap();
        line.write_all(words.as_bytes()).unwrap();
        line.shutdown(std::net::Shutdown::Write).unwrap();
        let mut answer = String::new();
        line.read_to_string(&mut answer).unwrap();
        assert!(answer.contains("The server that holds the data folder"), "{words}: {answer}");
    }
    assert!(place.good(&["show"]).contains("Pickets at the ford"));
    assert!(server.get("/healthz").contains("200 OK"));
}
