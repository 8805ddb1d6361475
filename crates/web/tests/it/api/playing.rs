//! What a program can do at a seat, each answer held to the document.

use axum::http::{Method, StatusCode};
use kernel::Seat;
use serde_json::{Value, json};
use table::{Asker, Asking, Weighing};

use super::Program;
use crate::house::House;

#[tokio::test]
async fn a_seat_looks_acts_and_takes_back() {
    let house = House::open().await;
    let blue = Program::at(&house, Seat::Side(0)).await;
    let cards = blue.send(Method::GET, "/api/v1/campaigns", None).await.body;
    assert_eq!((&cards[0]["campaign"], &cards[0]["seat"]), (&json!(house.campaign), &json!("side-0")));
    let view = blue.get("/view").await;
    assert_eq!(view.body["cursor"], json!(blue.cursor().await));
    let one = blue.get("/view?page=posts").await;
    assert_eq!(one.body["view"]["pages"].as_array().unwrap().len(), 1);
    assert_eq!(blue.get("/view?page=nonsense").await.status, StatusCode::NOT_FOUND);
    let offers = blue.get("/offers?most=3").await.body;
    assert!(offers["commands"].as_array().unwrap().contains(&json!({"do": "pay"})), "{offers}");
    assert!(offers["forms"].as_array().unwrap().iter().any(|one| one["form"]["id"] == "pay"));

    let pay = json!({"command": {"do": "pay"}});
    assert_eq!(blue.post("/try", pay.clone()).await.body, json!({"accepted": true}));
    assert_eq!(blue.post("/odds", pay.clone()).await.status, StatusCode::OK);
    // These rules name neither measures nor plans, and say so.
    assert_eq!(blue.get("/odds/plans").await.body, json!({"measures": [], "plans": []}));
    let asked = json!({"command": {"do": "pay"}, "measures": ["luck"]});
    assert_eq!(blue.post("/odds", asked).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    let unread = blue.post("/odds", json!({"command": {"do": "pay"}, "measures": ["luck>=much"]})).await;
    assert_eq!(unread.status, StatusCode::BAD_REQUEST, "{}", unread.text);
    let none = blue.post("/odds/plan", json!({"plan": "income"})).await;
    assert_eq!(
        (none.status, &none.body["rules"]),
        (StatusCode::UNPROCESSABLE_ENTITY, &json!(["HOUSE-COMMAND"]))
    );
    let plan = blue.post("/plan", pay).await.body;
    assert_eq!(plan["blocks"][0]["odds"]["caption"], "What it comes to", "{plan}");
    let done = blue.command(json!({"do": "pay"})).await;
    assert_eq!((done.status, &done.body["outcome"]), (StatusCode::OK, &json!("done")));
    let line = &done.body["lines"][0];
    assert_eq!((&line["seat"], line["events"].as_array().unwrap().len()), (&json!("side-0"), 1), "{line}");
    assert_eq!(line["rolls"].as_array().unwrap().len(), 1);
    assert_eq!(done.body["cursor"], json!(blue.cursor().await));
    // The log tells the same line.
    let log = blue.get("/log?most=1").await.body;
    assert_eq!(log["lines"][0], *line);
    // A roll is not taken back; placing a picket is.
    let refused = blue.post("/undo", json!({"cursor": blue.cursor().await})).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused.body["rules"], json!(["HOUSE-UNDO"]));
    let offers = blue.get("/offers").await.body;
    let place = offers["commands"].as_array().unwrap().iter().find(|command| command["do"] == "place");
    if let Some(place) = place {
        assert_eq!(blue.command(place.clone()).await.status, StatusCode::OK);
        assert_eq!(blue.post("/undo", json!({"cursor": blue.cursor().await})).await.status, StatusCode::OK);
    }
}

