//! How the dice came to be, and who throws, written otherwise by the owner of the log, every hash computed anew.

use kernel::Seat;
use ledger::bundle::{MasterLink, PartName};
use ledger::{Bundle, SqliteStore, Stream};
use serde_json::{Value, json};
use table::{Answer, FileKind, TableWord, audit};

use crate::audit::{BY_NOBODY, NOT_AGREED, forged, found};
use crate::forgery::{entries, honest, place, told, written};
use crate::words::done;
use crate::{BLUE, DiceStart, GREY, RULEBOOKS, Setting, code, new_campaign};

/// A campaign with words of both devices, and a throw that was typed in with the consent of both sides.
async fn played(kind: FileKind) -> Bundle {
    let setting = Setting::new().await;
    let campaign = setting.desk.create(new_campaign(DiceStart::Words, false, None)).await.unwrap();
    let setting = Setting { campaign, ..setting };
    for side in [BLUE, GREY] {
        done(&setting.pledge(side).await);
    }
    for side in [BLUE, GREY] {
        done(&setting.reveal(side).await);
    }
    done(&setting.say(BLUE, TableWord::Ask).await);
    done(&setting.say(GREY, TableWord::Agree).await);
    done(&setting.typed(BLUE, vec![vec![6]]).await);
    setting.done(GREY, json!({"do": "pay"})).await;
    let file = setting.desk.export(&setting.campaign, Seat::Umpire, kind).await.unwrap().unwrap();
    assert_eq!(found(&file), [] as [String; 0]);
    assert_eq!(audit(&file, RULEBOOKS).n_unproved, 0);
    file
}

fn body_of(bundle: &Bundle, name: &PartName) -> Value {
    let stream = bundle.streams.iter().find(|stream| stream.name == name.stream).unwrap();
    let part = &stream.parts[usize::try_from(name.number).unwrap() - 1];
    serde_json::from_str(part.body.as_ref().unwrap()).unwrap()
}

/// The file without the entries of a kind; what comes after them moves up.
fn without(bundle: &Bundle, kind: &str) -> Bundle {
    let mut bundle = bundle.clone();
    let is_kind = |bundle: &Bundle, link: &MasterLink| {
        link.parts.iter().any(|name| body_of(bundle, name)["kind"] == kind)
    };
    let mut n_dropped = 0;
    while let Some(at) = bundle.master.as_ref().unwrap().iter().position(|link| is_kind(&bundle, link)) {
        let dropped = bundle.master.as_mut().unwrap().remove(at);
        for name in dropped.parts {
            let stream = bundle.streams.iter_mut().find(|stream| stream.name == name.stream).unwrap();
            stream.parts.remove(usize::try_from(name.number).unwrap() - 1);
            let names = bundle.master.iter_mut().flatten().flat_map(|link| &mut link.parts);
            names
                .filter(|other| other.stream == name.stream && other.number > name.number)
                .for_each(|other| other.number -= 1);
        }
        n_dropped += 1;
    }
    assert!(n_dropped > 0, "nothing to drop");
    bundle
}

/// A body's kind and seat, and what becomes of it.
type Forgery = (&'static str, Option<&'static str>, fn(&mut Value));

/// Changes the first body of a kind, of a seat.
fn changed(bundle: &Bundle, kind: &str, seat: Option<&str>, change: fn(&mut Value)) -> Bundle {
    forged(bundle, |_, body| {
        let here = body["kind"] == kind && seat.is_none_or(|seat| body["seat"] == seat);
        if here {
            change(body);
        }
        here
    })
}

#[tokio::test]
async fn words_that_were_never_opened_make_no_dice() {
    let mut file = without(&played(FileKind::Seat).await, "revealed");
    file.contributions.clear();
    let said = found(&file.rechained());
    assert!(said[0].contains("the house writes no such entry"), "{said:?}");
}

#[tokio::test]
async fn typed_dice_need_the_consent_that_stands_in_the_log() {
    let forged = without(&played(FileKind::Move).await, "table-dice").rechained();
    let seen = ledger::verify_bundle(&forged, None).faults;
    assert_eq!(
        seen.iter().map(|fault| &fault.sentence).collect::<Vec<_>>(),
        [NOT_AGREED],
        "without the rules"
    );
    let said = found(&forged);
    assert!(said[0].contains("typed in, and not all sides have agreed"), "{said:?}");
}

#[tokio::test]
async fn neither_terms_nor_hands_nor_who_opened_can_be_written_otherwise() {
    let file = played(FileKind::Move).await;
    let forgeries: [Forgery; 7] = [
        ("laid-out", None, |body| body["terms"]["words"] = json!("nobody")),
        ("laid-out", None, |body| body["terms"]["table"] = json!("free")),
        ("laid-out", None, |body| drop(body.as_object_mut().unwrap().remove("terms"))),
        ("dice-opened", None, |body| {
            body["seat"] = json!("umpire");
            body["by"] = json!("umpire");
        }),
        ("pledged", Some("side-1"), |body| body["by"] = json!("side-0")),
        ("pledged", Some("side-1"), |body| body["by"] = json!("umpire")),
        ("revealed", Some("side-1"), |body| body["by"] = json!("umpire")),
    ];
    for (n, (kind, seat, change)) in forgeries.into_iter().enumerate() {
        let forged = changed(&file, kind, seat, change);
        let said = found(&forged);
        assert!(said.len() == 1 && said[0].starts_with("master "), "{n} {kind}: {said:?}");
        // Without the rules it is seen where words contradict the terms: two digests and what they fixed.
        let seen = ledger::verify_bundle(&forged, None).faults;
        let n_seen = seen.iter().filter(|fault| fault.sentence == BY_NOBODY).count();
        assert_eq!(n_seen, if n == 0 { 4 } else { 0 }, "{n} {kind}: {seen:?}");
    }
}

