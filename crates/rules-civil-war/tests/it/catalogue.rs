//! Every id of the catalogue has its place in the rules.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Every id of the catalogue.
pub const IDS: &str = include_str!("../../requirements.txt");

/// Every id that the sources name.
fn named(folder: &Path, into: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            named(&path, into);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
            into.extend(
                words
                    .filter(|word| word.starts_with("CWFF-") || ["FLANK", "FEEDBACK"].contains(word))
                    .map(str::to_owned),
            );
        }
    }
}

/// The ids, without the line of their origin.
pub fn ids() -> BTreeSet<String> {
    IDS.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(str::to_owned).collect()
}

#[test]
fn every_id_is_named_where_it_is_carried_out_and_no_other() {
    let (mut met, known) = (BTreeSet::new(), ids());
    named(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut met);
    let missing: Vec<_> = known.difference(&met).collect();
    assert!(missing.is_empty(), "no function carries {missing:?}");
    // `CWFF-7B` alone names a section; an id has a number at its end.
    let is_id =
        |id: &&String| id.matches('-').count() == 2 || id.starts_with("CWFF-T") || id.starts_with("CWFF-R");
    let foreign: Vec<_> = met.difference(&known).filter(is_id).collect();
    assert!(foreign.is_empty(), "the catalogue has no {foreign:?}");
    assert_eq!(known.len(), 139);
}
