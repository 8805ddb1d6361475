//! What the owner of the larger force holds back after a meeting: whole brigades first, at most one split. [CWFF-R16]

use kernel::Side;

use super::{Battle, Split};
use crate::setup::options::Weighing;
use crate::words::{Flank, UnitId};

/// A brigade of a force: its stands, and what each of them weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    id: UnitId,
    stands: u32,
    each: u32,
}

impl Part {
    const fn weight(self) -> u32 {
        self.stands * self.each
    }
}

/// A force that met the enemy, and the weight that is held back of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Met {
    parts: Vec<Part>,
    held: u32,
}

/// Whether what is held back makes up a weight: at least that, and less than one more of its lightest stand.
fn makes(held: u32, parts: &[Part]) -> bool {
    let weight: u32 = parts.iter().map(|part| part.weight()).sum();
    let lightest = parts.iter().map(|part| part.each).min();
    weight >= held && lightest.is_some_and(|lightest| weight - held < lightest)
}

impl Met {
    /// A force as brigades with their stands and what each stand weighs, 1 or 2, of which so much weight is held back.
    pub fn new(brigades: impl IntoIterator<Item = (UnitId, u32, u32)>, held: u32) -> Self {
        let parts = brigades.into_iter().map(|(id, stands, each)| Part { id, stands, each }).collect();
        Self { parts, held }
    }

    fn part(&self, id: UnitId) -> Option<Part> {
        self.parts.iter().copied().find(|part| part.id == id)
    }

    /// Those of the force with these names, and so many stands of one more.
    fn taken(&self, whole: &[UnitId], split: Option<Split>) -> Vec<Part> {
        let split =
            split.and_then(|split| Some(Part { stands: split.stands.into(), ..self.part(split.brigade)? }));
        whole.iter().filter_map(|id| self.part(*id)).chain(split).filter(|part| part.stands > 0).collect()
    }

    /// Whether brigades and a part of one more make up the weight that is due.
    pub fn makes(&self, whole: &[UnitId], split: Option<Split>) -> bool {
        makes(self.held, &self.taken(whole, split))
    }

    /// What brigades and a part of one more weigh.
    pub fn weight(&self, whole: &[UnitId], split: Option<Split>) -> u32 {
        self.taken(whole, split).iter().map(|part| part.weight()).sum()
    }

    /// Whole brigades come first: one that could be held back whole in place of stands of the one that is split, with what is
    /// left of that split then.
    pub fn whole_instead(&self, whole: &[UnitId], split: Split) -> Option<(UnitId, Option<Split>)> {
        let taken = self.weight(&[], Some(split));
        let ids = self.parts.iter().filter(|part| part.weight() <= taken).map(|part| part.id);
        let mut free = ids.filter(|id| *id != split.brigade && !whole.contains(id));
        free.find_map(|id| {
            let more = [whole, &[id]].concat();
            let less = |stands: u16| (stands > 0).then_some(Split { stands, ..split });
            (0..split.stands).map(less).find(|less| self.makes(&more, *less)).map(|less| (id, less))
        })
    }

    /// The parts of one brigade that can be held back beside whole others.
    pub fn splits(&self) -> Vec<Split> {
        let all = self.parts.iter().flat_map(|part| (1..part.stands).map(move |stands| (part, stands)));
        let all = all.filter_map(|(part, stands)| {
            Some(Split { brigade: part.id, stands: u16::try_from(stands).ok()? })
        });
        all.filter(|split| self.goes_with_some(*split)).collect()
    }

    /// Whether some whole brigades make up with a part of another what is due, so that none of the rest could be whole in its place.
    fn goes_with_some(&self, split: Split) -> bool {
        let Some(of) = self.part(split.brigade) else { return false };
        let taken = u32::from(split.stands) * of.each;
        let others = || self.parts.iter().copied().filter(|part| part.id != of.id);
        // An exact weight: what fits whole in place of stands of this brigade has to be among those that are.
        let fits = |part: &Part| part.weight() <= taken && part.weight().is_multiple_of(of.each);
        let exact = self.held.checked_sub(taken).is_some_and(|rest| sums_to(others(), &fits, rest));
        // One more than that is possible where every stand held back weighs two.
        let heavy = || others().filter(|part| part.each == 2);
        let light = |part: Part| part.each == 1 && part.weight() < taken && !part.weight().is_multiple_of(2);
        let one_more = of.each == 2
            && !others().any(light)
            && (self.held + 1)
                .checked_sub(taken)
                .is_some_and(|rest| sums_to(heavy(), &|part| part.weight() <= taken, rest));
        exact || one_more
    }

    /// Something that the owner could hold back: whole brigades first, in the order of his list, then a part of one.
    pub fn least(&self) -> Option<(Vec<UnitId>, Option<Split>)> {
        // Heavy stands first, so that single ones are left to make the rest exact; where none are, heavy ones alone do, for they
        // may weigh one too much.
        let mounted: Vec<Part> = self.parts.iter().copied().filter(|part| part.each == 2).collect();
        let foot = self.parts.iter().copied().filter(|part| part.each != 2);
        let all: Vec<Part> = mounted.iter().copied().chain(foot).collect();
        let mut found = [&all, &mounted].into_iter().filter_map(|parts| greedily(parts, self.held));
        let (mut whole, mut split) = found.find(|(whole, split)| self.makes(whole, *split))?;
        while let Some((id, less)) = split.and_then(|split| self.whole_instead(&whole, split)) {
            whole.push(id);
            split = less;
        }
        Some((whole, split))
    }
}

/// Whole brigades in their order as far as they fit, then a part of one that makes the rest exact, else of the first.
fn greedily(parts: &[Part], held: u32) -> Option<(Vec<UnitId>, Option<Split>)> {
    let (mut whole, mut rest, mut left) = (Vec::new(), Vec::new(), held);
    for part in parts {
        if part.weight() <= left {
            left -= part.weight();
            whole.push(part.id);
        } else {
            rest.push(*part);
        }
    }
    if left == 0 {
        return Some((whole, None));
    }
    let exact = rest.iter().rev().find(|part| left.is_multiple_of(part.each));
    let part = *exact.or(rest.first())?;
    let stands = left.div_ceil(part.each);
    if stands == part.stands {
        whole.push(part.id);
        return Some((whole, None));
    }
    Some((whole, Some(Split { brigade: part.id, stands: u16::try_from(stands).ok()? })))
}

/// Whether some of these brigades weigh so much together, all of those that have to be there among them.
fn sums_to(parts: impl Iterator<Item = Part>, must: &dyn Fn(&Part) -> bool, wanted: u32) -> bool {
    let (forced, free): (Vec<Part>, Vec<Part>) = parts.partition(must);
    let forced: u32 = forced.iter().map(|part| part.weight()).sum();
    let mut sums = std::collections::BTreeSet::from([forced]);
    for part in free {
        let more: Vec<u32> = sums.iter().map(|sum| sum + part.weight()).collect();
        sums.extend(more.into_iter().filter(|sum| *sum <= wanted));
    }
    sums.contains(&wanted)
}

impl Battle {
    /// A force of a side of which some weight is held back.
    pub fn met(&self, side: Side, flank: Flank, held: u32, measure: Weighing) -> Option<Met> {
        let half = &self.halves[side];
        let (oob, force) = (half.oob.as_ref()?, half.flanks.as_ref()?.of(flank)?);
        let part = |id: &UnitId| {
            Some((*id, oob.brigade(*id)?.1.stands().into(), self.weight_of(side, *id, measure)))
        };
        Some(Met::new(force.brigades.iter().filter_map(part), held))
    }
}