/// A log that somebody put into the folder of a program, which opens it without judging it.
async fn put_there(bundle: &Bundle) -> Setting {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("log.sqlite3")).await.unwrap();
    // Whoever owns the folder has the seeds of both devices here.
    let bundle = &bundle.clone().signed_by(&crate::words::seeds());
    ledger::import(&store, bundle).await.unwrap();
    drop(store);
    let desk = crate::open(&folder).await;
    Setting { folder, desk, campaign: bundle.manifest.campaign.to_string() }
}

/// What everyone reads says one thing of the dice, and a second part another.
#[tokio::test]
async fn a_second_part_of_a_beginning_changes_no_terms() {
    let file = played(FileKind::Move).await;
    let mut typed = honest(&file);
    // As in a log of an earlier build, which fixed nothing.
    typed[0].change(|body| drop(body.as_object_mut().unwrap().remove("umpires")));
    typed[0].also(Stream::Umpire, |body| body["terms"] = json!({"words": "nobody", "table": "free"}));
    typed.retain(|entry| !entry.is("table-dice"));
    let said = told(&file, &typed);
    assert!(said.contains("master 1: a beginning has one part for everyone"), "{said}");
    // Nothing is taken in where a throw stands that nobody had agreed to.
    let mut unthrown = typed.clone();
    unthrown.retain(|entry| !entry.says("/rolls/0/origin", &json!("table")));
    let there = put_there(&written(&file, &unthrown)).await;
    assert_eq!(code(&there.typed(GREY, vec![vec![6]]).await), "consent", "opened without being judged");

    let mut unopened = typed;
    unopened.retain(|entry| entry.is("laid-out") || entry.is("dice-opened"));
    let mut without_words = file.clone();
    without_words.contributions.clear();
    let said = told(&without_words, &unopened);
    assert!(said.contains("master 1: a beginning has one part for everyone"), "{said}");
}

#[tokio::test]
async fn words_are_counted_once_however_many_parts_say_that_the_dice_are_open() {
    let file = played(FileKind::Move).await;
    let mut parts = honest(&file);
    let at = place(&parts, |entry| entry.is("dice-opened"));
    for stream in [Stream::Side(0), Stream::Side(1), Stream::Umpire] {
        parts[at].also(stream, |_| ());
    }
    let said = told(&file, &parts);
    assert!(said.contains("an entry like that is not written here by that seat"), "{said}");
    let there = put_there(&written(&file, &parts)).await;
    assert_eq!(there.key_words().await.len(), 2, "opened without being judged");
}

/// What a side's own device has fixed nobody replaces, in play or in a file.
#[tokio::test]
async fn the_tables_words_do_not_take_the_place_of_a_digest_that_stands() {
    let setting = Setting::laid_out(DiceStart::Words).await;
    let for_grey = async || {
        let token = setting.desk.fresh_token().unwrap();
        setting
            .desk
            .words_for(&setting.campaign, Seat::Umpire, GREY, "It does not come.", token)
            .await
            .unwrap()
    };
    done(&for_grey().await);
    done(&setting.pledge(GREY).await);
    let answer = for_grey().await;
    assert_eq!(code(&answer), "stands");
    let Answer::Refused(refusals) = &answer else { unreachable!() };
    assert!(
        refusals.first().sentence.contains("has given its digest itself. The table’s words"),
        "{refusals:?}"
    );
    done(&setting.pledge(BLUE).await);
    let file = setting.whole().await;
    let mut swapped = entries(&file);
    assert_eq!(told(&file, &swapped), "");
    let greys: Vec<usize> = (0..swapped.len())
        .filter(|at| swapped[*at].is("pledged") && swapped[*at].says("/seat", &json!("side-1")))
        .collect();
    swapped.swap(greys[0], greys[1]);
    let said = told(&file, &swapped);
    assert!(said.contains("the house writes no such entry as things stand"), "{said}");
}

/// What a campaign is begun on stands in its first entry: a file without any would let whoever opens it choose.
#[tokio::test]
async fn a_file_without_any_entry_is_not_taken_in() {
    let mut file = played(FileKind::Move).await;
    file.master.as_mut().unwrap().clear();
    file.streams.iter_mut().for_each(|stream| stream.parts.clear());
    file.contributions.clear();
    let text = file.rechained().to_text();
    let fault = table::importable(&text, RULEBOOKS).unwrap_err().to_string();
    assert!(fault.contains("has no entry that begins the campaign"), "{fault}");
}

/// A set-up that the rules cannot read would stand in the folder for ever, and nobody could open it or take it out.
#[tokio::test]
async fn a_file_whose_set_up_cannot_be_opened_is_not_taken_in() {
    let setting = Setting::new().await;
    let mut file =
        setting.desk.export(&setting.campaign, Seat::Umpire, FileKind::Seat).await.unwrap().unwrap();
    file.setup = Some("x".into());
    file.manifest.rules_version = "1".into();
    let text = file.rechained().to_text();
    assert_eq!(ledger::verify(&text, None).faults, [], "chains alone do not tell");
    let fault = table::importable(&text, RULEBOOKS).unwrap_err().to_string();
    assert!(fault.contains("cannot begin from it"), "{fault}");
}
