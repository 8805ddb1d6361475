//! Rules of the house on words of the sides for the dice.

use kernel::{Refusal, RuleId};

use crate::house::common::REASON;

/// Each side's device gives words for the dice, sealed first and opened together.
pub const WORDS: RuleId = RuleId("HOUSE-WORDS");

/// The rule as the handbook and the rules page list it.
pub(crate) const ON_WORDS: (&str, &str, &str) = (
    "HOUSE-WORDS",
    "Each side's device adds words that nobody knows beforehand",
    "Without being asked, each side's device draws 32 random bytes and gives their digest. When the digests of all \
     sides stand, the bytes are opened, and the dice open by themselves. Who does not open them within three days, or \
     at the umpire's word, is named, and all sides begin anew. What another hand gives for a side is marked in the log.",
);

/// To a side that types words where devices give them.
pub(crate) fn words_of_devices() -> Refusal {
    let sentence =
        "In this campaign the devices of the sides give the words by themselves. Nothing needs to be typed.";
    Refusal::new(WORDS, "dice", sentence)
}

pub(crate) fn no_words_of_devices() -> Refusal {
    Refusal::new(WORDS, "dice", "In this campaign no words of devices are asked for. Nothing was changed.")
}

pub(crate) fn words_being_opened() -> Refusal {
    let sentence =
        "The digests of all sides stand, and their words are being opened: no digest is changed any more.";
    Refusal::new(WORDS, "digest", sentence)
}

pub(crate) fn other_words() -> Refusal {
    let sentence =
        "These are not the bytes whose digest was given. Send those, or let the umpire begin the words anew.";
    Refusal::new(WORDS, "bytes", sentence)
}

pub(crate) fn digests_missing(sides: &[u8], all: &[kernel::SideInfo]) -> Refusal {
    let names: Vec<&str> =
        sides.iter().filter_map(|side| all.get(usize::from(*side))).map(|side| &*side.name).collect();
    let sentence = format!(
        "Words are opened when the digests of all sides stand. Still missing: {}. Nothing was opened.",
        names.join(", ")
    );
    Refusal::new(WORDS, "digest", sentence)
}

pub(crate) fn reason_for_words() -> Refusal {
    let sentence =
        "Going on without the words of a side needs a reason of 3 to 400 characters, which everyone reads.";
    Refusal::new(REASON, "reason", sentence)
}
