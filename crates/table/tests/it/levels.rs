//! Tables below a table: opened by the rules, several at once, taken in or broken off, both logs or neither.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use kernel::Seat;
use ledger::{Bundle, CampaignId, Committer, Joined, Nonces, SqliteStore, Store, verify_joined};
use serde_json::{Value, json};
use table::{
    Answer, Chance, Desk, DiceBy, DiceStart, FileKind, NewCampaign, NewRuling, Stands, Submission, audit,
    audit_joined,
};

use crate::audit::{forged, is_judged_the_same};
use crate::correcting::{instead, without};
use crate::forgery::{honest, place, told};
use crate::joined::{agree, wrong_joints};
use crate::nodes::Nodes;
use crate::trouble::Shaky;
use crate::{BLUE, GREY, RULEBOOKS, Setting, code, ticking};

/// Where the line stands in the list of systems.
pub(crate) const LINE: usize = 3;

async fn hills() -> Setting {
    Setting::of(LINE, rules_line::HILLS, None, DiceStart::AtOnce).await
}

fn fight(post: &str, first: u8, second: u8) -> Value {
    json!({"do": "fight", "post": post, "first": first, "second": second})
}

impl Setting {
    /// The campaign of a table below.
    async fn below(&self, slot: &str) -> String {
        let neighbours = self.desk.neighbours(&self.campaign, GREY).await.unwrap();
        let level = neighbours.below.iter().find(|level| level.slot == slot);
        level.unwrap_or_else(|| panic!("{slot} is not among {neighbours:?}")).campaign.to_string()
    }

    async fn stands(&self, slot: &str) -> Stands {
        let neighbours = self.desk.neighbours(&self.campaign, Seat::Spectator).await.unwrap();
        neighbours.below.iter().find(|level| level.slot == slot).unwrap().stands
    }

    async fn act_at(&self, campaign: &str, by: Seat, command: Value) -> Answer {
        self.desk.submit(campaign, self.submission(by, command)).await.unwrap()
    }

    /// Plays a skirmish out: each side scouts with its coins, then both hold or raid.
    async fn fought_out(&self, campaign: &str, stances: [&str; 2]) {
        for (side, stance) in [BLUE, GREY].into_iter().zip(stances) {
            for command in [json!({"do": "seal", "stance": stance}), json!({"do": "close"})] {
                let answer = self.act_at(campaign, side, command).await;
                assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
            }
        }
    }

    async fn take_in(&self, slot: &str) -> Answer {
        let token = self.desk.fresh_token().unwrap();
        self.desk.take_in(&self.campaign, Seat::Umpire, slot, None, token).await.unwrap()
    }

    async fn break_off(&self, slot: &str, reason: &str) -> Answer {
        let token = self.desk.fresh_token().unwrap();
        self.desk.break_off(&self.campaign, Seat::Umpire, slot, reason, None, token).await.unwrap()
    }

    /// What a seat reads on its pages.
    async fn page(&self, campaign: &str, seat: Seat) -> String {
        json!(self.desk.look(campaign, seat).await.unwrap().view()).to_string()
    }

    /// The facts of a campaign, as the umpire's file leads to them.
    async fn n_entries(&self, campaign: &str) -> usize {
        self.desk.examined(campaign).await.unwrap().master.unwrap().len()
    }
}

fn is_done(answer: &Answer) -> bool {
    matches!(answer, Answer::Done { .. })
}

