use std::collections::BTreeMap;
use std::process::Command;

use kernel::Seat;
use ledger::Store;
use serde_json::{Value, json};
use table::{Answer, Change, Correcting, DiceBy, FileKind, Halted};

use crate::{BLUE, GREY, Setting, code};

impl Setting {
    /// The entry at which the next act will stand.
    pub(crate) async fn next_entry(&self) -> u64 {
        self.desk.cursor(&self.campaign, Seat::Umpire).await.unwrap().0.parse::<u64>().unwrap() + 1
    }

    pub(crate) async fn correct(&self, correcting: &Correcting, reason: &str) -> Answer {
        let token = self.desk.fresh_token().unwrap();
        self.desk.correct(&self.campaign, Seat::Umpire, correcting, reason, None, token).await.unwrap()
    }

    /// The faces that a seat reads in the log, and whether they are void.
    pub(crate) async fn rolled(&self, seat: Seat) -> Vec<(Vec<u16>, bool)> {
        let log = self.desk.log(&self.campaign, seat, None, 10_000).await.unwrap();
        let rolls = log.lines.into_iter().flat_map(|line| line.rolls);
        rolls.map(|roll| (roll.line.faces, roll.void)).collect()
    }

    /// The bodies of the umpire's stream, read as plain JSON.
    pub(crate) async fn entries(&self) -> Vec<ledger::Entry> {
        let id = ledger::CampaignId::new(self.campaign.clone()).unwrap();
        let store = ledger::SqliteStore::open(&self.folder.path().join("log.sqlite3")).await.unwrap();
        store.entries(&id, 1, 10_000).await.unwrap()
    }

    fn second_verifier_agrees(&self, text: &str, lines: &[String]) {
        if std::env::var_os("ADJ_NO_PYTHON").is_some_and(|value| value == "1") {
            return;
        }
        let path = self.folder.path().join("campaign.adjutant.json");
        std::fs::write(&path, text).unwrap();
        let tool = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/verify.py");
        let said = Command::new("python3").arg(tool).arg(&path).output().unwrap();
        assert_eq!(String::from_utf8(said.stdout).unwrap().lines().collect::<Vec<_>>(), lines);
    }

    pub(crate) async fn is_sound(&self) {
        crate::audit::is_judged_the_same(&self.desk, &self.campaign).await;
        for (seat, kind) in [
            (BLUE, FileKind::Seat),
            (GREY, FileKind::Seat),
            (Seat::Spectator, FileKind::Seat),
            (Seat::Umpire, FileKind::Seat),
            (Seat::Umpire, FileKind::Move),
        ] {
            let bundle = match kind {
                // A move file that leaves would be told of, and stand in the log that is looked at.
                FileKind::Move => self.desk.examined(&self.campaign).await.unwrap(),
                kind => self.desk.export(&self.campaign, seat, kind).await.unwrap().unwrap(),
            };
            let report = ledger::verify_bundle(&bundle, None);
            assert!(report.is_sound(), "{seat:?} {kind:?}: {:?}", report.lines());
            if kind == FileKind::Move {
                self.second_verifier_agrees(&bundle.to_text(), &report.lines());
            }
        }
    }
}

pub(crate) fn instead(entry: u64, command: Value) -> Correcting {
    Correcting { changes: BTreeMap::from([(entry, Change::Replace(command))]), ..Correcting::default() }
}

pub(crate) fn without(entry: u64) -> Correcting {
    Correcting { changes: BTreeMap::from([(entry, Change::Remove)]), ..Correcting::default() }
}

fn n_rolls(log: &table::LogPage) -> usize {
    log.lines.iter().map(|line| line.rolls.len()).sum()
}

