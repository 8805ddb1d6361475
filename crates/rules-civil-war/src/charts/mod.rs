//! The tables of the rules, CWFF-T1 to T8: pure functions of what they are entered with. T3 is data of a campaign
//! ([`crate::setup::Effectiveness`]); the rolled ones are charts.

pub mod s11_army_leader;
pub mod s7_ground;
pub mod s7_march;
pub mod s8_day;

pub use s7_march::{March, Yes};

use crate::setup::Ratio;
use crate::words::Rank;

/// [CWFF-T1] Least and most stands that a leader commands; an army leader commands whatever there is.
pub const fn span(rank: Rank, ratio: Ratio) -> (u32, u32) {
    let sp = ratio.stands as u32;
    match rank {
        Rank::Division => (sp, 2 * sp),
        Rank::Corps => (2 * sp, 6 * sp),
        Rank::Army => (0, u32::MAX),
    }
}

/// [CWFF-T1] The batteries that go with a span. They are the share of its strength points and bind nobody. [CWFF-R36]
pub const fn batteries(rank: Rank, ratio: Ratio) -> (u32, u32) {
    let per_sp = ratio.batteries as u32;
    match rank {
        Rank::Division => (per_sp, 2 * per_sp),
        Rank::Corps => (2 * per_sp, 6 * per_sp),
        Rank::Army => (0, u32::MAX),
    }
}
