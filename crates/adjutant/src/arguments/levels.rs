//! `below`: the tables above and below a campaign.

use clap::Args;
use serde::{Deserialize, Serialize};

use super::{Campaign, SeatName};

/// Settings of `below`.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct Below {
    #[command(flatten)]
    pub campaign: Campaign,
    /// Who asks, where nothing is done.
    #[arg(long, default_value = "umpire", conflicts_with_all = ["take_in", "break_off"])]
    pub seat: SeatName,
    /// As the umpire, take in what came of this table. From then on nothing is done there.
    #[arg(long, value_name = "SLOT", conflicts_with = "break_off")]
    pub take_in: Option<String>,
    /// As the umpire, break this table off. What comes of it is entered with a command of the rules.
    #[arg(long, value_name = "SLOT", requires = "reason")]
    pub break_off: Option<String>,
    /// Why; every seat of both tables reads it.
    #[arg(long, requires = "break_off")]
    pub reason: Option<String>,
}
