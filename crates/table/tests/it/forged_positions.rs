//! Another position to begin from, written into a log beside the words that the sides have signed.

use ledger::{Bundle, Stream, beginning_digest, verify_bundle};
use serde_json::{Value, json};

use crate::audit::{UNSIGNED, forged, found};
use crate::forgery::{entries, told};
use crate::words::done;
use crate::{BLUE, DiceStart, GREY, Setting};

/// A campaign of Battlefront that was brought in, its dice open by the words of both devices.
async fn brought_in() -> Bundle {
    let position: Value = toml::from_str(rules_battlefront::SAMPLE_POSITION).unwrap();
    let setting = Setting::of(1, rules_battlefront::SAMPLE, Some(position), DiceStart::Words).await;
    for side in [BLUE, GREY] {
        done(&setting.pledge(side).await);
    }
    for side in [BLUE, GREY] {
        done(&setting.reveal(side).await);
    }
    setting.is_sound().await;
    let file = setting.whole().await;
    assert_eq!(found(&file), [] as [String; 0]);
    file
}

fn faults(file: &Bundle) -> Vec<String> {
    verify_bundle(file, None).faults.iter().map(ToString::to_string).collect()
}

fn at_another(file: &Bundle) -> Bundle {
    forged(file, |stream, body| {
        let here = *stream == Stream::Umpire;
        if here {
            assert!(body["salt"].is_string(), "{body}");
            body["position"]["day"] = json!(body["position"]["day"].as_u64().unwrap() + 1);
        }
        here
    })
}

/// The file with the digest of what the umpire reads first in it.
pub(crate) fn fixing_its_beginning(file: &Bundle) -> Bundle {
    let own = file.streams.iter().find(|stream| stream.name == Stream::Umpire).unwrap();
    let digest = beginning_digest(&file.manifest.campaign, own.parts[0].body.as_deref().unwrap());
    forged(file, |stream, body| {
        body["umpires"] = json!(digest.to_string());
        *stream == Stream::Public
    })
}

#[tokio::test]
async fn words_hold_at_the_position_alone_that_was_brought_in() {
    let file = brought_in().await;
    let other = at_another(&file);
    assert_eq!(faults(&other), ["public 1: fixes another beginning than the umpire reads"]);

    // With the digest of the other position the words of the sides no longer hold.
    let told = faults(&fixing_its_beginning(&other));
    assert!(told.len() == 2 && told.iter().all(|fault| fault.ends_with(UNSIGNED)), "{told:?}");
}

#[tokio::test]
async fn the_rules_do_not_judge_a_beginning_that_is_not_the_one_fixed() {
    let file = brought_in().await;
    for (changed, key) in [(Stream::Umpire, "salt"), (Stream::Public, "umpires")] {
        let mut parts = entries(&file);
        for (stream, body) in &mut parts[0].parts {
            if *stream == changed {
                body.as_object_mut().unwrap().remove(key).unwrap();
            }
        }
        let said = table::audit(&crate::forgery::written(&file, &parts), crate::RULEBOOKS).faults;
        let said: Vec<_> = said.iter().map(ToString::to_string).collect();
        assert!(said[0].starts_with("master 1: a beginning has one part for everyone"), "{said:?}");
    }
}

/// What the umpire alone reads of a beginning is the table's word too.
#[tokio::test]
async fn a_beginning_in_the_name_of_a_seat_is_found() {
    let file = brought_in().await;
    for key in ["seat", "by"] {
        let mut parts = entries(&file);
        for (stream, body) in &mut parts[0].parts {
            if *stream == Stream::Umpire {
                body[key] = json!("umpire");
            }
        }
        let said = table::audit(&crate::forgery::written(&file, &parts), crate::RULEBOOKS).faults;
        let said: Vec<_> = said.iter().map(ToString::to_string).collect();
        assert_eq!(said, ["master 1: umpire: the table begins a campaign, and no seat does"], "{key}");
    }
}

/// A campaign of an earlier build says that nothing fixes its position, and is judged.
#[tokio::test]
async fn a_beginning_of_an_earlier_build_gives_weaker_proof() {
    let file = brought_in().await;
    let mut parts = entries(&file);
    for (_, body) in &mut parts[0].parts {
        body.as_object_mut().unwrap().retain(|key, _| key != "salt" && key != "umpires");
    }
    assert_eq!(told(&file, &parts), "");
    let report = verify_bundle(&crate::forgery::written(&file, &parts), None);
    let weaker: Vec<_> = report.facts.iter().filter(|fact| fact.starts_with("weaker")).collect();
    assert!(weaker[0].contains("no digest fixes what it began from"), "{weaker:?}");
}
