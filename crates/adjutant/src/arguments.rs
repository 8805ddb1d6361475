//! The command line: what can be asked, and with which settings. Settings also come from the environment.

mod aid;
mod care;
mod files;
mod levels;
mod mail;
mod map;
mod persons;
mod serve;
mod setups;

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};

pub use aid::Aid;
pub use care::{Backup, Doctor, Key, KeyDeed, Restore, Verify};
pub use files::{Part, ResultOf};
pub use levels::Below;
pub use mail::Mail;
pub use map::Map;
pub use persons::{People, Token};
pub use serve::{Serve, StudioFor};
pub use setups::{Forecast, Tables};

use crate::place::Place;
use crate::rulebooks::samples;

/// An umpire for wargame campaigns. Without a command it serves.
#[derive(Debug, Parser)]
#[command(name = "adjutant", version, after_help = files::words_of_systems())]
pub struct Arguments {
    #[command(flatten)]
    place: Place,
    /// What to do; without it: serve.
    #[command(subcommand)]
    command: Option<Command>,
}

impl Arguments {
    /// Reads the words the program was started with, and what is asked for: to serve when nothing is said, with all
    /// the settings that `serve` takes from the environment.
    ///
    /// # Errors
    /// What clap says of words that it does not know, and the help that was asked for.
    pub fn read(words: impl IntoIterator<Item = OsString>) -> Result<(Place, Command), clap::Error> {
        let mut words: Vec<OsString> = words.into_iter().collect();
        let read = Self::try_parse_from(&words).or_else(|fault| files::by_a_systems_word(&words, fault))?;
        if let Some(command) = read.command {
            return Ok((read.place, command));
        }
        words.push("serve".into());
        let read = Self::try_parse_from(&words)?;
        Ok((read.place, read.command.expect("a command was named")))
    }
}

fn sample_names() -> PossibleValuesParser {
    PossibleValuesParser::new(samples().map(|(_, sample)| sample.name))
}

/// What can be done.
#[derive(Debug, Deserialize, Serialize, Subcommand)]
pub enum Command {
    /// Serve the campaigns to browsers; the first start lays out a sample campaign.
    Serve(Serve),
    /// Lay out a campaign from a set-up file, or from a set-up that comes with the program.
    New(New),
    /// Make an invitation to a seat and print its link.
    Invite(Invite),
    /// Make a token that lets a program act at a seat; without a seat, list the tokens of a campaign.
    Token(Token),
    /// Print the OpenAPI document of the API.
    Openapi,
    /// Write the play aid beside a physical game: one HTML file that needs neither server nor network.
    Aid(Aid),
    /// List who holds the seats of a campaign and what invitations there are; take a seat back, forget a person.
    People(People),
    /// Check set-ups and worked examples: every fault at once, with line and column.
    Check(Check),
    /// Write the tables of a set-up as a spreadsheet, or put a spreadsheet's tables into it: every faulty cell at once.
    Tables(Tables),
    /// Print what a set-up foretells: the income of each side and day, exactly.
    Forecast(Forecast),
    /// Show a set-up in the browser while it is being written: map, forces, totals, and faults with their places.
    View(View),
    /// Run worked examples and compare what comes of them.
    Run(Run),
    /// Show what a seat sees; without a campaign, the list of campaigns.
    Show(Show),
    /// Do something as a seat.
    Do(Act),
    /// Put an old act right as the umpire, look what that would change, or put it to the sides first.
    Correct(Correct),
    /// Write a ruling into the umpire's book; without one, print the book as a seat may read it.
    Rule(Rule),
    /// List the tables above and below a campaign; as the umpire, take in what came of one below, or break it off.
    Below(Below),
    /// Lay a picture under the map as the umpire, set it right, show it or take it away.
    Map(Map),
    /// Show the log as a seat may read it.
    Log(Log),
    /// Tell the exact odds of a command, or of a plan over several.
    Odds(Odds),
    /// Check a campaign file: chains, dice, sealed choices.
    Verify(Verify),
    /// Write a campaign, or a seat's share of it, into a file.
    Export(Export),
    /// Take a campaign in from a file.
    Import(Import),
    /// Copy the data folder into another one, while it is in use, and examine the copy.
    Backup(Backup),
    /// Lay a backup out as a new data folder.
    Restore(Restore),
    /// Make a key file, or encrypt what is secret in the campaigns with one.
    Key(Key),
    /// Say what is damaged in the data folder, what is intact, and the way out. Every entry is judged again by the rules.
    Doctor(Doctor),
    /// Write the tables of a seat's pages as CSV or XLSX.
    Sheet(Sheet),
    /// Write a seat's sheets for the table as PDF.
    Print(Print),
    /// Turn a part of a set-up that has a file of its own into a spreadsheet or back, or put it into a set-up.
    Part(Part),
    /// Write the form on which a seat reports what happened at its table, or read a filled one.
    Result(ResultOf),
}

