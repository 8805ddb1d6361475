use kernel::Seat;
use serde_json::json;
use table::{Answer, DiceBy, FileKind, TableWord};

use crate::{BLUE, DiceStart, GREY, Setting, code};

impl Setting {
    /// A campaign whose own dice are thrown.
    async fn keyed() -> Self {
        let setting = Self::new().await;
        let campaign =
            setting.desk.create(crate::new_campaign(DiceStart::AtOnce, false, None)).await.unwrap();
        Self { campaign, ..setting }
    }

    pub(crate) async fn typed(&self, by: Seat, faces: Vec<Vec<u16>>) -> Answer {
        let mut pay = self.submission(by, json!({"do": "pay"}));
        pay.dice = DiceBy::Table(faces);
        self.send(pay).await
    }

    pub(crate) async fn say(&self, seat: Seat, word: TableWord) -> Answer {
        let token = self.desk.fresh_token().unwrap();
        self.desk.table_dice(&self.campaign, seat, word, None, token).await.unwrap()
    }
}

pub(crate) fn done(answer: &Answer) {
    assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
}

#[tokio::test]
async fn a_throw_is_typed_in_only_with_the_consent_of_all_sides() {
    let setting = Setting::keyed().await;
    let Answer::Refused(refusals) = setting.typed(BLUE, vec![vec![6]]).await else { panic!("typed") };
    assert_eq!((refusals.first().rule.0, refusals.first().code), ("HOUSE-TABLE-DICE", "consent"));
    assert_eq!(code(&setting.typed(BLUE, Vec::new()).await), "consent", "not even begun");
    assert_eq!(code(&setting.say(GREY, TableWord::Agree).await), "asked");
    assert_eq!(code(&setting.say(Seat::Spectator, TableWord::Ask).await), "actor");
    done(&setting.say(BLUE, TableWord::Ask).await);
    assert_eq!(code(&setting.say(BLUE, TableWord::Agree).await), "agreed");
    assert_eq!(code(&setting.say(GREY, TableWord::Ask).await), "asked");
    assert_eq!(code(&setting.typed(BLUE, vec![vec![6]]).await), "consent");
    done(&setting.say(GREY, TableWord::Agree).await);
    done(&setting.typed(BLUE, vec![vec![6]]).await);
    // Withdrawn for later throws; the one that stands, stands.
    done(&setting.say(GREY, TableWord::Withdraw).await);
    assert_eq!(code(&setting.typed(GREY, vec![vec![6]]).await), "consent");
    setting.done(GREY, json!({"do": "pay"})).await;
    let log = setting.desk.log(&setting.campaign, Seat::Spectator, None, 100).await.unwrap();
    let said: Vec<String> = log
        .lines
        .iter()
        .flat_map(|line| &line.lines)
        .map(|(_, text)| text.plain(&[]))
        .filter(|said| said.contains("typed in"))
        .collect();
    assert_eq!(said.len(), 3, "asked, agreed and withdrawn in public: {said:?}");
}

#[tokio::test]
async fn when_the_umpire_asks_every_side_has_to_agree() {
    let setting = Setting::keyed().await;
    done(&setting.say(Seat::Umpire, TableWord::Ask).await);
    assert_eq!(code(&setting.say(Seat::Umpire, TableWord::Agree).await), "actor");
    done(&setting.say(BLUE, TableWord::Agree).await);
    let mut pay = setting.submission(Seat::Umpire, json!({"do": "pay"}));
    (pay.acting_for, pay.reason) = (Some(BLUE), Some("Blue telephoned.".into()));
    pay.dice = DiceBy::Table(vec![vec![6]]);
    assert_eq!(code(&setting.send(pay.clone()).await), "consent", "the umpire is bound as well");
    done(&setting.say(GREY, TableWord::Agree).await);
    pay.token = setting.desk.fresh_token().unwrap();
    done(&setting.send(pay).await);
}

#[tokio::test]
async fn a_throw_that_was_begun_is_finished_after_the_consent_is_withdrawn() {
    let setting = Setting::keyed().await;
    done(&setting.say(BLUE, TableWord::Ask).await);
    done(&setting.say(GREY, TableWord::Agree).await);
    assert!(matches!(setting.typed(BLUE, Vec::new()).await, Answer::Waits { .. }));
    done(&setting.say(GREY, TableWord::Withdraw).await);
    let setting = setting.again().await;
    let waiting = setting.desk.look(&setting.campaign, BLUE).await.unwrap().waiting[0].clone();
    let token = setting.desk.fresh_token().unwrap();
    done(&setting.desk.answer(&setting.campaign, BLUE, waiting.act, token, vec![5], None).await.unwrap());
    assert!(!setting.desk.look(&setting.campaign, BLUE).await.unwrap().dice.may_type);
}

#[tokio::test]
async fn a_campaign_laid_out_for_the_table_or_begun_before_needs_no_consent() {
    let table = Setting::new().await;
    assert_eq!(code(&table.say(BLUE, TableWord::Ask).await), "consent");
    done(&table.typed(BLUE, vec![vec![6]]).await);
    let before = Setting::laid_out(DiceStart::Before).await;
    done(&before.desk.open_dice(&before.campaign, Seat::Umpire, None).await.unwrap());
    done(&before.typed(BLUE, vec![vec![6]]).await);
}

#[tokio::test]
async fn that_the_secret_was_taken_is_public_before_it_leaves() {
    let setting = Setting::keyed().await;
    let lines = async || setting.desk.log(&setting.campaign, GREY, None, 100).await.unwrap().lines;
    let before = lines().await.len();
    setting.desk.export(&setting.campaign, Seat::Umpire, FileKind::Seat).await.unwrap().unwrap();
    assert!(setting.desk.export(&setting.campaign, BLUE, FileKind::Move).await.unwrap().is_err());
    assert_eq!(lines().await.len(), before, "files without the secret are nobody's news");
    let file = setting.desk.export(&setting.campaign, Seat::Umpire, FileKind::Move).await.unwrap().unwrap();
    let after = lines().await;
    assert_eq!(after.len(), before + 1);
    let said = after.last().unwrap().lines[0].1.plain(&[]);
    assert!(said.contains("The umpire took the file with the secret of the dice"), "{said}");
    assert!(file.to_text().contains("\"taken"), "the file itself holds the entry");
    // When all is shown anyway nobody is told anything.
    setting.desk.end(&setting.campaign, Seat::Umpire, "Over.").await.unwrap();
    let n_lines = lines().await.len();
    setting.desk.export(&setting.campaign, Seat::Umpire, FileKind::Move).await.unwrap().unwrap();
    assert_eq!(lines().await.len(), n_lines);
}
