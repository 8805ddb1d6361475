//! Events keep the form in which files hold them.

use rules_bcs::Event;
use serde_json::Value;

const RELEASED: &str = include_str!("../../../adjutant/tests/released/battalion-combat-1.adjutant.json");

/// Those of which the released file has none, as files hold them.
const OTHERS: [&str; 17] = [
    r#"{"event":"mixed-ruled","one":"B1","other":"B2","mixed":true}"#,
    r#"{"event":"fire-supported","unit":"R1-flak"}"#,
    r#"{"event":"fired-on","unit":"R1-flak","target":"1713"}"#,
    r#"{"event":"hq-jumped","formation":"R2","unit":"B1-t2","gone":false}"#,
    r#"{"event":"hq-returned","formation":"R2","at":"3505"}"#,
    r#"{"event":"trains-jumped","formation":"R2"}"#,
    r#"{"event":"trains-returned","formation":"R2","at":"2805"}"#,
    r#"{"event":"engaged","unit":"B1-rec","target":"R1-t1"}"#,
    r#"{"event":"firer-lost","unit":"B1-rec"}"#,
    r#"{"event":"target-lost","unit":"R1-t1"}"#,
    r#"{"event":"support-dropped","unit":"R1-g1"}"#,
    r#"{"event":"support-returned","unit":"R1-g1"}"#,
    r#"{"event":"traffic-placed","hex":"1713"}"#,
    r#"{"event":"step-taken","unit":"R1-g1"}"#,
    r#"{"event":"retreat-failed","unit":"R1-g1"}"#,
    r#"{"event":"returned","unit":"R1-g1","at":"2112"}"#,
    r#"{"event":"required","firer":"R1-t2","unit":"B1-t1","halt":"stopped"}"#,
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
    assert!(n_events > 200, "{n_events}");
    OTHERS.iter().for_each(|written| is_kept(written));
}