#[tokio::test]
async fn an_old_act_is_put_right_and_what_came_after_is_judged_anew() {
    let setting = Setting::new().await;
    setting.done(BLUE, json!({"do": "pay"})).await;
    let placed = setting.next_entry().await;
    setting.done(BLUE, json!({"do": "place", "post": "ford"})).await;
    setting.done(BLUE, json!({"do": "close"})).await;
    setting.done(GREY, json!({"do": "pay"})).await;
    setting.done(GREY, json!({"do": "place", "post": "mill"})).await;
    let grey = setting.roads(GREY).await;
    let rolls = n_rolls(&setting.desk.log(&setting.campaign, Seat::Umpire, None, 100).await.unwrap());
    let right = instead(placed, json!({"do": "place", "post": "mill"}));
    let preview = setting.desk.preview(&setting.campaign, Seat::Umpire, &right).await.unwrap().unwrap();
    assert_eq!(preview.affected, [BLUE]);
    assert_eq!(preview.changed.iter().map(|changed| changed.entry).collect::<Vec<_>>(), [placed]);
    assert!(preview.halted.is_none() && preview.void.is_empty() && preview.by_version.is_empty());
    assert!(matches!(setting.correct(&right, "It stood at the mill.").await, Answer::Done { .. }));
    let facts = setting.desk.position(&setting.campaign).await.unwrap();
    assert_eq!(facts["side"][0]["post"][0]["id"], "mill");
    assert_eq!(setting.roads(GREY).await, grey, "what is none of its business does not reach the other side");
    let log = setting.desk.log(&setting.campaign, Seat::Umpire, None, 100).await.unwrap();
    assert_eq!(n_rolls(&log), rolls, "nothing was thrown");
    assert!(log.lines.iter().find(|line| line.number == placed).unwrap().corrected);
    setting.is_sound().await;
    let live = setting.roads(BLUE).await;
    let setting = setting.again().await;
    assert_eq!(setting.roads(BLUE).await, live, "the same after a restart");
    setting.done(GREY, json!({"do": "close"})).await;
    let branches: Vec<u32> = setting.entries().await.iter().map(|entry| entry.branch).collect();
    assert_eq!(branches.iter().max(), Some(&1));
    assert_eq!(branches.last(), Some(&1), "play goes on on the new branch");
}

#[tokio::test]
async fn a_later_act_that_cannot_be_any_more_stops_it_and_names_its_refusal() {
    let setting = Setting::new().await;
    let placed = setting.next_entry().await;
    setting.done(BLUE, json!({"do": "place", "post": "ford"})).await;
    setting.done(BLUE, json!({"do": "pay"})).await;
    let closed = setting.next_entry().await;
    setting.done(BLUE, json!({"do": "close"})).await;
    let paid = closed - 1;
    let preview =
        setting.desk.preview(&setting.campaign, Seat::Umpire, &without(paid)).await.unwrap().unwrap();
    let Some(Halted::Refused { entry, seat, refusals }) = preview.halted else { panic!("not stopped") };
    assert_eq!((entry, seat, refusals.first().rule.0), (closed, BLUE, "TOY-6"));
    let answer = setting.correct(&without(paid), "Never paid.").await;
    assert_eq!(code(&answer), "later", "{answer:?}");
    let Answer::Refused(refusals) = answer else { panic!("refused") };
    assert_eq!(refusals.all()[1].rule.0, "TOY-6");
    let mut both = without(paid);
    both.changes.insert(closed, Change::Remove);
    assert!(matches!(setting.correct(&both, "Never paid.").await, Answer::Done { .. }));
    let log = setting.desk.log(&setting.campaign, BLUE, None, 100).await.unwrap();
    let roll = log.lines.iter().flat_map(|line| &line.rolls).next().unwrap();
    assert!(roll.void, "the roll is void and kept");
    // The pay comes back by another correction, with the faces it had.
    let back = instead(paid, json!({"do": "pay"}));
    assert!(matches!(setting.correct(&back, "It was paid after all.").await, Answer::Done { .. }));
    let log = setting.desk.log(&setting.campaign, BLUE, None, 100).await.unwrap();
    assert_eq!(n_rolls(&log), 1);
    assert!(!log.lines.iter().flat_map(|line| &line.rolls).next().unwrap().void);
    assert_ne!(placed, paid);
    setting.is_sound().await;
}

#[tokio::test]
async fn a_throw_typed_wrongly_is_typed_again() {
    let setting = Setting::new().await;
    let mut pay = setting.submission(BLUE, json!({"do": "pay"}));
    pay.dice = DiceBy::Table(vec![vec![1]]);
    let question = "TOY-1/1.dusk/0/1/".to_owned();
    setting.send(pay).await;
    setting.done(GREY, json!({"do": "pay"})).await;
    let purse = async || setting.desk.position(&setting.campaign).await.unwrap()["side"][0]["coins"].clone();
    let before = purse().await;
    let typed = |face: u16| Correcting {
        answers: BTreeMap::from([(question.clone(), vec![face])]),
        ..Correcting::default()
    };
    assert_eq!(code(&setting.correct(&typed(7), "It was a six.").await), "later");
    assert!(matches!(setting.correct(&typed(6), "It was a six.").await, Answer::Done { .. }));
    assert_ne!(purse().await, before);
    setting.is_sound().await;
    assert!(matches!(setting.correct(&typed(1), "It was a one.").await, Answer::Done { .. }));
    assert_eq!(purse().await, before);
    let setting = setting.again().await;
    assert_eq!(setting.desk.position(&setting.campaign).await.unwrap()["side"][0]["coins"], before);
}

