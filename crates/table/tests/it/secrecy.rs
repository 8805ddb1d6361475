use std::time::Duration;

use serde_json::json;

use crate::{BLUE, GREY, Setting};
use kernel::Seat;

/// Two worlds that differ only in what Grey does in secret look the same to everyone else, on every road.
#[tokio::test]
async fn grey_may_do_what_it_likes_unseen() {
    let quiet = Setting::new().await;
    let busy = Setting::new().await;
    for setting in [&quiet, &busy] {
        setting.done(BLUE, json!({"do": "place", "post": "ford"})).await;
    }
    quiet.done(GREY, json!({"do": "place", "post": "wood"})).await;
    busy.done(GREY, json!({"do": "place", "post": "mill"})).await;
    busy.done(GREY, json!({"do": "pay"})).await;
    for seat in [BLUE, Seat::Spectator] {
        let [quiet, busy] = [quiet.roads(seat).await, busy.roads(seat).await];
        let blur = |text: String| regex_lite(&text);
        assert_eq!(blur(quiet), blur(busy), "{seat:?}");
    }
    assert_ne!(quiet.roads(GREY).await, busy.roads(GREY).await);
}

/// The tests' clock ticks with every reading; times are public, so they are blurred before comparing.
fn regex_lite(text: &str) -> String {
    let mut blurred = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("at: ") {
        let (head, tail) = rest.split_at(at + 4);
        blurred.push_str(head);
        rest = tail.trim_start_matches(|letter: char| letter.is_ascii_digit());
    }
    blurred + rest
}

#[tokio::test]
async fn the_feed_wakes_only_the_seats_that_see_something() {
    let setting = Setting::new().await;
    let mut blue = setting.desk.feed(&setting.campaign, BLUE).await.unwrap();
    let mut grey = setting.desk.feed(&setting.campaign, GREY).await.unwrap();
    let mut public = setting.desk.feed(&setting.campaign, Seat::Spectator).await.unwrap();
    for feed in [&mut blue, &mut grey, &mut public] {
        feed.mark_unchanged();
    }
    setting.done(GREY, json!({"do": "place", "post": "wood"})).await;
    assert!(grey.has_changed().unwrap());
    assert!(!blue.has_changed().unwrap());
    assert!(!public.has_changed().unwrap());
    setting.done(BLUE, json!({"do": "pay"})).await;
    setting.done(BLUE, json!({"do": "close"})).await;
    tokio::time::timeout(Duration::from_secs(5), public.changed()).await.unwrap().unwrap();
}
