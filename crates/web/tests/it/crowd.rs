//! Room for everybody: what one token, one session and one address may have open at a time.

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use axum::response::Response;
use kernel::Seat;
use tower::ServiceExt;

use crate::api::token;
use crate::house::House;

async fn ask(house: &House, path: &str, header: (&str, &str)) -> Response {
    let request = Request::get(path).header(header.0, header.1).body(Body::empty()).unwrap();
    house.router.clone().oneshot(request).await.unwrap()
}

async fn text(response: Response) -> String {
    String::from_utf8(to_bytes(response.into_body(), 1_000_000).await.unwrap().to_vec()).unwrap()
}

#[tokio::test]
async fn a_token_has_so_many_feeds_open_and_one_that_is_closed_makes_room() {
    let house = House::open().await;
    let feed = format!("/api/v1/campaigns/{}/feed", house.campaign);
    let watching = format!("Bearer {}", token(&house, Seat::Spectator).await.reveal());
    let mut open = Vec::new();
    for _ in 0..8 {
        let one = ask(&house, &feed, ("authorization", &watching)).await;
        assert_eq!(one.status(), StatusCode::OK);
        open.push(one);
    }
    let refused = ask(&house, &feed, ("authorization", &watching)).await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.headers()["retry-after"], "60");
    let said = text(refused).await;
    assert!(said.contains("urn:adjutant:crowded") && said.contains("one token may have"), "{said}");
    // Another token of the seat has its own.
    let other = format!("Bearer {}", token(&house, Seat::Spectator).await.reveal());
    let others = ask(&house, &feed, ("authorization", &other)).await;
    assert_eq!(others.status(), StatusCode::OK);
    open.pop();
    assert_eq!(ask(&house, &feed, ("authorization", &watching)).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn a_browser_has_so_many_pages_that_listen() {
    let house = House::open().await;
    let blue = house.seated(Seat::Side(0)).await;
    let cookies: Vec<String> = blue.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let (path, cookies) = (format!("{}/events", blue.base), cookies.join("; "));
    let mut open = Vec::new();
    for _ in 0..24 {
        let one = ask(&house, &path, ("cookie", &cookies)).await;
        assert_eq!(one.status(), StatusCode::OK);
        open.push(one);
    }
    let refused = ask(&house, &path, ("cookie", &cookies)).await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    let said = text(refused).await;
    assert!(said.contains("as one browser may have") && !said.contains('<'), "{said}");
}

#[tokio::test]
async fn where_an_address_has_all_its_room_the_seats_that_play_are_let_in() {
    let house = House::open().await;
    let mut waiting = Vec::new();
    // An answer that is not read keeps its place.
    for _ in 0..128 {
        waiting.push(ask(&house, "/", ("x-nothing", "")).await);
    }
    let refused = ask(&house, "/", ("x-nothing", "")).await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    assert!(text(refused).await.contains("from one address"));
    assert_eq!(ask(&house, "/healthz", ("x-nothing", "")).await.status(), StatusCode::OK);
    assert_eq!(ask(&house, "/readyz", ("x-nothing", "")).await.status(), StatusCode::OK);
    let view = format!("/api/v1/campaigns/{}/view", house.campaign);
    for (seat, status) in [(Seat::Side(0), StatusCode::OK), (Seat::Spectator, StatusCode::TOO_MANY_REQUESTS)]
    {
        let shown = format!("Bearer {}", token(&house, seat).await.reveal());
        assert_eq!(ask(&house, &view, ("authorization", &shown)).await.status(), status, "{seat:?}");
    }
    waiting.clear();
    assert_eq!(ask(&house, "/", ("x-nothing", "")).await.status(), StatusCode::OK);
}
