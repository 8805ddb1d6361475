//! Umpire and both sides in three browsers on one house, from the sealed postures to the reveal, by mouse.

mod posture;
mod purchases;
mod roster;
mod works;

use kernel::Seat;
use serde_json::Value;

use crate::driver::{Browser, left_out};
use crate::hand::assert_same;
use crate::house::House;

/// Everybody at the table, each in a browser.
struct Journey {
    house: House,
    width: u32,
    umpire: Browser,
    soviet: Browser,
    german: Browser,
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refit_is_played_to_the_reveal_in_wide_windows() {
    played(1280).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refit_is_played_to_the_reveal_in_narrow_windows() {
    played(360).await;
}

async fn played(width: u32) {
    if left_out() {
        return;
    }
    let journey = Journey::begin(width).await;
    posture::chosen(&journey).await;
    posture::points_rolled(&journey).await;
    roster::rolled_and_combined(&journey).await;
    roster::closed_by_the_umpire(&journey).await;
    purchases::made(&journey).await;
    purchases::made_by_the_other(&journey).await;
    works::removed(&journey).await;
    works::bought_and_revealed(&journey).await;
    journey.end().await;
}

impl Journey {
    /// The umpire comes in by the first link, and makes the links of both sides on the page of seats.
    async fn begin(width: u32) -> Self {
        let house = House::rostov().await;
        let umpire = house.seated(Seat::Umpire, width).await;
        let soviet = Browser::open(width).await;
        let german = Browser::open(width).await;
        umpire.tab("Seats").await;
        for (side, browser) in [("side-0", &soviet), ("side-1", &german)] {
            umpire.press(&format!("#seat-{side}")).await;
            umpire.press("#b-invite").await;
            umpire.until(&format!("document.querySelector('#link')?.closest('section').querySelector('h2').textContent.includes('{}')", if side == "side-0" { "Soviet" } else { "German" })).await;
            let link = umpire.text("#link").await;
            browser.go(&link).await;
            browser.reads(".tabs a[aria-current]", "Overview").await;
            let address = browser.ask("location.href").await;
            assert!(!address.as_str().unwrap().contains('#'), "the secret has left the address: {address}");
        }
        umpire.looks_right("journey-seats").await;
        Self { house, width, umpire, soviet, german }
    }

    /// What one side does changes not a byte of any page of the other.
    async fn unseen_by_the_german(&self, before: &[(String, String)]) {
        assert_same(before, &self.german.all_sources().await);
    }

    /// All three stand at this step, and none was loaded anew to get there.
    async fn all_reach(&self, step: &str, born: &[Value; 3]) {
        for (browser, born) in [&self.umpire, &self.soviet, &self.german].into_iter().zip(born) {
            browser.reads(".where span", step).await;
            assert_eq!(browser.born().await, *born, "the page of {step} came without loading");
        }
    }

    async fn born(&self) -> [Value; 3] {
        [self.umpire.born().await, self.soviet.born().await, self.german.born().await]
    }

    async fn end(self) {
        for browser in [self.umpire, self.soviet, self.german] {
            browser.close().await;
        }
    }
}
