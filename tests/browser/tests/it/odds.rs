//! Exact odds of plans, asked on their page: what comes of it, what is to be reached, another plan beside it, a file.

use kernel::Seat;
use serde_json::json;

use crate::driver::{Browser, left_out};
use crate::house::House;

const FIRST: Seat = Seat::Side(0);

impl Browser {
    /// Presses what leads to another page, and waits for that page.
    async fn leads(&self, selector: &str) {
        let before = self.born().await;
        self.press(selector).await;
        self.until(&format!("window.journey.born !== {before} && document.readyState === 'complete'")).await;
    }

    /// The plans that the page has, by their words.
    async fn plans(&self) -> Vec<String> {
        let found =
            self.ask("[...document.querySelectorAll('.plans a')].map((one) => one.textContent.trim())").await;
        found.as_array().unwrap().iter().map(|words| words.as_str().unwrap().to_owned()).collect()
    }
}

/// Asks about every plan that a seat has at this moment, at both widths.
async fn all_plans(house: &House, seat: Seat, name: &str) -> Vec<String> {
    let mut browser = house.seated(seat, 1280).await.with_axe().await;
    browser.tab("Odds").await;
    browser.reads("h1", "Odds").await;
    let plans = browser.plans().await;
    for n in 0..plans.len().max(1) {
        browser.widen(1280).await;
        browser.go(&house.page(seat, "odds")).await;
        if !plans.is_empty() {
            browser.leads(&format!(".plans a:nth-of-type({})", n + 1)).await;
        }
        if browser.has("input[name='given.command']").await {
            browser.reads("#told", "Say what is to be weighed").await;
        } else {
            browser.reads("#told .asm", "What is taken as given").await;
            assert!(browser.has("#told .chance .tbl").await, "{name} {n} has figures");
        }
        for width in [1280, 360] {
            browser.widen(width).await;
            browser.is_accessible(&format!("{name} {n} at {width}")).await;
            browser.looks_right(&format!("odds-{name}-{n}")).await;
        }
    }
    browser.close().await;
    plans
}

#[tokio::test(flavor = "multi_thread")]
async fn the_points_of_five_days_are_told_set_and_compared() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    let german = Seat::Side(1);
    let mut browser = house.seated(german, 1280).await;
    browser.tab("Odds").await;
    browser.reads(".lead-figures", "or more").await;
    browser.reads("#told .chance", "German: purchase points: from").await;
    browser.reads("#told > .tbl", "27 December").await;
    browser.ask("document.querySelector(\"[name='reach.points-german']\").value = ''").await;
    browser.type_in("[name='reach.points-german']", "60").await;
    browser.leads("form:has([name='reach.points-german']) button").await;
    browser.reads(".lead-figures", "for 60 or more").await;
    // The large figure, the plot and the row of every case say the same.
    let row = "[...document.querySelectorAll('.chance .unfold tbody tr')].find((row) => row.cells[0].textContent === '60').cells[2].textContent";
    let share = browser.ask(row).await;
    let share = share.as_str().unwrap();
    browser.reads(".lead-figures", share).await;
    browser.reads(".chances .strong", &format!("{share} for 60 or more")).await;
    browser.looks_right("odds-income").await;
    browser.leads("#told a.btn").await;
    browser.ask("document.querySelector(\"[name='given.days']\").value = ''").await;
    browser.type_in("[name='given.days']", "4").await;
    browser.leads("#h-given ~ * button, section:has(#h-given) button").await;
    browser.reads("#beside", "Beside the plan that you kept").await;
    browser.reads("#beside .tbl", "Kept plan").await;
    for width in [1280, 360] {
        browser.widen(width).await;
        browser.looks_right("odds-beside").await;
    }
    let file =
        browser.ask("await (await fetch(document.querySelector('.chance a[download]').href)).text()").await;
    let file = file.as_str().unwrap();
    assert!(file.contains("German: purchase points,Weight,Of,Share,Share of this and more"), "{file}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_plan_of_a_refit_is_told_at_both_widths() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    let plans = all_plans(&house, FIRST, "refit").await;
    assert!(plans.iter().any(|plan| plan.contains("Purchase points")), "{plans:?}");
    assert!(plans.iter().any(|plan| plan.contains("iscipline")), "{plans:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_man_of_up_front_is_told_over_nine_scenarios() {
    if left_out() {
        return;
    }
    let house = House::nine_days().await;
    all_plans(&house, FIRST, "man").await;
    let browser = house.seated(FIRST, 360).await;
    browser.tab("Odds").await;
    browser.reads("#told > .tbl", "On the roster").await;
    assert_eq!(browser.ask("document.querySelectorAll('#told > .tbl tbody tr').length").await, json!(9));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_attack_is_weighed_as_it_is_typed() {
    if left_out() {
        return;
    }
    let house = House::gap().await;
    all_plans(&house, FIRST, "attack").await;
}
