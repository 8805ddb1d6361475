//! The aftermath: report, confirm, differ, decide, and settlement by a third person.

use kernel::{Acting, Rulebook, Scripted, Seat, Typed, Verdict};
use rules_upfront::UpFront;
use rules_upfront::phase::Phase;
use rules_upfront::report::differences;
use rules_upfront::words::Side;
use serde_json::{Value, json};

use crate::s42_43_elan::armed;
use crate::{ONE, TWO, Table, UMPIRE};

fn battle() -> Table {
    let mut table = Table::between("german", "american");
    table.select_both();
    table
}

#[track_caller]
fn refused(table: &Table, telling: Value, codes: &[&str]) {
    table.refuses(ONE, telling, codes);
}

#[test]
fn a_report_names_every_man_of_the_selection_once_and_nobody_else() {
    let mut table = battle();
    table.kill(0, &[8]);
    table.set(0, 4, |man| man.wound = Some(2));
    let whole = table.telling("none", &[]);
    let men = |change: &dyn Fn(&mut Vec<Value>)| {
        let mut told = whole.clone();
        change(told["side_1"]["men"].as_array_mut().expect("men"));
        told
    };
    refused(
        &table,
        men(&|men| {
            men.pop();
        }),
        &["E34"],
    );
    refused(&table, men(&|men| men.push(json!({"id": 5, "out": "killed"}))), &["E34"]);
    for (man, out) in [(8, "routed"), (4, "in_play"), (6, "in_play"), (60, "in_play")] {
        refused(&table, men(&|men| men.push(json!({"id": man, "out": out}))), &["E31"]);
    }
    refused(&table, men(&|men| men.push(json!({"id": "P", "out": "in_play"}))), &["E31"]);
    assert!(table.does(ONE, whole.clone()).is_ok());
}

#[test]
fn what_contradicts_itself_is_refused() {
    for (man, winner) in [
        (json!({"id": 9, "out": "killed", "pinned": false}), "none"),
        (json!({"id": 9, "out": "killed", "wounded": true}), "none"),
        (json!({"id": 9, "out": "routed", "pinned": true}), "none"),
        (json!({"id": 9, "out": "not_entered", "wounded": false}), "none"),
        (json!({"id": 9, "out": "not_entered", "events": [{"hero": 1}]}), "none"),
        (json!({"id": 9, "out": "withdrawn"}), "none"),
        (json!({"id": 9, "out": "withdrawn"}), "german"),
        (json!({"id": 9, "out": "in_play", "moved_in": true}), "none"),
    ] {
        let table = battle();
        refused(&table, table.telling(winner, &[(0, man)]), &["E34"]);
    }
    let table = battle();
    refused(&table, table.telling("french", &[]), &["E34"]);
}

#[test]
fn two_men_do_not_destroy_one_vehicle() {
    let tank = |man: u8| {
        let event = json!({"afv": "afv-1", "means": "antitank", "result": "destroyed"});
        (0, json!({"id": man, "out": "in_play", "events": [event]}))
    };
    let mut table = Table::order("german", "american", "[\"W1\"]", &armed(""));
    table.select_both();
    let mut telling = table.telling("none", &[tank(9), tank(10)]);
    telling["side_2"]["aux"] = json!([{"kind": "afv", "effect": 4}]);
    refused(&table, telling, &["E34"]);
}

#[test]
fn every_code_of_a_refused_report_is_listed_at_once_and_nothing_changes() {
    let mut table = battle();
    table.set(0, 10, |man| (man.morale, man.panic) = (2, 4));
    let mut telling = table.telling(
        "german",
        &[
            (0, json!({"id": 9, "out": "killed", "pinned": false})),
            (0, json!({"id": 10, "out": "routed"})),
            (0, json!({"id": 6, "out": "routed"})),
        ],
    );
    telling["side_2"]["men"].as_array_mut().expect("men").pop();
    telling["side_2"]["aux"] = json!([{"kind": "afv", "effect": 4}]);
    telling["scenario"] = json!("V7");
    telling["decide"] = json!({"rout": {"9": "panic"}, "trade": {"4": ["panic"], "5": ["morale", "panic"]}});
    let codes = table.does(ONE, telling).unwrap_err();
    assert_eq!(codes, ["E30", "E31", "E33", "E33", "E34", "E34", "E34", "E35", "E40", "E41", "E41", "E43"]);
}

