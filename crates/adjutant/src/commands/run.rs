//! `adjutant run`.

use std::path::Path;

use casebook::{Case, Outcome};
use kernel::Rulebook;

use crate::arguments::Run;
use crate::failure::Failure;
use crate::rulebooks::RULEBOOKS;
use crate::setup;

/// Plays every example and tells what was not as expected. As JSON, one outcome per line and file.
pub fn run(run: &Run) -> Result<(), Failure> {
    let mut failures = Vec::new();
    for path in &run.files {
        match play(path) {
            Ok(outcome) => {
                if run.json {
                    println!("{}", serde_json::json!(outcome));
                } else if outcome.is_ok() {
                    println!(
                        "{}: {} steps as expected, {}",
                        outcome.file,
                        outcome.steps.len(),
                        outcome.title
                    );
                }
                failures.extend(outcome.failures);
            }
            Err(failure) => failures.extend(failure.into_lines()),
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(Failure::all(failures)) }
}

fn play(path: &Path) -> Result<Outcome, Failure> {
    let file = path.display().to_string();
    let case = Case::parse(&file, &setup::read(path)?)?;
    let find = |name: &str| -> Option<&dyn Rulebook> {
        RULEBOOKS.iter().copied().find(|rulebook| rulebook.name() == name)
    };
    Ok(case.run(&find, &|name| std::fs::read_to_string(name).map_err(|fault| fault.to_string())))
}
