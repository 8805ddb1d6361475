//! Rules of the house on deadlines and orders that are kept.

use kernel::{Refusal, RuleId};

/// Steps may have deadlines, and something is done for a side that stays away.
pub const DEADLINE: RuleId = RuleId("HOUSE-DEADLINE");
/// A side may keep orders for the time when it does not come.
pub const KEPT: RuleId = RuleId("HOUSE-KEPT-ORDERS");

/// The rule as the handbook and the rules page list it.
pub(crate) const ON_DEADLINE: (&str, &str, &str) = (
    "HOUSE-DEADLINE",
    "A step may have a deadline",
    "The umpire gives each step a number of hours and a grace, moves a deadline, lets time stand still or go \
     on. A deadline belongs to the step that everyone sees. When it and its grace have passed, play waits, or \
     the umpire acts, or the table gives the orders that a late side has kept. If the umpire has set it so, the \
     table then also does what commits the side to least. To others this looks like the side's own choice.",
);
/// The rule as the handbook and the rules page list it.
pub(crate) const ON_KEPT_ORDERS: (&str, &str, &str) = (
    "HOUSE-KEPT-ORDERS",
    "A side may keep orders for the deadline",
    "Orders are kept for the open step. Only the side and the umpire can read them, and they can be changed \
     until they are given. The rules judge them when they are given. The orders of a person who leaves the \
     seat, or from whom it was taken, are not given.",
);

pub(crate) fn no_such_pace() -> Refusal {
    let sentence = format!(
        "A step can have 1 to {} hours and a grace of 0 to {} minutes, in whole numbers.",
        super::entry::MOST_HOURS,
        super::entry::MOST_GRACE
    );
    Refusal::new(DEADLINE, "deadline", sentence)
}

pub(crate) fn no_deadline() -> Refusal {
    Refusal::new(DEADLINE, "deadline", "No deadline runs now. Nothing was changed.")
}

pub(crate) fn deadline_not_ahead() -> Refusal {
    let days = super::entry::MOST_HOURS / 24;
    Refusal::new(
        DEADLINE,
        "deadline",
        format!("A deadline has to lie ahead, within {days} days. Nothing was changed."),
    )
}

pub(crate) fn time_stands_already() -> Refusal {
    Refusal::new(DEADLINE, "deadline", "Time stands still already.")
}

pub(crate) fn time_goes_already() -> Refusal {
    Refusal::new(DEADLINE, "deadline", "Time does not stand still.")
}

pub(crate) fn too_many_kept() -> Refusal {
    let most = super::entry::MOST_KEPT;
    Refusal::new(KEPT, "many", format!("At most {most} orders can be kept for a step."))
}
