//! What can go wrong that is nobody's move: disk, bug, broken file. Refusals are not faults.

use kernel::Diagnostic;

/// A fault, with the way out in its sentence.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The log cannot be read or written.
    #[error(transparent)]
    Ledger(#[from] ledger::Fault),
    /// There is no such campaign, or the seat may not know of it: the same text in both cases.
    #[error("There is no such campaign here. Look at the list of your campaigns.")]
    NoCampaign,
    /// The campaign's system is not part of this build.
    #[error(
        "This build does not know the rules {0:?}. Use the build the campaign was made with, or a newer one."
    )]
    NoRulebook(String),
    /// A file does not load.
    #[error("The file has {} {}.", .0.len(), if .0.len() == 1 { "fault" } else { "faults" })]
    File(Vec<Diagnostic>),
    /// The log holds something that these rules cannot read.
    #[error(
        "Entry {entry} cannot be read: {what}. Nothing was changed; use the build that wrote it, or a newer one."
    )]
    Unreadable {
        /// The entry in the campaign's order.
        entry: u64,
        /// What is wrong with it.
        what: String,
    },
    /// The rules ask for a table below whose sides are not those of the one above.
    #[error("The table {0} cannot be opened: its sides are not those of this one. Nothing was done.")]
    Below(String),
    /// The machine gives no random numbers.
    #[error("The machine gives no random numbers: {0}. Nothing was done.")]
    Random(String),
    /// The rules broke over a question about odds.
    #[error("These odds cannot be worked out: the program broke over them. Nothing was changed.")]
    Odds,
}

impl Fault {
    /// Whether somebody else wrote first: what was judged has to be judged again.
    pub(crate) fn is_overtaken(&self) -> bool {
        matches!(self, Self::Ledger(ledger::Fault::Conflict { .. }))
    }
}
