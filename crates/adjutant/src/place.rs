//! Where the campaigns are, as the command line says it.

use std::path::PathBuf;

use clap::Args;

/// Where the campaigns are.
#[derive(Args, Debug)]
pub struct Place {
    /// The folder that holds the campaigns; by default the platform's place for a program's data.
    #[arg(long, global = true, value_name = "DIR", env = "ADJUTANT_DATA")]
    pub data: Option<PathBuf>,
    /// The PostgreSQL database that holds the campaigns instead: postgres://USER:PASSWORD@HOST:PORT/NAME. Several
    /// programs may serve it at the same time.
    #[arg(long, global = true, value_name = "URL", env = "ADJUTANT_DATABASE", hide_env_values = true)]
    pub database: Option<Unsaid>,
    /// The key file that secrets are encrypted with where the campaigns are kept; `adjutant key new` makes one.
    #[arg(long, global = true, value_name = "PATH", env = "ADJUTANT_KEY_FILE")]
    pub key_file: Option<PathBuf>,
}

/// Words that may hold a password: not said again in any message.
#[derive(Clone)]
pub struct Unsaid(pub String);

impl std::str::FromStr for Unsaid {
    type Err = std::convert::Infallible;

    fn from_str(words: &str) -> Result<Self, Self::Err> {
        Ok(Self(words.to_owned()))
    }
}

impl std::fmt::Debug for Unsaid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("…")
    }
}
