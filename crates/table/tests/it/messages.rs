//! Messages between the umpire and the sides, and what the umpire sends back.

use std::sync::atomic::Ordering;

use kernel::{Audience, Seat};
use serde_json::json;
use table::{Answer, DiceBy};

use crate::forgery::{honest, place, told};
use crate::{BLUE, GREY, Setting, code};

impl Setting {
    async fn writes(&self, seat: Seat, audience: Audience, words: &str) -> Answer {
        let token = self.desk.fresh_token().unwrap();
        self.desk.write_to(&self.campaign, seat, audience, words, token).await.unwrap()
    }

    async fn read_by(&self, seat: Seat) -> Vec<String> {
        let messages = self.desk.messages(&self.campaign, seat).await.unwrap();
        messages.into_iter().map(|message| message.words).collect()
    }

    async fn sends_back(&self, by: Seat, side: Seat, reason: &str) -> Answer {
        let token = self.desk.fresh_token().unwrap();
        self.desk.send_back(&self.campaign, by, side, reason, None, token).await.unwrap()
    }
}

#[tokio::test]
async fn a_message_is_read_by_whom_it_is_for_and_by_nobody_else() {
    let setting = Setting::new().await;
    let grey = setting.desk.look(&setting.campaign, GREY).await.unwrap().cursor;
    for (by, audience, words) in [
        (Seat::Umpire, Audience::Side(0), "Your scouts are late."),
        (BLUE, Audience::Side(0), "They will be there at dawn."),
    ] {
        assert!(matches!(setting.writes(by, audience, words).await, Answer::Done { .. }));
    }
    assert_eq!(setting.desk.look(&setting.campaign, GREY).await.unwrap().cursor, grey, "nothing stirs there");
    setting.writes(Seat::Umpire, Audience::Public, "Tea\nat five.").await;
    let blue = ["Tea\nat five.", "They will be there at dawn.", "Your scouts are late."];
    let setting = setting.again().await;
    assert_eq!(setting.read_by(BLUE).await, blue);
    assert_eq!(setting.read_by(Seat::Umpire).await, blue);
    for seat in [GREY, Seat::Spectator] {
        assert_eq!(setting.read_by(seat).await, ["Tea\nat five."]);
        let log = setting.desk.log(&setting.campaign, seat, None, 50).await.unwrap();
        assert!(!format!("{log:?}").contains("scouts"));
    }
    let log = setting.desk.log(&setting.campaign, BLUE, None, 50).await.unwrap();
    let told = format!("{log:?}");
    assert!(told.contains("wrote to the umpire") && told.contains("They will be there"), "{told}");
}

/// A message of which nobody reads anything is none that the house writes.
#[tokio::test]
async fn an_empty_message_in_a_file_is_found() {
    let setting = Setting::new().await;
    setting.writes(BLUE, Audience::Side(0), "They will be there at dawn.").await;
    let file = setting.whole().await;
    let entries = honest(&file);
    let at = place(&entries, |entry| entry.is("wrote"));
    for words in ["", " \n ", "\u{200b}"] {
        let mut empty = entries.clone();
        empty[at].change(|body| body["message"] = json!(words));
        let said = told(&file, &empty);
        assert!(said.contains("the house writes no such entry as things stand"), "{words:?}: {said}");
    }
}

/// Letters that turn the line round or that nobody sees would let a message read differently from how it was written.
#[tokio::test]
async fn what_nobody_sees_is_taken_out_of_messages_and_nothing_else() {
    let setting = Setting::new().await;
    for (words, read) in [
        ("Retreat\u{202e} to \u{200b}the ford.", "Retreat to the ford."),
        ("\u{2066}Hold\u{2069}\u{e0041}\nthe mill.", "Hold\nthe mill."),
        ("م\u{200c}ی", "م\u{200c}ی"),
    ] {
        assert!(matches!(setting.writes(Seat::Umpire, Audience::Public, words).await, Answer::Done { .. }));
        assert_eq!(setting.read_by(GREY).await[0], read);
    }
    // Of these nothing would be left.
    assert!(matches!(
        setting.writes(Seat::Umpire, Audience::Public, "\u{2060}\u{ad}").await,
        Answer::Refused(_)
    ));
}

#[tokio::test]
async fn nobody_writes_in_anothers_circle() {
    let setting = Setting::new().await;
    for (by, audience) in [
        (BLUE, Audience::Side(1)),
        (BLUE, Audience::Public),
        (BLUE, Audience::Umpire),
        (Seat::Umpire, Audience::Umpire),
        (Seat::Umpire, Audience::Side(9)),
        (Seat::Spectator, Audience::Public),
    ] {
        assert!(matches!(setting.writes(by, audience, "Psst").await, Answer::Refused(_)), "{by:?}");
    }
    for words in ["", "  \n ", &"x".repeat(1001)] {
        assert_eq!(code(&setting.writes(BLUE, Audience::Side(0), words).await), "words");
    }
    assert!(setting.read_by(Seat::Umpire).await.is_empty());
}

