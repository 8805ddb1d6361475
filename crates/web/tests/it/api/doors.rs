//! Who comes in by a token, and who does not.

use std::num::NonZeroU32;
use std::sync::atomic::Ordering;

use adjutant_web::Limits;
use axum::body::Body;
use axum::http::{Method, StatusCode};
use kernel::Seat;
use people::{Chair, Maker};
use serde_json::json;

use super::{DAY, Program, Told, token};
use crate::house::House;

fn bearer(text: &str) -> Option<String> {
    Some(format!("Bearer {text}"))
}

#[tokio::test]
async fn whatever_is_the_matter_with_a_token_the_answer_is_the_same() {
    let house = House::open().await;
    let living = token(&house, Seat::Side(0)).await.reveal();
    let revoked = token(&house, Seat::Side(0)).await;
    assert!(house.people.revoke_token(&house.campaign, None, &revoked.token.handle).await.unwrap());
    let chair = Chair::new(&*house.campaign, "side-0");
    let now = house.now.load(Ordering::Relaxed);
    let expired = house.people.make_token(&chair, "", Maker::Host, now - DAY, DAY).await.unwrap();
    let session = house.seated(Seat::Side(0)).await.cookies["adjutant"].clone();
    let tries = [
        None,
        bearer(""),
        bearer("x"),
        bearer(&living[..40]),
        bearer(&format!("{living}0")),
        bearer(&living.to_uppercase()),
        bearer(&revoked.reveal()),
        bearer(&expired.reveal()),
        bearer(&session),
        bearer(&format!("adjutant_{session}")),
        bearer(&format!("adjutant_{}", "0".repeat(64))),
        Some(living.clone()),
        Some(format!("Basic {living}")),
    ];
    let mut bodies = Vec::new();
    for authorization in tries {
        let program = Program::with(&house, authorization);
        for path in ["/api/v1/me", "/api/v1/campaigns/nosuchone/view"] {
            let told = program.send(Method::GET, path, None).await;
            assert_eq!(told.status, StatusCode::UNAUTHORIZED);
            bodies.push(told.text);
        }
        let told = program.get("/view").await;
        assert_eq!(told.status, StatusCode::UNAUTHORIZED);
        bodies.push(told.text);
    }
    assert!(bodies.windows(2).all(|pair| pair[0] == pair[1]), "{bodies:?}");
    let scheme = Program::with(&house, Some(format!("bearer {living}")));
    assert_eq!(scheme.get("/view").await.status, StatusCode::OK, "the name of the scheme has no case");
}

#[tokio::test]
async fn another_campaign_looks_like_one_that_does_not_exist() {
    let house = House::open().await;
    let other = House::open().await;
    let blue = Program::at(&house, Seat::Side(0)).await;
    let ask = async |campaign: &str, path: &str| -> (StatusCode, String) {
        let told = blue.send(Method::GET, &format!("/api/v1/campaigns/{campaign}{path}"), None).await;
        (told.status, told.text)
    };
    // A campaign of this very server, whose chair another token holds, and one that was never laid out.
    let there = Chair::new(&*other.campaign, "side-0");
    let now = house.now.load(Ordering::Relaxed);
    house.people.make_token(&there, "", Maker::Host, now, DAY).await.unwrap();
    for path in ["", "/view", "/offers", "/log", "/seats", "/files/move", "/feed"] {
        let (status, missing) = ask("nosuchone", path).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}: {missing}");
        assert_eq!(ask(&other.campaign, path).await, (status, missing), "{path}");
    }
}

