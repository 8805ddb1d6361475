//! Settings of what works on set-up files alone.

use std::path::PathBuf;

use clap::Args;
use serde::{Deserialize, Serialize};

/// Settings of `tables`.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct Tables {
    /// The set-up.
    pub file: PathBuf,
    /// The rules, where the file does not name them.
    #[arg(long, value_name = "NAME")]
    pub system: Option<String>,
    /// Put the tables of this spreadsheet into the set-up; it is written as a new file.
    #[arg(long = "in", value_name = "SHEETS", conflicts_with = "json")]
    pub sheets: Option<PathBuf>,
    /// Only this table, by its title or its place in the file: `rg.german`.
    #[arg(long, value_name = "TABLE")]
    pub table: Option<String>,
    /// The rows come after those that are there, instead of taking their place.
    #[arg(long, requires = "sheets")]
    pub after: bool,
    /// Print the tables with their columns as JSON.
    #[arg(long, conflicts_with = "output")]
    pub json: bool,
    /// Where to write; the ending says what: .csv or .xlsx, with --in .toml. By default to standard output.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Settings of `forecast`.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct Forecast {
    /// The set-up.
    pub file: PathBuf,
    /// The rules, where the file does not name them.
    #[arg(long, value_name = "NAME")]
    pub system: Option<String>,
    /// Print as JSON.
    #[arg(long)]
    pub json: bool,
}
