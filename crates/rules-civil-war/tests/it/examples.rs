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

/// Ids without an example: what players do at the table with a modifier of a table that tests try, wording, and points that
/// players add up.
const NOT_SHOWN: [&str; 9] = [
    "CWFF-11A-2",
    "CWFF-11B-1",
    "CWFF-11C-1",
    "CWFF-11C-2",
    "CWFF-7A-4",
    "CWFF-R23",
    "CWFF-R26",
    "CWFF-R33",
    "CWFF-R40",
];

#[test]
fn every_other_id_has_an_example() {
    let shown: BTreeSet<String> = examples().cases().flat_map(|case| case.rules).collect();
    let foreign: Vec<_> = shown.difference(&ids()).cloned().collect();
    assert_eq!(foreign, [""; 0]);
    let missing: Vec<_> = ids().difference(&shown).cloned().collect();
    assert_eq!(missing, NOT_SHOWN);
}
