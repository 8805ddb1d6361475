//! 42.6 Withdrawal.

use kernel::Seat;
use rules_upfront::report::differences;
use rules_upfront::rules::s42_6_withdrawal::leaves_at_once;
use rules_upfront::rules::s42_43_tally::as_noted;
use rules_upfront::words::{ManId, Out, Side};
use serde_json::{Value, json};

use crate::{ONE, TWO, Table};

pub fn battle() -> Table {
    let mut table = Table::between("german", "american");
    table.select_both();
    table
}

fn withdraw(range: i8, card: &str, encircled: &str, can_move: &str) -> Value {
    json!({"do": "withdraw", "group": "A", "men": [9, 10], "range": range, "card": card, "encircled": encircled, "can_move": can_move})
}

#[test]
fn the_refusal_table() {
    for (command, codes) in [
        (withdraw(1, "red_retreat", "no", "yes"), vec!["E60"]),
        (withdraw(0, "other", "no", "yes"), vec!["E61"]),
        (withdraw(0, "red_retreat", "yes", "yes"), vec!["E62"]),
        (withdraw(0, "red_retreat", "no", "no"), vec!["E63"]),
        (withdraw(2, "other", "yes", "no"), vec!["E60", "E61", "E62", "E63"]),
    ] {
        assert_eq!(battle().does(ONE, command.clone()).unwrap_err(), codes, "{command}");
    }
    for range in [0, -1, -3] {
        assert!(battle().does(ONE, withdraw(range, "red_retreat", "no", "yes")).is_ok(), "{range}");
    }
}

#[test]
fn the_announcement_concedes_at_once() {
    let mut table = battle();
    table.must(ONE, withdraw(0, "red_retreat", "no", "yes"));
    assert!(table.state.has_conceded(Side::FIRST) && !table.state.has_conceded(Side::SECOND));
    for winner in ["german", "none"] {
        let telling = table.telling(winner, &[]);
        assert_eq!(table.does(ONE, telling).unwrap_err(), ["E34"], "{winner}");
    }
    assert_eq!(table.does(TWO, two_withdraw()).unwrap_err(), ["won"]);
    table.agree("american", &[]);
    assert_eq!((table.points(0), table.points(1)), (0, 12));
    assert!(table.state.facts.played[0].conceded);
}

#[test]
fn a_group_leaves_when_every_enemy_is_at_range_four_or_farther() {
    for (range, leaves) in [(5, false), (4, true), (3, true), (0, true), (-1, true)] {
        assert_eq!(leaves_at_once(range), leaves, "{range}");
        let mut table = battle();
        table.must(ONE, withdraw(0, "red_retreat", "no", "yes"));
        let left = table.does(ONE, json!({"do": "leave", "group": "A", "nearest": range}));
        assert_eq!(left.is_ok(), leaves, "{range}");
    }
}

#[test]
fn a_group_that_left_never_returns_and_falling_back_is_no_withdrawal() {
    let mut table = battle();
    assert_eq!(table.does(ONE, json!({"do": "leave", "group": "A", "nearest": 0})).unwrap_err(), ["group"]);
    table.must(ONE, withdraw(0, "red_retreat", "no", "yes"));
    table.must(ONE, json!({"do": "leave", "group": "A", "nearest": 4}));
    assert_eq!(table.does(ONE, withdraw(0, "red_retreat", "no", "yes")).unwrap_err(), ["group"]);
    assert_eq!(table.does(ONE, json!({"do": "leave", "group": "A", "nearest": 4})).unwrap_err(), ["group"]);
    table.must(ONE, json!({"do": "withdraw", "group": "B", "men": [5], "range": -1, "card": "red_retreat", "encircled": "no", "can_move": "yes"}));
}

#[test]
fn withdrawn_men_earn_the_unpinned_end_only_unpinned_and_their_side_has_lost() {
    let gone = |pinned: bool| (0, json!({"id": 17, "out": "withdrawn", "pinned": pinned}));
    for (pinned, elan) in [(false, 2), (true, 0)] {
        let mut table = battle();
        table.agree("american", &[gone(pinned)]);
        assert_eq!(table.man(0, 17).elan, elan);
    }
    let mut table = battle();
    let telling = table.telling("german", &[gone(false)]);
    assert_eq!(table.does(ONE, telling).unwrap_err(), ["E34"]);
}

