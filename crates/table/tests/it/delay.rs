//! Spectators behind time.

use std::sync::atomic::Ordering;

use kernel::{Audience, Seat};
use serde_json::json;
use table::delay::MOST_MINUTES;
use table::{Answer, Delay, DiceStart, FileKind};

use crate::levels::LINE;
use crate::{BLUE, GREY, RULEBOOKS, Setting, code};

impl Setting {
    async fn delay(&self, seat: Seat, minutes: u32, entries: u32) -> Answer {
        let token = self.desk.fresh_token().unwrap();
        let delay = Delay { minutes, entries };
        self.desk.delay_spectators(&self.campaign, seat, delay, None, token).await.unwrap()
    }

    /// A step that everyone sees.
    async fn closes(&self, seat: Seat) {
        self.done(seat, json!({"do": "pay"})).await;
        self.done(seat, json!({"do": "close"})).await;
    }

    async fn n_lines(&self, seat: Seat) -> u64 {
        self.desk.log(&self.campaign, seat, None, 0).await.unwrap().n_lines
    }
}

#[tokio::test]
async fn only_the_umpire_sets_it_and_within_bounds() {
    let setting = Setting::new().await;
    for seat in [BLUE, Seat::Spectator] {
        assert_eq!(code(&setting.delay(seat, 5, 0).await), "actor");
    }
    assert_eq!(code(&setting.delay(Seat::Umpire, MOST_MINUTES + 1, 0).await), "delay");
    assert_eq!(code(&setting.delay(Seat::Umpire, 0, 0).await), "delay", "as it is already");
    assert!(matches!(setting.delay(Seat::Umpire, 5, 0).await, Answer::Done { .. }));
    let log = setting.desk.log(&setting.campaign, BLUE, None, 1).await.unwrap();
    assert!(format!("{log:?}").contains("5 minutes behind"), "{log:?}");
    setting.desk.end(&setting.campaign, Seat::Umpire, "It is over.").await.unwrap();
    assert_eq!(code(&setting.delay(Seat::Umpire, 6, 0).await), "ended");
}

/// All roads of a spectator are those of the moment to which the delay leads back.
#[tokio::test]
async fn by_entries_everything_a_spectator_gets_is_of_that_moment() {
    let setting = Setting::new().await;
    setting.delay(Seat::Umpire, 0, 1).await;
    let look = async || setting.desk.look(&setting.campaign, Seat::Spectator).await.unwrap();
    let mut earlier = (look().await, setting.n_lines(Seat::Spectator).await);
    let public = async || setting.n_lines(Seat::Spectator).await;
    for seat in [BLUE, GREY] {
        setting.done(seat, json!({"do": "pay"})).await;
        assert_eq!(look().await.view(), earlier.0.view(), "a secret step moves nothing");
        assert_eq!((look().await.cursor, public().await), (earlier.0.cursor.clone(), earlier.1));
        setting.done(seat, json!({"do": "close"})).await;
        let now = (look().await, public().await);
        assert_eq!(now.1, earlier.1 + 1, "one more entry");
        assert_ne!(now.0.cursor, earlier.0.cursor);
        earlier = now;
    }
    let asking = table::Asking::Command { command: json!({"do": "pay"}), wanted: Vec::new() };
    let odds = setting.desk.weighed(&setting.campaign, Seat::Spectator, asking).await.unwrap();
    assert!(odds.is_err());
    let file = setting.desk.export(&setting.campaign, Seat::Spectator, FileKind::Seat).await.unwrap();
    assert_eq!(file.unwrap_err().code, "delay");
    assert!(setting.desk.export(&setting.campaign, BLUE, FileKind::Seat).await.unwrap().is_ok());

    // Without a delay the present is shown, and at the end too.
    let behind = public().await;
    setting.delay(Seat::Umpire, 0, 0).await;
    assert!(public().await > behind);
    setting.delay(Seat::Umpire, 0, 50).await;
    assert_eq!(public().await, 1, "a longer delay leads back to the beginning");
    setting.desk.end(&setting.campaign, Seat::Umpire, "It is over.").await.unwrap();
    let present = setting.desk.log(&setting.campaign, Seat::Umpire, None, 100).await.unwrap();
    let n_public = present.lines.iter().filter(|line| is_public(line)).count() as u64;
    assert_eq!(public().await, n_public, "after the end everything public is shown");
    assert!(look().await.dice.shown);
}

