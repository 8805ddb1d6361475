//! The aftermath at the table: a battle of twelve formations told with one thumb, kept through a reload, compared with the
//! other report and settled.

use std::cell::Cell;

use kernel::{Id, Seat};
use rules_battlefront::Step;
use rules_battlefront::facts::{Element, Facts, SealedPosture, Stand};
use rules_battlefront::measure::Point;
use rules_battlefront::words::{Class, Posture, StandState};
use serde_json::{Value, json};

use crate::driver::{Browser, left_out};
use crate::house::House;

const SOVIET: Seat = Seat::Side(0);
const GERMAN: Seat = Seat::Side(1);

/// Nine rifle companies more than the sample has.
const COMPANIES: std::ops::RangeInclusive<u32> = 401..=409;

fn id<I: From<Id>>(text: &str) -> I {
    Id::new(text).unwrap().into()
}

fn setup() -> String {
    let company = |n: u32| {
        format!(
            "\n[[rosters.russian]]\nid = \"R-{n}\"\nname = \"Company {n}\"\ngroup = \"RI1\"\ndiscipline = \"Trained\"\nstands = {{ r-cmd = 1, r-rifle = 9 }}\n"
        )
    };
    let sample = rules_battlefront::SAMPLE.replacen("max_campaign = 9", "max_campaign = 20", 1);
    format!("{sample}{}", COMPANIES.map(company).collect::<String>())
}

/// A fresh company on the map.
fn company(n: u32) -> Element {
    let stand = |m: u32| Stand {
        id: id(&format!("R-{n}-{m}")),
        kind: id(if m == 1 { "r-cmd" } else { "r-rifle" }),
        ..Stand::default()
    };
    Element {
        id: id(&format!("R-{n}")),
        group: Some(id("RI1")),
        class: Class::Infantry,
        discipline: id("Trained"),
        full_strength: 10,
        baseline: 10,
        stands: (1..=10).map(stand).collect(),
        ..Element::default()
    }
}

/// The battle of 24 December: twelve formations of the Soviet side with ninety stands and more.
fn position() -> (Facts, usize) {
    let mut facts: Facts = toml::from_str(rules_battlefront::SAMPLE_POSITION).unwrap();
    facts.step = Step::Battle;
    facts.attacker = Some(id("russian"));
    facts.sides[0].elements.extend(COMPANIES.map(company));
    let soviets = ["R-101", "R-201"].into_iter().map(id);
    let soviets: Vec<Id> = soviets.chain(COMPANIES.map(|n| id(&format!("R-{n}")))).collect();
    let chosen = [soviets, vec![id("G-11")]];
    let mut n_stands = 0;
    for ((side, chosen), (y, posture)) in
        facts.sides.iter_mut().zip(chosen).zip([(4000, Posture::Attack), (1000, Posture::Defend)])
    {
        side.chosen = chosen;
        side.income = Some(0);
        side.works_in_hand.clear();
        side.posture =
            Some(SealedPosture { choice: posture, nonce: Default::default(), digest: Default::default() });
        for element in side.elements.iter_mut().filter(|element| side.chosen.contains(&element.id.into())) {
            for (n, stand) in element.stands.iter_mut().enumerate() {
                if stand.state == StandState::Here && stand.at.is_none() {
                    stand.at = Some(Point::new(1000 + 300 * n as i32, y));
                    stand.facing = Some(0);
                    n_stands += usize::from(y == 4000);
                }
            }
        }
    }
    (facts, n_stands)
}

async fn battle() -> House {
    let (facts, n_stands) = position();
    assert!(n_stands >= 90, "{n_stands} stands");
    House::with(&setup(), Some(&toml::to_string(&facts).unwrap())).await
}

struct Thumb<'b> {
    phone: &'b Browser,
    n_taps: Cell<u32>,
    /// Whether the form is told one row a screen: with the script.
    turns: bool,
}

