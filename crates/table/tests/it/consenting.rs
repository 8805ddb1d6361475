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
    assert!(matches!(setting.word(BLUE, true).await, Answer::Done { .. }));
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
