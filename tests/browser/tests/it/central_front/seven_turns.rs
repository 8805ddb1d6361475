//! The sample from its first turn to its end, with a browser at each side.

use std::collections::BTreeMap;

use serde_json::json;

use super::player::Chooser;
use super::{NATO, PACT};
use crate::driver::left_out;
use crate::house::House;

/// What of one kind is done in a browser before the rest of it is done without, so that the journey stays short.
const BY_HAND: usize = 2;

#[tokio::test(flavor = "multi_thread")]
async fn the_sample_is_played_through_seven_turns_by_both_sides_to_its_end() {
    if left_out() {
        return;
    }
    let house = House::fulda().await;
    let (pact, nato) = (house.seated(PACT, 1280).await, house.seated(NATO, 360).await);
    let mut chooser = Chooser::default();
    let mut by_hand: BTreeMap<String, usize> = BTreeMap::new();
    let mut acts = 0;
    while let Some(turned) = chooser.next(&house).await {
        let kind: String = turned.form.command["do"].as_str().unwrap_or_default().to_owned();
        let done = by_hand.entry(format!("{} {kind}", turned.seat.name())).or_default();
        *done += 1;
        if kind == "end-phase" || *done <= BY_HAND {
            let browser = if turned.seat == PACT { &pact } else { &nato };
            turned.in_browser(&house, browser).await;
        } else {
            turned.at_the_desk(&house).await;
        }
        acts += 1;
        assert!(acts < 2000, "the game does not end");
    }
    let facts = house.desk.position(&house.campaign).await.unwrap();
    assert_eq!((&facts["phase"], &facts["turn"]), (&json!("over"), &json!(7)));
    // Both sides moved, attacked and ended each of their phases at their screens.
    for kind in ["activate", "move", "designate", "attack", "end-phase"] {
        assert!(by_hand.contains_key(&format!("{} {kind}", PACT.name())), "{kind}: {by_hand:?}");
    }
    assert_eq!(by_hand[&format!("{} end-phase", PACT.name())], 35);
    assert_eq!(by_hand[&format!("{} end-phase", NATO.name())], 35);
    for (browser, seat) in [(&pact, PACT), (&nato, NATO)] {
        browser.is_up_to_date(&house, seat).await;
        browser.reads(".lede", "Play is over.").await;
        browser.reads("#score", "Result:").await;
        browser.reads("#end .headline", "result").await;
        browser.looks_right(&format!("central-front-over-{}", seat.name())).await;
    }
    pact.close().await;
    nato.close().await;
}
