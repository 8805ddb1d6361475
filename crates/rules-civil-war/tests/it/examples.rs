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
fn every_id_has_an_example() {
    let shown: BTreeSet<String> = examples().cases().flat_map(|case| case.rules).collect();
    let foreign: Vec<_> = shown.difference(&ids()).cloned().collect();
    assert_eq!(foreign, [""; 0]);
    let missing: Vec<_> = ids().difference(&shown).cloned().collect();
    assert_eq!(missing, [""; 0]);
}
