//! A whole battle of the Civil War with Fire and Fury, from the book and back to it, by two sides and a neutral: one side at
//! 360 px. And every page in every window.

mod arranging;
mod engine;
mod engine_three;
mod laid;
mod three;
mod war;
mod written;

use kernel::Seat;
use kernel::view::{Block, Field, FieldKind, Form};
use serde_json::{Value, json};

use crate::driver::{Browser, left_out};
use crate::house::House;
use crate::widths::{BEYOND, WIDTHS};

const UNION: Seat = Seat::Side(0);
const REBEL: Seat = Seat::Side(1);
const NEUTRAL: Seat = Seat::Umpire;

const PAGES: [&str; 7] = ["battles", "orders", "flanks", "field", "ratings", "book", "tables"];

/// Somebody at his browser.
struct Player {
    seat: Seat,
    browser: Browser,
    /// What pictures of the journey begin with.
    journey: &'static str,
}

impl Player {
    async fn at(house: &House, seat: Seat, width: u32) -> Self {
        Self { seat, browser: house.seated(seat, width).await.with_axe().await, journey: "civil-war" }
    }

    async fn goes(&self, house: &House, page: &str) {
        self.browser.go(&house.page(self.seat, page)).await;
        self.browser.is_up_to_date(house, self.seat).await;
    }

    /// The page looks right and can be used by everybody.
    async fn looks(&self, name: &str) {
        let name = format!("{}-{name}-{}", self.journey, self.seat.name());
        self.browser.looks_right(&name).await;
        self.browser.is_accessible(&name).await;
    }

    /// Fills in a form of a page and presses its button; what is not said stays as it stands.
    async fn gives(&self, house: &House, page: &str, form: &str, answers: &[(&str, Value)]) {
        self.goes(house, page).await;
        let look = house.desk.look(&house.campaign, self.seat).await.unwrap();
        let built = look.page(page).unwrap();
        let known: Vec<String> = built.forms().iter().map(|form| form.id.clone()).collect();
        let shown: Form = match built.forms().into_iter().find(|one| one.id == form) {
            Some(shown) => shown.clone(),
            None => panic!("{} has no form {form} on {page}, only {known:?}", self.seat.name()),
        };
        self.browser.sees(&format!("[id='b-{form}']")).await;
        for (key, value) in answers {
            let questions = shown.questions();
            let field: &Field = questions.iter().find(|field| field.key == *key).unwrap();
            match &field.kind {
                FieldKind::One { choices, .. } | FieldKind::Many { choices, .. } => {
                    let wanted: Vec<&Value> =
                        value.as_array().map_or_else(|| vec![value], |list| list.iter().collect());
                    for one in wanted {
                        let at = choices.iter().position(|choice| choice.value == *one);
                        let at = at.unwrap_or_else(|| panic!("{form} has no answer {one} to {key}"));
                        self.browser.ask(&click(&format!("w-{form}-{key}-{at}"))).await;
                    }
                }
                _ => {
                    let script = format!(
                        "(() => {{ const field = document.getElementById({}); field.value = {};
                           field.dispatchEvent(new Event('input', {{bubbles: true}}));
                           field.dispatchEvent(new Event('change', {{bubbles: true}})); return true; }})()",
                        json!(format!("w-{form}-{key}")),
                        json!(value.as_str().map_or_else(|| value.to_string(), str::to_owned)),
                    );
                    assert_eq!(self.browser.ask(&script).await, json!(true), "{form} {key}");
                }
            }
        }
        let unfold = format!(
            "(() => {{ for (let fold = document.getElementById({}).closest('details'); fold;
               fold = fold.parentElement.closest('details')) fold.open = true; return true; }})()",
            json!(format!("b-{form}"))
        );
        self.browser.ask(&unfold).await;
        let (button, sure) = (format!("[id='b-{form}']"), format!("[id='f-{form}-sure']"));
        if shown.asks.is_empty() && (shown.undone.is_empty() || !shown.ends) {
            self.browser.act(&button).await;
        } else {
            // It asks once more, in place.
            self.browser.ask(&format!("document.querySelector(\"{button}\").click()")).await;
            self.browser.sees(&sure).await;
            self.looks(&format!("asks-{form}")).await;
            self.browser.act(&sure).await;
        }
        let refused = format!("[id='r-{form}']");
        assert!(!self.browser.has(&refused).await, "{form}: {}", self.browser.text(&refused).await);
    }
}

