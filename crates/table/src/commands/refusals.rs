//! Rules of the house on an act that waits for its dice or for a ruling.

use kernel::{Refusal, RuleId};

/// A command waits for its dice or its ruling; its seat finishes it first.
pub const WAITING: RuleId = RuleId("HOUSE-WAITING");
/// Faces typed in must be faces of the dice that were asked for.
pub const TYPED_DICE: RuleId = RuleId("HOUSE-TYPED-DICE");

/// The rule as the handbook and the rules page list it.
pub(crate) const ON_WAITING: (&str, &str, &str) = (
    "HOUSE-WAITING",
    "A throw that was begun is finished",
    "Once dice are to be thrown at the table, the seat types them in before it does anything else. The command \
     can be taken back until the first die is typed in.",
);
/// The rule as the handbook and the rules page list it.
pub(crate) const ON_TYPED_DICE: (&str, &str, &str) = (
    "HOUSE-TYPED-DICE",
    "Typed dice are faces of the dice that were asked for",
    "Dice thrown at a real table may be typed in. They are marked as such wherever they are shown.",
);

pub(crate) fn waiting() -> Refusal {
    Refusal::new(WAITING, "waiting", "Your throw at the table is not typed in yet. Finish it first.")
}

/// To the umpire who acts for a side.
pub(crate) fn waiting_there() -> Refusal {
    let sentence = "The side's throw at the table is not typed in yet. Type it in for the side, or let the side take it back.";
    Refusal::new(WAITING, "waiting", sentence)
}

pub(crate) fn nothing_waits() -> Refusal {
    Refusal::new(WAITING, "waiting", "Nothing waits for this answer. It may have been given already.")
}

pub(crate) fn unfit(asked: &kernel::Question) -> Refusal {
    let sentence = match asked.die {
        Some(kernel::Die::HighRoll { sides }) => {
            format!("Two different faces from 1 to {sides} are needed; a tie is thrown again.")
        }
        Some(die) => match die.shape() {
            (1, sides) => format!("One face from 1 to {sides} is needed."),
            (n, sides) => format!("{n} faces from 1 to {sides} are needed."),
        },
        None => format!("One of {} answers is needed.", asked.choices.len()),
    };
    Refusal::new(TYPED_DICE, "range", sentence)
}
