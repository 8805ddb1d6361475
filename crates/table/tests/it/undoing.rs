use kernel::Seat;
use serde_json::json;
use table::Answer;

use crate::{BLUE, GREY, Setting, code};

async fn undo(setting: &Setting, seat: Seat) -> Answer {
    let token = setting.desk.fresh_token().unwrap();
    setting.desk.undo(&setting.campaign, seat, None, token).await.unwrap()
}

async fn view(setting: &Setting, seat: Seat) -> String {
    json!(setting.desk.look(&setting.campaign, seat).await.unwrap().view()).to_string()
}

#[tokio::test]
async fn a_step_is_taken_back_and_the_log_keeps_both() {
    let setting = Setting::new().await;
    let before = view(&setting, BLUE).await;
    setting.done(BLUE, json!({"do": "place", "post": "ford"})).await;
    setting.done(GREY, json!({"do": "place", "post": "mill"})).await;
    assert_ne!(view(&setting, BLUE).await, before);
    assert!(matches!(undo(&setting, BLUE).await, Answer::Done { .. }));
    assert_eq!(view(&setting, BLUE).await, before);
    let log = setting.desk.log(&setting.campaign, BLUE, None, 10).await.unwrap();
    assert!(log.lines.iter().any(|line| line.undone));
    let roads = setting.roads(GREY).await;
    let setting = setting.again().await;
    assert_eq!(view(&setting, BLUE).await, before, "the same after a restart");
    assert_eq!(setting.roads(GREY).await, roads);
}

#[tokio::test]
async fn several_steps_go_back_one_by_one() {
    let setting = Setting::new().await;
    let before = view(&setting, BLUE).await;
    setting.done(BLUE, json!({"do": "place", "post": "ford"})).await;
    setting.done(BLUE, json!({"do": "place", "post": "mill"})).await;
    undo(&setting, BLUE).await;
    undo(&setting, BLUE).await;
    assert_eq!(view(&setting, BLUE).await, before);
    assert_eq!(code(&undo(&setting, BLUE).await), "undo");
}

#[tokio::test]
async fn a_roll_stands_and_so_does_what_lies_before_it() {
    let setting = Setting::new().await;
    setting.done(BLUE, json!({"do": "place", "post": "ford"})).await;
    setting.done(BLUE, json!({"do": "pay"})).await;
    assert_eq!(code(&undo(&setting, BLUE).await), "undo");
}

#[tokio::test]
async fn what_others_have_seen_stands() {
    let setting = Setting::new().await;
    setting.done(BLUE, json!({"do": "pay"})).await;
    setting.done(BLUE, json!({"do": "close"})).await;
    assert_eq!(code(&undo(&setting, BLUE).await), "undo");
}

#[tokio::test]
async fn nobody_takes_back_the_steps_of_another() {
    let setting = Setting::new().await;
    setting.done(BLUE, json!({"do": "place", "post": "ford"})).await;
    assert_eq!(code(&undo(&setting, GREY).await), "undo");
    assert_eq!(code(&undo(&setting, Seat::Spectator).await), "undo");
}

#[tokio::test]
async fn taking_back_across_a_snapshot_gives_the_same() {
    let setting = Setting::new().await;
    let before = view(&setting, BLUE).await;
    for _ in 0..50 {
        setting.done(BLUE, json!({"do": "place", "post": "ford"})).await;
        undo(&setting, BLUE).await;
    }
    assert_eq!(view(&setting, BLUE).await, before);
    let setting = setting.again().await;
    assert_eq!(view(&setting, BLUE).await, before);
}
