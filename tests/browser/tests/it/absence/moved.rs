//! Time stands still, goes on, is moved and lifted, and both sides are told.

use super::{GERMAN, SOVIET};
use crate::driver::{Browser, left_out};
use crate::house::House;
use kernel::Seat;
use serde_json::json;

impl Browser {
    /// Writes an instant into the field of the deadline, as its owner's clock shows it.
    async fn moves_deadline_to(&self, local: &str) {
        self.sees("#when").await;
        self.ask(&format!("(document.querySelector('#when').value = {})", json!(local))).await;
        self.sends("#b-move").await;
    }

    /// What the field of the deadline would hold so many days later.
    async fn days_later(&self, days: u32) -> String {
        self.sees("#when").await;
        let later = format!(
            "(() => {{ const [day, clock] = document.querySelector('#when').value.split('T');
               const date = new Date(day + 'T00:00Z');
               date.setUTCDate(date.getUTCDate() + {days});
               return date.toISOString().slice(0, 10) + 'T' + clock; }})()"
        );
        self.ask(&later).await.as_str().unwrap().to_owned()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn both_sides_are_told_when_time_stands_still_goes_on_and_is_moved() {
    if left_out() {
        return;
    }
    for (wide, narrow) in [(1280, 360), (360, 1280)] {
        let house = House::rostov().await;
        let umpire = house.seated_in("Europe/Vienna", Seat::Umpire, wide).await;
        let sides = [
            (SOVIET, house.seated_in("America/New_York", SOVIET, narrow).await),
            (GERMAN, house.seated_in("Europe/Vienna", GERMAN, narrow).await),
        ];
        umpire.gives_steps("48", "0", "saved").await;
        let due = umpire.ask("document.querySelector('.lede time').dateTime").await;
        umpire.sends("#b-pause").await;
        umpire.reads("#running", "Time stands still").await;
        umpire.looks_right("absence-paused").await;
        umpire.is_accessible("time that stands still").await;
        // Open pages hear of it by themselves.
        for (_, side) in &sides {
            side.reads("#due", "Time stands still: no deadline runs until the umpire lets it go on.").await;
        }
        sides[0].1.looks_right("absence-paused-side").await;

        // A week on holiday takes nothing from anybody: the deadline lies a week later.
        house.time_passes(7 * 24 * 60).await;
        umpire.go(&house.page(Seat::Umpire, "deadlines")).await;
        umpire.sends("#b-resume").await;
        umpire.reads("#running", "This step is due on").await;
        let resumed = umpire.ask("document.querySelector('.lede time').dateTime").await;
        let apart = format!("Date.parse({resumed}) - Date.parse({due})");
        let minutes = umpire.ask(&apart).await.as_f64().unwrap() / 60_000.0;
        assert!((minutes - 7.0 * 24.0 * 60.0).abs() < 5.0, "{minutes}");
        for (_, side) in &sides {
            side.reads("#due", "This step is due on").await;
        }

        // Moved by the umpire's clock; each side reads it by its own.
        let local = umpire.days_later(3).await;
        umpire.moves_deadline_to(&local).await;
        umpire.until(&format!("document.querySelector('#when').value === {}", json!(local))).await;
        umpire.looks_right("absence-moved").await;
        let moved = umpire.ask("document.querySelector('.lede time').dateTime").await;
        assert_ne!(moved, resumed);
        for (seat, side) in &sides {
            side.until(&format!("document.querySelector('#due time')?.dateTime === {moved}")).await;
            let log = side.log_words(&house, *seat).await;
            for told in [
                "The umpire let time stand still.",
                "The umpire let time go on.",
                "The umpire moved the deadline.",
            ] {
                assert!(log.contains(told), "{told}: {log}");
            }
        }
        sides[1].1.looks_right("absence-moved-log").await;
        sides[1].1.is_accessible("a log of deadlines").await;

        // What lies behind is refused where it was entered, with the way out.
        umpire.moves_deadline_to("2001-01-01T12:00").await;
        umpire.reads("#f-move #r-deadlines", "A deadline has to lie ahead").await;
        assert_eq!(umpire.ask("document.querySelector('#when').value").await, json!("2001-01-01T12:00"));
        assert_eq!(umpire.ask("document.activeElement.id").await, json!("when"));
        umpire.looks_right("absence-moved-refused").await;
        umpire.is_accessible("a refused deadline").await;
        umpire.sends("#b-lift").await;
        for (_, side) in &sides {
            side.until("!document.querySelector('#due')").await;
            side.reads(".log", "The umpire lifted the deadlines.").await;
        }
        let [(_, soviet), (_, german)] = sides;
        for browser in [umpire, soviet, german] {
            browser.close().await;
        }
    }
}
