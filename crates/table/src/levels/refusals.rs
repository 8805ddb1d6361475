//! Rules of the house on tables above and below.

use kernel::{Refusal, RuleId};

use crate::house::common::SEAT;

/// A table opens another.
pub const LEVELS: RuleId = RuleId("HOUSE-LEVELS");

/// The rule as the handbook and the rules page list it.
pub(crate) const ON_LEVELS: (&str, &str, &str) = (
    "HOUSE-LEVELS",
    "A table opens another",
    "Where the rules ask for it the table opens another below, with the same seats, and goes on meanwhile. When play \
     there is over the umpire takes in what came of it, and nothing is done there any more. Or the umpire breaks it off \
     with a reason and enters what comes of it. Where no person is the umpire both sides say so: the first says it, \
     and it is done when the other says the same. What went down comes back or is lost, to the last piece. What lies \
     before a table was opened or closed is not taken back or corrected any more at the table above. Once a result \
     was taken in, the umpire can still correct the table below. Both tables are corrected together, or neither is.",
);

pub(crate) fn no_table_below(slot: &str) -> Refusal {
    Refusal::new(LEVELS, "table", format!("No table {} is open below this one.", ledger::printable(slot)))
}

pub(crate) fn sides_close() -> Refusal {
    let sentence = "No person is the umpire of this campaign: the sides close a table below together, each at its own seat.";
    Refusal::new(SEAT, "actor", sentence)
}

pub(crate) fn said_already(slot: &str) -> Refusal {
    Refusal::new(
        LEVELS,
        "dup",
        format!("You have said this of the table {slot}. The other side says the same, or no."),
    )
}

pub(crate) fn nothing_said(slot: &str) -> Refusal {
    let sentence = format!("No side has said anything of closing the table {}.", ledger::printable(slot));
    Refusal::new(LEVELS, "step", sentence)
}

pub(crate) fn table_below_is_open(slot: &str) -> Refusal {
    let sentence =
        format!("The table {slot} is open below. Take in what comes of it, or break it off first.");
    Refusal::new(LEVELS, "open", sentence)
}

pub(crate) fn table_below_is_away(slot: &str) -> Refusal {
    let sentence =
        format!("The campaign of the table {slot} is not here. Import it, or break the table off.");
    Refusal::new(LEVELS, "away", sentence)
}

pub(crate) fn table_below_goes_on(slot: &str) -> Refusal {
    Refusal::new(LEVELS, "step", format!("Play at the table {slot} is not over."))
}

pub(crate) fn not_from_below(slot: &str) -> Refusal {
    let sentence = format!(
        "The rules here cannot take in what the table {slot} hands up. Break it off, and enter what came of it."
    );
    Refusal::new(LEVELS, "data", sentence)
}

pub(crate) fn does_not_add_up(differs: &str) -> Refusal {
    Refusal::new(LEVELS, "sum", format!("It does not add up: {differs}."))
}

pub(crate) fn reason_to_break_off() -> Refusal {
    Refusal::new(LEVELS, "reason", "A table is broken off with a reason of 3 to 400 characters.")
}

pub(crate) fn handed_up() -> Refusal {
    let sentence = "What came of this table has gone to the one above. Nothing is done here any more.";
    Refusal::new(LEVELS, "over", sentence)
}

pub(crate) fn table_above_is_away() -> Refusal {
    let sentence = "The result of this table was taken in by the one above, which is not here. Import it first: both \
                    are corrected together.";
    Refusal::new(LEVELS, "away", sentence)
}

pub(crate) fn table_above_is_over() -> Refusal {
    let sentence =
        "The result of this table was taken in by the one above, and nothing is done there any more.";
    Refusal::new(LEVELS, "over", sentence)
}

pub(crate) fn at_the_table_above() -> Refusal {
    Refusal::new(LEVELS, "above", "This stands at the table above, which is corrected with this one.")
}

pub(crate) fn not_over_any_more(slot: &str) -> Refusal {
    let sentence = format!(
        "After this, play at the table {slot} is not over, and its result was taken in above. Correct it so that it ends."
    );
    Refusal::new(LEVELS, "step", sentence)
}

pub(crate) fn taking_in_waits(slot: &str) -> Refusal {
    let sentence = format!(
        "The command above that takes in the table {slot} still waits for an answer. Answer it there first."
    );
    Refusal::new(LEVELS, "waiting", sentence)
}

pub(crate) fn opening_would_go(slot: &str) -> Refusal {
    let sentence = format!("After this the table {slot} would not have been opened, and it is there.");
    Refusal::new(LEVELS, "order", sentence)
}

pub(crate) fn would_begin_otherwise(slot: &str) -> Refusal {
    let sentence = format!(
        "After this the table {slot}, which was opened meanwhile, would have begun otherwise. One that is still open can be \
         broken off first."
    );
    Refusal::new(LEVELS, "order", sentence)
}

pub(crate) fn before_a_table_below() -> Refusal {
    let sentence =
        "A table below was opened or closed after that. What lies before is not corrected any more.";
    Refusal::new(LEVELS, "order", sentence)
}