impl Command {
    /// The files that it reads, wherever it is done.
    pub fn reads(&self) -> Vec<PathBuf> {
        match self {
            Self::New(new) => new.file.iter().chain(&new.position).cloned().collect(),
            Self::Import(import) => vec![import.file.clone()],
            Self::Map(map) => map.file.iter().cloned().collect(),
            Self::Result(result) => result.file.iter().cloned().collect(),
            _ => Vec::new(),
        }
    }
}

/// Settings of `new`.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct New {
    /// The set-up.
    #[arg(required_unless_present = "sample")]
    pub file: Option<PathBuf>,
    /// A set-up that comes with the program, instead of a file.
    #[arg(long, value_name = "NAME", value_parser = sample_names(), conflicts_with = "file")]
    pub sample: Option<String>,
    /// Print the sample's set-up, to be changed and laid out from a file, and lay out nothing.
    #[arg(long, requires = "sample", conflicts_with_all = ["open_dice", "table_dice"])]
    pub print: bool,
    /// Begin from this position instead of the beginning: a campaign brought in during its course.
    #[arg(long, value_name = "FILE", conflicts_with = "sample")]
    pub position: Option<PathBuf>,
    /// The rules, when the set-up does not name them.
    #[arg(long, value_name = "NAME", conflicts_with = "sample")]
    pub system: Option<String>,
    /// Open the dice at once, as for play at one machine: every campaign file says that no side had a part in them.
    /// Without it each side's device adds words to the dice, by itself, before the first roll.
    #[arg(long)]
    pub open_dice: bool,
    /// Let dice thrown at a table be typed in without the consent of all sides.
    #[arg(long)]
    pub table_dice: bool,
}

/// Settings of `invite`.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct Invite {
    #[command(flatten)]
    pub campaign: Campaign,
    /// The seat it opens.
    #[arg(long)]
    pub seat: SeatName,
    /// For whom, in your own words.
    #[arg(long, default_value = "")]
    pub label: String,
    /// How many days it stays open.
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u16).range(1..=365))]
    pub days: u16,
    /// The address that browsers use; without it that of the server which holds the data folder, or
    /// http://127.0.0.1:8080.
    #[arg(long, value_name = "URL", env = "ADJUTANT_ADDRESS")]
    pub address: Option<String>,
}

/// Settings of `check`.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct Check {
    /// The set-ups and examples.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// A position to check against the set-up, which is then the only file.
    #[arg(long, value_name = "FILE")]
    pub position: Option<PathBuf>,
    /// The rules, when a set-up does not name them.
    #[arg(long, value_name = "NAME")]
    pub system: Option<String>,
}

/// Settings of `view`.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct View {
    /// The set-up.
    pub file: PathBuf,
    /// Where to listen; the port 0 takes any that is free.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8089")]
    pub listen: SocketAddr,
    /// The rules, when the set-up does not name them.
    #[arg(long, value_name = "NAME")]
    pub system: Option<String>,
}

/// Settings of `run`.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct Run {
    /// The worked examples, or folders that hold some.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Print events, refusals and each seat's view after every step as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Which campaign.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct Campaign {
    /// The campaign; not needed where there is only one.
    #[arg(long, value_name = "ID")]
    pub campaign: Option<String>,
}

/// A seat as people write it: umpire, spectator, side-0, side-1, …, or a side by its id in the set-up.
pub type SeatName = String;

/// Settings of `show`.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct Show {
    #[command(flatten)]
    pub campaign: Campaign,
    /// Who looks.
    #[arg(long, default_value = "umpire")]
    pub seat: SeatName,
    /// Only this page.
    #[arg(long, value_name = "ID")]
    pub page: Option<String>,
    /// Print the facts of the position as TOML (with `--json` as JSON), for `new --position` and for worked examples.
    #[arg(long, conflicts_with_all = ["page", "seat"])]
    pub position: bool,
    /// Print the view as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Settings of `do`.
