//! Somebody takes a seat over from one who stays away.

use super::{GERMAN, SOVIET};
use crate::driver::left_out;
use crate::house::House;
use kernel::Seat;
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn a_stand_in_takes_a_seat_and_the_orders_of_the_one_before_do_not_run() {
    if left_out() {
        return;
    }
    for (wide, narrow) in [(1280, 360), (360, 1280)] {
        let house = House::rostov().await;
        let umpire = house.seated_in("Europe/Vienna", Seat::Umpire, wide).await;
        let away = house.seated_in("Europe/Vienna", GERMAN, wide).await;
        umpire.gives_steps("24", "0", "saved").await;
        away.reads("#due", "This step is due on").await;
        away.keeps_posture(0).await;
        away.press("#due a").await;
        away.reads("#kept", "Seal your posture: Attack").await;

        umpire.tab("Seats").await;
        umpire.press("details:has(form[action$='/take']) > summary").await;
        umpire.looks_right("absence-take").await;
        umpire.press("form[action$='/take'] button").await;
        umpire.until("!document.querySelector(\"form[action$='/take']\")").await;
        away.reads("h1", "This browser no longer holds the seat").await;

        let stand_in = house.seated_in("Europe/Vienna", GERMAN, narrow).await;
        stand_in.reads("#handover", "Somebody held this seat before you").await;
        stand_in.looks_right("absence-stand-in").await;
        stand_in.press("#handover a").await;
        stand_in.reads("h1", "Handover").await;
        stand_in.reads("#waits", "This step is due on").await;
        stand_in.reads("#kept", "No orders are kept").await;
        stand_in.reads("#done", "What was done in the last 7 days").await;
        // The map, what is known of the enemy, and the score.
        stand_in.sees(".handover .ib-map").await;
        stand_in.reads(".handover #board", "Counted after").await;
        stand_in.reads(".handover #places", "Soviet").await;
        stand_in.reads(".handover #wrecks", "Soviet").await;
        assert!(!stand_in.has(".handover main form, .handover .btn[aria-disabled]").await, "only to look at");
        let pdf = "(await fetch(document.querySelector(\"a[href*='handover-a4.pdf']\").href).then((file) => file.text())).slice(0, 5)";
        assert_eq!(stand_in.ask_slowly(pdf).await, json!("%PDF-"));
        stand_in.looks_right("handover").await;
        stand_in.is_accessible("a handover").await;

        // The deadline passes: nothing is given for the seat, and play waits for whoever holds it now.
        house.act(SOVIET, json!({"do": "choose-posture", "posture": "defend"})).await;
        house.time_passes(24 * 60 + 1).await;
        stand_in.tab("Refit").await;
        stand_in.reads("#due", "The deadline of this step passed on").await;
        stand_in.reads(".where span", "S1").await;
        assert!(!stand_in.text("main").await.contains("You have sealed"));
        let log = stand_in.log_words(&house, GERMAN).await;
        assert!(log.contains("were struck"), "{log}");
        assert!(!log.contains("This order was kept for it"), "{log}");
        stand_in.looks_right("absence-struck").await;

        // The stand-in plays.
        stand_in.tab("Refit").await;
        stand_in.press("#w-posture-posture-1").await;
        stand_in.act("#b-posture").await;
        stand_in.reads(".where span", "S2").await;
        for browser in [umpire, away, stand_in] {
            browser.close().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_umpires_handover_shows_what_an_umpire_needs() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    let first = house.seated(Seat::Umpire, 1280).await;
    first.gives_steps("24", "0", "umpire").await;
    for width in [1280, 360] {
        let second = house.seated_in("Europe/Vienna", Seat::Umpire, width).await;
        second.press("#handover a").await;
        second.reads("h1", "Handover").await;
        second.reads("#waits", "This step is due on").await;
        second.reads("#office", "Nobody holds it.").await;
        second.sees(".handover .ib-map").await;
        second.sees("#formations-0").await;
        second.sees("#formations-1").await;
        second.looks_right("handover-umpire").await;
        second.is_accessible("the umpire's handover").await;
        second.close().await;
    }
    first.close().await;
}
