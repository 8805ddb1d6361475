//! Names of what is counted of the tables, over all campaigns and seats: no label names one.

use ::metrics::{counter, gauge};

use crate::answer::Answer;

/// Acts of seats; the label `outcome` says what came of them.
pub const COMMANDS: &str = "adjutant_commands_total";
/// Campaigns in memory.
pub const OPEN: &str = "adjutant_campaigns_open";

/// A seat has been answered.
pub(crate) fn answered(answer: &Answer) {
    let outcome = match answer {
        Answer::Done { .. } | Answer::Waits { .. } => "accepted",
        Answer::Refused(_) => "refused",
    };
    counter!(COMMANDS, "outcome" => outcome).increment(1);
}

/// So many campaigns are in memory now.
pub(crate) fn open(n_campaigns: usize) {
    gauge!(OPEN).set(n_campaigns as f64);
}
