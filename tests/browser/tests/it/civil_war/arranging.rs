//! An order of battle put together by hand: by keys, by the mouse, by a finger, and without script; the text says the same.

use rules_civil_war::oob::Oob;
use rules_civil_war::written::Text;
use serde_json::{Value, json};
use thirtyfour::Key;

use super::{NEUTRAL, Player, REBEL, UNION};
use crate::driver::left_out;
use crate::house::House;

const FORM: &str = "submit-oob-aop-1";
const FIELD: &str = "#w-submit-oob-aop-1-oob";

/// A battle whose orders are written.
async fn at_orders() -> House {
    let house = House::summer().await;
    let neutral = |command| house.act(NEUTRAL, command);
    neutral(json!({"do": "next-step"})).await;
    neutral(json!({"do": "enter-battle", "attacker": "aop", "defender": "anv", "hex": "H-open", "column": "1:1", "size": "medium"})).await;
    for seat in [UNION, REBEL] {
        house.act(seat, json!({"do": "agree", "battle": "aop.1", "stands": 20, "batteries": 2})).await;
    }
    neutral(json!({"do": "draw-field", "battle": "aop.1"})).await;
    house.act(REBEL, json!({"do": "choose-side", "battle": "aop.1", "edge": "south"})).await;
    house
}

/// What presses a thing, or puts it somewhere.
fn press(does: &str) -> String {
    format!("button[name='press'][value='{does}']")
}

impl Player {
    /// The order as the text says it.
    async fn order(&self) -> Oob {
        let text = self.browser.ask(&format!("document.querySelector('{FIELD}').value")).await;
        Oob::read(text.as_str().unwrap()).unwrap()
    }

