//! A set-up on the map in inches: formations laid along lines and arcs, single stands, fortifications, a pasted list, with
//! the presses counted; and where stands ended.

use kernel::{Id, Seat};
use rules_battlefront::facts::{Facts, SealedPosture};
use rules_battlefront::measure::Point;
use rules_battlefront::words::{Posture, StandState};
use rules_battlefront::{SAMPLE, SAMPLE_POSITION, Step};
use serde_json::json;
use thirtyfour::prelude::*;

use crate::driver::{Browser, left_out};
use crate::house::House;

const GERMAN: Seat = Seat::Side(1);

/// The presses of a whole set-up: 28 stands and 4 fortifications.
const MOST_PRESSES: u32 = 25;

/// A place on the map in inches.
type Inches = (f64, f64);

/// The formations with one end and the other of their lines, and where the fortifications go.
const LINES: [(&str, Inches, Inches); 5] = [
    ("G-11", (4.0, 20.0), (20.0, 22.0)),
    ("G-12", (24.0, 22.0), (28.0, 22.0)),
    ("G-21", (44.0, 12.0), (54.0, 14.0)),
    ("G-41", (10.0, 6.0), (16.0, 6.0)),
    ("GI2.3", (56.0, 20.0), (70.0, 24.0)),
];
const WORKS: [(f64, f64); 4] = [(8.0, 24.0), (20.0, 25.0), (46.0, 18.0), (60.0, 22.0)];

/// 24 December at S4a: the German side defends with 28 stands, and four fortifications are in its hand.
pub(crate) async fn setting_up() -> House {
    let bought = "  { id = \"wire\", count = 1 },\n  { id = \"at-minefield\", count = 3 },\n]\n";
    let position = SAMPLE_POSITION
        .replacen("step = \"S1\"", "step = \"S3b\"\nattacker = \"russian\"", 1)
        .replacen("id = \"russian\"\ncpp = 3\n", "id = \"russian\"\nposture = { choice = \"attack\" }\nincome = 12\ncpp = 3\n", 1)
        .replacen(
            "id = \"german\"\ncpp = 5\n",
            "id = \"german\"\nposture = { choice = \"defend\" }\nincome = 12\ncpp = 5\nchosen = [\"G-11\", \"G-12\", \"G-21\", \"G-41\", \"GI2.3\"]\n",
            1,
        )
        .replacen(bought, "  { id = \"wire\", count = 3 },\n  { id = \"at-minefield\", count = 4 },\n]\n", 1)
        .replacen(
            "works_in_hand = [\n  { id = \"at-minefield\", count = 1 },\n]",
            "works_in_hand = [\n  { id = \"at-minefield\", count = 2 },\n  { id = \"wire\", count = 2 },\n]",
            1,
        );
    let house = House::with(SAMPLE, Some(&position)).await;
    for seat in [Seat::Side(0), GERMAN] {
        house.act(seat, json!({"do": "done"})).await;
    }
    house
}

/// A hand that lays out, and how often it has pressed.
struct Laying {
    browser: Browser,
    presses: u32,
}

impl Laying {
    async fn begins(house: &House, width: u32) -> Self {
        Self::at(house, GERMAN, width, "Refit", "#inch-tray").await
    }

    async fn at(house: &House, seat: Seat, width: u32, tab: &str, part: &str) -> Self {
        let browser = house.seated(seat, width).await;
        browser.tab(tab).await;
        browser.sees(part).await;
        Self { browser, presses: 0 }
    }

