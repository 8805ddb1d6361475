//! Chance that is the same every time, and armies made by it: for these programs and for the benchmark of the builder.

use rules_civil_war::battle::Muster;
use rules_civil_war::setup::{Leader, Ratio, Sp};
use rules_civil_war::words::{Arm, Class};

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

/// An army of a few strength points and leaders.
pub fn army(dice: &mut Dice, most_sp: u64, most_leaders: u64, ratio: Ratio) -> Muster {
    let sp: Vec<Sp> = (0..=dice.below(most_sp))
        .map(|n| Sp {
            id: format!("S{n}").parse().expect("an id"),
            class: [Class::Green, Class::Veteran, Class::Crack][dice.below(3) as usize],
            arm: if dice.below(4) == 0 { Arm::Cavalry } else { Arm::Infantry },
        })
        .collect();
    let leaders = (0..dice.below(most_leaders + 1))
        .map(|n| Leader {
            id: format!("L{n}").parse().expect("an id"),
            name: format!("Leader {n}"),
            stars: [1, 1, 1, 1, 2, 2, 3, 4][dice.below(8) as usize],
            initiative: 2,
            tactical: 0,
            army_command: dice.below(5) as i32 - 2,
            cavalry: dice.below(4) == 0,
        })
        .collect();
    let part = |dice: &mut Dice| {
        let under = u64::from(ratio.stands);
        let over = if dice.below(2) == 0 { 0 } else { dice.below(under) };
        format!("{over}/{under}").parse().expect("a part")
    };
    let carried = [part(dice), part(dice)];
    Muster { army: "army".parse().expect("an id"), demoralized: false, sp, carried, leaders }
}
