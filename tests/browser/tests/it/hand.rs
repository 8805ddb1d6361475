//! What a reader does in a browser: press, pick, type, read; and waiting for what should come of it, with a deadline.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use thirtyfour::error::WebDriverErrorInner;
use thirtyfour::prelude::*;

use crate::driver::Browser;

/// How long anything may take to come true. Only failing journeys wait for it.
const DEADLINE: Duration = Duration::from_secs(20);
const PULSE: Duration = Duration::from_millis(30);

/// Runs in every page before its own scripts: how many forms were answered since the page was loaded, and what its
/// change feed has brought. A page that changes without being loaded anew keeps counting.
pub const TALLY: &str = r#"
window.journey = { answered: 0, born: Math.random(), fed: [] };
document.addEventListener("htmx:finally:request", (event) => {
  if (event.detail?.ctx?.request?.method === "POST") window.journey.answered += 1;
});
for (const kind of ["cursor", "htmx:error", "htmx:sse:error", "htmx:sse:close", "htmx:sse:after:connection"]) {
  document.addEventListener(kind, (event) => {
    window.journey.fed.push(`${kind} ${event.detail?.data ?? event.detail?.error ?? ""}`);
  });
}"#;

impl Browser {
    /// Opens an address.
    pub async fn go(&self, address: &str) {
        self.page.goto(address).await.unwrap();
    }

    /// What an expression says on the page; `null` while the page is between two documents.
    pub async fn ask(&self, expression: &str) -> Value {
        let answer = self.page.execute(format!("return ({expression})"), vec![]).await;
        answer.map(|answer| answer.json().clone()).unwrap_or_default()
    }

    /// What an expression with promises in it comes to.
    pub async fn ask_slowly(&self, expression: &str) -> Value {
        let script = format!(
            "const done = arguments[arguments.length - 1];
             (async () => ({expression}))().then(done, (fault) => done(String(fault)));"
        );
        self.page.execute_async(script, vec![]).await.unwrap().json().clone()
    }

    /// Waits until an expression is true.
    pub async fn until(&self, expression: &str) {
        let script = format!("Boolean({expression})");
        let started = Instant::now();
        while self.ask(&script).await != json!(true) {
            if started.elapsed() > DEADLINE {
                self.give_up(expression).await;
            }
            tokio::time::sleep(PULSE).await;
        }
    }

    async fn give_up(&self, expected: &str) -> ! {
        let address = self.ask("location.href").await;
        let seen = self.ask("document.querySelector('main')?.innerText ?? document.body.innerText").await;
        let seen = seen.as_str().unwrap_or_default();
        let fed = self.ask("[document.getElementById('page')?.dataset.cursor, window.journey.fed]").await;
        let console = self.complaints().await;
        panic!(
            "at {address} this never came true: {expected}\nthe console: {console:?}\nthe feed: {fed}\nthe page:\n{seen}"
        );
    }

    /// Waits until there is such an element.
    pub async fn sees(&self, selector: &str) {
        self.until(&format!("document.querySelector({})", json!(selector))).await;
    }

