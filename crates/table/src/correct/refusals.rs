//! Rules of the house on corrections and the consent to them.

use kernel::{Refusal, RuleId};

use crate::house::common::REASON;

/// An earlier act is put right by the umpire, and what came after it is judged anew.
pub const CORRECTION: RuleId = RuleId("HOUSE-CORRECTION");
/// A correction that others see is put to them first, or made by the umpire with a reason.
pub const CONSENT: RuleId = RuleId("HOUSE-CORRECTION-CONSENT");

/// The rule as the handbook and the rules page list it.
pub(crate) const ON_CORRECTION: (&str, &str, &str) = (
    "HOUSE-CORRECTION",
    "An old mistake is put right",
    "The umpire corrects or takes out an earlier act, with a reason. Everything after it is judged again. A \
     roll whose question is the same keeps its faces. A new question is asked. A roll that is no longer asked \
     for stays in the log and is void. What the dice once showed is never thrown again. Nothing is deleted.",
);
/// The rule as the handbook and the rules page list it.
pub(crate) const ON_CORRECTION_CONSENT: (&str, &str, &str) = (
    "HOUSE-CORRECTION-CONSENT",
    "A correction can be put to the sides",
    "The umpire may put a correction to every side for which it changes anything. Each sees what changes for \
     itself and agrees or declines. When all have agreed, it is made. If one declines, the proposal ends. A \
     side agrees to what it saw: if that changes, it is asked again, and a side that comes to be concerned in \
     the meantime is asked too. Another correction ends the proposal, and so does taking back the act that it \
     is about.",
);

pub(crate) fn nobody_to_ask() -> Refusal {
    let sentence = "This changes nothing for any side, so there is nobody to ask. Correct it with a reason.";
    Refusal::new(CONSENT, "nobody", sentence)
}

pub(crate) fn not_asked() -> Refusal {
    let sentence =
        "No correction waits for your answer. It may have been made, or another one was made since.";
    Refusal::new(CONSENT, "stale", sentence)
}

pub(crate) fn agreed_already() -> Refusal {
    Refusal::new(CONSENT, "agreed", "You have agreed to this already.")
}

pub(crate) fn proposed_already() -> Refusal {
    let sentence = "This very correction already waits for consent. Another one would replace it.";
    Refusal::new(CONSENT, "waiting", sentence)
}

pub(crate) fn other_correction() -> Refusal {
    let sentence = "By now the correction changes something other than the page showed. Look at it again.";
    Refusal::new(CONSENT, "stale", sentence)
}

pub(crate) fn no_act_there(entry: u64) -> Refusal {
    Refusal::new(
        CORRECTION,
        "act",
        format!("At entry {entry} no seat acted. Choose an act of a seat from the log."),
    )
}

pub(crate) fn nothing_to_correct() -> Refusal {
    Refusal::new(CORRECTION, "nothing", "This changes nothing: the act stands as it is.")
}

pub(crate) fn thrown_stands() -> Refusal {
    let sentence = "A roll of the campaign's dice stands. Correct the act it was made for.";
    Refusal::new(CORRECTION, "dice", sentence)
}

pub(crate) fn cannot_stand(entry: u64) -> Refusal {
    let sentence =
        format!("After this the act at entry {entry} is no longer possible. Correct it too, or take it out.");
    Refusal::new(CORRECTION, "later", sentence)
}

pub(crate) fn correction_asks(entry: u64, question: &kernel::Question) -> Refusal {
    let sentence = format!("After this the act at entry {entry} asks: {}. Answer it first.", question.text);
    Refusal::new(CORRECTION, "asks", sentence)
}

pub(crate) fn correction_throws(entry: u64, question: &kernel::Question) -> Refusal {
    let sentence = format!(
        "After this the act at entry {entry} throws dice anew: {}. No dice fall in a correction that reaches another table.",
        question.text
    );
    Refusal::new(CORRECTION, "throws", sentence)
}

pub(crate) fn reason_for_all() -> Refusal {
    Refusal::new(REASON, "reason", "A correction needs a reason of 3 to 400 characters.")
}
