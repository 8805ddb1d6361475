//! What is laid on the field by hand is judged as it is typed, goes along with whichever button sends it, and stays until it is
//! sent.

use serde_json::{Value, json};
use thirtyfour::Key;

use super::{NEUTRAL, Player, REBEL, UNION, rows};
use crate::driver::left_out;
use crate::house::House;

/// Both sides sketch.
pub(super) async fn at_sketches() -> House {
    let house = House::summer().await;
    house.act(NEUTRAL, json!({"do": "next-step"})).await;
    house.act(NEUTRAL, json!({"do": "enter-battle", "attacker": "aop", "defender": "anv", "hex": "H-open", "column": "1:1", "size": "medium"})).await;
    for seat in [UNION, REBEL] {
        house.act(seat, json!({"do": "agree", "battle": "aop.1", "stands": 20, "batteries": 2})).await;
    }
    house.act(NEUTRAL, json!({"do": "draw-field", "battle": "aop.1"})).await;
    house.act(REBEL, json!({"do": "choose-side", "battle": "aop.1", "edge": "south"})).await;
    for seat in [UNION, REBEL] {
        let page = house.desk.look(&house.campaign, seat).await.unwrap().page("orders").unwrap();
        let form = page.forms().into_iter().find(|form| form.id == "submit-oob-aop-1").unwrap().clone();
        let kernel::view::FieldKind::Words { value, .. } = &form.questions()[0].kind else {
            panic!("{form:?}")
        };
        house.act(seat, json!({"do": "submit-oob", "battle": "aop.1", "oob": value})).await;
    }
    for seat in [UNION, REBEL] {
        house.act(seat, json!({"do": "seal-flank", "battle": "aop.1"})).await;
    }
    house
}

/// Where a unit of the Union stands on its sketch.
async fn stands(house: &House, unit: &str) -> Value {
    let position = house.desk.position(&house.campaign).await.unwrap();
    let sketch = position["battle"][0]["halves"][0]["sketch"].as_array().unwrap().clone();
    let spot = sketch.into_iter().find(|spot| spot["unit"] == json!(unit));
    spot.map_or(Value::Null, |spot| json!([spot["x"], spot["y"]]))
}

impl Player {
    /// Types at the foot of the map and presses Enter.
    async fn lays(&self, words: &str) {
        self.browser.ask("document.getElementById('inch-order-field').value = ''").await;
        self.browser.type_in("#inch-order-field", words).await;
        self.browser.keys(Key::Enter).await;
    }