    async fn middle(&self, selector: &str) -> (f64, f64) {
        self.browser.sees(selector).await;
        let script = format!(
            "(() => {{ const one = document.querySelector({}); one.scrollIntoView({{ block: 'center' }});
               const {{ left, top, width, height }} = one.getBoundingClientRect();
               return [left + width / 2, top + height / 2]; }})()",
            json!(selector)
        );
        let at = self.browser.ask(&script).await;
        (at[0].as_f64().unwrap(), at[1].as_f64().unwrap())
    }

    /// Until a brigade stands in a division, by the text.
    async fn stands_in(&self, brigade: &str, division: &str) {
        let wanted = format!(
            "(() => {{ let at = ''; for (const line of document.querySelector('{FIELD}').value.split('\\n')) {{
               if (line.startsWith('Division ')) at = line.slice(9).split(/[,:]/)[0];
               if (line.startsWith('{brigade}:')) return at === '{division}'; }} return false; }})()"
        );
        self.browser.until(&wanted).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_of_battle_is_put_together_by_keys_mouse_and_finger() {
    if left_out() {
        return;
    }
    let house = at_orders().await;
    let union = Player::at(&house, UNION, 1280).await;
    union.goes(&house, "orders").await;
    union.looks("arranged").await;
    let order = union.order().await;
    let [one, two] = [0, 1].map(|at: usize| order.divisions[at].id.to_string());
    let brigades: Vec<String> = order.divisions[0].brigades.iter().map(|one| one.id.to_string()).collect();
    let (first, second) = (&brigades[0], &brigades[1]);

    // By keys: taken up, the arrows go from place to place, and what a place comes to is read there.
    let grip = press(&format!("take:brigade:{first}"));
    union.browser.ask(&format!("document.querySelector(\"{grip}\").focus()")).await;
    union.browser.keys(Key::Enter).await;
    union.browser.reads(".arr-told", "is in hand").await;
    union.looks("in-hand").await;
    assert!(union.browser.is_at(&grip).await, "the hand is where it was");
    let here = press(&format!("put:brigade:{first}:division:{two}"));
    for _ in 0..12 {
        if union.browser.is_at(&here).await {
            break;
        }
        union.browser.keys(Key::Down).await;
    }
    assert!(union.browser.is_at(&here).await, "the arrows come to every place");
    union.browser.keys(Key::Enter).await;
    union.stands_in(first, &two).await;
    assert!(
        union.browser.is_at(&press(&format!("take:brigade:{first}"))).await,
        "it is still under the hand"
    );
    union.browser.reads(".arr-place.bad .arr-wrong", "In the way").await;
    union.looks("put-wrong").await;
    // Taken up and put back.
    union.browser.keys(Key::Enter).await;
    union.browser.reads(".arr-told", "is in hand").await;
    for _ in 0..3 {
        union.browser.keys(Key::Down).await;
    }
    union.browser.keys(Key::Escape).await;
    union.browser.reads(".arr-told", "where it stood").await;
    assert!(union.browser.is_at(&grip).await, "it is under the hand again, wherever it was considered");

    // By the mouse: drawn from its grip over its new place and let go.
    let from = union.middle(&grip).await;
    union.browser.mouse("mousePressed", from).await;
    for step in 1..=4 {
        union.browser.mouse("mouseMoved", (from.0 + 6.0 * f64::from(step), from.1)).await;
    }
    union.browser.reads(".arr-told", "is in hand").await;
    let back = press(&format!("put:brigade:{first}:division:{one}"));
    let to = union.middle(&back).await;
    union.browser.mouse("mouseMoved", to).await;
    union.browser.mouse("mouseReleased", to).await;
    union.stands_in(first, &one).await;
    union.browser.reads("#p-submit-oob-aop-1", "it can be handed in").await;
    // What is written is drawn, as what is drawn is written.
    assert_eq!(
        union.order().await.divisions.iter().map(|one| one.brigades.len()).collect::<Vec<_>>(),
        order.divisions.iter().map(|one| one.brigades.len()).collect::<Vec<_>>()
    );
    // After a reload the draft is there again.
    union.browser.press(&press(&format!("take:brigade:{second}"))).await;
    union.browser.press(&press(&format!("put:brigade:{second}:division:{two}"))).await;
    union.stands_in(second, &two).await;
    union.goes(&house, "orders").await;
    union.stands_in(second, &two).await;
    union.browser.reads(".arr-place.bad .arr-wrong", "In the way").await;
    union.browser.press(&press(&format!("take:brigade:{second}"))).await;
    union.browser.press(&press(&format!("put:brigade:{second}:division:{one}"))).await;
    union.browser.reads("#p-submit-oob-aop-1", "it can be handed in").await;
    union.browser.act(&format!("[id='b-{FORM}']")).await;
    union.browser.reads("#main", "You have handed in this order").await;
    union.browser.close().await;

    // By a finger, on a phone.
    let rebel = Player::at(&house, REBEL, 360).await;
    rebel
        .browser
        .tell("Emulation.setTouchEmulationEnabled", json!({"enabled": true, "maxTouchPoints": 1}))
        .await;
    rebel.goes(&house, "orders").await;
    rebel.looks("arranged").await;
    let order = rebel.order().await;
    let (one, two) = (&order.divisions[0], &order.divisions[1]);
    let (brigade, to) = (one.brigades[0].id.to_string(), two.id.to_string());
    let touch = |kind: &'static str, points: Vec<(f64, f64)>| {
        let points: Vec<Value> = points.iter().map(|(x, y)| json!({"x": x, "y": y})).collect();
        rebel.browser.tell("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points}))
    };
    let from = rebel.middle(&press(&format!("take:brigade:{brigade}"))).await;
    touch("touchStart", vec![from]).await;
    for step in 1..=4 {
        touch("touchMove", vec![(from.0 + 6.0 * f64::from(step), from.1)]).await;
    }
    rebel.browser.reads(".arr-told", "is in hand").await;
    rebel.looks("in-hand").await;
    let there = rebel.middle(&press(&format!("put:brigade:{brigade}:division:{to}"))).await;
    touch("touchMove", vec![there]).await;
    touch("touchEnd", Vec::new()).await;
    rebel.stands_in(&brigade, &to).await;
    rebel.looks("put").await;
    rebel.browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_of_battle_is_put_together_without_script() {
    if left_out() {
        return;
    }
    let house = at_orders().await;
    let union = Player::at(&house, UNION, 360).await;
    union.browser.tell("Emulation.setScriptExecutionDisabled", json!({"value": true})).await;
    union.browser.go(&house.page(UNION, "orders")).await;
    let order = union.order().await;
    let (brigade, to) = (order.divisions[0].brigades[0].id.to_string(), order.divisions[1].id.to_string());
    // The page goes on where it was pressed.
    let goes_on = async |place: &str| {
        let address = format!("#a-{FORM}-{place}");
        assert_eq!(union.browser.ask("location.hash").await, json!(address));
        let top = format!("document.getElementById('{}').getBoundingClientRect().top", &address[1..]);
        let top = union.browser.ask(&top).await.as_f64().unwrap();
        assert!((-1.0..780.0).contains(&top), "{place} at {top}");
    };
    union.browser.press(&press(&format!("take:brigade:{brigade}"))).await;
    union.browser.reads(".arr-told", "is in hand").await;
    goes_on("brigade-0-0").await;
    union.browser.press(&press(&format!("put:brigade:{brigade}:division:{to}"))).await;
    union.browser.reads(".arr-told", "stands in").await;
    goes_on("division-1").await;
    union.stands_in(&brigade, &to).await;
    union.browser.looks_right("civil-war-arranged-no-script").await;
    // Taken up again, it keeps the text as it is by then.
    union.browser.press(&press(&format!("take:brigade:{brigade}"))).await;
    union.browser.reads(".arr-told", "is in hand").await;
    union.stands_in(&brigade, &to).await;
    union.browser.close().await;
}
