//! `adjutant run`.

use std::path::{Path, PathBuf};

use casebook::{Case, Outcome};

use crate::arguments::Run;
use crate::caller::say;
use crate::failure::Failure;
use crate::setup;

/// Plays every example and tells what was not as expected. As JSON, one outcome per line and file.
pub fn run(run: &Run) -> Result<(), Failure> {
    let mut failures = Vec::new();
    let mut files = Vec::new();
    for path in &run.files {
        gather(path, &mut files)?;
    }
    for path in &files {
        match play(path) {
            Ok(outcome) => {
                if run.json {
                    say!("{}", serde_json::json!(outcome));
                } else if outcome.is_ok() {
                    say!("{}: {} steps as expected, {}", outcome.file, outcome.steps.len(), outcome.title);
                }
                failures.extend(outcome.failures);
            }
            Err(failure) => failures.extend(failure.into_lines()),
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(Failure::all(failures)) }
}

/// A file as it is; of a folder every example in it and below, by name. Set-ups and positions beside them are
/// passed over.
fn gather(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let entries = std::fs::read_dir(path).and_then(|entries| entries.collect::<Result<Vec<_>, _>>());
    let mut entries: Vec<PathBuf> =
        entries.map_err(|fault| Failure::file(path, &fault))?.iter().map(std::fs::DirEntry::path).collect();
    entries.sort();
    for entry in entries {
        let is_toml = entry.extension().is_some_and(|extension| extension == "toml");
        if entry.is_dir() || (is_toml && setup::is_example(&setup::read(&entry)?)) {
            gather(&entry, files)?;
        }
    }
    Ok(())
}

fn play(path: &Path) -> Result<Outcome, Failure> {
    let file = path.display().to_string();
    let case = Case::parse(&file, &setup::read(path)?)?;
    Ok(case.run(&setup::find, &setup::beside))
}
