//! Every requirement of the catalogue has its place in the rules.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::charts::IDS;

/// Every id that the sources name.
fn named(folder: &Path, into: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            named(&path, into);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
            into.extend(words.filter(|word| word.starts_with("BCS-")).map(str::to_owned));
        }
    }
}

#[test]
fn every_requirement_is_named_where_it_is_carried_out_and_no_other() {
    let mut met = BTreeSet::new();
    named(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut met);
    let known: BTreeSet<String> =
        IDS.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(str::to_owned).collect();
    let missing: Vec<_> = known.difference(&met).collect();
    assert!(missing.is_empty(), "no function carries {missing:?}");
    // `BCS-CT` alone names a section.
    let foreign: Vec<_> =
        met.difference(&known).filter(|id| id.ends_with(|c: char| c.is_ascii_digit())).collect();
    assert!(foreign.is_empty(), "the catalogue has no {foreign:?}");
    assert!(known.len() > 230, "{}", known.len());
}
