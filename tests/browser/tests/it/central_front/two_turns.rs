//! Two turns of the sample from the pages alone, both sides, with every press counted; and a turn in which nobody acts.

use std::collections::BTreeMap;

use serde_json::json;

use super::player::Chooser;
use super::{NATO, PACT};
use crate::driver::left_out;
use crate::house::House;

/// The most presses of a side for a turn in which it activates, moves and attacks in both of its movement phases.
const MOST_A_TURN: u64 = 60;

#[tokio::test(flavor = "multi_thread")]
async fn two_turns_are_played_from_the_pages_alone() {
    if left_out() {
        return;
    }
    let house = House::fulda().await;
    let (pact, nato) = (house.seated(PACT, 1280).await, house.seated(NATO, 360).await);
    let mut chooser = Chooser::going_on();
    let mut seen = json!(null);
    let mut presses: BTreeMap<(u64, &str, String), (u64, u64)> = BTreeMap::new();
    loop {
        let facts = house.desk.position(&house.campaign).await.unwrap();
        let turn = facts["turn"].as_u64().unwrap();
        if turn > 2 {
            break;
        }
        let turned = chooser.next(&house).await.expect("play goes on");
        let browser = if turned.seat == PACT { &pact } else { &nato };
        if turned.seat == NATO && seen != facts["phase"] {
            // On the phone what is owed first is on the first screen of its page, once in each phase.
            seen = facts["phase"].clone();
            nato.is_up_to_date(&house, NATO).await;
            assert_eq!(nato.owed_out_of_sight(&house.address).await, None, "{seen}");
            nato.looks_right(&format!("central-front-owed-{}", seen.as_str().unwrap_or_default())).await;
            nato.go(&house.page(NATO, "overview")).await;
        }
        let kind = turned.form.command["do"].as_str().unwrap_or_default().to_owned();
        let side = if turned.seat == PACT { "Warsaw Pact" } else { "NATO" };
        let pressed = turned.in_browser(&house, browser).await;
        let (times, all) = presses.entry((turn, side, kind)).or_default();
        (*times, *all) = (*times + 1, *all + pressed);
    }
    for ((turn, side, kind), (times, pressed)) in &presses {
        println!("turn {turn}, {side}: {kind}, {times} times, {pressed} presses");
    }
    for turn in [1, 2] {
        for side in ["Warsaw Pact", "NATO"] {
            let of = presses.iter().filter(|((of, who, _), _)| (*of, *who) == (turn, side));
            let (mut sum, mut ends) = (0, 0);
            for ((_, _, kind), (times, pressed)) in of {
                sum += pressed;
                ends += if kind == "end-phase" { *times } else { 0 };
            }
            println!("turn {turn}, {side}: {sum} presses");
            assert!(sum <= MOST_A_TURN, "turn {turn}, {side}: {sum} presses");
            // Five phases, of which at least one was empty.
            assert!((2..5).contains(&ends), "turn {turn}, {side}: {ends} phases were ended by hand");
        }
    }
    for (browser, seat) in [(&pact, PACT), (&nato, NATO)] {
        browser.is_up_to_date(&house, seat).await;
        browser.looks_right(&format!("central-front-two-turns-{}", seat.name())).await;
    }
    pact.tab("Log").await;
    pact.reads("main", "passed by itself").await;
    pact.close().await;
    nato.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_in_which_nobody_acts_takes_two_presses() {
    if left_out() {
        return;
    }
    let house = House::gap().await;
    let (pact, nato) = (house.seated(PACT, 1280).await, house.seated(NATO, 360).await);
    let turn = || async { house.desk.position(&house.campaign).await.unwrap()["turn"].clone() };
    // On the map and on the overview alike, one press a side.
    for (pages, turns) in [("Map", 1), ("Overview", 2)] {
        assert_eq!(turn().await, json!(turns));
        // Reinforcements of the second turn have to be put on the map by somebody.
        let facts = || house.desk.position(&house.campaign);
        while facts().await.unwrap()["phase"] == json!("reinforcement") {
            let entering = Chooser::default().next(&house).await.expect("somebody enters");
            entering.at_the_desk(&house).await;
        }
        for (browser, seat) in [(&pact, PACT), (&nato, NATO)] {
            browser.tab(pages).await;
            browser.is_up_to_date(&house, seat).await;
            browser.act("#b-pass-turn").await;
        }
        assert_eq!(turn().await, json!(turns + 1));
    }
    pact.tab("Log").await;
    pact.reads("main", "NATO passed the rest of the turn.").await;
    pact.reads("main", "WP second combat passed by itself").await;
    pact.looks_right("central-front-empty-turn").await;

    // Whoever acts after a pass gives the other side its phases back.
    pact.tab("Map").await;
    pact.is_up_to_date(&house, PACT).await;
    pact.looks_right("central-front-pass").await;
    pact.act("#b-pass-turn").await;
    nato.is_up_to_date(&house, NATO).await;
    nato.reads(".lede", "Warsaw Pact has passed the turn").await;
    nato.looks_right("central-front-passed").await;
    house.act(NATO, json!({"do": "activate", "units": ["us-f1"]})).await;
    nato.is_up_to_date(&house, NATO).await;
    assert!(!nato.text(".lede").await.contains("passed"));
    pact.close().await;
    nato.close().await;
}

/// What comes next stands under the hand that pressed: the second press of two is not for it.
#[tokio::test(flavor = "multi_thread")]
async fn the_second_of_two_presses_passes_no_other_turn() {
    if left_out() {
        return;
    }
    let house = House::gap().await;
    let pass = json!({"do": "end-phase", "then": "turn"});
    house.act(PACT, pass.clone()).await;
    house.act(NATO, pass.clone()).await;
    while house.desk.position(&house.campaign).await.unwrap()["phase"] == json!("reinforcement") {
        let entering = Chooser::default().next(&house).await.expect("somebody enters");
        entering.at_the_desk(&house).await;
    }
    house.act(PACT, json!({"do": "end-phase", "then": "open"})).await;
    house.act(NATO, pass).await;
    let pact = house.seated(PACT, 1280).await;
    pact.tab("Map").await;
    pact.sees("#b-pass-turn").await;
    let middle = "(({ x, y, width, height }) => [x + width / 2, y + height / 2])(document.querySelector('#b-pass-turn').getBoundingClientRect())";
    pact.ask("document.querySelector('#b-pass-turn').scrollIntoView({ block: 'center' })").await;
    let at: (f64, f64) = serde_json::from_value(pact.ask(middle).await).unwrap();
    let press = async |nth: u64| {
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({"type": kind, "x": at.0, "y": at.1, "button": "left", "clickCount": nth});
            pact.tell("Input.dispatchMouseEvent", event).await;
        }
    };
    let passed = async || {
        let log = house.desk.log(&house.campaign, NATO, None, 100).await.unwrap();
        let told = |line: &&table::LogLine| {
            line.seat == PACT
                && line.lines.iter().any(|(_, text)| text.plain(&[]).contains("passed the rest"))
        };
        log.lines.iter().filter(told).count()
    };
    let answered = pact.answered().await;
    press(1).await;
    pact.until_answered(answered).await;
    pact.reads("#b-pass-turn", "turn 3").await;
    // Whatever the page shows by now, the button of the next turn is where the first one was.
    pact.ask(&format!("window.scrollBy(0, ({middle})[1] - {})", at.1)).await;
    press(2).await;
    pact.until("!document.querySelector('[aria-busy=true]')").await;
    assert_eq!(passed().await, 2, "one a turn");
    // Nor is a key that is held.
    pact.ask("document.querySelector('#b-pass-turn').focus()").await;
    let key = async |repeats: bool| {
        let down = json!({"type": "keyDown", "key": "Enter", "code": "Enter", "text": "\r", "windowsVirtualKeyCode": 13, "autoRepeat": repeats});
        pact.tell("Input.dispatchKeyEvent", down).await;
    };
    key(true).await;
    pact.until("!document.querySelector('[aria-busy=true]')").await;
    assert_eq!(passed().await, 2, "a key that is held");
    // A press by itself is.
    let answered = pact.answered().await;
    press(1).await;
    pact.until_answered(answered).await;
    assert_eq!(passed().await, 3);
    pact.close().await;
}

