//! A reader without a mouse: keys go to whatever has the focus, and the focus must be seen wherever it is.

use serde_json::json;
use thirtyfour::prelude::*;

use crate::driver::Browser;

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

    /// The focus is somewhere on the page and can be seen.
    pub async fn focus_is_seen(&self) {
        let why = self.ask(UNSEEN).await;
        assert_eq!(why, json!(""), "at {}", self.ask("location.href").await);
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
