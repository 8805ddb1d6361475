//! The worked examples of `examples/`: every file is played.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use casebook::Case;
use kernel::Rulebook;
use rules_bcs::RULEBOOK;

use crate::charts::IDS;

fn rulebooks(name: &str) -> Option<&'static dyn Rulebook> {
    (name == RULEBOOK.name()).then_some(&RULEBOOK as &dyn Rulebook)
}

fn read(path: &str) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|fault| fault.to_string())
}

/// Every example file, in order of its name.
fn files() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).expect("the folder of examples is there");
        for path in entries.map(|entry| entry.expect("its entries can be read").path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "toml") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The file's name as the test's working folder knows it, so that failures can be clicked on.
fn parse(path: &Path) -> Result<Case, Vec<String>> {
    let name = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(path).display().to_string();
    let text = read(&name).map_err(|fault| vec![format!("{name}: {fault}")])?;
    Case::parse(&name, &text).map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

#[test]
fn every_worked_example_comes_out_as_it_says() {
    let files = files();
    assert!(files.len() > 30, "there are examples");
    let failures = |path: &PathBuf| match parse(path) {
        Ok(case) => case.failures(&rulebooks, &read),
        Err(faults) => faults,
    };
    let found: Vec<String> = files.iter().flat_map(failures).collect();
    assert!(found.is_empty(), "{} faults in {} files:\n{}", found.len(), files.len(), found.join("\n"));
}

/// How many requirements have no example yet. The number only falls.
const NOT_SHOWN: usize = 5;

#[test]
fn examples_show_requirements_of_the_catalogue() {
    let shown: BTreeSet<String> =
        files().iter().filter_map(|path| parse(path).ok()).flat_map(|case| case.rules).collect();
    let wanted: BTreeSet<String> =
        IDS.lines().filter(|line| line.starts_with("BCS-")).map(str::to_owned).collect();
    let foreign: Vec<_> = shown.difference(&wanted).collect();
    assert!(foreign.is_empty(), "{foreign:?}");
    let missing: Vec<_> = wanted.difference(&shown).collect();
    assert!(missing.len() <= NOT_SHOWN, "{} without an example: {missing:?}", missing.len());
}
