//! Throws typed in by the owner of the log where nobody may type any, every hash computed anew; and the same in live play.

use ::dice::Secret;
use kernel::Seat;
use ledger::{Bundle, CampaignId};
use serde_json::json;
use table::{Answer, DiceBy, FileKind, Missing, TableWord};

use crate::correcting::instead;
use crate::deadline::{HOUR, later};
use crate::forgery::{Written, honest, place, told};
use crate::throws::done;
use crate::{BLUE, DiceStart, GREY, Setting, new_campaign};

impl Setting {
    pub(crate) async fn whole(&self) -> Bundle {
        self.desk.export(&self.campaign, Seat::Umpire, FileKind::Move).await.unwrap().unwrap()
    }

    /// A dig whose post the umpire puts right; says at which entry the dig stands.
    async fn digs(&self, dice: DiceBy) -> u64 {
        for post in ["ford", "mill"] {
            self.done(BLUE, json!({"do": "place", "post": post})).await;
        }
        self.done(BLUE, json!({"do": "pay"})).await;
        let dug = self.next_entry().await;
        let mut dig = self.submission(BLUE, json!({"do": "dig", "post": "ford"}));
        dig.dice = dice;
        assert!(matches!(self.send(dig).await, Answer::Done { .. }));
        dug
    }
}

/// A campaign in which typed dice need consent, and Blue's pay is enough for a dig.
async fn by_consent() -> Setting {
    let setting = Setting::new().await;
    let identity = (CampaignId::new("well-paid").unwrap(), Secret::new([2; 32]));
    let campaign = setting.desk.create(new_campaign(DiceStart::AtOnce, false, Some(identity))).await.unwrap();
    Setting { campaign, ..setting }
}

const MILL: &str = "It was the mill.";

#[tokio::test]
async fn a_correction_types_no_throw_that_the_campaigns_dice_answer() {
    for agreed in [false, true] {
        let setting = by_consent().await;
        if agreed {
            done(&setting.say(BLUE, TableWord::Ask).await);
            done(&setting.say(GREY, TableWord::Agree).await);
        }
        let dug = setting.digs(DiceBy::Server).await;
        done(&setting.correct(&instead(dug, json!({"do": "dig", "post": "mill"})), MILL).await);
        let file = setting.whole().await;
        let mut entries = honest(&file);
        let at = place(&entries, |entry| entry.is("corrected"));
        entries[at].types();
        let said = told(&file, &entries);
        assert!(said.contains("a throw of TOY-3 is typed in, and the campaign's dice answer it"), "{said}");
    }
}

/// A dig at a table that was put right with typed faces while all sides agreed.
async fn corrected_by_consent() -> (Bundle, Vec<Written>) {
    let setting = by_consent().await;
    done(&setting.say(BLUE, TableWord::Ask).await);
    done(&setting.say(GREY, TableWord::Agree).await);
    let dug = setting.digs(DiceBy::Table(vec![vec![1, 2]])).await;
    let mut mill = instead(dug, json!({"do": "dig", "post": "mill"}));
    mill.answers.insert("TOY-3/1.dusk/0/1/mill".into(), vec![1, 2]);
    done(&setting.correct(&mill, MILL).await);
    done(&setting.say(GREY, TableWord::Withdraw).await);
    let file = setting.whole().await;
    let entries = honest(&file);
    (file, entries)
}

#[tokio::test]
async fn a_correction_types_no_throw_after_the_consent_is_withdrawn() {
    let (file, mut entries) = corrected_by_consent().await;
    let corrected = place(&entries, |entry| entry.is("corrected"));
    let withdrawn = place(&entries, |entry| entry.says("/table_dice", &json!("withdraw")));
    let mut early = entries.remove(withdrawn);
    early.on_branch_of(&entries[corrected - 1]);
    entries.insert(corrected, early);
    let said = told(&file, &entries);
    assert!(said.contains("a throw of TOY-3 is typed in, and the campaign's dice answer it"), "{said}");
}

/// In live play the campaign's dice throw what a correction asks for anew, when somebody has thought better of typing.
#[tokio::test]
async fn after_the_consent_is_withdrawn_a_correction_throws_with_the_campaigns_dice() {
    let setting = by_consent().await;
    done(&setting.say(BLUE, TableWord::Ask).await);
    done(&setting.say(GREY, TableWord::Agree).await);
    let dug = setting.digs(DiceBy::Table(vec![vec![1, 2]])).await;
    done(&setting.say(GREY, TableWord::Withdraw).await);
    let mut typed = instead(dug, json!({"do": "dig", "post": "mill"}));
    typed.answers.insert("TOY-3/1.dusk/0/1/mill".into(), vec![1, 6]);
    done(&setting.correct(&typed, MILL).await);
    let log = setting.lines(Seat::Umpire).await;
    let thrown = &log.last().unwrap().rolls[0].line;
    assert_eq!((thrown.origin.as_str(), thrown.question.as_str()), ("server", "TOY-3/1.dusk/0/1/mill"));
    setting.is_sound().await;
}

#[tokio::test]
async fn the_engine_types_nothing() {
    let setting = Setting::new().await;
    setting.round("raid", "hold").await;
    let file = setting.whole().await;
    let mut entries = honest(&file);
    let thrown = |entry: &Written| {
        entry.says("/seat", &json!("clock")) && entry.says("/rolls/0/origin", &json!("server"))
    };
    let at = entries.iter().position(thrown).unwrap();
    entries[at].types();
    let said = told(&file, &entries);
    assert!(said.contains("it is the engine's, and its dice are typed in"), "{said}");
}

/// A side that is there throws for itself.
#[tokio::test]
async fn the_table_throws_for_nobody_whose_deadline_has_not_passed() {
    let (setting, now) = Setting::at_a_time().await;
    setting.set(1, 0, Missing::Saved).await;
    let mut pay = setting.submission(BLUE, json!({"do": "pay"}));
    pay.dice = DiceBy::Table(Vec::new());
    assert!(matches!(setting.send(pay).await, Answer::Waits { .. }));
    setting.done(GREY, json!({"do": "pay"})).await;
    setting.done(GREY, json!({"do": "close"})).await;
    later(&setting, &now, HOUR).await;
    let file = setting.whole().await;
    let mut entries = honest(&file);
    assert!(entries.iter().any(|entry| entry.is("answered") && entry.says("/by", &json!("clock"))));
    entries.retain(|entry| !entry.is("timed") && !entry.is("played"));
    let said = told(&file, &entries);
    assert!(said.contains("the table has no throw to make for side-0"), "{said}");
}
