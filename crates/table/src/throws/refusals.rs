//! Rules of the house on dice thrown at a table.

use kernel::{Refusal, RuleId};

/// Who throws is fixed by the campaign.
pub const TABLE_DICE: RuleId = RuleId("HOUSE-TABLE-DICE");

/// The rule as the handbook and the rules page list it.
pub(crate) const ON_TABLE_DICE: (&str, &str, &str) = (
    "HOUSE-TABLE-DICE",
    "Who throws is fixed by the campaign",
    "The campaign's dice are thrown, unless it was laid out for dice at a table. Else a side or the umpire asks to type \
     dice in, and it may be done when all sides have agreed. Any side may withdraw that for later throws. All of it \
     stands in the log.",
);

pub(crate) fn typed_without_consent() -> Refusal {
    let sentence = "In this campaign its own dice are thrown. Typed dice need the consent of all sides: ask for it on the \
                    page of the dice. Nothing was done.";
    Refusal::new(TABLE_DICE, "consent", sentence)
}

pub(crate) fn typed_freely() -> Refusal {
    let sentence = "Dice thrown at a table may be typed in here without asking. Nothing was changed.";
    Refusal::new(TABLE_DICE, "consent", sentence)
}

pub(crate) fn table_dice_asked() -> Refusal {
    Refusal::new(TABLE_DICE, "asked", "This is asked or agreed already. Nothing was changed.")
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
