//! The rule of the house on what one question about odds may cost.

use kernel::rulebook::HOUSE_ODDS;
use kernel::{Refusal, Refusals};

/// The rule as the handbook and the rules page list it.
pub(crate) const ON_ODDS: (&str, &str, &str) = (
    "HOUSE-ODDS",
    "Odds keep nobody waiting",
    "Odds that take longer are worked out aside, one question of a seat at a time: the next one takes its place. A \
     question that takes more than twenty seconds, or tells more rows than anybody reads, ends without an answer. Then ask \
     about fewer things at once. Nothing in the campaign hangs on it.",
);

/// Why a question ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Whoever asked said so.
    Asked,
    /// The same seat asked something else.
    Replaced,
    /// Its time was over.
    Late,
    /// Its turn did not come. That others ask is not told.
    Crowded,
    /// The program comes to its end.
    Closing,
}

impl Stop {
    /// What whoever asked is told.
    pub fn refusals(self) -> Refusals {
        let (code, sentence) = match self {
            Self::Asked => (
                "stopped",
                "You have stopped this question. Nothing has changed; ask again when you want it.",
            ),
            Self::Replaced => (
                "stopped",
                "Your seat has asked something else since, and one question of a seat is worked out at a time. Ask again \
                 when you want this one.",
            ),
            Self::Late => (
                "too-much",
                "Exact odds of all this take too long to be worked out. Ask about fewer things at once: fewer days, fewer \
                 stands, one figure.",
            ),
            Self::Crowded => {
                ("crowded", "The server had no room for this question in time. Ask again in a while.")
            }
            Self::Closing => ("stopped", "The server closes. Ask again when it is back."),
        };
        Refusal::new(HOUSE_ODDS, code, sentence).into()
    }
}
