//! The worked examples of `examples/`: every file is played.

use std::collections::BTreeSet;

use casebook::Folder;
use rules_civil_war::RULEBOOK;

use crate::catalogue::ids;

fn examples() -> Folder {
    Folder::of(env!("CARGO_MANIFEST_DIR"), &RULEBOOK)
}

#[test]
fn every_worked_example_comes_out_as_it_says() {
    examples().all_come_out();
}

#[test]
fn examples_name_ids_of_the_catalogue() {
    let shown: BTreeSet<String> = examples().cases().flat_map(|case| case.rules).collect();
    let foreign: Vec<_> = shown.difference(&ids()).cloned().collect();
    assert_eq!(foreign, [""; 0]);
    if let Ok(path) = std::env::var("NOT_SHOWN") {
        let missing: Vec<_> = ids().difference(&shown).cloned().collect();
        std::fs::write(path, missing.join("\n")).unwrap();
    }
}
