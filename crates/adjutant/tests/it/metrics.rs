//! `serve --metrics`: numbers of the process on an address of their own, and no word of any campaign.

use std::io::{Read, Write};
use std::net::TcpStream;

use crate::Place;
use crate::serving::Server;

/// One request; gives the whole answer.
fn ask(address: &str, head: &str, headers: &str, body: &str) -> String {
    ask_for(address, address, head, headers, body)
}

/// The same of a server that the request calls by some name.
fn ask_for(host: &str, address: &str, head: &str, headers: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    let request = format!(
        "{head} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn the_process_is_counted_and_no_campaign_is_named() {
    let place = Place::new();
    let id = place.with_ford();
    let token = place.good(&["token", "--seat", "side-0"]).trim().to_owned();
    let server =
        Server::begin(&mut place.command(&["serve", "--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0"]));
    let own = server.said().iter().find_map(|line| line.strip_prefix("Numbers of the process: http://"));
    let own = own.unwrap().strip_suffix("/metrics").unwrap().to_owned();

    let bearer = format!("Authorization: Bearer {token}\r\nContent-Type: application/json\r\n");
    let at = format!("/api/v1/campaigns/{id}");
    let seen = ask(server.address(), &format!("GET {at}"), &bearer, "");
    let (_, seen) = seen.split_once("\"cursor\":\"").unwrap();
    let cursor = seen.split('"').next().unwrap();
    for command in [r#"{"do":"place","post":"moon"}"#, r#"{"do":"place","post":"mill"}"#] {
        let body = format!(r#"{{"command":{command},"cursor":"{cursor}"}}"#);
        ask(server.address(), &format!("POST {at}/commands"), &bearer, &body);
    }

    let page = ask(&own, "GET /metrics", "", "");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("text/plain; version=0.0.4"), "{page}");
    for line in [
        "adjutant_commands_total{outcome=\"accepted\"} 1",
        "adjutant_commands_total{outcome=\"refused\"} 1",
        "adjutant_log_appends_total 1",
        "adjutant_log_append_seconds_count 1",
        "adjutant_campaigns_open 1",
        "adjutant_live_streams 0",
        "adjutant_http_requests_total{class=\"2xx\"}",
        "adjutant_http_request_seconds_bucket{class=\"2xx\",le=\"0.005\"}",
        "adjutant_build_info{version=",
    ] {
        assert!(page.contains(line), "{line}: {page}");
    }
    // Neither ids nor seats nor words of a campaign, nor paths that would hold them.
    for word in [id.as_str(), "side", "umpire", "seat", "mill", "moon", "ford", "toy", "Pickets", "/", &token]
    {
        let lines = page.lines().skip_while(|line| !line.is_empty());
        let numbers: Vec<&str> = lines.filter(|line| !line.starts_with('#')).collect();
        assert!(
            numbers.len() > 20 && !numbers.iter().any(|line| line.contains(word)),
            "{word}: {numbers:#?}"
        );
    }
    let port = own.rsplit(':').next().unwrap();
    for (host, status) in [("localhost", 200), ("evil.example", 421)] {
        let answer = ask_for(&format!("{host}:{port}"), &own, "GET /metrics", "", "");
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{host}: {answer}");
    }
    assert!(ask(&own, "GET /", "", "").starts_with("HTTP/1.1 404"), "nothing else is there");
    assert!(server.get("/metrics").starts_with("HTTP/1.1 404"), "and visitors find no numbers");
    server.signal("TERM");
    assert!(server.ended_well());
}

#[test]
fn nothing_is_counted_unless_it_is_asked_for_and_an_address_in_use_is_told() {
    let place = Place::new();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let said = place.bad(&["serve", "--listen", "127.0.0.1:0", "--metrics", &address]);
    assert!(said.contains("Cannot serve metrics on"), "{said}");
    let server = Server::begin(&mut place.command(&["serve", "--listen", "127.0.0.1:0"]));
    assert!(!server.said().iter().any(|line| line.contains("metrics")));
    assert!(server.get("/metrics").starts_with("HTTP/1.1 404"));
}