#[tokio::test]
async fn a_stale_act_is_told_what_is_new() {
    let house = House::open().await;
    let (blue, grey) = (Program::at(&house, Seat::Side(0)).await, Program::at(&house, Seat::Side(1)).await);
    let old = blue.cursor().await;
    // What the other side does in secret makes nothing stale.
    assert_eq!(grey.command(json!({"do": "pay"})).await.status, StatusCode::OK);
    assert_eq!(blue.cursor().await, old);
    assert_eq!(blue.command(json!({"do": "pay"})).await.status, StatusCode::OK);
    for path in ["/try", "/commands"] {
        let stale = blue.post(path, json!({"command": {"do": "close"}, "cursor": old})).await;
        assert_eq!(stale.status, StatusCode::CONFLICT, "{}", stale.text);
        assert_eq!(
            (&stale.body["type"], &stale.body["rules"]),
            (&json!("urn:adjutant:stale"), &json!(["HOUSE-STALE"]))
        );
        assert_eq!(stale.body["cursor"], json!(blue.cursor().await));
        let news = stale.body["news"].as_array().unwrap();
        assert_eq!(news.len(), 1, "{news:?}");
        assert_eq!(news[0]["seat"], "side-0");
        assert_eq!(blue.get(&format!("/log?since={old}")).await.body["lines"], stale.body["news"]);
    }
    // The same act under the same name is done once.
    let (cursor, act) = (blue.cursor().await, "0123456789abcdef0123456789abcdef");
    let close = json!({"command": {"do": "close"}, "cursor": cursor, "act": act});
    assert_eq!(blue.post("/commands", close.clone()).await.body["outcome"], "done");
    let n_lines = blue.get("/log").await.body["n_lines"].clone();
    assert_eq!(blue.post("/commands", close).await.body["outcome"], "done");
    assert_eq!(blue.get("/log").await.body["n_lines"], n_lines);
}

#[tokio::test]
async fn the_log_is_read_by_numbers_and_by_cursor() {
    let house = House::open().await;
    let blue = Program::at(&house, Seat::Side(0)).await;
    let start = blue.cursor().await;
    assert_eq!(blue.command(json!({"do": "pay"})).await.status, StatusCode::OK);
    assert_eq!(blue.command(json!({"do": "close"})).await.status, StatusCode::OK);
    let whole = blue.get("/log").await.body;
    let lines = whole["lines"].as_array().unwrap();
    let numbers = |body: &Value| -> Vec<u64> {
        body["lines"].as_array().unwrap().iter().map(|line| line["number"].as_u64().unwrap()).collect()
    };
    let all: Vec<u64> = (1..=whole["n_lines"].as_u64().unwrap()).collect();
    assert_eq!(numbers(&whole), all);
    assert_eq!(numbers(&blue.get("/log?after=1&most=2").await.body), all[1..3]);
    assert_eq!(numbers(&blue.get("/log?after=99").await.body), [0; 0]);
    assert_eq!(numbers(&blue.get("/log?before=3&most=1").await.body), [2]);
    assert_eq!(numbers(&blue.get(&format!("/log?since={start}")).await.body), all[lines.len() - 2..]);
    let now = blue.cursor().await;
    assert_eq!(numbers(&blue.get(&format!("/log?since={now}")).await.body), [0; 0]);
    for nonsense in ["nonsense", "zz", "1", "1.2.3", ""] {
        let told = blue.get(&format!("/log?since={nonsense}")).await;
        assert_eq!(
            (told.status, &told.body["place"]),
            (StatusCode::BAD_REQUEST, &json!("query.since")),
            "{nonsense}"
        );
    }
    let then = blue.get("/log/2/view?page=posts").await;
    assert_eq!((then.status, &then.body["line"]), (StatusCode::OK, &lines[1]), "{}", then.text);
    assert_eq!(blue.get("/log/99/view").await.status, StatusCode::NOT_FOUND);
    let both = blue.get("/log?since=1.1&after=2").await;
    assert_eq!((both.status, &both.body["place"]), (StatusCode::BAD_REQUEST, &json!("query")));
}

#[tokio::test]
async fn dice_are_counted_for_the_seats_that_saw_them_fall() {
    let house = House::open().await;
    let blue = Program::at(&house, Seat::Side(0)).await;
    assert_eq!(blue.get("/luck").await.body, json!([]));
    let paid = blue.command(json!({"do": "pay"})).await.body;
    let faces = paid["lines"][0]["rolls"][0]["roll"]["faces"].as_array().unwrap().len();
    let fallen = blue.get("/luck").await.body;
    assert_eq!((&fallen[0]["seat"], &fallen[0]["typed"]), (&json!("side-0"), &json!(false)), "{fallen}");
    let counted: u64 = fallen[0]["faces"].as_array().unwrap().iter().filter_map(Value::as_u64).sum();
    assert_eq!(counted, faces as u64);
    let red = Program::at(&house, Seat::Side(1)).await;
    assert_eq!(red.get("/luck").await.body, json!([]), "the roll is Blue's secret");
}

