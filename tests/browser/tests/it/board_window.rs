//! A page with a map is a window: what of the first screen the map takes, what a press moves, and how one looks nearer.

use kernel::Seat;
use serde_json::{Value, json};

use crate::driver::{Browser, left_out};
use crate::house::House;

const PACT: Seat = Seat::Side(0);

/// The part of the height below the head of the page in which the map is seen, and the part of its width.
const SHARE: &str = "(() => {
  const [map, head, panel] = ['.wb-map', '.mast', '.wb-panel'].map((part) => document.querySelector(part).getBoundingClientRect());
  const foot = Math.min(map.bottom, innerHeight, panel.left < map.right ? panel.top : Infinity);
  return [(foot - map.top) / (innerHeight - head.bottom), map.width / innerWidth];
})()";

/// Where everything is that a press must not move: the page, the map in its window, and how large it is.
const PLACE: &str = "(() => {
  const pan = document.querySelector('.hb-pan, .ib-pan');
  const map = document.querySelector('.hb-map, .ib-map').getBoundingClientRect();
  return [scrollX, scrollY, document.documentElement.scrollTop, document.body.scrollTop, pan.scrollLeft, pan.scrollTop,
    ...[map.left, map.top, map.width].map(Math.round)];
})()";

/// The place of the drawing under a place of the screen.
fn under(x: f64, y: f64) -> String {
    format!(
        "(({{ x, y }}) => [x, y])(new DOMPoint({x}, {y}).matrixTransform(document.querySelector('.hb-map').getScreenCTM().inverse()))"
    )
}