#[tokio::test]
async fn a_token_opens_no_page_and_a_session_no_operation() {
    let house = House::open().await;
    let text = token(&house, Seat::Side(0)).await.reveal();
    let mut browser = house.stranger();
    for value in [&text[..], text.strip_prefix("adjutant_").unwrap()] {
        browser.cookies.insert("adjutant".into(), value.into());
        let page = browser.get(&format!("/c/{}/side-0/posts", house.campaign)).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND);
    }
    let authorization = format!("Bearer {text}");
    let headers = [("authorization", authorization.as_str())];
    let mut stranger = house.stranger();
    let path = format!("/c/{}/side-0/posts", house.campaign);
    let page = stranger.send(Method::GET, &path, Body::empty(), &headers).await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
    let mut blue = house.seated(Seat::Side(0)).await;
    let answer = blue.get(&format!("/api/v1/campaigns/{}/view", house.campaign)).await;
    assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
    let path = format!("/api/v1/campaigns/{}/commands", house.campaign);
    let same = [("sec-fetch-site", "same-origin"), ("content-type", "application/json")];
    let answer = blue.send(Method::POST, &path, Body::from("{}"), &same).await;
    assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn another_sites_page_cannot_use_a_token_either() {
    let house = House::open().await;
    let text = format!("Bearer {}", token(&house, Seat::Side(0)).await.reveal());
    let path = format!("/api/v1/campaigns/{}/undo", house.campaign);
    let headers =
        [("authorization", &*text), ("sec-fetch-site", "cross-site"), ("content-type", "application/json")];
    let answer = house.stranger().send(Method::POST, &path, Body::from("{}"), &headers).await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN);
    assert_eq!(answer.header("content-type"), "application/problem+json");
}

