//! What is held back of a force after a meeting, against all that may be, tried one by one. [CWFF-R16]

use rules_civil_war::battle::Split;
use rules_civil_war::battle::held::Met;
use rules_civil_war::words::UnitId;

/// Brigades by their stands and the weight of each.
struct Force {
    parts: Vec<(UnitId, u32, u32)>,
    met: Met,
}

fn force(held: u32, parts: &[(u32, u32)]) -> Force {
    let part = |(at, (stands, each)): (usize, &(u32, u32))| {
        (format!("b{at}").parse().expect("a name"), *stands, *each)
    };
    let parts: Vec<_> = parts.iter().enumerate().map(part).collect();
    Force { met: Met::new(parts.iter().copied(), held), parts }
}

/// The parts of a brigade that are less than the whole.
fn splits(&(brigade, stands, _): &(UnitId, u32, u32)) -> impl Iterator<Item = Split> + use<> {
    (1..stands as u16).map(move |stands| Split { brigade, stands })
}

/// All that may be held back of a force.
fn lawful(Force { parts, met }: &Force) -> Vec<(Vec<UnitId>, Option<Split>)> {
    let mut all = Vec::new();
    for bits in 0..(1_u32 << parts.len()) {
        let (whole, rest): (Vec<_>, Vec<_>) =
            parts.iter().enumerate().partition(|(at, _)| bits >> at & 1 == 1);
        let whole: Vec<UnitId> = whole.into_iter().map(|(_, (id, ..))| *id).collect();
        let of_rest = rest.into_iter().flat_map(|(_, part)| splits(part)).map(Some);
        for split in std::iter::once(None).chain(of_rest) {
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
    let Force { parts, met } = force(10, &[(12, 1), (4, 1), (4, 1)]);
    let id = |n: usize| parts[n].0;
    let of_first = |stands| Split { brigade: id(0), stands };
    assert_eq!(met.whole_instead(&[], of_first(10)), Some((id(1), Some(of_first(6)))));
    assert_eq!(met.whole_instead(&[id(1)], of_first(6)), Some((id(2), Some(of_first(2)))));
    assert_eq!(met.whole_instead(&[id(1), id(2)], of_first(2)), None);
    assert_eq!(met.least(), Some((vec![id(1), id(2)], Some(of_first(2)))));
}

#[test]
fn whatever_is_due_something_lawful_is_offered_and_every_part_that_can_be_is() {
    let sizes = [1, 2, 3, 5, 6];
    let mut n = 0;
    for (at, one) in sizes.iter().enumerate() {
        for (two, three) in sizes.iter().skip(at).zip(sizes.iter().rev()) {
            for kinds in 0..8_u32 {
                let weighed = |(at, stands): (usize, &u32)| (*stands, 1 + (kinds >> at & 1));
                let parts: Vec<(u32, u32)> = [*one, *two, *three].iter().enumerate().map(weighed).collect();
                let total: u32 = parts.iter().map(|(stands, each)| stands * each).sum();
                // With mounted stands alone the last one is never held back.
                let most = if kinds == 7 { total - 2 } else { total - 1 };
                for held in 1..=most {
                    all_is_offered(&force(held, &parts), &format!("{held} of {parts:?}"));
                    n += 1;
                }
            }
        }
    }
    assert!(n > 1000, "{n} forces");
}

fn all_is_offered(force: &Force, told: &str) {
    let all = lawful(force);
    let mut least = force.met.least().unwrap_or_else(|| panic!("{told}"));
    least.0.sort_by_key(|id| force.parts.iter().position(|(one, ..)| one == id));
    assert!(all.contains(&least), "{told}: {least:?}");
    for split in force.parts.iter().flat_map(splits) {
        let can_be = all.iter().any(|(_, one)| *one == Some(split));
        assert_eq!(force.met.splits().contains(&split), can_be, "{told}: {split:?}");
    }
}
