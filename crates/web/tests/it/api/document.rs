//! The document and the routes are the same list.

use std::collections::BTreeSet;

use axum::http::{Method, StatusCode};
use kernel::Seat;
use serde_json::Value;

use super::Program;
use super::schema::Schema;
use crate::house::House;

/// The sources of the API.
const SOURCES: &[&str] = &[
    include_str!("../../../src/api/acts.rs"),
    include_str!("../../../src/api/corrections.rs"),
    include_str!("../../../src/api/deadlines.rs"),
    include_str!("../../../src/api/dice.rs"),
    include_str!("../../../src/api/doors.rs"),
    include_str!("../../../src/api/feed.rs"),
    include_str!("../../../src/api/files.rs"),
    include_str!("../../../src/api/levels.rs"),
    include_str!("../../../src/api/log.rs"),
    include_str!("../../../src/api/look.rs"),
    include_str!("../../../src/api/papers.rs"),
    include_str!("../../../src/api/picture.rs"),
    include_str!("../../../src/api/messages.rs"),
    include_str!("../../../src/api/odds.rs"),
    include_str!("../../../src/api/rulings.rs"),
    include_str!("../../../src/api/seats.rs"),
    include_str!("../../../src/api/setups.rs"),
    include_str!("../../../src/api/spectators.rs"),
    include_str!("../../../src/api/then.rs"),
];

#[tokio::test]
async fn every_operation_of_the_document_is_a_route_and_asks_for_a_token() {
    let house = House::open().await;
    let stranger = Program::with(&house, None);
    let operations = Schema::new().operations();
    assert!(operations.len() > 30, "{operations:?}");
    for (method, path) in operations {
        let path = path.replace("{campaign}", &house.campaign).replace("{kind}", "seat");
        let path = path.replace("{entry}", "4").replace("{line}", "2").replace("{", "").replace("}", "");
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let told = stranger.send(method.clone(), &path, None).await;
        assert_eq!(told.status, StatusCode::UNAUTHORIZED, "{method} {path}: {}", told.text);
        assert_eq!(told.headers["content-type"], "application/problem+json");
        assert!(told.headers["www-authenticate"].to_str().unwrap().starts_with("Bearer"));
    }
}

