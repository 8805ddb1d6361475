//! `serve`: the first start, the lock of the folder, the end.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::Place;

/// A running server. It is killed when a test ends early.
pub(crate) struct Server {
    child: Child,
    /// Everything up to the line that says how to end it.
    said: Vec<String>,
}

impl Server {
    fn start(place: &Place) -> Self {
        Self::begin(&mut place.command(&["serve", "--listen", "127.0.0.1:0"]))
    }

    pub(crate) fn begin(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut said = Vec::new();
        for line in output.lines() {
            let line = line.unwrap();
            let last = line.starts_with("Ctrl+C");
            said.push(line);
            if last {
                break;
            }
        }
        Self { child, said }
    }

    pub(crate) fn said(&self) -> &[String] {
        &self.said
    }

    pub(crate) fn address(&self) -> &str {
        self.said[0].strip_prefix("Adjutant serves at http://").unwrap()
    }

    /// The names before the links.
    fn seats(&self) -> Vec<&str> {
        let links = self.said.iter().filter(|line| line.contains("/join#"));
        links.map(|line| line.split("http://").next().unwrap().trim()).collect()
    }

    pub(crate) fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(self.address()).unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address());
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill").arg(format!("-{name}")).arg(self.child.id().to_string()).status();
        assert!(sent.unwrap().success());
    }

    pub(crate) fn ended_well(mut self) -> bool {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(8) {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.success();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        false
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_first_start_makes_the_sample_and_prints_a_link_for_each_seat() {
    let place = Place::new();
    let server = Server::start(&place);
    let seats = server.seats();
    assert_eq!((seats.len(), seats[0], seats[3]), (4, "umpire", "spectator"), "{:?}", server.said);
    assert!(server.get("/healthz").starts_with("HTTP/1.1 200"));
    server.signal("TERM");
    assert!(server.ended_well());
    assert_eq!(place.good(&["show"]).lines().next(), place.good(&["show"]).lines().next());

    let again = Server::start(&place);
    assert_eq!(again.seats().len(), 4, "nobody holds a seat yet, so new links are printed");
    again.signal("INT");
    assert!(again.ended_well());
}

#[test]
fn settings_come_from_the_environment_without_a_command_too() {
    let place = Place::new();
    let mut command = place.command(&[]);
    command.env("ADJUTANT_LISTEN", "127.0.0.1:0").env("ADJUTANT_ADDRESS", "https://table.example");
    let server = Server::begin(&mut command);
    assert!(server.said.iter().any(|line| line.contains("https://table.example/join#")), "{:?}", server.said);
}

#[test]
fn a_folder_in_use_is_told_in_one_sentence_with_the_way_out() {
    let place = Place::new();
    let server = Server::start(&place);
    let held = |said: String| {
        assert!(said.contains("is in use") && said.contains("--data") && said.contains("Ctrl+C"), "{said}");
        assert_eq!(said.lines().count(), 1);
    };
    held(place.bad(&["serve", "--listen", "127.0.0.1:0"]));
    // A server that does no commands for others.
    std::fs::remove_file(place.path().join("data/socket")).unwrap();
    held(place.bad(&["show"]));
    server.signal("KILL");
    drop(server);
    place.good(&["show"]);
}

#[test]
fn an_open_connection_does_not_hold_the_end_up() {
    let place = Place::new();
    let server = Server::start(&place);
    let mut idle = TcpStream::connect(server.address()).unwrap();
    idle.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n").unwrap();
    server.signal("TERM");
    assert!(server.ended_well());
}

#[test]
fn a_port_in_use_is_told_with_another_one() {
    let place = Place::new();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let said = place.bad(&["serve", "--listen", &taken.local_addr().unwrap().to_string()]);
    assert!(said.contains("Cannot listen on") && said.contains("--listen"), "{said}");
}

#[test]
fn who_says_nothing_keeps_no_place() {
    let place = Place::new();
    let server = Server::start(&place);
    let ended: Vec<_> = ["", "GET / HTTP/1.1\r\nHost: "]
        .into_iter()
        .map(|said| {
            let mut stream = TcpStream::connect(server.address()).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
            stream.write_all(said.as_bytes()).unwrap();
            std::thread::spawn(move || stream.read_to_end(&mut Vec::new()).is_ok())
        })
        .collect();
    assert!(server.get("/healthz").ends_with("ok\n"), "others are served meanwhile");
    assert!(ended.into_iter().all(|ended| ended.join().unwrap()), "the server hung up");
}

#[test]
fn a_backup_is_made_beside_a_running_server() {
    let place = Place::new();
    place.with_ford();
    let server = Server::start(&place);
    let made = place.good(&["backup", "kept"]);
    assert!(made.contains("chains, dice and seals are sound"), "{made}");
    assert!(place.good(&["doctor"]).contains("chains, dice and seals are sound"));
    assert!(server.get("/").contains("200 OK"), "and the server goes on");
    drop(server);
    place.good(&["restore", "kept", "--data", "new"]);
    assert!(place.good(&["show", "--data", "new"]).contains("Pickets at the ford"));
}

/// The name that a request calls the server by is one of its own, or nothing is told and no link is made.
#[test]
fn a_server_on_this_machine_is_asked_by_the_names_of_this_machine() {
    let place = Place::new();
    let server = Server::start(&place);
    let by = |host: &str, path: &str| {
        let mut stream = TcpStream::connect(server.address()).unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.split(' ').nth(1).unwrap().to_owned()
    };
    for host in ["localhost", "127.0.0.1:1", "[::1]:8080", server.address()] {
        assert_eq!(by(host, "/sign-in"), "200", "{host}");
    }
    for host in ["evil.example", "localhost.evil.example", "192.0.2.1"] {
        assert_eq!(by(host, "/sign-in"), "421", "{host}");
        assert_eq!(by(host, "/healthz"), "200", "{host}");
    }
}
