//! The worked examples of `examples/`: every file is played.

use casebook::Folder;
use rules_civil_war::RULEBOOK;

#[test]
fn every_worked_example_comes_out_as_it_says() {
    Folder::of(env!("CARGO_MANIFEST_DIR"), &RULEBOOK).all_come_out();
}
