//! A file is judged again: an honest one comes out the same, and one in which the owner of the log changed something
//! and computed every hash anew does not.

use kernel::{Audience, Seat};
use ledger::{Bundle, SqliteStore, Stream};
use serde_json::{Value, json};
use table::{Answer, Audit, Desk, DiceBy, FileKind, NewRuling, audit};

use crate::correcting::instead;
use crate::{BLUE, GREY, RULEBOOKS, Setting, open};

/// The umpire's file of a campaign.
async fn file(desk: &Desk, campaign: &str) -> Bundle {
    desk.export(campaign, Seat::Umpire, FileKind::Move).await.unwrap().unwrap()
}

/// Nothing of an honest campaign differs.
pub(crate) async fn is_judged_the_same(desk: &Desk, campaign: &str) {
    let whole = desk.examined(campaign).await.unwrap();
    let umpires = desk.export(campaign, Seat::Umpire, FileKind::Seat).await.unwrap().unwrap();
    for bundle in [whole, umpires] {
        crate::entries::are_written_as_read(&bundle);
        let audit = audit(&bundle, desk.rulebooks());
        assert_eq!(audit.faults, [], "{}", bundle.kind);
        let system = desk.rulebooks().iter().find(|rulebook| rulebook.name() == bundle.manifest.system);
        if system.unwrap().version().to_string() == bundle.manifest.rules_version {
            assert_eq!(audit.n_unproved, n_beside_others(&bundle), "{:?}", audit.notes);
        }
    }
}

/// What is proved only beside the files of other tables: the beginning of a table below another, and the entries by which
/// tables below were taken in.
fn n_beside_others(bundle: &Bundle) -> usize {
    let public = bundle.streams.iter().find(|stream| stream.name == Stream::Public).unwrap();
    let bodies = public.parts.iter().filter_map(|part| part.body.as_deref());
    let bodies = bodies.map(|body| serde_json::from_str::<Value>(body).unwrap());
    let apart = |body: &Value| {
        let taken_in = body["kind"] == "table-closed" && body["closed"]["broken_off"] != true;
        taken_in || body.get("above").is_some()
    };
    bodies.filter(apart).count()
}

/// A round of the toy system with all that can stand in a log.
async fn played() -> Setting {
    let setting = Setting::new().await;
    let placed = setting.next_entry().await;
    setting.done(BLUE, json!({"do": "place", "post": "wood"})).await;
    setting.done(BLUE, json!({"do": "pay"})).await;
    let ruling = NewRuling {
        rule: "HOUSE-COMMAND".into(),
        decision: "The ford is open.".into(),
        reason: "It was dry.".into(),
        audience: Audience::Public,
    };
    let token = || setting.desk.fresh_token().unwrap();
    setting.desk.rule(&setting.campaign, Seat::Umpire, ruling, None, token()).await.unwrap();
    setting.desk.write_to(&setting.campaign, BLUE, Audience::Side(0), "Hello.", token()).await.unwrap();
    let mut thrown = setting.submission(GREY, json!({"do": "pay"}));
    thrown.dice = DiceBy::Table(Vec::new());
    assert!(matches!(setting.send(thrown).await, Answer::Waits { .. }));
    let waiting = setting.desk.look(&setting.campaign, GREY).await.unwrap().waiting.remove(0);
    setting.desk.answer(&setting.campaign, GREY, waiting.act, token(), vec![5], None).await.unwrap();
    setting.done(GREY, json!({"do": "place", "post": "mill"})).await;
    setting.desk.undo(&setting.campaign, GREY, None, token()).await.unwrap();
    let answer =
        setting.correct(&instead(placed, json!({"do": "place", "post": "mill"})), "It stood there.").await;
    assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
    for side in [BLUE, GREY] {
        setting.act(side, json!({"do": "place", "post": "ford"})).await;
        setting.done(side, json!({"do": "close"})).await;
    }
    setting.night(BLUE, "raid").await;
    setting.night(GREY, "hold").await;
    setting
}

