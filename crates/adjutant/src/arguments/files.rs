//! `part` and `result`, and what a system calls them.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, Parser};
use serde::{Deserialize, Serialize};

use super::{Arguments, Campaign, SeatName};
use crate::rulebooks::{parts, result_forms};

/// Settings of `part`.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct Part {
    /// What kind of part it is.
    #[arg(value_parser = part_names())]
    pub kind: String,
    /// The part as TOML, CSV or XLSX, or the id of one that comes with the program.
    pub file: PathBuf,
    /// Read this set-up too, for what the part needs of it.
    #[arg(long, value_name = "SETUP", conflicts_with = "into")]
    pub beside: Option<PathBuf>,
    /// Write this set-up with the part put into it.
    #[arg(long, value_name = "SETUP")]
    pub into: Option<PathBuf>,
    /// Where to write; the ending says what: .toml, .csv or .xlsx. By default TOML from a spreadsheet and CSV from TOML,
    /// to standard output.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Settings of `result`.
#[derive(Args, Debug, Deserialize, Serialize)]
#[command(group(clap::ArgGroup::new("way").required(true).args(["form", "file"])))]
pub struct ResultOf {
    #[command(flatten)]
    pub campaign: Campaign,
    /// Who reports.
    #[arg(long)]
    pub seat: SeatName,
    /// Write the form, with everybody as noted so far.
    #[arg(long)]
    pub form: bool,
    /// The filled form as CSV or XLSX; what it tells is printed as a command for `do`.
    pub file: Option<PathBuf>,
    /// Tell it as another version than the one that waits.
    #[arg(long, requires = "file")]
    pub differ: bool,
    /// Where to write the form; by default CSV to standard output.
    #[arg(long, short, value_name = "FILE", requires = "form")]
    pub output: Option<PathBuf>,
}

fn part_names() -> PossibleValuesParser {
    PossibleValuesParser::new(parts().map(|part| part.name))
}

/// What is asked for by what a system calls a part of its set-ups or its form for results: `adjutant nation german` is
/// `adjutant part nation german`.
pub fn by_a_systems_word(words: &[OsString], fault: clap::Error) -> Result<Arguments, clap::Error> {
    let Some(ContextValue::String(said)) = fault.get(ContextKind::InvalidSubcommand) else {
        return Err(fault);
    };
    let mut meant: Vec<&[&str]> = Vec::new();
    let part = parts().find(|part| part.name == said).map(|part| ["part", part.name]);
    if let Some(part) = &part {
        // The second is for `help`, which takes the command alone.
        meant.extend([&part[..], &part[..1]]);
    }
    if result_forms().any(|form| form.name == said) {
        meant.push(&["result"]);
    }
    // The same word may be the value of a setting, such as the name of a folder.
    let places = words.iter().enumerate().filter(|(_, word)| *word == said.as_str()).map(|(at, _)| at);
    let read = places.flat_map(|at| meant.iter().map(move |meant| (at, meant))).map(|(at, meant)| {
        let told = meant.iter().map(OsString::from);
        Arguments::try_parse_from(
            words[..at].iter().cloned().chain(told).chain(words[at + 1..].iter().cloned()),
        )
    });
    let is_known = |read: &Result<Arguments, clap::Error>| {
        !read.as_ref().is_err_and(|fault| fault.kind() == ErrorKind::InvalidSubcommand)
    };
    read.into_iter().find(is_known).unwrap_or(Err(fault))
}

/// What systems call their parts of set-ups and their forms for results, as help tells it.
pub fn words_of_systems() -> String {
    let parts = parts().map(|part| format!("`{0}` for `part {0}`", part.name));
    let forms = result_forms().map(|form| format!("`{}` for `result`", form.name));
    let words: Vec<String> = parts.chain(forms).collect();
    if words.is_empty() { String::new() } else { format!("Also: {}.", words.join(", ")) }
}
