use kernel::{Origin, Seat};
use serde_json::json;
use table::{Answer, DiceBy};

use crate::{BLUE, DiceStart, GREY, Setting, code};

#[tokio::test]
async fn nothing_rolls_before_every_side_has_had_its_word() {
    let setting = Setting::laid_out(DiceStart::Before).await;
    assert_eq!(code(&setting.act(BLUE, json!({"do": "pay"})).await), "dice");
    let give = async |seat, words: Option<&str>| {
        let token = setting.desk.fresh_token().unwrap();
        setting.desk.contribute(&setting.campaign, seat, words.map(Into::into), token).await.unwrap()
    };
    assert!(matches!(give(BLUE, Some("alea iacta est")).await, Answer::Done { .. }));
    assert_eq!(code(&give(BLUE, Some("again")).await), "dice");
    assert_eq!(code(&give(Seat::Spectator, Some("me too")).await), "actor");
    assert!(matches!(give(GREY, None).await, Answer::Done { .. }));
    let dice = setting.desk.look(&setting.campaign, GREY).await.unwrap().dice;
    assert!(dice.open);
    assert_eq!(dice.words, [("side-0".to_owned(), "alea iacta est".to_owned())]);
    setting.done(BLUE, json!({"do": "pay"})).await;
    assert_eq!(code(&give(GREY, Some("too late")).await), "dice");
}

#[tokio::test]
async fn the_umpire_need_not_wait() {
    let setting = Setting::laid_out(DiceStart::Before).await;
    assert_eq!(code(&setting.desk.open_dice(&setting.campaign, BLUE, None).await.unwrap()), "actor");
    assert!(matches!(
        setting.desk.open_dice(&setting.campaign, Seat::Umpire, None).await.unwrap(),
        Answer::Done { .. }
    ));
    setting.done(BLUE, json!({"do": "pay"})).await;
}

#[tokio::test]
async fn rolls_are_numbered_without_gaps_in_each_stream() {
    let setting = Setting::new().await;
    setting.round("raid", "hold").await;
    setting.round("hold", "raid").await;
    let log = setting.desk.log(&setting.campaign, Seat::Umpire, None, 1000).await.unwrap();
    let mut numbers = std::collections::BTreeMap::<String, Vec<u64>>::new();
    for roll in log.lines.iter().flat_map(|line| &line.rolls) {
        numbers.entry(roll.stream.clone()).or_default().extend(roll.line.number);
    }
    assert!(numbers.len() >= 3, "{numbers:?}");
    for (stream, numbers) in numbers {
        let gapless: Vec<u64> = (1..=numbers.len() as u64).collect();
        assert_eq!(numbers, gapless, "{stream}");
    }
}

#[tokio::test]
async fn words_and_reasons_hold_nothing_that_a_terminal_obeys() {
    let setting = Setting::laid_out(DiceStart::Before).await;
    let words = Some("\u{1b}[2J alea\r\niacta\0 est \u{9b}31m ".into());
    let token = setting.desk.fresh_token().unwrap();
    setting.desk.contribute(&setting.campaign, BLUE, words, token).await.unwrap();
    setting.desk.open_dice(&setting.campaign, Seat::Umpire, None).await.unwrap();
    let mut acted_for = setting.submission(Seat::Umpire, json!({"do": "pay"}));
    (acted_for.acting_for, acted_for.reason) = (Some(BLUE), Some("Blue\u{7}\ntelephoned.".into()));
    setting.send(acted_for).await;
    let dice = setting.desk.look(&setting.campaign, GREY).await.unwrap().dice;
    assert_eq!(dice.words[0].1, "[2J alea iacta est 31m");
    let log = setting.desk.log(&setting.campaign, BLUE, None, 100).await.unwrap();
    assert_eq!(log.lines.last().unwrap().reason.as_deref(), Some("Blue telephoned."));
}

#[tokio::test]
async fn luck_counts_the_rolls_that_a_seat_can_see_and_no_others() {
    let setting = Setting::new().await;
    setting.dusk().await;
    let count = |luck: Vec<table::Luck>| luck.iter().map(table::Luck::n_dice).sum::<u64>();
    for seat in [BLUE, GREY, Seat::Umpire, Seat::Spectator] {
        let log = setting.desk.log(&setting.campaign, seat, None, 1000).await.unwrap();
        let faces = log.lines.iter().flat_map(|line| &line.rolls).map(|roll| roll.line.faces.len() as u64);
        let luck = setting.desk.luck(&setting.campaign, seat).await.unwrap();
        assert!(luck.iter().all(|luck| luck.seat == seat || seat == Seat::Umpire), "{seat:?}: {luck:?}");
        assert_eq!(count(luck), faces.sum::<u64>(), "{seat:?}");
    }
    assert!(count(setting.desk.luck(&setting.campaign, Seat::Umpire).await.unwrap()) > 1);
}

/// Of dice that are typed in all at once, those left empty the campaign's own dice throw.
#[tokio::test]
async fn an_empty_field_is_left_to_the_campaign_s_dice() {
    let setting = Setting::new().await;
    for (side, faces, origin) in [(BLUE, Vec::new(), Origin::Server), (GREY, vec![6], Origin::Table)] {
        let mut pay = setting.submission(side, json!({"do": "pay"}));
        pay.dice = DiceBy::Table(vec![faces]);
        let answer = setting.send(pay).await;
        let Answer::Done { rolls, .. } = &answer else { panic!("{answer:?}") };
        assert_eq!(rolls[0].origin, Some(origin));
    }
    setting.is_sound().await;
}
