//! An activation goes back step by step in sight of the other side, and the past shows that it was there.

use serde_json::json;

use super::{NATO, PACT};
use crate::driver::{Browser, left_out};
use crate::house::House;

/// Where the map begins on the page.
const MAP_TOP: &str = "Math.round(document.querySelector('.hb-pan').getBoundingClientRect().top + scrollY)";

impl Browser {
    /// What a page that was drawn anew in place shows of the map is really drawn, and all of it is SVG.
    async fn is_drawn(&self, piece: &str) {
        self.until(&format!("document.querySelector(`{piece}`)?.getBoundingClientRect().width > 5")).await;
        let foreign = "[...document.querySelectorAll('svg *')].filter((node) => !node.namespaceURI.endsWith('svg')).length";
        assert_eq!(self.ask(foreign).await, json!(0));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_activation_goes_back_step_by_step_and_the_past_keeps_it() {
    if left_out() {
        return;
    }
    let house = House::gap().await;
    let (mut pact, nato) = (house.seated(PACT, 1280).await, house.seated(NATO, 1280).await);
    pact.tab("Map").await;
    nato.tab("Map").await;
    pact.reads("#f-undo", "No step of yours can be taken back").await;
    let top = pact.ask(MAP_TOP).await;
    house.act(PACT, json!({"do": "activate", "units": ["wp-m2"]})).await;
    house.act(PACT, json!({"do": "move", "units": ["wp-m2"], "path": ["0706"]})).await;
    pact.is_up_to_date(&house, PACT).await;
    pact.reads("#f-undo", "moved to 0706").await;
    for browser in [&pact, &nato] {
        browser.is_drawn("[data-k='wp-m2']").await;
    }
    assert_eq!(pact.ask(MAP_TOP).await, top, "the map stays where it was");

    pact.act("#b-undo").await;
    pact.reads("#f-undo", "activated").await;
    nato.is_up_to_date(&house, NATO).await;
    nato.is_drawn("[data-k='wp-m2']").await;
    pact.act("#b-undo").await;
    pact.reads("#f-undo", "No step of yours can be taken back").await;
    assert_eq!(pact.ask(MAP_TOP).await, top);

    // The log keeps both, and the past shows the stack where it stood for a moment.
    nato.tab("Log").await;
    nato.reads("main", "took the last step back").await;
    nato.press(".log li.void a[href*='/then/']").await;
    nato.reads("#h-then", "As it stood after entry").await;
    nato.reads(".moments [aria-current]", "moved to 0706").await;
    nato.looks_right("central-front-then").await;
    nato.press("#scrub-earlier").await;
    nato.reads(".moments [aria-current]", "activated").await;
    nato.ask("(document.getElementById('scrub').value = 1, document.getElementById('scrub').dispatchEvent(new Event('change', { bubbles: true })))").await;
    nato.reads("#h-then", "after entry 1 of").await;
    nato.press("#then a[href$='/log'], #then .quiet a").await;
    nato.until("!document.getElementById('then')").await;

    pact.widen(360).await;
    pact.tab("Log").await;
    pact.press(".log li.void a[href*='/then/']").await;
    pact.reads("#h-then", "As it stood after entry").await;
    pact.looks_right("central-front-then-narrow").await;
}