/// A place of the screen within the hexes that are open to what is picked.
const OPEN: &str = "(() => {
  const path = document.querySelector('.hb-legal'), box = path.getBBox(), to = path.getScreenCTM();
  const fills = (x, y) => path.isPointInFill(new DOMPoint(x, y));
  for (let x = box.x; x < box.x + box.width; x += 3) for (let y = box.y; y < box.y + box.height; y += 3) {
    if (![[0, 0], [9, 0], [-9, 0], [0, 9], [0, -9]].every(([dx, dy]) => fills(x + dx, y + dy))) continue;
    const at = new DOMPoint(x, y).matrixTransform(to);
    if (document.elementFromPoint(at.x, at.y)?.closest('.hb-map')) return [at.x, at.y];
  }
})()";

/// The list beside the map leads to what is not on it: one press picks a reinforcement, the next ones place it.
#[tokio::test(flavor = "multi_thread")]
async fn what_waits_beside_the_map_is_picked_there_and_enters_where_it_is_pressed() {
    if left_out() {
        return;
    }
    let house = House::gap().await;
    let facts = || async { house.desk.position(&house.campaign).await.unwrap() };
    for seat in [PACT, NATO] {
        house.act(seat, json!({"do": "end-phase", "then": "turn"})).await;
    }
    assert_eq!(facts().await["phase"], json!("reinforcement"));
    for width in [1280, 360] {
        let entering = Chooser::default().next(&house).await.expect("somebody enters");
        assert_eq!(entering.form.command["do"], json!("place"));
        let seat = entering.seat;
        let browser = house.seated(seat, width).await;
        browser.tab("Map").await;
        browser.is_up_to_date(&house, seat).await;
        browser.reads(".hb-todo", "Wait beside the map").await;
        browser.looks_right("central-front-waits").await;
        let before = facts().await;
        browser.press(".hb-todo [data-pick]").await;
        browser.sees(".hb-legal:not([d=''])").await;
        let at = browser.ask(OPEN).await;
        for _ in 0..2 {
            for kind in ["mousePressed", "mouseReleased"] {
                let event = json!({"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1});
                browser.tell("Input.dispatchMouseEvent", event).await;
            }
            browser.ask("new Promise((resolve) => setTimeout(resolve, 700))").await;
        }
        browser.is_up_to_date(&house, seat).await;
        assert_ne!(facts().await["unit"], before["unit"], "a unit has entered");
        browser.close().await;
    }
}
