//! Rules of the house on words of the sides for the dice.

use kernel::{Refusal, RuleId};

use crate::house::common::REASON;

/// Each side's device gives words for the dice, sealed first and opened together.
pub const WORDS: RuleId = RuleId("HOUSE-WORDS");

/// The rule as the handbook and the rules page list it.
pub(crate) const ON_WORDS: (&str, &str, &str) = (
    "HOUSE-WORDS",
    "Each side's device adds words that nobody knows beforehand",
    "Without being asked, each side's device draws random words and gives their digest. When the digests of all \
     sides stand, the words are opened, signed for these digests, and then the dice open. A side that does not \
     open its words within three days is named, and all sides begin again. The umpire can also have that happen \
     earlier. What anybody else gives for a side is marked in the log.",
);

/// To a side that types words where devices give them.
pub(crate) fn words_of_devices() -> Refusal {
    let sentence = "In this campaign the sides' devices give the words. Nothing needs to be typed.";
    Refusal::new(WORDS, "dice", sentence)
}

pub(crate) fn no_words_of_devices() -> Refusal {
    Refusal::new(WORDS, "dice", "This campaign does not ask devices for words. Nothing was changed.")
}

pub(crate) fn words_being_opened() -> Refusal {
    let sentence = "The digests of all sides stand, and their words are being opened. No digest can be changed any more.";
    Refusal::new(WORDS, "digest", sentence)
}

pub(crate) fn other_words() -> Refusal {
    let sentence = "These are not the bytes whose digest was given. Send those, or let the umpire have all sides begin \
         their words again.";
    Refusal::new(WORDS, "bytes", sentence)
}

pub(crate) fn digests_missing(sides: &[u8], all: &[kernel::SideInfo]) -> Refusal {
    let sentence = format!(
        "Words are opened when the digests of all sides stand. Still missing: {}. Nothing was opened.",
        names(sides, all)
    );
    Refusal::new(WORDS, "digest", sentence)
}

/// To an umpire who lets all begin anew while digests are still given.
pub(crate) fn nobody_is_late(sides: &[u8], all: &[kernel::SideInfo]) -> Refusal {
    let sentence = format!(
        "All begin again when a side does not open its words, but none can be opened yet: the digest of {} is \
         missing. Wait for it, or let the table give words in its place. Nothing was changed.",
        names(sides, all)
    );
    Refusal::new(WORDS, "digest", sentence)
}

fn names(sides: &[u8], all: &[kernel::SideInfo]) -> String {
    let names = sides.iter().filter_map(|side| all.get(usize::from(*side))).map(|side| &*side.name);
    names.collect::<Vec<_>>().join(", ")
}

/// To a side that gives words for another.
pub(crate) fn words_for_itself_alone() -> Refusal {
    Refusal::new(WORDS, "actor", "A side gives words only for itself. Nothing was changed.")
}

/// To an umpire who gives words that belong to no side.
pub(crate) fn words_of_no_side() -> Refusal {
    let sentence = "Only sides give words for the dice: the umpire’s machine has the secret already. Nothing was changed.";
    Refusal::new(WORDS, "actor", sentence)
}

/// To an umpire who gives the digest of chosen bytes for a side.
pub(crate) fn no_stand_in() -> Refusal {
    let sentence = "Nobody’s own bytes can stand in for those of a side’s device, because they could be chosen. Let the \
         table give words for the side instead: they follow from the secret that was fixed first. Nothing was \
         changed.";
    Refusal::new(WORDS, "stand-in", sentence)
}

/// To an umpire who lets the table give words for a side that has given its digest.
pub(crate) fn digest_stands(side: u8, all: &[kernel::SideInfo]) -> Refusal {
    let sentence = format!(
        "{} has given its digest itself. The table’s words do not take its place. If it does not open its bytes, let all \
         sides begin again. Nothing was changed.",
        names(&[side], all)
    );
    Refusal::new(WORDS, "stands", sentence)
}

pub(crate) fn reason_for_words() -> Refusal {
    let sentence =
        "Going on without the words of a side needs a reason of 3 to 400 characters, which everyone reads.";
    Refusal::new(REASON, "reason", sentence)
}
