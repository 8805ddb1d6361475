//! Reminders by e-mail: who is due one, what it says, and how it leaves.
//!
//! All of it runs beside the tables: play never waits for a mail server. What is due stands in the list of people, so that
//! it outlives the program, and each letter is sent once.

mod post;
mod reminders;
#[cfg(test)]
mod tests;
mod words;

use std::sync::Arc;
use std::time::Duration;

use adjutant_web::Presence;

use crate::house::House;

pub use post::{DROPPED, FAILED, Post, SENT};
pub use reminders::remind;

/// How often it is asked what waits for whom.
const BEAT: Duration = Duration::from_secs(20);

/// Notices what waits and sends what is due, as long as the server runs.
pub async fn keep(house: Arc<House>, post: Post, presence: Presence) {
    match house.people.give_up_tried().await {
        Ok(0) => {}
        Ok(n_letters) => {
            post::dropped(n_letters);
            tracing::warn!(
                n_letters,
                "letters that were under way when the last program ended are not sent again"
            );
        }
        Err(fault) => tracing::warn!(%fault, "letters under way were not looked for"),
    }
    let mut beats = tokio::time::interval(BEAT);
    beats.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        beats.tick().await;
        let now = house.clock.now();
        let looks = |person: &people::Handle| presence.looks(person);
        if let Err(failure) = remind(&house.people, &house.desk, &looks, house.address(), now).await {
            tracing::warn!(%failure, "reminders were not noticed; it is tried again");
        }
        if let Err(fault) = post.send_due(&house.people, &house.clock).await {
            tracing::warn!(%fault, "letters were not looked for; it is tried again");
        }
    }
}