/// The first part of a file that a change finds something in, changed; all hashes computed anew.
pub(crate) fn forged(bundle: &Bundle, change: impl Fn(&Stream, &mut Value) -> bool) -> Bundle {
    let mut bundle = bundle.clone();
    for stream in &mut bundle.streams {
        for part in &mut stream.parts {
            let mut body: Value = serde_json::from_str(part.body.as_ref().unwrap()).unwrap();
            if change(&stream.name, &mut body) {
                part.body = Some(body.to_string());
                return bundle.rechained();
            }
        }
    }
    panic!("nothing to change");
}

/// What both verifiers say of a throw that nobody had agreed to have typed in.
pub(crate) const NOT_AGREED: &str = "is typed in, and not all sides had agreed to that";

/// What both verifiers say of words for the dice where by the terms nobody gives any.
pub(crate) const BY_NOBODY: &str = "gives words, and by its terms nobody does";

/// What both verifiers say of words that were signed for something else.
pub(crate) const UNSIGNED: &str = "opens words that its digest did not fix";

/// What judging a file again finds, where its hashes are right and nothing else can be seen without the rules, except that
/// throws were typed in without consent and that words do not fit the terms.
///
/// Whoever forges here has the seeds of both devices: where words hang on what was changed, they are signed anew.
pub(crate) fn found(bundle: &Bundle) -> Vec<String> {
    let unsigned = ledger::verify_bundle(bundle, None).faults.iter().any(|fault| fault.sentence == UNSIGNED);
    let signed = unsigned.then(|| bundle.clone().signed_by(&crate::words::seeds()));
    let bundle = signed.as_ref().unwrap_or(bundle);
    let report = ledger::verify_bundle(bundle, None);
    let hashes =
        report.faults.iter().find(|fault| ![NOT_AGREED, BY_NOBODY].contains(&fault.sentence.as_str()));
    assert!(hashes.is_none(), "the hashes are right: {:?}", report.faults);
    audit(bundle, RULEBOOKS).faults.iter().map(ToString::to_string).collect()
}

#[tokio::test]
async fn an_honest_file_comes_out_the_same() {
    let setting = played().await;
    setting.is_sound().await;
    let bundle = file(&setting.desk, &setting.campaign).await;
    assert_eq!(bundle.clone().rechained().to_text(), bundle.to_text());
    let Audit { n_proved, notes, .. } = audit(&bundle, RULEBOOKS);
    let n_entries = bundle.master.as_ref().unwrap().len();
    assert_eq!(n_proved, n_entries);
    assert_eq!(notes, [format!("{n_entries} of {n_entries} entries are what the rules give")]);
}

#[tokio::test]
async fn a_sides_file_says_what_is_judged_instead() {
    let setting = played().await;
    let bundle = setting.desk.export(&setting.campaign, BLUE, FileKind::Seat).await.unwrap().unwrap();
    let lines = audit(&bundle, RULEBOOKS).lines();
    assert!(lines[0].starts_with("judged again: no entry, for a seat's file"), "{lines:?}");
    assert!(lines[0].contains("totals with faces and modifiers"), "{lines:?}");
}

