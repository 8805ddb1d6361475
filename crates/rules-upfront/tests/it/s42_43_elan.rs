//! 42.43 Elan: the event table.

use serde_json::{Value, json};

use crate::Table;

/// What #17 (MP) of the German picket gains by these facts, his side losing.
#[track_caller]
fn gained(report: Value, more: &str) -> u16 {
    gained_by(17, report, "american", more)
}

#[track_caller]
fn gained_by(man: u8, report: Value, winner: &str, more: &str) -> u16 {
    let order = if man == 17 { "[\"W1\"]" } else { "[\"W2\"]" };
    let mut table = Table::order("german", "american", order, &armed(more));
    table.select_both();
    let mut told = report;
    told["id"] = json!(man);
    table.lose_to(winner, (0, told));
    if table.state.facts.agreed.is_some() {
        table.must(crate::ONE, json!({"do": "decide"}));
    }
    table.man(0, man).elan
}

/// V1 and V2 over again, the second side with an infantry gun and two tanks.
pub fn armed(more: &str) -> String {
    let scenario = |id: &str, force: &str| {
        format!(
            "[[scenario]]\nid = \"{id}\"\ntitle = \"Armed\"\nnature = \"meeting\"\nside_1_force = \"{force}\"\n\
             side_2_force = \"{force}\"\nside_2_aux = [{{ kind = \"ig\", label = \"Gun\", effect = 3 }}, \
             {{ kind = \"afv\", label = \"Tank\", effect = 4 }}, {{ kind = \"afv\", label = \"Tank\", effect = 4 }}]\n"
        )
    };
    format!("{more}\n{}{}", scenario("W1", "picket"), scenario("W2", "hunters"))
}

fn pinned(events: Value) -> Value {
    json!({"out": "in_play", "pinned": true, "events": events})
}

#[test]
fn each_event_of_the_table() {
    for (event, points) in [
        (json!({"hero": 1}), 3),
        (json!({"hero": 2}), 6),
        (json!({"cc_kill": 1}), 4),
        (json!({"cc_kill": 3}), 12),
        (json!({"ig_cc": 1}), 12),
        (json!({"afv": "t", "means": "antitank", "result": "destroyed"}), 4),
        (json!({"afv": "t", "means": "demo_atmm", "result": "destroyed"}), 5),
        (json!({"afv": "t", "means": "close_combat", "result": "destroyed"}), 10),
        (json!({"afv": "t", "means": "antitank", "result": "immobilised"}), 2),
        (json!({"afv": "t", "means": "demo_atmm", "result": "immobilised"}), 3),
        (json!({"afv": "t", "means": "close_combat", "result": "immobilised"}), 8),
        (json!({"demo_charge_men": 2}), 0),
        (json!({"demo_charge_men": 3}), 5),
        (json!({"demo_charge_men": 6}), 5),
        (json!({"infiltration": {"unpinned_before": 4, "removed_or_pinned": 1}}), 4),
        (json!({"infiltration": {"unpinned_before": 4, "removed_or_pinned": 0}}), 0),
        (json!({"infiltration": {"unpinned_before": 0, "removed_or_pinned": 2}}), 0),
    ] {
        assert_eq!(gained(pinned(json!([event])), ""), points, "{event}");
    }
}

#[test]
fn the_win_the_wound_and_the_unpinned_end() {
    let end =
        |out: &str, pinned: bool, wounded: bool| json!({"out": out, "pinned": pinned, "wounded": wounded});
    assert_eq!(gained(end("in_play", true, false), ""), 0);
    assert_eq!(gained(end("in_play", false, false), ""), 2);
    assert_eq!(gained(end("in_play", true, true), ""), 2);
    assert_eq!(gained(end("in_play", false, true), ""), 4);
    assert_eq!(gained(end("withdrawn", false, false), ""), 2);
    assert_eq!(gained(end("withdrawn", true, false), ""), 0);
    assert_eq!(gained_by(17, end("in_play", true, false), "german", ""), 1);
    assert_eq!(gained_by(17, end("in_play", false, false), "german", ""), 3);
    assert_eq!(gained_by(17, end("in_play", false, false), "none", ""), 2);
}

#[test]
fn wounded_and_unpinned_count_once_by_ruling() {
    let both = json!({"out": "in_play", "pinned": false, "wounded": true});
    let once = "[rulings]\nR04_wounded_and_unpinned = \"once\"";
    assert_eq!(gained(both, once), 2);
    assert_eq!(gained(json!({"out": "in_play", "pinned": false}), once), 2);
}

#[test]
fn points_carry_over_and_add_up() {
    let mut table = Table::order("german", "american", "[\"V1\", \"V1\"]", "");
    for expected in [2, 4] {
        table.select_both();
        table.agree("none", &[]);
        assert_eq!(table.man(0, 17).elan, expected);
    }
}

#[test]
fn one_vehicle_scores_once_the_higher_figure() {
    let events = json!([
        {"afv": "t", "means": "close_combat", "result": "immobilised"},
        {"afv": "t", "means": "antitank", "result": "destroyed"},
        {"afv": "u", "means": "antitank", "result": "immobilised"}]);
    assert_eq!(gained(pinned(events), ""), 8 + 2);
}

#[test]
fn a_piat_scores_by_ruling_and_an_anti_tank_rifle_never() {
    let event = json!([{"afv": "t", "means": "antitank", "result": "destroyed"}]);
    let british = |man: u8, events: &Value, more: &str| {
        let mut table = Table::order("british", "german", "[\"W2\"]", &armed(more));
        table.select_both();
        let told = json!({"id": man, "out": "in_play", "pinned": true, "events": events});
        table.lose_to("german", (0, told));
        table.man(0, man).elan
    };
    // "hunters": 11 and 20 carry a PIAT, 26 an ATR.
    assert_eq!(british(11, &event, ""), 4);
    assert_eq!(british(11, &event, "[rulings]\nR25_piat = false"), 0);
    assert_eq!(british(26, &event, ""), 0);
    let fist = json!([{"afv": "t", "means": "antitank", "result": "destroyed", "weapon": "panzerfaust"}]);
    assert_eq!(british(26, &fist, ""), 4, "a panzerfaust scores whoever fires it");
    assert_eq!(gained_by(11, pinned(event), "american", ""), 4, "a panzerschreck");
}

#[test]
fn deeds_of_a_lost_or_absent_man_score_nothing() {
    for out in ["killed", "cc_lost", "captured", "panic_lost"] {
        assert_eq!(gained(json!({"out": out, "events": [{"hero": 3}]}), ""), 0, "{out}");
    }
    assert_eq!(gained(json!({"out": "not_entered"}), ""), 0);
}

#[test]
fn the_win_goes_to_every_participant_of_the_winner() {
    let mut table = Table::order("german", "american", "[\"V1\"]", "");
    table.select_both();
    let others = [
        (0, json!({"id": 5, "out": "in_play", "pinned": true})),
        (0, json!({"id": 7, "out": "not_entered"})),
        (1, json!({"id": 6, "out": "in_play", "pinned": true})),
    ];
    table.agree("german", &others);
    assert_eq!([5, 7, 9].map(|man| table.man(0, man).elan), [1, 0, 3]);
    assert_eq!(table.man(1, 6).elan, 0);
}
