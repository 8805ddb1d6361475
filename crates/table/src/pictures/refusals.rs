//! Rules of the house on a picture under the map.

use kernel::{Refusal, RuleId};

/// The umpire lays a picture under the map and shows it or not.
pub const PICTURE: RuleId = RuleId("HOUSE-PICTURE");

/// The rule as the handbook and the rules page list it.
pub(crate) const ON_PICTURE: (&str, &str, &str) = (
    "HOUSE-PICTURE",
    "A picture lies under the map",
    "The umpire lays a picture under the map, fits it to the map's inches, and shows it to everyone or to \
     nobody. It is only for looking at: distances, places and ground are those of the set-up.",
);

pub(crate) fn same_picture() -> Refusal {
    Refusal::new(PICTURE, "picture", "This very picture already lies under the map. Nothing was changed.")
}

pub(crate) fn no_picture() -> Refusal {
    Refusal::new(PICTURE, "picture", "No picture lies under the map yet. Send one first.")
}

pub(crate) fn picture_lies_so() -> Refusal {
    Refusal::new(PICTURE, "picture", "The picture already lies like this. Nothing was changed.")
}

pub(crate) fn picture_shown() -> Refusal {
    Refusal::new(PICTURE, "picture", "Everyone sees the picture already. Nothing was changed.")
}

pub(crate) fn picture_not_shown() -> Refusal {
    Refusal::new(PICTURE, "picture", "Nobody but you sees a picture. Nothing was changed.")
}

pub(crate) fn picture_misplaced(sentence: String) -> Refusal {
    Refusal::new(PICTURE, "place", sentence)
}

/// What whoever sends a file that is no picture is told.
pub fn picture_not_taken(fault: &pictures::Fault) -> Refusal {
    Refusal::new(PICTURE, "file", format!("{fault} Nothing was changed."))
}

/// What whoever does not say where a place of the picture lies is told: "needs inches on the map".
pub fn picture_unplaced(place: u8, needs: &str) -> Refusal {
    Refusal::new(PICTURE, "place", format!("Place {place} {needs}. Nothing was changed."))
}