impl Browser {
    /// Presses the middle of an element of the map, as it lies in the window now.
    pub async fn press_there(&self, selector: &str) {
        self.sees(selector).await;
        let at = self.middle(selector).await;
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            let clicks = u8::from(kind != "mouseMoved");
            let button = if clicks == 0 { "none" } else { "left" };
            let event = json!({"type": kind, "x": at.0, "y": at.1, "button": button, "clickCount": clicks});
            self.tell("Input.dispatchMouseEvent", event).await;
        }
    }

    async fn middle(&self, selector: &str) -> (f64, f64) {
        let box_ = format!("document.querySelector({}).getBoundingClientRect()", json!(selector));
        let at = self
            .ask(&format!(
                "(({{ left, top, width, height }}) => [left + width / 2, top + height / 2])({box_})"
            ))
            .await;
        (at[0].as_f64().unwrap(), at[1].as_f64().unwrap())
    }

    /// The place under a place of the screen is the same as before, to so many units.
    async fn keeps_under(&self, (x, y): (f64, f64), before: &Value, within: f64) {
        let after = self.ask(&under(x, y)).await;
        for axis in 0..2 {
            let far = after[axis].as_f64().unwrap() - before[axis].as_f64().unwrap();
            assert!(far.abs() <= within, "{before}, then {after}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_map_takes_the_first_screen() {
    if left_out() {
        return;
    }
    let house = House::fulda().await;
    for (width, least) in [(1280, 0.8), (360, 0.6)] {
        let pact = house.seated(PACT, width).await;
        pact.tab("Map").await;
        pact.sees(".wb .hb-pan").await;
        let share = pact.ask(SHARE).await;
        println!("at {width}: the map takes {share} of the height below the head and of the width");
        assert!(share[0].as_f64() >= Some(least), "at {width}: {share}");
        assert!(share[1].as_f64() >= Some(if width == 360 { 1.0 } else { 0.7 }), "at {width}: {share}");
        assert_eq!(pact.ask("document.documentElement.scrollHeight === innerHeight").await, json!(true));
        pact.looks_right("board-window").await;
        // The list of pages is seen whole.
        let menu = "(document.querySelector('.pages').open = true, document.querySelector('.pages .menu').getBoundingClientRect())";
        let whole = format!("(({{ left, right }}) => left >= 0 && right <= innerWidth)({menu})");
        assert_eq!(pact.ask(&whole).await, json!(true), "at {width}");
        pact.looks_right("board-window-pages").await;
        pact.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_press_moves_the_page_or_the_map() {
    if left_out() {
        return;
    }
    let house = House::gap().await;
    for command in [
        json!({"do": "activate", "units": ["wp-m1"]}),
        json!({"do": "move", "units": ["wp-m1"], "path": ["0604"]}),
    ] {
        house.act(PACT, command).await;
    }
    for width in [1280, 360] {
        let pact = house.seated(PACT, width).await;
        pact.tab("Map").await;
        pact.sees("#map-s0604").await;
        let before = pact.ask(PLACE).await;
        // The stack that moves, the same place once more, then the enemy beside it.
        for hex in ["0604", "0604", "0504"] {
            pact.press_there(&format!("#map-s{hex} .hb-k:last-of-type")).await;
            pact.reads("#map-inspector .hb-title", hex).await;
            assert_eq!(pact.ask(PLACE).await, before, "{hex} at {width}");
        }
        // The attack is chosen in the panel, and the planner opens there.
        pact.until("document.querySelector('#map-deed button')").await;
        pact.ask("[...document.querySelectorAll('#map-deed button')].find((button) => button.textContent.startsWith('Hasty')).click()").await;
        pact.until("document.getElementById('d-plan-hasty-0504')?.open").await;
        assert_eq!(pact.ask(PLACE).await, before, "the planner at {width}");
        pact.looks_right("board-window-planner").await;
        pact.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn zoom_goes_to_the_pointer_by_wheel_and_by_two_fingers() {
    if left_out() {
        return;
    }
    let house = House::fulda().await;
    let pact = house.seated(PACT, 1280).await;
    pact.tab("Map").await;
    pact.sees(".wb .hb-pan").await;
    let scale = "document.querySelector('.hb-map').getBoundingClientRect().width";
    let at = (460.0, 420.0);
    let (before, wide) = (pact.ask(&under(at.0, at.1)).await, pact.ask(scale).await.as_f64().unwrap());
    for _ in 0..4 {
        let wheel = json!({"type": "mouseWheel", "x": at.0, "y": at.1, "deltaX": 0, "deltaY": -120});
        pact.tell("Input.dispatchMouseEvent", wheel).await;
    }
    pact.until(&format!("{scale} > {}", wide * 1.5)).await;
    pact.keeps_under(at, &before, 3.0).await;
    assert_eq!(pact.ask("scrollY").await, json!(0));
    pact.close().await;

    let phone = house.seated(PACT, 360).await;
    phone.tab("Map").await;
    phone.sees(".wb .hb-pan").await;
    phone.tell("Emulation.setTouchEmulationEnabled", json!({"enabled": true, "maxTouchPoints": 2})).await;
    let at = (180.0, 300.0);
    let (before, wide) = (phone.ask(&under(at.0, at.1)).await, phone.ask(scale).await.as_f64().unwrap());
    let fingers = |apart: f64| json!([{"x": at.0 - apart, "y": at.1, "id": 0}, {"x": at.0 + apart, "y": at.1, "id": 1}]);
    phone.tell("Input.dispatchTouchEvent", json!({"type": "touchStart", "touchPoints": fingers(30.0)})).await;
    for step in 1..=6 {
        let points = fingers(30.0 + 10.0 * f64::from(step));
        phone.tell("Input.dispatchTouchEvent", json!({"type": "touchMove", "touchPoints": points})).await;
    }
    phone.tell("Input.dispatchTouchEvent", json!({"type": "touchEnd", "touchPoints": []})).await;
    phone.until(&format!("{scale} > {}", wide * 2.0)).await;
    phone.keeps_under(at, &before, 6.0).await;
    assert_eq!(phone.ask("visualViewport.scale").await, json!(1), "the page itself keeps its size");
    phone.looks_right("board-window-pinched").await;
    phone.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sheet_of_a_phone_has_three_heights_and_layers_are_remembered() {
    if left_out() {
        return;
    }
    let house = House::fulda().await;
    let phone = house.seated(PACT, 360).await;
    phone.tab("Map").await;
    phone.sees(".wb .hb-pan").await;
    let before = phone.ask(PLACE).await;
    let height = "document.querySelector('.wb-panel').getBoundingClientRect().height";
    let mut last = phone.ask(height).await.as_f64().unwrap();
    for name in ["half", "full"] {
        phone.press("[data-sheet=more]").await;
        let now = phone.ask(height).await.as_f64().unwrap();
        assert!(now > last + 100.0, "{name}: {last}, then {now}");
        assert_eq!(phone.ask(PLACE).await, before, "the map keeps its size and its place at {name}");
        phone.looks_right(&format!("board-window-sheet-{name}")).await;
        if name == "half" {
            // The foot of the map can be drawn above the sheet, and the map goes back to where it was.
            let foot = "document.querySelector('.hb-map').getBoundingClientRect().bottom";
            let top = "document.querySelector('.wb-panel').getBoundingClientRect().top";
            phone.ask("document.querySelector('.hb-pan').scrollBy(0, 5000)").await;
            assert_eq!(phone.ask(&format!("{foot} <= {top} + 1")).await, json!(true));
            phone.looks_right("board-window-foot").await;
            phone.ask("document.querySelector('.hb-pan').scrollBy(0, -5000)").await;
            assert_eq!(phone.ask(PLACE).await, before);
        }
        last = now;
    }
    // The line for orders is there at full height.
    phone.until("document.getElementById('map-order-field').offsetParent").await;
    for _ in 0..2 {
        phone.press("[data-sheet=less]").await;
    }

    let zones = "getComputedStyle(document.querySelector('.hb-over0')).display !== 'none'";
    let shown = phone.ask(zones).await;
    phone.press("#map-layers > summary").await;
    phone.looks_right("board-window-layers").await;
    phone.press(".hb-o0").await;
    phone.until(&format!("({zones}) !== {shown}")).await;
    // The next press elsewhere closes the layers.
    phone.press(".wb-status").await;
    phone.until("!document.getElementById('map-layers').open").await;
    phone.go(&house.page(PACT, "map")).await;
    phone.sees(".wb .hb-pan").await;
    phone.until(&format!("({zones}) !== {shown}")).await;
    phone.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_script_the_map_comes_first_and_everything_can_be_read() {
    if left_out() {
        return;
    }
    let house = House::fulda().await;
    for width in [1280, 360] {
        let link = house.link(PACT).await;
        let plain = Browser::open(width).await;
        plain.tell("Emulation.setScriptExecutionDisabled", json!({"value": true})).await;
        // What the browser's own first page says of it is not ours.
        plain.complaints().await;
        plain.go(&format!("{}/join", house.address)).await;
        plain.type_in("#secret", &link).await;
        plain.press("form#join button").await;
        plain.sees(".tabs a").await;
        plain.go(&house.page(PACT, "map")).await;
        plain.sees(".wb .hb-pan").await;
        let top = plain.ask("document.querySelector('.wb-map').getBoundingClientRect().top").await;
        assert!(top.as_f64() < Some(60.0), "the map comes first: {top}");
        // Everything can be reached, also the line for orders and what stands at the end of the panel.
        for part in ["#map-order-field", ".hb-words summary", "#f-undo"] {
            plain
                .ask(&format!("document.querySelector('{part}').scrollIntoView({{ block: 'center' }})"))
                .await;
            let seen = format!(
                "(({{ top, bottom, height }}) => height > 0 && top >= 0 && bottom <= innerHeight)(document.querySelector('{part}').getBoundingClientRect())"
            );
            assert_eq!(plain.ask(&seen).await, json!(true), "{part} at {width}");
        }
        plain.ask("scrollTo(0, 0)").await;
        plain.looks_right("board-window-plain").await;
        plain.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn counters_are_plain_from_afar_and_fan_out_under_the_pointer_in_the_colour_of_their_side() {
    if left_out() {
        return;
    }
    let house = House::fulda().await;
    let pact = house.seated(PACT, 1280).await;
    pact.tab("Map").await;
    pact.sees(".wb .hb-pan").await;
    let shown = |part: &str| format!("getComputedStyle(document.querySelector('{part}')).display !== 'none'");
    assert_eq!(pact.ask(&shown(".hb-afar")).await, json!(true));
    assert_eq!(pact.ask(&shown(".hb-pile")).await, json!(false));
    // The figure of a stack is what its counters come to together.
    let figures = pact.ask(
        "[...document.querySelectorAll('.hb-afar text')].every((text) => /^\\d+$/.test(text.textContent))",
    );
    assert_eq!(figures.await, json!(true));
    // Warsaw Pact red, NATO blue: the set-up's choice, not the seats'.
    let hues = "['a', 'b'].map((side) => getComputedStyle(document.querySelector(`.hb-afar.side-${side} .hb-card, .hb-afar.side-${side}`)).getPropertyValue('--k'))";
    let hues: Vec<String> = serde_json::from_value(pact.ask(hues).await).unwrap();
    assert!(hues[0].contains("#9c1a1f") && hues[1].contains("#0b5394"), "{hues:?}");

    // A pointer that rests on a stack lays it out, piece by piece; one that leaves folds it.
    let stack = "[...document.querySelectorAll('.hb-stack')].find((stack) => stack.querySelectorAll('.hb-k').length > 1)";
    let id = pact.ask(&format!("{stack}.id")).await;
    let pieces = pact.ask(&format!("{stack}.querySelectorAll('.hb-k').length")).await;
    let (x, y) = pact.middle(&format!("#{} .hb-afar", id.as_str().unwrap())).await;
    let before = pact.ask(PLACE).await;
    let move_to = |x: f64, y: f64| json!({"type": "mouseMoved", "x": x, "y": y});
    pact.tell("Input.dispatchMouseEvent", move_to(x, y)).await;
    pact.until(&format!("document.querySelectorAll('#map-fan li svg').length === {pieces}")).await;
    assert_eq!(pact.ask(PLACE).await, before);
    pact.looks_right("board-window-fan").await;
    pact.tell("Input.dispatchMouseEvent", move_to(1200.0, 880.0)).await;
    pact.until("!document.querySelector('#map-fan li')").await;

    for _ in 0..4 {
        pact.press("[data-do=in]").await;
    }
    pact.until(&shown(".hb-pile")).await;
    assert_eq!(pact.ask(&shown(".hb-afar")).await, json!(false));
    pact.looks_right("board-window-near").await;
    pact.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_panel_leads_to_the_next_stack_the_planner_and_the_end_of_the_phase() {
    if left_out() {
        return;
    }
    let house = House::gap().await;
    for width in [1280, 360] {
        let pact = house.seated(PACT, width).await;
        pact.tab("Map").await;
        pact.reads(".hb-todo", "stacks can still be ordered").await;
        pact.looks_right("board-window-todo").await;
        pact.press("#map-next").await;
        pact.sees(".hb-stack.picked").await;
        pact.reads(".hb-deed", "Activate").await;
        pact.until("document.querySelector('.hb-todo').offsetParent === null").await;
        pact.ask("document.querySelector('.hb-pan').focus()").await;
        pact.keys(thirtyfour::prelude::Key::Escape).await;
        pact.until("document.querySelector('.hb-todo').offsetParent !== null").await;
        pact.close().await;
    }
    for command in [
        json!({"do": "activate", "units": ["wp-m1"]}),
        json!({"do": "move", "units": ["wp-m1"], "path": ["0604"]}),
    ] {
        house.act(PACT, command).await;
    }
    let pact = house.seated(PACT, 1280).await;
    pact.tab("Map").await;
    pact.sees("#map-s0504").await;
    // Nobody is picked, the enemy is pressed: whoever stands beside it is meant, and the planner is open.
    pact.press_there("#map-s0504 .hb-k:last-of-type").await;
    pact.until("[...document.querySelectorAll('[id^=d-plan-][id$=\"-0504\"]')].some((fold) => fold.open)")
        .await;
    pact.reads(".hb-deed", "8 Motor Rifle Regt").await;
    pact.looks_right("board-window-enemy").await;

    // The end of the phase says what it leaves undone, and is sent by the second press alone.
    let phase = house.desk.position(&house.campaign).await.unwrap()["phase"].clone();
    pact.reads("#closing", "stacks have not moved").await;
    pact.until("!document.querySelector('[aria-busy=true]')").await;
    pact.press("#b-end-phase").await;
    pact.reads(".ask-once", "End the WP first movement anyway").await;
    let seen = "(({ top, bottom }) => top >= 48 && bottom <= innerHeight - 50)(document.querySelector('.ask-once').getBoundingClientRect())";
    pact.until(seen).await;
    pact.looks_right("board-window-end").await;
    assert_eq!(house.desk.position(&house.campaign).await.unwrap()["phase"], phase);
    pact.act("#f-end-phase-sure").await;
    assert_ne!(house.desk.position(&house.campaign).await.unwrap()["phase"], phase);
    pact.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn both_sides_read_the_dice_and_what_they_mean_at_the_hex_and_in_the_panel() {
    if left_out() {
        return;
    }
    let house = House::gap().await;
    let nato = Seat::Side(1);
    house.act(nato, json!({"do": "instruct", "cover": "never"})).await;
    let (pact, other) = (house.seated(PACT, 1280).await, house.seated(nato, 360).await);
    pact.tab("Map").await;
    other.tab("Map").await;
    let before = other.ask(PLACE).await;
    for command in [
        json!({"do": "activate", "units": ["wp-t1"]}),
        json!({"do": "move", "units": ["wp-t1"], "path": ["0603"]}),
        json!({"do": "march", "units": ["wp-t1"], "target": "0504"}),
    ] {
        house.act(PACT, command).await;
    }
    for (browser, seat) in [(&pact, PACT), (&other, nato)] {
        browser.is_up_to_date(&house, seat).await;
        browser.sees(".hb-result").await;
        browser.reads("#latest", "The latest throw").await;
        browser.sees("#latest .roll").await;
        // A code is never alone.
        let words = browser.text(".hb-reports").await;
        assert!(
            ["loses", "retreats", "without effect", "action point"].iter().any(|word| words.contains(word)),
            "{words}"
        );
        browser.looks_right("board-window-result").await;
    }
    assert_eq!(other.ask(PLACE).await, before, "no roll pushes the map away");
    pact.close().await;
    other.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_keeps_the_target_picked_reads_the_dice_at_once() {
    if left_out() {
        return;
    }
    for width in [1280, 360] {
        let house = House::gap().await;
        let orders = json!({"do": "instruct", "cover": "never", "losses": "keep-defense", "retreats": "toward-supply"});
        house.act(Seat::Side(1), orders).await;
        for command in [
            json!({"do": "activate", "units": ["wp-t1"]}),
            json!({"do": "move", "units": ["wp-t1"], "path": ["0603"]}),
        ] {
            house.act(PACT, command).await;
        }
        let pact = house.seated(PACT, width).await;
        pact.tab("Map").await;
        pact.press_there("#map-s0504 .hb-pile").await;
        pact.sees(".hb-deed:not(:empty)").await;
        house.act(PACT, json!({"do": "march", "units": ["wp-t1"], "target": "0504"})).await;
        pact.is_up_to_date(&house, PACT).await;
        let seen = "(({ top, bottom }) => bottom > top && top >= 48 && top < innerHeight - 60)(document.querySelector('#latest').getBoundingClientRect())";
        pact.until(seen).await;
        pact.looks_right("board-window-thrown").await;
        // What is looked at next puts it away.
        pact.ask("document.querySelector('.hb-pan').focus()").await;
        pact.keys(thirtyfour::prelude::Key::Right).await;
        pact.until("!document.querySelector('.hexboard').hasAttribute('data-thrown')").await;
        pact.close().await;
    }
}

/// What a side can take back may lie under what the other did since: it is named before it goes. An answer that is typed tells
/// how it came out in one place, also where nothing more can be ordered then.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_taken_back_is_named_and_an_answer_is_told_once() {
    if left_out() {
        return;
    }
    let house = House::gap().await;
    let nato = Seat::Side(1);
    let moves = [
        json!({"do": "activate", "units": ["wp-t1"]}),
        json!({"do": "move", "units": ["wp-t1"], "path": ["0603"]}),
    ];
    house.act(nato, json!({"do": "instruct", "cover": "never"})).await;
    for command in moves {
        house.act(PACT, command).await;
    }
    let orders = || async { house.desk.position(&house.campaign).await.unwrap()["orders"].clone() };
    let before = orders().await;
    for width in [360, 1280] {
        let browser = house.seated(nato, width).await;
        browser.tab("Map").await;
        browser.is_up_to_date(&house, nato).await;
        browser.press("#b-undo").await;
        browser.reads("#said", "Press again to take this back: ").await;
        browser.looks_right("board-window-undo").await;
        assert_eq!(orders().await, before, "nothing is taken back by one press");
        if width == 1280 {
            browser.act("#b-undo").await;
            assert_ne!(orders().await, before);
        }
        browser.close().await;
    }

    house.act(PACT, json!({"do": "march", "units": ["wp-t1"], "target": "0504"})).await;
    let browser = house.seated(nato, 1280).await;
    browser.tab("Map").await;
    browser.sees("#map-order-field").await;
    browser.ask("document.getElementById('map-order-field').value = 'cover'").await;
    browser.act("#b-map-order").await;
    browser.sees("#out").await;
    assert_eq!(browser.ask("document.querySelectorAll('#out, [id=out]').length").await, json!(1));
    browser.close().await;
}

/// How long after a press the page is drawn, in milliseconds on its own clock: the median of five, and the longest.
async fn drawn_after(browser: &Browser, press: &str, done: &str) -> (f64, f64) {
    browser
        .ask(&format!(
            "window.took = [], window.sorted = null, (async () => {{
               const frame = () => new Promise(requestAnimationFrame);
               for (let n = 0; n < 5; n++) {{
                 const began = performance.now();
                 ({press})(n);
                 do await frame(); while (!({done})(n) && performance.now() - began < 9000);
                 if (!({done})(n)) throw new Error(`press ${{n}} was never drawn`);
                 window.took.push(performance.now() - began);
                 await new Promise((rest) => setTimeout(rest, 60));
               }}
               window.sorted = window.took.sort((one, other) => one - other);
             }})().catch((fault) => {{ window.took = String(fault); }}), true"
        ))
        .await;
    browser.until("window.sorted || typeof window.took === 'string'").await;
    let took = browser.ask("window.sorted ?? window.took").await;
    assert!(took.is_array(), "{took}");
    let took = json!([took[2], took[4]]);
    (took[0].as_f64().unwrap(), took[1].as_f64().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn how_long_a_press_takes_is_told() {
    if left_out() {
        return;
    }
    let house = House::fulda().await;
    let pact = house.seated(PACT, 1280).await;
    pact.tab("Map").await;
    pact.sees(".wb .hb-stack").await;
    // Each press goes to another stack that can be ordered; its hex stands in the panel when it is drawn.
    pact.ask("window.those = [...document.querySelectorAll('.hb-take')].slice(0, 5).map((take) => take.dataset.take)")
        .await;
    assert_eq!(pact.ask("window.those.length").await, 5);
    let press = "(n) => document.getElementById('map-t-' + window.those[n]).click()";
    let done =
        "(n) => document.querySelector('#map-inspector .hb-title')?.textContent.startsWith(window.those[n])";
    let (median, longest) = drawn_after(&pact, press, done).await;
    println!("from a press on a stack to the page drawn: {median:.0} ms, at most {longest:.0} ms");
    let wheel = "(n) => document.querySelector('.hb-pan').dispatchEvent(new WheelEvent('wheel', { deltaY: n % 2 ? 120 : -120, clientX: 460, clientY: 420, cancelable: true }))";
    let (median, longest) = drawn_after(&pact, wheel, "() => true").await;
    println!("from a turn of the wheel to the map drawn: {median:.0} ms, at most {longest:.0} ms");
    pact.close().await;

    // A preview asks the server: an answer in the planner is changed, and the words of the plan with it.
    let house = House::gap().await;
    for command in [
        json!({"do": "activate", "units": ["wp-m1"]}),
        json!({"do": "move", "units": ["wp-m1"], "path": ["0604"]}),
    ] {
        house.act(PACT, command).await;
    }
    let pact = house.seated(PACT, 1280).await;
    pact.tab("Map").await;
    pact.press_there("#map-s0504 .hb-k:last-of-type").await;
    pact.until("[...document.querySelectorAll('[id^=d-plan-][id$=\"-0504\"]')].some((fold) => fold.open)")
        .await;
    let plan = "document.querySelector('[id^=d-plan-][open]')";
    let press = format!(
        "() => {{ window.before = {plan}.textContent; {plan}.querySelector('[name$=answer]:not(:checked)').click(); }}"
    );
    let done =
        format!("() => {plan}.textContent !== window.before && !{plan}.querySelector('[aria-busy=true]')");
    let (median, longest) = drawn_after(&pact, &press, &done).await;
    println!("from an answer in the planner to its preview: {median:.0} ms, at most {longest:.0} ms");
    pact.close().await;
}

/// Whether the picked stack lies within what is seen of the map.
const IN_VIEW: &str = "(() => {
  const [map, panel, stack] = ['.wb-map', '.wb-panel', '.hb-stack.picked .hb-pile'].map((part) => document.querySelector(part).getBoundingClientRect());
  const [x, y] = [stack.left + stack.width / 2, stack.top + stack.height / 2];
  const foot = panel.left < map.right ? Math.min(map.bottom, panel.top) : map.bottom;
  return x > map.left && x < map.right && y > map.top && y < foot;
})()";

#[tokio::test(flavor = "multi_thread")]
async fn what_is_ordered_stays_in_view_and_the_panel_lists_whom_it_can_attack() {
    if left_out() {
        return;
    }
    for width in [1280, 360] {
        let house = House::gap().await;
        house.act(PACT, json!({"do": "activate", "units": ["wp-m1"]})).await;
        let pact = house.seated(PACT, width).await;
        pact.tab("Map").await;
        pact.sees(".hb-todo").await;
        let picks = "document.getElementById('map-t-' + document.querySelector('[data-k=wp-m1]').closest('.hb-stack').id.slice('map-s'.length)).click()";
        pact.ask(picks).await;
        pact.sees(".hb-stack.picked").await;
        // An enemy out of reach is told with the cheapest way to a hex beside it.
        pact.press_there("#map-s0504 .hb-pile").await;
        pact.reads("#map-deed", "Move beside it: 0604").await;
        // What it leaves is said, and it is not the key to press without thinking.
        let beside = "[...document.querySelectorAll('#map-deed button')].find((one) => one.textContent.startsWith('Move beside'))";
        let left = pact
            .ask(&format!(
                "/ MP, \\d+ left$/.test({beside}.textContent) && !{beside}.classList.contains('go')"
            ))
            .await;
        assert_eq!(left, json!(true), "{}", pact.ask(&format!("{beside}.outerHTML")).await);
        // Why it is not open is said by the rule that would refuse the order.
        pact.reads("#map-why", "(CF-").await;
        pact.ask(picks).await;
        pact.sees(".hb-stack.picked").await;
        for _ in 0..5 {
            pact.press("[data-do=in]").await;
        }
        // It moves while another part of the map is looked at.
        pact.ask("(() => { const pan = document.querySelector('.hb-pan'); pan.scrollTo(0, 0); })()").await;
        if pact.ask(IN_VIEW).await == json!(true) {
            pact.ask("document.querySelector('.hb-pan').scrollTo(9999, 9999)").await;
        }
        assert_eq!(pact.ask(IN_VIEW).await, json!(false), "at {width}");
        house.act(PACT, json!({"do": "move", "units": ["wp-m1"], "path": ["0604"]})).await;
        pact.until("document.querySelector('#map-s0604')?.classList.contains('picked')").await;
        pact.until(IN_VIEW).await;
        pact.reads("#map-inspector .hb-title", "0604").await;
        // Names and places, not numbers alone.
        let foe = "[...document.querySelectorAll('.hb-target-of')].find((button) => button.textContent.includes('0504: '))";
        pact.until(foe).await;
        pact.looks_right("board-window-picked").await;
        pact.ask(&format!("{foe}.click()")).await;
        pact.until(
            "[...document.querySelectorAll('[id^=d-plan-][id$=\"-0504\"]')].some((fold) => fold.open)",
        )
        .await;
        pact.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_stands_together_is_added_up_in_the_panel() {
    if left_out() {
        return;
    }
    let house = House::fulda().await;
    let nato = house.seated(Seat::Side(1), 1280).await;
    nato.tab("Map").await;
    nato.sees(".wb .hb-stack").await;
    let many = "[...document.querySelectorAll('.hb-words tr[id]')].find((row) => row.querySelector('.hb-sum')?.textContent.includes('½'))";
    let label = nato.ask(&format!("{many}.querySelector('th').textContent")).await;
    let label = label.as_str().unwrap().to_owned();
    nato.ask(&format!(
        "document.querySelector('#map-s{label}').scrollIntoView({{ block: 'center', inline: 'center' }})"
    ))
    .await;
    nato.press_there(&format!("#map-s{label} .hb-afar")).await;
    nato.reads("#map-inspector", "Stacking").await;
    nato.reads("#map-inspector", "CF-STACK-3").await;
    nato.close().await;
}
