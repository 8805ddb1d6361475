//! A moment of the past is shown as the seat saw it at that moment.

use std::collections::BTreeMap;

use kernel::Seat;
use serde_json::json;
use table::{DiceStart, Fault, Look};

use crate::correcting::instead;
use crate::{BLUE, GREY, Setting};

/// Everything of a look that a page can show.
fn told(look: &Look) -> String {
    let Look { cursor, waiting, undo, dice, proposed, rulings, seals, .. } = look;
    format!(
        "{}\n{cursor:?}\n{waiting:?}\n{undo:?}\n{dice:?}\n{proposed}\n{rulings:?}\n{seals:?}",
        json!(look.view())
    )
}

/// What each seat saw at each length of its log, noted while it was played.
#[derive(Default)]
struct Notes(BTreeMap<(Seat, u64), String>);

impl Notes {
    async fn note(&mut self, setting: &Setting) {
        for seat in [BLUE, GREY, Seat::Umpire, Seat::Spectator] {
            let n_lines = setting.desk.log(&setting.campaign, seat, None, 0).await.unwrap().n_lines;
            let look = setting.desk.look(&setting.campaign, seat).await.unwrap();
            let seen = told(&look);
            let noted = self.0.entry((seat, n_lines)).or_insert_with(|| seen.clone());
            assert_eq!(*noted, seen, "what a seat sees changes only with its log");
        }
    }
}

#[tokio::test]
async fn every_moment_is_shown_as_it_was_seen_then() {
    let setting = Setting::new().await;
    let mut notes = Notes::default();
    notes.note(&setting).await;
    let first = setting.next_entry().await;
    for (seat, command) in [
        (BLUE, json!({"do": "place", "post": "ford"})),
        (GREY, json!({"do": "pay"})),
        (BLUE, json!({"do": "place", "post": "mill"})),
        (GREY, json!({"do": "place", "post": "mill"})),
    ] {
        setting.done(seat, command).await;
        notes.note(&setting).await;
    }
    let token = setting.desk.fresh_token().unwrap();
    setting.desk.undo(&setting.campaign, BLUE, None, token).await.unwrap();
    notes.note(&setting).await;
    setting.correct(&instead(first, json!({"do": "place", "post": "mill"})), "The other post").await;
    notes.note(&setting).await;
    setting.done(BLUE, json!({"do": "pay"})).await;
    notes.note(&setting).await;
    let setting = setting.again().await;
    assert!(notes.0.len() > 15, "every seat has seen a good many moments");
    for ((seat, number), seen) in &notes.0 {
        let then = setting.desk.look_then(&setting.campaign, *seat, *number).await.unwrap().unwrap();
        assert_eq!(told(&then.papers.look), *seen, "{seat:?} at line {number}");
        assert_eq!(then.line.number, *number);
        assert!(!then.line.undone && !then.line.corrected, "nothing later is known yet");
    }
    // Step by step back, and by leaps, each moment is the same as before: what is kept of others changes none.
    let back = notes.0.iter().rev();
    for ((seat, number), seen) in back.chain(notes.0.iter().step_by(3)).chain(notes.0.iter().rev().step_by(2))
    {
        let then = setting.desk.look_then(&setting.campaign, *seat, *number).await.unwrap().unwrap();
        assert_eq!(told(&then.papers.look), *seen, "{seat:?} at line {number}, again");
        assert_eq!(then.line.number, *number);
        assert!(!then.line.undone && !then.line.corrected, "nothing later is known yet");
    }
}

#[tokio::test]
async fn there_is_no_moment_before_the_first_line_or_after_the_last() {
    let setting = Setting::new().await;
    let n_lines = setting.desk.log(&setting.campaign, BLUE, None, 0).await.unwrap().n_lines;
    setting.done(GREY, json!({"do": "place", "post": "mill"})).await;
    for number in [0, n_lines + 1, u64::MAX] {
        assert!(setting.desk.look_then(&setting.campaign, BLUE, number).await.unwrap().is_none(), "{number}");
    }
    let missing = setting.desk.look_then(&setting.campaign, Seat::Side(7), 1).await;
    assert!(matches!(missing, Err(Fault::NoCampaign)));
}

