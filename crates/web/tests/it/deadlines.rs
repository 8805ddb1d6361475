//! Deadlines as pages and forms: the umpire's settings, the line over each page, orders that a side keeps.

use axum::http::StatusCode;
use kernel::Seat;
use serde_json::json;

use crate::api::Program;
use crate::house::House;

#[tokio::test]
async fn the_umpire_sets_moves_stops_and_lifts_them() {
    let house = House::open().await;
    let mut umpire = house.seated(Seat::Umpire).await;
    let mut blue = house.seated(Seat::Side(0)).await;
    assert!(!blue.page("posts").await.body.contains("This step is due"));
    let page = umpire.page("deadlines").await;
    let wrong = umpire.submit(&page, "pace", &[("hours", "many"), ("grace", "0"), ("missing", "wait")]).await;
    assert!(
        wrong.body.contains("1 to 1440 hours") && wrong.body.contains("value=\"many\""),
        "{}",
        wrong.body
    );
    let set = umpire.submit(&page, "pace", &[("hours", "48"), ("grace", "60"), ("missing", "wait")]).await;
    assert_eq!(set.status, StatusCode::SEE_OTHER);
    let body = blue.page("posts").await.body;
    assert!(body.contains("This step is due on") && body.contains("with 60 minutes of grace"), "{body}");
    assert!(!body.contains("Keep it for the deadline"), "play waits, so nothing would be given");

    let page = umpire.page("deadlines").await;
    let past = umpire.submit(&page, "move", &[("when", "2001-01-01T12:00")]).await;
    let form = past.body.split("id=\"f-move\"").nth(1).unwrap().split("</form>").next().unwrap();
    assert!(
        form.contains("A deadline has to lie ahead") && form.contains("value=\"2001-01-01T12:00\""),
        "{}",
        past.body
    );
    let page = umpire.page("deadlines").await;
    assert_eq!(umpire.submit(&page, "pause", &[]).await.status, StatusCode::SEE_OTHER);
    assert!(blue.page("posts").await.body.contains("Time stands still"));
    let page = umpire.page("deadlines").await;
    assert_eq!(umpire.submit(&page, "resume", &[]).await.status, StatusCode::SEE_OTHER);
    let page = umpire.page("deadlines").await;
    assert_eq!(umpire.submit(&page, "lift", &[]).await.status, StatusCode::SEE_OTHER);
    assert!(!blue.page("posts").await.body.contains("This step is due"));
    assert!(blue.page("log").await.body.contains("The umpire lifted the deadlines."));
}

#[tokio::test]
async fn what_is_done_for_a_side_that_stays_away_is_told_beforehand() {
    const LEAST: &str = "It closes what it can, draws its pay, and holds.";
    let house = House::open().await;
    let mut umpire = house.seated(Seat::Umpire).await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let page = umpire.page("deadlines").await;
    assert!(page.body.contains(LEAST), "at the choice: {}", page.body);
    assert!(!blue.page("deadlines").await.body.contains(LEAST), "nothing is set");
    umpire.submit(&page, "pace", &[("hours", "48"), ("grace", "60"), ("missing", "default")]).await;
    assert!(blue.page("deadlines").await.body.contains(LEAST));
}

#[tokio::test]
async fn a_side_keeps_orders_and_strikes_them() {
    let house = House::open().await;
    let program = Program::at(&house, Seat::Umpire).await;
    let set = json!({"what": "set", "hours": 1, "missing": "saved"});
    assert_eq!(program.post("/deadlines", set).await.status, StatusCode::OK);
    let mut blue = house.seated(Seat::Side(0)).await;
    let page = blue.page("posts").await;
    let kept = blue.submit(&page, "pay", &[("keep", "1")]).await;
    assert_eq!(kept.status, StatusCode::SEE_OTHER, "{}", kept.body);
    let page = blue.page("deadlines").await;
    assert!(page.body.contains("Orders kept for this step") && page.form("strike-0").1.len() > 3);
    assert!(blue.page("posts").await.form("pay").1.len() > 3, "nothing was done");
    for other in [Seat::Side(1), Seat::Spectator] {
        let mut other = house.seated(other).await;
        assert!(!other.page("deadlines").await.body.contains("f-strike-0"));
        assert!(!other.page("log").await.body.contains("keeps an order"));
    }
    let page = blue.page("deadlines").await;
    assert_eq!(blue.submit(&page, "strike-0", &[]).await.status, StatusCode::SEE_OTHER);
    assert!(!blue.page("deadlines").await.body.contains("f-strike-0"));
}

/// With the seat go the orders that were kept at it.
#[tokio::test]
async fn orders_of_somebody_who_lost_the_seat_are_struck() {
    let house = House::open().await;
    let program = Program::at(&house, Seat::Umpire).await;
    let set = json!({"what": "set", "hours": 1, "missing": "saved"});
    assert_eq!(program.post("/deadlines", set).await.status, StatusCode::OK);
    let mut blue = house.seated(Seat::Side(0)).await;
    let page = blue.page("posts").await;
    assert_eq!(blue.submit(&page, "pay", &[("keep", "1")]).await.status, StatusCode::SEE_OTHER);
    let mut umpire = house.seated(Seat::Umpire).await;
    let page = umpire.page("seats").await;
    let (csrf, forms) = (page.csrf(), page.body.split("/seats/take").skip(1));
    let of_blue =
        forms.map(|form| form.split("</form>").next().unwrap()).find(|form| form.contains("side-0"));
    let person =
        of_blue.unwrap().split("name=\"person\" value=\"").nth(1).unwrap().split('"').next().unwrap();
    let path = format!("{}/seats/take", umpire.base);
    let taken = umpire.post(&path, &[("person", person), ("seat", "side-0"), ("csrf", &csrf)]).await;
    assert_eq!(taken.status, StatusCode::SEE_OTHER, "{}", taken.body);
    let mut fresh = house.seated(Seat::Side(0)).await;
    assert!(!fresh.page("deadlines").await.body.contains("f-strike-0"));
    assert!(fresh.page("log").await.body.contains("were struck"));
}

#[tokio::test]
async fn nobody_else_sets_time_or_keeps_orders_for_another() {
    let house = House::open().await;
    for seat in [Seat::Side(0), Seat::Spectator] {
        let program = Program::at(&house, seat).await;
        assert_eq!(program.post("/deadlines", json!({"what": "pause"})).await.status, StatusCode::FORBIDDEN);
    }
    let umpire = Program::at(&house, Seat::Umpire).await;
    let orders = json!({"orders": [{"command": {"do": "pay"}}], "cursor": "2"});
    assert_eq!(umpire.post("/deadlines/kept", orders).await.status, StatusCode::FORBIDDEN);
    let unread = umpire.post("/deadlines", json!({"what": "dance"})).await;
    assert!(unread.status.is_client_error(), "{}", unread.text);
}
