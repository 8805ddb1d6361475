//! Whom a player means by a name that he writes: people are called by their names, and nobody has to know an id.

use kernel::{Id, Side};

use super::{Battle, Muster, Report, Spot};
use crate::oob::Oob;
use crate::words::{LeaderId, UnitId};

/// A name without what people write differently: capitals, full stops, spaces and hyphens.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The only one; nothing where there are several.
fn only<T: PartialEq>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

impl Muster {
    /// The leader of this army that is meant: by his id, else by his whole name, else by its last word where one alone has it.
    /// Whoever nobody knows stays who he is.
    pub fn meant(&self, leader: LeaderId) -> LeaderId {
        if self.leader(leader).is_some() {
            return leader;
        }
        let said = plain(leader.as_str());
        let by = |name: &dyn Fn(&crate::setup::Leader) -> String| {
            only(self.leaders.iter().filter(|one| name(one) == said).map(|one| one.id))
        };
        let last = |name: &str| plain(name.split_whitespace().last().unwrap_or_default());
        let found = by(&|one| plain(one.id.as_str())).or_else(|| by(&|one| plain(&one.name)));
        found.or_else(|| by(&|one| last(&one.name))).unwrap_or(leader)
    }
}

impl Battle {
    /// What a side means by a name on the field.
    pub fn meant(&self, side: Side, unit: UnitId) -> UnitId {
        if self.named(side, unit).is_some() {
            return unit;
        }
        let said = plain(unit.as_str());
        let brigades = self.halves[side].oob.iter().flat_map(Oob::brigades).map(|(_, brigade)| brigade.id);
        let brigade = only(brigades.filter(|id| plain(id.as_str()) == said));
        let leader = || UnitId::from(Id::from(self.muster(side).meant(LeaderId::from(Id::from(unit)))));
        brigade.unwrap_or_else(leader)
    }

    /// The same of places.
    pub fn places_meant(&self, side: Side, spots: &[Spot]) -> Vec<Spot> {
        spots.iter().map(|spot| Spot { unit: self.meant(side, spot.unit), ..*spot }).collect()
    }

    /// The same of a report.
    pub fn report_meant(&self, side: Side, report: &Report) -> Report {
        let mut report = report.clone();
        report.brigades.iter_mut().for_each(|line| line.brigade = self.meant(side, line.brigade));
        report.leaders.iter_mut().for_each(|one| one.leader = self.muster(side).meant(one.leader));
        report
    }
}

impl Oob {
    /// The same of an order of battle.
    #[must_use]
    pub fn meant(&self, muster: &Muster) -> Self {
        let mut oob = self.clone();
        let corps = oob.corps.iter_mut().filter_map(|corps| corps.leader.as_mut());
        let divisions = oob.divisions.iter_mut().filter_map(|division| division.leader.as_mut());
        let leaders = oob.army_leader.iter_mut().chain(&mut oob.attached).chain(corps).chain(divisions);
        leaders.for_each(|leader| *leader = muster.meant(*leader));
        oob
    }
}
