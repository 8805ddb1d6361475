//! Settings of the commands that take care of the data.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde::{Deserialize, Serialize};

/// Settings of `verify`.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct Verify {
    /// The campaign file.
    pub file: PathBuf,
    /// A hash noted earlier, which the file must contain: whole, or its first 32 digits as pages and sheets show it.
    #[arg(long, value_name = "HASH")]
    pub head: Option<String>,
}

/// Settings of `doctor`.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct Doctor {
    /// Take the log of this campaign for the right one from now on: an older backup was put in its place on purpose.
    #[arg(long, value_name = "CAMPAIGN")]
    pub accept: Option<String>,
}

/// Settings of `backup`.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct Backup {
    /// The folder to write; a new one for each backup.
    #[arg(value_name = "FOLDER")]
    pub to: PathBuf,
}

/// Settings of `restore`.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct Restore {
    /// The folder that `backup` wrote.
    #[arg(value_name = "FOLDER")]
    pub from: PathBuf,
    /// Restore it though it is damaged.
    #[arg(long)]
    pub damaged: bool,
}

/// Settings of `key`.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct Key {
    /// What to do.
    #[command(subcommand)]
    pub deed: KeyDeed,
}

/// What can be done with keys.
#[derive(Debug, Deserialize, Serialize, Subcommand)]
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
