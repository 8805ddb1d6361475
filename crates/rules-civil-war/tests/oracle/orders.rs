//! Orders of battle: a draft is legal by both judges, and an exhaustive search tells whether any order is.

use std::collections::BTreeSet;

use rules_civil_war::battle::Muster;
use rules_civil_war::oob::Oob;
use rules_civil_war::oob::check::{Terms, check};
use rules_civil_war::oob::draft::draft;
use rules_civil_war::setup::Ratio;
use rules_civil_war::words::{Class, LeaderId};

use crate::judge::{lacks, must_command, stands, wrong};
use crate::made::army;
use crate::{Dice, tries};

/// Whether any legal order exists where spans bind: every choice of who leads the army, of arms, of what lacks stands, of
/// the number and size of divisions, of who leads them and in whose corps.
fn exists(muster: &Muster, ratio: Ratio) -> bool {
    let most = muster.leaders.iter().map(|leader| leader.stars).max().unwrap_or(0);
    let may: Vec<Option<LeaderId>> = if most < 3 {
        vec![None]
    } else {
        let mut may: Vec<_> = muster
            .leaders
            .iter()
            .filter(|leader| leader.stars == most)
            .map(|leader| Some(leader.id))
            .collect();
        if most == 3 {
            may.push(None);
        }
        may
    };
    let totals = totals(muster, ratio);
    may.into_iter().any(|army| {
        let under = |stars: &[u8]| -> Vec<bool> {
            let own = muster.leaders.iter().filter(|one| Some(one.id) != army && stars.contains(&one.stars));
            own.map(|one| one.cavalry).collect()
        };
        let (ones, corps) = (under(&[1]), under(&[2, 3]));
        totals.iter().any(|(foot, horse)| divided(&ones, &corps, *foot, *horse, u32::from(ratio.stands)))
    })
}

/// Every split of the stands into those on foot and those mounted.
fn totals(muster: &Muster, ratio: Ratio) -> BTreeSet<(u32, u32)> {
    let (n, missing) = (muster.sp.len(), lacks(muster, ratio));
    let mut found = BTreeSet::new();
    let of = |crack: bool| -> Vec<usize> {
        (0..n).filter(|at| (muster.sp[*at].class == Class::Crack) == crack).collect()
    };
    let choices = |crack: bool| -> Vec<Option<usize>> {
        if missing[&crack] == 0 { vec![None] } else { of(crack).into_iter().map(Some).collect() }
    };
    for mounted in 0..1_u32 << n {
        for one in choices(true) {
            for other in choices(false) {
                let mut sums = [0, 0];
                for at in 0..n {
                    let lack = if one == Some(at) { missing[&true] } else { 0 }
                        + if other == Some(at) { missing[&false] } else { 0 };
                    sums[(mounted >> at & 1) as usize] += u32::from(ratio.stands) - lack;
                }
                found.insert((sums[0], sums[1]));
            }
        }
    }
    found
}

/// Sizes of a number of divisions, in falling order, that come to a sum.
fn sizes(n: u32, sum: u32, least: u32, most: u32, into: &mut Vec<u32>, all: &mut Vec<Vec<u32>>) {
    if n == 0 {
        if sum == 0 {
            all.push(into.clone());
        }
        return;
    }
    for size in least..=most.min(sum) {
        into.push(size);
        sizes(n - 1, sum - size, least, size, into, all);
        into.pop();
    }
}

fn divided(ones: &[bool], corps: &[bool], foot: u32, horse: u32, per_sp: u32) -> bool {
    let of = |sum: u32| {
        let mut all = Vec::new();
        for n in 0..=sum / per_sp {
            sizes(n, sum, per_sp, 2 * per_sp, &mut Vec::new(), &mut all);
        }
        all
    };
    let (feet, horses) = (of(foot), of(horse));
    feet.iter().any(|feet| {
        horses.iter().any(|horses| {
            let divisions: Vec<(bool, u32)> = feet
                .iter()
                .map(|size| (false, *size))
                .chain(horses.iter().map(|size| (true, *size)))
                .collect();
            led(&divisions, ones, corps, per_sp, &mut vec![None; divisions.len()])
        })
    })
}

/// Every way to give divisions to the leaders with one star.
fn led(
    divisions: &[(bool, u32)],
    ones: &[bool],
    corps: &[bool],
    per_sp: u32,
    by: &mut Vec<Option<bool>>,
) -> bool {
    let Some((rides, rest)) = ones.split_first() else {
        return joined(divisions, by, corps, per_sp, &mut Vec::new());
    };
    (0..divisions.len()).any(|at| {
        // A leader of cavalry commands cavalry; one on foot may, in a corps of cavalry.
        if by[at].is_some() || (*rides && !divisions[at].0) {
            return false;
        }
        by[at] = Some(*rides);
        let found = led(divisions, rest, corps, per_sp, by);
        by[at] = None;
        found
    })
}

