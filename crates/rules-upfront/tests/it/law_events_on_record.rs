//! Events keep the form in which files hold them, whichever section they belong to.

use rules_upfront::Event;
use serde_json::Value;

const RELEASED: &str = include_str!("../../../adjutant/tests/released/up-front-campaign-1.adjutant.json");

/// Those of which the released file has none.
const OTHERS: [&str; 15] = [
    r#"{"event":"ruling-set","ruling":"R05","word":"yes"}"#,
    r#"{"event":"attacker-named","side":0,"attacker":1}"#,
    r#"{"event":"attacker-set","attacker":1}"#,
    r#"{"event":"transferred","side":0,"slot":"SL","man":23,"pool":[2,23],"nth":2}"#,
    r#"{"event":"replaced","side":1,"man":7,"how":"replaced"}"#,
    r#"{"event":"scored","side":0,"kind":"won","amount":10}"#,
    r#"{"event":"scored","side":0,"kind":"replaced","amount":-1,"man":"P"}"#,
    r#"{"event":"withdrawal-announced","side":0,"group":"A"}"#,
    r#"{"event":"withdrawal-taken-back","side":0,"group":"A"}"#,
    r#"{"event":"group-left","side":0,"group":"A"}"#,
    r#"{"event":"settled-by-umpire","upheld":0,"reason":"He saw it"}"#,
    r#"{"event":"settled-by-umpire"}"#,
    r#"{"event":"decisions-made","side":1}"#,
    r#"{"event":"campaign-ended","winner":0}"#,
    r#"{"event":"campaign-ended"}"#,
];

fn is_kept(written: &str) {
    let event: Event = serde_json::from_str(written).unwrap_or_else(|fault| panic!("{fault}: {written}"));
    assert_eq!(serde_json::to_string(&event).expect("an event is written"), written);
}

#[test]
fn every_event_of_a_released_file_is_read_and_written_as_it_stands() {
    let file: Value = serde_json::from_str(RELEASED).expect("a campaign file");
    let parts = file["streams"].as_array().into_iter().flatten();
    let parts = parts.flat_map(|stream| stream["parts"].as_array().into_iter().flatten());
    let mut n_events = 0;
    for part in parts {
        let body: Value = serde_json::from_str(part["body"].as_str().expect("a body")).expect("a part");
        for event in body["events"].as_array().into_iter().flatten() {
            is_kept(&event.to_string());
            n_events += 1;
        }
    }
    assert!(n_events > 40, "{n_events}");
    OTHERS.into_iter().for_each(is_kept);
}

#[test]
fn an_event_with_a_field_too_many_or_of_no_section_is_refused() {
    for wrong in [
        r#"{"event":"conceded","side":0,"why":"x"}"#,
        r#"{"event":"conceded"}"#,
        r#"{"event":"danced","side":0}"#,
        r#"{"side":0}"#,
    ] {
        assert!(serde_json::from_str::<Event>(wrong).is_err(), "{wrong}");
    }
}