/// Each of these was "sound" when opening a file folded events and nobody judged them.
#[tokio::test]
async fn what_the_owner_of_the_log_writes_otherwise_is_found_and_named() {
    let setting = played().await;
    let bundle = file(&setting.desk, &setting.campaign).await;
    let coins = forged(&bundle, |_, body| {
        let here = body["kind"] == "command" && body.pointer("/events/0/coins").is_some();
        if here {
            body["events"][0]["coins"] = json!(99);
        }
        here
    });
    let said = found(&coins);
    assert!(said[0].starts_with("master 4: side-0: events[0].coins is 99, and the rules give "), "{said:?}");

    let has_events = |body: &Value| {
        body["kind"] == "command" && body["events"].as_array().is_some_and(|list| !list.is_empty())
    };
    let dropped = forged(&bundle, |stream, body| {
        let here = *stream == Stream::Side(0) && has_events(body);
        if here {
            body.as_object_mut().unwrap().remove("events");
        }
        here
    });
    let said = found(&dropped);
    assert!(said[0].starts_with("master 3: side-0: events is missing"), "{said:?}");

    let added = forged(&bundle, |stream, body| {
        let here = *stream == Stream::Side(0) && has_events(body);
        if here {
            let twice = body["events"][0].clone();
            body["events"].as_array_mut().unwrap().push(twice);
        }
        here
    });
    let said = found(&added);
    assert!(said[0].starts_with("master 3: side-0: events has 2, and the rules give 1"), "{said:?}");

    // An entry of words cannot bring events with it.
    let slipped = forged(&bundle, |_, body| {
        let here = body["kind"] == "wrote";
        if here {
            body["events"] = json!([{"event": "paid", "side": 0, "coins": 9}]);
        }
        here
    });
    let said = found(&slipped);
    assert!(said[0].contains("side-0: events stands there, and an entry like that has none"), "{said:?}");
}

#[tokio::test]
async fn a_correction_that_brings_other_than_it_gives_is_found() {
    let setting = played().await;
    let bundle = file(&setting.desk, &setting.campaign).await;
    let forged = forged(&bundle, |_, body| {
        let Some(acts) = body.pointer_mut("/course/steps/0/acts/0/events/0/1") else { return false };
        acts["post"] = json!("wood");
        true
    });
    let said = found(&forged);
    assert!(
        said[0].contains(
            "umpire: course.steps[0].acts[0].events[0][1].post is \"wood\", and the rules give \"mill\""
        ),
        "{said:?}"
    );
}

#[tokio::test]
async fn a_cut_tail_is_for_a_noted_head_to_find() {
    let setting = played().await;
    let mut bundle = file(&setting.desk, &setting.campaign).await;
    let master = bundle.master.as_mut().unwrap();
    let at = master.len() - 1;
    let cut = master.remove(at);
    for name in cut.parts {
        bundle.streams.iter_mut().find(|stream| stream.name == name.stream).unwrap().parts.pop();
    }
    assert_eq!(
        found(&bundle.clone().rechained()),
        [] as [String; 0],
        "a cut tail: only a noted head finds it"
    );
}

/// Whoever raises the version of every entry would otherwise have them all judged by rules of his own choice.
#[tokio::test]
async fn what_rules_judged_that_this_build_does_not_have_is_never_proved() {
    let setting = played().await;
    let bundle = file(&setting.desk, &setting.campaign).await;
    let n_entries = bundle.master.as_ref().unwrap().len();
    let newer = under(&bundle, rules_toy_version() + 1);
    let told = audit(&newer.clone().rechained(), RULEBOOKS);
    assert_eq!((told.faults.len(), told.n_proved, told.n_unproved), (0, 0, n_entries), "{told:?}");
    // The first entry as it was, all others newer.
    let mut mixed = newer;
    mixed.streams[0].parts[0].body = bundle.streams[0].parts[0].body.clone();
    mixed.manifest.rules_version = bundle.manifest.rules_version.clone();
    let told = audit(&mixed.rechained(), RULEBOOKS);
    assert_eq!((told.faults.len(), told.n_proved, told.n_unproved), (0, 1, n_entries - 1), "{told:?}");
}

