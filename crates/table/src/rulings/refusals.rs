//! Rules of the house on rulings.

use kernel::{Refusal, RuleId};

/// The umpire decides where the rules leave something open, and the decision is read again.
pub const RULING: RuleId = RuleId("HOUSE-RULING");

/// The rule as the handbook and the rules page list it.
pub(crate) const ON_RULING: (&str, &str, &str) = (
    "HOUSE-RULING",
    "What the umpire rules is written down",
    "A ruling names its rule and its reason and stands in the log for those who may know it. When the same rule \
     next stops one of them, the ruling is shown beside the refusal. It does not change what the rules accept. \
     To do something differently, the umpire makes a correction or begins from a new position.",
);

pub(crate) fn no_such_rule() -> Refusal {
    Refusal::new(RULING, "rule", "No rule has this id. The page of the rules lists them all.")
}

pub(crate) fn ruling_incomplete() -> Refusal {
    let sentence =
        "A ruling needs a decision and a reason of 3 to 400 characters each, and somebody who may read it.";
    Refusal::new(RULING, "words", sentence)
}
