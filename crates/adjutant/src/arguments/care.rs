//! Settings of the commands that take care of the data.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Settings of `backup`.
#[derive(Args, Debug)]
pub struct Backup {
    /// The folder to write; a new one for each backup.
    #[arg(value_name = "FOLDER")]
    pub to: PathBuf,
}

/// Settings of `restore`.
#[derive(Args, Debug)]
pub struct Restore {
    /// The folder that `backup` wrote.
    #[arg(value_name = "FOLDER")]
    pub from: PathBuf,
    /// Restore it though it is damaged.
    #[arg(long)]
    pub damaged: bool,
}

/// Settings of `key`.
#[derive(Args, Debug)]
pub struct Key {
    /// What to do.
    #[command(subcommand)]
    pub deed: KeyDeed,
}

/// What can be done with keys.
#[derive(Debug, Subcommand)]
pub enum KeyDeed {
    /// Make a fresh key file, outside the data folder.
    New {
        /// The file to write.
        path: PathBuf,
    },
    /// Encrypt what is secret in campaigns that are not encrypted yet, with the key of --key-file.
    Apply,
    /// Encrypt it with another key than that of --key-file.
    Change {
        /// The file of the new key.
        #[arg(long, value_name = "PATH")]
        to: PathBuf,
    },
}
