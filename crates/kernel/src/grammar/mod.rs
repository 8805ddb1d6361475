//! The grammar of a rules crate: the small words that every system of rules needs, once, and none of any game.
//!
//! | For | There is |
//! |---|---|
//! | who acts and against whom | [`Side`], [`PerSide`]; [`sides!`](crate::sides) for a game that names its two sides |
//! | a closed list of words with one spelling each | [`words!`](crate::words!) |
//! | ids that the compiler tells apart | [`ids!`](crate::ids!) |
//! | what stands against a command | [`Reasons`]: the first, all, or only whether |
//! | what is wrong with a position | [`Faults`] |
//! | sentences | [`counted`], [`listed`], [`capital`] |

mod closed;
mod faults;
mod ids;
mod per_side;
mod prose;
mod reasons;
mod side;

pub use faults::Faults;
pub use per_side::PerSide;
pub use prose::{capital, counted, counted_of, listed};
pub use reasons::{Barred, Checked, Reasons, all_against, allowed, holds, why_not};
pub use side::Side;

/// Whether a value is what stands in files that do not name it; for `skip_serializing_if`.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
