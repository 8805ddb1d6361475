//! The rules as players meet them: one module for each file of rules, and the laws of the whole.

mod conformance;

use kernel::System;
use rules_battlefront::{Battlefront, SAMPLE};

#[test]
fn the_sample_loads() {
    if let Err(faults) = Battlefront::load("rostov.toml", SAMPLE) {
        panic!("{}", faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
    }
}
