//! CWFF-T7: what the ground does to flank marches, and what breastworks it gives.

use kernel::RuleId;

use crate::setup::options::{Combine, GapField, Options, WorksRound};
use crate::words::{Crossing, Inches, Terrain};

/// What one kind of ground does, and what several do together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ground {
    /// Added to the die of the attacker's flank marches.
    pub die: i32,
    /// Inches of breastworks, in percent of the defender's stands.
    pub works: u32,
    /// Whether nobody may march around a flank.
    pub no_flanks: bool,
    /// Column shifts of the board game that it stands for.
    pub columns: u8,
}

/// [CWFF-7C-1] [CWFF-7C-2] The land of the hex.
pub const fn of_terrain(terrain: Terrain) -> Ground {
    match terrain {
        Terrain::Clear => Ground { die: 0, works: 0, no_flanks: false, columns: 0 },
        Terrain::Forest => Ground { die: -1, works: 25, no_flanks: false, columns: 1 },
        Terrain::Swamp | Terrain::Gap => Ground { die: 0, works: 50, no_flanks: true, columns: 2 },
    }
}

/// [CWFF-7C-2] [CWFF-7C-3] [CWFF-7C-4] What the attacker crossed.
pub const fn of_crossing(crossing: Crossing) -> Ground {
    match crossing {
        Crossing::Open => of_terrain(Terrain::Clear),
        Crossing::Gap | Crossing::Road => of_terrain(Terrain::Gap),
        Crossing::RiverUnnavigable => Ground { die: -1, works: 25, no_flanks: false, columns: 1 },
        Crossing::RiverNavigable => Ground { die: -2, works: 50, no_flanks: false, columns: 2 },
    }
}

/// [CWFF-R1] Land and crossing together: added up, breastworks to 100% at most, or the worse of the two.
pub fn ground(terrain: Terrain, crossing: Crossing, options: &Options) -> Ground {
    let (land, crossed) = (of_terrain(terrain), of_crossing(crossing));
    let no_flanks = land.no_flanks || crossed.no_flanks;
    match options.terrain_combine {
        Combine::Sum => Ground {
            die: land.die + crossed.die,
            works: (land.works + crossed.works).min(100),
            no_flanks,
            columns: (land.columns + crossed.columns).min(4),
        },
        Combine::Worst => Ground {
            die: land.die.min(crossed.die),
            works: land.works.max(crossed.works),
            no_flanks,
            columns: land.columns.max(crossed.columns),
        },
    }
}

/// What slows the attacker's flank marches, with its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slows {
    /// Added to the die.
    pub die: i32,
    /// What it is.
    pub words: &'static str,
    /// The rule.
    pub rule: RuleId,
}

/// [CWFF-7C-1] [CWFF-7C-3] [CWFF-7C-4] [CWFF-R1] What of a ground slows marches: the land, what was crossed, or the worse of the
/// two alone. Its sum is the die of [`ground`].
pub fn slows(terrain: Terrain, crossing: Crossing, options: &Options) -> Vec<Slows> {
    let river = if crossing == Crossing::RiverNavigable { "CWFF-7C-4" } else { "CWFF-7C-3" };
    let land =
        Slows { die: of_terrain(terrain).die, words: "The land of the hex", rule: RuleId("CWFF-7C-1") };
    let water = Slows { die: of_crossing(crossing).die, words: "The river", rule: RuleId(river) };
    match options.terrain_combine {
        Combine::Sum => vec![land, water],
        Combine::Worst if water.die < land.die => vec![water],
        Combine::Worst => vec![land],
    }
}

/// [CWFF-2-1] [CWFF-R35] The kind of battlefield: rivers do not change it.
pub fn field(terrain: Terrain, crossing: Crossing, options: &Options) -> Terrain {
    let gap = matches!(crossing, Crossing::Gap | Crossing::Road) && options.gap_field == GapField::Hexside;
    if gap { Terrain::Gap } else { terrain }
}

/// [CWFF-R28] Inches of breastworks for so many stands.
pub fn breastworks(stands: u32, percent: u32, round: WorksRound) -> Inches {
    // A percent of a stand is a hundredth of an inch, and an inch is held in quarters.
    let hundredths = stands.saturating_mul(percent);
    let quarters = match round {
        WorksRound::Exact => hundredths / 25,
        WorksRound::Floor => hundredths / 100 * 4,
        WorksRound::Nearest => (hundredths + 50) / 100 * 4,
    };
    Inches(i32::try_from(quarters).unwrap_or(i32::MAX))
}
