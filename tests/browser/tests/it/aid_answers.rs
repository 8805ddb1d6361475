//! What was answered in the play aid belongs to one formation and one activation; a game that comes in is read with care.

use serde_json::json;

use crate::aid::{add, script, written};
use crate::driver::{Browser, left_out};

async fn pick(browser: &Browser, selector: &str) {
    script(browser, &format!("document.querySelector('{selector}').click()")).await;
}

async fn throw(browser: &Browser, chart: &str, face: u8) {
    pick(browser, &format!("[data-chart][value={chart}]")).await;
    pick(browser, &format!("[data-die=\"0\"][data-face=\"{face}\"]")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_last_for_their_formation_and_its_activation() {
    if left_out() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::open(1280).await;
    browser.go(&written(&folder)).await;
    for (name, side) in [("7th Armoured", 0), ("11th Panzer", 1)] {
        add(&browser, name, side).await;
    }
    pick(&browser, "[data-use=\"1\"]").await;
    pick(&browser, "[data-done=a]").await;
    pick(&browser, "[data-chart][value=fatigue]").await;
    pick(&browser, "[data-answer=\"fatigue.attack\"]").await;
    throw(&browser, "fatigue", 1).await;
    pick(&browser, "#take").await;
    assert_eq!(script(&browser, "return game.cards[0].of.fatigue").await, 2);

    // Another roll in the same activation raises nothing more, and says why.
    let hidden = "return document.querySelector('#take').hidden";
    throw(&browser, "fatigue", 1).await;
    browser.reads("#came", "It has risen in this activation: one level at most.").await;
    assert_eq!(script(&browser, hidden).await, true);

    // That one result is on the card hides no button of another chart.
    pick(&browser, "[data-chart][value=second-activation]").await;
    pick(&browser, "[data-answer=\"second-activation.skip\"]").await;
    browser.reads("#take", "Enter on the card: HQ Done").await;
    assert_eq!(script(&browser, hidden).await, false);
    pick(&browser, "[data-answer=\"second-activation.skip\"]").await;

    // The attack of the Initial Activation tires nobody in the Second, which stays one when its steps are cleared.
    throw(&browser, "second-activation", 6).await;
    let tiring = "const { attack, second } = answersOf(sheetOf('fatigue')); return [attack, second]";
    assert_eq!(script(&browser, tiring).await, json!([0, 1]));
    pick(&browser, "[data-anew=\"1\"]").await;
    assert_eq!(script(&browser, tiring).await, json!([0, 1]));
    throw(&browser, "fatigue", 1).await;
    browser.reads("#take", "Enter on the card: Fatigue 2").await;

    // What the card of another formation says anew changes its answers alone.
    let more = "[data-step=\"snafu.blocked\"][data-sign=\"+\"]";
    let blocked = "return answersOf(sheetOf('snafu')).blocked";
    pick(&browser, "[data-chart][value=snafu]").await;
    for card in [2, 1] {
        pick(&browser, &format!("[data-use=\"{card}\"]")).await;
        pick(&browser, more).await;
        pick(&browser, more).await;
    }
    pick(&browser, "[data-step=\"card.2.blocked\"][data-sign=\"+\"]").await;
    assert_eq!(script(&browser, blocked).await, 2);
    pick(&browser, "[data-use=\"2\"]").await;
    assert_eq!(script(&browser, blocked).await, 1);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_no_chart_asks_is_left_out_of_a_game_that_comes_in() {
    if left_out() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::open(1280).await;
    browser.go(&written(&folder)).await;
    let take = async |of: serde_json::Value| {
        let text = json!(of.to_string());
        script(&browser, &format!("one('#paste').value = {text}; one('#take-paste').click()")).await;
    };
    let card = json!({ "id": 1, "side": 0, "name": "7th Armoured", "of": {} });
    let game = json!({
        "form": "adjutant-aid/1", "turn": 3, "sides": ["Blue", "Red"], "cards": [card], "on": 1,
        "answers": { "snafu": { "fatigue": 99, "special": "x", "coordination": 1 }, "gone": { "it": 1 } },
        "held": { "0": null }, "ticks": { "stops": "all" }, "steps": { "1": null }, "acts": [null, { "turn": 1 }],
    });
    take(game).await;
    browser.reads("#said", "The game was taken in").await;
    let kept = "return [game.answers, game.held, game.ticks, game.steps, game.acts]";
    assert_eq!(
        script(&browser, kept).await,
        json!([{ "snafu": { "coordination": 1 } }, { "0": {} }, {}, {}, []])
    );
    // Two cards with one number are none.
    take(json!({ "form": "adjutant-aid/1", "turn": 4, "sides": ["Blue", "Red"], "cards": [card, card] }))
        .await;
    browser.reads("#said", "each needs a number of its own").await;
    assert_eq!(script(&browser, "return game.turn").await, 3);
    browser.close().await;
}
