//! The live tally: a key pressed is a thing noted, however fast they are pressed; and all of it by keyboard.

use serde_json::json;
use thirtyfour::prelude::*;

use super::{AMERICAN, GERMAN};
use crate::driver::left_out;
use crate::house::House;

#[tokio::test(flavor = "multi_thread")]
async fn notes_count_however_fast_they_are_pressed() {
    if left_out() {
        return;
    }
    let house = House::nine_days().await;
    house.both_select().await;
    let phone = house.seated(AMERICAN, 360).await;
    let other = house.seated(GERMAN, 1280).await;
    other.tab("Result").await;
    phone.tab("Result").await;
    let hero = phone.key("note-3", "what", "Hero").await;
    let kill = phone.key("note-3", "what", "Kill").await;
    let wound = phone.key("note-18", "what", "Wound").await;
    // Faster than any page is drawn: all in one turn of the browser.
    let press = |keys: &[&String]| {
        let each = keys.iter().map(|key| format!("document.querySelector({}).click()", json!(key)));
        format!("[{}].length", each.collect::<Vec<_>>().join(", "))
    };
    phone.ask(&press(&[&hero, &kill, &wound, &hero])).await;
    phone.reads("#tally-row-3", "2 Hero cards").await;
    phone.reads("#tally-row-3", "1 killed in close combat").await;
    phone.reads("#tally-row-3", "+10 Elan").await;
    phone.reads("#tally-row-18", "wounded").await;
    phone.act("#b-strike-3").await;
    phone.reads("#tally-row-3", "a Hero card").await;
    phone.looks_right("up-front-tally").await;
    // The other player reads along, and is asked for nothing.
    other.reads("#tally-0", "a Hero card").await;
    assert!(!other.has("#tally-0 button").await);
    other.looks_right("up-front-tally").await;

    // A kill in close combat is somebody's loss: the other player tells whose.
    let fallen = phone.men("report", 2).await[0];
    let note = json!({"do": "note", "man": fallen, "what": {"out": "cc_lost"}});
    house.act(GERMAN, note).await;
    let told = format!("document.querySelector(\"#f-report [name='f.side_2.men.{fallen}']:checked\")");
    phone.until(&format!("{told}?.value.includes('cc_lost')")).await;

    // By keyboard: note, unfold what is rare, note that; and answer the report.
    phone.ask(&format!("document.querySelector({}).focus()", json!(hero))).await;
    phone.send(Key::Enter).await;
    phone.reads("#tally-row-3", "2 Hero cards").await;
    let more = "[id='w-note-3-what-more'] > summary";
    phone.tab_to(more).await;
    phone.keys(Key::Enter).await;
    phone.until("document.querySelector(\"[id='w-note-3-what-more']\").open").await;
    let captured = phone.key("note-3", "what", "Captured").await;
    phone.tab_to(&captured).await;
    phone.send(Key::Enter).await;
    phone.reads("#tally-row-3", "was captured").await;
    phone.tab_to("#f-report [name='f.winner']").await;
    phone.keys(Key::Space).await;
    phone.keys(Key::Right).await;
    phone.until("document.querySelector('#f-report [name=\"f.winner\"]:checked').value === 'german'").await;
    phone.tab_to("#b-report").await;
    phone.send(Key::Enter).await;
    phone.reads("#version-0", "German won.").await;
    phone.close().await;
    other.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_report_follows_the_tally_key_by_key() {
    if left_out() {
        return;
    }
    let house = House::nine_days().await;
    house.both_select().await;
    let phone = house.seated(AMERICAN, 360).await;
    phone.tab("Result").await;
    let ends = [("Wound", "Wounded"), ("Rout", "Routed and wounded"), ("KIA", "Killed"), ("Back", "Wounded")];
    for (word, end) in ends {
        let key = phone.key("note-3", "what", word).await;
        phone.act(&key).await;
        let picked = "document.querySelector(\"#f-report [name='f.side_1.men.3']:checked\")";
        let says = format!("{picked}?.closest('.key').textContent.split(',')[0].trim() === {}", json!(end));
        phone.until(&says).await;
    }
    // Two keys in one turn of the browser, before any page is drawn.
    for (man, words, end) in [(18, ["Wound", "Rout"], "Routed and wounded"), (20, ["Rout", "KIA"], "Killed")]
    {
        let mut keys = Vec::new();
        for word in words {
            keys.push(phone.key(&format!("note-{man}"), "what", word).await);
        }
        let [first, second] = [0, 1].map(|n| format!("document.querySelector({}).click()", json!(keys[n])));
        phone.ask(&format!("[{first}, {second}].length")).await;
        let picked = format!("document.querySelector(\"#f-report [name='f.side_1.men.{man}']:checked\")");
        phone
            .until(&format!("{picked}?.closest('.key').textContent.split(',')[0].trim() === {}", json!(end)))
            .await;
    }
    phone.close().await;
}