#[tokio::test]
async fn a_skirmish_is_fought_below_and_taken_in_above() {
    let setting = hills().await;
    setting.done(Seat::Umpire, fight("ford", 2, 1)).await;
    let ford = setting.below("1/ford").await;
    let up = setting.desk.neighbours(&ford, BLUE).await.unwrap().above.unwrap();
    assert_eq!((up.campaign.as_str(), up.slot.as_str()), (setting.campaign.as_str(), "1/ford"));
    let scouted = setting.act_at(&ford, BLUE, json!({"do": "scout", "post": "ford"})).await;
    assert!(is_done(&scouted), "Blue has the coins that it took along: {scouted:?}");
    assert_eq!(up.title.as_deref(), Some("The line in the hills"));
    assert_eq!(code(&setting.take_in("1/ford").await), "step");
    setting.fought_out(&ford, ["raid", "hold"]).await;
    // That it waits to be taken in is told to the umpire alone.
    for (seat, stands) in
        [(Seat::Umpire, Stands::Over), (BLUE, Stands::Open), (Seat::Spectator, Stands::Open)]
    {
        let below = setting.desk.neighbours(&setting.campaign, seat).await.unwrap().below;
        let [level] = &below[..] else { panic!("{below:?}") };
        assert_eq!((level.stands, level.title.as_deref()), (stands, Some("Skirmish for the ford")));
    }

    assert!(is_done(&setting.take_in("1/ford").await));
    assert_eq!(setting.stands("1/ford").await, Stands::TakenIn);
    // Blue spent a coin on its scouts, Grey came home whole, and one of them holds the ford.
    let file = setting.desk.examined(&setting.campaign).await.unwrap();
    let taken = file.streams.iter().flat_map(|stream| &stream.parts).filter_map(|part| part.body.as_deref());
    let taken: Vec<Value> = taken
        .map(|body| serde_json::from_str::<Value>(body).unwrap())
        .filter(|body| body["command"]["do"] == "take-in")
        .collect();
    let [body] = &taken[..] else { panic!("{taken:?}") };
    assert_eq!((&body["command"]["first"], &body["command"]["second"]), (&json!(1), &json!(1)));
    assert!(body["command"]["held"].is_number(), "a raid drives one of them off: {body}");
    for campaign in [&setting.campaign, &ford] {
        is_judged_the_same(&setting.desk, campaign).await;
        let report = ledger::verify_bundle(&setting.desk.examined(campaign).await.unwrap(), None);
        assert!(report.is_sound(), "{:?}", report.faults);
    }
}

#[tokio::test]
async fn several_tables_are_open_at_once_while_the_line_goes_on() {
    let setting = hills().await;
    setting.done(Seat::Umpire, fight("ford", 1, 1)).await;
    setting.done(BLUE, json!({"do": "hire"})).await;
    setting.done(Seat::Umpire, fight("mill", 1, 0)).await;
    setting.done(Seat::Umpire, json!({"do": "next-turn"})).await;
    let (ford, mill) = (setting.below("1/ford").await, setting.below("1/mill").await);
    assert_ne!(ford, mill);
    setting.fought_out(&mill, ["hold", "hold"]).await;
    assert!(is_done(&setting.take_in("1/mill").await));
    assert_eq!(
        (setting.stands("1/ford").await, setting.stands("1/mill").await),
        (Stands::Open, Stands::TakenIn)
    );
    // The mill is fought for again while the ford is still open, after the program has gone and come back.
    let setting = setting.again().await;
    setting.done(Seat::Umpire, fight("mill", 0, 1)).await;
    setting.fought_out(&ford, ["hold", "hold"]).await;
    setting.fought_out(&setting.below("2/mill").await, ["hold", "raid"]).await;
    for slot in ["2/mill", "1/ford"] {
        assert!(is_done(&setting.take_in(slot).await), "{slot}");
    }
    is_judged_the_same(&setting.desk, &setting.campaign).await;
}

#[tokio::test]
async fn nothing_is_done_at_a_table_whose_result_went_up_but_to_end_it() {
    let setting = hills().await;
    setting.done(Seat::Umpire, fight("ford", 1, 1)).await;
    let ford = setting.below("1/ford").await;
    setting.fought_out(&ford, ["hold", "hold"]).await;
    assert!(is_done(&setting.take_in("1/ford").await));
    let n_entries = setting.n_entries(&ford).await;
    let (desk, token) = (&setting.desk, || setting.desk.fresh_token().unwrap());
    let wrote = desk.write_to(&ford, Seat::Umpire, kernel::Audience::Public, "Well fought.", token()).await;
    assert_eq!(code(&wrote.unwrap()), "over");
    let sealed = setting.act_at(&ford, BLUE, json!({"do": "close"})).await;
    assert_eq!(code(&sealed), "over");
    let correcting = instead(4, json!({"do": "seal", "stance": "raid"}));
    let corrected = desk.correct(&ford, Seat::Umpire, &correcting, "A slip.", None, token()).await.unwrap();
    assert_eq!(code(&corrected), "over");
    let previewed = desk.preview(&ford, Seat::Umpire, &correcting).await.unwrap();
    assert_eq!(previewed.unwrap_err().first().code, "over");
    assert_eq!(setting.n_entries(&ford).await, n_entries);
    assert!(is_done(&desk.end(&ford, Seat::Umpire, "It is over.").await.unwrap()));
    is_judged_the_same(desk, &ford).await;
}

