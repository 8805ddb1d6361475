use kernel::Seat;
use ledger::Bundle;
use serde_json::json;
use table::{Answer, FileKind};

use crate::{BLUE, GREY, Setting, code};

async fn file(setting: &Setting, seat: Seat, kind: FileKind) -> Bundle {
    setting.desk.export(&setting.campaign, seat, kind).await.unwrap().unwrap()
}

fn faults(bundle: &Bundle) -> Vec<String> {
    ledger::verify_bundle(bundle, None).faults.iter().map(ToString::to_string).collect()
}

#[tokio::test]
async fn every_file_of_a_played_campaign_verifies() {
    let setting = Setting::new().await;
    setting.round("raid", "hold").await;
    setting.done(BLUE, json!({"do": "place", "post": "mill"})).await;
    let token = setting.desk.fresh_token().unwrap();
    setting.desk.undo(&setting.campaign, BLUE, None, token).await.unwrap();
    for seat in [BLUE, GREY, Seat::Spectator, Seat::Umpire] {
        assert_eq!(faults(&file(&setting, seat, FileKind::Seat).await), [""; 0], "{seat:?}");
    }
    assert_eq!(faults(&file(&setting, Seat::Umpire, FileKind::Move).await), [""; 0]);
    let early = setting.desk.export(&setting.campaign, Seat::Umpire, FileKind::Final).await.unwrap();
    assert_eq!(early.unwrap_err().code, "dice");
    let ended = setting.desk.end(&setting.campaign, Seat::Umpire, "We stop here.").await.unwrap();
    assert!(matches!(ended, Answer::Done { .. }));
    for seat in [Seat::Umpire, BLUE, Seat::Spectator] {
        assert_eq!(faults(&file(&setting, seat, FileKind::Final).await), [""; 0]);
    }
}

#[tokio::test]
async fn after_the_end_nothing_is_done_any_more() {
    let setting = Setting::new().await;
    assert_eq!(code(&setting.desk.end(&setting.campaign, BLUE, "I am losing").await.unwrap()), "actor");
    assert_eq!(code(&setting.desk.end(&setting.campaign, Seat::Umpire, " ").await.unwrap()), "reason");
    setting.done(GREY, json!({"do": "place", "post": "mill"})).await;
    setting.desk.end(&setting.campaign, Seat::Umpire, "We stop here.").await.unwrap();
    for seat in [BLUE, GREY, Seat::Spectator] {
        let look = setting.desk.look(&setting.campaign, seat).await.unwrap();
        assert_eq!(look.dice.reason.as_deref(), Some("We stop here."));
        assert!(look.undo.is_none() && look.waiting.is_empty());
    }
    assert_eq!(code(&setting.act(BLUE, json!({"do": "pay"})).await), "ended");
    assert_eq!(code(&setting.desk.open_dice(&setting.campaign, Seat::Umpire, None).await.unwrap()), "ended");
}

#[tokio::test]
async fn sides_have_their_own_file_and_no_other() {
    let setting = Setting::new().await;
    setting.done(GREY, json!({"do": "place", "post": "mill"})).await;
    let text = file(&setting, BLUE, FileKind::Seat).await.to_text();
    assert!(!text.contains("side-1"), "{text}");
    assert!(!text.contains("pickets = 2"), "the set-up tells every roster");
    for (kind, code) in [(FileKind::Final, "dice"), (FileKind::Move, "actor")] {
        let refused = setting.desk.export(&setting.campaign, BLUE, kind).await.unwrap();
        assert_eq!(refused.unwrap_err().code, code);
    }
}

#[tokio::test]
async fn a_campaign_moves_to_another_folder_and_goes_on() {
    let setting = Setting::new().await;
    setting.round("raid", "hold").await;
    let text = file(&setting, Seat::Umpire, FileKind::Move).await.to_text();
    let elsewhere = Setting::new().await;
    let id = elsewhere.desk.import(&text).await.unwrap().id;
    assert_eq!(id, setting.campaign);
    let moved = Setting { campaign: id, ..elsewhere };
    assert_eq!(moved.roads(BLUE).await, setting.roads(BLUE).await);
    moved.done(BLUE, json!({"do": "pay"})).await;
    assert!(moved.desk.import(&text).await.is_err(), "a second time it is there already");
}

#[tokio::test]
async fn what_is_no_campaign_file_is_told_so() {
    let setting = Setting::new().await;
    for text in ["", "{}", "no json", "{\"format\": \"adjutant-bundle\"}"] {
        let fault = setting.desk.import(text).await.unwrap_err();
        assert!(fault.to_string().contains("nothing was imported"), "{text}: {fault}");
    }
}

/// The umpire's file holds no secret, so its copy throws no dice of its own; play goes on with dice from a real table.
#[tokio::test]
async fn a_copy_without_the_secret_goes_on_with_typed_dice() {
    let setting = Setting::new().await;
    setting.round("raid", "hold").await;
    let text = file(&setting, Seat::Umpire, FileKind::Seat).await.to_text();
    let elsewhere = Setting::new().await;
    let id = elsewhere.desk.import(&text).await.unwrap().id;
    let copy = Setting { campaign: id, ..elsewhere };
    assert!(!copy.desk.look(&copy.campaign, BLUE).await.unwrap().dice.keyed);
    for side in [BLUE, GREY] {
        let answer = copy.act(side, json!({"do": "pay"})).await;
        assert!(matches!(answer, Answer::Waits { .. }), "{answer:?}");
        let waiting = copy.desk.look(&copy.campaign, side).await.unwrap().waiting;
        let token = copy.desk.fresh_token().unwrap();
        let answer =
            copy.desk.answer(&copy.campaign, side, waiting[0].act, token, vec![4], None).await.unwrap();
        assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
        copy.done(side, json!({"do": "close"})).await;
    }
    copy.night(BLUE, "hold").await;
    copy.night(GREY, "raid").await;
    let ended = copy.desk.end(&copy.campaign, Seat::Umpire, "We stop here.").await.unwrap();
    assert!(matches!(ended, Answer::Done { .. }));
    assert_eq!(faults(&file(&copy, Seat::Umpire, FileKind::Seat).await), [""; 0]);
}

/// A seat's file names the set-up by its digest: whoever knows the whole set-up but one number must not be able to try.
#[tokio::test]
async fn nobody_guesses_the_set_up_from_a_seats_file() {
    let setting = Setting::new().await;
    let whole = setting.desk.examined(&setting.campaign).await.unwrap();
    let own = setting.desk.export(&setting.campaign, BLUE, FileKind::Seat).await.unwrap().unwrap();
    assert!(own.setup.is_none());
    assert_eq!(own.manifest.setup_digest, whole.manifest.setup_digest);
    // The very text that was laid out does not give the digest, and a second campaign from it has another one.
    assert_ne!(own.manifest.setup_digest, ledger::sha256(rules_toy::FORD.as_bytes()));
    let laid = whole.setup.unwrap();
    assert!(
        laid.starts_with(rules_toy::FORD) && own.manifest.setup_digest == ledger::sha256(laid.as_bytes())
    );
    let second = Setting::new().await;
    let other = second.desk.export(&second.campaign, BLUE, FileKind::Seat).await.unwrap().unwrap();
    assert_ne!(other.manifest.setup_digest, own.manifest.setup_digest);
}
