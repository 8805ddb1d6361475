//! Boards of hexes: picked up and ordered by keyboard, by mouse and by finger; seen near and far; redrawn in place.

use axum::Router;
use axum::extract::Path;
use axum::routing::get;
use kernel::Seat;
use maud::Markup;
use serde_json::json;
use thirtyfour::prelude::*;

use adjutant_web::assets;
use adjutant_web::render::frame::{self, Display, Document, Mast, Theme};
use adjutant_web::render::time::Zone;
use adjutant_web::render::{Around, Hand, Keys, Reader, window};

use crate::driver::{Browser, left_out};
use crate::house::House;

#[path = "../../../../crates/web/tests/it/fixture.rs"]
#[allow(dead_code, reason = "this journey needs its boards alone")]
mod fixture;

/// The board of the corridor and the large one, drawn from fixtures: nothing stands behind their forms.
async fn drawn() -> String {
    let router = Router::new()
        .route("/assets/{name}", get(assets::serve))
        .route("/favicon.ico", get(assets::favicon))
        .route("/{theme}/{id}", get(page));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    address
}

async fn page(Path((theme, id)): Path<(String, String)>) -> Markup {
    let (view, sides, since, zone) = (fixture::view(), fixture::sides(), fixture::since(), Zone::utc());
    let keys = Keys { csrf: "csrf".into(), cursor: "12.7".into(), seen: 19, acting_for: None };
    let reader = Reader {
        base: "",
        query: "",
        page: &id,
        seat: Seat::Side(1),
        look: None,
        sides: &sides,
        over: false,
        hand: Hand::Acts(&keys),
        keeps: false,
        types: true,
        said: None,
        out: None,
        panel: None,
        rulings: &[],
        purse: None,
        since: Some(&since),
        passed: None,
        picture: None,
        zone: &zone,
    };
    let page = view.pages.iter().find(|page| page.id == id).unwrap();
    let theme = Some(if theme == "dark" { Theme::Dark } else { Theme::Light });
    let display = Display { theme, keys_off: false };
    let main = frame::page_of_view(&reader, &view.standing, page, &Around::default());
    frame::document(&Document {
        mast: Mast { title: "The Fulda corridor".into(), standing: view.standing.clone(), ..Mast::default() },
        window: window::is_window(page),
        ..Document::plain(&page.title, &display, main)
    })
}

/// What the line below the map says.
const DEED: &str = ".hb-deed";

impl Browser {
    /// Gives the board the focus, and its cursor to a hex by the arrow keys.
    async fn walk(&self, keys: &[Key]) {
        for key in keys {
            self.keys(key.clone()).await;
        }
    }

