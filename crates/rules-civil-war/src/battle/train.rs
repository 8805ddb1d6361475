//! What comes to the table with a flank force: its stands and its batteries. [CWFF-R16]

use kernel::Side;

use super::{Battle, Split};
use crate::oob::Batteries;
use crate::words::{Flank, UnitId};

/// What of a force is on the table, or would be if it entered now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Train {
    /// Its stands.
    pub stands: u32,
    /// Its batteries.
    pub batteries: Batteries,
}

impl Battle {
    /// [CWFF-7B-8] [CWFF-R16] What comes with a force when that is away which was held back: the batteries of a brigade come
    /// with any part of it, those of a division that marches whole in the part of its stands that comes, rounded down.
    pub fn train(&self, side: Side, flank: Flank) -> Option<Train> {
        self.train_without(side, flank, &self.halves[side].held, &self.halves[side].split)
    }

    /// All that marches with a force, as if nothing of it were held back.
    pub fn whole_train(&self, side: Side, flank: Flank) -> Option<Train> {
        self.train_without(side, flank, &[], &[])
    }

    fn train_without(&self, side: Side, flank: Flank, held: &[UnitId], split: &[Split]) -> Option<Train> {
        let half = &self.halves[side];
        let (oob, force) = (half.oob.as_ref()?, half.flanks.as_ref()?.of(flank)?);
        let mut train = Train::default();
        for division in &oob.divisions {
            let (mut come, mut whole) = (0, !division.brigades.is_empty());
            for brigade in &division.brigades {
                if !force.brigades.contains(&brigade.id) {
                    whole = false;
                    continue;
                }
                if held.contains(&brigade.id) {
                    continue;
                }
                let split = split.iter().find(|split| split.brigade == brigade.id);
                come += u32::from(brigade.stands().saturating_sub(split.map_or(0, |split| split.stands)));
                train.batteries = train.batteries.plus(brigade.batteries);
            }
            train.stands += come;
            if whole {
                let all = division.stands().max(1);
                let part = |n: u16| u16::try_from(u32::from(n) * come / all).unwrap_or(n);
                let Batteries { foot, horse } = division.batteries;
                train.batteries = train.batteries.plus(Batteries { foot: part(foot), horse: part(horse) });
            }
        }
        Some(train)
    }
}
