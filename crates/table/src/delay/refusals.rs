//! Rules of the house on spectators behind time.

use kernel::{Refusal, RuleId};

/// Spectators may be kept behind time.
pub const SPECTATORS: RuleId = RuleId("HOUSE-SPECTATORS");

/// The rule as the handbook and the rules page list it.
pub(crate) const ON_SPECTATORS: (&str, &str, &str) = (
    "HOUSE-SPECTATORS",
    "Spectators may be kept behind time",
    "The umpire may let spectators see the campaign as it was some minutes or some public entries ago; the log \
     says so. Everything they get is of that moment. They can take their file when the campaign has ended.",
);

pub(crate) fn delay_as_it_is() -> Refusal {
    Refusal::new(
        SPECTATORS,
        "delay",
        "Spectators already see the campaign with this delay. Nothing was changed.",
    )
}

pub(crate) fn no_such_delay() -> Refusal {
    let sentence = format!(
        "Spectators are kept 0 to {} minutes and 0 to {} public entries behind, in whole numbers.",
        super::entry::MOST_MINUTES,
        super::entry::MOST_ENTRIES
    );
    Refusal::new(SPECTATORS, "delay", sentence)
}

pub(crate) fn behind_time() -> Refusal {
    let sentence = "Spectators see this campaign with a delay. They can take their file when it has ended.";
    Refusal::new(SPECTATORS, "delay", sentence)
}
