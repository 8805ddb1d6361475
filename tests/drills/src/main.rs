//! Faults on purpose. `cargo xtask drill kill`, `cargo xtask drill tamper` and `cargo xtask drill commands` start this.
//!
//! Read in this order: [`load`] (random play on many campaigns), [`kill`], [`tamper`], [`commands`].

#![allow(clippy::print_stdout)]

mod commands;
mod kill;
mod load;
mod tamper;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Faults on purpose.
#[derive(Parser)]
#[command(name = "drill")]
struct Arguments {
    #[command(subcommand)]
    drill: Drill,
}

#[derive(Subcommand)]
enum Drill {
    /// Kill a process that plays, again and again: every acknowledged entry must be in the log.
    Kill {
        /// How often.
        #[arg(long, default_value_t = 50)]
        rounds: u32,
        /// The seed of the play and of the moments.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Change exported files at random: `verify` must find every change.
    Tamper {
        /// How often.
        #[arg(long, default_value_t = 100)]
        rounds: u32,
        /// The seed of the play and of the changes.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Give commands that make no sense, and some that do, by every seat at every moment: accepted exactly when proved.
    Commands {
        /// How many commands.
        #[arg(long, default_value_t = 200_000)]
        rounds: u32,
        /// The seed of the play and of the commands.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Play until killed, and print the name of every act once it is acknowledged. The kill drill starts this.
    #[command(hide = true)]
    Worker {
        /// The data folder.
        folder: PathBuf,
        /// The seed of the play.
        seed: u64,
    },
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().drill {
        Drill::Kill { rounds, seed } => kill::run(rounds, seed),
        Drill::Tamper { rounds, seed } => tamper::run(rounds, seed),
        Drill::Commands { rounds, seed } => commands::run(rounds, seed),
        Drill::Worker { folder, seed } => load::worker(&folder, seed),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}
