//! The grammar of a rules crate: the small words that every system of rules needs, once, and none of any game.
//!
//! | For | There is |
//! |---|---|
//! | who acts and against whom | [`Side`], [`PerSide`]; [`sides!`](crate::sides) for a game that names its two sides |
//! | a closed list of words with one spelling each | [`words!`](crate::words!) |
//! | ids that the compiler tells apart | [`ids!`](crate::ids!) |
//! | what stands against a command | [`Reasons`]: the first, all, or only whether |
//! | what happened by the rules of a section | [`SectionEvent`], [`OnlyTold`]; [`section!`](crate::section!) declares them in short, [`section_events!`](crate::section_events!) assembles them |
//! | what is wrong with a position | [`Faults`] |
//! | commands | [`commands!`](crate::commands!) |
//! | offers of every lawful command | [`offers_of_every_command!`](crate::offers_of_every_command!) |
//! | pages, listed and built singly | [`pages!`](crate::pages!) |
//! | functions of a line | [`in_short!`](crate::in_short!) |
//! | sentences | [`counted`], [`listed`], [`capital`], [`signed`] |

mod closed;
mod faults;
mod ids;
mod offers;
mod pages;
mod per_side;
mod prose;
mod reasons;
mod section;
mod side;
mod tagged;

pub use faults::Faults;
pub use offers::{Kind, each, first_lawful, offers, outcome, sample};
pub use per_side::PerSide;
pub use prose::{capital, counted, counted_of, listed, lower, signed};
pub use reasons::{Barred, Checked, Reasons, all_against, allowed, holds, why_not};
pub use section::{OnlyTold, SectionEvent};
pub use side::Side;

/// Whether a value is what stands in files that do not name it; for `skip_serializing_if`.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Within `impl System`: functions that fit into a line, such as those that a module of the crate holds.
///
/// ```
/// # use kernel::Side;
/// struct Purse(u8);
/// # trait Gains { fn gain(purse: &mut Purse, coins: u8); fn is_empty(purse: &Purse) -> bool; }
/// impl Gains for Purse {
///     kernel::in_short! {
///         fn gain(purse: &mut Purse, coins: u8) -> () = purse.0 += coins;
///         fn is_empty(purse: &Purse) -> bool = purse.0 == 0;
///     }
/// }
/// let mut purse = Purse(0);
/// Purse::gain(&mut purse, 2);
/// assert!(!Purse::is_empty(&purse));
/// ```
#[macro_export]
macro_rules! in_short {
    ($(fn $name:ident($($argument:ident: $kind:ty),* $(,)?) -> $gives:ty = $does:expr;)+) => {
        $(fn $name($($argument: $kind),*) -> $gives { $does })+
    };
}
