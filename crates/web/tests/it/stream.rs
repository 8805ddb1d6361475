//! The stream carries a seat's own cursor and ends with the session and the server.

use std::future::poll_fn;
use std::task::Poll;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use futures_util::StreamExt;
use kernel::Seat;
use tokio::time::timeout;
use tower::ServiceExt;

use crate::house::{Browser, House};

async fn open(house: &House, browser: &Browser) -> impl futures_util::Stream<Item = String> + Unpin + use<> {
    let cookies: Vec<String> =
        browser.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let path = format!("{}/events", browser.base);
    let request = Request::get(path).header("cookie", cookies.join("; ")).header("accept-encoding", "gzip");
    let request = request.body(Body::empty()).unwrap();
    let response = house.router.clone().oneshot(request).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    assert!(response.headers().get("content-encoding").is_none());
    let data = response.into_body().into_data_stream();
    Box::pin(data.map(|chunk| String::from_utf8_lossy(&chunk.unwrap()).into_owned()))
}

async fn next(stream: &mut (impl futures_util::Stream<Item = String> + Unpin)) -> Option<String> {
    timeout(Duration::from_secs(5), stream.next()).await.expect("something within five seconds")
}

async fn silent(stream: &mut (impl futures_util::Stream<Item = String> + Unpin)) {
    let told = timeout(Duration::from_millis(300), stream.next()).await;
    assert!(told.is_err(), "{told:?}");
}

#[tokio::test]
async fn a_seat_hears_its_own_cursor_and_nothing_of_secrets() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let mut grey = house.seated(Seat::Side(1)).await;
    let mut heard = open(&house, &grey).await;
    let first = next(&mut heard).await.unwrap();
    assert!(first.starts_with("event: cursor\ndata: "), "{first}");
    let page = blue.page("posts").await;
    assert_eq!(blue.submit(&page, "pay", &[]).await.status, StatusCode::SEE_OTHER);
    silent(&mut heard).await;
    let page = blue.page("posts").await;
    assert_eq!(blue.submit(&page, "close", &[]).await.status, StatusCode::SEE_OTHER);
    let then = next(&mut heard).await.unwrap();
    let cursor = then.trim_end().strip_prefix("event: cursor\ndata: ").unwrap();
    assert!(grey.page("posts").await.body.contains(&format!("data-cursor=\"{cursor}\"")), "{then}");
}

#[tokio::test]
async fn an_open_stream_ends_with_the_server() {
    let house = House::open().await;
    let blue = house.seated(Seat::Side(0)).await;
    let mut heard = open(&house, &blue).await;
    next(&mut heard).await.unwrap();
    house.closing.send(true).unwrap();
    assert_eq!(next(&mut heard).await, None);
}

#[tokio::test]
async fn an_open_stream_ends_with_the_seat() {
    let house = House::open().await;
    let blue = house.seated(Seat::Side(0)).await;
    let mut grey = house.seated(Seat::Side(1)).await;
    let mut heard = open(&house, &blue).await;
    next(&mut heard).await.unwrap();
    let holders = house.people.holders(&house.campaign, crate::house::OPENING).await.unwrap();
    let holder = holders.into_iter().find(|holder| holder.chair.seat == "side-0").unwrap();
    house.people.unseat(&holder.person, &holder.chair).await.unwrap();
    grey.pay_and_close().await;
    assert!(next(&mut heard).await.unwrap().starts_with("event: over"));
    assert_eq!(next(&mut heard).await, None);
}

#[tokio::test]
async fn nobody_listens_at_a_seat_not_theirs() {
    let house = House::open().await;
    let mut blue = house.seated(Seat::Side(0)).await;
    let path = format!("/c/{}/side-1/events", house.campaign);
    assert_eq!(blue.get(&path).await.status, StatusCode::NOT_FOUND);
}

/// Browsers hang up in the middle of a request: a double click does, and a phone in a tunnel. What was written is told.
#[tokio::test]
async fn an_act_is_told_even_when_the_one_who_sent_it_hangs_up() {
    let mut n_done = 0;
    for n_polls in 1..40 {
        let house = House::open().await;
        let mut blue = house.seated(Seat::Side(0)).await;
        let page = blue.page("posts").await;
        let mut heard = open(&house, &blue).await;
        let first = next(&mut heard).await.unwrap();
        let mut sending = Box::pin(blue.submit(&page, "pay", &[]));
        for _ in 0..n_polls {
            let polled = poll_fn(|context| Poll::Ready(sending.as_mut().poll(context))).await;
            if polled.is_ready() {
                break;
            }
            tokio::time::sleep(Duration::from_micros(300)).await;
        }
        drop(sending);
        let told = timeout(Duration::from_millis(400), heard.next()).await.is_ok();
        let before = format!("data-cursor=\"{}\"", first.split("data: ").nth(1).unwrap().trim());
        assert!(page.body.contains(&before));
        let done = !blue.page("posts").await.body.contains(&before);
        assert_eq!(told, done, "hung up after {n_polls} polls");
        n_done += usize::from(done);
        if n_done > 3 {
            return;
        }
    }
    assert!(n_done > 0, "no act came through at all");
}