#[tokio::test]
async fn faces_typed_again_are_written_down_though_nothing_else_comes_of_them() {
    let setting = Setting::new().await;
    let mut pay = setting.submission(BLUE, json!({"do": "pay"}));
    pay.dice = DiceBy::Table(vec![vec![2]]);
    let question = "TOY-1/1.dusk/0/1/".to_owned();
    setting.send(pay).await;
    let position = setting.desk.position(&setting.campaign).await.unwrap();
    // Both bring one coin.
    let three =
        Correcting { answers: BTreeMap::from([(question.clone(), vec![3])]), ..Correcting::default() };
    let preview = setting.desk.preview(&setting.campaign, Seat::Umpire, &three).await.unwrap().unwrap();
    assert_eq!(preview.affected, [BLUE]);
    assert!(matches!(setting.correct(&three, "It was a three.").await, Answer::Done { .. }));
    assert_eq!(setting.desk.position(&setting.campaign).await.unwrap(), position);
    assert_eq!(setting.rolled(BLUE).await, [(vec![2], true), (vec![3], false)]);
    assert_eq!(code(&setting.correct(&three, "It was a three.").await), "nothing");
    let setting = setting.again().await;
    assert_eq!(setting.rolled(BLUE).await, [(vec![2], true), (vec![3], false)]);
    assert_eq!(setting.rolled(GREY).await, []);
}

#[tokio::test]
async fn a_void_question_that_is_answered_anew_counts_again() {
    let setting = Setting::new().await;
    let mut pay = setting.submission(BLUE, json!({"do": "pay"}));
    pay.dice = DiceBy::Table(vec![vec![1]]);
    let question = "TOY-1/1.dusk/0/1/".to_owned();
    let paid = setting.next_entry().await;
    setting.send(pay).await;
    setting.correct(&without(paid), "Never paid.").await;
    assert_eq!(setting.rolled(BLUE).await, [(vec![1], true)]);
    let mut six = instead(paid, json!({"do": "pay"}));
    six.answers.insert(question, vec![6]);
    assert!(matches!(setting.correct(&six, "Paid, and with a six.").await, Answer::Done { .. }));
    assert_eq!(setting.rolled(BLUE).await, [(vec![1], true), (vec![6], false)]);
    setting.is_sound().await;
    assert_eq!(setting.again().await.rolled(BLUE).await, [(vec![1], true), (vec![6], false)]);
}

#[tokio::test]
async fn an_act_is_begun_from_after_answers_that_are_given_anew() {
    let setting = Setting::new().await;
    let mut pay = setting.submission(BLUE, json!({"do": "pay"}));
    pay.dice = DiceBy::Table(vec![vec![1]]);
    let six = BTreeMap::from([("TOY-1/1.dusk/0/1/".to_owned(), vec![6])]);
    setting.send(pay).await;
    let placed = setting.next_entry().await;
    setting.done(BLUE, json!({"do": "place", "post": "ford"})).await;
    let purse = async |correcting: &Correcting| {
        let then = setting.desk.act_then(&setting.campaign, Seat::Umpire, placed, correcting).await.unwrap();
        let view = json!(then.unwrap().view).to_string();
        let at = view.find("Purse").unwrap();
        view[at..].split("coins").next().unwrap().to_owned()
    };
    assert!(purse(&Correcting::default()).await.contains("\"0\""));
    let typed = Correcting { answers: six, ..Correcting::default() };
    assert!(purse(&typed).await.contains("\"3\""));
}

