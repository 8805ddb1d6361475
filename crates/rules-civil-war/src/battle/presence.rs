//! Who and what of a side stands on the field now.

use kernel::{Id, Side};

use super::Battle;
use crate::oob::names::{Named, battery};
use crate::words::{LeaderId, UnitId};

impl Battle {
    /// [CWFF-8A-1] Whether a brigade is on the field now: it came, and it was there at nightfall if a night has fallen since.
    pub fn on_field(&self, side: Side, brigade: UnitId) -> bool {
        let half = &self.halves[side];
        let night = half.nightfall_in || self.day > 1;
        let there = || half.nightfall.iter().any(|spot| spot.unit == brigade);
        half.came.contains(&brigade) && (!night || there())
    }

    /// [CWFF-11D-3] The brigades of a side that everybody sees: by their names alone, for its order of battle and
    /// who stood there at nightfall are its own. Leaders and batteries are seen as well.
    pub fn brigades_seen(&self, side: Side) -> impl Iterator<Item = UnitId> {
        let is_leader =
            move |unit: UnitId| self.muster(side).leader(LeaderId::from(Id::from(unit))).is_some();
        let is_brigade = move |unit: &UnitId| !is_leader(*unit) && battery(unit.as_str()).is_none();
        self.halves[side].shown.iter().copied().filter(is_brigade)
    }

    /// The brigades of a side that are on the field now.
    pub fn brigades_there(&self, side: Side) -> impl Iterator<Item = UnitId> {
        self.halves[side].came.iter().copied().filter(move |id| self.on_field(side, *id))
    }

    /// [CWFF-8-2] Whether no brigade of a side is on the field, hidden ones that were sketched included.
    pub fn is_empty(&self, side: Side) -> bool {
        self.brigades_there(side).next().is_none()
    }

    /// Whether a leader with a counter is on the table, or was.
    pub fn has_come(&self, side: Side, leader: LeaderId) -> bool {
        self.counters_on_table(side).contains(&(leader, true))
    }

    /// What a name means to a side. [CWFF-6-1]
    pub fn named(&self, side: Side, unit: UnitId) -> Option<Named> {
        self.halves[side].oob.as_ref()?.named(self.muster(side), unit)
    }

    /// [CWFF-8A-1] Whether what a side names stands on the field now.
    pub fn stands_there(&self, side: Side, unit: UnitId) -> bool {
        match self.named(side, unit) {
            None => false,
            Some(Named::Brigade) => self.on_field(side, unit),
            Some(Named::Counter(leader)) => self.has_come(side, leader),
            Some(Named::Command) => {
                let oob = self.halves[side].oob.iter();
                oob.flat_map(|oob| oob.brigades_of(unit)).any(|id| self.on_field(side, id))
            }
            Some(Named::Battery(arm, number)) => number <= self.batteries_there(side).of(arm),
        }
    }

    /// [CWFF-6-3] Whether what a side names marches around a flank: a brigade of a force, its leader and whoever goes with it.
    pub fn marches(&self, side: Side, unit: UnitId) -> bool {
        let half = &self.halves[side];
        let (Some(oob), Some(flanks)) = (&half.oob, &half.flanks) else { return false };
        match self.named(side, unit) {
            Some(Named::Counter(leader)) => {
                flanks.each().any(|(_, force)| crate::oob::flank::company(oob, force).contains(&leader))
            }
            Some(Named::Command) => oob.brigades_of(unit).all(|id| flanks.holds(id)),
            _ => flanks.holds(unit),
        }
    }

    /// [CWFF-R16] The batteries of a side that are on the table, or were: all but those of forces that never came and of what
    /// was held back.
    pub fn batteries_there(&self, side: Side) -> crate::oob::Batteries {
        let half = &self.halves[side];
        let mut there = half.oob.as_ref().map(crate::oob::Oob::all_batteries).unwrap_or_default();
        for (flank, _) in half.flanks.iter().flat_map(super::Flanks::each) {
            let all = self.whole_train(side, flank).unwrap_or_default().batteries;
            let entered = half.entered.contains(&flank);
            let came = self.train(side, flank).filter(|_| entered).unwrap_or_default().batteries;
            there.foot = there.foot.saturating_sub(all.foot - came.foot);
            there.horse = there.horse.saturating_sub(all.horse - came.horse);
        }
        there
    }
}
