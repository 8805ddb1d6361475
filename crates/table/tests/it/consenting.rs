use kernel::Seat;
use serde_json::json;
use table::{Answer, Correcting, DiceBy, Halted};

use crate::correcting::{instead, without};
use crate::{BLUE, GREY, Setting, code};

impl Setting {
    async fn propose(&self, correcting: &Correcting) -> Answer {
        let token = self.desk.fresh_token().unwrap();
        let (umpire, reason) = (Seat::Umpire, "It stood at the mill.");
        self.desk.propose(&self.campaign, umpire, correcting, reason, None, token).await.unwrap()
    }

    async fn word(&self, seat: Seat, agrees: bool) -> Answer {
        let proposed = self.desk.proposed(&self.campaign, seat).await.unwrap();
        let digest = proposed.map(|proposed| proposed.digest).unwrap_or_default();
        let token = self.desk.fresh_token().unwrap();
        self.desk.consent(&self.campaign, seat, agrees, &digest, token).await.unwrap()
    }

    async fn post(&self) -> serde_json::Value {
        self.desk.position(&self.campaign).await.unwrap()["side"][0]["post"][0]["id"].clone()
    }
}

/// Blue's picket stands at the wrong post; both have closed the dusk.
async fn wrong() -> (Setting, u64) {
    let setting = Setting::new().await;
    setting.done(BLUE, json!({"do": "pay"})).await;
    let placed = setting.next_entry().await;
    setting.done(BLUE, json!({"do": "place", "post": "ford"})).await;
    setting.done(BLUE, json!({"do": "close"})).await;
    (setting, placed)
}

#[tokio::test]
async fn whom_it_concerns_is_asked_and_the_last_word_makes_it() {
    let (setting, placed) = wrong().await;
    let grey = setting.roads(GREY).await;
    setting.propose(&instead(placed, json!({"do": "place", "post": "mill"}))).await;
    assert_eq!(setting.roads(GREY).await, grey, "what changes nothing for it is not put to it");
    assert_eq!(code(&setting.word(GREY, true).await), "stale");
    assert_eq!(code(&setting.word(Seat::Umpire, true).await), "stale");
    let shown = setting.desk.proposed(&setting.campaign, BLUE).await.unwrap().unwrap();
    assert_eq!((shown.changed.len(), shown.agreed, shown.correcting), (1, false, None));
    assert_eq!(setting.post().await, "ford");
    assert!(matches!(setting.word(BLUE, true).await, Answer::Done { .. }));
    assert_eq!(setting.post().await, "mill");
    setting.is_sound().await;
    assert_eq!(setting.again().await.post().await, "mill");
}

#[tokio::test]
async fn both_sides_are_asked_when_the_public_course_changes() {
    let (setting, placed) = wrong().await;
    let mut never = without(placed - 1);
    never.changes.insert(placed + 1, table::Change::Remove);
    setting.propose(&never).await;
    // Of what Blue did in secret Grey is not even told how much of it changes.
    let shown = async |seat| setting.desk.proposed(&setting.campaign, seat).await.unwrap().unwrap().changed;
    let (grey, umpire) = (shown(GREY).await, shown(Seat::Umpire).await);
    assert!(grey.iter().all(|changed| changed.was != changed.now && changed.entry == 0), "{grey:?}");
    assert_eq!((grey.len(), umpire.len()), (1, 2), "{grey:?}, {umpire:?}");
    assert!(matches!(setting.word(BLUE, true).await, Answer::Done { .. }));
    let before = setting.entries().await.len();
    assert_eq!(code(&setting.word(BLUE, true).await), "agreed");
    assert_eq!(code(&setting.propose(&never).await), "waiting", "the very same waits already");
    assert_eq!(setting.entries().await.len(), before, "said twice, written once");
    let asked = setting.desk.proposed(&setting.campaign, Seat::Umpire).await.unwrap().unwrap().asked;
    assert_eq!(asked, [(0, true), (1, false)]);
    let setting = setting.again().await;
    setting.word(GREY, true).await;
    assert!(setting.desk.proposed(&setting.campaign, Seat::Umpire).await.unwrap().is_none());
    let log = setting.desk.log(&setting.campaign, GREY, None, 100).await.unwrap();
    assert!(log.lines.iter().any(|line| line.corrected));
}