fn click(id: &str) -> String {
    format!(
        "(() => {{ const input = document.getElementById({});
           for (let fold = input.closest('details'); fold; fold = fold.parentElement.closest('details')) fold.open = true;
           if (!input.checked) input.click(); return input.checked; }})()",
        json!(id)
    )
}

/// Where the pieces of a tray are put: in rows within their zone.
async fn rows(house: &House, seat: Seat) -> String {
    let look = house.desk.look(&house.campaign, seat).await.unwrap();
    let page = look.page("field").unwrap();
    let mut spots = Vec::new();
    page.walk(&mut |block| {
        let Block::Field(field) = block else { return };
        let Some(tray) = &field.tray else { return };
        let bounds = &tray.zones[0].bounds;
        let low = bounds.iter().map(|point| point.y).min().unwrap_or(800) / 100;
        let pieces = tray.groups.iter().flat_map(|group| &group.pieces);
        for (at, piece) in pieces.enumerate() {
            spots.push(format!(
                "{}: {} {}",
                piece.name,
                3 + 5 * (at % 13),
                low + 2 + 4 * i32::try_from(at / 13).unwrap()
            ));
        }
    });
    spots.join("; ")
}

/// The book goes on to its pulses, a battle is opened, and both sides agree to fight it on the table.
async fn agree(house: &House, [neutral, union, rebel]: [&Player; 3]) {
    neutral.gives(house, "book", "next-step", &[]).await;
    neutral.looks("book").await;
    let opening = [
        ("attacker", json!("aop")),
        ("defender", json!("anv")),
        ("hex", json!("H-wood")),
        ("hexside", json!("north")),
        ("column", json!("1:1")),
        ("size", json!("medium")),
    ];
    neutral.gives(house, "book", "enter-battle", &opening).await;
    for side in [union, rebel] {
        side.gives(house, "battles", "agree-aop-1", &[]).await;
    }
}

/// From the field to the sketches; whoever it is draws the field.
async fn lay_out(house: &House, [draws, union, rebel]: [&Player; 3]) {
    draws.gives(house, "battles", "draw-field-aop-1", &[]).await;
    rebel.gives(house, "battles", "choose-side-aop-1", &[("edge", json!("south"))]).await;
    for side in [union, rebel] {
        side.goes(house, "orders").await;
        side.looks("orders-draft").await;
        side.gives(house, "orders", "submit-oob-aop-1", &[]).await;
    }
    // The cavalry around the left; the Union stays.
    union.gives(house, "flanks", "stay-aop-1", &[]).await;
    let cavalry = cavalry(house).await;
    rebel.goes(house, "flanks").await;
    rebel.looks("flanks-open").await;
    let march = [("left", json!("stuart")), ("left_brigades", json!(cavalry))];
    rebel.gives(house, "flanks", "seal-flank-aop-1", &march).await;
    for side in [union, rebel] {
        side.goes(house, "field").await;
        side.looks("field-open").await;
        let mut spots = rows(house, side.seat).await;
        if side.seat == REBEL {
            // A leader lies in no tray. The map knows him all the same, by whatever he is called.
            spots += "; Lee: 60 4; battery-1: 64 4";
            let typed = format!(
                "(() => {{ const field = document.getElementById('w-sketch-aop-1-spots'); field.value = {};
                   field.dispatchEvent(new Event('input', {{bubbles: true}})); return document.body.innerText; }})()",
                json!(spots)
            );
            let told = side.browser.ask(&typed).await;
            assert!(!told.as_str().unwrap().contains("not in your tray"), "{told}");
        }
        side.gives(house, "field", "sketch-aop-1", &[("spots", json!(spots))]).await;
    }
    rebel.gives(house, "field", "place-breastworks-aop-1", &[("segments", json!("6, 10; 26, 10"))]).await;
    rebel.looks("field-sketched").await;
    for side in [union, rebel] {
        side.gives(house, "field", "close-aop-1", &[]).await;
    }
}

