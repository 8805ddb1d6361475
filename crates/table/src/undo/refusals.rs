//! Rules of the house on taking a step back.

use kernel::{Refusal, RuleId};

/// A step is taken back only as long as nothing was rolled and nobody else could see it, or answer it in the open.
pub const UNDO: RuleId = RuleId("HOUSE-UNDO");

/// The rule as the handbook and the rules page list it.
pub(crate) const ON_UNDO: (&str, &str, &str) = (
    "HOUSE-UNDO",
    "A step can be taken back until dice fall or others see it",
    "A side takes back its own latest step as long as it rolled nothing and nobody else could see it. Where a game \
     is played in the open, it also takes back what everyone saw and what told it nothing new, such as a move of a \
     counter, until dice fall or another seat acts. The log keeps both the step and its taking back. What a side \
     could take back itself the umpire may send back to it, with a reason.",
);

pub(crate) fn no_undo() -> Refusal {
    Refusal::new(
        UNDO,
        "undo",
        "Your latest step rolled dice, was seen by others or was answered, so it stands.",
    )
}

pub(crate) fn nothing_to_send_back() -> Refusal {
    let sentence = "The side's latest step rolled dice, was seen by others or was answered, so it stands. Take the act out \
                    of the log instead.";
    Refusal::new(UNDO, "undo", sentence)
}
