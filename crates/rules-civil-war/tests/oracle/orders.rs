//! Orders of battle: a second judge of what is legal, and an exhaustive search for whether any order is.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use rules_civil_war::battle::Muster;
use rules_civil_war::oob::check::{Terms, check};
use rules_civil_war::oob::draft::draft;
use rules_civil_war::oob::{Division, Oob};
use rules_civil_war::setup::{Leader, Ratio, Sp};
use rules_civil_war::words::{Account, Arm, Class, LeaderId};

use crate::{Dice, tries};

/// Stands that a strength point of each account lacks: of crack ones, of others.
fn lacks(muster: &Muster, ratio: Ratio) -> BTreeMap<bool, u32> {
    let mut found = BTreeMap::new();
    for crack in [true, false] {
        let place = if crack { Account::Crack } else { Account::Other } as usize;
        let text = muster.carried[place].to_string();
        let (over, under) = text.split_once('/').unwrap_or((&text, "1"));
        let (over, under): (u32, u32) = (over.parse().expect("a number"), under.parse().expect("a number"));
        let is_there = muster.sp.iter().any(|sp| (sp.class == Class::Crack) == crack);
        found.insert(crack, if is_there { over * u32::from(ratio.stands) / under } else { 0 });
    }
    found
}

fn stands(muster: &Muster, ratio: Ratio) -> u32 {
    let full = u32::try_from(muster.sp.len()).expect("few") * u32::from(ratio.stands);
    full - lacks(muster, ratio).values().sum::<u32>()
}

fn leader(muster: &Muster, id: LeaderId) -> Option<&Leader> {
    muster.leaders.iter().find(|leader| leader.id == id)
}

fn rides(muster: &Muster, id: Option<LeaderId>) -> bool {
    id.and_then(|id| leader(muster, id)).is_some_and(|leader| leader.cavalry)
}

fn of_division(division: &Division) -> u32 {
    division.brigades.iter().flat_map(|brigade| &brigade.of).map(|share| u32::from(share.stands)).sum()
}

/// Everything that is wrong with an order, judged once more.
fn wrong(oob: &Oob, muster: &Muster, ratio: Ratio) -> Vec<String> {
    let mut found = Vec::new();
    let (per_sp, missing) = (u32::from(ratio.stands), lacks(muster, ratio));
    let mut given: BTreeMap<_, u32> = BTreeMap::new();
    let mut mounted: BTreeMap<_, BTreeSet<bool>> = BTreeMap::new();
    let (mut foot, mut horse) = (u32::from(oob.batteries.foot), u32::from(oob.batteries.horse));
    let mut ids: Vec<String> = oob.corps.iter().map(|corps| corps.id.to_string()).collect();
    for division in &oob.divisions {
        ids.push(division.id.to_string());
        let corps = oob.corps.iter().find(|corps| Some(corps.id) == division.corps);
        if division.corps.is_some() && corps.is_none() {
            found.push(format!("{} is of no corps", division.id));
        }
        let rides = rides(muster, division.leader) || rides(muster, corps.and_then(|corps| corps.leader));
        foot += u32::from(division.batteries.foot);
        horse += u32::from(division.batteries.horse);
        for brigade in &division.brigades {
            ids.push(brigade.id.to_string());
            foot += u32::from(brigade.batteries.foot);
            horse += u32::from(brigade.batteries.horse);
            let mut classes = BTreeSet::new();
            for share in &brigade.of {
                let Some(sp) = muster.sp.iter().find(|sp| sp.id == share.sp) else {
                    found.push(format!("{} is nobody's", share.sp));
                    continue;
                };
                classes.insert(sp.class);
                *given.entry(share.sp).or_default() += u32::from(share.stands);
                mounted.entry(share.sp).or_default().insert(rides);
                if share.stands == 0 {
                    found.push(format!("{} holds nothing of {}", brigade.id, share.sp));
                }
            }
            if classes.len() != 1 {
                found.push(format!("{} is of {classes:?}", brigade.id));
            }
        }
    }
    let n_ids = ids.len();
    if ids.into_iter().collect::<BTreeSet<_>>().len() != n_ids {
        found.push("an id stands twice".into());
    }
    for (crack, missing) in missing {
        let own = muster.sp.iter().filter(|sp| (sp.class == Class::Crack) == crack);
        let short: Vec<u32> = own
            .map(|sp| per_sp - given.get(&sp.id).copied().unwrap_or(0).min(per_sp))
            .filter(|n| *n > 0)
            .collect();
        let right = if missing == 0 { short.is_empty() } else { short == [missing] };
        if !right || given.values().any(|stands| *stands > per_sp) {
            found.push(format!("{missing} stands should be missing, not {short:?}"));
        }
    }
    let n_mounted = mounted.values().filter(|arms| arms.contains(&true)).count();
    if mounted.values().any(|arms| arms.len() > 1) {
        found.push("a strength point is of both arms".into());
    }
    let wanted = |n: usize| u32::try_from(n).expect("few") * u32::from(ratio.batteries);
    if (foot, horse) != (wanted(muster.sp.len() - n_mounted), wanted(n_mounted)) {
        found.push(format!("{foot} and {horse} batteries"));
    }
    counters(oob, muster, &mut found);
    let (ones, others) = must_command(muster);
    if stands(muster, ratio) < per_sp * ones.max(2 * others).max(1) {
        step_down(oob, muster, ratio, &mut found);
    } else {
        spans(oob, muster, per_sp, &mut found);
    }
    found
}

