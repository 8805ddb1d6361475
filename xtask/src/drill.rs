//! Starts a drill of `tests/drills`.

use std::path::Path;

use clap::ValueEnum;

use crate::cargo::cargo;

/// Which fault is caused.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Fault {
    /// A process that plays is killed: no acknowledged entry may be lost.
    Kill,
    /// Exported files are changed: `verify` must find every change.
    Tamper,
    /// Commands make no sense: none may be accepted that does not prove, none may break anything.
    Commands,
}

/// How often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A few rounds in a debug build.
    Short,
    /// 50 kills, 100 tamperings or 200,000 commands in a release build.
    Full,
}

/// Runs a drill.
///
/// # Errors
/// A sentence when the drill found a loss; the drill has told which before.
pub fn run(root: &Path, fault: Fault, extent: Extent) -> Result<(), String> {
    let (name, rounds) = match (fault, extent) {
        (Fault::Kill, Extent::Short) => ("kill", "3"),
        (Fault::Kill, Extent::Full) => ("kill", "50"),
        (Fault::Tamper, Extent::Short) => ("tamper", "20"),
        (Fault::Tamper, Extent::Full) => ("tamper", "100"),
        (Fault::Commands, Extent::Short) => ("commands", "3000"),
        (Fault::Commands, Extent::Full) => ("commands", "200000"),
    };
    let mut command = cargo(root);
    command.args(["run", "--quiet", "--package", "drills"]);
    if extent == Extent::Full {
        command.arg("--release");
    }
    let status = command.args(["--", name, "--rounds", rounds]).status();
    match status.map_err(|fault| format!("cargo cannot be started: {fault}"))?.success() {
        true => Ok(()),
        false => Err(format!("The drill {name} failed.")),
    }
}