#[tokio::test]
async fn what_cannot_be_corrected_is_refused_and_changes_nothing() {
    let setting = Setting::new().await;
    let pay = setting.submission(BLUE, json!({"do": "pay"}));
    let question = "TOY-1/1.dusk/0/1/".to_owned();
    let entry = setting.next_entry().await;
    setting.send(pay).await;
    let before = setting.roads(Seat::Umpire).await;
    let forced = Correcting { answers: BTreeMap::from([(question, vec![6])]), ..Correcting::default() };
    assert_eq!(code(&setting.correct(&forced, "I want a six.").await), "dice");
    assert_eq!(code(&setting.correct(&without(1), "No beginning.").await), "act");
    assert_eq!(code(&setting.correct(&without(99), "Not yet.").await), "act");
    assert_eq!(code(&setting.correct(&Correcting::default(), "Nothing.").await), "nothing");
    assert_eq!(code(&setting.correct(&instead(entry, json!({"do": "pay"})), "The same.").await), "nothing");
    assert_eq!(code(&setting.correct(&instead(entry, json!({"do": "fly"})), "Odd.").await), "later");
    assert_eq!(code(&setting.correct(&without(entry), " ").await), "reason");
    for seat in [BLUE, Seat::Spectator] {
        let token = setting.desk.fresh_token().unwrap();
        let refused =
            setting.desk.correct(&setting.campaign, seat, &without(entry), "Mine.", None, token).await;
        assert_eq!(code(&refused.unwrap()), "actor");
        let preview = setting.desk.preview(&setting.campaign, seat, &without(entry)).await.unwrap();
        assert_eq!(preview.unwrap_err().first().code, "actor");
    }
    assert_eq!(setting.roads(Seat::Umpire).await, before);
    // Two at once: the one that comes second was drawn before the first.
    let cursor = setting.desk.cursor(&setting.campaign, Seat::Umpire).await.unwrap();
    setting.correct(&without(entry), "Taken out.").await;
    let token = setting.desk.fresh_token().unwrap();
    let (late, umpire) = (without(entry), Seat::Umpire);
    let late = setting.desk.correct(&setting.campaign, umpire, &late, "Late.", Some(cursor), token).await;
    assert_eq!(code(&late.unwrap()), "stale");
}

#[tokio::test]
async fn a_throw_that_waits_is_closed_when_its_question_is_gone() {
    let setting = Setting::new().await;
    let paid = setting.next_entry().await;
    for side in [BLUE, GREY] {
        let mut pay = setting.submission(side, json!({"do": "pay"}));
        pay.dice = DiceBy::Table(vec![vec![6]]);
        setting.send(pay).await;
        setting.done(side, json!({"do": "close"})).await;
    }
    let mut scout = setting.submission(BLUE, json!({"do": "scout", "post": "mill"}));
    scout.dice = DiceBy::Table(Vec::new());
    assert!(matches!(setting.send(scout).await, Answer::Waits { .. }));
    let mut never = without(paid);
    never.changes.insert(paid + 1, Change::Remove);
    assert!(matches!(setting.correct(&never, "Blue was never paid.").await, Answer::Done { .. }));
    let look = setting.desk.look(&setting.campaign, BLUE).await.unwrap();
    assert!(look.waiting.is_empty(), "it is dusk again for a side that was never paid");
    setting.done(BLUE, json!({"do": "pay"})).await;
    setting.is_sound().await;
    let live = setting.roads(BLUE).await;
    assert_eq!(setting.again().await.roads(BLUE).await, live);
}

#[tokio::test]
async fn a_correction_reaches_behind_snapshots() {
    let setting = Setting::new().await;
    let placed = setting.next_entry().await + 1;
    setting.dusk().await;
    let seals = async |setting: &Setting| {
        for _ in 0..40 {
            setting.done(BLUE, json!({"do": "seal", "stance": "hold"})).await;
            setting.done(GREY, json!({"do": "seal", "stance": "raid"})).await;
        }
    };
    seals(&setting).await;
    let setting = setting.again().await;
    let wood = instead(placed, json!({"do": "place", "post": "wood"}));
    assert!(matches!(setting.correct(&wood, "The wood.").await, Answer::Done { .. }));
    let live = setting.roads(Seat::Umpire).await;
    let setting = setting.again().await;
    assert_eq!(setting.roads(Seat::Umpire).await, live, "the snapshot is older than the correction");
    seals(&setting).await;
    setting.desk.caught_up().await;
    let live = setting.roads(Seat::Umpire).await;
    let setting = setting.again().await;
    assert_eq!(setting.roads(Seat::Umpire).await, live, "and now it is younger");
    setting.desk.caught_up().await;
    assert_eq!(setting.roads(Seat::Umpire).await, live, "the log bears it out");
}