#[tokio::test]
async fn the_stretch_in_which_a_campaign_was_brought_in_is_over_like_any_other() {
    let before = Setting::new().await;
    let position = before.desk.position(&before.campaign).await.unwrap();
    let setting = Setting::of(0, rules_toy::FORD, Some(position), DiceStart::AtOnce).await;
    assert_eq!(setting.desk.stretches(&setting.campaign, BLUE).await.unwrap(), [], "nothing is over yet");
    setting.round("hold", "hold").await;
    for seat in [BLUE, GREY, Seat::Umpire, Seat::Spectator] {
        let over = setting.desk.stretches(&setting.campaign, seat).await.unwrap();
        let [stretch] = &over[..] else { panic!("{seat:?}: {over:?}") };
        assert_eq!(stretch.began.plain(&[]), "The beginning");
        let then = setting.desk.look_then(&setting.campaign, seat, stretch.last).await.unwrap().unwrap();
        assert_eq!(then.papers.look.contents.standing, "Round 1 of 2 · dawn");
    }
    setting.round("hold", "hold").await;
    assert_eq!(setting.desk.stretches(&setting.campaign, BLUE).await.unwrap().len(), 2);
}

#[tokio::test]
async fn what_is_over_can_be_printed_as_it_stood_at_its_end() {
    let setting = Setting::new().await;
    assert_eq!(setting.desk.stretches(&setting.campaign, BLUE).await.unwrap(), [], "nothing is over yet");
    setting.round("hold", "hold").await;
    setting.round("hold", "hold").await;
    for seat in [BLUE, GREY, Seat::Umpire, Seat::Spectator] {
        let over = setting.desk.stretches(&setting.campaign, seat).await.unwrap();
        let [stretch, first] = &over[..] else { panic!("two rounds are over: {over:?}") };
        assert_eq!(first.began.plain(&[]), "The beginning");
        let then = setting.desk.look_then(&setting.campaign, seat, stretch.last).await.unwrap().unwrap();
        let after = setting.desk.look_then(&setting.campaign, seat, stretch.last + 1).await.unwrap().unwrap();
        let standings = [&then, &after].map(|then| then.papers.look.contents.standing.clone());
        assert_eq!(standings, ["Round 2 of 2 · dawn", "Played"]);
        assert_eq!(then.papers.lines[0], (seat, stretch.last), "a sheet bears the line that it is of");
        let log = setting.desk.log(&setting.campaign, seat, Some(stretch.last + 2), 1).await.unwrap();
        assert!(!log.lines[0].lines.is_empty());
    }
    assert!(matches!(setting.desk.stretches(&setting.campaign, Seat::Side(7)).await, Err(Fault::NoCampaign)));
}

#[tokio::test]
async fn what_a_position_begins_within_is_over_too() {
    let paid = "schema = 1\nround = 1\nphase = \"dusk\"\n[[side]]\nid = \"blue\"\ncoins = 3\npaid = true\n[[side]]\nid = \"grey\"\n";
    let position = toml::from_str(paid).unwrap();
    let setting = Setting::of(0, rules_toy::FORD, Some(position), table::DiceStart::AtOnce).await;
    assert_eq!(setting.desk.stretches(&setting.campaign, BLUE).await.unwrap(), [], "it is not over");
    for side in [BLUE, GREY] {
        if side == GREY {
            setting.done(side, json!({"do": "pay"})).await;
        }
        setting.done(side, json!({"do": "place", "post": "ford"})).await;
        setting.done(side, json!({"do": "close"})).await;
    }
    setting.night(BLUE, "hold").await;
    setting.night(GREY, "hold").await;
    for seat in [BLUE, Seat::Umpire, Seat::Spectator] {
        let over = setting.desk.stretches(&setting.campaign, seat).await.unwrap();
        let [stretch] = &over[..] else { panic!("one round is over: {over:?}") };
        assert_eq!(stretch.began.plain(&[]), "The beginning");
        let then = setting.desk.look_then(&setting.campaign, seat, stretch.last).await.unwrap().unwrap();
        assert!(then.papers.look.contents.standing.starts_with("Round 1 of 2"));
    }
}
