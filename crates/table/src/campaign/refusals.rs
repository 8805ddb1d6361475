//! Rules of the house on the beginning and the end of a campaign.

use kernel::{Refusal, RuleId};

/// Nothing is rolled before the dice are open.
pub const DICE_OPEN: RuleId = RuleId("HOUSE-DICE-OPEN");
/// The secret of the dice is shown when the campaign has ended.
pub const DICE_SHOWN: RuleId = RuleId("HOUSE-DICE-SHOWN");

/// The rule as the handbook and the rules page list it.
pub(crate) const ON_DICE_OPEN: (&str, &str, &str) = (
    "HOUSE-DICE-OPEN",
    "The dice open before the first roll",
    "The digest of the dice's secret stands in the log first. When the words of all sides are open, or when the \
     umpire opens the dice with a reason, they are fixed for the whole campaign. The log names the sides whose \
     words are missing. In campaigns begun before, every side may type words of its own or pass.",
);
/// The rule as the handbook and the rules page list it.
pub(crate) const ON_DICE_SHOWN: (&str, &str, &str) = (
    "HOUSE-DICE-SHOWN",
    "The dice are shown at the end",
    "The umpire ends the campaign with a reason that everyone reads. From then on nobody can act, and the final \
     file holds the secret of the dice, so that everyone can check every roll.",
);

/// To whoever acts before the dice are open; whether they wait for the sides' devices.
pub(crate) fn dice_closed(devices: bool) -> Refusal {
    let sentence = match devices {
        true => {
            "The dice are not open yet: each side's device first adds words of its own, as soon as its page is open."
        }
        false => "The dice are not open yet: every side may first add words of its own, or pass.",
    };
    Refusal::new(DICE_OPEN, "dice", sentence)
}

pub(crate) fn dice_open_already() -> Refusal {
    Refusal::new(DICE_OPEN, "dice", "The dice are open. They are fixed for the whole campaign.")
}

pub(crate) fn dice_shown() -> Refusal {
    Refusal::new(
        DICE_SHOWN,
        "ended",
        "The campaign has ended and its dice are shown. Nobody can act any more.",
    )
}

pub(crate) fn dice_not_shown() -> Refusal {
    Refusal::new(
        DICE_SHOWN,
        "dice",
        "The secret of the dice is shown when the umpire has ended the campaign.",
    )
}

pub(crate) fn contributed_already() -> Refusal {
    Refusal::new(DICE_OPEN, "dice", "This side has answered already.")
}
