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
            let stands = oob.brigade(*id)?.1.stands().into();
            Some(Part { id: *id, stands, each: self.weight_of(side, *id, measure) })
        };
        Some(Met { parts: force.brigades.iter().filter_map(part).collect(), held })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(held: u32, parts: &[(u32, u32)]) -> Met {
        let part = |(at, (stands, each)): (usize, &(u32, u32))| Part {
            id: format!("b{at}").parse().expect("a name"),
            stands: *stands,
            each: *each,
        };
        Met { parts: parts.iter().enumerate().map(part).collect(), held }
    }

    /// All that may be held back of a force, tried one by one.
    fn lawful(met: &Met) -> Vec<(Vec<UnitId>, Option<Split>)> {
        let mut all = Vec::new();
        for bits in 0..(1_u32 << met.parts.len()) {
            let of = |wanted: u32| {
                let each = met.parts.iter().enumerate();
                each.filter(move |(at, _)| bits >> at & 1 == wanted).map(|(_, part)| *part)
            };
            let whole: Vec<UnitId> = of(1).map(|part| part.id).collect();
            let parts = of(0).flat_map(|part| {
                (1..part.stands).map(move |n| Some(Split { brigade: part.id, stands: n as u16 }))
            });
            for split in std::iter::once(None).chain(parts) {
                let first = split.and_then(|split| met.whole_instead(&whole, split));
                if met.makes(&whole, split) && first.is_none() {
                    all.push((whole.clone(), split));
                }
            }
        }
        all
    }

    #[test]
    fn of_brigades_of_12_4_and_4_the_small_ones_are_held_back_whole() {
        let met = met(10, &[(12, 1), (4, 1), (4, 1)]);
        let id = |n: usize| met.parts[n].id;
        let of_first = |stands| Split { brigade: id(0), stands };
        assert_eq!(met.whole_instead(&[], of_first(10)), Some((id(1), Some(of_first(6)))));
        assert_eq!(met.whole_instead(&[id(1)], of_first(6)), Some((id(2), Some(of_first(2)))));
        assert_eq!(met.whole_instead(&[id(1), id(2)], of_first(2)), None);
        assert_eq!(met.least(), Some((vec![id(1), id(2)], Some(of_first(2)))));
    }

    #[test]
    fn whatever_is_due_something_lawful_is_offered_and_every_part_that_can_be_is() {
        let sizes = [1, 2, 3, 5, 6];
        for (n, one) in sizes.iter().enumerate() {
            for (two, three) in sizes.iter().skip(n).zip(sizes.iter().rev()) {
                for kinds in 0..8_u32 {
                    let parts: Vec<(u32, u32)> = [one, two, three]
                        .iter()
                        .enumerate()
                        .map(|(at, stands)| (**stands, 1 + (kinds >> at & 1)))
                        .collect();
                    let total: u32 = parts.iter().map(|(stands, each)| stands * each).sum();
                    // With mounted stands alone the last one is never held back.
                    let most = if kinds == 7 { total - 2 } else { total - 1 };
                    for held in 1..=most {
                        let met = met(held, &parts);
                        let all = lawful(&met);
                        let mut least = met.least().unwrap_or_else(|| panic!("{held} of {parts:?}"));
                        least.0.sort_by_key(|id| met.parts.iter().position(|part| part.id == *id));
                        assert!(all.contains(&least), "{held} of {parts:?}: {least:?}");
                        let can_be = |split: &Split| all.iter().any(|(_, one)| *one == Some(*split));
                        for part in &met.parts {
                            for stands in 1..part.stands as u16 {
                                let split = Split { brigade: part.id, stands };
                                assert_eq!(
                                    met.splits().contains(&split),
                                    can_be(&split),
                                    "{held} of {parts:?}: {split:?}"
                                );
                            }
                        }
                    }
                }
            }
        }
    }
}
