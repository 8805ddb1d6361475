//! No page scrolls sideways, and no table leaves its frame, however wide the window is.

use kernel::Seat;
use serde_json::json;

use crate::driver::left_out;
use crate::house::House;

pub const WIDTHS: [u32; 7] = [360, 600, 700, 768, 900, 1024, 1280];

/// The tables that stand out of their panel.
pub const BEYOND: &str = "[...document.querySelectorAll('.panel table, .box table')]
  .filter((table) => table.getBoundingClientRect().right > table.closest('.panel, .box').getBoundingClientRect().right)
  .map((table) => table.caption?.textContent ?? table.className)";

#[tokio::test(flavor = "multi_thread")]
async fn every_page_fits_every_window() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    for seat in [Seat::Side(0), Seat::Umpire] {
        let mut browser = house.seated(seat, 1280).await;
        let look = house.desk.look(&house.campaign, seat).await.unwrap();
        for page in look.contents.pages.iter().map(|page| page.id).chain(["log", "dice", "rules"]) {
            browser.go(&house.page(seat, page)).await;
            for width in WIDTHS {
                browser.widen(width).await;
                browser.looks_right(&format!("fits-{}-{page}", seat.name())).await;
                assert_eq!(browser.ask(BEYOND).await, json!([]), "{} {page} at {width}", seat.name());
            }
        }
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_purse_stays_in_view_while_something_is_bought() {
    if left_out() {
        return;
    }
    let house = House::at_purchases().await;
    let mut soviet = house.seated(Seat::Side(0), 1280).await;
    soviet.go(&house.page(Seat::Side(0), "refit")).await;
    for width in WIDTHS {
        soviet.widen(width).await;
        soviet
            .ask("document.querySelector('.groups > li:last-child').scrollIntoView({ block: 'end' })")
            .await;
        let in_view = "[...document.querySelectorAll('.purse-bar, .purse')].some((purse) => {
          const { top, bottom, height } = purse.getBoundingClientRect();
          return height > 0 && top >= 0 && bottom <= innerHeight;
        })";
        assert_eq!(soviet.ask(in_view).await, json!(true), "at {width}");
        soviet.looks_right("purse").await;
    }
    soviet.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_the_end_pages_hold_facts_and_no_controls() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    house.end().await;
    for (seat, width) in [(Seat::Side(0), 360), (Seat::Umpire, 1280)] {
        let browser = house.seated(seat, width).await;
        for page in ["overview", "refit"] {
            browser.go(&house.page(seat, page)).await;
            browser.reads("#over", "HOUSE-DICE-SHOWN").await;
            browser.looks_right(&format!("ended-{}-{page}", seat.name())).await;
            assert!(!browser.text("main").await.contains("Owed first"), "{} {page}", seat.name());
            // Layers and ruler of a map are for looking and act on nothing.
            let controls = "main .btn[aria-disabled], main form, main textarea, main input:not(.board input), .panel.yours, .steps .now";
            assert!(!browser.has(controls).await, "{} {page}", seat.name());
        }
        browser.go(&house.page(seat, "overview")).await;
        browser.reads("main .panel", "Nothing waits for anybody").await;
        browser.go(&house.page(seat, "dice")).await;
        assert!(!browser.text("#seal").await.contains("not answered yet"));
        browser.close().await;
    }
}
