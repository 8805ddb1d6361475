//! 42.7 Pursuit.

use rules_upfront::command::{Holds, Target};
use rules_upfront::rules::s42_7_pursuit::{can_be_pursued, passes};
use rules_upfront::setup::rulings::{PursuitCheck, Rulings};
use rules_upfront::words::Side;
use serde_json::{Value, json};

use crate::s42_6_withdrawal::battle;
use crate::{ONE, TWO, Table};

/// The German squad leader, #23 Stahler, has Morale 4.
fn pursue(change: &[(&str, Value)]) -> Value {
    let mut command = json!({"do": "pursue", "won_by": "conditions", "draw_pile": 20, "leader": 23, "leading": "SL",
        "pinned": "no", "drawn": 3});
    for (key, value) in change {
        command[*key] = value.clone();
    }
    command
}

fn with_withdrawal() -> Table {
    let mut table = battle();
    let away = json!({"do": "withdraw", "group": "A", "men": [4], "range": 0, "card": "red_retreat", "encircled": "no", "can_move": "yes"});
    table.must(TWO, away);
    table
}

#[test]
fn the_check_table() {
    let strict = Rulings::default();
    let mild = Rulings { pursuit_check: PursuitCheck::LessOrEqual, ..Rulings::default() };
    for drawn in 0..=6 {
        for morale in 0..=7 {
            assert_eq!(passes(&strict, drawn, morale), drawn < morale, "{drawn} against {morale}");
            assert_eq!(passes(&mild, drawn, morale), drawn <= morale, "{drawn} against {morale}");
        }
    }
}

#[test]
fn a_number_below_the_leaders_morale_starts_the_pursuit() {
    for (drawn, on) in [(0, true), (3, true), (4, false), (6, false)] {
        let mut table = battle();
        table.must(ONE, pursue(&[("drawn", json!(drawn))]));
        assert_eq!(table.state.pursuit_of(Side::FIRST).map(|pursuer| pursuer.on), Some(on), "{drawn}");
        assert_eq!(table.does(ONE, pursue(&[])).unwrap_err(), ["tried"]);
    }
}

#[test]
fn the_refusal_table() {
    for (change, codes) in [
        (vec![("draw_pile", json!(0))], vec!["E51"]),
        (vec![("leader", Value::Null)], vec!["E52"]),
        (vec![("leader", json!(5)), ("leading", Value::Null)], vec!["E52"]),
        (vec![("leader", json!(24))], vec!["E52"]),
        (vec![("pinned", json!("yes"))], vec!["E53"]),
        (vec![("won_by", json!("withdrawal"))], vec!["E50"]),
        (
            vec![("draw_pile", json!(0)), ("leader", Value::Null), ("pinned", json!("yes"))],
            vec!["E51", "E52", "E53"],
        ),
    ] {
        assert_eq!(battle().does(ONE, pursue(&change)).unwrap_err(), codes, "{change:?}");
    }
}

#[test]
fn only_the_winner_pursues() {
    let mut table = with_withdrawal();
    let american = pursue(&[("leader", json!(18))]);
    assert_eq!(table.does(TWO, american).unwrap_err(), ["E50"]);
    table.must(ONE, pursue(&[("won_by", json!("withdrawal"))]));
    // Each says of himself that he has won; the report settles it.
    let mut table = battle();
    table.must(ONE, pursue(&[]));
    table.must(TWO, pursue(&[("leader", json!(18))]));
}

#[test]
fn an_assistant_who_has_taken_over_may_pursue_and_a_leader_who_is_gone_may_not() {
    let mut table = battle();
    table.must(ONE, json!({"do": "note", "man": 23, "what": {"out": "killed"}}));
    assert_eq!(table.does(ONE, pursue(&[])).unwrap_err(), ["E52"]);
    table.must(ONE, pursue(&[("leader", json!(24)), ("leading", json!("ASL"))]));
}

#[test]
fn a_commissar_may_pursue() {
    let mut table = Table::order("russian", "american", "[\"V7\"]", "");
    table.select_both();
    table.must(ONE, pursue(&[("leader", json!(19)), ("leading", json!("COMM")), ("drawn", json!(2))]));
    assert!(table.state.pursuit_of(Side::FIRST).is_some_and(|pursuer| pursuer.on));
}

#[test]
fn groups_not_withdrawn_or_still_at_range_five_can_be_pursued() {
    let target = |withdrawn, range| Target { id: "X".parse().expect("an id"), withdrawn, range };
    assert!(can_be_pursued(&target(Holds::No, 0)));
    assert!(can_be_pursued(&target(Holds::Yes, 5)));
    assert!(!can_be_pursued(&target(Holds::Yes, 4)));
    let gone = json!([{"id": "X", "withdrawn": "yes", "range": 4}]);
    assert_eq!(battle().does(ONE, pursue(&[("targets", gone)])).unwrap_err(), ["range"]);
}

#[test]
fn the_win_stands_whatever_happens_and_nothing_is_settled_before_the_end() {
    let mut table = battle();
    table.must(ONE, pursue(&[]));
    assert_eq!((table.points(0), table.man(0, 17).elan), (0, 0));
    let telling = table.telling("american", &[]);
    assert_eq!(table.does(ONE, telling).unwrap_err(), ["E34"]);
    table.agree("german", &[(0, json!({"id": 17, "out": "in_play", "events": [{"hero": 1}]}))]);
    if table.state.facts.agreed.is_some() {
        table.must(ONE, json!({"do": "decide"}));
    }
    assert_eq!((table.points(0), table.man(0, 17).elan), (12, 6));
}

#[test]
fn after_a_failed_check_nobody_withdraws_or_pursues_any_more() {
    let mut table = battle();
    let away = |group: &str, man: u8| {
        json!({"do": "withdraw", "group": group, "men": [man], "range": 0, "card": "red_retreat", "encircled": "no",
            "can_move": "yes"})
    };
    table.must(TWO, away("A", 4));
    table.must(ONE, pursue(&[("won_by", json!("withdrawal")), ("drawn", json!(6))]));
    table.refuses(TWO, away("B", 6), &["ended"]);
    table.refuses(TWO, json!({"do": "leave", "group": "A", "nearest": 2}), &["ended"]);
    table.refuses(ONE, pursue(&[("won_by", json!("withdrawal"))]), &["tried"]);
    table.must(ONE, json!({"do": "take-back-pursuit"}));
    table.must(TWO, away("B", 6));
    table.must(ONE, pursue(&[("won_by", json!("withdrawal"))]));
}

#[test]
fn a_pursuit_is_taken_back_until_a_report_is_agreed_and_binds_only_its_own_side() {
    let back = json!({"do": "take-back-pursuit"});
    let mut table = battle();
    table.refuses(ONE, back.clone(), &["tried"]);
    table.must(ONE, pursue(&[]));
    let telling = table.telling("american", &[]);
    table.refuses(ONE, telling.clone(), &["E34"]);
    let mut settled = table.clone();
    settled.must(kernel::Seat::Umpire, telling.clone());
    assert_eq!(settled.points(1), 12);
    table.must(TWO, telling);
    table.must(ONE, back.clone());
    table.must(ONE, json!({"do": "confirm"}));
    assert_eq!(table.points(1), 12);
    table.refuses(ONE, back, &["phase"]);
}