    /// Until so many pieces lie on the map and are not sent.
    async fn has_laid(&self, n: usize) {
        self.browser.until(&format!("document.querySelectorAll('[data-laid]').length === {n}")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whichever_button_is_pressed_what_is_laid_goes_along() {
    if left_out() {
        return;
    }
    let house = at_sketches().await;
    let spots = rows(&house, UNION).await;
    house.act(UNION, json!({"do": "sketch", "battle": "aop.1", "spots": spots})).await;
    let names: Vec<&str> = spots.split("; ").map(|spot| spot.split(':').next().unwrap()).collect();
    let (one, two, three) = (names[0], names[1], names[2]);
    let union = Player { journey: "civil-war-laid", ..Player::at(&house, UNION, 1280).await };
    let browser = &union.browser;
    union.goes(&house, "field").await;
    browser.sees("#inch-tray").await;

    // What is laid stays through a reload, and whoever closes his sketch is told of it.
    union.lays(&format!("{one}: 20 40")).await;
    union.has_laid(1).await;
    browser.reads("#inch-lay-drop", "Keep this sketch, with one laid anew").await;
    union.goes(&house, "field").await;
    union.has_laid(1).await;
    union.looks("again").await;
    browser.press("#b-close-aop-1").await;
    browser.reads(".ask-once", "“Keep this sketch” is not sent yet").await;
    union.has_laid(1).await;

    // The button of the form sends it with what the form says already.
    browser.act("#b-sketch-aop-1").await;
    union.has_laid(0).await;
    assert_eq!(stands(&house, one).await, json!([20.0, 40.0]));
    assert_ne!(stands(&house, two).await, Value::Null);

    // So does the button above the tray; the focus stays where the work goes on.
    union.lays(&format!("{two}: 25 41")).await;
    union.has_laid(1).await;
    browser.ask("document.getElementById('inch-lay-drop').focus()").await;
    let answered = browser.answered().await;
    browser.keys(Key::Enter).await;
    browser.until_answered(answered).await;
    union.has_laid(0).await;
    assert_eq!(stands(&house, two).await, json!([25.0, 41.0]));
    assert!(browser.is_at(".ib-tray *").await, "{}", browser.ask("document.activeElement.outerHTML").await);

    // What may not lie there is left out by name, and goes on lying there; sent with the form it is refused, and does so too.
    union.lays(&format!("{three}: 30 20")).await;
    union.lays(&format!("{one}: 31 42")).await;
    union.has_laid(2).await;
    browser.reads("#inch-lay-words", "outside your deployment zone and stays unsent").await;
    browser.reads("#inch-lay-drop", &format!("with one laid anew, without {three}")).await;
    union.looks("outside").await;
    browser.act("#inch-lay-drop").await;
    union.has_laid(1).await;
    assert_eq!(stands(&house, one).await, json!([31.0, 42.0]));
    browser.sees(".ib-laid.bad").await;
    browser.act("#b-sketch-aop-1").await;
    browser.reads("#r-sketch-aop-1", "stands outside your deployment zone").await;
    union.has_laid(1).await;

    // A list that is typed and what is laid after it are sent together, also when somebody else acts in between.
    browser.press("#inch-lay-back").await;
    let text = json!(format!("{one}: 10 40; {two}: 14 40; {three}: 18 40"));
    let field = "document.getElementById('w-sketch-aop-1-spots')";
    let types =
        format!("({field}.value = {text}, {field}.dispatchEvent(new Event('input', {{ bubbles: true }})))");
    browser.ask(&types).await;
    union.has_laid(3).await;
    union.lays(&format!("{three}: 22 43")).await;
    house.act(REBEL, json!({"do": "sketch", "battle": "aop.1", "spots": rows(&house, REBEL).await})).await;
    browser.is_up_to_date(&house, UNION).await;
    union.has_laid(3).await;
    browser.act("#b-sketch-aop-1").await;
    union.has_laid(0).await;
    for (unit, at) in [(one, [10.0, 40.0]), (two, [14.0, 40.0]), (three, [22.0, 43.0])] {
        assert_eq!(stands(&house, unit).await, json!(at), "{unit}");
    }

    // Whoever writes more keeps what he has laid by hand.
    union.lays(&format!("{one}: 12 44")).await;
    union.has_laid(1).await;
    let text = json!(format!("{two}: 16 45"));
    browser
        .ask(&format!(
            "({field}.value = {text}, {field}.dispatchEvent(new Event('input', {{ bubbles: true }})))"
        ))
        .await;
    union.has_laid(2).await;
    browser.act("#b-sketch-aop-1").await;
    for (unit, at) in [(one, [12.0, 44.0]), (two, [16.0, 45.0])] {
        assert_eq!(stands(&house, unit).await, json!(at), "{unit}");
    }
    // What is in hand is put back alone, then everything; a list that is put back stands as it did before.
    union.lays(&format!("{one}: 13 42")).await;
    union.lays(&format!("{three}: 23 42")).await;
    union.has_laid(2).await;
    browser.ask("document.getElementById('inch-order-field').value = ''").await;
    browser.type_in("#inch-order-field", one).await;
    browser.keys(Key::Enter).await;
    browser.reads("#inch-lay-back", "Put it back").await;
    browser.press("#inch-lay-back").await;
    union.has_laid(1).await;
    browser.reads("#inch-lay-back", "Put all back").await;
    browser.press("#inch-lay-back").await;
    union.has_laid(0).await;
    let kept = browser.ask(&format!("{field}.value")).await;
    let text = json!(format!("{two}: 17 45"));
    browser
        .ask(&format!(
            "({field}.value = {text}, {field}.dispatchEvent(new Event('input', {{ bubbles: true }})))"
        ))
        .await;
    union.has_laid(1).await;
    browser.press("#inch-lay-back").await;
    union.has_laid(0).await;
    assert_eq!(browser.ask(&format!("{field}.value")).await, kept);
    // The other end may be typed first.
    browser.press(".ib-tray [data-group='0']").await;
    browser.type_in("#inch-lay-to", "28 45").await;
    browser.keys(Key::Enter).await;
    browser.press("#inch-lay-back").await;
    union.looks("to-first").await;
    union.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_place_that_is_typed_is_told_or_refused_and_the_focus_is_in_sight() {
    if left_out() {
        return;
    }
    for width in [1280, 360] {
        let house = at_sketches().await;
        let union = Player { journey: "civil-war-typed", ..Player::at(&house, UNION, width).await };
        let browser = &union.browser;
        union.goes(&house, "field").await;
        browser.sees("#inch-tray").await;
        union.looks("field").await;
        // The head cuts neither the day nor the step.
        let cut = "[...document.querySelectorAll('.where-day, .where-step')].some((one) => one.scrollWidth > one.clientWidth)";
        assert_eq!(browser.ask(cut).await, json!(false));
        browser.ask("document.getElementById('inch-g0').focus()").await;
        browser.keys(Key::Enter).await;
        browser.until("document.activeElement.id === 'inch-lay-from'").await;
        let from = "document.getElementById('inch-lay-from')";
        let types = async |words: &str| {
            browser.ask(&format!("({from}.focus(), {from}.select())")).await;
            browser.keys(words).await;
            browser.keys(Key::Enter).await;
        };
        types("abc").await;
        browser.reads("#inch-lay-words", "“abc” is no place").await;
        browser.reads("#inch-voice", "“abc” is no place").await;
        assert!(browser.has("#inch-lay-from[aria-invalid=true]").await);
        types("100 100").await;
        browser.reads("#inch-lay-words", "100, 100 is off the map, which is 72 by 48 inches.").await;
        union.has_laid(0).await;
        assert_eq!(browser.ask(&format!("{from}.value")).await, json!("100 100"), "it stays to be mended");
        union.looks("misread").await;
        types("12,5 40").await;
        browser.reads("#inch-voice", "From 12.5, 40.").await;
        assert!(browser.has("#inch-lay-from[aria-invalid=false]").await);
        browser.type_in("#inch-lay-to", "40 40").await;
        browser.keys(Key::Enter).await;
        browser.reads("#inch-lay-words", " brigades, ").await;
        browser.reads("#inch-voice", "To 40, 40.").await;
        union.looks("line").await;
        if width == 1280 {
            union.lays("100 100").await;
            browser.reads("#inch-lay-words", "100, 100 is off the map").await;
            // Backwards through the tray: what has the focus does not lie under what stays in view above it.
            browser.ask("[...document.querySelectorAll('.ib-group')].at(-1).focus()").await;
            for _ in 0..12 {
                browser.keys(Key::Shift + Key::Tab).await;
                if !browser.is_at(".wb-panel *").await {
                    break;
                }
                browser.focus_is_seen().await;
            }
        }
        union.browser.close().await;
    }
}
