//! Everything is a form: with scripts switched off a seat comes in, acts, is refused and reads how it came out.

use kernel::Seat;
use serde_json::json;

use crate::driver::{Browser, left_out};
use crate::house::House;

#[tokio::test(flavor = "multi_thread")]
async fn an_act_works_without_script() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    house.act(Seat::Side(1), json!({"do": "choose-posture", "posture": "attack"})).await;
    let soviet = Browser::open(360).await;
    soviet.tell("Emulation.setScriptExecutionDisabled", json!({"value": true})).await;

    // The invitation is pasted: without script its secret stays in the address bar.
    let link = house.link(Seat::Side(0)).await;
    soviet.go(&format!("{}/join", house.address)).await;
    soviet.type_in("#secret", &link).await;
    soviet.press("form#join button").await;
    soviet.reads(".tabs a[aria-current]", "Overview").await;
    assert_eq!(soviet.ask("typeof window.htmx").await, json!("undefined"), "no script has run");

    soviet.press(".owed .you .btn").await;
    soviet.press("#w-posture-posture-1").await;
    soviet.press("#b-posture").await;
    soviet.sees("#b-cpp-roll").await;
    assert_eq!(soviet.ask("location.hash").await, json!("#posture"), "the reader goes on where the form was");
    soviet.press("#b-cpp-roll").await;
    soviet.reads("#out", "How it came out").await;
    soviet.looks_right("no-script").await;
    let address = soviet.ask("location.pathname").await;
    assert!(address.as_str().unwrap().ends_with("/refit"), "loading again sends nothing twice: {address}");
    assert_eq!(soviet.ask("location.hash").await, json!("#out"), "the reader goes on where it came out");

    // The other side closes too; loading the page again shows it.
    house.close_for(Seat::Side(1)).await;
    soviet.go(&house.page(Seat::Side(0), "refit")).await;
    soviet.reads(".where span", "S2d").await;
    soviet.press("[id^='b-discipline-']").await;
    soviet.sees("#out .roll").await;
    soviet.close().await;
}

/// Neither a press nor a second of the same key does what cannot be made good: without script a page of its own asks, and with
/// it the harmless answer has the focus.
#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_made_good_is_asked_once_more() {
    if left_out() {
        return;
    }
    let house = House::summer().await;
    house.act(Seat::Umpire, json!({"do": "next-step"})).await;
    let turn = async || {
        let look = house.desk.look(&house.campaign, Seat::Umpire).await.unwrap();
        look.contents.standing.clone()
    };
    let before = turn().await;
    let neutral = house.seated(Seat::Umpire, 360).await;
    neutral.go(&house.page(Seat::Umpire, "book")).await;
    neutral.ask("document.getElementById('b-next-step').click()").await;
    neutral.sees("#f-next-step-sure").await;
    assert!(neutral.is_at("#f-next-step-not").await, "a second Enter does nothing");
    neutral.tell("Emulation.setScriptExecutionDisabled", json!({"value": true})).await;
    neutral.go(&house.page(Seat::Umpire, "book")).await;
    neutral.press("#b-next-step").await;
    neutral.reads("#sure", "is over then").await;
    neutral.looks_right("no-script-asks").await;
    assert_eq!(turn().await, before, "nothing is done yet");
    neutral.press("#b-not-now").await;
    neutral.press("#b-next-step").await;
    neutral.press("#b-sure").await;
    neutral.sees("#b-next-step").await;
    assert_ne!(turn().await, before);
    neutral.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_of_every_system_is_read_without_script() {
    if left_out() {
        return;
    }
    for (house, seat) in [
        (House::rostov().await, Seat::Side(0)),
        (House::gap().await, Seat::Side(1)),
        (House::nine_days().await, Seat::Side(0)),
    ] {
        let reader = house.seated(seat, 360).await;
        reader.tell("Emulation.setScriptExecutionDisabled", json!({"value": true})).await;
        let look = house.desk.look(&house.campaign, seat).await.unwrap();
        for page in look.contents.pages.iter().map(|page| page.id).chain(["log", "dice", "rules"]) {
            for theme in ["light", "dark"] {
                let feature = json!({"features": [{"name": "prefers-color-scheme", "value": theme}]});
                reader.tell("Emulation.setEmulatedMedia", feature).await;
                reader.go(&house.page(seat, page)).await;
                reader.sees("h1").await;
                assert_eq!(reader.ask("typeof window.htmx").await, json!("undefined"), "no script has run");
                reader.looks_right(&format!("no-script-{page}-{theme}")).await;
                // Nothing of a page lies under another part of it: what is sent can be pressed.
                let hidden = "[...document.querySelectorAll('main form [type=submit]')].filter((one) => one.offsetParent && one.getBoundingClientRect().width < 20).length";
                assert_eq!(reader.ask(hidden).await, json!(0), "{page}, {theme}");
            }
        }
        reader.close().await;
    }
}
