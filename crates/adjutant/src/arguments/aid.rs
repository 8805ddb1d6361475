//! Settings of `aid`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use serde::{Deserialize, Serialize};

use crate::rulebooks::PHYSICAL_GAMES;

/// Settings of `aid`.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct Aid {
    /// The game.
    #[arg(value_parser = games(), default_value = PHYSICAL_GAMES[0].name)]
    pub game: String,
    /// A scenario file: its formations are on the list from the start.
    #[arg(long, value_name = "FILE")]
    pub scenario: Option<PathBuf>,
    /// Where to write the page; by default to standard output.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

fn games() -> PossibleValuesParser {
    PossibleValuesParser::new(PHYSICAL_GAMES.iter().map(|game| game.name))
}