#[test]
fn everything_that_bad_input_can_hold_is_named_at_once() {
    let mut table = battle();
    table.kill(0, &[8]);
    table.set(0, 4, |man| man.wound = Some(2));
    let mut telling = table.telling("none", &[(0, json!({"id": 23, "out": "routed"}))]);
    let men = telling["side_1"]["men"].as_array_mut().expect("men");
    men.push(json!({"id": 9, "out": "killed"})); // named twice
    men.push(json!({"id": 8, "out": "routed"})); // dead
    men.push(json!({"id": 4, "out": "in_play"})); // in hospital
    men.push(json!({"id": 28, "out": "in_play"})); // of the other nation
    telling["decide"] = json!({"rout": {"5": "panic"}}); // not owed, and the one for #23 is missing
    let codes = table.does(ONE, telling).unwrap_err();
    assert_eq!(codes, ["E30", "E31", "E31", "E31", "E33", "E34"]);
}

#[test]
fn a_wounded_man_is_not_moved_into_the_next_scenario_of_a_team_game() {
    let mut table = Table::order("german", "american", "[[\"V1\", \"V2\"]]", "");
    table.select_both();
    table.agree("none", &[(0, json!({"id": 9, "out": "in_play", "wounded": true}))]);
    table.select_both();
    let moved = |man: u8| (0, json!({"id": man, "out": "in_play", "moved_in": true}));
    refused(&table, table.telling("none", &[moved(9)]), &["E31"]);
    assert!(table.clone().does(ONE, table.telling("none", &[moved(10)])).is_ok());
}

#[test]
fn no_report_is_due_before_both_selected_or_after_the_agreement() {
    let mut table = Table::between("german", "american");
    let bare = json!({"do": "report", "winner": "none"});
    assert_eq!(table.does(ONE, bare.clone()).unwrap_err(), ["E35"]);
    table.select_both();
    table.set(0, 9, |man| man.elan = 9);
    for command in
        [json!({"do": "confirm"}), json!({"do": "differ", "winner": "none"}), json!({"do": "decide"})]
    {
        assert_eq!(table.does(TWO, command).unwrap_err(), ["E35"]);
    }
    table.agree("none", &[]);
    assert_eq!(Phase::of(&table.state), Phase::Decide);
    let telling = table.telling("none", &[]);
    assert_eq!(table.does(ONE, telling).unwrap_err(), ["E35"]);
}

#[test]
fn either_side_reports_and_the_other_confirms() {
    for (teller, other) in [(ONE, TWO), (TWO, ONE)] {
        let mut table = battle();
        let telling = table.telling("german", &[]);
        table.must(teller, telling.clone());
        assert_eq!(table.does(teller, json!({"do": "confirm"})).unwrap_err(), ["E35"]);
        assert_eq!(table.does(other, telling).unwrap_err(), ["E35"], "he confirms or differs");
        table.must(other, json!({"do": "confirm"}));
        assert_eq!(table.leg(), "V2");
    }
}

#[test]
fn a_teller_may_tell_it_anew_before_it_is_confirmed() {
    let mut table = battle();
    let first = table.telling("german", &[]);
    let second = table.telling("american", &[]);
    table.must(ONE, first);
    table.must(ONE, second);
    table.must(TWO, json!({"do": "confirm"}));
    assert_eq!((table.points(0), table.points(1)), (0, 12));
}

