//! [BF-2.F] Options are changed between slots, with the consent of both sides.

use kernel::Seat;
use rules_battlefront::{Event, Step};
use serde_json::json;

use crate::table::{GERMAN, RUSSIAN, Table};

fn change(what: &str) -> serde_json::Value {
    json!({ "do": what, "key": "repair_once", "value": true })
}

#[test]
fn a_change_needs_the_consent_of_both_sides() {
    let mut table = Table::rostov_24();
    table.refuses(Seat::Umpire, change("change-setting"), "consent", "BF-2-5");
    table.refuses(GERMAN, change("consent"), "unknown", "HOUSE-CONSENT");
    table.plays(Seat::Umpire, change("propose-setting"), &[]);
    table.refuses(Seat::Umpire, change("propose-setting"), "dup", "HOUSE-CONSENT");
    table.plays(GERMAN, change("consent"), &[]);
    table.refuses(GERMAN, change("consent"), "dup", "HOUSE-CONSENT");
    table.refuses(Seat::Umpire, change("change-setting"), "consent", "BF-2-5");
    table.plays(RUSSIAN, change("consent"), &[]);
    let events = table.plays(Seat::Umpire, change("change-setting"), &[]);
    assert!(matches!(events[..], [Event::SettingChanged(_)]));
    assert!(table.state.options().repair_once && table.state.facts.proposal.is_none());
    assert!(!table.state.campaign().options.repair_once, "the file stays as it is");
}

#[test]
fn nothing_is_changed_within_a_slot() {
    let table = Table::rostov_24().at(Step::Purchases);
    table.refuses(Seat::Umpire, change("propose-setting"), "step", "HOUSE-CONSENT");
    table.refuses(Seat::Umpire, change("change-setting"), "step", "BF-2-5");
    table.refuses(RUSSIAN, change("consent"), "step", "HOUSE-CONSENT");
}

#[test]
fn a_proposal_lapses_when_postures_are_sealed() {
    let mut table = Table::rostov_24();
    table.plays(Seat::Umpire, change("propose-setting"), &[]);
    for seat in [RUSSIAN, GERMAN] {
        table.plays(seat, json!({ "do": "choose-posture", "posture": "defend" }), &[]);
    }
    assert!(table.state.facts.proposal.is_none());
}

#[test]
fn options_take_only_what_fits() {
    let table = Table::rostov_24();
    let propose =
        |key: &str, value: serde_json::Value| json!({ "do": "propose-setting", "key": key, "value": value });
    for (key, value) in [
        ("no_such_key", json!(true)),
        ("repair_once", json!(3)),
        ("drm_day", json!("yesterday")),
        ("night_penalty", json!(-21)),
        ("along_mlr_inches", json!("-1")),
        ("days", json!(6)),
        ("days", json!(1)),
        ("last_day_slots", json!(2)),
    ] {
        table.refuses(Seat::Umpire, propose(key, value), "data", "HOUSE-CONSENT");
    }
    table.refuses(Seat::Umpire, propose("repair_once", json!(false)), "dup", "HOUSE-CONSENT");
    table.refuses(RUSSIAN, propose("repair_once", json!(true)), "actor", "HOUSE-CONSENT");
    let mut table = table;
    table.plays(Seat::Umpire, propose("along_mlr_inches", json!("2.5")), &[]);
    table.plays(Seat::Umpire, propose("days", json!(2)), &[]);
}
