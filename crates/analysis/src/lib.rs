//! The same rules, played a million times.
//!
//! Knows which plays are made and how they are counted, never which systems exist. Results depend on the seed alone,
//! not on the number of threads: plays are dealt into chunks of fixed size, each chunk has a stream of its own, and
//! chunks are added up in their order.

mod choices;
mod player;
mod simulate;

pub use choices::Choices;
pub use player::{End, Played, Player};
pub use simulate::{CHUNK, Summary, simulate};
