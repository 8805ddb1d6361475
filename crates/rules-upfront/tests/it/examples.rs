//! The worked examples of `examples/`: every file is played, and together they show every requirement, every word of
//! every ruling and every reason for a refusal.

use std::collections::BTreeSet;

use casebook::{Case, Folder};
use rules_upfront::RULEBOOK;
use rules_upfront::setup::rulings::RULINGS;

fn examples() -> Folder {
    Folder::of(env!("CARGO_MANIFEST_DIR"), &RULEBOOK)
}

#[test]
fn every_worked_example_comes_out_as_it_says() {
    examples().all_come_out();
}

/// Ids that no example can show, each with the reason.
const WITHOUT_EXAMPLE: &[(&str, &str)] = &[
    ("UF-P06", "prices of changed men are not worked out"),
    ("UF-P09", "staying is not weighed against withdrawing"),
    ("UF-P11", "no letters are written"),
    ("UF-P13", "taking back is the table's, whatever the system"),
    ("UF-P14", "rosters stand side by side, without a comparison"),
    ("UF-P17", "seasons are simulated by the analysis, not by a command"),
];

#[test]
fn every_requirement_in_scope_has_an_example() {
    let shown: BTreeSet<String> = examples().cases().flat_map(|case| case.rules).collect();
    let wanted = include_str!("../../requirements.txt").lines().filter(|line| line.starts_with("UF-"));
    let excused = |id: &str| WITHOUT_EXAMPLE.iter().any(|(known, _)| *known == id);
    let missing: Vec<&str> = wanted.filter(|id| !shown.contains(*id) && !excused(id)).collect();
    assert!(missing.is_empty(), "{} requirements without an example: {missing:?}", missing.len());
    let idle: Vec<_> = WITHOUT_EXAMPLE.iter().filter(|(id, _)| shown.contains(*id)).collect();
    assert!(idle.is_empty(), "these have an example: {idle:?}");
}

/// Every word that a document gives a ruling, wherever it stands in it.
fn words_of_rulings(value: &serde_json::Value, into: &mut BTreeSet<(String, String)>) {
    let serde_json::Value::Object(fields) = value else {
        value.as_array().into_iter().flatten().for_each(|value| words_of_rulings(value, into));
        return;
    };
    for (key, value) in fields {
        match value.as_str() {
            Some(word) if RULINGS.iter().any(|ruling| ruling.key == key) => {
                into.insert((key.clone(), word.to_owned()));
            }
            _ => words_of_rulings(value, into),
        }
    }
}

/// The words that an example gives rulings, by its set-up, its start or a step's start.
fn turned(case: &Case) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    let position = case.position.iter().map(|origin| &origin.changes);
    let starts = case.steps.iter().filter_map(|step| step.start.as_ref());
    for changes in std::iter::once(&case.setup.changes).chain(position).chain(starts) {
        words_of_rulings(&serde_json::Value::Object(changes.clone()), &mut found);
    }
    found
}

#[test]
fn every_word_of_every_ruling_has_an_example() {
    let mut turned_by: BTreeSet<(String, String)> = BTreeSet::new();
    let mut shown: BTreeSet<String> = BTreeSet::new();
    for case in examples().cases() {
        turned_by.extend(turned(&case));
        shown.extend(case.rules);
    }
    let mut missing = Vec::new();
    for ruling in RULINGS {
        let (default, others) = ruling.words.split_first().expect("a ruling has words");
        if !shown.contains(ruling.rule) {
            missing.push(format!("{} = {}", ruling.key, default.0));
        }
        let turned = |word: &str| turned_by.contains(&(ruling.key.to_owned(), word.to_owned()));
        let untold = others.iter().filter(|(word, _)| !turned(word));
        missing.extend(untold.map(|(word, _)| format!("{} = {word}", ruling.key)));
    }
    assert!(missing.is_empty(), "words without an example: {missing:?}");
}

#[test]
fn every_reason_for_a_refusal_has_an_example() {
    let shown: BTreeSet<String> = examples()
        .cases()
        .flat_map(|case| case.steps)
        .filter_map(|step| step.expect.refused.and_then(|refused| refused.code))
        .chain(examples().cases().flat_map(|case| case.faults).filter_map(|fault| fault.rule))
        .map(|code| code.trim_start_matches("UF-").to_owned())
        .collect();
    let codes = include_str!("../../requirements.txt").lines().filter_map(|line| line.strip_prefix("UF-E"));
    let missing: Vec<String> =
        codes.map(|code| format!("E{code}")).filter(|code| !shown.contains(code)).collect();
    assert!(missing.is_empty(), "reasons without an example: {missing:?}");
}

#[test]
fn the_example_on_the_guide_comes_out_as_it_says() {
    let guide = include_str!("../../examples/README.md");
    let block = guide.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a case");
    let text: String = block.lines().map(|line| format!("{}\n", line.trim_start())).collect();
    let case = Case::parse("examples/README.toml", &text).expect("the case of the guide is read");
    assert_eq!(examples().failures(&case), Vec::<String>::new());
}