    async fn drags(&mut self, from: (f64, f64), to: (f64, f64)) {
        let (from, to) = (self.browser.on_screen(from).await, self.browser.on_screen(to).await);
        self.browser.mouse("mousePressed", from).await;
        for step in 1..=4 {
            let part = f64::from(step) / 4.0;
            self.browser
                .mouse("mouseMoved", (from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1)))
                .await;
        }
        self.browser.mouse("mouseReleased", to).await;
        self.presses += 1;
    }

    async fn clicks(&mut self, at: (f64, f64)) {
        self.browser.puts_down(at).await;
        self.presses += 1;
    }

    async fn touch(&self, kind: &str, at: &[(f64, f64)]) {
        let points: Vec<_> = at.iter().map(|(x, y)| json!({"x": x, "y": y})).collect();
        self.browser.tell("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points})).await;
    }

    /// A finger that is drawn over the map, or put down where both places are the same.
    async fn finger(&mut self, from: (f64, f64), to: (f64, f64)) {
        let (from, to) = (self.browser.on_screen(from).await, self.browser.on_screen(to).await);
        self.touch("touchStart", &[from]).await;
        for step in 1..=4 {
            let part = f64::from(step) / 4.0;
            if from != to {
                let at = (from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1));
                self.touch("touchMove", &[at]).await;
            }
        }
        self.touch("touchEnd", &[]).await;
        self.presses += 1;
    }

    async fn presses(&mut self, selector: &str) {
        self.browser.press(selector).await;
        self.presses += 1;
    }

    /// The tray's row of a formation.
    async fn row(&self, name: &str) -> String {
        let found = format!(
            "[...document.querySelectorAll('.ib-group')].find((one) => one.textContent.includes('{name}')).id"
        );
        let id = self.browser.ask(&found).await;
        format!("#{}", id.as_str().unwrap_or_else(|| panic!("no row of {name}: {id}")))
    }

    async fn picks(&mut self, name: &str) {
        let row = self.row(name).await;
        self.presses(&row).await;
    }

    async fn drops(&mut self) {
        let answered = self.browser.answered().await;
        self.presses("#inch-lay-drop").await;
        self.browser.until_answered(answered).await;
    }

    /// All of the set-up stands on the map, within the presses that it may take, and what closes the step is at hand.
    async fn has_ended(self, name: &str) {
        self.browser.reads("#inch-tray .note", "32 of 32 placed").await;
        self.browser.until("document.querySelectorAll('.ib-laid').length === 0").await;
        println!("28 stands and 4 fortifications: {} presses", self.presses);
        assert!(self.presses <= MOST_PRESSES, "{} presses", self.presses);
        self.browser.at_hand("#b-done-ready").await;
        self.browser.looks_right(name).await;
        // It is so for whoever comes back to the page, too.
        self.browser.ask("location.reload()").await;
        self.browser.at_hand("#b-done-ready").await;
        self.browser.act("#b-done-ready").await;
        self.browser.reads(".where span", "S4b").await;
        self.browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_set_up_by_mouse_takes_few_presses() {
    if left_out() {
        return;
    }
    let house = setting_up().await;
    let mut hand = Laying::begins(&house, 1280).await;
    hand.browser.looks_right("laying-tray").await;
    for (name, from, to) in LINES {
        hand.picks(&format!("({name})")).await;
        hand.drags(from, to).await;
    }
    hand.browser.reads("#inch-lay-words", "7 stands").await;
    hand.browser.looks_right("laying-line").await;
    hand.picks("Fortifications").await;
    for at in WORKS {
        hand.clicks(at).await;
    }
    hand.browser.until("document.querySelectorAll('.ib-laid').length === 32").await;
    hand.browser.looks_right("laying-all").await;
    hand.drops().await;
    hand.has_ended("laying-dropped").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_set_up_by_finger_takes_few_presses() {
    if left_out() {
        return;
    }
    let house = setting_up().await;
    let mut hand = Laying::begins(&house, 360).await;
    hand.browser
        .tell("Emulation.setTouchEmulationEnabled", json!({"enabled": true, "maxTouchPoints": 2}))
        .await;
    hand.presses("#inch [data-do=whole]").await;
    hand.presses("[data-sheet=more]").await;
    // The line at the foot says what the way of laying that is picked waits for.
    hand.picks("(G-11)").await;
    for (how, asks) in [("stack", "Press the place."), ("line", "Drag from one end to the other")] {
        hand.browser.ask(&format!("document.querySelector('#inch-lay-hows [value={how}]').click()")).await;
        hand.browser.reads("#inch-voice", asks).await;
    }
    hand.finger(LINES[0].1, LINES[0].2).await;
    for (name, from, to) in &LINES[1..] {
        hand.picks(&format!("({name})")).await;
        hand.finger(*from, *to).await;
    }
    // What has been laid can be dropped from the low sheet.
    hand.browser.at_hand("#inch-lay-drop").await;
    hand.browser.looks_right("laying-finger").await;
    hand.picks("Fortifications").await;
    hand.browser.at_hand("#inch-lay-head").await;
    for at in WORKS {
        hand.finger(at, at).await;
    }
    hand.browser.until("document.querySelectorAll('.ib-laid').length === 32").await;
    hand.drops().await;
    // A stand goes as far as the finger that drags it; the map stays where it is.
    hand.browser.until("document.querySelectorAll('.ib-laid').length === 0").await;
    hand.finger((16.0, 6.0), (16.0, 16.0)).await;
    hand.browser.until(LAID_NEAR).await;
    hand.browser.press("#inch-lay-back").await;
    hand.browser.ask(TO_READY).await;
    hand.has_ended("laying-finger-dropped").await;
}

/// The sheet goes to what closes the step.
const TO_READY: &str = "((box, ready) => {
  box.scrollTop += ready.getBoundingClientRect().top - box.getBoundingClientRect().top;
})(document.querySelector('.wb-scroll'), document.getElementById('inch-ready'))";