impl Thumb<'_> {
    async fn tap(&self, selector: &str) {
        self.n_taps.set(self.n_taps.get() + 1);
        self.phone.press(selector).await;
    }

    /// The key of a row by its label, or by the label of a row behind it.
    async fn row(&self, label: &str, behind: Option<&str>) -> String {
        let find = |from: &str, label: &str| {
            format!(
                "[...{from}.querySelectorAll('fieldset.keyed')].find((one) => one.querySelector(':scope > legend').textContent.trim() === {})",
                json!(label)
            )
        };
        let row = find("document.querySelector('#f-counts')", label);
        let row = behind.map_or(row.clone(), |behind| find(&row, behind));
        let id = self.phone.ask(&format!("{row}.id")).await;
        id.as_str().unwrap().to_owned()
    }

    /// Turns the screens of the form until this one is there; every turn is a tap. Keys are large on each.
    async fn turns_to(&self, selector: &str) {
        if !self.turns {
            return;
        }
        self.phone.sees("#f-counts.by-one").await;
        for _ in 0..20 {
            let turn = self
                .phone
                .ask(&format!(
                    "((field, here) => {{
                       const away = field.closest('#f-counts > .group [hidden], #f-counts > [hidden]');
                       if (!away) return null;
                       // What sends it stands behind all of them.
                       if (field.id === 'b-counts') return '#one-next-counts';
                       return !here || here.compareDocumentPosition(away) & Node.DOCUMENT_POSITION_PRECEDING ? '#one-back-counts' : '#one-next-counts';
                     }})(document.querySelector({}), document.querySelector('#f-counts > .group > .keyed:not([hidden])'))",
                    json!(selector)
                ))
                .await;
            let Some(turn) = turn.as_str() else { return };
            self.tap(turn).await;
            let least = self
                .phone
                .ask("Math.min(...[...document.querySelectorAll('#f-counts .keyrow > .key')].filter((key) => key.offsetParent).map((key) => { const box = key.getBoundingClientRect(); return Math.min(box.width, box.height); }))")
                .await;
            assert!(least.as_f64().is_none_or(|least| least >= 44.0), "a key of {least} px");
        }
        panic!("no screen shows {selector}");
    }

    /// So many of a formation were knocked out: one tap.
    async fn lost(&self, formation: &str, n: usize) {
        let row = self.row(formation, None).await;
        self.turns_to(&format!("[id='{row}']")).await;
        self.tap(&format!("label[for='{row}-{n}']")).await;
    }

    /// A number behind the last key.
    async fn behind(&self, formation: &str, what: &str, n: usize) {
        let row = self.row(formation, Some(what)).await;
        self.turns_to(&format!("[id='{row}']")).await;
        self.tap(&format!("label[for='{row}-{n}']")).await;
    }
}

async fn report(house: &House, side: usize) -> Value {
    house.desk.position(&house.campaign).await.unwrap()["sides"][side]["report"].clone()
}

