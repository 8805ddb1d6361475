//! Rosters and sheets on paper: a page each, the columns of the paper form, and nothing to press.

use serde_json::{Value, json};

use super::AMERICAN;
use crate::driver::{Browser, decode, left_out};
use crate::house::House;

/// A4 and Letter, in inches.
const PAPERS: [(&str, f64, f64); 2] = [("A4", 8.27, 11.69), ("Letter", 8.5, 11.0)];

/// As many pages as the browser would print, and the print kept to be looked at.
async fn n_pages(browser: &Browser, name: &str, paper: (&str, f64, f64)) -> usize {
    let asked = json!({"paperWidth": paper.1, "paperHeight": paper.2});
    let printed = browser.tell("Page.printToPDF", asked).await;
    let bytes = decode(printed["data"].as_str().unwrap());
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/screenshots");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(format!("{name}-{}.pdf", paper.0)), &bytes).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    text.split("/Type /Page").skip(1).filter(|rest| !rest.starts_with('s')).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_sheet_is_a_page_in_the_papers_columns() {
    if left_out() {
        return;
    }
    let house = House::nine_days().await;
    house.settle("american", json!({"3": {"out": "killed"}, "6": {"out": "in_play", "wounded": true}})).await;
    house.both_select().await;
    let browser = house.seated(AMERICAN, 1280).await;
    browser.tab("Rosters").await;
    for paper in PAPERS {
        // A page for each roster, one for the notes of both sheets.
        assert_eq!(n_pages(&browser, "up-front-rosters", paper).await, 3, "{paper:?}");
    }
    browser.tab("Sheets").await;
    for paper in PAPERS {
        // Force, tally sheet and tables of each side.
        assert_eq!(n_pages(&browser, "up-front-sheets", paper).await, 6, "{paper:?}");
    }
    browser.tell("Emulation.setEmulatedMedia", json!({"media": "print"})).await;
    browser.go(&house.page(AMERICAN, "rosters")).await;
    browser.sees("#roster-0").await;
    let named = "[...document.querySelectorAll('#roster-0 :is(h2, caption)')].filter((one) => one.checkVisibility() && one.textContent.includes('roster')).length";
    assert_eq!(browser.ask(named).await, json!(1), "the heading stands once");
    let heads = browser
        .ask("[...document.querySelectorAll('#roster-0 thead th')].map((head) => head.innerText.trim())")
        .await;
    let paper =
        ["# Name / weapon", "Pts", "Rank", "KIA", "Repl", "Morale", "Panic", "Rout", "Elan", "Surv", "Promo"];
    assert_eq!(heads, json!(paper));
    let pressed = "[...document.querySelectorAll('button, nav a, summary')].filter((one) => one.checkVisibility()).length";
    assert_eq!(browser.ask(pressed).await, json!(0));
    let inks = browser
        .ask("[...new Set([...document.querySelectorAll('#roster-0 *')].map((one) => getComputedStyle(one).color))].sort()")
        .await;
    let inks: Vec<Value> = serde_json::from_value(inks).unwrap();
    assert!(
        inks.iter().all(|ink| ["rgb(0, 0, 0)", "rgb(51, 51, 51)"].contains(&ink.as_str().unwrap())),
        "{inks:?}"
    );
    browser.close().await;
}