/// The one stand that is dragged lies where the finger let go of it, at 16, 16 of a map that is 60 inches high.
const LAID_NEAR: &str = "(([one, ...more]) => {
  const [x, y] = one?.getAttribute('transform').match(/[\\d.]+/g).map(Number) ?? [];
  return !more.length && Math.hypot(x - 160, y - 440) < 8;
})([...document.querySelectorAll('.ib-laid')])";

#[tokio::test(flavor = "multi_thread")]
async fn a_set_up_by_keyboard_takes_few_presses() {
    if left_out() {
        return;
    }
    let house = setting_up().await;
    let mut hand = Laying::begins(&house, 1280).await;
    for (name, from, to) in LINES {
        let row = hand.row(&format!("({name})")).await;
        hand.browser.ask(&format!("document.querySelector('{row}').focus()")).await;
        hand.browser.page.active_element().await.unwrap().send_keys("" + Key::Enter).await.unwrap();
        hand.browser.until("document.activeElement.id === 'inch-lay-from'").await;
        hand.browser.type_in("#inch-lay-from", &format!("{} {}", from.0, from.1)).await;
        hand.browser.type_in("#inch-lay-to", &format!("{} {}", to.0, to.1)).await;
        hand.presses += 3;
    }
    let row = hand.row("Fortifications").await;
    hand.browser.ask(&format!("document.querySelector('{row}').focus()")).await;
    hand.browser.page.active_element().await.unwrap().send_keys("" + Key::Enter).await.unwrap();
    hand.presses += 1;
    for (x, y) in WORKS {
        hand.browser.type_in("#inch-lay-from", &format!("{x} {y}")).await;
        hand.browser.page.active_element().await.unwrap().send_keys("" + Key::Enter).await.unwrap();
        hand.presses += 1;
    }
    hand.browser.until("document.querySelectorAll('.ib-laid').length === 32").await;
    hand.browser.ask("document.getElementById('inch-lay-drop').focus()").await;
    let answered = hand.browser.answered().await;
    hand.browser.page.active_element().await.unwrap().send_keys("" + Key::Enter).await.unwrap();
    hand.presses += 1;
    hand.browser.until_answered(answered).await;
    hand.has_ended("laying-by-keyboard").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_set_up_by_a_pasted_list_names_each_faulty_entry_by_itself() {
    if left_out() {
        return;
    }
    let house = setting_up().await;
    for width in [1280, 360] {
        let german = house.seated(GERMAN, width).await;
        german.tab("Refit").await;
        german.sees("#w-lay-out-places").await;
        let paste = "((field, text) => { field.value = text; field.dispatchEvent(new Event('input', { bubbles: true })); })";
        let list = "G-11-2: 12 24; G-11-3: 14 24\\nG-21-1: 44 50; wire: 30 8; G-21-2: a b";
        german.ask(&format!("{paste}(document.getElementById('w-lay-out-places'), '{list}')")).await;
        // What can be read is on the map at once, and why the rest is not.
        german.until("document.querySelectorAll('.ib-laid').length === 3").await;
        german.reads("#inch-lay-words", "G-21-1 would stand").await;
        german.reads("#inch-lay-words", "beyond your front line and stays in the tray").await;
        german.reads("#inch-lay-words", "G-11-3 is not in your tray").await;
        german.reads("#inch-lay-words", "“G-21-2: a b” cannot be read").await;
        german.reads("#inch-lay-rule", "BF-2.1.1.8-1").await;
        german.reads("#inch-lay-drop", "Drop two, keep G-21-1").await;
        german.looks_right("laying-list").await;
        // The server reads it alone, and names each by itself.
        german.act("#b-lay-out").await;
        german.reads("#r-lay-out", "\"G-21-2: a b\" cannot be read").await;
        let list = "G-11-2: 12 24; G-11-3: 14 24\\nG-21-1: 44 50; wire: 30 8";
        german.ask(&format!("{paste}(document.getElementById('w-lay-out-places'), '{list}')")).await;
        german.act("#b-lay-out").await;
        german.reads("#r-lay-out", "1./Grenadier G-11-3 is gone").await;
        german.reads("#r-lay-out", "G-21-1: 44, 50 does not lie on your side").await;
        german.looks_right("laying-list-refused").await;
        // What can be dropped is dropped with one press, the rest stays.
        german.act("#inch-lay-drop").await;
        german.reads("#inch-tray .note", "of 32 placed").await;
        german.sees("g[data-at='1200 2400']").await;
        german.until("document.querySelectorAll('.ib-laid').length === 0").await;
        house.act(GERMAN, json!({"do": "lift", "units": ["G-11-2"]})).await;
        german.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_may_not_stand_there_is_told_while_it_is_dragged_and_one_drop_is_taken_back() {
    if left_out() {
        return;
    }
    let house = setting_up().await;
    let mut hand = Laying::begins(&house, 1280).await;
    hand.picks("(GI2.3)").await;
    hand.drags((56.0, 24.0), (68.0, 33.0)).await;
    hand.browser.sees(".ib-laid.bad .ib-strike").await;
    hand.browser.sees("#inch-zones .ib-not").await;
    hand.browser.reads("#inch-lay-words", "inches beyond your front line and stays in the tray").await;
    hand.browser.looks_right("laying-beyond").await;
    // Half an inch is taken from the distances until all stand well; then an arc instead.
    hand.browser.press("#inch-lay-arc").await;
    hand.browser.sees("[data-brass=bend]").await;
    // The handle lies beside the stand, toward the enemy; the stand itself stays free to be dragged alone.
    let knob = "(({ left, top, width, height }) => [left + width / 2, top + height / 2])(document.querySelector('[data-brass=from] .ib-reach').getBoundingClientRect())";
    let at = hand.browser.ask(knob).await;
    let at = (at[0].as_f64().unwrap(), at[1].as_f64().unwrap());
    let stand = hand.browser.on_screen((56.0, 24.0)).await;
    assert!(at.1 < stand.1 - 20.0, "{at:?} beside {stand:?}");
    let down = hand.browser.on_screen((56.0, 18.0)).await.1 - stand.1;
    hand.browser.mouse("mousePressed", at).await;
    for part in [0.5, 1.0] {
        hand.browser.mouse("mouseMoved", (at.0, at.1 + part * down)).await;
    }
    hand.browser.mouse("mouseReleased", (at.0, at.1 + down)).await;
    hand.browser.until("document.getElementById('inch-lay-from').value === '56 18'").await;
    hand.browser.until("document.querySelectorAll('.ib-laid').length === 7").await;
    hand.browser.looks_right("laying-arc").await;
    // A stand in the enemy's pocket is told as such.
    hand.browser.press("#inch-lay-back").await;
    hand.browser.until("document.querySelectorAll('.ib-laid').length === 0").await;
    hand.browser.press("#inch-p4 > summary").await;
    hand.browser.press("#inch-p4-0").await;
    hand.clicks((31.0, 17.5)).await;
    hand.browser.reads("#inch-lay-words", "would stand in a pocket").await;
    hand.browser.until("document.getElementById('inch-lay-drop').hidden").await;
    // Dragged to good ground it is dropped, dragged again from there, and the last drop is taken back.
    hand.drags((31.0, 17.5), (40.0, 10.0)).await;
    hand.drops().await;
    hand.browser.sees("g[data-at='4000 1000']").await;
    hand.drags((40.0, 10.0), (42.0, 12.0)).await;
    hand.browser.sees(".ib-trail").await;
    hand.browser.looks_right("laying-ghost").await;
    hand.drops().await;
    hand.browser.sees("g[data-at='4200 1200']").await;
    hand.browser.act("#b-undo").await;
    hand.browser.sees("g[data-at='4000 1000']").await;
    hand.browser.close().await;
}

/// 24 December at a step in which the German company and two Soviet formations stand on the map.
pub(crate) async fn fought(step: Step) -> House {
    fought_at(step, 4000).await
}

/// The same with the Soviet stands so far from the lower edge; the German ones stand at 10 inches.
pub(crate) async fn fought_at(step: Step, soviets: i32) -> House {
    let mut facts: Facts = toml::from_str(SAMPLE_POSITION).unwrap();
    let id = |text: &str| Id::new(text).unwrap();
    facts.step = step;
    if step > Step::Battle {
        facts.last_day_fought = facts.day;
    }
    facts.attacker = Some(id("russian").into());
    let chosen = [vec![id("R-101"), id("R-201")], vec![id("G-11")]];
    let sides = facts.sides.iter_mut().zip(chosen).zip([(soviets, Posture::Attack), (1000, Posture::Defend)]);
    for ((side, chosen), (y, choice)) in sides {
        side.chosen = chosen;
        side.income = Some(0);
        side.works_in_hand.clear();
        side.posture = Some(SealedPosture { choice, nonce: Default::default(), digest: Default::default() });
        for element in side.elements.iter_mut().filter(|element| side.chosen.contains(&element.id.into())) {
            let living = element.stands.iter_mut().filter(|stand| stand.state == StandState::Here);
            for (n, stand) in living.filter(|stand| stand.at.is_none()).enumerate() {
                stand.at = Some(Point::new(1000 + 300 * n as i32, y));
                stand.facing = Some(0);
            }
        }
    }
    House::with(SAMPLE, Some(&toml::to_string(&facts).unwrap())).await
}

#[tokio::test(flavor = "multi_thread")]
async fn where_stands_ended_is_dragged_with_ghosts_of_where_they_began() {
    if left_out() {
        return;
    }
    for width in [1280, 360] {
        let house = fought(Step::Battle).await;
        // The page of the result leads to the map where they are dragged.
        let browser = house.seated(GERMAN, width).await;
        browser.tab("Refit").await;
        browser.reads("#report", "Drag stands on the map to where they ended").await;
        browser.looks_right("ended-leads").await;
        browser.leads("#report a[href$='/map#board']").await;
        browser.reads(".tabs a[aria-current]", "Map").await;
        browser.at_hand("#inch-tray-h").await;
        let mut hand = Laying { browser, presses: 0 };
        hand.browser.reads("#inch-tray", "where they began").await;
        hand.browser.press("#inch [data-do=whole]").await;
        hand.drags((10.0, 10.0), (14.0, 16.0)).await;
        hand.browser.sees(".ib-trail").await;
        hand.browser.sees(".ib-began").await;
        hand.browser.looks_right("ended-dragged").await;
        let seen = "(([box]) => box && box.width > 8)([...document.querySelectorAll('.ib-laid .m-point')].map((mark) => mark.getBoundingClientRect()))";
        hand.browser.until(seen).await;
        hand.drops().await;
        hand.browser.reads("#inch-tray", "1 elsewhere").await;
        let told = hand.browser.ask("document.getElementById('w-end-places-places').value").await;
        assert_eq!(told, "G-11-1: 14 16 0", "at {width}");
        hand.browser.until(seen).await;
        // The ghost stays, another stand is added, and the first is told as before.
        hand.browser.sees(".ib-trail").await;
        hand.drags((13.0, 10.0), (18.0, 16.0)).await;
        hand.drops().await;
        hand.browser.reads("#inch-tray", "2 elsewhere").await;
        let told = hand.browser.ask("document.getElementById('w-end-places-places').value").await;
        assert_eq!(told, "G-11-1: 14 16 0; G-11-2: 18 16 0", "at {width}");
        hand.browser.looks_right("ended-told").await;
        hand.browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_moves_back_and_why_stands_before_every_list_of_places() {
    if left_out() {
        return;
    }
    for width in [1280, 360] {
        let house = fought_at(Step::Bogged, 1400).await;
        for seat in [Seat::Side(0), GERMAN] {
            house.act(seat, json!({"do": "done"})).await;
        }
        let umpire = house.seated(Seat::Umpire, width).await;
        umpire.go(&house.page(Seat::Umpire, "map")).await;
        umpire.reads(".where span", "C5").await;
        let panels = "[...document.querySelectorAll('.wb-rest > .panel')].map((one) => one.id).join(' ')";
        let order = umpire.ask(panels).await;
        let order = order.as_str().unwrap();
        assert!(order.starts_with("moves contacts close referee places front-places"), "at {width}: {order}");
        assert!(order.ends_with("lines"), "at {width}: {order}");
        umpire.reads("#moves tbody", "goes back too").await;
        // Who goes back has an arrow that can be seen, however short the way, with its true inches.
        umpire
            .until(
                "((arrows, rows) => arrows.length === rows.length && arrows.every((one) => {
                   const { width, height } = one.querySelector('.m-arrow').getBoundingClientRect();
                   return Math.hypot(width, height) >= 15 && rows.some((row) => Number(row.cells[1].textContent) === Number(one.textContent));
                 }))([...document.querySelectorAll('.m-gone')], [...document.querySelectorAll('#moves tbody tr')])",
            )
            .await;
        umpire.until("!document.querySelector('#lines details').open && !document.querySelector('#front-places details').open").await;
        // On the first screen, and the row as a whole.
        umpire
            .until(&format!(
                "document.querySelector('#moves {}').getBoundingClientRect().bottom < innerHeight - 44",
                if width > 600 { "tbody tr" } else { "h2" }
            ))
            .await;
        umpire.looks_right("front-moves").await;
        if width == 360 {
            umpire.ask("document.querySelector('[data-sheet=more]').click()").await;
            umpire.until("document.querySelector('#moves tbody tr').getBoundingClientRect().bottom < innerHeight - 44").await;
            umpire.looks_right("front-moves-half").await;
        }
        umpire.act("#b-close-for-both").await;
        umpire.reads(".where span", "C6").await;
        let order = umpire.ask(panels).await;
        let order = order.as_str().unwrap().replace("look-again ", "");
        assert!(order.starts_with("behind close referee places"), "at {width}: {order}");
        // The line and its buttons stand above everything else.
        umpire.until("document.getElementById('inch-course').getBoundingClientRect().top < document.querySelector('.wb-rest').getBoundingClientRect().top").await;
        umpire.at_hand("#inch-course-point").await;
        umpire.looks_right("front-lines").await;
        // A side reads the same beside what it closes.
        let german = house.seated(GERMAN, width).await;
        german.go(&house.page(GERMAN, "refit")).await;
        german.reads("#behind", "Not Normal").await;
        german.until("document.getElementById('behind').compareDocumentPosition(document.getElementById('front')) & Node.DOCUMENT_POSITION_FOLLOWING").await;
        german.looks_right("front-side").await;
        german.close().await;
        umpire.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_umpire_drags_points_of_a_line_and_reads_how_far_the_enemies_are() {
    if left_out() {
        return;
    }
    let house = fought(Step::Perimeter).await;
    for width in [1280, 360] {
        let mut hand = Laying::at(&house, Seat::Umpire, width, "Map", "#inch-course").await;
        hand.browser.sees(".ib-node").await;
        // Nothing changes a point before one is picked.
        assert!(
            !hand.browser.page.find(By::Id("inch-course-does")).await.unwrap().is_displayed().await.unwrap()
        );
        hand.browser.press("#inch [data-do=whole]").await;
        let points = "document.getElementById('w-edit-mlr-german-points').value";
        let before = hand.browser.ask(points).await;
        hand.drags((20.0, 27.0), (22.0, 35.0)).await;
        hand.browser.reads("#inch-course-words", "at 22, 35. Nearest: R-").await;
        hand.browser.reads("#inch-course-words", "The line passes").await;
        hand.browser.sees(".ib-ray").await;
        hand.browser.until(&format!("{points}.includes('; 22, 35; ')")).await;
        hand.browser.looks_right("line-dragged").await;
        hand.browser.press("#inch-course-undo").await;
        hand.browser.until(&format!("{points} === {before}")).await;
        // A point is typed, one is added where the line is pressed, and the line goes back to its proposal.
        hand.browser.ask("((pick) => { pick.value = pick.querySelector('option:nth-of-type(2)').value; pick.dispatchEvent(new Event('change')); })(document.getElementById('inch-course-point'))").await;
        hand.browser.reads("#inch-course-words", "Point 2 of").await;
        hand.browser.press("#inch-course-add").await;
        hand.browser.reads("#inch-course-words", "Point 3 of").await;
        hand.browser.press("#inch-course-back").await;
        hand.browser.press("#inch-course-form").await;
        hand.browser.until("document.activeElement.name === 'f.reason'").await;
        hand.browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn places_are_typed_at_the_foot_and_stay_with_what_is_laid() {
    if left_out() {
        return;
    }
    for width in [1280, 360] {
        let house = setting_up().await;
        let german = Laying::begins(&house, width).await;
        if width == 360 {
            german.browser.ask("document.documentElement.dataset.sheet = 'full'").await;
        }
        // The line stands at the foot of the window, on the first screen.
        let seen = "(({ top, bottom, width }) => width > 40 && top > innerHeight / 2 && bottom <= innerHeight)(document.getElementById('inch-order-field').getBoundingClientRect())";
        german.browser.until(seen).await;
        german.browser.type_in("#inch-order-field", "G-11-2: 12 20").await;
        german
            .browser
            .page
            .find(By::Id("inch-order-field"))
            .await
            .unwrap()
            .send_keys(Key::Enter)
            .await
            .unwrap();
        german.browser.until("document.querySelectorAll('[data-laid]').length === 1").await;
        german.browser.type_in("#inch-order-field", "wire: 30 8").await;
        german
            .browser
            .page
            .find(By::Id("inch-order-field"))
            .await
            .unwrap()
            .send_keys(Key::Enter)
            .await
            .unwrap();
        german.browser.until("document.querySelectorAll('[data-laid]').length === 2").await;
        // A name alone takes what it means in hand, and says which piece comes next; inches alone are for that. On a phone
        // the sheet goes down for the map, and the line with it.
        let full = "document.documentElement.dataset.sheet = 'full'";
        for typed in ["fortifications", "30 6"] {
            if width == 360 {
                german.browser.ask(full).await;
            }
            german.browser.type_in("#inch-order-field", typed).await;
            let field = german.browser.page.find(By::Id("inch-order-field")).await.unwrap();
            field.send_keys(Key::Enter).await.unwrap();
            german.browser.reads("#inch-lay-words", "Next: ").await;
        }
        german.browser.until("document.querySelectorAll('[data-laid]').length === 3").await;
        if width == 360 {
            german.browser.ask(full).await;
        }
        german.browser.type_in("#inch-order-field", "1./Grenadier: 12 20").await;
        let field = german.browser.page.find(By::Id("inch-order-field")).await.unwrap();
        field.send_keys(Key::Enter).await.unwrap();
        german.browser.until("document.querySelectorAll('[data-laid]').length === 11").await;
        // What closes the step stands at the head, with what is in hand.
        if width == 1280 {
            german.browser.at_hand(".ib-hand #b-done-ready[aria-disabled=true]").await;
            german.browser.reads("#inch-not-yet", "fortification").await;
        }
        german.browser.looks_right("laying-by-order").await;
        // Nothing typed sends what is laid.
        german.browser.ask("document.getElementById('inch-order-field').focus()").await;
        let answered = german.browser.answered().await;
        german
            .browser
            .page
            .find(By::Id("inch-order-field"))
            .await
            .unwrap()
            .send_keys(Key::Enter)
            .await
            .unwrap();
        german.browser.until_answered(answered).await;
        german.browser.reads("#inch-tray", "11 of 32 placed").await;
        german.browser.close().await;
    }
}