    /// Presses a place of the map so many times in quick succession, as one press, a double one, and so on.
    async fn press_map(&self, selector: &str, times: u8) {
        self.sees(selector).await;
        let middle = format!(
            "(() => {{ const at = document.querySelector({}); at.scrollIntoView({{ block: 'center', behavior: 'instant' }});
               const box = at.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; }})()",
            json!(selector)
        );
        let at = self.ask(&middle).await;
        for n in 1..=times {
            for kind in ["mousePressed", "mouseReleased"] {
                let event = json!({"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": n});
                self.tell("Input.dispatchMouseEvent", event).await;
            }
        }
    }

    async fn width_of_map(&self) -> f64 {
        self.ask("document.querySelector('.hb-map').getBoundingClientRect().width").await.as_f64().unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picket_is_put_out_by_keyboard_and_digs_by_order_in_a_wide_window() {
    played(1280).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picket_is_put_out_by_keyboard_and_digs_by_order_in_a_narrow_window() {
    played(360).await;
}

async fn played(width: u32) {
    if left_out() {
        return;
    }
    let house = House::ford().await;
    let browser = house.seated(Seat::Side(0), width).await;
    browser.go(&house.page(Seat::Side(0), "field")).await;
    picked_and_redrawn(&house, &browser).await;
    put_out(&browser).await;
    ordered(&browser).await;
    browser.close().await;
}

/// What is picked, how large the map is and which part is seen stay when the page is drawn anew.
async fn picked_and_redrawn(house: &House, browser: &Browser) {
    browser.tab_to("[data-pick='hand-1']").await;
    browser.keys(Key::Enter).await;
    browser.sees("[data-pick='hand-1'][aria-pressed='true']").await;
    browser.reads(DEED, "Picket 2").await;
    browser.looks_right("field-picked").await;
    browser.ask("document.querySelector('.hb-pan').focus()").await;
    browser.focus_is_seen().await;
    for _ in 0..4 {
        browser.keys("+").await;
    }
    let seen = "[document.querySelector('.hb-map').getBoundingClientRect().width,
      document.querySelector('.hb-pan').scrollLeft, document.querySelector('.hb-pan').scrollTop]";
    let before = browser.ask(seen).await;
    house.act(Seat::Side(0), json!({"do": "place", "post": "wood"})).await;
    browser.sees("[data-k='picket-0-wood']").await;
    browser.sees("[data-pick='hand-1'][aria-pressed='true']").await;
    browser.reads(DEED, "Picket 2").await;
    assert_eq!(browser.ask(seen).await, before);
    assert!(browser.is_at(".hb-pan").await, "the board keeps the focus");
}

async fn put_out(browser: &Browser) {
    // To the upper left corner and from there to the mill.
    for _ in 0..10 {
        browser.walk(&[Key::Left, Key::Up]).await;
    }
    browser.walk(&[Key::Right, Key::Right, Key::Right, Key::Right, Key::Down]).await;
    browser.reads(".hb-title", "0502 the mill").await;
    browser.reads(DEED, "Put it out").await;
    let before = browser.width_of_map().await;
    browser.send(Key::Enter).await;
    browser.sees("[data-k='picket-0-mill']").await;
    let after = browser.width_of_map().await;
    assert!((before - after).abs() < 1.0, "the size of the map stays: {before}, then {after}");
    browser.looks_right("field-put-out").await;

    // The next stack that can be ordered is picked up, shows what it would pay, and is let go.
    browser.keys("n").await;
    browser.keys(Key::Enter).await;
    browser.reads(DEED, "Picket at").await;
    browser.reads(DEED, "Dig: 1 of").await;
    browser.keys(Key::Escape).await;
    browser.until("document.querySelector('.hb-deed').childElementCount === 0").await;
}

/// The same by typed orders: one that is not understood, one that is only checked, one that is given.
async fn ordered(browser: &Browser) {
    browser.keys("/").await;
    browser.until("document.activeElement.id === 'field-order-field'").await;
    browser.keys("0502 fly").await;
    browser.send(Key::Enter).await;
    browser.reads("#r-field-order", "“fly” is no hex").await;
    browser.reads("#r-field-order", "For example").await;
    browser.ask("document.querySelector('#field-order-field').value = '0502 dig'").await;
    browser.act("#b-field-order-check").await;
    browser.reads("#field-order-understood", "Understood: Dig: Picket at the mill from 0502.").await;
    browser.looks_right("field-checked").await;
    browser.act("#b-field-order").await;
    browser.reads("#out", "How it came out").await;
    browser.looks_right("field-dug").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stack_shows_where_it_can_go_at_which_cost_and_along_which_way() {
    if left_out() {
        return;
    }
    let address = drawn().await;
    for (width, theme) in [(1280, "light"), (1280, "dark"), (360, "light"), (360, "dark")] {
        let browser = Browser::open(width).await;
        browser.go(&format!("{address}/{theme}/board")).await;
        browser.sees(".hb-pan").await;
        browser.looks_right(&format!("hexes-{theme}")).await;
        browser.ask("document.querySelector('.hb-pan').focus()").await;
        browser.keys("n").await;
        for _ in 0..20 {
            if browser.text(".hb-title").await.starts_with("2717") {
                break;
            }
            browser.keys("n").await;
        }
        browser.reads(".hb-inspector", "Tank Regiment 4").await;
        browser.keys(Key::Enter).await;
        browser.reads(DEED, "Recon Battalion, Tank Regiment 4, 12 MP").await;
        browser.sees(".hb-cost").await;
        browser.walk(&[Key::Right, Key::Up]).await;
        browser.sees(".hb-way").await;
        browser.reads(DEED, "of 12 MP").await;
        browser.reads("#board-voice", "of 12 MP").await;
        browser.looks_right(&format!("hexes-picked-{theme}")).await;

        // A part of the stack is picked in the inspector.
        browser.keys(Key::Escape).await;
        browser.walk(&[Key::Down, Key::Left]).await;
        browser.press("#board-i-wp-57G-t4").await;
        browser.reads(DEED, "Tank Regiment 4, 12 MP").await;
        browser.until("!document.querySelector('.hb-deed').textContent.includes('Recon')").await;

        let before = browser.width_of_map().await;
        browser.press("[data-do=in]").await;
        assert!(browser.width_of_map().await > before);
        browser.press("[data-do=whole]").await;
        let fits = "document.querySelector('.hb-map').getBoundingClientRect().width
          <= document.querySelector('.hb-pan').getBoundingClientRect().width + 1";
        assert_eq!(browser.ask(fits).await, json!(true));
        browser.looks_right(&format!("hexes-whole-{theme}")).await;
        browser.keys("c").await;
        browser.until("getComputedStyle(document.querySelector('.hb-counters')).display === 'none'").await;
        browser.keys("c").await;
        browser.press("#board-layers > summary").await;
        browser.press("#board-o-zones-0").await;
        browser.until("getComputedStyle(document.querySelector('.hb-over0')).display !== 'none'").await;
        browser.press("#board-layers > summary").await;
        browser.keys("t").await;
        browser.sees("#board-words[open]").await;
        browser.looks_right(&format!("hexes-words-{theme}")).await;
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_double_press_picks_up_and_gives_no_order() {
    if left_out() {
        return;
    }
    let house = House::ford().await;
    house.act(Seat::Side(0), json!({"do": "place", "post": "mill"})).await;
    let browser = house.seated(Seat::Side(0), 1280).await;
    browser.go(&house.page(Seat::Side(0), "field")).await;
    let answered = browser.answered().await;
    for times in [2, 3] {
        browser.press_map("#field-s0502", times).await;
        browser.reads(DEED, "Picket at the mill").await;
        browser.reads(DEED, "Dig: 1 of").await;
        browser.ask_slowly("await new Promise((done) => setTimeout(done, 300))").await;
        assert_eq!(browser.answered().await, answered, "{times} presses have given an order");
        browser.ask("document.querySelector('.hb-pan').focus()").await;
        browser.keys(Key::Escape).await;
        browser.until("document.querySelector('.hb-deed').childElementCount === 0").await;
    }

    // A key that is held down picks up and gives no order either.
    for repeated in [false, true, true] {
        browser
            .ask(&format!(
                "document.querySelector('.hb-pan').dispatchEvent(new KeyboardEvent('keydown',
                   {{ key: 'Enter', repeat: {repeated}, bubbles: true, cancelable: true }}))"
            ))
            .await;
    }
    browser.reads(DEED, "Dig: 1 of").await;
    assert_eq!(browser.answered().await, answered, "a key that was held down has given an order");

    // The next single press asks, for dice are thrown; the button has the focus and gives the order.
    browser.press_map("#field-s0502", 1).await;
    assert_eq!(browser.answered().await, answered, "a press has thrown dice");
    browser.until("document.activeElement.matches('.hb-deed .btn.go')").await;
    browser.keys(Key::Enter).await;
    browser.until_answered(answered).await;
    browser.reads("#out", "How it came out").await;
    browser.close().await;
}

/// The way of every act to every target, as the script of the page finds it.
const WAYS: &str = r#"(async () => {
  const script = document.querySelector("script[src*='/board']");
  const source = await (await fetch(script.src)).text();
  const hands = new Function(`${source}; return hands;`)();
  const hand = hands.get(document.querySelector(".hexboard").id);
  return hand.acts.rows.map((act) => [...hand.targets(act).values()].map((target) => hand.way(act, target).join(" ")));
})()"#;

