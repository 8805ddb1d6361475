//! The project's own chores: `cargo xtask test`, `inventory`, `circles`, `requirements`, `drill`, `soak`.

#![allow(clippy::print_stdout)]

#[cfg(test)]
mod borders;
mod cargo;
mod catalogue;
mod circles;
mod drill;
mod driver;
mod inventory;
mod peers;
mod soak;
mod test;
mod tools;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The project's own chores.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Format, lints, all tests, browser journeys, documentation, inventory. Installs what it needs if it may.
    Test {
        /// Format and tests of these packages alone.
        packages: Vec<String>,
    },
    /// Large numbers, by name and by the hour. What passed is not run again while what it is built from stays as it is.
    Soak {
        /// Which ones, or some pieces of one: `games-battalions:11-20`. All without.
        names: Vec<String>,
        /// Begin nothing new after so many hours.
        #[arg(long)]
        hours: Option<f64>,
        /// Name them, with what has passed.
        #[arg(long)]
        list: bool,
        /// Write the report of a whole run to standard output.
        #[arg(long)]
        report: bool,
    },
    /// Check that every requirement in scope has its row, function and test, and print the table.
    Inventory,
    /// Print which files of a crate cannot be read without each other; a crate with a bound is held to it.
    Circles {
        /// The crate; all of them when it is left out.
        name: Option<String>,
    },
    /// Write the list of requirement ids of a stretch of a rules catalogue to standard output.
    Requirements {
        /// The catalogue, a Markdown file.
        catalogue: PathBuf,
        /// The letters before every id: BF.
        #[arg(long)]
        prefix: String,
        /// The first section.
        #[arg(long)]
        from: String,
        /// The last section.
        #[arg(long)]
        to: String,
    },
    /// Ask the same questions of chance of this project, of dyce and of icepool in turn, and print how long each takes.
    /// Installs the two into a scratch folder.
    Peers,
    /// Cause faults on purpose and see that nothing is lost and nothing goes unnoticed.
    Drill {
        /// Which fault.
        fault: drill::Fault,
        /// A few rounds in a debug build instead of the full number in a release build.
        #[arg(long)]
        short: bool,
    },
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().chore {
        Chore::Test { packages } if packages.is_empty() => test::all(&root()),
        Chore::Test { packages } => test::some(&root(), &packages),
        Chore::Soak { list: true, .. } => soak::list(&root()),
        Chore::Soak { report: true, .. } => soak::report(&root()).map(|text| print!("{text}")),
        Chore::Soak { names, hours, .. } => soak::run(&root(), &names, hours),
        Chore::Inventory => inventory::run(&root()),
        Chore::Peers => peers::run(&root()).map(|table| print!("{table}")),
        Chore::Circles { name } => circles::run(&root(), name.as_deref()),
        Chore::Drill { fault, short } => {
            drill::run(&root(), fault, if short { drill::Extent::Short } else { drill::Extent::Full })
        }
        Chore::Requirements { catalogue, prefix, from, to } => {
            catalogue::run(&catalogue, &prefix, &from, &to).map(|list| print!("{list}"))
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace's folder").to_owned()
}