/// As [`withdraw`], with men of the American force.
fn two_withdraw() -> Value {
    let mut command = withdraw(0, "red_retreat", "no", "yes");
    command["men"] = json!([4]);
    command
}

#[test]
fn the_men_of_a_group_are_named_once_each_and_are_in_play() {
    let with = |men: Value| {
        let mut command = withdraw(0, "red_retreat", "no", "yes");
        command["men"] = men;
        command
    };
    let mut table = battle();
    table.must(ONE, json!({"do": "note", "man": 9, "what": {"out": "killed"}}));
    for (men, codes) in [
        (json!([]), vec!["men"]),
        (json!([28]), vec!["E31"]),
        (json!([10, 10]), vec!["E34"]),
        (json!([9, 10]), vec!["E34"]),
    ] {
        table.refuses(ONE, with(men), &codes);
    }
    let mut nobody = withdraw(0, "red_retreat", "no", "yes");
    nobody.as_object_mut().unwrap().remove("men");
    assert!(serde_json::from_value::<rules_upfront::Command>(nobody).is_err());
    table.must(ONE, with(json!([10])));
    let mut second = with(json!([10]));
    second["group"] = json!("B");
    assert_eq!(table.does(ONE, second).unwrap_err(), ["E34"]);
}

#[test]
fn who_announced_takes_it_back_until_a_report_is_agreed() {
    let back = json!({"do": "take-back-withdrawal", "group": "A"});
    let mut table = battle();
    table.refuses(ONE, back.clone(), &["group"]);
    table.must(ONE, withdraw(0, "red_retreat", "no", "yes"));
    table.must(ONE, json!({"do": "leave", "group": "A", "nearest": 4}));
    table.refuses(TWO, back.clone(), &["group"]);
    let telling = table.telling("german", &[]);
    table.refuses(ONE, telling.clone(), &["E34"]);
    // After the other side's report as well.
    let other = table.telling("american", &[]);
    table.must(TWO, other);
    table.must(ONE, back.clone());
    assert!(!table.state.has_conceded(Side::FIRST));
    let mut differs = telling;
    differs["do"] = json!("differ");
    table.must(ONE, differs);
    table.must(TWO, json!({"do": "confirm"}));
    assert_eq!((table.points(0), table.points(1)), (12, 0));
    assert!(!table.state.facts.played[0].conceded);
    table.refuses(ONE, back, &["phase"]);
}

#[test]
fn an_announcement_binds_neither_the_other_side_nor_the_umpire() {
    let mut table = battle();
    table.must(ONE, withdraw(0, "red_retreat", "no", "yes"));
    let mut by_umpire = table.clone();
    let telling = by_umpire.telling("german", &[]);
    by_umpire.must(Seat::Umpire, telling);
    assert_eq!(by_umpire.points(0), 12);
    // The other side names another winner; the first keeps to its word; a third person settles the difference.
    let nobody = table.telling("none", &[]);
    table.must(TWO, nobody);
    let mut own = table.telling("american", &[(0, json!({"id": 9, "out": "withdrawn"}))]);
    own["do"] = json!("differ");
    table.must(ONE, own);
    let [first, second] = &table.state.facts.versions[..] else { panic!("two versions") };
    let told = differences(&first.report, &second.report, &|side| format!("side {}", side.number()));
    assert_eq!(told.iter().map(|found| found.field).collect::<Vec<_>>(), ["winner", "end"]);
    table.must(Seat::Umpire, json!({"do": "uphold", "side": "american"}));
    assert_eq!((table.points(0), table.points(1)), (0, 0));
}

#[test]
fn men_of_a_group_that_has_left_are_noted_as_withdrawn() {
    let mut table = battle();
    table.must(ONE, withdraw(0, "red_retreat", "no", "yes"));
    let fate = |table: &Table| as_noted(&table.state, Side::FIRST, ManId::new(9)).out;
    assert_eq!(fate(&table), Out::InPlay);
    table.must(ONE, json!({"do": "leave", "group": "A", "nearest": 4}));
    assert_eq!(fate(&table), Out::Withdrawn);
    table.must(ONE, json!({"do": "note", "man": 9, "what": {"out": "captured"}}));
    assert_eq!(fate(&table), Out::Captured);
}
