//! Starts a drill of `tests/drills`.

use std::path::Path;

use clap::ValueEnum;

use crate::cargo::cargo;

/// Which fault is caused.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Fault {
    /// A process that plays is killed, then one of two that play in one PostgreSQL database: no acknowledged entry may be
    /// lost.
    Kill,
    /// Of two processes that play in one PostgreSQL database one is lost to the database: the other one may not be held up.
    LostNode,
    /// A log is wrecked: its backup may not lack anything acknowledged before it was made.
    Restore,
    /// Exported files are changed: `verify` must find every change.
    Tamper,
    /// Somebody holds the secret of the dice and acts for every seat: no face of a question may change.
    Grind,
    /// A running server finds no room on its disk: room again must be enough, and `/readyz` must tell the truth.
    FullDisk,
    /// One takes all the room of a running server: a side must be able to play on.
    Crowd,
    /// Files are changed and every hash is computed anew: `verify` must find what a file can prove.
    Forge,
    /// Commands make no sense: none may be accepted that does not prove, none may break anything.
    Commands,
}

/// How often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A few rounds in a debug build.
    Short,
    /// The full number in a release build.
    Full,
}

/// Runs a drill.
///
/// # Errors
/// A sentence when the drill found a loss; the drill has told which before.
pub fn run(root: &Path, fault: Fault, extent: Extent) -> Result<(), String> {
    let drills: &[(&[&str], &str, &str)] = match fault {
        Fault::Kill => &[(&["kill"], "3", "1000"), (&["kill", "--nodes"], "3", "200")],
        Fault::LostNode => &[(&["lost-node"], "3", "30")],
        Fault::Restore => &[(&["restore"], "3", "50")],
        Fault::Tamper => &[(&["tamper"], "20", "1000")],
        Fault::Grind => &[(&["grind"], "1500", "100000")],
        Fault::FullDisk => &[(&["full-disk"], "3", "50")],
        Fault::Crowd => &[(&["crowd"], "2", "20")],
        Fault::Forge => &[(&["forge"], "60", "3000")],
        Fault::Commands => &[(&["commands"], "3000", "1000000"), (&["commands", "--http"], "300", "10000")],
    };
    drills.iter().try_for_each(|(name, short, full)| {
        let rounds = if extent == Extent::Short { short } else { full };
        one(root, name, rounds, extent)
    })
}

fn one(root: &Path, name: &[&str], rounds: &str, extent: Extent) -> Result<(), String> {
    let mut command = cargo(root);
    command.args(["run", "--quiet", "--package", "drills"]);
    if extent == Extent::Full {
        command.arg("--release");
    }
    let status = command.arg("--").args(name).args(["--rounds", rounds]).status();
    match status.map_err(|fault| format!("cargo cannot be started: {fault}"))?.success() {
        true => Ok(()),
        false => Err(format!("The drill {} failed.", name.join(" "))),
    }
}