#[derive(Args, Debug, Deserialize, Serialize)]
#[command(group(clap::ArgGroup::new("what").required(true)))]
pub struct Act {
    #[command(flatten)]
    pub campaign: Campaign,
    /// Who acts.
    #[arg(long)]
    pub seat: SeatName,
    /// The side the umpire acts for.
    #[arg(long = "for", value_name = "SEAT", requires = "reason")]
    pub acting_for: Option<SeatName>,
    /// Why the umpire acts for a side, or ends the campaign.
    #[arg(long)]
    pub reason: Option<String>,
    /// The command as JSON, as `show` prints it.
    #[arg(group = "what")]
    pub command: Option<String>,
    /// Take the seat's latest step back.
    #[arg(long, group = "what")]
    pub undo: bool,
    /// Answer the waiting command of this name with `--dice` or `--choice`.
    #[arg(long, value_name = "ACT", group = "what")]
    pub answer: Option<String>,
    /// Add these words to the dice before the first roll, in a campaign begun before devices gave them; empty words pass.
    #[arg(long, group = "what")]
    pub words: Option<String>,
    /// Open the dice without waiting for the rest of the sides, with a reason where their devices give words.
    #[arg(long, group = "what")]
    pub open_dice: bool,
    /// Give the digest of words that you keep, as the side's words for the dice. Given at the host's machine, they are marked
    /// so. The handbook's page about programs tells how it is made.
    #[arg(long, value_name = "HEX", group = "what")]
    pub words_digest: Option<String>,
    /// Open those words, 32 bytes, when the digests of all sides stand. Open them for one set of digests only: write down all digests
    /// that stand, and never give the same words again beside others, for whoever knows them could choose the rest.
    #[arg(long, value_name = "HEX", group = "what")]
    pub words_bytes: Option<String>,
    /// The signature over the digests of all sides, with the words.
    #[arg(long, value_name = "HEX", requires = "words_bytes")]
    pub words_signature: Option<String>,
    /// As the umpire, let the table give words for this side, with a reason.
    #[arg(long, value_name = "SEAT", group = "what", requires = "reason")]
    pub words_for: Option<SeatName>,
    /// As the umpire, let all sides begin their words anew, because of those that do not open them.
    #[arg(long, group = "what", requires = "reason")]
    pub renew_words: bool,
    /// Ask whether dice thrown at a table may be typed in, agree to it, or withdraw it for later throws.
    #[arg(long, value_name = "WORD", group = "what", value_enum)]
    pub table_dice: Option<TableDice>,
    /// End the campaign, so that the secret of its dice may be shown. Nothing can be done afterwards.
    #[arg(long, group = "what", requires = "reason")]
    pub end: bool,
    /// Agree to the correction that waits, named by the digest that `correct --waiting` prints.
    #[arg(long, value_name = "DIGEST", group = "what")]
    pub agree: Option<String>,
    /// Decline the correction that waits.
    #[arg(long, group = "what")]
    pub decline: bool,
    /// Dice thrown at a real table, one list per throw: `--dice 7 --dice 3,10`.
    #[arg(long, value_name = "FACES")]
    pub dice: Vec<String>,
    /// The number of the umpire's choice, from 1.
    #[arg(long, value_name = "N", requires = "answer", conflicts_with = "dice")]
    pub choice: Option<u16>,
}

/// What is said of dice thrown at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ValueEnum)]
pub enum TableDice {
    /// They are asked for; a side that asks agrees.
    Ask,
    /// A side agrees.
    Agree,
    /// They are not wanted, or no more.
    Withdraw,
}

/// Settings of `correct`. Entries are numbered as in the umpire's log.
#[derive(Args, Debug, Deserialize, Serialize)]
#[command(group(clap::ArgGroup::new("what").required(true).multiple(true)))]
pub struct Correct {
    #[command(flatten)]
    pub campaign: Campaign,
    /// A command in the place of the act at this entry: `--instead '7={"do": "pay"}'`.
    #[arg(long, value_name = "ENTRY=COMMAND", group = "what")]
    pub instead: Vec<String>,
    /// Take the act at this entry out.
    #[arg(long, value_name = "ENTRY", group = "what")]
    pub out: Vec<u64>,
    /// Dice thrown at a real table, new or typed wrongly: `--answer QUESTION=3,10`.
    #[arg(long, value_name = "QUESTION=FACES", group = "what")]
    pub answer: Vec<String>,
    /// The umpire's choice, new or another one, from 1: `--choice QUESTION=2`.
    #[arg(long, value_name = "QUESTION=N", group = "what")]
    pub choice: Vec<String>,
    /// Print the correction that waits for the word of the sides.
    #[arg(long, group = "what", conflicts_with_all = ["instead", "out", "answer", "choice", "preview", "ask"])]
    pub waiting: bool,
    /// Who reads it.
    #[arg(long, requires = "waiting", default_value = "umpire")]
    pub seat: SeatName,
    /// Print what would change, and write nothing.
    #[arg(long, conflicts_with_all = ["ask", "reason"])]
    pub preview: bool,
    /// Put it to every side that hears of it, and make it when all have agreed.
    #[arg(long)]
    pub ask: bool,
    /// Why; every seat that hears of it reads this.
    #[arg(long, required_unless_present_any = ["preview", "waiting"])]
    pub reason: Option<String>,
}

