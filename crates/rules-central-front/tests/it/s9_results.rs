use kernel::{Acting, ChartResult, Odds};
use rules_central_front::rules::s9_results::{Told, told_in_full};
use rules_central_front::setup::Outcome;
use rules_central_front::{CentralFront, Command};
use serde_json::json;

use crate::{SMALL, Table, WP, hex, only, put, unit};

/// Of each column: attacker's steps, chance of F, chance of a retreat; the same of the defender. Section 9.
const EXPECTED: [(&str, [&str; 6]); 9] = [
    ("1-3", ["2", "1", "5/6", "1/36", "1/12", "0"]),
    ("1-2", ["3/2", "11/12", "7/12", "1/6", "5/18", "1/36"]),
    ("1-1", ["41/36", "13/18", "5/18", "5/12", "7/12", "1/6"]),
    ("3-2", ["1", "7/12", "1/6", "11/18", "13/18", "5/18"]),
    ("2-1", ["31/36", "5/12", "1/12", "29/36", "5/6", "5/12"]),
    ("3-1", ["7/12", "1/6", "0", "47/36", "35/36", "13/18"]),
    ("4-1", ["5/12", "1/12", "0", "59/36", "1", "5/6"]),
    ("5-1", ["5/18", "1/36", "0", "73/36", "1", "11/12"]),
    ("6-1", ["1/6", "0", "0", "29/12", "1", "35/36"]),
];

/// Steps of attacker and defender with −1 and with +1.
const MODIFIED: [(i32, [[&str; 2]; 9]); 2] = [
    (
        -1,
        [
            ["9/4", "0"],
            ["7/4", "1/12"],
            ["47/36", "5/18"],
            ["41/36", "5/12"],
            ["1", "11/18"],
            ["13/18", "37/36"],
            ["7/12", "47/36"],
            ["5/12", "59/36"],
            ["5/18", "73/36"],
        ],
    ),
    (
        1,
        [
            ["7/4", "1/12"],
            ["47/36", "5/18"],
            ["1", "11/18"],
            ["31/36", "29/36"],
            ["13/18", "37/36"],
            ["5/12", "59/36"],
            ["5/18", "73/36"],
            ["1/6", "29/12"],
            ["1/12", "17/6"],
        ],
    ),
];

fn mean(column: usize, modifier: i32, of: impl Fn(&Outcome) -> u64) -> String {
    let chart = &SMALL.table.columns[column].chart;
    let sum: u64 =
        chart.rows().iter().zip(chart.weights(modifier)).map(|(row, weight)| of(&row.result) * weight).sum();
    kernel::fraction::words(sum.into(), 36)
}

#[test]
fn every_column_has_the_expected_results() {
    for (at, (label, wanted)) in EXPECTED.iter().enumerate() {
        assert_eq!(SMALL.table.columns[at].label, *label);
        let found = [
            mean(at, 0, |cell| cell.attacker.steps.into()),
            mean(at, 0, |cell| cell.attacker.friction.into()),
            mean(at, 0, |cell| (cell.attacker.retreat > 0).into()),
            mean(at, 0, |cell| cell.defender.steps.into()),
            mean(at, 0, |cell| cell.defender.friction.into()),
            mean(at, 0, |cell| (cell.defender.retreat > 0).into()),
        ];
        assert_eq!(found, *wanted, "{label}");
    }
}

#[test]
fn modifiers_move_the_expected_steps() {
    for (modifier, columns) in MODIFIED {
        for (at, wanted) in columns.iter().enumerate() {
            let found = [
                mean(at, modifier, |cell| cell.attacker.steps.into()),
                mean(at, modifier, |cell| cell.defender.steps.into()),
            ];
            assert_eq!(found, *wanted, "column {at}, {modifier:+}");
        }
    }
}

/// The tank regiment with so many steps marches or is designated against units of NATO alone on the map.
fn odds(command: serde_json::Value, table: &Table) -> Odds {
    let command: Command = serde_json::from_value(command).expect("a command");
    Odds::of::<CentralFront>(&table.state, Acting::own(WP), &command).expect("odds")
}

