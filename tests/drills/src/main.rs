//! Faults on purpose. `cargo xtask drill` starts this.
//!
//! Read in this order: [`load`] (random play on many campaigns), [`worker`] (a process that plays), [`record`] (what has
//! to be in the log), [`kill`], [`lost_node`], [`restore`], [`tamper`], [`forge`], [`commands`], [`grind`],
//! [`http`], [`served`] (a server of its own), [`full_disk`], [`crowd`].

#![allow(clippy::print_stdout)]

mod commands;
mod crowd;
mod forge;
mod full_disk;
mod grind;
mod http;
mod kill;
mod line;
mod load;
mod lost_node;
mod record;
mod released;
mod restore;
mod served;
mod tamper;
mod worker;

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
        /// Two processes play the same campaigns in one PostgreSQL database, and one of them is killed.
        #[arg(long)]
        nodes: bool,
    },
    /// Two processes play the same campaigns in one PostgreSQL database. One is killed, or its line to the database goes
    /// silent or is cut: the other one goes on, and nothing acknowledged is lost.
    LostNode {
        /// How often.
        #[arg(long, default_value_t = 30)]
        rounds: u32,
        /// The seed of the play and of the faults.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Back the log up while it is played on, wreck it, restore it: what was acknowledged before the backup is there,
    /// hash by hash.
    Restore {
        /// How often.
        #[arg(long, default_value_t = 20)]
        rounds: u32,
        /// The seed of the play and of the damage.
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
    /// Change files and compute every hash anew: `verify` must find what a file can prove.
    Forge {
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
        #[arg(long, default_value_t = 1_000_000)]
        rounds: u32,
        /// Through HTTP, against Battlefront's refit.
        #[arg(long)]
        http: bool,
        /// The seed of the play and of the commands.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Attack the dice with the secret in hand: names, orders, going back and trying again move no face.
    Grind {
        /// How many acts on each campaign.
        #[arg(long, default_value_t = 100_000)]
        rounds: u32,
        /// The seed of the play.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Leave a running server no room on its disk, then room again: acts are refused meanwhile and taken afterwards, and
    /// `/readyz` tells the truth.
    FullDisk {
        /// How often.
        #[arg(long, default_value_t = 20)]
        rounds: u32,
    },
    /// Take all the room of a running server by feeds, half-sent heads, half-sent forms and unread answers: a side plays
    /// on meanwhile.
    Crowd {
        /// How often.
        #[arg(long, default_value_t = 10)]
        rounds: u32,
    },
    /// Serve a folder until killed. Other drills start this.
    #[command(hide = true)]
    Serve {
        /// The data folder.
        place: String,
    },
    /// Play a short campaign of each system and write its final file, named after the version of its rules. Such a file
    /// is committed with each released version, so that later builds judge it again.
    #[command(hide = true)]
    Released {
        /// The folder to write in.
        folder: std::path::PathBuf,
    },
    /// Play until killed, and print the name of every act once it is acknowledged. The kill drill starts this.
    #[command(hide = true)]
    Worker {
        /// The data folder, or the URL of the database.
        place: String,
        /// The seed of the play.
        seed: u64,
    },
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().drill {
        Drill::Kill { rounds, seed, nodes: false } => kill::run(rounds, seed),
        Drill::Kill { rounds, seed, nodes: true } => kill::run_on_nodes(rounds, seed),
        Drill::LostNode { rounds, seed } => lost_node::run(rounds, seed),
        Drill::Restore { rounds, seed } => restore::run(rounds, seed),
        Drill::Tamper { rounds, seed } => tamper::run(rounds, seed),
        Drill::Forge { rounds, seed } => forge::run(rounds, seed),
        Drill::Commands { rounds, seed, http: false } => commands::run(rounds, seed),
        Drill::Commands { rounds, seed, http: true } => http::run(rounds, seed),
        Drill::Grind { rounds, seed } => grind::run(rounds, seed),
        Drill::FullDisk { rounds } => full_disk::run(rounds),
        Drill::Crowd { rounds } => crowd::run(rounds),
        Drill::Serve { place } => served::serve(&place),
        Drill::Released { folder } => released::run(&folder),
        Drill::Worker { place, seed } => load::worker(&place, seed),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}
