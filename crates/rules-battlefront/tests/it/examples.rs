//! The worked examples of `examples/`, every file, and the requirements they stand for.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use casebook::Case;
use kernel::Rulebook;
use kernel::rulebook::Typed;
use rules_battlefront::Battlefront;

static RULEBOOK: Typed<Battlefront> = Typed::new();

fn rulebooks(name: &str) -> Option<&'static dyn Rulebook> {
    (name == RULEBOOK.name()).then_some(&RULEBOOK as &dyn Rulebook)
}

fn read(path: &str) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|fault| fault.to_string())
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")
}

/// Every example file, in order of its name; `setups` holds what they start from.
fn files() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).expect("the folder of examples is there");
        for path in entries.map(|entry| entry.expect("its entries can be read").path()) {
            if path.is_dir() && path.file_name().is_some_and(|name| name != "setups") {
                folders.push(path);
            } else if path.is_file() && path.extension().is_some_and(|ending| ending == "toml") {
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
    let mut failures = Vec::new();
    for path in &files {
        match parse(path) {
            Ok(case) => failures.extend(case.failures(&rulebooks, &read)),
            Err(faults) => failures.extend(faults),
        }
    }
    assert!(failures.is_empty(), "{} faults in {} files:\n{}", failures.len(), files.len(), failures.join("\n"));
    assert!(!files.is_empty(), "there are examples");
}

/// Requirements that no example of ours can show, each with the reason.
const WITHOUT_EXAMPLE: &[(&str, &str)] = &[];

#[test]
fn every_requirement_in_scope_has_an_example() {
    let shown: BTreeSet<String> =
        files().iter().filter_map(|path| parse(path).ok()).flat_map(|case| case.rules).collect();
    let wanted = include_str!("../../requirements.txt").lines().filter(|line| line.starts_with("BF-"));
    let excused = |id: &str| WITHOUT_EXAMPLE.iter().any(|(known, _)| *known == id);
    let missing: Vec<&str> = wanted.filter(|id| !shown.contains(*id) && !excused(id)).collect();
    assert!(missing.is_empty(), "{} requirements without an example: {}", missing.len(), missing.join(", "));
}
