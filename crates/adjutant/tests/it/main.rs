//! The program as people start it: arguments in, text and exit codes out.

#![allow(clippy::unwrap_used)]

mod campaigns;
mod care;
mod corrections;
#[cfg(unix)]
mod database;
mod files;
mod keys;
mod levels;
#[cfg(unix)]
mod lost;
#[cfg(unix)]
mod metrics;
mod named_by_acts;
#[cfg(unix)]
mod serving;
mod setups;
#[cfg(unix)]
mod socket;
mod spreadsheets;
mod three_lines;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// The short set-up of the toy system.
const FORD: &str = include_str!("../../../rules-toy/scenarios/ford.toml");

/// A place of its own for each test: a data folder and files.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    /// The program with its own data folder, ready to be started.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        for name in [
            "ADJUTANT_DATA",
            "ADJUTANT_DATABASE",
            "ADJUTANT_KEY_FILE",
            "ADJUTANT_LISTEN",
            "ADJUTANT_METRICS",
            "ADJUTANT_STUDIO",
            "ADJUTANT_ADDRESS",
            "ADJUTANT_LOG",
        ] {
            command.env_remove(name);
        }
        command.current_dir(self.path()).arg("--data").arg(self.path().join("data")).args(arguments);
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// What the program prints when all goes well.
    fn good(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{arguments:?}: {errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// What the program complains of; its exit code is 1.
    fn bad(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {output:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    /// A data folder with the toy campaign in it; gives its id.
    fn with_ford(&self) -> String {
        self.write("ford.toml", FORD);
        self.good(&["new", "--open-dice", "--table-dice", "ford.toml"]).trim().to_owned()
    }
}