/// The battle from the field to what the book takes back, at whichever table.
async fn fight(house: &House, [neutral, union, rebel]: [&Player; 3]) {
    lay_out(house, [neutral, union, rebel]).await;
    for side in 0..2 {
        neutral.goes(house, "ratings").await;
        neutral.looks(&format!("ratings-{side}")).await;
        neutral.gives(house, "ratings", &format!("rate-{side}-aop-1"), &[]).await;
    }
    // Cards of rolls name leaders as people do.
    union.goes(house, "log").await;
    let read = union.browser.ask("document.querySelector('main').textContent").await;
    let read = read.as_str().unwrap();
    assert!(read.contains("Rating, F. J. Porter") && !read.contains("Rating, porter"), "{read}");
    neutral.gives(house, "battles", "placed-aop-1", &[]).await;
    neutral.gives(house, "battles", "all-marches-aop-1", &[]).await;
    neutral.goes(house, "flanks").await;
    neutral.looks("flanks-sealed").await;
    neutral.gives(house, "battles", "settle-aop-1", &[]).await;
    for turn in 1..=15 {
        neutral.gives(house, "battles", "advance-aop-1", &[]).await;
        let look = house.desk.look(&house.campaign, REBEL).await.unwrap();
        if look.page("battles").unwrap().forms().iter().any(|form| form.id == "arrive-left-aop-1") {
            rebel.goes(house, "battles").await;
            rebel.looks("day-due").await;
            rebel.gives(house, "battles", "arrive-left-aop-1", &[]).await;
            neutral.gives(house, "ratings", "rate-1-aop-1", &[]).await;
            break;
        }
        assert!(turn < 15, "a force that nobody meets comes by turn 14");
    }
    for player in [neutral, union, rebel] {
        player.goes(house, "battles").await;
        player.looks("day").await;
    }
    union.gives(house, "battles", "concede-aop-1", &[]).await;
    for side in [union, rebel] {
        side.goes(house, "battles").await;
        side.looks("report").await;
        side.gives(house, "battles", "report-aop-1", &[]).await;
    }
    let points = [("union", json!(3)), ("confederate", json!(7))];
    neutral.gives(house, "battles", "end-battle-aop-1", &points).await;
    neutral.gives(house, "battles", "demoralization-1-aop-1", &[]).await;
    rebel.gives(house, "battles", "promote-aop-1", &[("sp", json!("C2"))]).await;
    neutral.goes(house, "battles").await;
    neutral.looks("reckoning").await;
    neutral.gives(house, "battles", "close-battle-aop-1", &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_battle_is_fought_by_two_sides_and_a_neutral() {
    if left_out() {
        return;
    }
    let house = House::summer().await;
    let neutral = Player::at(&house, NEUTRAL, 1280).await;
    let union = Player::at(&house, UNION, 1280).await;
    let rebel = Player::at(&house, REBEL, 360).await;
    agree(&house, [&neutral, &union, &rebel]).await;
    fight(&house, [&neutral, &union, &rebel]).await;
    for player in [&neutral, &union, &rebel] {
        for page in PAGES {
            player.goes(&house, page).await;
            player.looks(&format!("after-{page}")).await;
        }
    }
    for player in [neutral, union, rebel] {
        player.browser.close().await;
    }
}

/// The page stays where it was pressed: when a panel has done what it was for and is gone, the next one takes its place on the
/// screen.
#[tokio::test(flavor = "multi_thread")]
async fn the_page_stays_where_it_was_pressed() {
    if left_out() {
        return;
    }
    const BUTTON: &str = "document.querySelector(\"[id='b-draw-field-aop-1']\")";
    let top = |of: &str| format!("Math.round({of}.closest('section[id]').getBoundingClientRect().top)");
    for width in [1280, 360] {
        let house = House::summer().await;
        let opening = json!({"do": "enter-battle", "attacker": "aop", "defender": "anv", "hex": "H-open", "column": "1:1", "size": "medium"});
        for command in [json!({"do": "next-step"}), opening] {
            house.act(NEUTRAL, command).await;
        }
        for seat in [UNION, REBEL] {
            house.act(seat, json!({"do": "agree", "battle": "aop.1", "stands": 20, "batteries": 2})).await;
        }
        let neutral = Player::at(&house, NEUTRAL, width).await;
        neutral.goes(&house, "battles").await;
        let browser = &neutral.browser;
        browser.ask(&format!("{BUTTON}.scrollIntoView({{ block: 'center' }})")).await;
        let before = browser.ask(&top(BUTTON)).await.as_i64().unwrap();
        let answered = browser.answered().await;
        browser.ask(&format!("({BUTTON}.focus(), {BUTTON}.click())")).await;
        browser.until_answered(answered).await;
        assert!(!browser.has("[id='b-draw-field-aop-1']").await, "the field is drawn");
        // The focus goes to what took its place; a page that is too short for it moves by a line.
        let after = browser.ask(&top("document.activeElement")).await.as_i64();
        assert!(
            after.is_some_and(|after| (after - before).abs() < 24),
            "at {width}: {before} became {after:?}"
        );
        neutral.browser.close().await;
    }
}

/// The way to another table, as it stands on the page of the other tables.
const DOWN: &str = "#below a.btn";

/// The battle is at a table of its own: everybody finds the way there and fights it, the neutral takes in what came of it, and
/// the book shows it.
#[tokio::test(flavor = "multi_thread")]
async fn a_battle_is_fought_at_a_table_of_its_own_and_taken_in() {
    if left_out() {
        return;
    }
    let mut house = House::summer_at_tables().await;
    let mut players = Vec::new();
    for (seat, width) in [(NEUTRAL, 1280), (UNION, 1280), (REBEL, 360)] {
        players.push(Player { journey: "civil-war-below", ..Player::at(&house, seat, width).await });
    }
    let [neutral, union, rebel] = &players[..] else { panic!("three players") };
    let all = [neutral, union, rebel];
    agree(&house, all).await;
    for player in all {
        player.goes(&house, "battles").await;
        player.looks("above").await;
        player.goes(&house, "other-tables").await;
        player.looks("tables").await;
        player.browser.reads("#below", "It is open.").await;
        player.browser.leads(DOWN).await;
        player.browser.reads(".mast .where", "Battle aop.1").await;
    }
    let book = house.campaign.clone();
    let below = house.desk.neighbours(&book, NEUTRAL).await.unwrap().below;
    house.campaign = below[0].campaign.to_string();
    fight(&house, all).await;
    for player in all {
        player.goes(&house, "other-tables").await;
        player.looks("table-above").await;
        player.browser.leads("#above a.btn").await;
    }
    house.campaign = book;
    neutral.goes(&house, "other-tables").await;
    neutral.looks("to-take-in").await;
    neutral.browser.reads("#below", "waits to be taken in").await;
    neutral.browser.leads("#b-take-in-0").await;
    neutral.browser.reads("#below", "What came of it was taken in.").await;
    for player in all {
        for page in ["other-tables", "battles", "book"] {
            player.goes(&house, page).await;
            player.looks(&format!("taken-in-{page}")).await;
        }
        player.browser.reads("#main", "demoralized").await;
    }
    for player in players {
        player.browser.close().await;
    }
}

/// An order of battle is weighed as it is written: what cannot be read says so, the summary after a refusal is that of what was
/// refused, an old refusal goes, and what was not handed in is there again after a reload.
#[tokio::test(flavor = "multi_thread")]
async fn an_order_of_battle_is_weighed_as_it_is_written() {
    if left_out() {
        return;
    }
    let house = House::summer().await;
    let neutral = |command| house.act(NEUTRAL, command);
    neutral(json!({"do": "next-step"})).await;
    neutral(json!({"do": "enter-battle", "attacker": "aop", "defender": "anv", "hex": "H-open", "column": "1:1", "size": "medium"})).await;
    for seat in [UNION, REBEL] {
        house.act(seat, json!({"do": "agree", "battle": "aop.1", "stands": 20, "batteries": 2})).await;
    }
    neutral(json!({"do": "draw-field", "battle": "aop.1"})).await;
    house.act(REBEL, json!({"do": "choose-side", "battle": "aop.1", "edge": "south"})).await;
    let rebel = Player::at(&house, REBEL, 1280).await;
    rebel.goes(&house, "orders").await;
    let (field, plan, refused) =
        ("#w-submit-oob-aop-1-oob", "#p-submit-oob-aop-1", "[id='r-submit-oob-aop-1']");
    // As while writing: the field is never left.
    let writes = |text: &str| {
        let text = json!(text);
        let script = format!(
            "(() => {{ const field = document.querySelector('{field}'); field.value = {text};
               field.dispatchEvent(new Event('input', {{bubbles: true}})); return true; }})()"
        );
        let browser = &rebel.browser;
        async move { assert_eq!(browser.ask(&script).await, json!(true)) }
    };
    let legal = rebel.browser.ask(&format!("document.querySelector('{field}').value")).await;
    let legal = legal.as_str().unwrap();
    rebel.browser.reads(plan, "it can be handed in").await;
    writes("rubbish").await;
    rebel.browser.reads(plan, "a colon is missing").await;
    writes("Army: R. E. Lee").await;
    rebel.browser.reads(plan, "In the way").await;
    rebel.browser.act("[id='b-submit-oob-aop-1']").await;
    rebel.browser.sees(refused).await;
    // It is long: the focus goes to it, and it begins in what is seen.
    assert!(rebel.browser.is_at(refused).await);
    let begins = format!("document.querySelector(\"{refused}\").getBoundingClientRect().top");
    let begins = rebel.browser.ask(&format!("{begins} >= 0 && {begins} < innerHeight")).await;
    assert_eq!(begins, json!(true));
    rebel.browser.reads(plan, "In the way").await;
    assert!(!rebel.browser.text(plan).await.contains("it can be handed in"));
    rebel.looks("orders-refused").await;
    writes(legal).await;
    rebel.browser.reads(plan, "it can be handed in").await;
    assert!(!rebel.browser.has(refused).await);
    writes("Army: R. E. Lee").await;
    rebel.goes(&house, "orders").await;
    rebel.browser.reads(plan, "In the way").await;
    let kept = rebel.browser.ask(&format!("document.querySelector('{field}').value")).await;
    assert_eq!(kept, json!("Army: R. E. Lee"));
    rebel.browser.close().await;
}