    /// Waits until such an element lies in what is seen, under nothing else: nothing has to be scrolled for it.
    pub async fn at_hand(&self, selector: &str) {
        self.until(&format!(
            "((one) => {{
               const {{ left, top, right, bottom }} = one?.getBoundingClientRect() ?? {{ top: -1 }};
               return top >= 0 && bottom <= innerHeight
                 && [top + 2, bottom - 2].every((y) => one.contains(document.elementFromPoint((left + right) / 2, y)));
             }})(document.querySelector({}))",
            json!(selector)
        ))
        .await;
    }

    /// Whether there is such an element now.
    pub async fn has(&self, selector: &str) -> bool {
        self.ask(&format!("document.querySelector({}) !== null", json!(selector))).await == json!(true)
    }

    /// Waits until the first such element contains these words.
    pub async fn reads(&self, selector: &str, words: &str) {
        let (selector, words) = (json!(selector), json!(words));
        self.until(&format!(
            "document.querySelector({selector})?.textContent.replace(/\\s+/g, ' ').includes({words})"
        ))
        .await;
    }

    /// The text of the first such element, blanks joined.
    pub async fn text(&self, selector: &str) -> String {
        self.sees(selector).await;
        let found = format!("document.querySelector({})", json!(selector));
        let text = self.ask(&format!("{found}.textContent.replace(/\\s+/g, ' ').trim()")).await;
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Presses an element with the mouse. One that the page draws anew on the way is looked for again: nothing was pressed.
    pub async fn press(&self, selector: &str) {
        self.sees(selector).await;
        // As a hand would: not under a bar that stays at the edge of the window.
        self.ask(&format!(
            "document.querySelector({}).scrollIntoView({{ block: 'center', behavior: 'instant' }})",
            json!(selector)
        ))
        .await;
        let started = Instant::now();
        loop {
            match self.page.find(By::Css(selector)).await.unwrap().click().await {
                Err(fault)
                    if matches!(*fault, WebDriverErrorInner::StaleElementReference(_))
                        && started.elapsed() < DEADLINE => {}
                pressed => break pressed.unwrap(),
            }
        }
    }

    /// Presses a button that sends a form, and waits until the answer is drawn.
    pub async fn act(&self, selector: &str) {
        self.sees(selector).await;
        let answered = self.answered().await;
        self.press(selector).await;
        self.until_answered(answered).await;
    }

    /// How many forms of this document were answered.
    pub async fn answered(&self) -> u64 {
        self.ask("window.journey.answered").await.as_u64().unwrap_or_default()
    }

    /// Presses what leads to another page, and waits for that page.
    pub async fn leads(&self, selector: &str) {
        let before = self.born().await;
        self.press(selector).await;
        self.until(&format!("window.journey.born !== {before} && document.readyState === 'complete'")).await;
    }

    /// Waits until one more form was answered and the page is at rest.
    pub async fn until_answered(&self, before: u64) {
        self.until(&format!(
            "window.journey.answered > {before} && !document.querySelector('[aria-busy=true]')"
        ))
        .await;
    }

    /// Types into a field that is empty.
    pub async fn type_in(&self, selector: &str, words: &str) {
        self.sees(selector).await;
        self.page.find(By::Css(selector)).await.unwrap().send_keys(words).await.unwrap();
    }

    /// Follows a tab of the campaign by its word.
    pub async fn tab(&self, word: &str) {
        self.until("document.querySelector('.tabs a')").await;
        let tab = By::XPath(format!("//nav[contains(@class,'tabs')]//a[normalize-space()='{word}']"));
        let tab = self.page.find(tab).await.unwrap();
        if tab.is_displayed().await.unwrap() {
            // As a hand would: not under a line that stays at the edge of the window.
            tab.scroll_into_view().await.unwrap();
            tab.click().await.unwrap();
        } else if self.has("#more-pages").await {
            if !self.has("#more-pages[open]").await {
                self.press("#more-pages > summary").await;
            }
            self.sees("#more-pages[open]").await;
            // The page may just have been drawn anew, and the menu with it.
            let link = By::XPath(format!("//details[@id='more-pages']//a[normalize-space()='{word}']"));
            let link = self.page.find(link).await.unwrap();
            link.scroll_into_view().await.unwrap();
            link.click().await.unwrap();
        } else {
            // In the one line above a map not every page has room; the others stand in its menu.
            self.press("#pages > summary").await;
            let link = By::XPath(format!("//details[@id='pages']//nav//a[normalize-space()='{word}']"));
            self.page.find(link).await.unwrap().click().await.unwrap();
        }
        self.reads(".tabs a[aria-current]", word).await;
        self.until("document.readyState === 'complete'").await;
    }

    /// The place of the screen under a place of the map in inches.
    pub async fn on_screen(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let at = self
            .ask(&format!(
                "((map) => {{
                   const [wide] = document.querySelector('#inch').dataset.size.split(' ').map(Number);
                   const unit = 72000 / wide;
                   const at = new DOMPoint({x} * unit, map.viewBox.baseVal.height - {y} * unit).matrixTransform(map.getScreenCTM());
                   return [at.x, at.y];
                 }})(document.querySelector('.ib-map'))"
            ))
            .await;
        (at[0].as_f64().unwrap(), at[1].as_f64().unwrap())
    }

    /// The left button of the mouse at a place of the screen.
    pub async fn mouse(&self, kind: &str, (x, y): (f64, f64)) {
        let held = u8::from(kind != "mouseReleased");
        let event = json!({"type": kind, "x": x, "y": y, "button": "left", "buttons": held, "clickCount": 1});
        self.tell("Input.dispatchMouseEvent", event).await;
    }

    /// Presses a place of the map in inches.
    pub async fn puts_down(&self, at: (f64, f64)) {
        let at = self.on_screen(at).await;
        self.mouse("mousePressed", at).await;
        self.mouse("mouseReleased", at).await;
    }

    /// Goes to the page of the first thing that the seat owes; what of it is not on the first screen there, by its id. On a
    /// map the tray and the list of what can be done are that thing.
    pub async fn owed_out_of_sight(&self, origin: &str) -> Option<String> {
        let owed = self.ask("document.getElementById('page').dataset.owed ?? null").await;
        let (page, panel) = owed.as_str()?.split_once('#')?;
        self.go(&format!("{origin}{page}")).await;
        self.sees(&format!("#{panel}")).await;
        self.ask("sessionStorage.removeItem('sheet')").await;
        self.go(&format!("{origin}{page}")).await;
        self.sees(&format!("#{panel}")).await;
        let seen = format!(
            "[...document.querySelectorAll('#{panel} h2, .ib-tray h2, .hb-todo h2')].some((one) => {{
               const {{ top, bottom }} = one.getBoundingClientRect();
               const foot = document.querySelector('.wb-foot')?.getBoundingClientRect().top ?? innerHeight;
               return one.offsetParent && top >= 0 && bottom <= foot;
             }})"
        );
        (self.ask(&seen).await != json!(true)).then(|| format!("{page}#{panel}"))
    }

    /// Proof that a page was not loaded anew: a number drawn when the document was made.
    pub async fn born(&self) -> Value {
        self.ask("window.journey.born").await
    }

    /// The source of every page of this seat as the server sends it now.
    pub async fn all_sources(&self) -> Vec<(String, String)> {
        let pages = self
            .ask_slowly(
                "await Promise.all([...document.querySelectorAll('.tabs a')].map(async (tab) =>
                   [tab.pathname, await fetch(tab.href).then((answer) => answer.text())]))",
            )
            .await;
        let pages: Vec<(String, String)> = serde_json::from_value(pages).unwrap();
        assert!(pages.len() > 5, "{pages:?}");
        pages
    }
}

/// Both readings are the same, page by page.
pub fn assert_same(before: &[(String, String)], after: &[(String, String)]) {
    assert_eq!(before.len(), after.len());
    for ((page, before), (_, after)) in before.iter().zip(after) {
        let differs = before.lines().zip(after.lines()).flat_map(|(a, b)| {
            let at = a.char_indices().zip(b.chars()).find(|((_, a), b)| a != b).map_or(0, |((at, _), _)| at);
            let part = |line: &str| line.chars().skip(at.saturating_sub(80)).take(240).collect::<String>();
            (a != b).then(|| format!("{}\n…instead of…\n{}", part(b), part(a)))
        });
        assert!(before == after, "{page} has changed: {:?}", differs.take(3).collect::<Vec<_>>());
    }
}
