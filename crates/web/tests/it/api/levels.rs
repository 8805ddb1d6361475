//! The tables above and below, for programs.

use axum::http::StatusCode;
use kernel::Seat;
use serde_json::json;

use super::Program;
use crate::levels::{at_the_ford, at_the_ford_of_nobody, fought_out};

#[tokio::test]
async fn a_program_lists_the_tables_takes_one_in_and_is_refused_what_is_not_its_own() {
    let (house, ford) = at_the_ford().await;
    let blue = Program::at(&house, Seat::Side(0)).await;
    let umpire = Program::at(&house, Seat::Umpire).await;
    let listed = blue.get("/other-tables").await.body;
    let open =
        json!({"slot": "1/ford", "campaign": ford, "title": "Skirmish for the ford", "stands": "open"});
    assert_eq!(listed, json!({"below": [open]}));
    let take_in = |cursor: String| json!({"slot": "1/ford", "cursor": cursor});
    let told = umpire.post("/other-tables/take-in", take_in(umpire.cursor().await)).await;
    assert_eq!(
        (told.status, &told.body["refusals"][0]["code"]),
        (StatusCode::UNPROCESSABLE_ENTITY, &json!("step"))
    );
    fought_out(&house, &ford).await;
    assert_eq!(blue.get("/other-tables").await.body["below"][0]["stands"], "open");
    assert_eq!(umpire.get("/other-tables").await.body["below"][0]["stands"], "over");
    assert_eq!(umpire.get("/other-tables?as=side-0").await.body["below"][0]["stands"], "open");
    let told = blue.post("/other-tables/take-in", take_in(blue.cursor().await)).await;
    assert_eq!(told.status, StatusCode::FORBIDDEN, "{}", told.text);
    let told = umpire.post("/other-tables/take-in", take_in(umpire.cursor().await)).await;
    assert_eq!(told.status, StatusCode::OK, "{}", told.text);
    let off = json!({"slot": "1/ford", "reason": "A storm.", "cursor": umpire.cursor().await});
    let told = umpire.post("/other-tables/break-off", off).await;
    assert_eq!(
        (told.status, &told.body["refusals"][0]["code"]),
        (StatusCode::UNPROCESSABLE_ENTITY, &json!("table"))
    );
    assert_eq!(blue.get("/other-tables").await.body["below"][0]["stands"], "taken-in");
}

#[tokio::test]
async fn programs_of_both_sides_close_a_table_together() {
    let (house, ford) = at_the_ford_of_nobody().await;
    let blue = Program::at(&house, Seat::Side(0)).await;
    let grey = Program::at(&house, Seat::Side(1)).await;
    let umpire = Program::at(&house, Seat::Umpire).await;
    fought_out(&house, &ford).await;
    let sends = async |program: &Program, what: &str| {
        let body = json!({"slot": "1/ford", "cursor": program.cursor().await});
        program.post(&format!("/other-tables/{what}"), body).await
    };
    assert_eq!(sends(&umpire, "take-in").await.status, StatusCode::FORBIDDEN);
    for what in ["take-in", "keep-open", "take-in"] {
        let told = sends(&blue, what).await;
        assert_eq!(told.status, StatusCode::OK, "{what}: {}", told.text);
    }
    let listed = grey.get("/other-tables").await.body["below"][0].clone();
    assert_eq!((&listed["stands"], &listed["by_sides"]), (&json!("over"), &json!(true)));
    assert_eq!(listed["said"], json!([{"seat": "side-0", "lapsed": false}]));
    let told = sends(&grey, "take-in").await;
    assert_eq!(told.status, StatusCode::OK, "{}", told.text);
    assert_eq!(blue.get("/other-tables").await.body["below"][0]["stands"], "taken-in");
}