/// The brigades of the division that Stuart leads.
async fn cavalry(house: &House) -> Vec<Value> {
    let position = house.desk.position(&house.campaign).await.unwrap();
    let divisions = position["battle"][0]["halves"][1]["oob"]["divisions"].as_array().unwrap().clone();
    let led = divisions.iter().find(|division| division["leader"] == "stuart").unwrap();
    led["brigades"].as_array().unwrap().iter().map(|brigade| brigade["id"].clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_of_the_civil_war_fits_every_window() {
    if left_out() {
        return;
    }
    let house = House::summer().await;
    let neutral = |command| house.act(NEUTRAL, command);
    neutral(json!({"do": "next-step"})).await;
    neutral(json!({"do": "enter-battle", "attacker": "aop", "defender": "anv", "hex": "H-open", "column": "1:1", "size": "medium"})).await;
    for seat in [UNION, REBEL] {
        house.act(seat, json!({"do": "agree", "battle": "aop.1", "stands": 20, "batteries": 2})).await;
    }
    neutral(json!({"do": "draw-field", "battle": "aop.1"})).await;
    house.act(REBEL, json!({"do": "choose-side", "battle": "aop.1", "edge": "south"})).await;
    for seat in [UNION, NEUTRAL] {
        let mut browser = house.seated(seat, 360).await;
        for page in PAGES {
            browser.go(&house.page(seat, page)).await;
            browser
                .ask("document.querySelectorAll('main details').forEach((fold) => { fold.open = true; })")
                .await;
            for width in WIDTHS {
                browser.widen(width).await;
                browser.looks_right(&format!("civil-war-fits-{page}-{}", seat.name())).await;
                assert_eq!(browser.ask(BEYOND).await, json!([]), "{page} at {width}");
            }
        }
        browser.close().await;
    }
}
