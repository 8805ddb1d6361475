//! The worked examples of `examples/`: every file is played, and together they show every requirement, every option
//! and every reason for a refusal.

use std::collections::BTreeSet;

use casebook::{Case, Folder};
use rules_battlefront::RULEBOOK;
use rules_battlefront::setup::Options;

fn examples() -> Folder {
    Folder::of(env!("CARGO_MANIFEST_DIR"), &RULEBOOK)
}

#[test]
fn every_worked_example_comes_out_as_it_says() {
    examples().all_come_out();
}

#[test]
fn every_requirement_in_scope_has_an_example() {
    let shown: BTreeSet<String> = examples().cases().flat_map(|case| case.rules).collect();
    let wanted = include_str!("../../requirements.txt").lines().filter(|line| line.starts_with("BF-"));
    let missing: Vec<&str> = wanted.filter(|id| !shown.contains(*id)).collect();
    assert!(missing.is_empty(), "{} requirements without an example: {missing:?}", missing.len());
    let charts = [
        "BF-T1", "BF-T2", "BF-T3", "BF-T4", "BF-T5", "BF-T6", "BF-T7", "BF-T8", "BF-T9", "BF-T10", "SEAL",
        "DIS", "PER",
    ];
    let missing: Vec<&str> = charts.into_iter().filter(|id| !shown.contains(*id)).collect();
    assert!(missing.is_empty(), "without an example: {missing:?}");
}

#[test]
fn every_option_is_shown_in_another_position_than_its_default() {
    let changed: BTreeSet<String> = examples()
        .cases()
        .filter_map(|case| {
            let options = case.setup.changes.get("campaign")?.get("options")?.as_object()?.clone();
            Some(options.into_iter().map(|(key, _)| key))
        })
        .flatten()
        .collect();
    let keys = Options::KEYS.iter().map(|(key, _)| *key);
    let missing: Vec<&str> = keys.filter(|key| !changed.contains(*key)).collect();
    assert!(missing.is_empty(), "options without an example: {missing:?}");
}

#[test]
fn every_reason_for_a_refusal_before_the_battle_is_shown() {
    let shown: BTreeSet<String> = examples()
        .cases()
        .flat_map(|case| case.steps)
        .filter_map(|step| step.expect.refused.and_then(|refused| refused.code))
        .collect();
    let codes = [
        "actor",
        "step",
        "option-off",
        "not-allowed",
        "consent",
        "data",
        "unknown",
        "owner",
        "class",
        "not-eligible",
        "nation-date",
        "night",
        "location",
        "zone",
        "unavailable",
        "dup",
        "sealed",
        "range",
        "note",
        "limit-campaign",
        "limit-scenario",
        "cap",
        "funds",
        "ammo",
        "incomplete",
    ];
    let missing: Vec<&str> = codes.into_iter().filter(|code| !shown.contains(*code)).collect();
    assert!(missing.is_empty(), "reasons without an example: {missing:?}");
}

/// The TOML blocks of a page, without the indent they may stand at.
fn blocks(page: &str) -> Vec<String> {
    let inner = page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    inner.map(|block| block.lines().map(|line| format!("{}\n", line.trim_start())).collect()).collect()
}

#[test]
fn the_examples_on_the_pages_come_out_as_they_say() {
    let of_the_guide = blocks(include_str!("../../examples/README.md"));
    let case = Case::parse("examples/README.toml", &of_the_guide[0]).expect("the case of the guide is read");
    assert_eq!(examples().failures(&case), Vec::<String>::new());

    let of_the_schema = blocks(include_str!("../../../../docs/positions-battlefront.md"));
    let case =
        Case::parse("examples/setups/page.toml", &of_the_schema[0]).expect("the case of the schema is read");
    assert_eq!(examples().failures(&case), Vec::<String>::new());
}