/// How many lead divisions at least, and how many corps, where as few as can be lead corps.
fn must_command(muster: &Muster) -> (u32, u32) {
    let stars =
        |n: u8| u32::try_from(muster.leaders.iter().filter(|leader| leader.stars == n).count()).expect("few");
    let spared = u32::from(stars(4) == 0 && stars(3) > 0);
    (stars(1), stars(2) + stars(3) - spared)
}

fn counters(oob: &Oob, muster: &Muster, found: &mut Vec<String>) {
    let mut named: Vec<LeaderId> = oob.army_leader.into_iter().chain(oob.attached.iter().copied()).collect();
    named.extend(oob.corps.iter().filter_map(|corps| corps.leader));
    named.extend(oob.divisions.iter().filter_map(|division| division.leader));
    named.sort();
    let mut there: Vec<LeaderId> = muster.leaders.iter().map(|leader| leader.id).collect();
    there.sort();
    if named != there {
        found.push(format!("{named:?} stand there instead of {there:?}"));
    }
    let stars = |id: LeaderId| leader(muster, id).map_or(0, |leader| leader.stars);
    if oob.army_leader.is_some_and(|id| stars(id) < 3) {
        found.push("nobody with less than three stars leads an army".into());
    }
    if oob.corps.iter().filter_map(|corps| corps.leader).any(|id| !(2..=3).contains(&stars(id))) {
        found.push("a corps leader has two or three stars".into());
    }
    if oob.army_leader.is_none() && muster.leaders.iter().any(|leader| leader.stars == 4) {
        found.push("four stars lead the army".into());
    }
}

/// Where there are enough strength points: every span, and nobody without a command but a second with four stars.
fn spans(oob: &Oob, muster: &Muster, per_sp: u32, found: &mut Vec<String>) {
    for division in &oob.divisions {
        let stands = of_division(division);
        if !(per_sp..=2 * per_sp).contains(&stands) {
            found.push(format!("{} has {stands} stands", division.id));
        }
        if division.leader.and_then(|id| leader(muster, id)).is_some_and(|leader| leader.stars != 1) {
            found.push(format!("{} is led by more than one star", division.id));
        }
    }
    for corps in &oob.corps {
        let own: Vec<u32> =
            oob.divisions.iter().filter(|one| one.corps == Some(corps.id)).map(of_division).collect();
        let sum: u32 = own.iter().sum();
        if !(2 * per_sp..=6 * per_sp).contains(&sum) || (corps.leader.is_some() && own.len() < 2) {
            found.push(format!("{} has {own:?}", corps.id));
        }
    }
    let idle = oob.attached.iter().filter_map(|id| leader(muster, *id)).any(|leader| leader.stars != 4);
    if idle {
        found.push("somebody has no command".into());
    }
}

