//! Rules of the house on messages.

use kernel::{Refusal, RuleId};

/// The umpire and a side write to each other.
pub const MESSAGE: RuleId = RuleId("HOUSE-MESSAGE");

/// The rule as the handbook and the rules page list it.
pub(crate) const ON_MESSAGE: (&str, &str, &str) = (
    "HOUSE-MESSAGE",
    "The umpire and a side write to each other",
    "The umpire writes to a side or to everyone, a side to the umpire alone. A message stands in the log of \
     those who may read it, and changes nothing. A seat can write at most ten within a minute.",
);

pub(crate) fn not_to_write_to() -> Refusal {
    let sentence = "The umpire writes to a side or to everyone, a side to the umpire alone.";
    Refusal::new(MESSAGE, "to", sentence)
}

pub(crate) fn message_unfit() -> Refusal {
    Refusal::new(MESSAGE, "words", "A message has 1 to 1000 characters.")
}

pub(crate) fn messages_too_many(most: usize) -> Refusal {
    let sentence = format!(
        "This seat has written {most} messages within a minute. Wait a little, or write them as one."
    );
    Refusal::new(MESSAGE, "words", sentence)
}