#[tokio::test(flavor = "multi_thread")]
async fn the_script_finds_the_ways_that_orders_are_read_by() {
    if left_out() {
        return;
    }
    let address = drawn().await;
    let browser = Browser::open(1280).await;
    for (id, board) in [("board", fixture::board::corridor()), ("large", fixture::board::large())] {
        browser.go(&format!("{address}/light/{id}")).await;
        browser.sees(".hb-pan").await;
        let found: Vec<Vec<String>> =
            serde_json::from_value(browser.ask_slowly(&format!("await {WAYS}")).await).unwrap();
        assert_eq!(found.len(), board.acts.len());
        for (act, found) in board.acts.iter().zip(found) {
            let label = |hex| board.label(hex);
            let way = |target| board.way(act, target).into_iter().map(label).collect::<Vec<_>>().join(" ");
            let ways: Vec<String> = board.targets(act).iter().map(way).collect();
            assert_eq!(found, ways, "{id}: {} {:?}", act.word, act.counters);
        }
        assert!(
            board.acts.iter().any(|act| board.targets(act).iter().any(|at| board.way(act, at).len() > 3))
        );
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn figures_on_counters_can_be_read_on_paper() {
    if left_out() {
        return;
    }
    let address = drawn().await;
    let browser = Browser::open(1280).await;
    browser.go(&format!("{address}/dark/board")).await;
    browser.sees(".hb-disc.grave").await;
    browser.tell("Emulation.setEmulatedMedia", json!({"media": "print"})).await;
    for figure in [".hb-disc:not(.grave)", ".hb-disc.grave", ".hb-number", ".hb-sign-ring"] {
        let fills = browser
            .ask(&format!(
                "['circle', 'text'].map((part) => getComputedStyle(document.querySelector('{figure} ' + part)).fill)"
            ))
            .await;
        let fills: Vec<String> = serde_json::from_value(fills).unwrap();
        let mut known = fills.clone();
        known.sort();
        assert_eq!(known, ["rgb(0, 0, 0)", "rgb(255, 255, 255)"], "{figure}: {fills:?}");
    }
    browser.close().await;
}

/// How long frames take while the map is dragged, zoomed and pointed at. Printed, not asserted.
const FRAMES: &str = r#"new Promise((done) => {
  const pan = document.querySelector(".hb-pan");
  const box = pan.getBoundingClientRect();
  const zoom = document.querySelector("[data-do=in]");
  const times = { drag: [], point: [], zoom: [] };
  let n = 0, last = performance.now(), kind = "drag";
  const step = (now) => {
    times[kind].push(now - last);
    last = now;
    n += 1;
    if (n > 180) {
      const told = Object.entries(times).map(([kind, all]) => {
        all.sort((a, b) => a - b);
        return `${kind}: median ${all[all.length >> 1].toFixed(1)} ms, longest ${all.at(-1).toFixed(1)} ms`;
      });
      return done(told.join("; "));
    }
    kind = n < 80 ? "drag" : n < 160 ? "point" : "zoom";
    if (kind === "drag") pan.scrollBy(n % 40 < 20 ? 12 : -12, n % 20 < 10 ? 8 : -8);
    if (kind === "point") pan.dispatchEvent(new PointerEvent("pointermove", { pointerType: "mouse", clientX: box.left + 20 + (n % 40) * 12, clientY: box.top + 200, bubbles: true }));
    if (kind === "zoom" && n % 5 === 0) zoom.click();
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_large_board_is_dragged_zoomed_and_pointed_at() {
    if left_out() {
        return;
    }
    let address = drawn().await;
    let browser = Browser::open(1280).await;
    browser.go(&format!("{address}/light/large")).await;
    browser.sees(".hb-pan").await;
    browser.ask("document.querySelector('.hb-pan').focus()").await;
    browser.keys("n").await;
    browser.keys(Key::Enter).await;
    browser.sees(".hb-legal").await;
    let told = browser.ask_slowly(&format!("await {FRAMES}")).await;
    println!("60 by 40 hexes, 200 counters: {}", told.as_str().unwrap_or_default());
    assert!(told.as_str().is_some_and(|told| told.contains("median")), "{told}");
    browser.looks_right("hexes-large").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_are_accessible_with_something_picked_and_in_words() {
    if left_out() {
        return;
    }
    let house = House::ford().await;
    let address = drawn().await;
    for width in [1280, 360] {
        let browser = house.seated(Seat::Side(0), width).await.with_axe().await;
        for page in [
            house.page(Seat::Side(0), "field"),
            format!("{address}/light/board"),
            format!("{address}/dark/board"),
        ] {
            browser.go(&page).await;
            browser.sees(".hb-pan").await;
            browser.ask("document.querySelector('[data-pick]').click()").await;
            browser.ask("document.querySelector('.hb-words').open = true").await;
            browser.is_accessible(&page).await;
        }
        browser.close().await;
    }
}
