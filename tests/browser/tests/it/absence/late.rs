//! The deadline passes, and what the umpire has set is done.

use serde_json::json;

use super::{GERMAN, SOVIET};
use crate::driver::left_out;
use crate::house::House;
use kernel::Seat;

const KEPT: &str = "The deadline had passed. This order was kept for it.";
const LEAST: &str = "The deadline had passed, and no order was kept for it.";

#[tokio::test(flavor = "multi_thread")]
async fn a_kept_order_and_the_least_are_done_at_the_deadline_and_nobody_else_learns_why() {
    if left_out() {
        return;
    }
    for (wide, narrow) in [(1280, 360), (360, 1280)] {
        let house = House::rostov().await;
        let umpire = house.seated_in("Europe/Vienna", Seat::Umpire, wide).await;
        let soviet = house.seated_in("America/New_York", SOVIET, narrow).await;
        let german = house.seated_in("Europe/Vienna", GERMAN, narrow).await;
        umpire.gives_steps("24", "30", "default").await;
        umpire.reads("main .lede", "with 30 minutes of grace").await;
        umpire.looks_right("absence-set").await;
        umpire.is_accessible("deadlines that are set").await;

        // One instant, by each reader's own clock.
        soviet.reads("#due", "This step is due on").await;
        german.reads("#due", "This step is due on").await;
        let due = |of: &'static str| format!("document.querySelector('{of} time').dateTime");
        let at = umpire.ask(&due(".lede")).await;
        assert_eq!(soviet.ask(&due("#due")).await, at);
        let vienna = umpire.text(".lede time").await;
        assert_eq!(german.text("#due time").await, vienna);
        assert_ne!(soviet.text("#due time").await, vienna, "six hours lie between them");

        soviet.keeps_posture(1).await;
        soviet.press("#due a").await;
        soviet.reads("#kept", "Seal your posture: Defend").await;
        soviet.looks_right("absence-kept").await;
        soviet.is_accessible("kept orders").await;
        assert!(!german.log_words(&house, GERMAN).await.contains("keep"), "nobody else reads of it");

        // Within the grace nothing is done; after it both sides have a posture.
        house.time_passes(24 * 60 + 10).await;
        german.go(&house.page(GERMAN, "overview")).await;
        german.reads(".where span", "S1").await;
        house.time_passes(30).await;
        german.reads(".where span", "S2a").await;
        let own = soviet.log_words(&house, SOVIET).await;
        assert!(own.contains(KEPT) && !own.contains(LEAST), "{own}");
        soviet.looks_right("absence-played-kept").await;
        let other = german.log_words(&house, GERMAN).await;
        assert!(other.contains(LEAST) && !other.contains(KEPT), "{other}");
        german.looks_right("absence-played-least").await;
        german.is_accessible("a log of what was done for the late").await;
        for log in [&own, &other] {
            assert!(log.contains("The deadline of") && log.contains("has passed"), "{log}");
        }
        let everything: String = german.all_sources().await.into_iter().map(|(_, page)| page).collect();
        assert!(!everything.contains("This order was kept"), "no page of the other side tells it");
        let umpires = umpire.log_words(&house, Seat::Umpire).await;
        assert!(umpires.contains(KEPT) && umpires.contains(LEAST), "{umpires}");
        for browser in [umpire, soviet, german] {
            browser.close().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn play_waits_for_the_late_and_a_new_time_can_be_given() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    let umpire = house.seated_in("Europe/Vienna", Seat::Umpire, 1280).await;
    let german = house.seated_in("Europe/Vienna", GERMAN, 360).await;
    umpire.gives_steps("2", "0", "wait").await;
    house.act(SOVIET, json!({"do": "choose-posture", "posture": "attack"})).await;
    house.time_passes(2 * 60 + 1).await;
    german.reads("#due", "The deadline of this step passed on").await;
    german.tab("Refit").await;
    german.looks_right("absence-waits").await;
    german.is_accessible("a step whose deadline has passed").await;
    assert!(!german.has("#b-posture-keep").await, "nothing would be given any more");
    umpire.tab("Overview").await;
    assert!(!umpire.has("#late").await, "the umpire acts for nobody here");

    // Who comes late plays, and the next step has its own time.
    german.press("#w-posture-posture-0").await;
    german.act("#b-posture").await;
    german.reads(".where span", "S2a").await;
    german.reads("#due", "This step is due on").await;
    for browser in [umpire, german] {
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_umpire_is_told_of_the_late_and_acts_for_them() {
    if left_out() {
        return;
    }
    for width in [1280, 360] {
        let house = House::rostov().await;
        let umpire = house.seated_in("Europe/Vienna", Seat::Umpire, width).await;
        let german = house.seated_in("Europe/Vienna", GERMAN, width).await;
        umpire.gives_steps("2", "15", "umpire").await;
        house.act(SOVIET, json!({"do": "choose-posture", "posture": "attack"})).await;
        house.time_passes(2 * 60 + 16).await;
        umpire.tab("Overview").await;
        umpire.reads("#late", "you act for the sides that are late").await;
        umpire.looks_right("absence-umpire-late").await;
        umpire.is_accessible("the umpire acts for the late").await;
        umpire.tab("Refit").await;
        umpire.press(".seatpick a[href*='as=side-1']").await;
        umpire.reads("#peek", "exactly as the").await;
        umpire.press("#peek a[href*='hand=1']").await;
        umpire.reads("#peek", "You act for the").await;
        umpire.press("#w-posture-posture-1").await;
        umpire.type_in("#w-posture-reason", "The deadline is over.").await;
        umpire.act("#b-posture").await;
        german.reads(".where span", "S2a").await;
        german.tab("Log").await;
        german.reads(".log", "The deadline is over.").await;
        german.looks_right("absence-acted-for").await;
        umpire.go(&house.page(Seat::Umpire, "overview")).await;
        umpire.reads("#due", "This step is due on").await;
        assert!(!umpire.has("#late").await, "nobody is late any more");
        for browser in [umpire, german] {
            browser.close().await;
        }
    }
}
