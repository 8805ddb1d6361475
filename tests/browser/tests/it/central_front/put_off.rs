//! The list of what can still be done is the reader's own: a stack stays, comes later, and is ordered all the same.

use serde_json::json;
use thirtyfour::prelude::*;

use super::PACT;
use crate::driver::left_out;
use crate::house::House;

/// The hex of the stack that is picked, as the list has it.
const PICKED: &str = "(document.querySelector('.hb-stack.picked')?.id.slice('map-s'.length) ?? '')";

#[tokio::test(flavor = "multi_thread")]
async fn a_stack_that_stays_is_passed_over_and_one_put_off_comes_last() {
    if left_out() {
        return;
    }
    let house = House::gap().await;
    for width in [1280, 360] {
        let pact = house.seated(PACT, width).await;
        pact.tab("Map").await;
        pact.press("#map-next").await;
        pact.until(&format!("{PICKED} !== ''")).await;
        let first = pact.ask(PICKED).await.as_str().unwrap().to_owned();
        pact.sees("#map-d-Stay").await;
        pact.looks_right("board-put-off").await;
        pact.press("#map-d-Stay").await;
        // The next one is in hand at once, and is put off.
        pact.until(&format!("{PICKED} !== '' && {PICKED} !== {}", json!(first))).await;
        let second = pact.ask(PICKED).await.as_str().unwrap().to_owned();
        pact.press("#map-d-Later").await;
        pact.until(&format!("{PICKED} !== {}", json!(second))).await;
        let row = |label: &str| format!("[data-take='{label}'] .hb-put");
        pact.reads(&row(&first), "Stays here").await;
        pact.reads(&row(&second), "Later").await;
        // It is so after the page has been left, too; a round by the key meets the one last, the other never.
        pact.ask("location.reload()").await;
        pact.reads(&row(&first), "Stays here").await;
        let mut round = Vec::new();
        while round.last() != Some(&second) {
            assert!(round.len() < 20, "{round:?}");
            let before = pact.ask(PICKED).await;
            pact.ask("document.activeElement.blur()").await;
            pact.ask("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true }))")
                .await;
            pact.until(&format!("{PICKED} !== {before} && {PICKED} !== ''")).await;
            round.push(pact.ask(PICKED).await.as_str().unwrap().to_owned());
        }
        assert!(!round.contains(&first), "{first} stays: {round:?}");
        assert!(round.len() > 1, "{second} comes last: {round:?}");
        // Who stays can be picked and ordered like any other, and it is taken back with the same key.
        pact.ask(&format!("document.querySelector('[data-take=\"{first}\"]').click()")).await;
        pact.until(&format!("{PICKED} === {}", json!(first))).await;
        pact.reads("#map-d-Stay[aria-pressed=true]", "Stays here").await;
        pact.press("#map-d-Stay").await;
        pact.reads("#map-d-Stay[aria-pressed=false]", "Stay here").await;
        assert!(!pact.has(&row(&first)).await);
        pact.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_head_of_a_map_shows_how_far_the_turn_has_gone() {
    if left_out() {
        return;
    }
    let house = House::gap().await;
    for (width, seen) in [(1280, true), (360, false)] {
        let pact = house.seated(PACT, width).await;
        pact.tab("Map").await;
        pact.sees(".ticks").await;
        assert_eq!(pact.ask("document.querySelectorAll('.ticks rect').length").await, json!(13));
        assert_eq!(pact.ask("document.querySelectorAll('.ticks .done').length").await, json!(3));
        assert_eq!(pact.text(".ticks .now title").await, "WP first movement");
        let shown = pact.ask("document.querySelector('.ticks').getBoundingClientRect().width > 100").await;
        assert_eq!(shown, json!(seen), "at {width}");
        pact.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_takes_the_next_stack_by_keys_stands_on_the_map() {
    if left_out() {
        return;
    }
    let house = House::gap().await;
    let pact = house.seated(PACT, 1280).await;
    pact.tab("Map").await;
    for taken in ["#map-next", "[data-take]"] {
        pact.sees(taken).await;
        pact.ask(&format!("document.querySelector('{taken}').focus()")).await;
        pact.page.active_element().await.unwrap().send_keys("" + Key::Enter).await.unwrap();
        pact.until(&format!("{PICKED} !== '' && document.activeElement.classList.contains('hb-pan')")).await;
        pact.page.active_element().await.unwrap().send_keys("" + Key::Escape).await.unwrap();
        pact.until(&format!("{PICKED} === ''")).await;
    }
    // The key of the page does the same from anywhere.
    pact.ask("document.activeElement.blur()").await;
    pact.ask("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true }))").await;
    pact.until(&format!("{PICKED} !== '' && document.activeElement.classList.contains('hb-pan')")).await;
    pact.close().await;
}