#[tokio::test]
async fn one_that_declines_or_another_correction_ends_it() {
    let (setting, placed) = wrong().await;
    let mill = instead(placed, json!({"do": "place", "post": "mill"}));
    setting.propose(&mill).await;
    setting.word(BLUE, false).await;
    assert!(setting.desk.proposed(&setting.campaign, Seat::Umpire).await.unwrap().is_none());
    setting.propose(&mill).await;
    let seen = setting.desk.proposed(&setting.campaign, BLUE).await.unwrap().unwrap();
    setting.correct(&instead(placed, json!({"do": "place", "post": "wood"})), "The wood.").await;
    let token = setting.desk.fresh_token().unwrap();
    let late = setting.desk.consent(&setting.campaign, BLUE, true, &seen.digest, token).await.unwrap();
    assert_eq!(code(&late), "stale");
    assert_eq!(setting.post().await, "wood");
    // What was agreed to is what was seen.
    setting.propose(&mill).await;
    let token = setting.desk.fresh_token().unwrap();
    let late = setting.desk.consent(&setting.campaign, BLUE, true, &seen.digest, token).await.unwrap();
    assert_eq!(code(&late), "stale");
    assert_eq!(code(&setting.propose(&without(placed - 1)).await), "later");
}

#[tokio::test]
async fn where_dice_fall_anew_every_side_is_asked_and_none_sees_them_before() {
    let setting = Setting::new().await;
    for side in [BLUE, GREY] {
        let mut pay = setting.submission(side, json!({"do": "pay"}));
        pay.dice = DiceBy::Table(vec![vec![6]]);
        setting.send(pay).await;
        setting.done(side, json!({"do": "close"})).await;
    }
    let scouted = setting.next_entry().await;
    setting.done(BLUE, json!({"do": "scout", "post": "ford"})).await;
    let mill = instead(scouted, json!({"do": "scout", "post": "mill"}));
    let preview = setting.desk.preview(&setting.campaign, Seat::Umpire, &mill).await.unwrap().unwrap();
    assert!(matches!(preview.halted, Some(Halted::Throw { entry, .. }) if entry == scouted));
    assert!(preview.changed.is_empty(), "the throw has not fallen");
    setting.propose(&mill).await;
    for side in [BLUE, GREY] {
        let shown = setting.desk.proposed(&setting.campaign, side).await.unwrap().unwrap();
        assert!(shown.throws && shown.changed.is_empty());
        assert!(matches!(setting.word(side, true).await, Answer::Done { .. }));
    }
    let log = setting.desk.log(&setting.campaign, BLUE, None, 100).await.unwrap();
    let scouts: Vec<bool> = log.lines.iter().flat_map(|line| &line.rolls).map(|roll| roll.void).collect();
    assert_eq!(
        scouts,
        [false, true, false],
        "the pay stands, the first scout is void, the second was thrown"
    );
    setting.is_sound().await;
}

/// A whole night after [`wrong`], with both on the ford and nobody raiding.
async fn dawn_after_wrong(setting: &Setting, blue: &str) {
    for post in ["ford", "mill"] {
        setting.done(GREY, json!({"do": "place", "post": post})).await;
    }
    setting.done(GREY, json!({"do": "pay"})).await;
    setting.done(GREY, json!({"do": "close"})).await;
    setting.night(BLUE, blue).await;
    setting.night(GREY, "hold").await;
}

#[tokio::test]
async fn a_side_that_later_acts_make_concerned_is_asked_too() {
    let (setting, placed) = wrong().await;
    setting.propose(&instead(placed, json!({"do": "place", "post": "wood"}))).await;
    // At dawn everybody sees where the picket stands.
    dawn_after_wrong(&setting, "hold").await;
    assert_eq!(code(&setting.word(GREY, true).await), "stale", "it is not asked yet");
    let blue = setting.desk.cursor(&setting.campaign, BLUE).await.unwrap();
    assert!(matches!(setting.word(BLUE, true).await, Answer::Done { .. }));
    let made = async |setting: &Setting| setting.entries().await.iter().any(|entry| entry.branch > 0);
    assert!(!made(&setting).await, "not everyone concerned has agreed");
    let heard = setting.desk.cursor(&setting.campaign, BLUE).await.unwrap();
    let of_own =
        |cursor: &table::Cursor| cursor.0.split('.').map(|n| n.parse().unwrap()).collect::<Vec<u64>>();
    let (blue, heard) = (of_own(&blue), of_own(&heard));
    assert_eq!((heard[0], heard[1]), (blue[0], blue[1] + 1), "of another's being asked a side hears nothing");
    let asked = setting.desk.proposed(&setting.campaign, Seat::Umpire).await.unwrap().unwrap().asked;
    assert_eq!(asked, [(0, true), (1, false)]);
    let setting = setting.again().await;
    let shown = setting.desk.proposed(&setting.campaign, GREY).await.unwrap().unwrap();
    assert!(!shown.changed.is_empty() && shown.reason == "It stood at the mill.");
    assert!(matches!(setting.word(GREY, true).await, Answer::Done { .. }));
    assert!(made(&setting).await);
    assert!(setting.desk.proposed(&setting.campaign, Seat::Umpire).await.unwrap().is_none());
    setting.is_sound().await;
}

