//! Programs written from the catalogue alone, without the rules of the crate, that the rules are held against.

mod judge;
mod orders;
mod sealing;
mod sight;
mod strength;

/// A row of numbers that looks like chance and is the same every time.
pub struct Dice(u64);

impl Dice {
    /// From a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % n
    }
}

/// How many cases are tried: the usual number, or what `ADJUTANT_PLAYS` says.
pub fn tries(usual: u64) -> u64 {
    asked::number("ADJUTANT_PLAYS").unwrap_or(usual)
}
