//! Who comes back to a map sees what the enemy did meanwhile, step by step, and what has changed since.

use kernel::Seat;
use serde_json::json;

use crate::driver::left_out;
use crate::house::House;

const PACT: Seat = Seat::Side(0);
const NATO: Seat = Seat::Side(1);

#[tokio::test(flavor = "multi_thread")]
async fn the_enemy_s_moves_are_played_back_and_lists_keep_what_has_changed() {
    if left_out() {
        return;
    }
    for width in [1280, 360] {
        let house = House::gap().await;
        // The fight is over in one step: the answers are ordered beforehand.
        let orders = json!({"do": "instruct", "cover": "never", "losses": "keep-defense", "retreats": "toward-supply", "excess": "keep-defense"});
        house.act(NATO, orders).await;
        let nato = house.seated(NATO, width).await;
        nato.tab("Map").await;
        nato.sees(".hb-stack").await;
        assert!(!nato.has("#away").await, "nothing has happened on a first visit");
        house.later(60);
        for command in [
            json!({"do": "activate", "units": ["wp-t1"]}),
            json!({"do": "move", "units": ["wp-t1"], "path": ["0603"]}),
            json!({"do": "march", "units": ["wp-t1"], "target": "0504"}),
        ] {
            house.act(PACT, command).await;
        }
        nato.go(&house.page(NATO, "map")).await;
        nato.reads("#h-away", "While you were away").await;
        // Where the fight leads the regiment, its dice say.
        nato.reads("#away .passed", "7 Tank Regt: 0703 to 0").await;
        nato.looks_right("away").await;
        // Lists and the text board keep what has changed.
        nato.ask("document.getElementById('map-words').open = true").await;
        let rows = "[...document.querySelectorAll('#map-words tbody tr')].filter((row) => row.offsetParent !== null).length";
        let all = nato.ask(rows).await.as_u64().unwrap();
        nato.press("#changed-only").await;
        nato.until(&format!("{rows} > 0 && {rows} < {all}")).await;
        let moved = "[...document.querySelectorAll('#map-words tbody tr')].some((row) => row.offsetParent !== null && row.textContent.includes('7 Tank Regt'))";
        nato.until(moved).await;
        nato.press("#changed-only").await;
        // It is played back by itself, with a trail, and rests at the last moment.
        nato.press("#play-back").await;
        nato.reads("#h-then", "As it stood after entry").await;
        nato.until("document.querySelector('.hb-key-passed .hb-tie') && document.querySelector('.hb-was') && document.querySelector('#then .passed').textContent.includes('0703 to 0')").await;
        nato.press("#scrub-play").await;
        nato.reads("#scrub-play", "Play").await;
        // The strip over the map says who did what.
        nato.reads(".strip-says", "Warsaw Pact: 7 Tank Regt").await;
        nato.looks_right("away-step").await;
        nato.press("#scrub-play").await;
        nato.until("document.getElementById('scrub').value === document.getElementById('scrub').max").await;
        nato.reads("#scrub-play", "Play").await;
        assert_eq!(nato.ask("sessionStorage.getItem('play')").await, json!(null));
        // The result of the fight stands at its hex.
        nato.sees(".hb-result").await;
        nato.looks_right("away-last").await;
        // Whoever could act now picks nothing up in the past; the way back stands beside it.
        nato.press("#scrub-now").await;
        nato.until("location.pathname.endsWith('/map') && !location.pathname.includes('/then/')").await;
        let pact = house.seated(PACT, width).await;
        let acts = "document.querySelector('.hexboard').dataset.acts";
        pact.go(&house.page(PACT, "map")).await;
        assert_ne!(pact.ask(acts).await, json!(""));
        pact.go(&house.page(PACT, "then?page=map")).await;
        assert_eq!(pact.ask(acts).await, json!(""));
        assert!(!pact.has(".hb-orders").await && !pact.has(".hb-todo").await);
        pact.reads(".wb-said", "A moment of the past: nothing can be ordered here.").await;
        pact.looks_right("away-past-of-mover").await;
        pact.close().await;
        nato.close().await;
    }
}

