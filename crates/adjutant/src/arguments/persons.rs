//! Who may come in: persons and tokens.

use clap::Args;
use serde::{Deserialize, Serialize};

use super::{Campaign, SeatName};

/// Settings of `token`.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct Token {
    #[command(flatten)]
    pub campaign: Campaign,
    /// The seat it opens.
    #[arg(long)]
    pub seat: Option<SeatName>,
    /// What for, in your own words.
    #[arg(long, default_value = "", requires = "seat")]
    pub label: String,
    /// How many days it lives.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..=i64::from(people::TOKEN_MOST_DAYS)))]
    pub days: u16,
    /// Revoke the token of this name instead.
    #[arg(long, value_name = "NAME", conflicts_with = "seat")]
    pub revoke: Option<String>,
}

/// Settings of `people`. Persons and invitations are named as the list names them.
#[derive(Args, Debug, Deserialize, Serialize)]
#[command(group(clap::ArgGroup::new("what")))]
pub struct People {
    #[command(flatten)]
    pub campaign: Campaign,
    /// Take the seat that `--seat` names back from this person, on all devices.
    #[arg(long, value_name = "PERSON", group = "what", requires = "seat")]
    pub take: Option<String>,
    /// The seat that is taken back.
    #[arg(long, requires = "take")]
    pub seat: Option<SeatName>,
    /// Withdraw an invitation that was not used.
    #[arg(long, value_name = "INVITATION", group = "what")]
    pub withdraw: Option<String>,
    /// Erase a person of this campaign for good: account, devices, seats in all campaigns, invitations used.
    #[arg(long, value_name = "PERSON", group = "what")]
    pub erase: Option<String>,
    /// Erase the account that signs in by this name, with everything of its person, whatever seats it holds.
    #[arg(long, value_name = "NAME", group = "what")]
    pub erase_account: Option<String>,
    /// Let spectators see the campaign this many minutes behind, or `MINUTES,ENTRIES`; 0 ends it.
    #[arg(long, value_name = "MINUTES", group = "what", value_delimiter = ',')]
    pub behind: Vec<u32>,
}
