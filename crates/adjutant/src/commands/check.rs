//! `adjutant check`.

use std::path::Path;

use casebook::Case;
use kernel::Diagnostic;

use crate::arguments::Check;
use crate::caller::say;
use crate::failure::Failure;
use crate::setup;

/// Checks every file and tells every fault and every warning of all of them. A warning is no failure.
pub fn run(check: &Check) -> Result<(), Failure> {
    if let Some(position) = &check.position {
        let [setup] = &*check.files else {
            return Err(Failure::new(
                "A position is checked against one set-up: adjutant check SETUP --position FILE.",
            ));
        };
        say!("{}", of_position(setup, position, check.system.as_deref())?);
        return Ok(());
    }
    let mut faults = Vec::new();
    for path in &check.files {
        match of_file(path, check.system.as_deref()) {
            Ok(sentence) => say!("{sentence}"),
            Err(failure) => faults.extend(failure.into_lines()),
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(Failure::all(faults)) }
}

fn of_position(setup: &Path, path: &Path, system: Option<&str>) -> Result<String, Failure> {
    let file = setup.display().to_string();
    let text = setup::read(setup)?;
    let mut game = setup::rulebook(&file, &text, system)?.open(&file, &text)?;
    let position = setup::PositionFile::read(path)?;
    game.set_position(position.facts.clone()).map_err(|faults| position.placed(faults))?;
    Ok(format!("{}: sound, a position of {}", path.display(), game.title()))
}

fn of_file(path: &Path, system: Option<&str>) -> Result<String, Failure> {
    let file = path.display().to_string();
    let text = setup::read(path)?;
    if setup::is_example(&text) {
        let case = Case::parse(&file, &text)?;
        let faults = case.faults_before_play(&setup::find, &setup::beside);
        if !faults.is_empty() {
            return Err(Failure::all(faults));
        }
        return Ok(format!("{file}: sound, an example with {} steps, {}", case.steps.len(), case.title));
    }
    let rulebook = setup::rulebook(&file, &text, system)?;
    let game = rulebook.open(&file, &text)?;
    let sound = match game.warnings().len() {
        0 => "sound".to_owned(),
        1 => "sound with a warning".to_owned(),
        n => format!("sound with {n} warnings"),
    };
    let told = game.warnings().iter().map(|warning| format!("{}\n", as_warning(warning)));
    Ok(told.collect::<String>() + &format!("{file}: {sound}, {}, {}", rulebook.title(), game.title()))
}

/// A warning in the form of a fault, so that editors find its place, with the word that it is none.
fn as_warning(warning: &Diagnostic) -> Diagnostic {
    Diagnostic { sentence: format!("Warning: {}", warning.sentence), ..warning.clone() }
}
