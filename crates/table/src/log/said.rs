//! Phrases that the log says of several acts.

use kernel::Seat;
use kernel::view::Text;

use crate::entry::Head;

/// Whose act it is, to begin a sentence.
pub(crate) fn who(head: &Head) -> Text {
    match head.seat {
        Seat::Side(side) => Text::empty().side(side),
        Seat::Umpire => Text::new("The umpire"),
        Seat::Clock | Seat::Spectator => Text::new("The table"),
    }
}

/// A side within a sentence.
pub(crate) fn whose(text: Text, seat: Seat) -> Text {
    match seat {
        Seat::Side(side) => text.side(side),
        _ => text.say("the table"),
    }
}

/// The sides, as a sentence names them.
pub(crate) fn and(text: Text, seats: &[Seat]) -> Text {
    seats.iter().enumerate().fold(text, |text, (n, seat)| {
        let between = match n {
            0 => "",
            n if n + 1 == seats.len() => " and ",
            _ => ", ",
        };
        whose(text.say(between), *seat)
    })
}
