use serde_json::json;
use table::{Answer, DiceBy};

use crate::{BLUE, GREY, Setting, code};
use kernel::Seat;

#[tokio::test]
async fn dice_of_a_real_table_are_asked_for_typed_in_and_marked() {
    let setting = Setting::new().await;
    let mut pay = setting.submission(BLUE, json!({"do": "pay"}));
    pay.dice = DiceBy::Table(Vec::new());
    assert!(matches!(setting.send(pay).await, Answer::Waits { .. }));
    assert_eq!(code(&setting.act(BLUE, json!({"do": "place", "post": "ford"})).await), "waiting");

    let setting = setting.again().await;
    let waiting = setting.desk.look(&setting.campaign, BLUE).await.unwrap().waiting;
    let [waiting] = &waiting[..] else { panic!("one throw waits: {waiting:?}") };
    let token = || setting.desk.fresh_token().unwrap();
    let answer =
        setting.desk.answer(&setting.campaign, BLUE, waiting.act, token(), vec![99], None).await.unwrap();
    assert_eq!(code(&answer), "range");
    let answer =
        setting.desk.answer(&setting.campaign, GREY, waiting.act, token(), vec![5], None).await.unwrap();
    assert_eq!(code(&answer), "waiting", "another seat learns nothing of it");
    let answer =
        setting.desk.answer(&setting.campaign, BLUE, waiting.act, token(), vec![5], None).await.unwrap();
    assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");

    let log = setting.desk.log(&setting.campaign, BLUE, None, 10).await.unwrap();
    let roll = &log.lines.last().unwrap().rolls[0].line;
    assert_eq!((roll.origin.as_str(), &roll.faces[..], roll.number), ("table", &[5][..], None));
    assert!(setting.desk.look(&setting.campaign, BLUE).await.unwrap().waiting.is_empty());
}

#[tokio::test]
async fn faces_given_at_once_need_no_waiting() {
    let setting = Setting::new().await;
    let mut pay = setting.submission(BLUE, json!({"do": "pay"}));
    pay.dice = DiceBy::Table(vec![vec![6]]);
    assert!(matches!(setting.send(pay).await, Answer::Done { .. }));
}

#[tokio::test]
async fn a_throw_that_nobody_has_answered_can_be_taken_back() {
    let setting = Setting::new().await;
    let mut pay = setting.submission(BLUE, json!({"do": "pay"}));
    pay.dice = DiceBy::Table(Vec::new());
    setting.send(pay).await;
    let token = setting.desk.fresh_token().unwrap();
    let answer = setting.desk.undo(&setting.campaign, BLUE, None, token).await.unwrap();
    assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
    setting.done(BLUE, json!({"do": "pay"})).await;
}

#[tokio::test]
async fn the_umpire_types_in_a_throw_of_a_side_with_a_reason_that_everyone_concerned_reads() {
    let setting = Setting::new().await;
    let mut pay = setting.submission(BLUE, json!({"do": "pay"}));
    pay.dice = DiceBy::Table(Vec::new());
    setting.send(pay).await;
    let waiting = setting.desk.look(&setting.campaign, Seat::Umpire).await.unwrap().waiting.remove(0);
    assert_eq!((waiting.seat, waiting.by), (BLUE, BLUE));
    let answer = async |reason: Option<&str>| {
        let token = setting.desk.fresh_token().unwrap();
        let reason = reason.map(str::to_owned);
        setting
            .desk
            .answer(&setting.campaign, Seat::Umpire, waiting.act, token, vec![5], reason)
            .await
            .unwrap()
    };
    for short in [None, Some(""), Some("  x ")] {
        assert_eq!(code(&answer(short).await), "reason");
    }
    assert!(matches!(answer(Some("She read it out.")).await, Answer::Done { .. }));
    let log = setting.desk.log(&setting.campaign, BLUE, None, 10).await.unwrap();
    let line = log.lines.last().unwrap();
    assert_eq!((line.seat, line.by, line.reason.as_deref()), (BLUE, Seat::Umpire, Some("She read it out.")));
}

#[tokio::test]
async fn the_umpire_rules_and_the_engine_goes_on() {
    let setting = Setting::new().await;
    setting.round("raid", "raid").await;
    let waiting = setting.desk.look(&setting.campaign, Seat::Umpire).await.unwrap().waiting;
    let [waiting] = &waiting[..] else { panic!("one ruling waits: {waiting:?}") };
    assert_eq!(waiting.question.choices.len(), 2);
    assert!(setting.desk.look(&setting.campaign, BLUE).await.unwrap().waiting.is_empty());
    let log = setting.desk.log(&setting.campaign, Seat::Umpire, None, 100).await.unwrap();
    let said = log.lines.iter().flat_map(|line| &line.lines).map(|(_, text)| text.plain(&[]));
    let said: Vec<String> = said.filter(|text| text.contains("Do they meet")).collect();
    let told = "The table waits for a ruling of the umpire: Both sides raid. Do they meet?";
    assert_eq!(said, [told], "nobody types in dice for it, and a question ends itself");

    let setting = setting.again().await;
    let token = setting.desk.fresh_token().unwrap();
    let answer = setting
        .desk
        .answer(&setting.campaign, Seat::Umpire, waiting.act, token, vec![1], None)
        .await
        .unwrap();
    assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
    setting.done(BLUE, json!({"do": "pay"})).await;
}