/// A verdict tells what is wrong with the file, and not what a program does that opens a log.
#[tokio::test]
async fn a_fault_is_told_as_a_fault_of_the_file() {
    let setting = played().await;
    let bundle = file(&setting.desk, &setting.campaign).await;
    let odd = forged(&bundle, |_, body| {
        let here = body["kind"] == "wrote";
        if here {
            body["message"] = json!(7);
        }
        here
    });
    let said = found(&odd);
    assert!(said[0].contains("cannot be read: side-0: invalid type"), "{said:?}");
    assert!(!said[0].contains("Nothing was changed") && !said[0].contains("column"), "{said:?}");

    let placed = forged(&bundle, |_, body| {
        let here = body["kind"] == "laid-out";
        if here {
            // A part has terms or a position.
            body.as_object_mut().unwrap().retain(|key, _| key != "terms" && key != "umpires");
            body["position"] = json!({"day": "never"});
        }
        here
    });
    let said = found(&placed);
    assert!(said[0].contains("position") && !said[0].contains("The file has"), "{said:?}");

    let changes: [fn(&mut Bundle); 2] = [
        |bundle| bundle.manifest.title = "Turned \u{202e}".into(),
        |bundle| bundle.manifest.sides.swap(0, 1),
    ];
    for change in changes {
        let mut other = bundle.clone();
        change(&mut other);
        let other = other.rechained();
        assert!(ledger::verify_bundle(&other, None).is_sound(), "only the set-up tells");
        assert!(!ledger::verify_bundle(&other, None).lines()[0].contains('\u{202e}'));
        let lines = audit(&other, RULEBOOKS).lines();
        assert_eq!(lines[0], "judged again: no entry, for the set-up gives another manifest");
        assert!(lines[1].starts_with("fault: manifest."), "{lines:?}");
    }
}

#[tokio::test]
async fn what_other_rules_judge_otherwise_is_unproved_and_no_fault() {
    let setting = played().await;
    let bundle = file(&setting.desk, &setting.campaign).await;
    let older = older(&bundle);
    let same = audit(&older.clone().rechained(), RULEBOOKS);
    assert_eq!(
        (same.faults.len(), same.n_unproved),
        (0, 0),
        "judged the same, whatever it was judged by: {same:?}"
    );
    let changed = forged(&older, |_, body| {
        let here = body.pointer("/events/0/coins").is_some();
        if here {
            body["events"][0]["coins"] = json!(6);
            body["rolls"][0]["record"]["asked"]["text"] = json!("Other words");
        }
        here
    });
    let told = audit(&changed, RULEBOOKS);
    assert_eq!(told.faults, []);
    assert!(told.n_unproved > 0, "{told:?}");
    assert!(told.notes[0].contains(" unproved, of ") && told.notes[0].contains(": this build"), "{told:?}");

    let mut unknown = bundle.clone();
    unknown.manifest.system = "chess".into();
    let told = audit(&unknown, RULEBOOKS);
    assert_eq!((told.n_unproved, told.faults.len()), (bundle.master.as_ref().unwrap().len(), 0));
}

/// Opening a campaign believes its log, and folding what no rules gave can end the program.
#[tokio::test]
async fn what_the_rules_do_not_give_is_not_taken_in() {
    let setting = played().await;
    let bundle = file(&setting.desk, &setting.campaign).await;
    let elsewhere = Setting::new().await;
    let fault = elsewhere.desk.import(&no_post(&bundle).to_text()).await.unwrap_err().to_string();
    assert!(fault.contains("nothing was imported") && fault.contains("and the rules give"), "{fault}");

    // By other rules it may be right, but this program cannot open what it cannot fold.
    let older = older(&bundle);
    let fault = elsewhere.desk.import(&no_post(&older).to_text()).await.unwrap_err().to_string();
    assert!(fault.contains("the rules cannot take in what it says"), "{fault}");

    // After entries of newer rules nothing of this program's may come.
    let newer = under(&bundle, rules_toy_version() + 1).rechained();
    let fault = elsewhere.desk.import(&newer.to_text()).await.unwrap_err().to_string();
    assert!(fault.contains("use a newer program") && fault.contains("nothing was imported"), "{fault}");

    let taken = elsewhere.desk.import(&older.rechained().to_text()).await.unwrap();
    assert_eq!((taken.id, taken.n_unproved), (setting.campaign, 0));
}