#[tokio::test]
async fn a_seat_reads_as_itself_and_the_umpire_as_any() {
    let house = House::open().await;
    let (blue, umpire) = (Program::at(&house, Seat::Side(0)).await, Program::at(&house, Seat::Umpire).await);
    for seat in ["umpire", "side-1", "side-9", "spectator", "nobody"] {
        let told = blue.get(&format!("/view?as={seat}")).await;
        assert_eq!((told.status, &told.body["rules"]), (StatusCode::FORBIDDEN, &json!(["HOUSE-SEAT"])));
    }
    assert_eq!(blue.get("/view?as=side-0").await.text, umpire.get("/view?as=side-0").await.text);
    assert_eq!(umpire.get("/view?as=side-9").await.status, StatusCode::NOT_FOUND);
    for (path, body) in [
        ("/corrections/acts/4", json!({})),
        ("/corrections/preview", json!({})),
        ("/corrections", json!({"correcting": {}, "reason": "because", "cursor": "0"})),
        ("/corrections/proposal", json!({"correcting": {}, "reason": "because", "cursor": "0"})),
        (
            "/rulings",
            json!({"rule": "TOY-1", "decision": "so", "reason": "so", "to": "umpire", "cursor": "0"}),
        ),
        ("/dice/open", json!({})),
        ("/end", json!({"reason": "because"})),
        ("/invitations", json!({"seat": "side-1"})),
    ] {
        let told = blue.post(path, body).await;
        assert!(
            [StatusCode::FORBIDDEN, StatusCode::CONFLICT].contains(&told.status),
            "{path}: {} {}",
            told.status,
            told.text
        );
    }
    assert_eq!(blue.get("/seats").await.status, StatusCode::FORBIDDEN);
    assert_eq!(blue.get("/files/move").await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_page_makes_a_token_and_revokes_it() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let page = blue.page("tokens").await;
    let csrf = page.csrf();
    let path = format!("{}/tokens", blue.base);
    let refused = blue.post(&path, &[("label", "mine"), ("days", "9")]).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN, "a form of no page of this session");
    let made = blue.post(&path, &[("csrf", &csrf), ("label", "mine"), ("days", "9")]).await;
    let text = made.body.split("id=\"new-token\">").nth(1).unwrap().split('<').next().unwrap();
    let program = Program::with(&house, bearer(text));
    let me = program.send(Method::GET, "/api/v1/me", None).await;
    assert_eq!(
        (me.status, &me.body["seat"], &me.body["label"]),
        (StatusCode::OK, &json!("side-0"), &json!("mine"))
    );
    let again = blue.page("tokens").await;
    assert!(again.body.contains("mine") && !again.body.contains(text), "it is shown once");
    // Another side neither sees nor revokes it.
    let mut grey = house.seated(Seat::Side(1)).await;
    let page = grey.page("tokens").await;
    assert!(!page.body.contains("mine"));
    let foreign = page.csrf();
    let handle = me.body["token"].as_str().unwrap();
    let path = format!("{}/tokens/revoke", grey.base);
    grey.post(&path, &[("csrf", &foreign), ("revoked", handle)]).await;
    assert_eq!(program.get("").await.status, StatusCode::OK);
    let path = format!("{}/tokens/revoke", blue.base);
    assert_eq!(blue.post(&path, &[("csrf", &csrf), ("revoked", handle)]).await.status, StatusCode::SEE_OTHER);
    assert_eq!(program.get("").await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn tokens_made_in_a_browser_go_with_its_seat() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let page = blue.page("tokens").await;
    let csrf = page.csrf();
    let path = format!("{}/tokens", blue.base);
    let made = blue.post(&path, &[("csrf", &csrf)]).await;
    let text = made.body.split("id=\"new-token\">").nth(1).unwrap().split('<').next().unwrap();
    let program = Program::with(&house, bearer(text));
    assert_eq!(program.get("").await.status, StatusCode::OK);
    let umpire = Program::at(&house, Seat::Umpire).await;
    let seats = umpire.get("/seats").await;
    let holder = &seats.body["holders"][0];
    assert_eq!(holder["seat"], "side-0");
    let path = format!("/seats/side-0/holders/{}", holder["person"].as_str().unwrap());
    assert_eq!(umpire.delete(&path).await.status, StatusCode::NO_CONTENT);
    assert_eq!(program.get("").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(umpire.delete(&path).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_umpires_program_keeps_spectators_behind_time() {
    let house = House::open().await;
    let (umpire, spectator) =
        (Program::at(&house, Seat::Umpire).await, Program::at(&house, Seat::Spectator).await);
    let behind = async |program: &Program| program.get("").await.body["spectators_behind"].clone();
    assert_eq!(behind(&spectator).await, json!({"minutes": 0, "entries": 0}));
    assert_eq!(spectator.post("/spectators", json!({"minutes": 5})).await.status, StatusCode::FORBIDDEN);
    let far = umpire.post("/spectators", json!({"minutes": 999_999})).await;
    assert_eq!(
        (far.status, &far.body["rules"]),
        (StatusCode::UNPROCESSABLE_ENTITY, &json!(["HOUSE-SPECTATORS"]))
    );
    let done = umpire.post("/spectators", json!({"minutes": 5, "entries": 1})).await;
    assert_eq!(done.status, StatusCode::OK, "{}", done.text);
    assert_eq!(behind(&spectator).await, json!({"minutes": 5, "entries": 1}));
    assert!(umpire.get("/log").await.text.contains("Spectators see"));
    assert!(!spectator.get("/log").await.text.contains("Spectators see"), "that is not due yet");
}

#[tokio::test]
async fn a_token_revokes_itself_and_its_seats_others() {
    let house = House::open().await;
    let (one, other) = (Program::at(&house, Seat::Side(0)).await, Program::at(&house, Seat::Side(0)).await);
    let grey = Program::at(&house, Seat::Side(1)).await;
    let listed = one.get("/tokens").await;
    assert_eq!(listed.body.as_array().unwrap().len(), 2, "those of the own seat");
    for token in listed.body.as_array().unwrap() {
        let path = format!("/tokens/{}", token["token"].as_str().unwrap());
        assert_eq!(grey.delete(&path).await.status, StatusCode::NOT_FOUND);
    }
    let mine = one.send(Method::GET, "/api/v1/me", None).await.body["token"].as_str().unwrap().to_owned();
    for token in listed.body.as_array().unwrap().iter().filter(|token| token["token"] != json!(mine)) {
        let path = format!("/tokens/{}", token["token"].as_str().unwrap());
        assert_eq!(one.delete(&path).await.status, StatusCode::NO_CONTENT);
    }
    assert_eq!(other.get("").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(one.delete(&format!("/tokens/{mine}")).await.status, StatusCode::NO_CONTENT);
    assert_eq!(one.get("").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(
        Program::at(&house, Seat::Umpire).await.get("/tokens").await.body.as_array().unwrap().len(),
        2
    );
}

#[tokio::test]
async fn programs_are_held_to_the_limits_of_pages() {
    let few = NonZeroU32::new(2);
    let house = House::open_with(Limits { joins: few, acts: few, pages: few, ..Limits::NONE }).await;
    let blue = Program::at(&house, Seat::Side(0)).await;
    let over = |told: &Told| told.status == StatusCode::TOO_MANY_REQUESTS;
    let mut looks = Vec::new();
    for _ in 0..3 {
        looks.push(over(&blue.get("").await));
    }
    assert_eq!(looks, [false, false, true]);
    let mut acts = Vec::new();
    for _ in 0..3 {
        acts.push(over(&blue.post("/undo", json!({"cursor": "0.0"})).await));
    }
    assert_eq!(acts, [false, false, true]);
    assert_eq!(blue.get("").await.headers["retry-after"], "60");
}

/// Every address that tells something of a seat either reads with the eyes that were asked for or says that it does not.
#[tokio::test]
async fn no_answer_is_of_another_seat_than_was_asked() {
    let house = House::open().await;
    let umpire = Program::at(&house, Seat::Umpire).await;
    let blue = Program::at(&house, Seat::Side(0)).await;
    let spectator = Program::at(&house, Seat::Spectator).await;
    let reads = [
        "",
        "/view",
        "/offers",
        "/log",
        "/luck",
        "/rules",
        "/feed",
        "/messages",
        "/rulings",
        "/papers",
        "/picture",
        "/workbook",
    ];
    for path in reads {
        for eyes in ["side-0", "spectator", "umpire"] {
            assert_eq!(
                umpire.get(&format!("{path}?as={eyes}")).await.status,
                StatusCode::OK,
                "{path} as {eyes}"
            );
        }
        assert_eq!(umpire.get(&format!("{path}?as=side-9")).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    for path in ["/seats", "/tokens", "/files/seat", "/files/move"] {
        assert_eq!(umpire.get(path).await.status, StatusCode::OK, "{path}");
        assert_eq!(umpire.get(&format!("{path}?as=umpire")).await.status, StatusCode::OK, "{path}");
        let told = umpire.get(&format!("{path}?as=side-0")).await;
        assert_eq!(told.status, StatusCode::FORBIDDEN, "{path}: {}", told.text);
        assert!(told.text.contains("told to each seat itself alone"), "{}", told.text);
    }
    let missing = "0".repeat(64);
    for path in reads.iter().chain(&["/seats", "/tokens", "/files/seat", &format!("/picture/{missing}")]) {
        for (program, who) in [(&blue, "A side"), (&spectator, "A spectator")] {
            let told = program.get(&format!("{path}?as=side-1")).await;
            assert_eq!(told.status, StatusCode::FORBIDDEN, "{path}: {}", told.text);
            assert!(!told.text.contains("This seat looks on"), "{path}: {}", told.text);
            if *path != "/seats" {
                assert!(
                    told.text.contains(&format!("{who} reads with its own eyes")),
                    "{path}: {}",
                    told.text
                );
            }
        }
    }
    // Where nothing can be asked for with other eyes, nobody is answered as if nothing had been asked.
    for path in ["/api/v1/me", "/api/v1/campaigns"] {
        for program in [&umpire, &blue, &spectator] {
            let told = program.send(Method::GET, &format!("{path}?as=side-1"), None).await;
            assert_eq!(told.status, StatusCode::BAD_REQUEST, "{path}: {}", told.text);
            assert_eq!(program.send(Method::GET, path, None).await.status, StatusCode::OK, "{path}");
        }
    }
    // Whoever plays is not told that it looks on.
    for path in ["/seats", "/files/move"] {
        let told = blue.get(path).await;
        assert!(told.text.contains("Only the umpire may do this"), "{path}: {}", told.text);
    }
    let cursor = blue.cursor().await;
    let body =
        json!({ "command": { "do": "pay" }, "cursor": cursor, "for": "side-1", "reason": "for a test" });
    let told = blue.post("/commands", body).await;
    assert!(told.text.contains("A side acts for itself alone"), "{}", told.text);
}