fn disputed() -> Table {
    let mut table = battle();
    let first = table.telling("german", &[(1, json!({"id": 4, "out": "killed"}))]);
    let mut second = table.telling(
        "none",
        &[
            (1, json!({"id": 4, "out": "routed"})),
            (0, json!({"id": 17, "out": "in_play", "pinned": true, "events": [{"hero": 1}]})),
        ],
    );
    table.must(ONE, first);
    second["do"] = json!("differ");
    table.must(TWO, second);
    table
}

#[test]
fn differences_are_shown_field_by_field() {
    let table = disputed();
    let [one, two] = &table.state.facts.versions[..] else { panic!("two versions") };
    let name = |side: Side| table.state.campaign.sides[side].name.clone();
    let found = differences(&one.report, &two.report, &name);
    let told: Vec<String> = found
        .iter()
        .map(|d| {
            format!(
                "{:?} {:?} {}: {} / {}",
                d.side.map(|side| side.number()),
                d.man,
                d.field,
                d.first,
                d.second
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            "None None winner: german / nobody",
            "Some(0) Some(#17) pinned: no / yes",
            "Some(0) Some(#17) deeds: none / a Hero card",
            "Some(1) Some(#4) end: was killed / routed",
        ]
    );
}

#[test]
fn either_side_gives_in_or_a_third_person_settles() {
    let mut gives_in = disputed();
    gives_in.must(ONE, json!({"do": "confirm"}));
    assert_eq!((gives_in.points(0), gives_in.man(1, 4).dead), (0, false));
    let mut other = disputed();
    other.must(TWO, json!({"do": "confirm"}));
    assert_eq!((other.points(0), other.man(1, 4).dead), (12, true));
    for (side, points) in [("german", 12), ("american", 0)] {
        let mut umpired = disputed();
        let uphold = json!({"do": "uphold", "side": side});
        assert_eq!(umpired.does(ONE, uphold.clone()).unwrap_err(), ["actor"]);
        umpired.must(UMPIRE, uphold);
        assert_eq!(umpired.points(0), points);
    }
    let mut own = disputed();
    let telling = own.telling("american", &[]);
    own.must(UMPIRE, telling);
    assert_eq!(own.points(1), 12);
}

#[test]
fn the_umpire_settles_by_name_and_with_his_reason() {
    let mut table = disputed();
    let too_long = json!({"do": "uphold", "side": "german", "reason": "x".repeat(401)});
    assert_eq!(table.does(UMPIRE, too_long).unwrap_err(), ["reason"]);
    assert_eq!(table.state.facts.umpired, None);
    table.must(UMPIRE, json!({"do": "uphold", "side": "german", "reason": " It is in the photograph. "}));
    let umpired = table.state.facts.umpired.clone().expect("he settled it");
    assert_eq!(umpired.upheld, Some(kernel::Side::FIRST));
    assert_eq!(umpired.reason.as_deref(), Some("It is in the photograph."));
    let mut own = disputed();
    let mut telling = own.telling("american", &[]);
    telling["reason"] = json!("Nobody fell.");
    assert_eq!(own.does(ONE, telling.clone()).unwrap_err(), ["owner"], "no side settles");
    own.must(UMPIRE, telling);
    let umpired = own.state.facts.umpired.clone().expect("he settled it");
    assert_eq!((umpired.upheld, umpired.reason.as_deref()), (None, Some("Nobody fell.")));
}

#[test]
fn either_side_tells_its_version_anew_while_two_stand() {
    for word in ["report", "differ"] {
        let mut table = disputed();
        let mut telling = table.telling("american", &[]);
        telling["do"] = json!(word);
        table.must(ONE, telling);
        assert_eq!(table.state.facts.versions.len(), 2);
        table.must(TWO, json!({"do": "confirm"}));
        assert_eq!(table.points(1), 12, "{word}");
    }
}

#[test]
fn nothing_is_owed_once_the_scenario_is_settled() {
    let mut table = battle();
    table.agree("none", &[]);
    let sentences = table.sentences(ONE, json!({"do": "decide"}));
    assert_eq!(sentences, ["Scenario V1 is settled: nothing is left to do."]);
}

#[test]
fn closed_rosters_tell_a_teller_nothing_of_enemies_who_are_not_in_the_force() {
    let closed = "[rulings]\nR50_rosters = \"owner_and_umpire\"";
    let mut table = Table::order("german", "american", "[\"V1\"]", closed);
    table.select_both();
    table.kill(0, &[8]);
    table.set(0, 4, |man| man.wound = Some(2));
    let others = [8, 4, 6].map(|man| (0, json!({"id": man, "out": "killed"})));
    let telling = table.telling("none", &others);
    let told = |seat: Seat| table.sentences(seat, telling.clone()).join(" ");
    assert!(!told(TWO).contains("dead") && !told(TWO).contains("hospital"), "{}", told(TWO));
    assert_eq!(told(TWO).matches("is not in the force").count(), 3);
    assert!(told(ONE).contains("is dead") && told(UMPIRE).contains("is in hospital"));
}

#[test]
fn a_version_told_anew_that_equals_the_other_is_agreed() {
    let mut table = disputed();
    let same = table.telling("german", &[(1, json!({"id": 4, "out": "killed"}))]);
    table.must(TWO, same);
    assert_eq!(table.points(0), 12);
    let mut table = battle();
    let telling = table.telling("none", &[]);
    table.must(ONE, telling.clone());
    let mut differ = telling;
    differ["do"] = json!("differ");
    table.must(TWO, differ);
    assert_eq!(table.leg(), "V2", "a difference without a difference is a confirmation");
}

#[test]
fn decisions_may_come_with_the_facts_and_stand_only_on_just_these() {
    let rich = || {
        let mut table = battle();
        table.set(0, 9, |man| man.elan = 9);
        table
    };
    let with = |table: &Table, winner: &str| {
        let mut telling = table.telling(winner, &[]);
        telling["decide"] = json!({"trade": {"9": ["panic"]}});
        telling
    };
    let mut table = rich();
    let telling = with(&table, "german");
    table.must(ONE, telling);
    table.must(TWO, json!({"do": "confirm"}));
    assert_eq!((table.leg(), table.man(0, 9).panic), ("V2".to_owned(), 4), "settled at once");
    let mut table = rich();
    let telling = with(&table, "german");
    table.must(ONE, telling);
    let other = table.telling("american", &[]);
    table.must(UMPIRE, other);
    assert_eq!(Phase::of(&table.state), Phase::Decide, "other facts: the decision is owed again");
    table.must(ONE, json!({"do": "decide"}));
}

#[test]
fn each_side_decides_for_its_own_men_only() {
    let mut table = battle();
    table.set(0, 9, |man| man.elan = 9);
    table.agree("none", &[]);
    assert_eq!(table.does(TWO, json!({"do": "decide", "trade": {"9": ["panic"]}})).unwrap_err(), ["decided"]);
    assert_eq!(table.does(UMPIRE, json!({"do": "decide"})).unwrap_err(), ["actor"]);
    assert_eq!(table.does(Seat::Spectator, json!({"do": "decide"})).unwrap_err(), ["actor"]);
    let mut telling = table.telling("none", &[]);
    telling["decide"] = json!({});
    assert_eq!(battle().does(UMPIRE, telling).unwrap_err(), ["owner"]);
}

#[test]
fn nobody_is_asked_when_there_is_nothing_to_decide() {
    let mut table = battle();
    table.agree("german", &[(0, json!({"id": 9, "out": "routed"}))]);
    assert_eq!(table.leg(), "V2", "#9 stands at 3/3: only his Morale can fall");
    assert_eq!(table.man(0, 9).morale, 2);
}

#[test]
fn a_man_stands_once_in_the_decisions() {
    let mut table = battle();
    table.set(0, 9, |man| man.elan = 9);
    table.agree("none", &[]);
    let twice = json!({"do": "decide", "trade": [[9, ["panic"]], [9, ["panic"]]]});
    assert_eq!(table.does(ONE, twice).unwrap_err(), ["E34"]);
}

#[test]
fn what_cannot_be_read_is_told_by_man_and_field_beside_all_other_faults() {
    let table = battle();
    let mut telling = table.telling("german", &[(0, json!({"id": 9, "out": "killed", "pinned": false}))]);
    let men = telling["side_1"]["men"].as_array_mut().expect("men");
    for (man, key, value) in [
        (4, "events", json!([{"hero": -1}, {"hero": 1}])),
        (5, "out", json!("fled")),
        (7, "pinned", json!("no")),
        (10, "events", json!([{"afv": "tank", "means": "spoon", "result": "destroyed"}, {"dance": 1}])),
        (12, "hat", json!(1)),
    ] {
        if let Some(told) = men.iter_mut().find(|told| told["id"] == man) {
            told[key] = value;
        } else {
            men.push(json!({"id": man, "out": "in_play", key: value}));
        }
    }
    // A field without a value is not said, and no fault.
    let unsaid = men.iter_mut().find(|told| told["id"] == 4).expect("#4");
    (unsaid["wounded"], unsaid["cc_kill"]) = (Value::Null, Value::Null);
    telling["side_2"]["aux"] = json!([{"kind": "boat"}]);
    let told = table.sentences(ONE, telling).join("\n");
    for part in [
        "#4 Schumacher: hero is a whole number from 0 to 255, not -1.",
        "#5 Shultz: out is one of in_play,",
        "#7 Beck: pinned is true or false, not \"no\".",
        "#10 Wolff: a vehicle has afv (its name), means (one of antitank,",
        "#10 Wolff: {\"dance\":1} is no deed",
        "#12 Griess: there is no field hat of a man.",
        "american: {\"kind\":\"boat\"} is no loss: kind is one of ig, afv,",
        "#9 Streich was killed: he is neither pinned nor unpinned",
    ] {
        assert!(told.contains(part), "{part} is not in\n{told}");
    }
    assert!(!told.contains("null"), "{told}");
}

#[test]
fn numbers_that_no_roster_holds_are_refused_by_name_beside_all_other_faults() {
    let mut table = battle();
    let mut telling = table.telling("german", &[(0, json!({"id": 9, "out": "killed", "pinned": false}))]);
    let men = telling["side_1"]["men"].as_array_mut().unwrap();
    men.extend([json!({"id": 61, "out": "in_play"}), json!({"id": 300, "out": "in_play"})]);
    assert_eq!(table.does(ONE, telling).unwrap_err(), ["E31", "E31", "E34"]);
}

/// A form's fields reach into the report's tables with dots; what reaches into no table of the report is no field.
#[test]
fn fields_with_dots_are_fields_of_the_report() {
    let text = crate::setup("german", "american", "", "set = \"nine-days\"\nplay = \"nine-days\"");
    let mut game = Typed::<UpFront>::new().open("test.toml", &text).expect("the set-up loads");
    let mut code = |telling: Value| {
        let verdict = game.judge(Acting::own(Seat::Side(0)), &telling, &mut Scripted::default());
        let Verdict::Refused(refusals) = verdict else {
            panic!("{telling} is judged before a battle: {verdict:?}")
        };
        refusals.first().code
    };
    let lawful = json!({"do": "report", "winner": "none", "fill": "as_noted", "side_1.men.4": {"out": "killed"},
        "side_1.men.4.hero": null, "side_2.men.9.cc_kill": null});
    assert_ne!(code(lawful.clone()), "command");
    for odd in ["side_3.men.4.hero", "men.4", "side_1_men.4", "winner.men", "do.men", "men"] {
        let mut telling = lawful.clone();
        telling[odd] = Value::Null;
        assert_eq!(code(telling), "command", "{odd}");
    }
}