#[tokio::test]
async fn the_house_refuses_what_would_part_the_levels() {
    let setting = hills().await;
    let before = setting.next_entry().await;
    setting.done(BLUE, json!({"do": "hire"})).await;
    setting.done(Seat::Umpire, fight("ford", 2, 1)).await;
    let by_hand = json!({"do": "take-in", "post": "ford", "first": 0, "second": 1, "held": 1});
    assert_eq!(code(&setting.act(Seat::Umpire, by_hand).await), "open");
    assert_eq!(code(&setting.take_in("2/ford").await), "table");
    let token = || setting.desk.fresh_token().unwrap();
    for seat in [BLUE, Seat::Spectator] {
        let answer = setting.desk.take_in(&setting.campaign, seat, "1/ford", None, token()).await.unwrap();
        assert_eq!(code(&answer), "actor");
        let answer = setting
            .desk
            .break_off(&setting.campaign, seat, "1/ford", "A storm.", None, token())
            .await
            .unwrap();
        assert_eq!(code(&answer), "actor");
    }
    let correcting = instead(before, json!({"do": "hire"}));
    let corrected = setting.correct(&correcting, "It was Grey.").await;
    assert_eq!(code(&corrected), "order");
    assert_eq!(code(&setting.break_off("1/ford", "x").await), "reason");
    is_judged_the_same(&setting.desk, &setting.campaign).await;
}

