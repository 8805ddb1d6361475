//! The page keeps itself up to date, and nothing pressed meanwhile is lost, done twice or done blindly.

use kernel::Seat;
use serde_json::json;

use crate::driver::{Browser, left_out};
use crate::gate::Gate;
use crate::house::House;

#[tokio::test(flavor = "multi_thread")]
async fn every_load_opens_the_change_feed() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    let browser = house.seated(Seat::Side(1), 1280).await;
    // Scripts come over the network each time, in whatever order they arrive.
    browser.tell("Network.enable", json!({})).await;
    browser.tell("Network.setCacheDisabled", json!({"cacheDisabled": true})).await;
    for page in
        ["overview", "refit", "map", "rosters", "charts", "log", "dice", "rules", "overview"].repeat(2)
    {
        browser.go(&house.page(Seat::Side(1), page)).await;
        browser.until("window.journey.fed.some((line) => line.startsWith('cursor '))").await;
    }
    house.act(Seat::Side(0), json!({"do": "choose-posture", "posture": "attack"})).await;
    browser.until("document.querySelector('#said').textContent.includes('Soviet closed step S1')").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_out_of_reach_of_its_server_says_so_until_it_is_back() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    let gate = Gate::before(&house.address).await;
    let browser = Browser::open(360).await;
    browser.go(&house.link(Seat::Side(1)).await.replace(&house.address, &gate.address)).await;
    browser.until("window.journey.fed.length > 0").await;
    gate.shut(true);
    browser.until("document.querySelector('#lost').textContent.includes('out of reach')").await;
    house.act(Seat::Side(0), json!({"do": "choose-posture", "posture": "attack"})).await;
    gate.shut(false);
    browser.until("document.querySelector('#lost').textContent === ''").await;
    browser.until("document.querySelector('#said').textContent.includes('Soviet closed step S1')").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_act_that_did_not_reach_the_server_is_never_told_as_done() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    house.act(Seat::Side(1), json!({"do": "choose-posture", "posture": "attack"})).await;
    let gate = Gate::before(&house.address).await;
    let browser = Browser::open(360).await;
    browser.go(&house.link(Seat::Side(0)).await.replace(&house.address, &gate.address)).await;
    browser.tab("Refit").await;
    browser.press("#w-posture-posture-1").await;
    browser.act("#b-posture").await;
    browser.sees("#b-cpp-roll").await;
    browser.until("document.querySelector('#said').textContent.trim() !== ''").await;
    gate.shut(true);
    browser.act("#b-cpp-roll").await;
    browser.until("document.querySelector('#said').textContent.includes('The server did not answer')").await;
    // Nothing speaks over it: what was said of the act before is said no more.
    browser.ask_slowly("await new Promise((done) => setTimeout(done, 1500))").await;
    assert!(browser.text("#said").await.contains("send it again"));
    gate.shut(false);
    browser.until("document.querySelector('#lost').textContent === ''").await;
    browser.act("#b-cpp-roll").await;
    browser.reads("#out", "How it came out").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_whose_first_feed_fails_opens_another() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    let browser = house.seated(Seat::Spectator, 360).await;
    browser.tell("Network.enable", json!({})).await;
    browser.tell("Network.setBlockedURLs", json!({"urls": ["*/events"]})).await;
    browser.go(&house.page(Seat::Spectator, "overview")).await;
    browser.until("document.querySelector('#lost').textContent.includes('out of reach')").await;
    browser.tell("Network.setBlockedURLs", json!({"urls": []})).await;
    browser.until("document.querySelector('#lost').textContent === ''").await;
    house.act(Seat::Side(0), json!({"do": "choose-posture", "posture": "attack"})).await;
    browser.until("document.querySelector('#said').textContent.includes('Soviet closed step S1')").await;
    // What is said can be put away, and takes two lines at the most.
    let two_lines = "document.querySelector('#said').offsetHeight <= 2 * 1.35 * 15";
    assert_eq!(browser.ask(two_lines).await, json!(true));
    browser.press("#hush").await;
    browser.until("document.querySelector('#said').textContent === ''").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_pressed_while_the_page_is_drawn_anew_is_sent_and_a_double_press_acts_once() {
    if left_out() {
        return;
    }
    let house = House::at_purchases().await;
    let soviet = house.seated(Seat::Side(0), 1280).await;
    soviet.tab("Refit").await;
    soviet.until("window.journey.fed.length > 0").await;
    let answered = soviet.answered().await;
    // The feed tells of something new, and in the same moment the reader presses.
    let news = "document.dispatchEvent(new CustomEvent('cursor', { detail: { data: 'newer' } }))";
    soviet.ask(&format!("{news}, document.querySelector('#b-more-RO2').click()")).await;
    soviet.until_answered(answered).await;
    soviet.reads("#g-RO2 output", "1").await;

    let twice = "[0, 1].forEach(() => document.querySelector('#b-more-RO2').click())";
    soviet.ask(twice).await;
    soviet.until_answered(answered + 2).await;
    soviet.reads("#g-RO2 output", "2").await;
    soviet.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_is_behind_is_refused_and_drawn_anew() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    let behind = house.seated(Seat::Side(0), 360).await;
    behind.tell("Network.enable", json!({})).await;
    behind.tell("Network.setBlockedURLs", json!({"urls": ["*/events"]})).await;
    behind.go(&house.page(Seat::Side(0), "refit")).await;
    behind.sees("#b-posture").await;
    house.act(Seat::Side(0), json!({"do": "choose-posture", "posture": "defend"})).await;
    behind.press("#w-posture-posture-0").await;
    behind.act("#b-posture").await;
    behind.reads(".refusal[id]", "HOUSE-STALE").await;
    // What has come meanwhile is named.
    behind.reads(".refusal[id]", "New is:").await;
    behind.reads(".refusal[id]", "closed step S1").await;
    behind.reads("#rests", "You have sealed: defend").await;
    behind.tell("Network.setBlockedURLs", json!({"urls": []})).await;
    behind.until("document.querySelector('#lost').textContent === ''").await;
    behind.complaints().await;
    behind.looks_right("stale").await;
    behind.close().await;
}
