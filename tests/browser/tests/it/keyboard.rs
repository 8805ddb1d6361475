//! A reader without a mouse: keys go to whatever has the focus, and the focus must be seen wherever it is.

use kernel::Seat;
use serde_json::json;
use thirtyfour::prelude::*;

use crate::driver::{Browser, left_out};
use crate::house::House;

/// Why the focus cannot be seen, or nothing.
const UNSEEN: &str = r#"(() => {
  const at = document.activeElement;
  if (!at || at === document.body) return "nothing has the focus";
  if (!at.matches(":focus-visible")) return "no ring round " + at.outerHTML.slice(0, 200);
  const style = getComputedStyle(at);
  if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) return "no outline round " + at.outerHTML.slice(0, 200);
  const box = at.getBoundingClientRect();
  if (box.bottom < 2 || box.top > innerHeight - 2 || box.right < 2 || box.left > innerWidth - 2) return "out of sight: " + at.outerHTML.slice(0, 200);
  const [x, y] = [Math.min(box.left + box.width / 2, innerWidth - 2), Math.min(Math.max(box.top + 4, 2), innerHeight - 2)];
  const above = document.elementFromPoint(x, y);
  if (above && !at.contains(above) && !above.contains(at)) return above.outerHTML.slice(0, 100) + " lies over " + at.outerHTML.slice(0, 200);
  return "";
})()"#;

/// How often is looked again for a focus that cannot be seen: a page may just be drawn anew.
const AT_REST: usize = 10;

/// The most stops between two controls of a page.
const MOST_STOPS: usize = 120;

impl Browser {
    /// Sends keys to whatever has the focus.
    pub async fn keys(&self, keys: impl Into<TypingData>) {
        self.page.action_chain().send_keys(keys).perform().await.unwrap();
    }

    /// Whether this element has the focus.
    pub async fn is_at(&self, selector: &str) -> bool {
        let matches = format!("document.activeElement.matches({})", json!(selector));
        self.ask(&matches).await == json!(true)
    }

    /// The focus is somewhere on the page and can be seen, once the page has come to rest.
    pub async fn focus_is_seen(&self) {
        let mut why = self.ask(UNSEEN).await;
        for _ in 0..AT_REST {
            if why == json!("") {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            why = self.ask(UNSEEN).await;
        }
        let step = self.ask("document.querySelector('.where')?.textContent").await;
        assert_eq!(why, json!(""), "at {}, {step}", self.ask("location.href").await);
    }

    /// Goes on from control to control until this one has the focus; each stop on the way can be seen.
    pub async fn tab_to(&self, selector: &str) {
        self.sees(selector).await;
        for _ in 0..MOST_STOPS {
            self.keys(Key::Tab).await;
            if self.ask("document.activeElement === document.body").await != json!(true) {
                self.focus_is_seen().await;
            }
            if self.is_at(selector).await {
                return;
            }
        }
        panic!("no way to {selector} by keyboard");
    }

    /// Sends the form of the control that has the focus, and waits for the answer; the focus is not lost by it.
    pub async fn send(&self, key: Key) {
        let answered = self.answered().await;
        self.keys(key).await;
        self.until_answered(answered).await;
        self.focus_is_seen().await;
    }
}

/// How an element that has the focus is marked: the width of its ring, what of it is cut off, and the least contrast of its two
/// colours with the ground.
const RING: &str = "(() => {
  const one = document.activeElement;
  const style = getComputedStyle(one);
  const light = (words) => { const [r, g, b] = words.match(/[\\d.]+/g).map((n) => { const c = n / 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const against = (one, other) => { const [a, b] = [light(one), light(other)].sort((a, b) => b - a); return (a + 0.05) / (b + 0.05); };
  let ground = one;
  while (ground && getComputedStyle(ground).backgroundColor.match(/, 0\\)|transparent/)) ground = ground.parentElement;
  const paper = getComputedStyle(ground ?? document.body).backgroundColor;
  const inner = style.boxShadow.match(/rgba?\\([^)]*\\)/)?.[0] ?? paper;
  const box = one.getBoundingClientRect();
  const scroll = one.closest('.wb-scroll')?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
  const reach = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset);
  return { width: style.outlineStyle === 'none' ? 0 : parseFloat(style.outlineWidth), cut: Math.max(scroll.left - (box.left - reach), box.right + reach - scroll.right), contrast: Math.max(against(style.outlineColor, paper), against(inner, paper)), is: one.id || one.className };
})()";

/// The focus is seen on the map, on stacks, on tools and on buttons of the panel, in both themes.
#[tokio::test(flavor = "multi_thread")]
async fn the_focus_is_seen_in_both_themes() {
    if left_out() {
        return;
    }
    let house = House::gap().await;
    let pact = house.seated(Seat::Side(0), 1280).await;
    for theme in ["light", "dark"] {
        pact.tell(
            "Emulation.setEmulatedMedia",
            json!({"features": [{"name": "prefers-color-scheme", "value": theme}]}),
        )
        .await;
        pact.go(&house.page(Seat::Side(0), "map")).await;
        pact.sees("#map .hb-next").await;
        let mut seen = Vec::new();
        for _ in 0..24 {
            pact.page.active_element().await.unwrap().send_keys("" + Key::Tab).await.unwrap();
            let ring = pact.ask(RING).await;
            let number = |what: &str| ring[what].as_f64().unwrap();
            assert!(number("width") >= 3.0 && number("contrast") >= 3.0, "{theme}: {ring}");
            assert!(number("cut") <= 0.5, "{theme}: the ring is cut off: {ring}");
            seen.push(ring["is"].as_str().unwrap().to_owned());
        }
        for wanted in ["map-pan", "map-next", "map-t-"] {
            assert!(seen.iter().any(|one| one.contains(wanted)), "{wanted} of {seen:?}");
        }
        // On a hex and the stack in it the cursor stands, with two colours of which one shows on any ground.
        pact.ask("document.querySelector('.hb-pan').focus()").await;
        pact.page.active_element().await.unwrap().send_keys("n").await.unwrap();
        pact.until("document.querySelectorAll('.hb-cursor').length === 2").await;
        let strokes = pact
            .ask("[...document.querySelectorAll('.hb-cursor')].map((one) => getComputedStyle(one).stroke)")
            .await;
        assert_ne!(strokes[0], strokes[1]);
        // Names of places lie above the counters.
        pact.until("document.querySelector('.hb-counters').compareDocumentPosition(document.querySelector('.hb-names')) & Node.DOCUMENT_POSITION_FOLLOWING").await;
        pact.looks_right(&format!("focus-{theme}")).await;
    }
    pact.close().await;
}