/// Another number in the place of an entry's, wherever the body names it.
fn names_instead(body: &mut Value, entry: u64, other: u64) {
    match body {
        Value::Object(fields) => {
            for (key, value) in fields {
                if key == "entry" && value.as_u64() == Some(entry) {
                    *value = json!(other);
                }
                names_instead(value, entry, other);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| names_instead(value, entry, other)),
        _ => {}
    }
}

/// In play the house refuses it; in a log that somebody wrote it is found.
#[tokio::test]
async fn no_correction_in_a_log_reaches_behind_a_table_below() {
    let setting = hills().await;
    let before = setting.next_entry().await;
    setting.done(BLUE, json!({"do": "hire"})).await;
    setting.done(Seat::Umpire, fight("ford", 2, 1)).await;
    let after = setting.next_entry().await;
    setting.done(GREY, json!({"do": "hire"})).await;
    assert!(is_done(&setting.correct(&without(after), "Grey had not hired.").await));
    let file = setting.whole().await;
    let mut parts = honest(&file);
    let at = place(&parts, |entry| entry.is("corrected"));
    parts[at].change(|body| names_instead(body, after, before));
    let said = told(&file, &parts);
    assert!(said.contains("it changes what a table below or above rests on"), "{said}");
}

#[tokio::test]
async fn a_table_is_broken_off_and_its_result_entered_by_hand() {
    let setting = hills().await;
    setting.done(Seat::Umpire, fight("ford", 2, 1)).await;
    let ford = setting.below("1/ford").await;
    let token = setting.desk.fresh_token().unwrap();
    for _ in 0..2 {
        // Sent twice under one name it is done once.
        let (campaign, umpire) = (&setting.campaign, Seat::Umpire);
        let answer =
            setting.desk.break_off(campaign, umpire, "1/ford", "A storm.", None, token).await.unwrap();
        assert!(is_done(&answer), "{answer:?}");
    }
    assert_eq!(setting.stands("1/ford").await, Stands::BrokenOff);
    assert_eq!(code(&setting.act_at(&ford, BLUE, json!({"do": "close"})).await), "over");
    assert_eq!(code(&setting.take_in("1/ford").await), "table");
    let by_hand =
        |first: u8| json!({"do": "take-in", "post": "ford", "first": first, "second": 1, "held": 1});
    assert_eq!(code(&setting.act(Seat::Umpire, by_hand(3)).await), "cap");
    setting.done(Seat::Umpire, by_hand(1)).await;
    for campaign in [&setting.campaign, &ford] {
        is_judged_the_same(&setting.desk, campaign).await;
    }
    let told = setting.desk.log(&ford, GREY, None, 100).await.unwrap().lines.pop().unwrap();
    assert_eq!(told.reason.as_deref(), Some("A storm."));
}

#[tokio::test]
async fn taking_in_twice_under_one_name_acts_once() {
    let setting = hills().await;
    setting.done(Seat::Umpire, fight("ford", 1, 1)).await;
    setting.fought_out(&setting.below("1/ford").await, ["hold", "hold"]).await;
    let token = setting.desk.fresh_token().unwrap();
    let take_in = || setting.desk.take_in(&setting.campaign, Seat::Umpire, "1/ford", None, token);
    assert!(is_done(&take_in().await.unwrap()));
    let n_entries = setting.n_entries(&setting.campaign).await;
    assert!(is_done(&take_in().await.unwrap()));
    assert_eq!(setting.n_entries(&setting.campaign).await, n_entries);
}

/// The same nonce for everything, so that hashes hang on what is written alone.
struct Constant;

impl Nonces for Constant {
    fn nonce(&self) -> Result<[u8; 32], ledger::Fault> {
        Ok([9; 32])
    }
}

/// Bytes that follow each other, the same in every world.
fn counted() -> Chance {
    let n = AtomicU64::new(0);
    Chance::own(move || ledger::sha256(&n.fetch_add(1, Ordering::Relaxed).to_be_bytes()).0)
}

/// A line in which Blue sends so many coins to the ford; the skirmish fought out and taken in. Times, names and nonces are
/// the same in every world.
async fn world(blue: u8) -> (Setting, String) {
    let folder = tempfile::tempdir().unwrap();
    let log = SqliteStore::open_with(&folder.path().join("log.sqlite3"), Arc::new(Constant)).await.unwrap();
    let store: Arc<dyn Store> = Arc::new(log);
    let desk = Desk::new(store.clone(), Committer::start(store), ticking(), RULEBOOKS).with_chance(counted());
    let identity = Some((CampaignId::new("hills").unwrap(), ::dice::Secret::new([3; 32])));
    let (file, setup) = ("set-up".into(), rules_line::HILLS.into());
    let (system, start) = ("line".into(), DiceStart::AtOnce);
    let new = NewCampaign { file, setup, system, position: None, start, table_dice: true, identity };
    let campaign = desk.create(new).await.unwrap();
    let setting = Setting { folder, desk, campaign };
    setting.done(Seat::Umpire, fight("ford", blue, 1)).await;
    let ford = setting.below("1/ford").await;
    setting.fought_out(&ford, ["hold", "hold"]).await;
    (setting, ford)
}

/// All that a seat can get out of both tables.
async fn roads(setting: &Setting, ford: &str, seat: Seat) -> String {
    let mut roads = String::new();
    for campaign in [setting.campaign.as_str(), ford] {
        let look = setting.desk.look(campaign, seat).await.unwrap();
        let log = setting.desk.log(campaign, seat, None, 1000).await.unwrap();
        let file = setting.desk.export(campaign, seat, FileKind::Seat).await.unwrap().unwrap();
        let neighbours = setting.desk.neighbours(campaign, seat).await.unwrap();
        roads += &format!(
            "{}\n{:?}\n{log:?}\n{neighbours:?}\n{}",
            json!(look.view()),
            look.cursor,
            file.to_text()
        );
    }
    roads
}

/// What Blue sent down is known to Blue and the umpire, before and after it comes home, on every road and to the last byte.
#[tokio::test]
async fn what_a_side_sent_down_is_not_told_to_the_others() {
    let (poor, ford) = world(0).await;
    let (rich, same) = world(2).await;
    assert_eq!(ford, same);
    for taken_in in [false, true] {
        if taken_in {
            for setting in [&poor, &rich] {
                assert!(is_done(&setting.take_in("1/ford").await));
            }
        }
        for seat in [GREY, Seat::Spectator] {
            assert_eq!(
                roads(&poor, &ford, seat).await,
                roads(&rich, &ford, seat).await,
                "{seat:?} {taken_in}"
            );
        }
        for seat in [BLUE, Seat::Umpire] {
            assert_ne!(
                roads(&poor, &ford, seat).await,
                roads(&rich, &ford, seat).await,
                "{seat:?} {taken_in}"
            );
        }
    }
    assert!(rich.page(&ford, BLUE).await.contains('2'));
}

#[tokio::test]
async fn what_cannot_be_written_at_both_tables_is_written_at_none() {
    let Setting { folder, campaign, .. } = hills().await;
    let store = Shaky::over(&folder).await;
    let desk = Desk::new(store.clone(), Committer::start(store.clone()), ticking(), RULEBOOKS);
    let setting = Arc::new(Setting { folder, desk, campaign });
    setting.done(Seat::Umpire, fight("ford", 1, 1)).await;
    let ford = setting.below("1/ford").await;
    setting.fought_out(&ford, ["hold", "hold"]).await;
    let entries = || async { (setting.n_entries(&setting.campaign).await, setting.n_entries(&ford).await) };
    let before = entries().await;
    store.full(true);
    let token = setting.desk.fresh_token().unwrap();
    let taken = setting.desk.take_in(&setting.campaign, Seat::Umpire, "1/ford", None, token).await;
    assert!(taken.is_err(), "{taken:?}");
    assert_eq!(entries().await, before);
    store.full(false);
    assert!(is_done(&setting.take_in("1/ford").await));
    assert_eq!(entries().await, (before.0 + 2, before.1 + 1));
    is_judged_the_same(&setting.desk, &setting.campaign).await;
}

#[tokio::test]
async fn a_table_that_could_not_be_opened_is_made_up_for() {
    let Setting { folder, campaign, .. } = hills().await;
    let store = Shaky::over(&folder).await;
    store.apart.store(true, Ordering::SeqCst);
    let desk = Desk::new(store.clone(), Committer::start(store.clone()), ticking(), RULEBOOKS);
    let setting = Setting { folder, desk, campaign };
    setting.done(Seat::Umpire, fight("ford", 1, 1)).await;
    let none = setting.desk.neighbours(&setting.campaign, BLUE).await.unwrap();
    assert_eq!(none.below, []);
    // Nobody acts before what the engine owes.
    let submission = setting.submission(BLUE, json!({"do": "hire"}));
    assert!(setting.desk.submit(&setting.campaign, submission).await.is_err());
    let setting = setting.again().await;
    assert_eq!(setting.stands("1/ford").await, Stands::Open);
    setting.done(BLUE, json!({"do": "hire"})).await;
    is_judged_the_same(&setting.desk, &setting.campaign).await;
}

#[tokio::test]
async fn a_forged_link_is_found() {
    let setting = hills().await;
    setting.done(Seat::Umpire, fight("ford", 1, 1)).await;
    let ford = setting.below("1/ford").await;
    setting.fought_out(&ford, ["hold", "hold"]).await;
    assert!(is_done(&setting.take_in("1/ford").await));
    let above = setting.desk.examined(&setting.campaign).await.unwrap();
    let below = setting.desk.examined(&ford).await.unwrap();
    let set = |body: &mut Value, path: &str, value: Value| match body.pointer_mut(path) {
        Some(there) => {
            *there = value;
            true
        }
        None => false,
    };
    let break_off = |body: &mut Value| {
        body["closed"]["broken_off"] = json!(true);
        true
    };
    let hand_up = |body: &mut Value| {
        body.as_object_mut().unwrap().shift_remove("closed");
        (body["kind"], body["broken_off"]) = (json!("handed-up"), json!(false));
        true
    };
    let closes = |body: &Value| body["kind"] == "table-closed";
    // Another slot than the rules ask for; another that is closed, or broken off without a reason; a table with none above
    // that hands up; a beginning that says two things; a table broken off without a reason.
    let forgeries = [
        forged(&above, |_, body| set(body, "/below/slot", json!("1/mill"))),
        forged(&above, |_, body| set(body, "/closed/slot", json!("1/mill"))),
        forged(&above, |_, body| closes(body) && break_off(body)),
        forged(&above, |_, body| closes(body) && hand_up(body)),
        forged(&below, |_, body| set(body, "/above/slot", json!("2/ford"))),
        forged(&below, |_, body| set(body, "/broken_off", json!(true))),
    ];
    for (n, forgery) in forgeries.iter().enumerate() {
        assert!(!audit(forgery, RULEBOOKS).faults.is_empty(), "forgery {n}");
    }
}

/// A submission that names its own dice comes to wait below as anywhere, and what waits there is not over.
#[tokio::test]
async fn what_waits_below_is_not_over() {
    let setting = hills().await;
    setting.done(Seat::Umpire, fight("ford", 1, 1)).await;
    let ford = setting.below("1/ford").await;
    let mut thrown = setting.submission(BLUE, json!({"do": "scout", "post": "ford"}));
    thrown.dice = DiceBy::Table(Vec::new());
    let answer = setting.desk.submit(&ford, Submission { ..thrown }).await.unwrap();
    assert!(matches!(answer, Answer::Waits { .. }), "{answer:?}");
    assert_eq!(code(&setting.take_in("1/ford").await), "step");
    assert!(is_done(&setting.break_off("1/ford", "The dice are lost.").await));
    assert!(setting.desk.look(&ford, BLUE).await.unwrap().waiting.is_empty());
    is_judged_the_same(&setting.desk, &ford).await;
}

/// A line with a skirmish taken in, one broken off and one open.
async fn with_three() -> Setting {
    let setting = hills().await;
    setting.done(Seat::Umpire, fight("ford", 2, 1)).await;
    setting.fought_out(&setting.below("1/ford").await, ["raid", "hold"]).await;
    assert!(is_done(&setting.take_in("1/ford").await));
    setting.done(Seat::Umpire, fight("mill", 0, 0)).await;
    assert!(is_done(&setting.break_off("1/mill", "A storm.").await));
    let by_hand = json!({"do": "take-in", "post": "mill", "first": 0, "second": 0, "held": null});
    setting.done(Seat::Umpire, by_hand).await;
    setting.done(Seat::Umpire, json!({"do": "next-turn"})).await;
    setting.done(Seat::Umpire, fight("mill", 1, 0)).await;
    setting
}

async fn joined(setting: &Setting, seat: Seat) -> Joined {
    setting.desk.export_joined(&setting.campaign, seat, FileKind::Seat).await.unwrap().unwrap()
}

#[tokio::test]
async fn a_line_and_its_skirmishes_are_one_file_that_verifies() {
    let setting = with_three().await;
    for seat in [Seat::Umpire, BLUE, Seat::Spectator] {
        let file = joined(&setting, seat).await;
        let text = file.to_text();
        assert!(Joined::is_one(&text) && !Joined::is_one(&file.files[0].to_text()));
        let file = Joined::parse(&text).unwrap();
        assert_eq!(file.files.len(), 4);
        let report = verify_joined(&file);
        assert!(report.is_sound(), "{seat:?}: {:?}", report.all_faults());
        let ends: Vec<&str> = report
            .facts
            .iter()
            .filter_map(|fact| fact.split_once("campaign "))
            .map(|(_, rest)| &rest[11..])
            .collect();
        assert_eq!(ends, ["was taken in", "was broken off", "is open"], "{:?}", report.facts);
        assert_eq!(report.lines().last().unwrap(), "result of all: sound");
        agree(&text);
        let audits = audit_joined(&file, RULEBOOKS);
        assert!(audits.iter().all(|audit| audit.faults.is_empty()), "{audits:?}");
        if seat == Seat::Umpire {
            assert!(audits.iter().all(|audit| audit.n_unproved == 0), "{audits:?}");
            let alone = audit(&file.files[0], RULEBOOKS);
            assert_eq!(
                (alone.n_unproved, alone.faults.len()),
                (1, 0),
                "taken in, and its file is not beside it"
            );
            assert!(alone.notes[0].contains("1/ford is proved by a file that holds"), "{:?}", alone.notes);
        }
    }
    let desk = &setting.desk;
    let refused = desk.export_joined(&setting.campaign, BLUE, FileKind::Final).await.unwrap().unwrap_err();
    assert_eq!(refused.code, "dice");
    let moved = desk.export_joined(&setting.campaign, Seat::Umpire, FileKind::Move).await.unwrap().unwrap();
    assert!(verify_joined(&moved).is_sound());
    for campaign in [setting.campaign.as_str(), &setting.below("1/ford").await] {
        is_judged_the_same(desk, campaign).await;
    }
}

#[tokio::test]
async fn what_is_joined_otherwise_than_it_was_is_found() {
    let setting = with_three().await;
    let honest = joined(&setting, Seat::Umpire).await;
    let other = joined(&with_three().await, Seat::Umpire).await;
    let with = |at: usize, file: &Bundle| {
        let mut files = honest.files.clone();
        files[at] = file.clone();
        Joined { files }
    };
    let said = |file: &Joined| -> Vec<String> {
        verify_joined(file).all_faults().iter().map(ToString::to_string).collect()
    };
    let finds = |file: &Joined, words: &str| {
        let said = said(file);
        assert!(said.iter().any(|fault| fault.contains(words)), "{words}: {said:?}");
    };
    finds(&with(1, &other.files[1]), "is opened by no file before it");
    finds(&with(0, &other.files[0]), "is opened by no file before it");
    let twice = Joined { files: [&honest.files[..], &honest.files[1..2]].concat() };
    finds(&twice, "stands in a file before it");
    let missing = Joined { files: honest.files[..2].to_vec() };
    assert!(said(&missing).is_empty());
    assert!(verify_joined(&missing).facts.iter().any(|fact| fact.ends_with("is not in this file")));
    for (n, file) in wrong_joints(&honest, &other).into_iter().enumerate() {
        let lines = agree(&file.to_text());
        let tells = |line: &String| line.starts_with("fault: ") || line.ends_with("is not in this file");
        assert!(lines.iter().any(tells), "{n}: {lines:#?}");
    }
    // Whoever writes a whole history anew below has to write the one above anew as well.
    let anew = forged(&honest.files[1], |_, body| {
        let sealed = body["command"]["do"] == "seal";
        if sealed {
            body["at"] = json!(body["at"].as_i64().unwrap() + 1);
        }
        sealed
    });
    finds(&with(1, &anew), "closes a table that did not hand up what came of it so");
    // The table below names the one above, and a table that handed up is not broken off without its word.
    let laid = |change: &dyn Fn(&mut Value)| {
        forged(&honest.files[1], |_, body| {
            let is_it = body["kind"] == "laid-out";
            if is_it {
                change(body);
            }
            is_it
        })
    };
    for (key, value) in [("campaign", "elsewhere"), ("slot", "9/mill")] {
        let other = with(1, &laid(&|body| body["above"][key] = json!(value)));
        finds(&other, "does not name this entry as the one that opened it");
        agree(&other.to_text());
    }
    let by_hand = forged(&honest.files[0], |_, body| {
        let is_it = body["kind"] == "table-closed";
        if is_it {
            body["closed"] = json!({"slot": body["closed"]["slot"], "broken_off": true});
        }
        is_it
    });
    finds(&with(0, &by_hand), "closes a table that did not hand up what came of it so");
    agree(&with(0, &by_hand).to_text());
    let blues = joined(&setting, BLUE).await;
    finds(&with(1, &blues.files[1]), "is of another kind, or for another seat, than the first file");
    agree(&with(1, &blues.files[1]).to_text());
    // A table is closed once, after it was opened, and hands up once.
    let first = RefCell::new(None);
    let closes_again = forged(&honest.files[0], |_, body| {
        let is_it = body["kind"] == "table-closed";
        let known = first.borrow().clone();
        match known {
            Some(slot) if is_it => body["closed"]["slot"] = slot,
            None if is_it => drop(first.replace(Some(body["closed"]["slot"].clone()))),
            _ => {}
        }
        is_it
            && first.borrow().as_ref() == Some(&body["closed"]["slot"])
            && body["closed"]["broken_off"] == true
    });
    finds(&with(0, &closes_again), "closes a table that was closed");
    agree(&with(0, &closes_again).to_text());
    let never_opened = forged(&honest.files[0], |_, body| {
        let is_it = body["kind"] == "table-closed";
        if is_it {
            body["closed"]["slot"] = json!("9/none");
        }
        is_it
    });
    finds(&with(0, &never_opened), "closes a table that was not opened");
    agree(&with(0, &never_opened).to_text());
    let twice_up = forged(&honest.files[1], |_, body| {
        let is_it = body["kind"] == "command";
        if is_it {
            body["kind"] = json!("handed-up");
        }
        is_it
    });
    finds(&with(1, &twice_up), "hands up what came of it once more");
    agree(&with(1, &twice_up).to_text());
    // The dice below are those that the table above gives.
    let terms = with(1, &laid(&|body| body["terms"]["table"] = json!("agreed")));
    let judged: Vec<_> = audit_joined(&terms, RULEBOOKS).into_iter().flat_map(|audit| audit.faults).collect();
    assert!(judged.iter().any(|fault| fault.sentence.contains("other terms of its dice")), "{judged:?}");
    // Every changed letter of the text is found, or the text is none any more.
    let text = honest.to_text();
    for (from, to) in
        [("\"version\": 1,\n  \"files\"", "\"version\": 2,\n  \"files\""), ("\"files\"", "\"file\"")]
    {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text);
        assert!(Joined::parse(&changed).is_err());
    }
}