#[tokio::test]
async fn whoever_agreed_without_dice_has_not_agreed_to_dice() {
    let (setting, placed) = wrong().await;
    setting.propose(&instead(placed, json!({"do": "place", "post": "mill"}))).await;
    let before = setting.desk.proposed(&setting.campaign, BLUE).await.unwrap().unwrap();
    assert!(!before.throws);
    // Blue raids; at the mill it would fight with dice that have not fallen.
    dawn_after_wrong(&setting, "raid").await;
    let after = setting.desk.proposed(&setting.campaign, BLUE).await.unwrap().unwrap();
    assert!(after.throws);
    assert_eq!(after.changed, before.changed, "the dice are all that is new");
    let token = setting.desk.fresh_token().unwrap();
    let late = setting.desk.consent(&setting.campaign, BLUE, true, &before.digest, token).await.unwrap();
    assert_eq!(code(&late), "stale");
}

#[tokio::test]
async fn the_umpire_is_told_why_an_agreed_correction_cannot_be_made() {
    let setting = Setting::new().await;
    let paid = setting.next_entry().await;
    setting.done(BLUE, json!({"do": "pay"})).await;
    setting.propose(&without(paid)).await;
    let closed = setting.next_entry().await;
    // Whoever was not paid cannot close.
    setting.done(BLUE, json!({"do": "close"})).await;
    assert!(matches!(setting.word(BLUE, true).await, Answer::Done { .. }));
    let shown = setting.desk.proposed(&setting.campaign, Seat::Umpire).await.unwrap().unwrap();
    assert!(matches!(shown.halted, Some(Halted::Refused { entry, .. }) if entry == closed), "{shown:?}");
    assert!(shown.asked.contains(&(0, true)));
    let shown = setting.desk.proposed(&setting.campaign, BLUE).await.unwrap().unwrap();
    assert_eq!(shown.halted, None, "that is the umpire's");
    let token = setting.desk.fresh_token().unwrap();
    let (umpire, again) = (Seat::Umpire, without(paid));
    let refused =
        setting.desk.propose(&setting.campaign, umpire, &again, "Never.", None, token).await.unwrap();
    let Answer::Refused(refusals) = refused else { panic!("{refused:?}") };
    assert_eq!(
        refusals.all().iter().map(|refusal| refusal.rule.0).collect::<Vec<_>>(),
        ["HOUSE-CORRECTION", "TOY-6"]
    );
}

#[tokio::test]
async fn a_proposal_ends_with_the_campaign_and_with_what_it_would_put_right() {
    let setting = Setting::new().await;
    let placed = setting.next_entry().await;
    setting.done(BLUE, json!({"do": "place", "post": "ford"})).await;
    let mill = instead(placed, json!({"do": "place", "post": "mill"}));
    setting.propose(&mill).await;
    let token = setting.desk.fresh_token().unwrap();
    let undone = setting.desk.undo(&setting.campaign, BLUE, None, token).await.unwrap();
    assert!(matches!(undone, Answer::Done { .. }), "{undone:?}");
    let proposed = async |setting: &Setting, seat| {
        let look = setting.desk.look(&setting.campaign, seat).await.unwrap();
        look.proposed || setting.desk.proposed(&setting.campaign, seat).await.unwrap().is_some()
    };
    assert!(!proposed(&setting, BLUE).await && !proposed(&setting, Seat::Umpire).await);

    let (setting, placed) = wrong().await;
    setting.propose(&instead(placed, json!({"do": "place", "post": "mill"}))).await;
    assert!(proposed(&setting, BLUE).await);
    setting.desk.end(&setting.campaign, Seat::Umpire, "It is late.").await.unwrap();
    assert!(!proposed(&setting, BLUE).await && !proposed(&setting, Seat::Umpire).await);
    assert_eq!(code(&setting.word(BLUE, true).await), "stale");
    assert!(!proposed(&setting.again().await, BLUE).await);
}
