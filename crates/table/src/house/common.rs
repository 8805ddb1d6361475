//! Rules of the house that hold for every act: who acts, on what it was seen, and why.

use kernel::{Refusal, RuleId, Seat};

/// A form was older than what the seat can see now.
pub const STALE: RuleId = RuleId("HOUSE-STALE");
/// A seat acts for itself; the umpire may act for a side.
pub const SEAT: RuleId = RuleId("HOUSE-SEAT");
/// Whoever acts for another gives a reason.
pub const REASON: RuleId = RuleId("HOUSE-REASON");

/// The rule as the handbook and the rules page list it.
pub(crate) const ON_COMMAND: (&str, &str, &str) = (
    "HOUSE-COMMAND",
    "A command is understood or refused",
    "A command that the rules do not know, with a field of the wrong kind or with one that it does not have, is refused \
     and changes nothing.",
);
/// The rule as the handbook and the rules page list it.
pub(crate) const ON_STALE: (&str, &str, &str) = (
    "HOUSE-STALE",
    "You act on what you see",
    "If something that your seat can see has changed since the page was drawn, the act is refused and the page \
     shows what changed. What you cannot see never makes your page stale.",
);
/// The rule as the handbook and the rules page list it.
pub(crate) const ON_SEAT: (&str, &str, &str) = (
    "HOUSE-SEAT",
    "A seat acts for itself",
    "Spectators look on. A side acts for itself. The umpire may act for a side.",
);
/// The rule as the handbook and the rules page list it.
pub(crate) const ON_REASON: (&str, &str, &str) = (
    "HOUSE-REASON",
    "Acting for another needs a reason",
    "When the umpire acts for a side the reason is written down. The side reads it, and everyone reads it where \
     the act is public.",
);

pub(crate) fn stale() -> Refusal {
    Refusal::new(
        STALE,
        "stale",
        "Something you can see has changed since this page was drawn. Nothing was done.",
    )
}

pub(crate) fn name_is_anothers() -> Refusal {
    let sentence =
        "This name is another seat’s or the table’s own. Nothing was done; a new page gives a fresh name.";
    Refusal::new(STALE, "name", sentence)
}

pub(crate) fn name_is_another_acts() -> Refusal {
    let sentence =
        "This seat has done another act under this name. Nothing was done; a new page gives a fresh name.";
    Refusal::new(STALE, "name", sentence)
}

/// What a seat is told that wants to read with the eyes of another.
pub fn own_eyes(seat: Seat) -> Refusal {
    let who = if seat == Seat::Spectator { "A spectator" } else { "A side" };
    Refusal::new(
        SEAT,
        "eyes",
        format!("{who} reads with its own eyes. Only the umpire may read as another seat."),
    )
}

/// What the umpire is told who asks with other eyes for what a seat reads itself.
pub fn own_alone() -> Refusal {
    Refusal::new(
        SEAT,
        "eyes",
        "This is told to each seat itself alone. Ask for it without the eyes of another.",
    )
}

/// What a side is told that would act for another.
pub(crate) fn acts_for_itself(seat: Seat) -> Refusal {
    match seat {
        Seat::Side(_) => {
            Refusal::new(SEAT, "actor", "A side acts for itself alone. Only the umpire may act for another.")
        }
        Seat::Umpire => Refusal::new(
            SEAT,
            "actor",
            "The umpire may act for a side of this campaign, and for no other seat.",
        ),
        Seat::Spectator | Seat::Clock => only_looks(seat),
    }
}

/// What a seat is told that asks for what sides alone do.
pub(crate) fn only_sides(seat: Seat) -> Refusal {
    match seat {
        Seat::Umpire => Refusal::new(SEAT, "actor", "Only a side may do this, for itself."),
        _ => only_looks(seat),
    }
}

/// What a seat is told that asks for what the umpire alone may do.
pub fn only_umpire(seat: Seat) -> Refusal {
    match seat {
        Seat::Side(_) => Refusal::new(SEAT, "actor", "Only the umpire may do this."),
        _ => only_looks(seat),
    }
}

/// What a seat is told that asks for what only another may do.
pub fn only_looks(seat: Seat) -> Refusal {
    let who = if seat == Seat::Spectator { "A spectator" } else { "This seat" };
    Refusal::new(SEAT, "actor", format!("{who} looks on and does not act here."))
}

pub(crate) fn reason_needed() -> Refusal {
    Refusal::new(REASON, "reason", "Acting for a side needs a reason of 3 to 400 characters.")
}
