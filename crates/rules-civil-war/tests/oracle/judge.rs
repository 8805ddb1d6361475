//! A second judge of what is legal in an order of battle.

use std::collections::{BTreeMap, BTreeSet};

use rules_civil_war::battle::Muster;
use rules_civil_war::oob::{Division, Oob};
use rules_civil_war::setup::{Leader, Ratio};
use rules_civil_war::words::{Account, Class, LeaderId};

/// Stands that a strength point of each account lacks: of crack ones, of others.
pub fn lacks(muster: &Muster, ratio: Ratio) -> BTreeMap<bool, u32> {
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

pub fn stands(muster: &Muster, ratio: Ratio) -> u32 {
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
pub fn wrong(oob: &Oob, muster: &Muster, ratio: Ratio) -> Vec<String> {
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
pub fn must_command(muster: &Muster) -> (u32, u32) {
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
