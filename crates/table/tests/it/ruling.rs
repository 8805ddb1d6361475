use kernel::{Audience, Seat};
use serde_json::json;
use table::{Answer, NewRuling};

use crate::{BLUE, GREY, Setting, code};

async fn rule(setting: &Setting, by: Seat, rule: &str, decision: &str, audience: Audience) -> Answer {
    let new = NewRuling {
        rule: rule.into(),
        decision: decision.into(),
        reason: "The book is silent.".into(),
        audience,
    };
    let token = setting.desk.fresh_token().unwrap();
    setting.desk.rule(&setting.campaign, by, new, None, token).await.unwrap()
}

async fn known(setting: &Setting, seat: Seat) -> Vec<String> {
    let look = setting.desk.look(&setting.campaign, seat).await.unwrap();
    look.rulings.into_iter().map(|ruling| ruling.decision).collect()
}

#[tokio::test]
async fn a_ruling_is_read_by_those_entitled_and_stays() {
    let setting = Setting::new().await;
    let grey = setting.roads(GREY).await;
    rule(&setting, Seat::Umpire, "TOY-3", "Blue may dig twice.", Audience::Side(0)).await;
    rule(&setting, Seat::Umpire, "TOY-2", "Only I know.", Audience::Umpire).await;
    assert_eq!(setting.roads(GREY).await, grey);
    rule(&setting, Seat::Umpire, "TOY-6", "Nobody closes before noon.", Audience::Public).await;
    assert_eq!(known(&setting, BLUE).await, ["Nobody closes before noon.", "Blue may dig twice."]);
    assert_eq!(known(&setting, GREY).await, ["Nobody closes before noon."]);
    assert_eq!(known(&setting, Seat::Umpire).await.len(), 3);
    setting.is_sound().await;
    let setting = setting.again().await;
    assert_eq!(known(&setting, BLUE).await.len(), 2);
    let log = setting.desk.log(&setting.campaign, BLUE, None, 10).await.unwrap();
    let line = log.lines.last().unwrap();
    assert_eq!(line.reason.as_deref(), Some("The book is silent."));
}

#[tokio::test]
async fn a_choice_that_a_rule_asked_for_is_a_ruling_too() {
    let setting = Setting::new().await;
    setting.round("raid", "raid").await;
    let waiting = setting.desk.look(&setting.campaign, Seat::Umpire).await.unwrap().waiting.remove(0);
    let token = setting.desk.fresh_token().unwrap();
    setting.desk.answer(&setting.campaign, Seat::Umpire, waiting.act, token, vec![1], None).await.unwrap();
    assert_eq!(known(&setting, BLUE).await, ["Both sides raid. Do they meet? They pass in the dark."]);
}

#[tokio::test]
async fn what_is_no_ruling_is_refused() {
    let setting = Setting::new().await;
    let public = Audience::Public;
    assert_eq!(code(&rule(&setting, BLUE, "TOY-2", "I decide.", public).await), "actor");
    assert_eq!(code(&rule(&setting, Seat::Umpire, "TOY-99", "I decide.", public).await), "rule");
    assert_eq!(code(&rule(&setting, Seat::Umpire, "TOY-2", " ", public).await), "words");
    assert_eq!(code(&rule(&setting, Seat::Umpire, "TOY-2", "I decide.", Audience::Side(9)).await), "words");
    setting.done(BLUE, json!({"do": "pay"})).await;
}