#[tokio::test]
async fn faults_of_a_request_have_their_place() {
    let house = House::open().await;
    let blue = Program::at(&house, Seat::Side(0)).await;
    let path = format!("/api/v1/campaigns/{}/commands", house.campaign);
    for (body, place) in [
        ("", "line 1 column 0"),
        ("{\"command\": }", "line 1 column 13"),
        ("{\"command\": {}, \"command\": {}}", "line 1 column 25"),
        ("{\"command\": {\"do\": \"pay\"}, \"cursor\": 7}", "body.cursor"),
        ("{\"command\": {}, \"cursor\": \"0.0\", \"dice\": [[1, \"two\"]]}", "body.dice[0][1]"),
        ("{\"command\": {}, \"cursor\": \"0.0\", \"act\": \"mine\"}", "body.act"),
        ("{\"command\": {}, \"cursor\": \"0.0\", \"for\": \"nobody\"}", "body.for"),
        ("{\"cursor\": \"0.0\"}", "body"),
    ] {
        let told = blue.send(Method::POST, &path, Some(body.into())).await;
        assert_eq!(
            (told.status, &told.body["place"]),
            (StatusCode::BAD_REQUEST, &json!(place)),
            "{}",
            told.text
        );
    }
    let large = json!({"command": {"do": "x".repeat(70_000)}, "cursor": "0.0"}).to_string();
    assert_eq!(blue.send(Method::POST, &path, Some(large)).await.status, StatusCode::PAYLOAD_TOO_LARGE);
    let deep = format!("{{\"command\": {}{}, \"cursor\": \"0\"}}", "[".repeat(4000), "]".repeat(4000));
    assert_eq!(blue.send(Method::POST, &path, Some(deep)).await.status, StatusCode::BAD_REQUEST);
    assert_eq!(blue.get("/view?nonsense=1").await.status, StatusCode::BAD_REQUEST);
    // What is no command of the rules is the rules' matter.
    for command in [json!(null), json!([1]), json!({"do": "dance"}), json!({"do": "place"})] {
        let told = blue.command(command).await;
        assert_eq!(
            (told.status, &told.body["rules"]),
            (StatusCode::UNPROCESSABLE_ENTITY, &json!(["HOUSE-COMMAND"]))
        );
    }
}

/// Whoever reads a refusal in a terminal or a log reads what was sent, and is not led astray by it.
#[tokio::test]
async fn a_refusal_shows_letters_that_nobody_sees_as_codes() {
    let house = House::open().await;
    let blue = Program::at(&house, Seat::Side(0)).await;
    let cursor = blue.cursor().await;
    for (letter, code) in
        [("\u{202e}", "\\u202e"), ("\u{3164}", "\\u3164"), ("\u{2800}", "\\u2800"), ("\u{1b}", "\\u001b")]
    {
        let odd = format!("x{letter}y");
        // Either as all refusals write them, or as Rust writes quoted texts.
        let codes = [format!("x{code}y"), format!("{odd:?}").trim_matches('"').to_owned()];
        let mut unknown = json!({"command": {"do": "pay"}, "cursor": cursor});
        unknown[&odd] = json!(1);
        let setup = json!({"system": "pickets", "setup": format!("\"x\\u{:04x}y\" = 1", letter.chars().next().unwrap() as u32), "file": odd});
        for (path, body) in [
            ("/dice/table", json!({"word": odd})),
            ("/odds/plan", json!({"plan": odd, "given": {}})),
            ("/commands", unknown),
            ("/commands", json!({"command": {"do": odd}, "cursor": cursor})),
            ("/commands", json!({"command": {"do": "pay", odd.clone(): 1}, "cursor": cursor})),
            ("/api/v1/setups/check", setup),
        ] {
            let told = match path.starts_with("/api") {
                true => blue.send(Method::POST, path, Some(body.to_string())).await,
                false => blue.post(path, body).await,
            };
            let strings = strings(&told.body);
            assert!(strings.iter().all(|words| !words.contains(letter)), "{path}: {}", told.text);
            assert!(
                strings.iter().any(|words| codes.iter().any(|code| words.contains(code))),
                "{path}: {}",
                told.text
            );
        }
    }
}

/// All texts in a value.
fn strings(value: &Value) -> Vec<&str> {
    match value {
        Value::String(words) => vec![words],
        Value::Array(values) => values.iter().flat_map(strings).collect(),
        Value::Object(fields) => fields.values().flat_map(strings).collect(),
        _ => Vec::new(),
    }
}