#[test]
fn every_route_is_an_operation_of_the_document() {
    let described: usize = SOURCES.iter().map(|source| source.matches("#[utoipa::path(").count()).sum();
    assert_eq!(Schema::new().operations().len(), described, "a handler is described and not registered");
    let routes = include_str!("../../../src/api/mod.rs");
    let by_hand: Vec<&str> =
        routes.split(".route(\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!(by_hand, ["/api/openapi.json"], "all others come with their description");
}

#[test]
fn every_operation_has_a_name_of_its_own_and_words_for_each_answer() {
    let document = serde_json::to_value(adjutant_web::api::document()).unwrap();
    let items = document["paths"].as_object().unwrap().values();
    let operations: Vec<&Value> = items.flat_map(|item| item.as_object().unwrap().values()).collect();
    let names: BTreeSet<&str> = operations.iter().map(|one| one["operationId"].as_str().unwrap()).collect();
    assert_eq!(names.len(), operations.len(), "{names:?}");
    for operation in operations {
        for (status, answer) in operation["responses"].as_object().unwrap() {
            let words = answer["description"].as_str().unwrap_or_default();
            assert!(!words.is_empty(), "{} {status}", operation["operationId"]);
        }
    }
}

#[tokio::test]
async fn the_document_is_served_to_everybody() {
    let house = House::open().await;
    let answer = house.stranger().get("/api/openapi.json").await;
    assert_eq!(answer.status, StatusCode::OK);
    let document: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!(document["openapi"].as_str().unwrap().split('.').next(), Some("3"));
    assert_eq!(document["components"]["securitySchemes"]["token"]["scheme"], "bearer");
}

/// What the pages take, the API takes: by the addresses of a seat's pages.
#[test]
fn whatever_a_page_does_has_an_operation() {
    let operations: Vec<String> = Schema::new().operations().into_iter().map(|(_, path)| path).collect();
    let campaign = "/api/v1/campaigns/{campaign}";
    for (page, path) in [
        ("/{page}", "/view"),
        ("/do", "/commands"),
        ("/undo", "/undo"),
        ("/answer", "/answers"),
        ("/words", "/dice/words"),
        ("/open-dice", "/dice/open"),
        ("/words/device", "/dice/device"),
        ("/words/lacking", "/dice/lacking"),
        ("/dice/table", "/dice/table"),
        ("/end", "/end"),
        ("/download/{file}", "/sheets/{page}"),
        ("/paper", "/papers"),
        ("/paper/{file}", "/papers/{paper}"),
        ("/log", "/log"),
        // A program takes the file and verifies it.
        ("/log/links/{log}", "/files/{kind}"),
        ("/then", "/log/{line}/view"),
        ("/then/{line}", "/log/{line}/view"),
        ("/then/{line}/{page}", "/log/{line}/view"),
        ("/then/{line}/paper", "/papers"),
        ("/then/{line}/paper/{file}", "/papers/{paper}"),
        ("/correct/{entry}", "/corrections/acts/{entry}"),
        ("/correct/preview", "/corrections/preview"),
        ("/correct/propose", "/corrections/proposal"),
        ("/correction", "/corrections/proposal"),
        ("/correction/word", "/corrections/proposal/word"),
        ("/correct/make", "/corrections"),
        ("/rules", "/rules"),
        ("/rulings-book", "/rulings"),
        ("/messages", "/messages"),
        ("/dice", "/luck"),
        ("/odds", "/odds/plans"),
        ("/odds/{file}", "/odds/plan"),
        ("/odds/stop", "/odds/stop"),
        ("/seats", "/seats"),
        ("/seats/withdraw", "/invitations/{invitation}"),
        ("/seats/take", "/seats/{seat}/holders/{person}"),
        ("/seats/delay", "/spectators"),
        ("/deadlines", "/deadlines"),
        ("/deadlines/kept", "/deadlines/kept"),
        ("/other-tables", "/other-tables"),
        ("/other-tables/take-in", "/other-tables/take-in"),
        ("/other-tables/break-off", "/other-tables/break-off"),
        ("/other-tables/keep-open", "/other-tables/keep-open"),
        ("/handover", "/view"),
        ("/picture", "/picture"),
        ("/picture/place", "/picture/place"),
        ("/picture/show", "/picture/show"),
        ("/picture/{file}", "/picture/{digest}"),
        ("/tokens", "/tokens"),
        ("/tokens/revoke", "/tokens/{token}"),
        ("/export", "/files/{kind}"),
        ("/events", "/feed"),
    ] {
        assert!(operations.contains(&format!("{campaign}{path}")), "{page}: no {path} in {operations:?}");
        assert!(include_str!("../../../src/routes/mod.rs").contains(&format!(".route(\"{page}\"")), "{page}");
    }
    let n_pages = include_str!("../../../src/routes/mod.rs");
    let seat = n_pages.split("let seat = Router::new()").nth(1).unwrap().split(';').next().unwrap();
    // The address of the seat alone leads to its first page.
    assert_eq!(seat.matches(".route(").count(), 52 + 1, "a new page needs an operation, and a line above");
}

#[tokio::test]
async fn what_is_no_operation_is_told_as_a_problem() {
    let house = House::open().await;
    let blue = Program::at(&house, Seat::Side(0)).await;
    for (method, path, status) in [
        (Method::GET, "/api/v1/nothing", StatusCode::NOT_FOUND),
        (Method::PUT, "/api/v1/me", StatusCode::METHOD_NOT_ALLOWED),
    ] {
        let told = blue.send(method, path, None).await;
        assert_eq!(told.status, status);
        assert_eq!(told.headers["content-type"], "application/problem+json", "{}", told.text);
        assert!(!told.body["way_out"].as_str().unwrap().is_empty());
    }
}
