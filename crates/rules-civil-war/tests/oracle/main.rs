//! Programs written from the catalogue alone, without the rules of the crate, that the rules are held against.

mod boundaries;
mod judge;
mod made;
mod orders;
mod sealing;
mod sight;
mod strength;

pub use made::Dice;

/// How many cases are tried: the usual number, or what `ADJUTANT_PLAYS` says.
pub fn tries(usual: u64) -> u64 {
    asked::number("ADJUTANT_PLAYS").unwrap_or(usual)
}
