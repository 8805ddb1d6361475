//! 42.42 Rout.

use crate::setup::Rulings;
use crate::setup::nation::Caps;
use crate::setup::rulings::Zero;
use crate::words::Trait;

/// What a routed man's owner may lower. [UF-42.42-3]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lowering {
    /// One value only.
    Only(Trait),
    /// Either.
    Either,
}

impl Lowering {
    /// Whether it may be this value.
    pub fn allows(self, which: Trait) -> bool {
        match self {
            Self::Only(only) => only == which,
            Self::Either => true,
        }
    }
}

/// [UF-42.42-2 to UF-42.42-5] What may fall by 1: a value above 0, leaving Panic at least Morale (Italy: Morale − 1).
pub fn lowering(caps: &Caps, morale: u8, panic: u8) -> Option<Lowering> {
    let by_morale = morale > 0 && caps.allow(morale - 1, panic);
    let by_panic = panic > 0 && caps.allow(morale, panic - 1);
    match (by_morale, by_panic) {
        (true, true) => Some(Lowering::Either),
        (true, false) => Some(Lowering::Only(Trait::Morale)),
        (false, true) => Some(Lowering::Only(Trait::Panic)),
        (false, false) => None,
    }
}

/// [UF-42.42-6, UF-R07] Whether a man at these values is killed instead.
pub fn is_broken(rulings: &Rulings, morale: u8, panic: u8) -> bool {
    match rulings.zero {
        Zero::Both => morale == 0 && panic == 0,
        Zero::PanicOnly => panic == 0,
    }
}
