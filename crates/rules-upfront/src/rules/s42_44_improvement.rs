//! 42.44 Improvement.

use crate::setup::Campaign;
use crate::setup::nation::Caps;
use crate::words::Trait;

/// Why a step cannot be bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoStep {
    /// Fewer Elan than its price. [UF-42.44-2]
    Elan,
    /// The value stands at 7. [UF-42.44-3]
    Ceiling,
    /// Morale would pass Panic. [UF-42.44-4]
    Balance,
}

impl NoStep {
    /// Its refusal code and requirement.
    pub const fn code(self) -> (&'static str, &'static str) {
        match self {
            Self::Elan => ("E41", "UF-42.44-2"),
            Self::Ceiling => ("E42", "UF-42.44-3"),
            Self::Balance => ("E44", "UF-42.44-4"),
        }
    }
}

/// [UF-42.44-2, UF-42.44-3, UF-42.44-4, UF-E41, UF-E42, UF-E44] Every reason why a man with this Elan cannot raise a value by 1.
pub fn hindrances(
    campaign: &Campaign,
    caps: &Caps,
    elan: i32,
    (morale, panic): (u8, u8),
    which: Trait,
) -> impl Iterator<Item = NoStep> {
    let (new_morale, new_panic) = raised((morale, panic), which);
    let poor = elan < campaign.tables.elan.price_of_one_step;
    let top = new_morale > caps.morale_max || new_panic > caps.panic_max;
    let tilted = new_morale > new_panic + caps.panic_below_morale;
    [(poor, NoStep::Elan), (top, NoStep::Ceiling), (tilted && !top, NoStep::Balance)]
        .into_iter()
        .filter_map(|(holds, why)| holds.then_some(why))
}

/// Whether a man with this Elan may raise a value.
pub fn can_step(campaign: &Campaign, caps: &Caps, elan: i32, values: (u8, u8), which: Trait) -> bool {
    hindrances(campaign, caps, elan, values, which).next().is_none()
}

/// Both values with one raised by 1.
pub const fn raised((morale, panic): (u8, u8), which: Trait) -> (u8, u8) {
    match which {
        Trait::Morale => (morale + 1, panic),
        Trait::Panic => (morale, panic + 1),
    }
}