#[tokio::test]
async fn a_circle_remembers_its_newest_and_no_other_pushes_them_out() {
    let (setting, time) = Setting::at_a_time().await;
    setting.writes(GREY, Audience::Side(1), "Ours").await;
    for n in 0..105 {
        time.fetch_add(10_000, Ordering::Relaxed);
        setting.writes(BLUE, Audience::Side(0), &format!("n {n}")).await;
    }
    assert_eq!(setting.read_by(GREY).await, ["Ours"]);
    let blue = setting.read_by(BLUE).await;
    assert_eq!((blue.len(), blue[0].as_str(), blue[99].as_str()), (100, "n 104", "n 5"));
}

#[tokio::test]
async fn a_seat_writes_ten_messages_within_a_minute() {
    let (setting, time) = Setting::at_a_time().await;
    for n in 0..10 {
        assert!(matches!(
            setting.writes(BLUE, Audience::Side(0), &format!("n {n}")).await,
            Answer::Done { .. }
        ));
    }
    assert_eq!(code(&setting.writes(BLUE, Audience::Side(0), "One more").await), "words");
    assert!(matches!(setting.writes(GREY, Audience::Side(1), "Ours").await, Answer::Done { .. }));
    time.fetch_add(60_000, Ordering::Relaxed);
    assert!(matches!(setting.writes(BLUE, Audience::Side(0), "One more").await, Answer::Done { .. }));
}

#[tokio::test]
async fn what_is_news_to_a_seat_came_after_its_last_answer_or_its_last_visit() {
    let (setting, time) = Setting::at_a_time().await;
    let news = async |seat: Seat, last: Option<i64>| {
        let by = setting.desk.news(&setting.campaign, seat, last).await.unwrap();
        by.into_iter().collect::<Vec<_>>()
    };
    let later = || time.fetch_add(1000, Ordering::Relaxed) + 1000;
    let asked = later();
    setting.writes(BLUE, Audience::Side(0), "May we dig in?").await;
    assert_eq!(news(Seat::Umpire, None).await, [BLUE]);
    assert!(news(BLUE, None).await.is_empty(), "nobody's own words are news to him");
    assert!(news(GREY, None).await.is_empty() && news(Seat::Spectator, None).await.is_empty());
    let answered = later();
    setting.writes(Seat::Umpire, Audience::Side(0), "You may.").await;
    assert!(news(Seat::Umpire, None).await.is_empty());
    for (last, told) in [(None, true), (Some(asked), true), (Some(answered), false)] {
        assert_eq!(news(BLUE, last).await == [Seat::Umpire], told, "{last:?}");
    }
    assert!(news(GREY, None).await.is_empty());
    later();
    setting.writes(GREY, Audience::Side(1), "And we?").await;
    assert_eq!(news(Seat::Umpire, None).await, [GREY]);
    later();
    setting.writes(Seat::Umpire, Audience::Public, "Everyone may.").await;
    assert!(news(Seat::Umpire, None).await.is_empty(), "a word to everyone answers");
    assert_eq!(news(Seat::Spectator, None).await, [Seat::Umpire]);
}

#[tokio::test]
async fn the_umpire_sends_back_what_a_side_could_take_back() {
    let setting = Setting::new().await;
    assert!(matches!(setting.sends_back(Seat::Umpire, BLUE, "Nothing there").await, Answer::Refused(_)));
    setting.done(BLUE, json!({"do": "pay"})).await;
    assert!(matches!(setting.sends_back(Seat::Umpire, BLUE, "Dice fell").await, Answer::Refused(_)));
    setting.done(BLUE, json!({"do": "place", "post": "ford"})).await;
    let grey = setting.desk.look(&setting.campaign, GREY).await.unwrap().cursor;
    for (by, reason, met) in
        [(GREY, "Not you", "actor"), (BLUE, "Not you", "actor"), (Seat::Umpire, " ", "reason")]
    {
        assert_eq!(code(&setting.sends_back(by, BLUE, reason).await), met);
    }
    assert!(matches!(
        setting.sends_back(Seat::Umpire, BLUE, "The ford is flooded.").await,
        Answer::Done { .. }
    ));
    assert_eq!(setting.desk.look(&setting.campaign, GREY).await.unwrap().cursor, grey, "it is not theirs");
    let log = setting.desk.log(&setting.campaign, BLUE, None, 10).await.unwrap();
    let line = log.lines.last().unwrap();
    assert_eq!((line.by, line.reason.as_deref()), (Seat::Umpire, Some("The ford is flooded.")));
    let setting = setting.again().await;
    setting.done(BLUE, json!({"do": "place", "post": "ford"})).await;

    // A throw that was begun at a real table too: nobody has to invent its dice.
    let setting = Setting::new().await;
    let mut pay = setting.submission(GREY, json!({"do": "pay"}));
    pay.dice = DiceBy::Table(Vec::new());
    setting.send(pay).await;
    assert!(matches!(setting.sends_back(Seat::Umpire, GREY, "They are away.").await, Answer::Done { .. }));
    setting.done(GREY, json!({"do": "pay"})).await;
}