/// Both files are sound by themselves, and whoever knows the rules finds that they do not belong together.
#[tokio::test]
async fn a_result_that_was_not_handed_up_is_found() {
    let setting = hills().await;
    setting.done(Seat::Umpire, fight("ford", 2, 1)).await;
    setting.fought_out(&setting.below("1/ford").await, ["hold", "hold"]).await;
    assert!(is_done(&setting.take_in("1/ford").await));
    let file = joined(&setting, Seat::Umpire).await;
    assert!(audit_joined(&file, RULEBOOKS).iter().all(|audit| audit.faults.is_empty()));
    let poorer = forged(&file.files[0], |_, body| {
        let taken = body["command"]["do"] == "take-in";
        if taken {
            body["command"]["first"] = json!(1);
        }
        taken
    });
    let poorer = forged(&poorer, |_, body| {
        let home = body["events"][0]["event"] == "came-home" && body["events"][0]["side"] == 0;
        if home {
            body["events"][0]["coins"] = json!(1);
        }
        home
    });
    assert_eq!(audit(&poorer, RULEBOOKS).faults, []);
    let both = Joined { files: vec![poorer, file.files[1].clone()] };
    let faults: Vec<_> = audit_joined(&both, RULEBOOKS).into_iter().flat_map(|audit| audit.faults).collect();
    assert!(faults[0].sentence.contains("takes in something else"), "{faults:?}");
    let richer = forged(&file.files[1], |_, body| match body.pointer_mut("/position/side/0/coins") {
        Some(coins) => {
            *coins = json!(3);
            true
        }
        None => false,
    });
    assert_eq!(audit(&richer, RULEBOOKS).faults, []);
    let both = Joined { files: vec![file.files[0].clone(), richer] };
    let faults: Vec<_> = audit_joined(&both, RULEBOOKS).into_iter().flat_map(|audit| audit.faults).collect();
    assert!(faults[0].sentence.contains("did not begin from what went down"), "{faults:?}");
}