/// Settings of `rule`.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct Rule {
    #[command(flatten)]
    pub campaign: Campaign,
    /// The rule it is about, by its id.
    #[arg(requires_all = ["decision", "reason"])]
    pub rule: Option<String>,
    /// What is decided.
    pub decision: Option<String>,
    /// Why.
    #[arg(long, requires = "rule")]
    pub reason: Option<String>,
    /// Who reads it: a side, the umpire alone, or with `spectator` everyone.
    #[arg(long, value_name = "SEAT", default_value = "spectator", requires = "rule")]
    pub to: SeatName,
    /// Whose book is printed.
    #[arg(long, default_value = "umpire", conflicts_with = "rule")]
    pub seat: SeatName,
}

/// Settings of `log`.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct Log {
    #[command(flatten)]
    pub campaign: Campaign,
    /// Who reads.
    #[arg(long, default_value = "umpire")]
    pub seat: SeatName,
    /// The most lines, the newest.
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub last: usize,
    /// Print as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Settings of `odds`.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct Odds {
    #[command(flatten)]
    pub campaign: Campaign,
    /// Who asks.
    #[arg(long)]
    pub seat: SeatName,
    /// The command as JSON, as `show` prints it.
    #[arg(required_unless_present_any = ["plan", "plans"], conflicts_with_all = ["plan", "plans"])]
    pub command: Option<String>,
    /// What is asked of the outcome, instead of every way it can come about: `escaped`, `escaped:G-11`, `escaped>=3`.
    /// Several are told jointly.
    #[arg(long = "measure", requires = "command")]
    #[serde(default)]
    pub measures: Vec<String>,
    /// A plan over several commands, by its name.
    #[arg(long)]
    #[serde(default)]
    pub plan: Option<String>,
    /// What the plan takes as given, as JSON: answers to its questions.
    #[arg(long, requires = "plan")]
    #[serde(default)]
    pub given: Option<String>,
    /// List the plans that the seat can ask about now, and the measures.
    #[arg(long, conflicts_with = "plan")]
    #[serde(default)]
    pub plans: bool,
    /// Print as JSON.
    #[arg(long)]
    pub json: bool,
}

/// For whom a campaign file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ValueEnum)]
pub enum ExportKind {
    /// What one seat may see.
    Seat,
    /// Everything but the dice secret, while the campaign runs.
    Umpire,
    /// Everything, for everybody, when the umpire has ended the campaign.
    Final,
    /// Everything, private, for another data folder where the campaign goes on.
    Move,
}

/// Settings of `export`.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct Export {
    #[command(flatten)]
    pub campaign: Campaign,
    /// For whom the file is.
    #[arg(long, value_enum)]
    pub kind: ExportKind,
    /// The seat of a seat's file.
    #[arg(long, required_if_eq("kind", "seat"))]
    pub seat: Option<SeatName>,
    /// With all tables below it, as one file.
    #[arg(long)]
    pub below: bool,
    /// Where to write; by default to standard output.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Settings of `import`.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct Import {
    /// The campaign file, of kind umpire or move.
    pub file: PathBuf,
}

/// Settings of `sheet`.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct Sheet {
    #[command(flatten)]
    pub campaign: Campaign,
    /// Whose pages.
    #[arg(long, default_value = "umpire")]
    pub seat: SeatName,
    /// Only this page.
    #[arg(long, value_name = "ID")]
    pub page: Option<String>,
    /// Write CSV, several tables below each other; without either, the ending of the output file decides.
    #[arg(long, conflicts_with = "xlsx")]
    pub csv: bool,
    /// Write a workbook, one sheet per table.
    #[arg(long, requires = "output")]
    pub xlsx: bool,
    /// Where to write; by default CSV to standard output.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Settings of `print`.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct Print {
    #[command(flatten)]
    pub campaign: Campaign,
    /// Whose sheets.
    #[arg(long, default_value = "umpire")]
    pub seat: SeatName,
    /// Only this sheet; `page-` and the id of a page for that page as it stands.
    #[arg(long, value_name = "ID")]
    pub sheet: Option<String>,
    /// As it stood after this line of the seat's log; by default as it stands.
    #[arg(long, value_name = "N")]
    pub line: Option<u64>,
    /// The size of the paper.
    #[arg(long, value_name = "a4|letter", default_value = "a4", value_parser = ["a4", "letter"])]
    pub size: String,
    /// The address that the codes open; by default that of the server, or http://127.0.0.1:8080.
    #[arg(long, value_name = "URL", env = "ADJUTANT_ADDRESS")]
    pub address: Option<String>,
    /// Where to write; without it the sheets are listed.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
