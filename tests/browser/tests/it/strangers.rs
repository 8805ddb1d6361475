//! Doors that stay shut, calmly, and without telling what is behind them.

use kernel::Seat;

use crate::driver::{Browser, left_out};
use crate::house::House;

impl Browser {
    /// A page that is not there for this browser: what it says, with the one line that the console has for it.
    async fn turned_away(&self, address: &str) -> String {
        self.go(address).await;
        self.reads("h1", "There is no such page here").await;
        let complaints = self.complaints().await;
        assert!(complaints.iter().all(|line| line.contains("404")), "{complaints:?}");
        self.ask("document.documentElement.outerHTML").await.as_str().unwrap_or_default().to_owned()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_meet_the_same_calm_page_everywhere() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    for width in [1280, 360] {
        let stranger = Browser::open(width).await;
        stranger.go(&house.address).await;
        stranger.reads("h1", "A table for campaigns").await;
        stranger.looks_right("stranger-home").await;

        // Without a session what exists and what does not are one page.
        let there = stranger.turned_away(&house.page(Seat::Side(0), "refit")).await;
        stranger.looks_right("stranger-turned-away").await;
        let elsewhere = house.page(Seat::Side(0), "refit").replace(&house.campaign, "zzzzzzzzzz");
        for address in [
            elsewhere,
            house.page(Seat::Umpire, "overview"),
            house.page(Seat::Side(0), "no-such-page"),
            house.page(Seat::Side(0), "log"),
            format!("{}/c/{}/side-7/overview", house.address, house.campaign),
            format!("{}/c/%00/side-0/overview", house.address),
            format!("{}/nowhere", house.address),
        ] {
            assert_eq!(stranger.turned_away(&address).await, there, "{address}");
        }

        // The change feed and the files are no better informed.
        let answer = |route: &str| {
            format!("await fetch({:?}).then(async (answer) => [answer.status, await answer.text()])", route)
        };
        let feed = house.page(Seat::Side(0), "events");
        let shut = stranger.ask_slowly(&answer(&feed)).await;
        assert_eq!(shut[0], 404);
        assert_eq!(stranger.ask_slowly(&answer(&feed.replace(&house.campaign, "zzzzzzzzzz"))).await, shut);

        // An invitation opens its seat once.
        let link = house.link(Seat::Side(0)).await;
        stranger.go(&link).await;
        stranger.reads(".badge", "Soviet").await;
        let own = stranger.turned_away(&house.page(Seat::Side(0), "no-such-page")).await;
        for seat in [Seat::Umpire, Seat::Side(1), Seat::Spectator] {
            let other = stranger.turned_away(&house.page(seat, "overview")).await;
            assert_eq!(other, own, "{}", seat.name());
        }
        stranger.turned_away(&house.page(Seat::Side(0), "seats")).await;
        let second = Browser::open(width).await;
        second.go(&link).await;
        second.reads("#r-join", "has been used").await;
        assert!(second.complaints().await.iter().all(|line| line.contains("422")));
        second.looks_right("invitation-used").await;
        // Another link in the same tab changes only what stands behind the #, and is taken all the same.
        second.go(&format!("{}/join#{}", house.address, "0".repeat(43))).await;
        second.reads("#r-join", "No invitation has this text").await;

        // Whoever comes again by his own link is led to his seat.
        stranger.go(&link).await;
        stranger.reads(".badge", "Soviet").await;

        // Whoever gives a seat up meets the same page as a stranger.
        stranger.go(&house.address).await;
        stranger.reads("h1", "Your campaigns").await;
        stranger.looks_right("home").await;
        stranger.press("#leave summary").await;
        stranger.press("form[action='/leave'] button").await;
        stranger.reads("h1", "A table for campaigns").await;
        assert_eq!(stranger.turned_away(&house.page(Seat::Side(0), "refit")).await, there);
        for browser in [stranger, second] {
            browser.close().await;
        }
    }
}
