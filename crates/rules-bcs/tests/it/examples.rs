//! The worked examples of `examples/`: every file is played, and together they show every requirement.

use std::collections::BTreeSet;

use casebook::Folder;
use rules_bcs::RULEBOOK;

use crate::charts::IDS;

fn examples() -> Folder {
    Folder::of(env!("CARGO_MANIFEST_DIR"), &RULEBOOK)
}

#[test]
fn every_worked_example_comes_out_as_it_says() {
    examples().all_come_out();
}

#[test]
fn every_requirement_has_an_example() {
    let shown: BTreeSet<String> = examples().cases().flat_map(|case| case.rules).collect();
    let wanted: BTreeSet<String> =
        IDS.lines().filter(|line| line.starts_with("BCS-")).map(str::to_owned).collect();
    let foreign: Vec<_> = shown.difference(&wanted).collect();
    assert!(foreign.is_empty(), "{foreign:?}");
    let missing: Vec<_> = wanted.difference(&shown).collect();
    assert!(missing.is_empty(), "no example shows {missing:?}");
}
