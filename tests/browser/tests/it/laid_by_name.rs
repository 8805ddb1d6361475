//! Lists of places with names as they are printed, read by the page and, without its script, by the server; and what is told
//! of a stand beside its end place.

use kernel::Seat;
use rules_battlefront::Step;
use serde_json::json;
use thirtyfour::prelude::*;

use crate::driver::{Browser, left_out};
use crate::laying::{fought, setting_up};

const GERMAN: Seat = Seat::Side(1);

#[tokio::test(flavor = "multi_thread")]
async fn names_of_a_pasted_list_are_understood_without_the_script() {
    if left_out() {
        return;
    }
    let house = setting_up().await;
    let german = house.seated(GERMAN, 360).await;
    german.tell("Emulation.setScriptExecutionDisabled", json!({"value": true})).await;
    german.go(&house.page(GERMAN, "refit")).await;
    let list = "#w-lay-out-places";
    // Each entry that means nothing is told by itself, with where it was to go and what is near; nothing is placed.
    german.type_in(list, "1./Grenadir: 12 20; wire: 30 8; Xylophones: 4 5; G-21-1: Railway staton").await;
    german.press("#b-lay-out").await;
    german
        .reads(
            "#r-lay-out",
            "“1./Grenadir: 12 20”: nothing in your tray is called “1./Grenadir”. Near it: 1./Grenadier",
        )
        .await;
    german.reads("#r-lay-out", "“Xylophones: 4 5”: nothing in your tray is called “Xylophones”.").await;
    german.reads("#r-lay-out", "no place is called “Railway staton”. Near it: Railway station.").await;
    assert_eq!(german.complaints().await.len(), 1, "the page that refuses says so to the browser");
    german.looks_right("laid-by-name-refused").await;
    assert!(!german.has("g[data-at='3000 800']").await, "nothing was placed");
    // What was typed stands there to be mended.
    let field = german.page.find(By::Css(list)).await.unwrap();
    assert!(field.prop("value").await.unwrap().unwrap().contains("1./Grenadir"));
    field.clear().await.unwrap();
    german.type_in(list, "1./Grenadier: 12 20 345; wire: 30 8; G-21-1: Railway station").await;
    german.press("#b-lay-out").await;
    german.sees("g[data-at='3000 800']").await;
    german.sees("g[data-at='1200 2000']").await;
    german.reads("#inch-tray .note", "of 32 placed").await;
    let placed = german.text("#inch-tray .note").await;
    assert!(placed.starts_with("11 of"), "nine grenadiers, a gun, wire: {placed}");
    german.looks_right("laid-by-name").await;
    german.close().await;
    // The umpire corrects the act in the same words.
    let umpire = house.seated(Seat::Umpire, 1280).await;
    let entry = house.desk.cursor(&house.campaign, Seat::Umpire).await.unwrap().0;
    umpire.go(&house.page(Seat::Umpire, &format!("correct/{entry}"))).await;
    umpire.sees(list).await;
    umpire.page.find(By::Css(list)).await.unwrap().clear().await.unwrap();
    umpire.type_in(list, "1./Grenadier: 13 21 345; wire: 30 8; G-21-1: Railway station").await;
    umpire.press("#b-instead-lay-out").await;
    umpire.reads("h1", "What the correction changes").await;
    umpire.type_in("#w-make-reason", "They stood an inch farther on.").await;
    umpire.press("#b-make").await;
    umpire.until("location.pathname.endsWith('/log')").await;
    umpire.tab("Map").await;
    umpire.sees("g[data-at='1300 2100']").await;
    umpire.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_place_is_named_at_the_foot_of_the_map() {
    if left_out() {
        return;
    }
    let house = setting_up().await;
    let german = house.seated(GERMAN, 1280).await;
    german.tab("Refit").await;
    let types = async |words: &str| {
        german.type_in("#inch-order-field", words).await;
        german.page.find(By::Id("inch-order-field")).await.unwrap().send_keys(Key::Enter).await.unwrap();
    };
    types("G-21-1: railway station").await;
    german.until("document.querySelectorAll('[data-laid]').length === 1").await;
    types("1./Grenadir: 12 20").await;
    german.reads("#inch-lay-words", "Near it: 1./Grenadier").await;
    german.close().await;
}

/// What lies on the map goes along with the button of the list, too.
#[tokio::test(flavor = "multi_thread")]
async fn the_button_of_the_list_sends_what_lies_on_the_map() {
    if left_out() {
        return;
    }
    let house = setting_up().await;
    let german = house.seated(GERMAN, 1280).await;
    german.tab("Refit").await;
    let types = async |words: &str| {
        german.type_in("#inch-order-field", words).await;
        german.page.find(By::Id("inch-order-field")).await.unwrap().send_keys(Key::Enter).await.unwrap();
    };
    types("G-21-1: railway station").await;
    german.until("document.querySelectorAll('[data-laid]').length === 1").await;
    // It is there again for whoever looked at another page in between.
    german.tab("Map").await;
    german.tab("Refit").await;
    german.until("document.querySelectorAll('[data-laid]').length === 1").await;
    german.act("#b-lay-out").await;
    german.reads("#inch-tray .note", "1 of 32 placed").await;
    // What closes the set-up says how many are left out.
    german.reads("#b-done", " with 27 stands off the map").await;
    // And beside what the list says.
    german.type_in("#w-lay-out-places", "wire: 30 8").await;
    german.until("document.querySelectorAll('[data-laid]').length === 1").await;
    types("G-11-2: 12 24").await;
    german.until("document.querySelectorAll('[data-laid]').length === 2").await;
    german.act("#b-lay-out").await;
    german.reads("#inch-tray .note", "3 of 32 placed").await;
    german.until("document.querySelectorAll('[data-laid]').length === 0").await;
    // The one stand that is left of a formation has no two ends: it is laid by one press.
    let list = [1, 4, 5, 6, 7, 8, 9].map(|n| format!("G-11-{n}: {} 20", 10 + n)).join("; ");
    german.type_in("#w-lay-out-places", &list).await;
    german.act("#b-lay-out").await;
    german.reads("#inch-tray .note", "10 of 32 placed").await;
    let row = "[...document.querySelectorAll('.ib-tray [data-group]')].find((row) => row.textContent.includes('1./Grenadier')).id";
    let row = german.ask(row).await;
    german.press(&format!("#{}", row.as_str().unwrap())).await;
    german.reads("#inch-lay-words", "Press its place.").await;
    german.until("document.getElementById('inch-lay-single').checked").await;
    german.looks_right("laid-by-name-last").await;
    german.close().await;
}

/// Presses a stand on the map, and one of the keys that then stand beside it.
async fn tells(german: &Browser, at: (f64, f64), mark: &str) {
    german.puts_down(at).await;
    german.sees(&format!("[data-mark='{mark}']")).await;
    // Where several stands are near, each unfolds by itself.
    let fold = format!("details:has([data-mark='{mark}'])");
    if !german.has(&format!("{fold}[open]")).await {
        german.press(&format!("{fold} > summary")).await;
    }
    german.press(&format!("[data-mark='{mark}']")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn how_a_stand_ended_is_told_beside_its_place() {
    if left_out() {
        return;
    }
    for width in [1280, 360] {
        let house = fought(Step::Battle).await;
        let german = house.seated(GERMAN, width).await;
        german.tab("Map").await;
        german.sees("#inch-tray").await;
        german.press("#inch [data-do=whole]").await;
        tells(&german, (10.0, 10.0), "G-11-1 1").await;
        german.sees(".ib-told[data-told='G-11-1']").await;
        german.reads("#inch-lay-words", "G-11-1: bogged.").await;
        german.looks_right("ended-marks").await;
        // How it ended stands alone: what is knocked out is not bogged.
        german.press("[data-mark='G-11-1 3']").await;
        german.reads("#inch-lay-words", "G-11-1: knocked out.").await;
        assert!(!german.text("#inch-lay-words").await.contains("bogged"));
        tells(&german, (13.0, 10.0), "G-11-2 0").await;
        german.reads("#inch-lay-words", "G-11-2: improved position.").await;
        german.act("#inch-lay-drop").await;
        // It is told, and stays so on the map and in the form for whoever comes back.
        for _ in 0..2 {
            german.sees(".ib-told[data-told='G-11-1']").await;
            for (key, told) in [("losses", "G-11-1"), ("bogged", ""), ("improved", "G-11-2")] {
                let field = format!("document.getElementById('w-end-places-{key}').value");
                assert_eq!(german.ask(&field).await, json!(told), "{key} at {width}");
            }
            german.ask("location.reload()").await;
            german.sees("#inch-tray").await;
        }
        let position = house.desk.position(&house.campaign).await.unwrap();
        assert_eq!(position["sides"][1]["report"]["losses"], json!(["G-11-1"]));
        german.close().await;
    }
}