/// Whether spectators may read a line of the umpire's log.
fn is_public(line: &table::LogLine) -> bool {
    line.lines.iter().any(|(audience, _)| *audience == Audience::Public)
}

#[tokio::test]
async fn by_minutes_an_entry_is_shown_when_it_is_old_enough() {
    let (setting, now) = Setting::at_a_time().await;
    setting.delay(Seat::Umpire, 30, 0).await;
    let minutes = |n: i64| now.fetch_add(n * 60_000, Ordering::Relaxed);
    minutes(31);
    let (before, seen) = (setting.n_lines(BLUE).await, setting.n_lines(Seat::Spectator).await);
    setting.closes(BLUE).await;
    assert!(setting.n_lines(BLUE).await > before);
    minutes(29);
    assert_eq!(setting.n_lines(Seat::Spectator).await, seen, "29 minutes are too few");
    minutes(2);
    assert_eq!(setting.n_lines(Seat::Spectator).await, seen + 1, "time alone brings it");
}

/// The delayed campaign is the very campaign that spectators saw when it was new.
#[tokio::test]
async fn what_is_shown_late_is_what_was_shown_then() {
    let setting = Setting::new().await;
    let look = async || setting.desk.look(&setting.campaign, Seat::Spectator).await.unwrap();
    let mut then = Vec::new();
    for seat in [BLUE, GREY] {
        setting.closes(seat).await;
        then.push((look().await.view(), look().await.seals));
    }
    setting.delay(Seat::Umpire, 0, 1).await;
    assert_eq!((look().await.view(), look().await.seals), then[1], "the delay itself is the latest entry");
    setting.delay(Seat::Umpire, 0, 3).await;
    assert_eq!((look().await.view(), look().await.seals), then[0]);
}

/// A table below begins as far behind as the one above, and shows spectators nothing that came after what they see above.
#[tokio::test]
async fn a_table_below_shows_nothing_before_the_one_above() {
    let setting = Setting::of(LINE, rules_line::HILLS, None, DiceStart::AtOnce).await;
    setting.delay(Seat::Umpire, 0, 2).await;
    setting.done(Seat::Umpire, json!({"do": "fight", "post": "ford", "first": 1, "second": 1})).await;
    let below =
        setting.desk.neighbours(&setting.campaign, BLUE).await.unwrap().below.remove(0).campaign.to_string();
    let told = async |seat| format!("{:?}", setting.desk.log(&below, seat, None, 100).await.unwrap());
    assert!(told(BLUE).await.contains("2 public entries behind"));
    // That there is one is not shown above yet, so nothing of it is: no page, no log, no file, no links.
    let look = setting.desk.look(&below, Seat::Spectator).await;
    assert!(matches!(look, Err(table::Fault::NoCampaign)), "{look:?}");
    assert!(setting.desk.log(&below, Seat::Spectator, None, 100).await.is_err());
    let file = setting.desk.export(&below, Seat::Spectator, FileKind::Seat).await.unwrap();
    assert_eq!(file.unwrap_err().code, "delay");
    let links = setting.desk.links(&below, Seat::Spectator, ledger::Stream::Public, 0, 10).await.unwrap();
    assert_eq!(links, None);

    // The end of the table below shows no more either.
    setting.desk.end(&below, Seat::Umpire, "It is over.").await.unwrap();
    assert!(setting.desk.look(&below, Seat::Spectator).await.is_err());
    // Once all is shown above, so is what is below.
    setting.delay(Seat::Umpire, 0, 0).await;
    assert!(setting.desk.look(&below, Seat::Spectator).await.unwrap().dice.shown);
    let joined =
        setting.desk.export_joined(&setting.campaign, Seat::Umpire, FileKind::Seat).await.unwrap().unwrap();
    assert!(ledger::verify_joined(&joined).is_sound());
    let audits = table::audit_joined(&joined, RULEBOOKS);
    assert!(audits.iter().all(|audit| audit.faults.is_empty() && audit.n_unproved == 0), "{audits:?}");
}
