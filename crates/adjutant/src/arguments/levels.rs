//! `below`: the tables above and below a campaign.

use clap::Args;
use serde::{Deserialize, Serialize};

use super::{Campaign, SeatName};

/// Settings of `below`.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct Below {
    #[command(flatten)]
    pub campaign: Campaign,
    /// Who asks, or where no person is the umpire the side that says it.
    #[arg(long, default_value = "umpire")]
    pub seat: SeatName,
    /// Take in what came of this table, as the umpire or with the other side. From then on nothing is done there.
    #[arg(long, value_name = "SLOT", conflicts_with_all = ["break_off", "keep_open"])]
    pub take_in: Option<String>,
    /// Break this table off, as the umpire or with the other side. What comes of it is entered with a command of the rules.
    #[arg(long, value_name = "SLOT", requires = "reason", conflicts_with = "keep_open")]
    pub break_off: Option<String>,
    /// As a side, take back what it has said of closing this table, or say no to what the other has said.
    #[arg(long, value_name = "SLOT")]
    pub keep_open: Option<String>,
    /// Why; every seat of both tables reads it.
    #[arg(long, requires = "break_off")]
    pub reason: Option<String>,
}