/// Where there are too few: leaders take what there is in the order of their rank. [CWFF-R5]
fn step_down(oob: &Oob, muster: &Muster, ratio: Ratio, found: &mut Vec<String>) {
    let (per_sp, all) = (u32::from(ratio.stands), stands(muster, ratio));
    let of_corps = |id: LeaderId| {
        let corps = oob.corps.iter().find(|corps| corps.leader == Some(id))?;
        Some(
            oob.divisions
                .iter()
                .filter(|one| one.corps == Some(corps.id))
                .map(of_division)
                .collect::<Vec<_>>(),
        )
    };
    let led = |id: LeaderId| oob.divisions.iter().find(|one| one.leader == Some(id)).map_or(0, of_division);
    let mut corps: Vec<&Leader> = muster.leaders.iter().filter(|one| (2..=3).contains(&one.stars)).collect();
    corps.retain(|one| oob.army_leader != Some(one.id));
    corps.sort_by_key(|one| (std::cmp::Reverse(one.stars), of_corps(one.id).is_none()));
    let (mut left, mut stepped) = (all, Vec::new());
    for one in corps {
        if let Some(own) = of_corps(one.id) {
            let sum: u32 = own.iter().sum();
            if own.len() < 2 || !(2 * per_sp..=6 * per_sp).contains(&sum) {
                found.push(format!("{} leads a corps of {own:?}", one.id));
            }
            left = left.saturating_sub(sum);
        } else {
            if left >= 2 * per_sp {
                found.push(format!("{} steps down though {left} stands are left", one.id));
            }
            stepped.push(one);
        }
    }
    let mut ones: Vec<&Leader> = muster.leaders.iter().filter(|one| one.stars == 1).collect();
    stepped.sort_by_key(|one| (std::cmp::Reverse(one.stars), std::cmp::Reverse(led(one.id))));
    ones.sort_by_key(|one| std::cmp::Reverse(led(one.id)));
    let mut left = all;
    for one in stepped.into_iter().chain(ones) {
        let takes = led(one.id);
        let right = if left >= per_sp { (per_sp..=2 * per_sp).contains(&takes) } else { takes == left };
        if !right {
            found.push(format!("{} takes {takes} where {left} are left", one.id));
        }
        left = left.saturating_sub(takes);
    }
    for division in oob.divisions.iter().filter(|division| division.leader.is_none()) {
        let stands = of_division(division);
        let alone = all < per_sp
            && muster.leaders.iter().all(|leader| leader.stars == 4 || oob.army_leader == Some(leader.id));
        if !alone && !(per_sp..=2 * per_sp).contains(&stands) {
            found.push(format!("{} has {stands} stands and no counter", division.id));
        }
    }
}

/// An army of a few strength points and leaders.
fn army(dice: &mut Dice, most_sp: u64, most_leaders: u64, ratio: Ratio) -> Muster {
    let sp: Vec<Sp> = (0..=dice.below(most_sp))
        .map(|n| Sp {
            id: format!("S{n}").parse().expect("an id"),
            class: [Class::Green, Class::Veteran, Class::Crack][dice.below(3) as usize],
            arm: if dice.below(4) == 0 { Arm::Cavalry } else { Arm::Infantry },
        })
        .collect();
    let leaders = (0..dice.below(most_leaders + 1))
        .map(|n| Leader {
            id: format!("L{n}").parse().expect("an id"),
            name: format!("Leader {n}"),
            stars: [1, 1, 1, 1, 2, 2, 3, 4][dice.below(8) as usize],
            initiative: 2,
            tactical: 0,
            army_command: dice.below(5) as i32 - 2,
            cavalry: dice.below(4) == 0,
        })
        .collect();
    let part = |dice: &mut Dice| {
        let under = u64::from(ratio.stands);
        let over = if dice.below(2) == 0 { 0 } else { dice.below(under) };
        format!("{over}/{under}").parse().expect("a part")
    };
    let carried = [part(dice), part(dice)];
    Muster { army: "army".parse().expect("an id"), demoralized: false, sp, carried, leaders }
}

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
fn a_draft_is_legal_by_both_judges_and_comes_within_a_second() {
    let mut dice = Dice::new(41);
    let mut slowest = Duration::ZERO;
    for n in 0..tries(3000) {
        let ratio =
            Ratio { stands: [20, 20, 12, 7][dice.below(4) as usize], batteries: dice.below(3) as u16 };
        let muster = army(&mut dice, 24, 12, ratio);
        let terms = Terms { muster: &muster, ratio, strict: false, step_down: true };
        let begun = Instant::now();
        let drafted = draft(terms);
        slowest = slowest.max(begun.elapsed());
        match drafted {
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
    assert!(slowest < Duration::from_secs(1), "{slowest:?}");
}

#[test]
fn a_draft_is_found_exactly_where_an_order_exists() {
    let mut dice = Dice::new(7);
    let (mut found, mut none) = (0, 0);
    for n in 0..tries(400) {
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
    for n in 0..tries(4000) {
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
