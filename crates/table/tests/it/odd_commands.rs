//! Commands that are no objects, and what a client may not say of a sealed choice.

use kernel::Seat;
use serde_json::{Value, json};
use table::{Answer, Correcting, Missing};

use crate::correcting::instead;
use crate::deadline::{HOUR, later};
use crate::forgery::{entries, place, written};
use crate::{BLUE, Setting, code};

/// What is no command, and no word where a word stands.
fn odd() -> Vec<Value> {
    vec![
        json!(["seal", "raid"]),
        json!(["seal", "raid", null, null]),
        json!(["close"]),
        json!([]),
        json!("close"),
        json!(7),
        json!([{"do": "close"}]),
        json!({"do": 3}),
        json!({"do": ["close"]}),
        json!({"do": {"close": null}}),
        json!({"do": "seal", "stance": {"raid": null}}),
        json!({"do": "seal", "stance": ["raid"]}),
        json!({"do": "seal", "stance": 0}),
    ]
}

/// At night, when a stance may be sealed.
async fn night() -> Setting {
    let setting = Setting::new().await;
    setting.dusk().await;
    setting
}

#[tokio::test]
async fn a_command_that_is_no_object_is_refused_wherever_one_is_taken() {
    let setting = night().await;
    let desk = &setting.desk;
    let entry = setting.next_entry().await;
    setting.done(BLUE, json!({"do": "seal", "stance": "hold"})).await;
    let before = setting.roads(Seat::Umpire).await;
    for odd in odd() {
        assert_eq!(code(&setting.act(BLUE, odd.clone()).await), "command", "{odd}");
        let tried = desk.would_take(&setting.campaign, setting.submission(BLUE, odd.clone())).await.unwrap();
        assert_eq!(tried.unwrap_err().first().code, "command", "{odd}");
        let mut given = setting.submission(Seat::Umpire, odd.clone());
        (given.acting_for, given.reason) = (Some(BLUE), Some("By telephone.".into()));
        assert_eq!(code(&setting.send(given).await), "command", "{odd}");
        assert_eq!(code(&setting.keeps(BLUE, std::slice::from_ref(&odd)).await), "command", "{odd}");
        let correcting: Correcting = instead(entry, odd.clone());
        let Answer::Refused(refusals) = setting.correct(&correcting, "It was so.").await else {
            panic!("{odd} stands in a correction");
        };
        assert!(refusals.all().iter().any(|refusal| refusal.sentence.contains("not understood")), "{odd}");
        let token = desk.fresh_token().unwrap();
        let put = desk.propose(&setting.campaign, Seat::Umpire, &correcting, "It was so.", None, token).await;
        assert!(matches!(put.unwrap(), Answer::Refused(_)), "{odd} is put to the sides");
    }
    assert_eq!(setting.roads(Seat::Umpire).await, before);
}

/// A log in which such an order is kept already, as a build wrote it that did not know better.
#[tokio::test]
async fn a_kept_order_that_cannot_be_given_is_left_out_and_told() {
    for missing in [Missing::Default, Missing::Saved] {
        let (setting, _) = Setting::at_a_time().await;
        setting.dusk().await;
        setting.set(1, 0, missing).await;
        setting.keeps(BLUE, &[json!({"do": "seal", "stance": "raid"})]).await;
        let file = setting.whole().await;
        let mut entries = entries(&file);
        let at = place(&entries, |entry| entry.is("kept"));
        entries[at].change(|body| body["kept"]["orders"][0]["command"] = json!(["seal", "raid"]));
        let (mut other, now) = Setting::at_a_time().await;
        other.campaign = other.desk.import(&written(&file, &entries).to_text()).await.unwrap().id;
        other.desk.know_time().await.unwrap();
        later(&other, &now, 3 * HOUR).await;
        let lines = other.lines(Seat::Umpire).await;
        let told = |line: &&table::LogLine| {
            line.reason.as_deref().is_some_and(|reason| reason.contains("A kept order could not be given"))
        };
        assert_eq!(lines.iter().filter(told).count(), 1, "{missing:?}: {lines:?}");
        let sealed = other.entries().await.len();
        assert!(sealed > entries.len(), "play goes on");
        crate::audit::is_judged_the_same(&other.desk, &other.campaign).await;
    }
}

#[tokio::test]
async fn what_seals_a_choice_is_the_tables_but_for_half_a_nonce() {
    let setting = night().await;
    let seal = |field: &str, value: Value| {
        let mut command = json!({"do": "seal", "stance": "raid"});
        command[field] = value;
        command
    };
    let bad = [
        json!("xyz"),
        json!(""),
        json!("ab"),
        json!("0".repeat(64)),
        json!(7),
        json!(["0"]),
        json!("g".repeat(32)),
    ];
    let commands = bad.into_iter().map(|nonce| seal("nonce", nonce));
    let commands = commands.chain([seal("digest", json!("0".repeat(64))), seal("digest", json!(7))]);
    for command in commands {
        let tried = setting
            .desk
            .would_take(&setting.campaign, setting.submission(BLUE, command.clone()))
            .await
            .unwrap();
        let acted = setting.act(BLUE, command.clone()).await;
        let Answer::Refused(refusals) = acted else { panic!("{command} is taken") };
        assert_eq!(tried.unwrap_err(), refusals, "{command}");
        let sentence = &refusals.first().sentence;
        assert!(sentence.contains("32 hexadecimal digits") || sentence.contains("\"digest\""), "{sentence}");
    }
    assert_eq!(code(&setting.keeps(BLUE, &[seal("nonce", json!("0".repeat(32)))]).await), "command");
    setting.done(BLUE, seal("nonce", json!("0".repeat(32)))).await;
}
