//! Every page of an Up Front campaign against axe-core, and none of them scrolls sideways.

use kernel::Seat;
use serde_json::json;

use super::{AMERICAN, GERMAN};
use crate::driver::left_out;
use crate::house::House;

/// The first scenario twice, so that the lost are asked for again.
const TWICE: &str = r#"schema = "adjutant/up-front-campaign/1"
set = "nine-days"
play = "own"
[[side]]
id = "american"
name = "American"
nation = "american"
[[side]]
id = "german"
name = "German"
nation = "german"
[[campaign]]
id = "own"
title = "Twice"
order = ["V1", "V1"]
"#;

async fn every_page(house: &House, seat: Seat, width: u32, name: &str) {
    let browser = house.seated(seat, width).await.with_axe().await;
    let look = house.desk.look(&house.campaign, seat).await.unwrap();
    for page in look.contents.pages.iter().map(|page| page.id) {
        browser.go(&house.page(seat, page)).await;
        browser.ask("document.querySelectorAll('details').forEach((one) => { one.open = true })").await;
        browser.looks_right(&format!("up-front-{name}-{page}")).await;
        browser.is_accessible(&format!("{name}: {page} at {width}")).await;
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_players_pages_are_accessible_on_a_phone_during_a_battle() {
    if left_out() {
        return;
    }
    let house = House::nine_days().await;
    house.settle("american", json!({"3": {"out": "in_play", "pinned": true}, "4": {"out": "killed"}, "6": {"out": "in_play", "wounded": true, "hero": 2}})).await;
    house.both_select().await;
    let look = house.desk.look(&house.campaign, AMERICAN).await.unwrap();
    let view = look.view();
    let forms = view.forms();
    let note = forms.iter().find(|form| form.id.starts_with("note-")).unwrap();
    house.act(AMERICAN, json!({"do": "note", "man": note.command["man"], "what": {"hero": 1}})).await;
    every_page(&house, AMERICAN, 360, "battle").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_umpires_pages_are_accessible_when_the_players_disagree() {
    if left_out() {
        return;
    }
    let house = House::nine_days().await;
    house.both_select().await;
    house.act(AMERICAN, json!({"do": "report", "winner": "american", "fill": "as_noted"})).await;
    house.act(GERMAN, json!({"do": "differ", "winner": "german", "fill": "as_noted"})).await;
    every_page(&house, Seat::Umpire, 1280, "dispute").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn filling_a_force_with_gaps_is_accessible_on_a_phone() {
    if left_out() {
        return;
    }
    let house = House::up_front(TWICE).await;
    let lost = json!({"18": {"out": "killed"}, "20": {"out": "killed"}, "3": {"out": "killed"}, "4": {"out": "killed"}, "6": {"out": "killed"}, "8": {"out": "killed"}});
    house.settle("german", lost).await;
    let browser = house.seated(AMERICAN, 360).await.with_axe().await;
    browser.tab("Force").await;
    browser.sees("#f-fill fieldset").await;
    // The row above follows what is picked; who is picked at one place is told of at the others.
    let picks = "[...document.querySelectorAll('#f-fill fieldset')].at(-1)";
    browser.ask(&format!("[...{picks}.querySelectorAll('input')].at(-1).click()")).await;
    let says =
        format!("{picks}.querySelector('input:checked').labels[0].querySelector('.says').textContent.trim()");
    browser
        .until(&format!("[...document.querySelectorAll('[data-follows]')].at(-1).textContent === {says}"))
        .await;
    browser.reads("#f-fill .taken", "Picked already at “").await;
    browser.looks_right("up-front-fill").await;
    browser.ask(&format!("{picks}.querySelector('input').click()")).await;
    browser.is_accessible("filling a force").await;
    browser.act("#b-fill").await;
    browser.reads("#force-0", "for #").await;
    browser.close().await;
}
