use std::time::Duration;

use serde_json::json;

use crate::correcting::instead;
use crate::{BLUE, GREY, Setting};
use kernel::{Audience, Seat};
use table::{Answer, FileKind, NewRuling};

/// Two worlds that differ only in what Grey does in secret look the same to everyone else, on every road.
#[tokio::test]
async fn grey_may_do_what_it_likes_unseen() {
    let quiet = Setting::new().await;
    let busy = Setting::new().await;
    for setting in [&quiet, &busy] {
        setting.done(BLUE, json!({"do": "place", "post": "ford"})).await;
    }
    quiet.done(GREY, json!({"do": "place", "post": "wood"})).await;
    busy.done(GREY, json!({"do": "place", "post": "mill"})).await;
    busy.done(GREY, json!({"do": "pay"})).await;
    for seat in [BLUE, Seat::Spectator] {
        let [quiet, busy] = [quiet.roads(seat).await, busy.roads(seat).await];
        let blur = |text: String| regex_lite(&text);
        assert_eq!(blur(quiet), blur(busy), "{seat:?}");
    }
    assert_ne!(quiet.roads(GREY).await, busy.roads(GREY).await);
}

/// The tests' clock ticks with every reading; times are public, so they are blurred before comparing.
fn regex_lite(text: &str) -> String {
    let mut blurred = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("at: ") {
        let (head, tail) = rest.split_at(at + 4);
        blurred.push_str(head);
        rest = tail.trim_start_matches(|letter: char| letter.is_ascii_digit());
    }
    blurred + rest
}

#[tokio::test]
async fn the_feed_wakes_only_the_seats_that_see_something() {
    let setting = Setting::new().await;
    let mut blue = setting.desk.feed(&setting.campaign, BLUE).await.unwrap();
    let mut grey = setting.desk.feed(&setting.campaign, GREY).await.unwrap();
    let mut public = setting.desk.feed(&setting.campaign, Seat::Spectator).await.unwrap();
    for feed in [&mut blue, &mut grey, &mut public] {
        feed.mark_unchanged();
    }
    setting.done(GREY, json!({"do": "place", "post": "wood"})).await;
    assert!(grey.has_changed().unwrap());
    assert!(!blue.has_changed().unwrap());
    assert!(!public.has_changed().unwrap());
    setting.done(BLUE, json!({"do": "pay"})).await;
    setting.done(BLUE, json!({"do": "close"})).await;
    tokio::time::timeout(Duration::from_secs(5), public.changed()).await.unwrap().unwrap();
}

/// How much Grey does in secret changes nothing of what Blue can take back or send a second time.
#[tokio::test]
async fn however_much_grey_does_blue_keeps_its_way_back_and_its_names() {
    let quiet = Setting::new().await;
    let busy = Setting::new().await;
    let mut told = Vec::new();
    for (setting, n_acts) in [(&quiet, 1), (&busy, 600)] {
        setting.dusk().await;
        let form = setting.submission(BLUE, json!({"do": "seal", "stance": "raid"}));
        setting.send(form.clone()).await;
        for _ in 0..n_acts {
            setting.done(GREY, json!({"do": "seal", "stance": "hold"})).await;
        }
        let again = setting.send(form).await;
        let look = setting.desk.look(&setting.campaign, BLUE).await.unwrap();
        told.push((again, look.cursor, look.undo));
    }
    assert_eq!(told[0], told[1]);
    assert!(told[0].2.is_some());
}

#[tokio::test]
async fn an_answer_carries_the_cursor_of_the_seat_that_asked() {
    let setting = Setting::new().await;
    let form = setting.submission(BLUE, json!({"do": "place", "post": "ford"}));
    setting.send(form.clone()).await;
    for post in ["mill", "wood"] {
        setting.done(GREY, json!({"do": "place", "post": post})).await;
    }
    let seen = setting.desk.look(&setting.campaign, BLUE).await.unwrap().cursor;
    let Answer::Done { cursor, .. } = setting.send(form).await else { panic!("it was done a moment ago") };
    assert_eq!(cursor, seen);
    let mut acted_for = setting.submission(Seat::Umpire, json!({"do": "pay"}));
    (acted_for.acting_for, acted_for.reason) = (Some(BLUE), Some("Blue telephoned.".into()));
    let Answer::Done { cursor, .. } = setting.send(acted_for).await else { panic!("it is lawful") };
    assert_eq!(cursor, setting.desk.look(&setting.campaign, Seat::Umpire).await.unwrap().cursor);
}

/// Neither what is put to a side for consent, nor a correction, nor a ruling tells it what another does in secret; and
/// a correction that is none of its business does not reach it at all.
#[tokio::test]
async fn corrections_and_rulings_tell_a_side_its_own_part_only() {
    let quiet = Setting::new().await;
    let busy = Setting::new().await;
    let mut told = Vec::new();
    for (setting, post) in [(&quiet, "wood"), (&busy, "mill")] {
        let blue = setting.next_entry().await;
        setting.done(BLUE, json!({"do": "place", "post": "ford"})).await;
        let grey = setting.next_entry().await;
        setting.done(GREY, json!({"do": "place", "post": post})).await;
        if post == "mill" {
            let elsewhere = instead(grey, json!({"do": "place", "post": "ford"}));
            setting.correct(&elsewhere, "Grey had the ford.").await;
            let ruling = NewRuling {
                rule: "TOY-2".into(),
                decision: "Grey may stay.".into(),
                reason: "It asked.".into(),
                audience: Audience::Side(1),
            };
            let token = setting.desk.fresh_token().unwrap();
            setting.desk.rule(&setting.campaign, Seat::Umpire, ruling, None, token).await.unwrap();
        }
        let mill = instead(blue, json!({"do": "place", "post": "mill"}));
        let (token, umpire) = (setting.desk.fresh_token().unwrap(), Seat::Umpire);
        setting.desk.propose(&setting.campaign, umpire, &mill, "The mill.", None, token).await.unwrap();
        let asked = setting.desk.proposed(&setting.campaign, BLUE).await.unwrap().unwrap();
        let looked = setting.roads(BLUE).await;
        let token = setting.desk.fresh_token().unwrap();
        let word = setting.desk.consent(&setting.campaign, BLUE, true, &asked.digest, token).await.unwrap();
        let look = setting.desk.look(&setting.campaign, BLUE).await.unwrap();
        let roads = [looked, setting.roads(BLUE).await].map(|roads| regex_lite(&roads));
        let bundle = setting.desk.export(&setting.campaign, BLUE, FileKind::Seat).await.unwrap().unwrap();
        let lengths: Vec<usize> = bundle.streams.iter().map(|stream| stream.parts.len()).collect();
        // The digest is of a proposal whose name is drawn by chance.
        told.push((asked.changed, asked.asked, word, look.rulings, roads, lengths));
    }
    assert_eq!(told[0], told[1]);
    assert!(told[0].4[1].contains("corrected: true"));
}