/// Two programs on one log open each table once, and of two that take it in at the same time one does.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_programs_open_a_table_once_and_take_it_in_once() {
    let mut nodes = Nodes::new().await;
    let (file, setup) = ("set-up".into(), rules_line::HILLS.into());
    let (system, start) = ("line".into(), DiceStart::AtOnce);
    let new = NewCampaign { file, setup, system, position: None, start, table_dice: true, identity: None };
    nodes.campaign = nodes.desks[0].create(new).await.unwrap();
    nodes.done(0, Seat::Umpire, fight("ford", 1, 1)).await;
    let below = |at: usize| {
        let (desk, campaign) = (Arc::clone(&nodes.desks[at]), nodes.campaign.clone());
        async move { desk.neighbours(&campaign, BLUE).await.unwrap().below }
    };
    let [ford] = &below(1).await[..] else { panic!("one table") };
    assert_eq!(below(0).await, std::slice::from_ref(ford));
    let line = std::mem::replace(&mut nodes.campaign, ford.campaign.to_string());
    for (at, side) in [(0, BLUE), (1, GREY)] {
        nodes.done(at, side, json!({"do": "seal", "stance": "hold"})).await;
        nodes.done(at, side, json!({"do": "close"})).await;
    }
    nodes.campaign = line;
    let take_in = |at: usize| {
        let (desk, campaign) = (Arc::clone(&nodes.desks[at]), nodes.campaign.clone());
        async move {
            let token = desk.fresh_token().unwrap();
            desk.take_in(&campaign, Seat::Umpire, "1/ford", None, token).await.unwrap()
        }
    };
    let (one, other) = tokio::join!(take_in(0), take_in(1));
    let n_done = [&one, &other].into_iter().filter(|answer| is_done(answer)).count();
    assert_eq!(n_done, 1, "{one:?} {other:?}");
    let late = if is_done(&one) { other } else { one };
    assert_eq!(code(&late), "table");
    for campaign in [nodes.campaign.clone(), ford.campaign.to_string()] {
        for desk in &nodes.desks {
            is_judged_the_same(desk, &campaign).await;
        }
    }
}

