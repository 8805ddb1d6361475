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

/// A throw that waits keeps its name, however many others its seat has given since.
#[tokio::test]
async fn no_other_act_gets_the_name_of_a_throw_that_waits() {
    let setting = Setting::keyed().await;
    done(&setting.say(BLUE, TableWord::Ask).await);
    done(&setting.say(GREY, TableWord::Agree).await);
    let name = setting.desk.fresh_token().unwrap();
    let pay = async |seat| {
        let mut pay = setting.submission(seat, json!({"do": "pay"}));
        (pay.token, pay.dice) = (name, DiceBy::Table(Vec::new()));
        setting.send(pay).await
    };
    assert!(matches!(pay(BLUE).await, Answer::Waits { .. }));
    for _ in 0..130 {
        done(&setting.say(BLUE, TableWord::Withdraw).await);
        done(&setting.say(BLUE, TableWord::Ask).await);
    }
    done(&setting.say(GREY, TableWord::Agree).await);
    assert_eq!(code(&pay(GREY).await), "name");
    let waiting = setting.desk.look(&setting.campaign, Seat::Umpire).await.unwrap().waiting;
    assert_eq!(waiting.iter().map(|one| (one.act, one.seat)).collect::<Vec<_>>(), [(name, BLUE)]);
}

/// The umpire's file has no secret: before the first throw is typed in, everyone reads that nobody agreed to it, and both
/// verifiers say so.
#[tokio::test]
async fn a_campaign_that_goes_on_without_its_secret_says_so_first() {
    let setting = Setting::keyed().await;
    let text = setting.desk.export(&setting.campaign, Seat::Umpire, FileKind::Seat).await.unwrap().unwrap();
    let elsewhere = Setting::new().await;
    let id = elsewhere.desk.import(&text.to_text()).await.unwrap().id;
    let copy = Setting { campaign: id, ..elsewhere };
    done(&copy.typed(BLUE, vec![vec![6]]).await);
    done(&copy.typed(GREY, vec![vec![6]]).await);
    let log = copy.desk.log(&copy.campaign, Seat::Spectator, None, 100).await.unwrap();
    let said = |line: &table::LogLine| {
        line.lines.iter().any(|(_, text)| text.plain(&[]).contains("without the secret"))
    };
    let told: Vec<_> = log.lines.iter().filter(|line| said(line)).map(|line| line.number).collect();
    assert_eq!(told.len(), 1, "once, in public");
    let file = copy.desk.export(&copy.campaign, Seat::Umpire, FileKind::Seat).await.unwrap().unwrap();
    let report = ledger::verify(&file.to_text(), None).lines();
    assert!(
        report.iter().any(|line| line.starts_with("weaker: 2 throws were typed in without")),
        "{report:?}"
    );
    assert_eq!(report.last().unwrap(), "result: sound, with weaker proof of its dice");
    let audit = table::audit(&file, crate::RULEBOOKS);
    assert_eq!((audit.faults.clone(), audit.n_unproved), (Vec::new(), 0));
    // Without that entry the throws are a fault in both.
    let mut forged = file.clone();
    for part in forged.streams.iter_mut().flat_map(|stream| &mut stream.parts) {
        let body = part.body.take().unwrap();
        part.body = Some(body.replace("\"kind\":\"dice-missing\"", "\"kind\":\"taken\"").replace(
            "\"seat\":\"clock\",\"by\":\"clock\",\"kind\":\"taken\"",
            "\"seat\":\"umpire\",\"by\":\"umpire\",\"kind\":\"taken\"",
        ));
    }
    let forged = forged.rechained();
    let report = ledger::verify(&forged.to_text(), None);
    assert!(
        report
            .faults
            .iter()
            .any(|fault| fault.sentence == "is typed in, and not all sides had agreed to that"),
        "{report:?}"
    );
    assert!(!table::audit(&forged, crate::RULEBOOKS).faults.is_empty());
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
