//! Every page of every seat against axe-core, light and dark, at both widths: WCAG 2.0 to 2.2, A and AA.

use kernel::Seat;
use serde_json::json;

use crate::driver::{Browser, left_out};
use crate::house::House;

const AXE: &str = include_str!("../../fixtures/axe-core/axe.min.js");

/// Runs axe: one line for each finding, and how many rules found something to approve of. What is approved of is not named
/// node by node, which would take a fifth of the time.
const RUN: &str = r#"await (async () => {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const asked = { runOnly: { type: "tag", values: tags }, resultTypes: ["violations"] };
  const { violations, passes } = await axe.run(document, asked);
  const line = ({ id, help }, { target, any }) => `${id}: ${help}: ${target.join(" ")}: ${any.map((one) => one.message)}`;
  return [violations.flatMap((rule) => rule.nodes.map((node) => line(rule, node))), passes.length];
})()"#;

impl Browser {
    /// With axe in every page that it opens.
    pub async fn with_axe(self) -> Self {
        self.tell("Page.addScriptToEvaluateOnNewDocument", json!({"source": AXE})).await;
        self
    }

    /// Axe has nothing to say about the page, light and dark.
    pub async fn is_accessible(&self, name: &str) {
        for theme in ["light", "dark"] {
            let feature = json!({"features": [{"name": "prefers-color-scheme", "value": theme}]});
            self.tell("Emulation.setEmulatedMedia", feature).await;
            let found = self.ask_slowly(RUN).await;
            assert_eq!(found[0], json!([]), "{name}, {theme}");
            assert!(found[1].as_u64() > Some(15), "{name}, {theme}: axe has looked at the page: {found}");
        }
    }
}

async fn every_page(house: House, seat: Seat, width: u32) {
    let browser = house.seated(seat, width).await.with_axe().await;
    let look = house.desk.look(&house.campaign, seat).await.unwrap();
    let for_all = ["log", "dice", "rules", "rulings-book", "paper", "messages", "odds", "handover", "tokens"];
    let then = ["then", "then/1", "then/1/overview", "then/1/paper"];
    let the_umpires = if seat == Seat::Umpire { &["seats", "deadlines"][..] } else { &[] };
    let own = for_all.iter().chain(&then).chain(the_umpires);
    for page in look.contents.pages.iter().map(|page| page.id).chain(own.copied()) {
        browser.go(&house.page(seat, page)).await;
        let status = browser.ask("performance.getEntriesByType('navigation')[0].responseStatus").await;
        assert_eq!(status, json!(200), "{page}");
        browser.is_accessible(&format!("{} {page} at {width}", seat.name())).await;
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_umpires_pages_are_accessible() {
    if !left_out() {
        every_page(House::rostov().await, Seat::Umpire, 1280).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sides_pages_are_accessible_in_a_narrow_window() {
    if !left_out() {
        every_page(House::rostov().await, Seat::Side(0), 360).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pages_of_central_front_are_accessible() {
    if left_out() {
        return;
    }
    for (seat, width) in [(Seat::Side(0), 1280), (Seat::Side(1), 360), (Seat::Umpire, 360)] {
        every_page(House::gap().await, seat, width).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pages_of_the_battalion_combat_series_are_accessible() {
    if left_out() {
        return;
    }
    for (seat, width) in [(Seat::Side(0), 1280), (Seat::Side(1), 360), (Seat::Umpire, 360)] {
        every_page(House::sarn_west().await, seat, width).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pages_of_up_front_are_accessible() {
    if left_out() {
        return;
    }
    for (seat, width) in [(Seat::Side(0), 360), (Seat::Umpire, 1280)] {
        every_page(House::nine_days().await, seat, width).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_step_of_a_refit_is_accessible() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    let stranger = Browser::open(1280).await.with_axe().await;
    for page in ["", "/join", "/sign-in", "/recover", "/gone", "/nowhere"] {
        stranger.go(&format!("{}{page}", house.address)).await;
        stranger.is_accessible(&format!("a stranger's page {page}")).await;
    }
    let soviet = stranger;
    soviet.go(&house.link(Seat::Side(0)).await).await;
    soviet.sees(".tabs").await;
    soviet.go(&house.address).await;
    soviet.is_accessible("the list of campaigns").await;
    for seat in [Seat::Side(1), Seat::Side(0)] {
        house.act(seat, json!({"do": "choose-posture", "posture": "attack"})).await;
    }
    soviet.go(&house.page(Seat::Side(0), "refit")).await;
    soviet.is_accessible("S2a").await;
    soviet.act("#b-cpp-roll-table").await;
    soviet.is_accessible("dice from the table").await;
    soviet.act("#b-undo").await;
    soviet.act("#b-cpp-roll").await;
    soviet.is_accessible("S2a rolled").await;
    house.close_for(Seat::Side(1)).await;
    soviet.reads(".where span", "S2d").await;
    soviet.is_accessible("S2d").await;
    house.close_for(Seat::Side(0)).await;
    house.close_for(Seat::Side(1)).await;
    soviet.reads(".where span", "S2e").await;
    soviet.act("#b-more-RO2").await;
    soviet.is_accessible("S2e").await;
    soviet.tab("Log").await;
    soviet.press(".log .unfold summary").await;
    soviet.is_accessible("a roll unfolded").await;
    soviet.tab("Refit").await;
    house.close_for(Seat::Side(0)).await;
    house.close_for(Seat::Side(1)).await;
    soviet.reads(".where span", "S2f").await;
    soviet.is_accessible("S2f").await;
    house.close_for(Seat::Side(0)).await;
    house.close_for(Seat::Side(1)).await;
    soviet.reads(".where span", "S2g").await;
    soviet.is_accessible("S2g").await;
    soviet.close().await;
}