#[tokio::test]
async fn dice_from_the_table_are_typed_in() {
    let house = House::open().await;
    let blue = Program::at(&house, Seat::Side(0)).await;
    let cursor = blue.cursor().await;
    let pay = json!({"command": {"do": "pay"}, "cursor": cursor, "dice": []});
    let waits = blue.post("/commands", pay).await.body;
    assert_eq!(waits["outcome"], "waits");
    let standing = blue.get("").await.body;
    let waiting = &standing["waiting"][0];
    assert_eq!(waiting["seat"], "side-0", "{standing}");
    assert_eq!(blue.get("/offers").await.body["commands"], json!([]));
    let unfit = blue.post("/answers", json!({"waiting": waiting["act"], "faces": [99]})).await;
    assert_eq!(
        (unfit.status, &unfit.body["rules"]),
        (StatusCode::UNPROCESSABLE_ENTITY, &json!(["HOUSE-TYPED-DICE"]))
    );
    let answered = blue.post("/answers", json!({"waiting": waiting["act"], "faces": [3]})).await.body;
    assert_eq!(answered["outcome"], "done");
    assert_eq!(answered["lines"][0]["rolls"][0]["roll"]["origin"], "table");
    let again = blue.post("/answers", json!({"waiting": waiting["act"], "faces": [3]})).await;
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn the_umpire_rules_corrects_invites_and_ends() {
    let house = House::open().await;
    let (umpire, blue) = (Program::at(&house, Seat::Umpire).await, Program::at(&house, Seat::Side(0)).await);
    assert_eq!(blue.command(json!({"do": "pay"})).await.status, StatusCode::OK);
    let ruling = json!({
        "rule": "TOY-1", "decision": "It may.", "reason": "The book is silent.", "to": "spectator",
        "cursor": umpire.cursor().await,
    });
    assert_eq!(umpire.post("/rulings", ruling).await.status, StatusCode::OK);
    let refused = blue.command(json!({"do": "pay"})).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused.body["rulings"][0]["decision"], "It may.", "the precedent: {}", refused.text);
    assert_eq!(blue.get("/rulings").await.body[0]["rule"], "TOY-1");

    let log = umpire.get("/log").await.body;
    let paid = log["lines"].as_array().unwrap().iter().find(|line| line["seat"] == "side-0").unwrap();
    let entry = paid["number"].as_u64().unwrap();
    let then = umpire.post(&format!("/corrections/acts/{entry}"), json!({})).await;
    assert_eq!(then.body["command"], json!({"do": "pay"}));
    let never = json!({"changes": {entry.to_string(): "remove"}});
    let preview = umpire.post("/corrections/preview", never.clone()).await.body;
    assert_eq!(preview["affected"], json!(["side-0"]));
    let ask = json!({"correcting": never, "reason": "It was a slip.", "cursor": umpire.cursor().await});
    assert_eq!(umpire.post("/corrections/proposal", ask).await.status, StatusCode::OK);
    let shown = blue.get("/corrections/proposal").await.body["proposal"].clone();
    assert_eq!(shown["reason"], "It was a slip.");
    assert!(umpire.get("/corrections/proposal").await.body["proposal"]["asked"][0]["side"] == 0);
    for nobody in ["side-9", "clock", "junk"] {
        let asked = umpire.get(&format!("/corrections/proposal?as={nobody}")).await;
        assert_eq!(asked.status, StatusCode::NOT_FOUND, "{nobody}");
    }
    for eyes in ["umpire", "side-0", "side-1", "spectator"] {
        let asked = umpire.get(&format!("/corrections/proposal?as={eyes}")).await;
        assert_eq!(asked.status, StatusCode::OK, "{eyes}");
    }
    let word =
        blue.post("/corrections/proposal/word", json!({"agrees": true, "digest": shown["digest"]})).await;
    assert_eq!(word.status, StatusCode::OK, "{}", word.text);
    assert_eq!(blue.get("/corrections/proposal").await.body, json!({"proposal": null}));
    assert_eq!(blue.command(json!({"do": "pay"})).await.status, StatusCode::OK, "it was never paid");
    let by_hand = json!({"command": {"do": "pay"}, "cursor": umpire.cursor().await, "for": "side-1", "reason": "By telephone."});
    assert_eq!(umpire.post("/commands", by_hand).await.status, StatusCode::OK);

    let made = umpire.post("/invitations", json!({"seat": "side-1", "label": "Anna", "days": 3})).await;
    assert_eq!(made.status, StatusCode::CREATED);
    assert!(made.body["link"].as_str().unwrap().contains("/join#"));
    let path = format!("/invitations/{}", made.body["invitation"].as_str().unwrap());
    assert_eq!(umpire.delete(&path).await.status, StatusCode::NO_CONTENT);
    assert_eq!(umpire.get("/seats").await.body["invitations"][0]["state"], "withdrawn");

    assert_eq!(blue.get("/files/final").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(umpire.post("/end", json!({"reason": "We stop here."})).await.status, StatusCode::OK);
    assert_eq!(blue.get("/files/final").await.status, StatusCode::OK);
    assert_eq!(blue.get("/offers").await.body["commands"], json!([]));
}

#[tokio::test]
async fn sides_add_words_and_the_umpire_opens_the_dice() {
    let house = House::with_dice_waiting().await;
    let (umpire, blue) = (Program::at(&house, Seat::Umpire).await, Program::at(&house, Seat::Side(0)).await);
    let closed = blue.command(json!({"do": "pay"})).await;
    assert_eq!(closed.body["rules"], json!(["HOUSE-DICE-OPEN"]));
    assert_eq!(blue.post("/dice/words", json!({"words": "a fair wind"})).await.status, StatusCode::OK);
    assert_eq!(blue.get("").await.body["dice"]["words"][0]["text"], "a fair wind");
    assert_eq!(umpire.post("/dice/open", json!(null)).await.status, StatusCode::OK);
    assert_eq!(blue.command(json!({"do": "pay"})).await.status, StatusCode::OK);
}

#[tokio::test]
async fn files_and_checks() {
    let house = House::open().await;
    let blue = Program::at(&house, Seat::Side(0)).await;
    let csv = blue.get("/sheets/posts").await;
    assert!(csv.headers["content-type"].to_str().unwrap().starts_with("text/csv"));
    let named = csv.headers["content-disposition"].to_str().unwrap();
    assert!(named.contains("-posts.csv"), "{named}");
    assert_eq!(blue.get("/sheets/posts?format=xlsx").await.status, StatusCode::OK);
    assert_eq!(blue.get("/sheets/nonsense").await.status, StatusCode::NOT_FOUND);
    let sheet = blue.get("/papers/page-posts?size=letter").await;
    assert_eq!(sheet.headers["content-type"], "application/pdf");
    let papers = blue.get("/papers").await.body;
    assert_eq!((papers.as_array().unwrap().len(), &papers[0]["seat"]), (1, &json!("side-0")), "{papers}");
    assert_eq!(blue.get("/papers/nonsense").await.status, StatusCode::NOT_FOUND);
    assert_eq!(blue.get("/papers/page-posts?size=a3").await.status, StatusCode::BAD_REQUEST);
    assert_eq!(blue.get("/workbook").await.status, StatusCode::OK);
    assert_eq!(blue.get("/files/seat").await.body["manifest"]["campaign"], json!(house.campaign));
    assert_eq!(blue.get("/files/other").await.status, StatusCode::NOT_FOUND);
    assert!(blue.get("/rules").await.body.as_array().unwrap().iter().any(|rule| rule["id"] == "TOY-1"));
    let check = async |setup: &str| {
        let body = json!({"system": "pickets", "setup": setup, "file": "mine.toml"}).to_string();
        blue.send(Method::POST, "/api/v1/setups/check", Some(body)).await
    };
    assert_eq!(check(rules_toy::FORD).await.body["sound"], true);
    let faulty = check("title = 7\n").await.body;
    assert_eq!((&faulty["sound"], &faulty["faults"][0]["file"]), (&json!(false), &json!("mine.toml")));
    let order = blue.post("/orders", json!({"board": "map", "order": "A1 to A2"})).await;
    assert_eq!(order.status, StatusCode::NOT_FOUND, "this system has no board");
    assert_eq!(blue.get("/feed").await.headers["content-type"], "text/event-stream");
}

#[tokio::test]
async fn programs_give_words_for_their_sides() {
    let house = House::for_devices().await;
    let (umpire, blue) = (Program::at(&house, Seat::Umpire).await, Program::at(&house, Seat::Side(0)).await);
    let seed = ::dice::WordsSeed::new([3; 32]);
    let bytes = seed.bytes();
    let genesis = blue.get("").await.body["dice"]["devices"]["genesis"].as_str().unwrap().parse().unwrap();
    let digest = seed.digest(&genesis, "side-0");
    let both = blue.post("/dice/device", json!({"digest": digest, "bytes": bytes})).await;
    assert_eq!(both.status, StatusCode::BAD_REQUEST);
    assert_eq!(blue.post("/dice/device", json!({"digest": digest})).await.status, StatusCode::OK);
    let early = blue.post("/dice/device", json!({"bytes": bytes})).await;
    assert_eq!(
        (early.status, &early.body["rules"]),
        (StatusCode::UNPROCESSABLE_ENTITY, &json!(["HOUSE-WORDS"]))
    );
    let lacking = json!({"for": "side-1", "reason": "Grey plays by letter."});
    assert_eq!(umpire.post("/dice/lacking", lacking).await.status, StatusCode::OK);
    let devices = blue.get("").await.body["dice"]["devices"].clone();
    assert_eq!(
        (&devices["opening"], &devices["sides"][1]["hand"]),
        (&json!(true), &json!("host")),
        "{devices}"
    );
    let link = devices["link"].as_str().unwrap().parse().unwrap();
    let stood = |side: usize| devices["sides"][side]["digest"].as_str().unwrap().parse().unwrap();
    let set = ::dice::words_set(&genesis, &link, [("side-0", stood(0)), ("side-1", stood(1))]);
    let cut = blue.post("/dice/device", json!({"bytes": bytes, "signature": "00"})).await;
    assert_eq!((cut.status, &cut.body["place"]), (StatusCode::BAD_REQUEST, &json!("body.signature")));
    let unsigned = blue.post("/dice/device", json!({"bytes": bytes})).await;
    assert_eq!(unsigned.status, StatusCode::UNPROCESSABLE_ENTITY);
    let signed = json!({"bytes": bytes, "signature": seed.sign(&set)});
    assert_eq!(blue.post("/dice/device", signed).await.status, StatusCode::OK);
    assert_eq!(blue.get("").await.body["dice"]["open"], json!(true));
    let cursor = blue.cursor().await;
    let typed = json!({"command": {"do": "pay"}, "cursor": cursor, "dice": [[6]]});
    let refused = blue.post("/commands", typed).await;
    assert_eq!(refused.body["rules"], json!(["HOUSE-TABLE-DICE"]));
    assert_eq!(blue.post("/dice/table", json!({"word": "ask"})).await.status, StatusCode::OK);
    assert_eq!(blue.get("").await.body["dice"]["table_asked_by"], json!("side-0"));
}

#[tokio::test(flavor = "multi_thread")]
async fn odds_on_their_way_wait_are_stopped_and_give_way_to_the_next() {
    let house = House::open().await;
    let blue = Program::at(&house, Seat::Side(0)).await;
    let pay = json!({"command": {"do": "pay"}});
    let none = blue.post("/odds/stop", json!({})).await;
    assert_eq!((none.status, none.body), (StatusCode::OK, json!({"stopped": false})));
    let held = house.desk.hold_odds().await;
    let stopping = async {
        loop {
            let stopped = blue.post("/odds/stop", json!({})).await.body;
            if stopped == json!({"stopped": true}) {
                break;
            }
            tokio::task::yield_now().await;
        }
    };
    let (stopped, ()) = tokio::join!(blue.post("/odds", pay.clone()), stopping);
    let said = (stopped.status, &stopped.body["rules"], &stopped.body["refusals"][0]["code"]);
    assert_eq!(said, (StatusCode::UNPROCESSABLE_ENTITY, &json!(["HOUSE-ODDS"]), &json!("stopped")));
    // The next question takes the place of the one before, and is answered when there is room. Each is on its way before
    // anything else happens.
    let asker = Asker::new(&house.campaign, Seat::Side(0), "");
    let waits = async |command: &Value| {
        let is_it = |one: &Weighing| {
            !one.is_over()
                && matches!(one.asking(), Asking::Command { command: asked, .. } if asked == command)
        };
        while !house.desk.weighing(&asker).is_some_and(|one| is_it(&one)) {
            tokio::task::yield_now().await;
        }
    };
    let next = json!({"command": {"do": "close"}});
    let (first, next, ()) = tokio::join!(
        blue.post("/odds", pay.clone()),
        async {
            waits(&pay["command"]).await;
            blue.post("/odds", next.clone()).await
        },
        async {
            waits(&next["command"]).await;
            drop(held);
        }
    );
    assert_eq!(first.body["refusals"][0]["code"], "stopped", "{}", first.text);
    assert_ne!(next.body["refusals"][0]["code"], "stopped", "{}", next.text);
    assert_eq!(blue.post("/odds", pay).await.status, StatusCode::OK);
}