/// Every event that names a post names one that the set-up does not have.
fn no_post(bundle: &Bundle) -> Bundle {
    let mut bundle = bundle.clone();
    for part in bundle.streams.iter_mut().flat_map(|stream| &mut stream.parts) {
        let mut body: Value = serde_json::from_str(part.body.as_ref().unwrap()).unwrap();
        let events = body.get_mut("events").and_then(Value::as_array_mut).into_iter().flatten();
        for event in events.filter(|event| event.get("post").is_some()) {
            event["post"] = json!("nowhere");
        }
        part.body = Some(body.to_string());
    }
    bundle.rechained()
}

/// Why a log cannot be opened that somebody put into a folder.
async fn opened(bundle: &Bundle, campaign: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("log.sqlite3")).await.unwrap();
    ledger::import(&store, bundle).await.unwrap();
    drop(store);
    open(&folder).await.look(campaign, BLUE).await.unwrap_err().to_string()
}

/// A log that somebody put into a folder is not judged when it is opened. What cannot be folded is told, and the program
/// goes on.
#[tokio::test]
async fn a_log_that_cannot_be_taken_in_is_told() {
    let setting = played().await;
    let bundle = no_post(&file(&setting.desk, &setting.campaign).await);
    let fault = opened(&bundle, &setting.campaign).await;
    assert!(fault.contains("cannot be read: the rules cannot take in what it says"), "{fault}");
}

/// The same file with another word for what an entry is, or for what happened in it, in the last entry.
fn as_a_newer_program_would_write(bundle: &Bundle, field: &str) -> Bundle {
    let mut bundle = bundle.clone();
    let read = |body: &Option<String>| serde_json::from_str::<Value>(body.as_ref().unwrap()).unwrap();
    let parts = bundle.streams.iter_mut().flat_map(|stream| &mut stream.parts);
    let last = parts.filter(|part| read(&part.body)["events"].get(0).is_some()).last().unwrap();
    let mut body = read(&last.body);
    match field {
        "kind" => body["kind"] = json!("weather-forecast"),
        _ => body["events"][0]["event"] = json!("tornado"),
    }
    last.body = Some(body.to_string());
    bundle.rechained()
}

/// A program that is older than a log says so in one sentence, when it opens the log and when it takes in its file.
#[tokio::test]
async fn what_a_newer_program_wrote_is_refused_in_one_sentence() {
    let setting = played().await;
    let whole = file(&setting.desk, &setting.campaign).await;
    let no_kind = "this program knows no entries of the kind \"weather-forecast\"";
    for (field, said, said_of_the_file) in [
        ("kind", no_kind, no_kind),
        (
            "event",
            "pickets rules version 2 cannot read the event \"tornado\": unknown variant `tornado`.",
            "is \"tornado\", and the rules give",
        ),
    ] {
        let bundle = as_a_newer_program_would_write(&whole, field);
        let fault = opened(&bundle, &setting.campaign).await;
        assert!(fault.contains(said) && fault.contains("or a newer one."), "{fault}");
        assert!(!fault.contains("expected"), "{fault}");
        let imported = Setting::new().await.desk.import(&bundle.to_text()).await.unwrap_err().to_string();
        assert!(imported.contains(said_of_the_file) && !imported.contains("expected"), "{imported}");
    }
}

/// The same file as it would stand under an older version of the rules.
fn older(bundle: &Bundle) -> Bundle {
    under(bundle, 0)
}

fn under(bundle: &Bundle, other: u32) -> Bundle {
    let mut older = bundle.clone();
    let (name, version) = (&bundle.manifest.system, rules_toy_version());
    for part in older.streams.iter_mut().flat_map(|stream| &mut stream.parts) {
        let body = part.body.take().unwrap();
        part.body = Some(body.replace(&format!("{name}/{version}"), &format!("{name}/{other}")));
    }
    older.manifest.rules_version = other.to_string();
    older
}

fn rules_toy_version() -> u32 {
    RULEBOOKS[0].version()
}