fn n(report: &Value, list: &str) -> usize {
    report[list].as_array().map_or(0, Vec::len)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_of_twelve_formations_is_told_within_forty_taps() {
    if left_out() {
        return;
    }
    let house = battle().await;
    let phone = house.seated(SOVIET, 360).await;
    phone.tab("Refit").await;
    phone.sees("#f-counts").await;
    let formations = phone
        .ask("document.querySelectorAll('#f-counts > .group')[0].querySelectorAll(':scope > .keyed').length")
        .await;
    assert_eq!(formations, json!(12));
    // Fourteen losses: eleven rifles, a command stand, a tank knocked out and one abandoned.
    let thumb = Thumb { phone: &phone, n_taps: Cell::new(0), turns: true };
    thumb.lost("Tank Company A", 1).await;
    thumb.behind("Tank Company A", "Abandoned", 1).await;
    thumb.behind("Tank Company A", "Enemy stands its fire knocked out", 3).await;
    thumb.lost("Company 401", 3).await;
    let command = phone
        .ask("[...document.querySelectorAll('#f-counts legend')].map((one) => one.textContent.trim()).find((one) => one.startsWith('Knocked out: '))")
        .await;
    thumb.behind("Company 401", command.as_str().unwrap(), 1).await;
    thumb.behind("Company 401", "Panicked off", 1).await;
    thumb.behind("Company 401", "Close combats lost", 1).await;
    phone.looks_right("aftermath-screen").await;

    // The phone is put away in the middle of it, and the page is loaded anew: it goes on where it was.
    phone.go(&house.page(SOVIET, "refit")).await;
    phone.reads("#said", "is here again").await;
    phone.reads("#f-counts > .group > .keyed:not([hidden]) > legend", "Company 401").await;
    thumb.lost("Company 402", 2).await;
    thumb.behind("Company 402", "Enemy stands its fire knocked out", 2).await;
    thumb.behind("Company 402", "Close combats won", 1).await;
    for (company, lost) in [(403, 2), (404, 1), (405, 1), (406, 2)] {
        thumb.lost(&format!("Company {company}"), lost).await;
    }
    thumb.behind("Company 407", "Panicked off", 2).await;
    let opponent = thumb.row("Grenadier squad", None).await;
    thumb.turns_to(&format!("[id='{opponent}']")).await;
    thumb.tap(&format!("label[for='{opponent}-4']")).await;
    phone.looks_right("aftermath").await;
    thumb.turns_to("#b-counts").await;
    // The last screen says what is sent, what is missing and what comes then.
    for words in [
        "What will be sent",
        "Company 405",
        "Nothing told of: ",
        "Then: You may tell it anew until you close S5.",
    ] {
        phone.reads("#one-sum-counts", words).await;
    }
    phone.looks_right("aftermath-last").await;
    let answered = phone.answered().await;
    thumb.tap("#b-counts").await;
    phone.until_answered(answered).await;
    // The form stays where it was: it is as long as one screen again.
    phone.at_hand("#b-counts").await;
    let n_taps = thumb.n_taps.get();
    assert!(n_taps <= 40, "{n_taps} taps");
    println!("{n_taps} taps");

    let told = report(&house, 0).await;
    assert_eq!([n(&told, "losses") + n(&told, "abandoned"), n(&told, "panicked")], [14, 3], "{told}");
    assert_eq!((n(&told, "combat"), n(&told, "enemy")), (3, 1), "{told}");

    // One number put right keeps all the others, by number and by name.
    thumb.lost("Company 405", 2).await;
    thumb.turns_to("#b-counts").await;
    phone.press("#one-where-counts").await;
    phone.reads("#one-all-counts", "Company 405 Knocked out: Rifle squad: 2").await;
    phone.looks_right("aftermath-list").await;
    let desk = house.seated(SOVIET, 1280).await;
    desk.tab("Refit").await;
    desk.press("#one-next-counts").await;
    desk.reads("#one-where-counts", "2 of 16").await;
    desk.looks_right("aftermath-desk").await;
    desk.close().await;
    phone.act("#b-counts").await;
    let again = report(&house, 0).await;
    assert_eq!(
        [n(&again, "losses"), n(&again, "panicked"), n(&again, "combat")],
        [n(&told, "losses") + 1, 3, 3]
    );
    let names = phone.ask("document.querySelector('[id=\"w-report-losses\"]').value").await;
    assert!(names.as_str().unwrap().contains("R-401-"), "the names stand in the other form: {names}");

    // What is told by name stands on the last screen of the keys at once.
    phone.reads("#one-sum-counts", "Company 405 Knocked out: Rifle squad: 2").await;
    for (of_405, says) in [("[]", false), ("of405", true)] {
        phone
            .ask(&format!(
                "(() => {{ const field = document.getElementById('w-report-losses');
                   for (let fold = field.closest('details'); fold; fold = fold.parentElement.closest('details')) fold.open = true;
                   const names = field.value.split(', '), is = (one) => one.startsWith('R-405-');
                   window.of405 ??= names.filter(is);
                   field.value = [...names.filter((one) => !is(one)), ...{of_405}].join(', ');
                   field.dispatchEvent(new Event('input', {{ bubbles: true }})); }})()"
            ))
            .await;
        phone.act("#b-report").await;
        phone
            .until(&format!(
                "document.getElementById('one-sum-counts').textContent.includes('Company 405 Knocked out') === {says}"
            ))
            .await;
    }

    // The other side tells one loss of its own; three of its stands were seen to fall.
    house.act(GERMAN, json!({"do": "report", "losses": ["G-11-2"]})).await;
    house.act(GERMAN, json!({"do": "done"})).await;
    // Whoever presses before the page has heard of it is told so, and presses again.
    let cursor = house.desk.cursor(&house.campaign, SOVIET).await.unwrap();
    phone.until(&format!("document.getElementById('page').dataset.cursor === '{cursor}'")).await;
    phone.act("#b-done").await;
    phone.reads("#differences", "Where the two reports differ").await;
    phone.looks_right("aftermath-differences").await;
    let umpire = house.seated(Seat::Umpire, 1280).await;
    umpire.tab("Refit").await;
    umpire.reads("#differences", "Settle it").await;
    umpire.looks_right("aftermath-umpire").await;
    phone.act("#b-theirs-d1").await;
    phone.reads(".where span", "C5").await;
    umpire.close().await;
    phone.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_result_is_told_without_script() {
    if left_out() {
        return;
    }
    let house = battle().await;
    let link = house.link(SOVIET).await;
    let phone = Browser::open(360).await;
    phone.tell("Emulation.setScriptExecutionDisabled", json!({"value": true})).await;
    phone.go(&format!("{}/join", house.address)).await;
    phone.type_in("#secret", &link).await;
    phone.press("form#join button").await;
    phone.reads(".tabs a[aria-current]", "Overview").await;
    phone.go(&house.page(SOVIET, "refit")).await;
    let thumb = Thumb { phone: &phone, n_taps: Cell::new(0), turns: false };
    thumb.lost("Company 403", 2).await;
    phone.press("#b-counts").await;
    phone.reads("#report", "Told").await;
    let told = report(&house, 0).await;
    assert_eq!(n(&told, "losses"), 2, "{told}");
    phone.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_side_is_told_that_the_umpire_closes_the_front() {
    if left_out() {
        return;
    }
    let house = battle().await;
    for (seat, lost) in [(SOVIET, "R-101-1"), (GERMAN, "G-11-2")] {
        house.act(seat, json!({"do": "report", "losses": [lost]})).await;
        house.act(seat, json!({"do": "done"})).await;
    }
    let umpire = house.seated(Seat::Umpire, 360).await;
    let soviet = house.seated(SOVIET, 360).await;
    let desk = house.seated(SOVIET, 1280).await;
    soviet.tab("Refit").await;
    desk.go(&house.page(SOVIET, "refit")).await;
    let step = "C5";
    for browser in [&umpire, &soviet, &desk] {
        browser.reads(".where span", step).await;
    }
    soviet.reads("#close", "The umpire closes this step for both sides").await;
    assert!(!soviet.has("#b-done").await, "a side has nothing to close at {step}");
    soviet.looks_right(&format!("front-side-{step}")).await;
    desk.looks_right(&format!("front-side-{step}")).await;
    for browser in [umpire, soviet, desk] {
        browser.close().await;
    }
}