/// A snapshot remembers the tables below.
#[tokio::test]
async fn a_snapshot_remembers_the_tables_below() {
    let setting = hills().await;
    setting.done(Seat::Umpire, fight("ford", 1, 1)).await;
    setting.done(Seat::Umpire, fight("mill", 0, 0)).await;
    assert!(is_done(&setting.break_off("1/mill", "Nobody came.").await));
    for n in 0..70 {
        let ruling = NewRuling {
            rule: "HOUSE-LEVELS".into(),
            decision: format!("Nobody came, {n} times."),
            reason: "It rained.".into(),
            audience: kernel::Audience::Public,
        };
        let token = setting.desk.fresh_token().unwrap();
        let ruled = setting.desk.rule(&setting.campaign, Seat::Umpire, ruling, None, token).await.unwrap();
        assert!(is_done(&ruled), "{ruled:?}");
    }
    setting.desk.caught_up().await;
    let setting = setting.again().await;
    assert_eq!(setting.stands("1/ford").await, Stands::Open);
    assert_eq!(setting.stands("1/mill").await, Stands::BrokenOff);
    let by_hand = json!({"do": "take-in", "post": "ford", "first": 1, "second": 1, "held": null});
    assert_eq!(code(&setting.act(Seat::Umpire, by_hand).await), "open");
}
