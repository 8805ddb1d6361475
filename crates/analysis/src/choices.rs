//! Where simulated choices and dice come from. Never used for a die that is recorded.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// A reproducible stream of choices: PCG, one stream for each seed and index.
#[derive(Clone, Debug)]
pub struct Choices(Pcg64Mcg);

impl Choices {
    /// The stream with this index under a seed.
    pub fn new(seed: u64, index: u64) -> Self {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        bytes[8..].copy_from_slice(&index.to_le_bytes());
        let mut rng = Pcg64Mcg::from_seed(bytes);
        // Seeds differ in few bits; a few steps spread them over the whole state.
        for _ in 0..8 {
            rng.next_u64();
        }
        Self(rng)
    }

    /// A whole number from 0 to n − 1. Its bias is below n / 2⁶⁴, far below what any number of plays can show.
    #[inline]
    pub fn pick(&mut self, n: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(n.max(1))) >> 64) as u64
    }
}
