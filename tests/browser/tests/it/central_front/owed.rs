//! Who has to act is told on the map, and whoever picks what waits beside it reads why a hex is not open to it.

use rules_central_front::phase::Phase;
use serde_json::json;

use super::{NATO, PACT};
use crate::driver::left_out;
use crate::house::House;

#[tokio::test(flavor = "multi_thread")]
async fn who_has_to_withdraw_is_marked_and_cannot_be_left() {
    if left_out() {
        return;
    }
    let house = House::gap_where(|facts| {
        facts.phase = Phase::NatoRetreat;
        let helicopter = facts.unit.iter_mut().find(|unit| unit.id.as_str() == "us-hel").unwrap();
        (helicopter.at, helicopter.ap) = (Some("0504".parse().unwrap()), 5);
    })
    .await;
    for width in [1280, 360] {
        let nato = house.seated(NATO, width).await;
        nato.tab("Map").await;
        nato.sees(".hb-above .hb-has").await;
        nato.reads(".hb-todo .hb-take[data-owes]", "has to withdraw.").await;
        assert_eq!(
            nato.ask("document.querySelector('.hb-take').hasAttribute('data-owes')").await,
            json!(true)
        );
        nato.reads("#closing", "Still open").await;
        nato.looks_right("central-front-owed").await;
        // The next stack is the one that has to act.
        nato.press("#map-next").await;
        nato.until("document.querySelector('.hb-stack.picked')?.id === 'map-s0504'").await;
        nato.sees("#map-d-Later").await;
        assert!(!nato.has("#map-d-Stay").await, "at {width}");
        nato.looks_right("central-front-owed-picked").await;
        nato.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reinforcement_that_is_picked_is_asked_of_its_own_hexes_alone() {
    if left_out() {
        return;
    }
    let house = House::gap_where(|facts| (facts.turn, facts.phase) = (2, Phase::Reinforcement)).await;
    for width in [1280, 360] {
        let pact = house.seated(PACT, width).await;
        pact.tab("Map").await;
        pact.sees(".hb-take[data-pick]").await;
        // A hex is looked at first.
        pact.press_there("#map-s0504 .hb-pile").await;
        pact.reads("#map-inspector .hb-title", "0504").await;
        // Its hexes come into view, wherever one looks.
        pact.ask("[...Array(6)].forEach(() => document.querySelector('[data-do=in]').click())").await;
        pact.ask("document.querySelector('.hb-pan').scrollTo(0, 0)").await;
        pact.ask("document.querySelector('.hb-take[data-pick]').click()").await;
        pact.reads("#map-deed", "The marked hexes are open to it.").await;
        let open = "(() => { const of = (part) => document.querySelector(part).getBoundingClientRect(); \
                    const [open, pan, panel] = [of('#map-under .hb-legal'), of('.hb-pan'), of('.wb-panel')]; \
                    const foot = getComputedStyle(document.querySelector('.wb-panel')).position === 'fixed' ? panel.top : pan.bottom; \
                    return document.querySelector('.hb-pan').scrollLeft > 0 && open.left < pan.right && open.right > pan.left && open.top < foot && open.bottom > pan.top; })()";
        pact.until(open).await;
        pact.looks_right("central-front-entry").await;
        pact.ask("document.querySelector('[data-do=whole]').click()").await;
        pact.press_there("#map-s0504 .hb-pile").await;
        pact.reads("#map-deed", "0504").await;
        pact.reads("#map-why", "(CF-SPL-4)").await;
        pact.looks_right("central-front-why").await;
        pact.close().await;
    }
}