/// What the umpire gave for a side is not told as its own.
#[tokio::test(flavor = "multi_thread")]
async fn what_the_umpire_gave_for_a_side_says_so_beside_the_map() {
    if left_out() {
        return;
    }
    let house = House::gap().await;
    // The fight is over in one step: the answers are ordered beforehand.
    let orders = json!({"do": "instruct", "cover": "never", "losses": "keep-defense", "retreats": "toward-supply", "excess": "keep-defense"});
    house.act(NATO, orders).await;
    for command in [
        json!({"do": "activate", "units": ["wp-t1"]}),
        json!({"do": "move", "units": ["wp-t1"], "path": ["0603"]}),
    ] {
        house.act(PACT, command).await;
    }
    house.for_side(PACT, json!({"do": "march", "units": ["wp-t1"], "target": "0504"})).await;
    for width in [1280, 360] {
        let nato = house.seated(NATO, width).await;
        nato.tab("Map").await;
        nato.reads("#latest", "Given by").await;
        nato.looks_right("away-given-by").await;
        nato.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_only_looked_away_for_a_moment_plays_back_what_came_after_the_own_last_act() {
    if left_out() {
        return;
    }
    let house = House::gap().await;
    let orders = json!({"do": "instruct", "cover": "never", "losses": "keep-defense", "retreats": "toward-supply", "excess": "keep-defense"});
    house.act(NATO, orders).await;
    let nato = house.seated(NATO, 360).await;
    nato.tab("Map").await;
    nato.sees(".hb-stack").await;
    assert!(!nato.has("#away").await, "nobody has done anything since");
    for command in [
        json!({"do": "activate", "units": ["wp-t1"]}),
        json!({"do": "move", "units": ["wp-t1"], "path": ["0603"]}),
    ] {
        house.act(PACT, command).await;
    }
    nato.go(&house.page(NATO, "map")).await;
    nato.reads("#h-away", "Since your last act").await;
    // A sheet that something has raised does not lie over what is played back.
    nato.press("[data-sheet=more]").await;
    nato.until("document.documentElement.dataset.sheet === 'half'").await;
    nato.press("#play-back").await;
    nato.until("document.documentElement.dataset.sheet === 'low'").await;
    nato.reads("#h-then", "As it stood after entry").await;
    // Whoever has not acted has nothing to count from.
    let looks_on = house.seated(Seat::Spectator, 360).await;
    looks_on.tab("Map").await;
    looks_on.sees(".hb-stack").await;
    assert!(!looks_on.has("#away").await);
    looks_on.close().await;
    nato.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_looked_at_makes_room_for_what_the_enemy_does() {
    if left_out() {
        return;
    }
    let house = House::gap().await;
    let nato = house.seated(NATO, 1280).await;
    nato.tab("Map").await;
    nato.sees("#map-s0703 .hb-afar").await;
    let middle = "(({ x, y, width, height }) => [x + width / 2, y + height / 2])(document.querySelector('#map-s0703').getBoundingClientRect())";
    let (x, y): (f64, f64) = serde_json::from_value(nato.ask(middle).await).unwrap();
    nato.tell("Input.dispatchMouseEvent", json!({"type": "mouseMoved", "x": x, "y": y})).await;
    nato.sees("#map-fan li svg").await;
    house.act(PACT, json!({"do": "activate", "units": ["wp-t1"]})).await;
    nato.is_up_to_date(&house, NATO).await;
    // A stack that is laid out would show it as it was.
    nato.until("!document.querySelector('#map-fan li')").await;
    nato.press("#map-s0703").await;
    nato.reads("#map-inspector .hb-title", "0703").await;
    house.act(PACT, json!({"do": "move", "units": ["wp-t1"], "path": ["0603"]})).await;
    nato.is_up_to_date(&house, NATO).await;
    nato.reads("#map-inspector .hb-title", "0703").await;
    house.act(PACT, json!({"do": "march", "units": ["wp-t1"], "target": "0504"})).await;
    nato.reads(".wb-rest > .yours", "Declare support").await;
    nato.until("!document.querySelector('#map-inspector .hb-title')").await;
    // Whoever watches the past meanwhile reads beside the way back what is owed.
    for width in [1280, 360] {
        let watches = house.seated(NATO, width).await;
        watches.go(&house.page(NATO, "then?page=map")).await;
        watches.reads("#scrub-now", "Now: waits for you").await;
        watches.looks_right("away-waits").await;
        watches.close().await;
    }
    nato.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_weather_that_comes_with_the_dice_is_no_latest_throw() {
    if left_out() {
        return;
    }
    let house = House::for_devices_of("central-front", rules_central_front::FULDA).await;
    let (pact, nato) = (house.seated(PACT, 1280).await, house.seated(NATO, 360).await);
    for (browser, seat) in [(&pact, PACT), (&nato, NATO)] {
        browser.until("document.body.textContent.includes('The dice are open')").await;
        browser.tab("Map").await;
        browser.sees(".hb-stack").await;
        browser.is_up_to_date(&house, seat).await;
        assert!(!browser.has("#latest").await);
        browser.looks_right("away-dice-open").await;
    }
    pact.close().await;
    nato.close().await;
}
