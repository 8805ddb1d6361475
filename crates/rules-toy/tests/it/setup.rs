use kernel::System;
use rules_toy::{FORD, Pickets, RIVER, Setup};
use serde::Deserialize;

#[derive(Deserialize)]
struct Inventory {
    rule: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    id: String,
    heading: String,
    words: String,
    function: String,
    test: Vec<String>,
}

#[test]
fn the_rules_on_the_page_are_those_of_the_inventory_and_each_has_its_tests() {
    let inventory: Inventory = toml::from_str(include_str!("../../rules.toml")).unwrap();
    let rows: Vec<(&str, &str, &str)> =
        inventory.rule.iter().map(|row| (&*row.id, &*row.heading, &*row.words)).collect();
    let page: Vec<_> = Pickets::rules().iter().map(|rule| (rule.id, rule.heading, rule.words)).collect();
    assert_eq!(rows, page);
    let main = include_str!("main.rs");
    for row in &inventory.rule {
        assert!(!row.test.is_empty(), "{} has no test", row.id);
        for test in &row.test {
            let (file, name) = test.split_once("::").unwrap();
            assert!(main.contains(&format!("mod {file};")), "no test module {file}");
            let text = std::fs::read_to_string(format!("{}/tests/it/{file}.rs", env!("CARGO_MANIFEST_DIR")));
            assert!(text.unwrap().contains(&format!("fn {name}(")), "no test {test}");
        }
        let (file, function) = row.function.split_once("::").unwrap();
        let path = if file == "rules" { "src/rules/mod.rs".into() } else { format!("src/rules/{file}.rs") };
        let text = std::fs::read_to_string(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        assert!(text.contains(&format!("fn {function}(")), "no function {}", row.function);
    }
}

#[test]
fn shipped_charts_and_a_set_ups_own_are_read() {
    let ford = Setup::load("ford.toml", FORD).unwrap();
    assert_eq!((ford.pay.id(), ford.scouting.id()), ("TOY-T1", "TOY-T2"));
    let river = Setup::load("river.toml", RIVER).unwrap();
    assert_eq!((river.pay.id(), river.pay.weights(0)), ("RIVER-PAY", vec![3, 10, 3]));
}

#[test]
fn every_fault_of_a_set_up_is_reported_in_its_place() {
    let text = "title = \"t\"
rounds = 0
[[side]]
id = \"blue\"
name = \"Blue\"
[[side]]
id = \"blue\"
name = \"Again\"
[[post]]
id = \"ford\"
worth = 3
[chart.scout]
id = \"X\"
title = \"X\"
die = { d = 6 }
row = [{ max = 3, look = \"clear\" }, { min = 5, look = \"nothing\" }]
";
    let faults = Setup::load("s.toml", text).expect_err("it is full of faults");
    let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    let wanted = [
        "s.toml:1:1: pickets: The field \"pickets\" is missing.",
        "s.toml:2:10: rounds: The field \"rounds\" must be a whole number from 1 to 20.",
        "s.toml:3:1: side: The id blue stands twice.",
        "s.toml:9:1: post[0].name: The field \"name\" is missing.",
        "s.toml:16:7: chart.scout.row: row 2: no row holds 4",
    ];
    assert_eq!(faults.len(), wanted.len() + 1, "{faults:#?}");
    for wanted in wanted {
        assert!(faults.iter().any(|fault| fault.starts_with(wanted)), "{wanted}\n{faults:#?}");
    }
}
