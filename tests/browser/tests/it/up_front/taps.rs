//! The aftermath of a squad costs few taps, and the squad stands on one screen.

use std::cell::Cell;

use serde_json::json;

use super::{AMERICAN, GERMAN};
use crate::driver::{Browser, left_out};
use crate::house::House;

/// The seventh scenario first: its force has ten men and two leaders.
const TEN_MEN: &str = r#"schema = "adjutant/up-front-campaign/1"
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
title = "Ten men"
order = ["V7"]
"#;

struct Thumb<'b> {
    phone: &'b Browser,
    n_taps: Cell<u32>,
}

impl Thumb<'_> {
    async fn tap(&self, selector: &str) {
        self.n_taps.set(self.n_taps.get() + 1);
        self.phone.press(selector).await;
    }

    async fn end(&self, man: u64, word: &str) {
        let key = self.phone.key("report", &format!("side_1.men.{man}"), word).await;
        self.tap(&key).await;
    }

    async fn more(&self, man: u64) {
        self.tap(&format!("[id='w-report-side_1.men.{man}-more'] > summary")).await;
    }

    async fn deed(&self, man: u64, deed: &str, count: &str) {
        let key = self.phone.key("report", &format!("side_1.men.{man}.{deed}"), count).await;
        self.tap(&key).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_aftermath_of_ten_men_takes_at_most_twentyfive_taps() {
    if left_out() {
        return;
    }
    let house = House::up_front(TEN_MEN).await;
    house.both_select().await;
    let phone = house.seated(AMERICAN, 360).await;
    phone.tab("Result").await;
    phone.sees("#f-report").await;
    let men = phone.men("report", 1).await;
    assert_eq!(men.len(), 12, "two leaders and ten men: {men:?}");
    let enemies = phone.men("report", 2).await;

    // Ten men within the height of the screen, every key as large as a thumb.
    let measured = phone
        .ask(
            "(() => { const rows = [...document.querySelectorAll('#f-report .group')][0].querySelectorAll(':scope > .keyed');
               const [first, tenth] = [rows[0], rows[9]].map((row) => row.getBoundingClientRect());
               const keys = [...document.querySelectorAll('#f-report .group > .keyed > .keyrow > .key')].map((key) => key.getBoundingClientRect());
               return [tenth.bottom - first.top, innerHeight, Math.min(...keys.map((key) => Math.min(key.width, key.height)))]; })()",
        )
        .await;
    let [tall, screen, least] = [0, 1, 2].map(|n| measured[n].as_f64().unwrap());
    assert!(tall <= screen, "ten men are {tall} px tall on a screen of {screen}");
    assert!(least >= 44.0, "a key of {least} px");

    // Nobody of the ten comes home as he went; two men did more than the others, and one enemy fell to them.
    let thumb = Thumb { phone: &phone, n_taps: Cell::new(0) };
    let winner = phone.key("report", "winner", "German").await;
    thumb.tap(&winner).await;
    let ends = ["Killed", "Killed", "Routed", "Routed", "Wounded", "Wounded", "Pinned", "Pinned", "Killed"];
    for (man, end) in men.iter().zip(ends) {
        thumb.end(*man, end).await;
    }
    thumb.more(men[9]).await;
    thumb.end(men[9], "Captured").await;
    thumb.more(men[4]).await;
    thumb.deed(men[4], "hero", "2").await;
    thumb.deed(men[4], "cc_kill", "1").await;
    thumb.more(men[6]).await;
    thumb.deed(men[6], "hero", "1").await;
    thumb.tap(&phone.key("report", &format!("side_2.men.{}", enemies[0]), "Killed").await).await;
    phone.looks_right("up-front-aftermath").await;
    let answered = phone.answered().await;
    thumb.tap("#b-report").await;
    phone.until_answered(answered).await;
    let n_taps = thumb.n_taps.get();
    assert!(n_taps <= 25, "{n_taps} taps");

    phone.reads("#version-0", "German won.").await;
    let german = house.desk.look(&house.campaign, GERMAN).await.unwrap();
    let told = serde_json::to_string(&german.page("result")).unwrap();
    for (words, times) in
        [("was killed", 3), ("was captured", 1), ("2 Hero cards, 1 killed in close combat", 1)]
    {
        let found = told.matches(&format!("{words}\"")).count();
        assert!(found >= times, "{words}: {found} in {told}");
    }
    house.act(GERMAN, json!({"do": "confirm"})).await;
    phone.reads(".where span", "decisions are still to be made").await;
    phone.close().await;
}
