//! Programs written from the catalogue alone, without the rules of the crate, that the rules are held against.

mod judge;
mod made;
mod orders;
mod sealing;
mod sight;
mod strength;

pub use made::Dice;

/// How many cases are tried: the usual number, or what `ADJUTANT_PLAYS` says.
pub fn tries(usual: u64) -> u64 {
    std::env::var("ADJUTANT_PLAYS").ok().and_then(|plays| plays.parse().ok()).unwrap_or(usual)
}