/// Every way to put divisions into corps.
fn joined(
    divisions: &[(bool, u32)],
    by: &[Option<bool>],
    corps: &[bool],
    per_sp: u32,
    of: &mut Vec<Option<usize>>,
) -> bool {
    if of.len() == divisions.len() {
        return (0..corps.len()).all(|one| {
            let own: Vec<u32> =
                (0..of.len()).filter(|at| of[*at] == Some(one)).map(|at| divisions[at].1).collect();
            own.len() >= 2 && (2 * per_sp..=6 * per_sp).contains(&own.iter().sum())
        });
    }
    let at = of.len();
    let choices = std::iter::once(None).chain((0..corps.len()).map(Some));
    choices.into_iter().any(|choice| {
        let rides = by[at] == Some(true) || choice.is_some_and(|one| corps[one]);
        if rides != divisions[at].0 {
            return false;
        }
        of.push(choice);
        let found = joined(divisions, by, corps, per_sp, of);
        of.pop();
        found
    })
}

fn is_weak(muster: &Muster, ratio: Ratio) -> bool {
    let (ones, corps) = must_command(muster);
    stands(muster, ratio) < u32::from(ratio.stands) * ones.max(2 * corps).max(1)
}

#[test]
fn a_draft_is_legal_by_both_judges() {
    let mut dice = Dice::new(41);
    for n in 0..tries(10_000) {
        let ratio =
            Ratio { stands: [20, 20, 12, 7][dice.below(4) as usize], batteries: dice.below(3) as u16 };
        let muster = army(&mut dice, 24, 12, ratio);
        let terms = Terms { muster: &muster, ratio, strict: false, step_down: true };
        match draft(terms) {
            Ok(oob) => {
                let (theirs, ours) = (check(&oob, terms).problems, wrong(&oob, &muster, ratio));
                assert!(
                    theirs.is_empty() && ours.is_empty(),
                    "{n}: {theirs:#?}\n{ours:#?}\n{oob:#?}\n{muster:#?}"
                );
            }
            Err(problems) => assert!(!problems.is_empty() && !is_weak(&muster, ratio), "{n}: {muster:#?}"),
        }
    }
}

#[test]
fn a_draft_is_found_exactly_where_an_order_exists() {
    let mut dice = Dice::new(7);
    let (mut found, mut none) = (0, 0);
    for n in 0..tries(10_000) {
        let ratio = Ratio { stands: 2 + dice.below(2) as u16, batteries: 2 };
        let muster = army(&mut dice, 5, 5, ratio);
        if is_weak(&muster, ratio) {
            continue;
        }
        let drafted = draft(Terms { muster: &muster, ratio, strict: false, step_down: true });
        assert_eq!(drafted.is_ok(), exists(&muster, ratio), "{n}: {drafted:#?}\n{muster:#?}");
        if drafted.is_ok() { found += 1 } else { none += 1 }
    }
    assert!(found > 100, "{found} found, {none} not");
}

#[test]
fn both_judges_agree_on_orders_that_were_spoilt() {
    let mut dice = Dice::new(23);
    let (mut good, mut bad) = (0, 0);
    for n in 0..tries(10_000) {
        let ratio = Ratio { stands: 4, batteries: 2 };
        let muster = army(&mut dice, 8, 6, ratio);
        let terms = Terms { muster: &muster, ratio, strict: false, step_down: true };
        let Ok(mut oob) = draft(terms) else { continue };
        spoil(&mut oob, &mut dice);
        // Before the first loss strength points stay whole, which the second judge does not look at.
        let theirs = check(&oob, terms).problems.iter().any(|problem| problem.rule != "CWFF-R7");
        let ours = wrong(&oob, &muster, ratio);
        assert_eq!(theirs, !ours.is_empty(), "{n}: {:#?}\n{ours:#?}\n{oob:#?}", check(&oob, terms).problems);
        if ours.is_empty() { good += 1 } else { bad += 1 }
    }
    assert!(good > 50 && bad > 500, "{good} and {bad}");
}

/// Changes something that may make an order illegal.
fn spoil(oob: &mut Oob, dice: &mut Dice) {
    let n = oob.divisions.len() as u64;
    let (one, other) = (dice.below(n.max(1)) as usize, dice.below(n.max(1)) as usize);
    match dice.below(9) {
        0 => {
            let moved = oob.divisions[one].brigades.pop();
            oob.divisions[other].brigades.extend(moved);
        }
        1 => {
            let leader = oob.divisions[one].leader;
            oob.divisions[one].leader = oob.divisions[other].leader;
            oob.divisions[other].leader = leader;
        }
        2 => oob.divisions[one].corps = oob.divisions[other].corps,
        3 => oob.divisions[one].leader = None,
        4 => oob.divisions[one].batteries.foot += 1,
        5 => {
            oob.batteries.foot += oob.divisions[one].batteries.foot;
            oob.divisions[one].batteries.foot = 0;
        }
        6 => {
            if let Some(share) =
                oob.divisions[one].brigades.first_mut().and_then(|brigade| brigade.of.first_mut())
            {
                share.stands += 1;
            }
        }
        7 => {
            let leader = oob.corps.first_mut().and_then(|corps| corps.leader.take());
            oob.attached.extend(leader);
        }
        _ => {
            let of = oob.divisions[other].brigades.first().and_then(|brigade| brigade.of.first().copied());
            if let (Some(share), Some(brigade)) = (of, oob.divisions[one].brigades.first_mut()) {
                brigade.of.push(share);
            }
        }
    }
}
