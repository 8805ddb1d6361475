//! The tables above and below, for programs.

use axum::http::StatusCode;
use kernel::Seat;
use serde_json::json;

use super::Program;
use crate::levels::{at_the_ford, fought_out};

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
