//! The project's own chores: `cargo xtask test`, `cargo xtask inventory`, `cargo xtask requirements`.

#![allow(clippy::print_stdout)]

mod catalogue;
mod inventory;
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
    Test,
    /// Check that every requirement in scope has its row, function and test, and print the table.
    Inventory,
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
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().chore {
        Chore::Test => test::run(&root()),
        Chore::Inventory => inventory::run(&root()),
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
