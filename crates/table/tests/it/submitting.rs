use serde_json::json;
use table::{Answer, Fault};

use crate::{BLUE, GREY, Setting, code};
use kernel::Seat;

#[tokio::test]
async fn an_accepted_command_is_on_disk_and_in_the_next_view() {
    let setting = Setting::new().await;
    setting.done(BLUE, json!({"do": "place", "post": "ford"})).await;
    let before = setting.roads(BLUE).await;
    let setting = setting.again().await;
    assert_eq!(setting.roads(BLUE).await, before);
    assert!(before.contains("the ford"));
}

#[tokio::test]
async fn a_form_sent_twice_acts_once() {
    let setting = Setting::new().await;
    let submission = setting.submission(BLUE, json!({"do": "pay"}));
    let first = setting.send(submission.clone()).await;
    let before = setting.roads(BLUE).await;
    let second = setting.send(submission).await;
    assert!(matches!(first, Answer::Done { .. }) && matches!(second, Answer::Done { .. }));
    assert_eq!(setting.roads(BLUE).await, before);
}

#[tokio::test]
async fn a_form_older_than_what_the_seat_sees_is_refused_and_changes_nothing() {
    let setting = Setting::new().await;
    let seen = setting.desk.look(&setting.campaign, BLUE).await.unwrap().cursor;
    setting.done(BLUE, json!({"do": "place", "post": "ford"})).await;
    let mut late = setting.submission(BLUE, json!({"do": "place", "post": "mill"}));
    late.cursor = Some(seen);
    let before = setting.roads(BLUE).await;
    assert_eq!(code(&setting.send(late).await), "stale");
    assert_eq!(setting.roads(BLUE).await, before);
}

#[tokio::test]
async fn what_the_enemy_does_in_secret_makes_no_form_stale() {
    let setting = Setting::new().await;
    let seen = setting.desk.look(&setting.campaign, BLUE).await.unwrap().cursor;
    setting.done(GREY, json!({"do": "place", "post": "ford"})).await;
    let mut form = setting.submission(BLUE, json!({"do": "place", "post": "mill"}));
    form.cursor = Some(seen);
    assert!(matches!(setting.send(form).await, Answer::Done { .. }));
}

#[tokio::test]
async fn a_refused_command_leaves_no_trace() {
    let setting = Setting::new().await;
    let before = [setting.roads(BLUE).await, setting.roads(GREY).await, setting.roads(Seat::Umpire).await];
    assert_eq!(code(&setting.act(BLUE, json!({"do": "dig", "post": "ford"})).await), "location");
    assert_eq!(code(&setting.act(BLUE, json!({"do": "dance"})).await), "command");
    assert_eq!(code(&setting.act(BLUE, json!("pay")).await), "command");
    let after = [setting.roads(BLUE).await, setting.roads(GREY).await, setting.roads(Seat::Umpire).await];
    assert_eq!(before, after);
}

#[tokio::test]
async fn spectators_and_strange_seats_do_not_act() {
    let setting = Setting::new().await;
    assert_eq!(code(&setting.act(Seat::Spectator, json!({"do": "pay"})).await), "actor");
    let strange = setting.submission(Seat::Side(7), json!({"do": "pay"}));
    assert!(matches!(setting.desk.submit(&setting.campaign, strange).await, Err(Fault::NoCampaign)));
    let submission = setting.submission(BLUE, json!({"do": "pay"}));
    assert!(matches!(setting.desk.submit("nowhere", submission).await, Err(Fault::NoCampaign)));
}

#[tokio::test]
async fn the_umpire_acts_for_a_side_with_a_reason_only() {
    let setting = Setting::new().await;
    let mut submission = setting.submission(Seat::Umpire, json!({"do": "pay"}));
    submission.acting_for = Some(BLUE);
    assert_eq!(code(&setting.send(submission.clone()).await), "reason");
    submission.reason = Some("Blue telephoned.".into());
    assert!(matches!(setting.send(submission).await, Answer::Done { .. }));
    let log = setting.desk.log(&setting.campaign, BLUE, None, 10).await.unwrap();
    let last = log.lines.last().unwrap();
    assert_eq!((last.seat, last.by, last.reason.as_deref()), (BLUE, Seat::Umpire, Some("Blue telephoned.")));
}

#[tokio::test]
async fn a_side_cannot_act_for_another() {
    let setting = Setting::new().await;
    let mut submission = setting.submission(BLUE, json!({"do": "pay"}));
    submission.acting_for = Some(GREY);
    submission.reason = Some("because".into());
    assert_eq!(code(&setting.send(submission).await), "actor");
}

#[tokio::test]
async fn sixteen_at_once_are_all_kept() {
    let setting = std::sync::Arc::new(Setting::new().await);
    let tasks: Vec<_> = (0..16)
        .map(|n| {
            let setting = std::sync::Arc::clone(&setting);
            let seat = if n % 2 == 0 { BLUE } else { GREY };
            tokio::spawn(async move { setting.act(seat, json!({"do": "place", "post": "ford"})).await })
        })
        .collect();
    let mut n_done = 0;
    for task in tasks {
        n_done += usize::from(matches!(task.await.unwrap(), Answer::Done { .. }));
    }
    assert_eq!(n_done, 2, "each side's first is accepted, the others are refused by the rules");
}
