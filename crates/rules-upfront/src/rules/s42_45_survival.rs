//! 42.45 Survival.

use crate::setup::rulings::SurvivalForRouted;
use crate::setup::{Campaign, Rulings};
use crate::state::Man;
use crate::words::Out;

/// [UF-42.45-1, UF-42.42-7, UF-R06] Whether a man gets a Survival slash.
pub fn earns_slash(rulings: &Rulings, out: Out) -> bool {
    match out {
        Out::InPlay | Out::Withdrawn => true,
        Out::Routed => rulings.survival_for_routed == SurvivalForRouted::Yes,
        Out::Killed | Out::CcLost | Out::Captured | Out::PanicLost | Out::NotEntered => false,
    }
}

/// [UF-42.45-2, UF-42.45-4] Whether a man's KIA value is due to rise: below its ceiling, with five slashes.
pub fn restoration_is_due(campaign: &Campaign, man: &Man, ceiling: u8) -> bool {
    man.kia < ceiling && i32::from(man.surv) >= campaign.tables.marks.survival_for_kia_restoration
}

/// [UF-42.45-2, UF-42.45-3] The KIA value rises by 1; the Survival slashes are erased, those of Promotion stay.
pub fn restore(man: &mut Man) {
    man.kia += 1;
    man.surv = 0;
}

/// [UF-42.45-5] The KIA value of the pinned side.
pub const fn pinned_kia(kia: u8) -> u8 {
    kia + 1
}
