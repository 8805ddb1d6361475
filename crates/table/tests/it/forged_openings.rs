//! How the dice came to be, and who throws, written otherwise by the owner of the log, every hash computed anew.

use kernel::Seat;
use ledger::Bundle;
use ledger::bundle::{MasterLink, PartName};
use serde_json::{Value, json};
use table::{FileKind, TableWord, audit};

use crate::audit::{forged, found};
use crate::words::done;
use crate::{BLUE, DiceStart, GREY, RULEBOOKS, Setting, new_campaign};

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
    let said = found(&without(&played(FileKind::Move).await, "table-dice").rechained());
    assert!(said[0].contains("typed in, and not all sides have agreed"), "{said:?}");
}

#[tokio::test]
async fn neither_terms_nor_hands_nor_who_opened_can_be_written_otherwise() {
    let file = played(FileKind::Move).await;
    let forgeries: [(&str, Option<&str>, fn(&mut Value)); 7] = [
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
        let said = found(&changed(&file, kind, seat, change));
        assert!(said.len() == 1 && said[0].starts_with("master "), "{n} {kind}: {said:?}");
    }
}
