//! The two sides of a table.

use serde::{Deserialize, Serialize};

use crate::view::Text;
use crate::words::{Audience, Seat};

/// One of the two sides, by its place in the set-up; files write 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Side(u8);

impl Side {
    /// The first side of the set-up.
    pub const FIRST: Self = Self(0);
    /// The second.
    pub const SECOND: Self = Self(1);
    /// Both sides in order.
    pub const BOTH: [Self; 2] = [Self::FIRST, Self::SECOND];

    /// The side of a seat, if the seat is one's.
    pub const fn of(seat: Seat) -> Option<Self> {
        match seat {
            Seat::Side(place @ 0..=1) => Some(Self(place)),
            _ => None,
        }
    }

    /// The opponent.
    #[must_use]
    pub const fn enemy(self) -> Self {
        Self(1 - self.0)
    }

    /// Index into a pair.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its place in the set-up: 0 or 1.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its seat.
    pub const fn seat(self) -> Seat {
        Seat::Side(self.0)
    }

    /// This side and the umpire.
    pub const fn only(self) -> Audience {
        Audience::Side(self.0)
    }

    /// Whether `seat` may know what this side alone knows.
    pub fn is_known_to(self, seat: Seat) -> bool {
        seat.sees(self.only())
    }

    /// What it did, as a log tells it: the words behind its name, and the rule if one is named.
    pub fn says(self, words: impl Into<String>, rule: &'static str) -> Text {
        Text::told(Some(self.0), words, rule)
    }
}

impl TryFrom<u8> for Side {
    type Error = &'static str;
    fn try_from(place: u8) -> Result<Self, Self::Error> {
        if place < 2 {
            Ok(Self(place))
        } else {
            Err("a side is 0, the first of the set-up, or 1, the second")
        }
    }
}

impl From<Side> for u8 {
    fn from(side: Side) -> Self {
        side.0
    }
}

/// Declares the two sides of a game that names them: an enum with a word for each, in the order of the seats, that can do
/// what [`Side`](crate::grammar::Side) does and indexes a [`PerSide`](crate::grammar::PerSide).
///
/// ```
/// kernel::sides! {
///     /// Who sits at the board.
///     pub enum Player {
///         /// Begins.
///         White = "white",
///         /// Answers.
///         Black = "black",
///     }
/// }
/// assert_eq!(Player::of(kernel::Seat::Side(1)), Some(Player::Black));
/// assert_eq!(Player::White.enemy().word(), "black");
/// ```
#[macro_export]
macro_rules! sides {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $(#[$doc1:meta])* $first:ident = $word1:literal, $(#[$doc2:meta])* $second:ident = $word2:literal $(,)?
    }) => {
        $crate::words! {
            $(#[$meta])* $vis enum $name { $(#[$doc1])* $first = $word1, $(#[$doc2])* $second = $word2 }
        }

        impl $name {
            /// Both sides in the order of their seats.
            pub const BOTH: [Self; 2] = [Self::$first, Self::$second];

            /// The side of a seat, if the seat is one's.
            pub const fn of(seat: $crate::Seat) -> Option<Self> {
                match seat {
                    $crate::Seat::Side(0) => Some(Self::$first),
                    $crate::Seat::Side(1) => Some(Self::$second),
                    _ => None,
                }
            }

            /// The opponent.
            #[must_use]
            pub const fn enemy(self) -> Self {
                match self {
                    Self::$first => Self::$second,
                    Self::$second => Self::$first,
                }
            }

            /// Index into a pair.
            pub const fn index(self) -> usize {
                self as usize
            }

            /// Its place among the seats.
            pub const fn number(self) -> u8 {
                self as u8
            }

            /// Its seat.
            pub const fn seat(self) -> $crate::Seat {
                $crate::Seat::Side(self as u8)
            }

            /// This side and the umpire.
            pub const fn only(self) -> $crate::Audience {
                $crate::Audience::Side(self as u8)
            }
        }

        impl From<$name> for $crate::grammar::Side {
            fn from(side: $name) -> Self {
                Self::BOTH[side as usize]
            }
        }

        impl From<$name> for u8 {
            fn from(side: $name) -> Self {
                side as u8
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::sides! {
        /// Two who play.
        enum Player {
            /// Begins.
            White = "white",
            /// Answers.
            Black = "black",
        }
    }

    #[test]
    fn a_side_is_read_from_0_or_1_and_nothing_else() {
        assert_eq!(serde_json::from_str::<Side>("1").unwrap(), Side::SECOND);
        assert_eq!(serde_json::to_string(&Side::FIRST).unwrap(), "0");
        let fault = serde_json::from_str::<Side>("2").unwrap_err().to_string();
        assert!(fault.contains("a side is 0"), "{fault}");
    }

    #[test]
    fn a_side_knows_its_enemy_its_seat_and_who_may_know_of_it() {
        for side in Side::BOTH {
            assert_eq!(side.enemy().enemy(), side);
            assert_eq!(Side::of(side.seat()), Some(side));
            assert!(side.is_known_to(Seat::Umpire) && !side.is_known_to(side.enemy().seat()));
        }
        assert_eq!(Side::of(Seat::Clock), None);
    }

    #[test]
    fn named_sides_are_the_same_sides() {
        assert_eq!(Side::from(Player::Black), Side::SECOND);
        assert_eq!(Player::of(Side::FIRST.seat()), Some(Player::White));
        let (white, black) = (Player::White, Player::White.enemy());
        assert_eq!((white.only(), white.seat()), (Side::FIRST.only(), Side::FIRST.seat()));
        assert_eq!((black.index(), black.number()), (1, 1));
        assert_eq!(serde_json::to_string(&Player::BOTH).unwrap(), r#"["white","black"]"#);
    }
}
