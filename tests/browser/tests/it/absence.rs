//! Somebody stays away: deadlines by everyone's own clock, what is done for the late, time that stands still, stand-ins.

mod late;
mod moved;
mod stand_in;

use kernel::Seat;
use serde_json::json;

use crate::driver::Browser;
use crate::house::House;

const SOVIET: Seat = Seat::Side(0);
const GERMAN: Seat = Seat::Side(1);

impl House {
    /// Lets time pass, and the table does what has fallen due, as a running server does every two seconds.
    async fn time_passes(&self, minutes: i64) {
        self.later(minutes);
        self.desk.keep_time().await;
    }

    /// A browser at a seat whose clock shows the time of this place.
    async fn seated_in(&self, place: &str, seat: Seat, width: u32) -> Browser {
        let browser = Browser::open(width).await.with_axe().await;
        browser.tell("Emulation.setTimezoneOverride", json!({"timezoneId": place})).await;
        browser.go(&self.link(seat).await).await;
        browser.sees(".tabs").await;
        browser
    }
}

impl Browser {
    /// The umpire gives each step so many hours and minutes of grace, and says what is done for the late.
    async fn gives_steps(&self, hours: &str, grace: &str, missing: &str) {
        self.tab("Deadlines").await;
        self.reads("h1", "Deadlines").await;
        for (field, words) in [("hours", hours), ("grace", grace)] {
            self.ask(&format!("document.querySelector('#{field}').value = ''")).await;
            self.type_in(&format!("#{field}"), words).await;
        }
        self.press(&format!("label[for=missing-{missing}]")).await;
        self.sends("#b-pace").await;
        self.reads(".panel:has(#h-time)", "Each step is given").await;
    }

    /// Presses a button whose answer is a page loaded anew, and waits for that page.
    async fn sends(&self, selector: &str) {
        let before = self.ask("window.journey.born").await;
        self.press(selector).await;
        self.until(&format!("window.journey.born !== {before} && document.readyState === 'complete'")).await;
    }

    /// Keeps a posture for the deadline instead of sealing it.
    async fn keeps_posture(&self, n: u8) {
        self.tab("Refit").await;
        self.press(&format!("#w-posture-posture-{n}")).await;
        self.act("#b-posture-keep").await;
    }

    /// The text of the whole log of this seat.
    async fn log_words(&self, house: &House, seat: Seat) -> String {
        self.go(&house.page(seat, "log")).await;
        self.text("main").await
    }
}
