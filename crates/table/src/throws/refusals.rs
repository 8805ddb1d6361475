//! Rules of the house on dice thrown at a table.

use kernel::{Refusal, RuleId};

/// Who throws is fixed by the campaign.
pub const TABLE_DICE: RuleId = RuleId("HOUSE-TABLE-DICE");

/// The rule as the handbook and the rules page list it.
pub(crate) const ON_TABLE_DICE: (&str, &str, &str) = (
    "HOUSE-TABLE-DICE",
    "Who throws is fixed by the campaign",
    "The campaign's own dice are used unless it was laid out for dice at a table. Otherwise a side or the \
     umpire can ask to type dice in, and this is allowed when all sides have agreed. Any side may withdraw its \
     consent for later throws. All of this stands in the log.",
);

pub(crate) fn typed_without_consent() -> Refusal {
    let sentence = "This campaign uses its own dice. Typed dice need the consent of all sides: ask for it on the page of \
         the dice. Nothing was done.";
    Refusal::new(TABLE_DICE, "consent", sentence)
}

pub(crate) fn by_no_hand(asked: &kernel::Question) -> Refusal {
    let sentence = format!(
        "“{}” is thrown by the campaign’s own dice, also where others are typed in: whoever typed it would read or choose what \
         no seat may know. Do it without typed dice. Nothing was done.",
        asked.text
    );
    Refusal::new(TABLE_DICE, "not-typed", sentence)
}

pub(crate) fn typed_freely() -> Refusal {
    let sentence = "Dice thrown at a table may be typed in here without asking. Nothing was changed.";
    Refusal::new(TABLE_DICE, "consent", sentence)
}

pub(crate) fn table_dice_asked() -> Refusal {
    Refusal::new(TABLE_DICE, "asked", "This was already asked or agreed. Nothing was changed.")
}

pub(crate) fn table_dice_not_asked() -> Refusal {
    Refusal::new(TABLE_DICE, "asked", "Nobody asks to type dice in. Nothing was changed.")
}

pub(crate) fn table_dice_agreed() -> Refusal {
    Refusal::new(TABLE_DICE, "agreed", "You have agreed to this already.")
}

pub(crate) fn only_sides_agree() -> Refusal {
    Refusal::new(TABLE_DICE, "actor", "The sides agree to this, each for itself.")
}
