//! Behaviour of the Civil War with Fire and Fury, one module per file of the rules.

mod all_marches;
mod arranging;
mod builder;
mod catalogue;
mod charts;
mod conformance;
mod conservation;
mod engine;
mod examples;
mod held;
mod law_controls;
mod law_refusals;
mod levels;
mod levels_engine;
mod marches;
mod odds_oracle;
mod orders;
mod pages;
mod plans;
mod questions;
mod set_up;
mod table;
mod tried;
mod tried_again;
mod tried_fourth;
mod tried_third;
mod unfolding;
mod whole_battle;

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

    /// Whether it comes true, once in `n`.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

/// How often something is tried: the usual number, or what `ADJUTANT_PLAYS` says.
pub fn plays(usual: u64) -> u64 {
    asked::number("ADJUTANT_PLAYS").unwrap_or(usual)
}