#[test]
fn the_odds_of_an_attack_are_those_of_its_column() {
    let mut table = Table::small("wp-combat-1", |facts| {
        only(facts, &["wp-t1", "us-t1"]);
        put(facts, "wp-t1", "0603");
        put(facts, "us-t1", "0504");
        facts.designation.push(rules_central_front::state::Designation {
            target: hex("0504"),
            attack: rules_central_front::words::Attack::Hasty,
            bombard: false,
            units: vec![crate::id("wp-t1")],
        });
    });
    // 11 to 6 is 3-2.
    let found = odds(json!({"do": "attack", "target": "0504"}), &table);
    assert_eq!(found.of, 36);
    assert_eq!(found.mean(), Some((11, 18)));
    assert_eq!(found.chance("X1F"), (1, 6));
    // With chemicals 36 × 6: the column is 3-2 − 1, 3-2 or 3-2 + 1; the first use adds 1, so one left is out.
    let found = odds(json!({"do": "attack", "target": "0504", "chemical": true}), &table);
    assert_eq!(216 % found.of, 0);
    assert_eq!(found.mean(), Some((20, 27)), "2 × 22/36 and 4 × 29/36 of 6");
    unit(&mut table.state.facts, "wp-t1").lost = 2;
    let found = odds(json!({"do": "attack", "target": "0504"}), &table);
    assert_eq!(found.mean(), Some((1, 6)), "4 to 6 is 1-2");
}

#[test]
fn smoke_and_chemicals_multiply_the_branches() {
    let mut table = Table::small("wp-move-1", |facts| {
        only(facts, &["wp-t1", "wp-art", "us-t1"]);
        put(facts, "wp-t1", "0603");
        put(facts, "us-t1", "0504");
        facts.turn = 2;
        facts.first_use = Some(rules_central_front::state::FirstUse {
            turn: 1,
            phase: rules_central_front::phase::Phase::WpMove1,
        });
    });
    table.does(WP, json!({"do": "activate", "units": ["wp-t1"]}), &[]);
    let march =
        json!({"do": "march", "units": ["wp-t1"], "target": "0504", "smoke": "wp-art", "chemical": true});
    let found = odds(march, &table);
    assert_eq!(1296 % found.of, 0, "{}", found.of);
    // 9 to 6 is 3-2. The smoke of strength 6 always hides: 2/6 on 1-1, 2/6 on 3-2, 2/6 on 2-1, all without the −1.
    assert_eq!(found.mean(), Some((11, 18)));
}

#[test]
fn cells_are_read_and_written() {
    for (cell, words) in [
        ("-", "-"),
        ("A3FR2", "A3FR2"),
        ("X1F", "X1F"),
        ("A1F DF", "A1F DF"),
        ("A1 D1FR2", "A1 D1FR2"),
        ("D4FR4", "D4FR4"),
        ("D1 D2FR1 DR3", "D3FR3"),
        ("X1 A1F", "A2F D1"),
    ] {
        assert_eq!(Outcome::read(cell).expect(cell).words(), words);
    }
    for bad in ["", "B1", "A1 ", "A1X", "AR", "a1", "A1F1", "A FR1"] {
        assert!(Outcome::read(bad).is_err(), "{bad:?}");
    }
}

#[test]
fn odds_are_whole_numbers_and_clamped_once() {
    let table = &SMALL.table;
    let label = |attack, defense| table.columns[table.column(attack, defense)].label.clone();
    assert_eq!(label(1, 100), "1-3");
    assert_eq!(label(2, 4), "1-2");
    assert_eq!(label(5, 4), "1-1");
    assert_eq!(label(6, 4), "3-2");
    assert_eq!(label(7, 4), "3-2");
    assert_eq!(label(8, 4), "2-1");
    assert_eq!(label(100, 1), "6-1");
    assert_eq!((table.shifted(0, -2), table.shifted(8, 3), table.shifted(0, -2 + 3)), (0, 8, 1));
}

#[test]
fn every_cell_of_the_table_is_hit() {
    for column in &SMALL.table.columns {
        for (n, row) in column.chart.rows().iter().enumerate() {
            assert_eq!(column.chart.row_of(n as i32 + 1), n);
            assert!(!row.result.words().is_empty());
        }
        assert_eq!(column.chart.rows().len(), 13);
    }
}

#[test]
fn a_code_of_the_table_never_stands_alone() {
    let one = Told { steps: 1, ..Told::default() };
    let words = told_in_full(one, Told { friction: true, retreat: 2, ..one });
    assert!(words.starts_with("A1 D1"), "{words}");
    assert!(
        words.ends_with("attacker loses 1 step; defender loses 1 step, 1 action point, retreats 2"),
        "{words}"
    );
    assert_eq!(told_in_full(Told::default(), Told::default()), "without effect");
}
