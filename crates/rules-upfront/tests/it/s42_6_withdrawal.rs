//! 42.6 Withdrawal.

use rules_upfront::rules::s42_6_withdrawal::leaves_at_once;
use rules_upfront::words::Side;
use serde_json::{Value, json};

use crate::{ONE, TWO, Table};

pub fn battle() -> Table {
    let mut table = Table::between("german", "american");
    table.select_both();
    table
}

fn withdraw(range: i8, card: &str, encircled: &str, can_move: &str) -> Value {
    json!({"do": "withdraw", "group": "A", "range": range, "card": card, "encircled": encircled, "can_move": can_move})
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
    assert_eq!(table.state.facts.conceded, Some(Side(0)));
    for winner in ["german", "none"] {
        let telling = table.telling(winner, &[]);
        assert_eq!(table.does(ONE, telling).unwrap_err(), ["E34"], "{winner}");
    }
    assert_eq!(table.does(TWO, withdraw(0, "red_retreat", "no", "yes")).unwrap_err(), ["won"]);
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
    table.must(ONE, json!({"do": "withdraw", "group": "B", "range": -1, "card": "red_retreat", "encircled": "no", "can_move": "yes"}));
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
