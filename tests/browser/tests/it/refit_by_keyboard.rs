//! One side plays from its posture to the closing of its purchases without a mouse.

use kernel::Seat;
use serde_json::json;
use thirtyfour::prelude::*;

use crate::driver::{Browser, left_out};
use crate::house::House;

#[tokio::test(flavor = "multi_thread")]
async fn a_side_refits_by_keyboard_in_a_wide_window() {
    played(1280).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_side_refits_by_keyboard_in_a_narrow_window() {
    played(360).await;
}

async fn played(width: u32) {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    let soviet = house.seated(Seat::Side(0), width).await;
    found_its_way(&soviet).await;
    posture_sealed(&house, &soviet).await;
    points_rolled(&house, &soviet).await;
    roster_rolled(&house, &soviet).await;
    purchases_made(&soviet).await;
    log_read(&soviet).await;
    soviet.close().await;
}

/// The skip link, the tabs by their letters, the list of keys.
async fn found_its_way(soviet: &Browser) {
    soviet.keys(Key::Tab).await;
    assert!(soviet.is_at(".skip").await, "the first stop leads past the tabs");
    soviet.focus_is_seen().await;
    soviet.keys(Key::Enter).await;
    soviet.until("document.activeElement.id === 'main'").await;
    soviet.keys(Key::Tab).await;
    assert!(soviet.is_at("main *").await, "the next stop is in the page");

    for (letter, word) in [("r", "Refit"), ("m", "Map"), ("l", "Log"), ("o", "Overview")] {
        soviet.keys("g").await;
        soviet.keys(letter).await;
        soviet.reads(".tabs a[aria-current]", word).await;
        soviet.until("document.readyState === 'complete'").await;
    }
    soviet.keys("?").await;
    soviet.sees("#keys[open]").await;
    soviet.focus_is_seen().await;
    soviet.keys("?").await;
    soviet.until("!document.querySelector('#keys[open]')").await;
}

async fn posture_sealed(house: &House, soviet: &Browser) {
    // From a page where nothing is owed the key leads to where something is.
    soviet.tab("Log").await;
    soviet.keys(".").await;
    soviet.reads(".tabs a[aria-current]", "Refit").await;
    soviet.tab("Overview").await;
    soviet.keys(".").await;
    assert!(soviet.is_at(".owed .you .btn").await, "the first thing owed");
    soviet.focus_is_seen().await;
    soviet.keys(Key::Enter).await;
    soviet.reads(".tabs a[aria-current]", "Refit").await;

    soviet.tab_to("[name='f.posture']").await;
    soviet.keys(Key::Down).await;
    soviet.until("document.querySelector('#w-posture-posture-1').checked").await;
    soviet.keys(Key::Up).await;
    soviet.until("document.querySelector('#w-posture-posture-0').checked").await;
    soviet.tab_to("#b-posture").await;
    soviet.send(Key::Enter).await;
    soviet.reads("#rests", "You have sealed: attack").await;
    assert!(soviet.is_at("#b-posture").await, "the focus stays on the control that was pressed");

    // The other side closes the step; the page changes under the reader's hands.
    house.act(Seat::Side(1), json!({"do": "choose-posture", "posture": "defend"})).await;
    soviet.sees("#b-cpp-roll").await;
    soviet.until("!document.querySelector('[aria-busy=true]')").await;
    soviet.focus_is_seen().await;
}

async fn points_rolled(house: &House, soviet: &Browser) {
    soviet.keys(".").await;
    assert!(soviet.is_at("#b-cpp-roll").await, "the roll is the first thing owed");
    soviet.send(Key::Enter).await;
    soviet.sees("#out .roll").await;
    house.close_for(Seat::Side(1)).await;
    soviet.reads(".where span", "S2d").await;
}

async fn roster_rolled(house: &House, soviet: &Browser) {
    // One roll alone, then all the others with one press.
    let roll = "#discipline [id^='b-discipline-']:not([id$='-table'])";
    soviet.tab_to(roll).await;
    soviet.send(Key::Space).await;
    soviet.sees("#out .roll").await;
    soviet.keys(".").await;
    assert!(soviet.is_at("#b-roll-all").await, "{}", soviet.ask("document.activeElement.outerHTML").await);
    soviet.send(Key::Enter).await;
    soviet.until("!document.querySelector('#b-roll-all')").await;
    assert!(!soviet.has(roll).await, "nothing is left to roll");
    soviet.tab_to("[id^='b-combine-']").await;
    soviet.send(Key::Enter).await;
    soviet.tab_to("#b-done").await;
    soviet.send(Key::Enter).await;
    soviet.reads("#rests", "You have closed S2d").await;
    house.close_for(Seat::Side(1)).await;
    soviet.sees("#b-more-RO2").await;
}

async fn purchases_made(soviet: &Browser) {
    soviet.tab_to("#b-more-RO2").await;
    let height = "Math.round(document.activeElement.getBoundingClientRect().top)";
    let before = soviet.ask(height).await.as_i64().unwrap();
    soviet.send(Key::Enter).await;
    soviet.reads("#g-RO2 output", "1").await;
    let after = soviet.ask(height).await.as_i64().unwrap();
    assert!(before.abs_diff(after) < 4, "a panel has come above it, and the stepper is still where it was");
    assert!(soviet.is_at("#b-more-RO2").await, "the focus stays on the stepper");
    soviet.send(Key::Space).await;
    soviet.reads("#g-RO2 output", "2").await;
    assert!(soviet.is_at("#b-more-RO2").await, "the focus stays on the stepper");

    // A closed control can be reached, does nothing, and says why.
    soviet.tab_to("#b-done").await;
    soviet.keys(Key::Enter).await;
    let why = soviet.text("#y-done").await;
    soviet.reads("#said", &why).await;
    soviet.focus_is_seen().await;

    soviet.tab_to("[name='f.extra-cpp']").await;
    soviet.keys(Key::Down).await;
    soviet.until("document.activeElement.id.endsWith('-1') && document.activeElement.checked").await;
    let roll = "[id^='b-number-']:not([id$='-table'])";
    soviet.tab_to(roll).await;
    soviet.send(Key::Enter).await;
    soviet.reads("#out", "Additional purchase points spent").await;
    soviet.tab_to(roll).await;
    soviet.send(Key::Enter).await;
    soviet.until("!document.querySelector(\"[id^='b-number-']\")").await;
    soviet.tab_to("[id^='b-prereg-more-']").await;
    soviet.send(Key::Space).await;
    soviet.tab_to("#b-done").await;
    soviet.send(Key::Enter).await;
    soviet.reads("#rests", "You have closed S2e").await;
    soviet.looks_right("keyboard-closed").await;
}

/// Entry by entry, and a roll unfolded.
async fn log_read(soviet: &Browser) {
    soviet.keys("g").await;
    soviet.keys("l").await;
    soviet.reads(".tabs a[aria-current]", "Log").await;
    soviet.until("document.readyState === 'complete'").await;
    soviet.keys("j").await;
    assert!(soviet.is_at(".log > li").await);
    let first = soviet.ask("document.activeElement.id").await;
    soviet.keys("j").await;
    assert_ne!(soviet.ask("document.activeElement.id").await, first);
    soviet.keys("k").await;
    assert_eq!(soviet.ask("document.activeElement.id").await, first);
    soviet.focus_is_seen().await;
    soviet.tab_to(".log .unfold summary").await;
    soviet.keys(Key::Enter).await;
    soviet.sees(".log .unfold[open] .roll").await;
}
