//! Seals written otherwise by the owner of the log, every hash computed anew, and commands that carry one where nothing is
//! sealed.

use kernel::Seat;
use serde_json::{Value, json};

use crate::audit::{forged, found};
use crate::correcting::instead;
use crate::forgery::{Written, honest, place, told};
use crate::throws::done;
use crate::{BLUE, GREY, Setting, code};

const NONCE: &str = "00112233445566778899aabbccddeeff";

fn does(entry: &Written, what: &str) -> bool {
    entry.says("/command/do", &json!(what)) && entry.says("/seat", &json!("side-0"))
}

fn without(entry: &mut Written, field: &str) {
    entry.change(|body| {
        if let Some(command) = body.get_mut("command").and_then(Value::as_object_mut) {
            command.remove(field);
        }
    });
}

#[tokio::test]
async fn a_nonce_stands_where_a_choice_is_sealed_and_nowhere_else() {
    let setting = Setting::new().await;
    setting.dusk().await;
    setting.night(BLUE, "raid").await;
    let file = setting.whole().await;
    let entries = honest(&file);
    let (pays, seals) = (place(&entries, |e| does(e, "pay")), place(&entries, |e| does(e, "seal")));
    for field in ["nonce", "digest"] {
        let mut stripped = entries.clone();
        without(&mut stripped[seals], field);
        let said = told(&file, &stripped);
        assert!(said.contains("its command") && said.contains(field), "{field}: {said}");
        let mut added = entries.clone();
        added[pays].change(|body| body["command"][field] = json!(NONCE.repeat(2)));
        let said = told(&file, &added);
        assert!(said.contains("its command holds a nonce or a digest, and nothing is sealed"), "{said}");
    }
}

/// A side's file holds no rules by which a slot could be known; an opening names its own, and has the digest of it.
#[tokio::test]
async fn the_slot_of_a_seal_is_found_wrong_in_a_sides_file_once_it_is_opened() {
    let setting = Setting::new().await;
    setting.dusk().await;
    setting.night(BLUE, "raid").await;
    let own =
        async || setting.desk.export(&setting.campaign, GREY, table::FileKind::Seat).await.unwrap().unwrap();
    let elsewhere = |_: &ledger::Stream, body: &mut Value| {
        let Some(seal) = body.pointer_mut("/seals/0") else { return false };
        seal["slot"] = json!("another slot");
        true
    };
    let file = forged(&own().await, elsewhere);
    assert_eq!(ledger::verify_bundle(&file, None).faults, [], "nothing in the file tells");
    let lines = table::audit(&file, crate::RULEBOOKS).lines();
    assert!(
        lines[0].contains("what was sealed and is not opened here is judged in an umpire's"),
        "{lines:?}"
    );
    // With the rules it is found at once.
    let said = found(&forged(&setting.whole().await, elsewhere));
    assert!(said[0].contains("seals[0].slot is \"another slot\""), "{said:?}");
    setting.night(GREY, "hold").await;
    let file = forged(&own().await, elsewhere);
    let report = ledger::verify_bundle(&file, None);
    assert!(report.lines().iter().any(|line| line.contains("opens what was not sealed")), "{report:?}");
}

#[tokio::test]
async fn a_correction_that_seals_a_choice_holds_its_nonce() {
    let setting = Setting::new().await;
    setting.dusk().await;
    let sealed = setting.next_entry().await;
    setting.done(BLUE, json!({"do": "seal", "stance": "raid"})).await;
    done(&setting.correct(&instead(sealed, json!({"do": "seal", "stance": "hold"})), "A slip.").await);
    let file = setting.whole().await;
    let mut entries = honest(&file);
    let at = place(&entries, |entry| entry.is("corrected"));
    entries[at].change(|body| {
        let acts = body.pointer_mut("/course/steps/0/acts/0/command").and_then(Value::as_object_mut);
        acts.map(|command| command.remove("nonce"));
        let change = body.pointer_mut(&format!("/correction/changes/{sealed}/replace"));
        change.and_then(Value::as_object_mut).map(|command| command.remove("nonce"));
    });
    let said = told(&file, &entries);
    assert!(said.contains("its nonce is missing"), "{said}");
}

#[tokio::test]
async fn half_of_a_nonce_is_taken_with_a_choice_that_is_sealed_alone() {
    let setting = Setting::new().await;
    let pay = json!({"do": "pay", "nonce": NONCE});
    let told =
        setting.desk.would_take(&setting.campaign, setting.submission(BLUE, pay.clone())).await.unwrap();
    let sentence = &told.unwrap_err().first().sentence.clone();
    assert_eq!(sentence, "This command seals nothing, so it has no field \"nonce\". Nothing was done.");
    assert_eq!(code(&setting.act(BLUE, pay).await), "command");
    // A page does not know which of its forms seal a choice.
    let half = Some([7; 16]);
    let offered = setting.submission(BLUE, json!({"do": "pay"}));
    done(&setting.desk.submit_offering(&setting.campaign, offered, half).await.unwrap());
    setting.done(BLUE, json!({"do": "close"})).await;
    setting.done(GREY, json!({"do": "pay"})).await;
    setting.done(GREY, json!({"do": "close"})).await;
    setting.done(BLUE, json!({"do": "seal", "stance": "raid", "nonce": NONCE})).await;
    let offered = setting.submission(GREY, json!({"do": "seal", "stance": "hold"}));
    done(&setting.desk.submit_offering(&setting.campaign, offered, half).await.unwrap());
    let log = setting.desk.export(&setting.campaign, Seat::Umpire, table::FileKind::Seat).await.unwrap();
    let text = log.unwrap().to_text();
    assert!(text.contains(&format!("nonce\\\":\\\"{NONCE}")), "half of it is the seat's");
    assert!(text.contains(&format!("nonce\\\":\\\"{}", "07".repeat(16))), "half of it is the seat's");
    setting.is_sound().await;
}

/// What a sender's words may say they say wherever they are quoted.
#[tokio::test]
async fn reasons_for_what_would_not_be_taken_turn_no_line() {
    let setting = Setting::new().await;
    let odd = json!({"do": "place", "post": "fo\u{202e}rd"});
    let told =
        setting.desk.would_take(&setting.campaign, setting.submission(BLUE, odd.clone())).await.unwrap();
    for refusal in told.unwrap_err().all() {
        assert!(!refusal.sentence.contains('\u{202e}'), "{refusal:?}");
    }
    for command in [odd, json!({"do": "fo\u{202e}rd"})] {
        let answer = setting.act(BLUE, command).await;
        assert!(
            !format!("{answer:?}").contains('\u{202e}') && !format!("{answer:?}").contains("u{202e}"),
            "{answer:?}"
        );
    }
}
