//! An order of battle where there are too few strength points. [CWFF-R5]
//!
//! The leaders who find a span are settled first, in the order of their rank. For them alone there are enough strength
//! points, so their order is dealt like any other; all others stand on the table without a command.

use super::deal;
use super::plan::{Plan, Posts, line};
use crate::oob::check::Terms;
use crate::oob::{Batteries, Division, Oob, Share};
use crate::setup::Leader;
use crate::words::{Account, Arm, LeaderId};

/// Leaders take spans in the order of their rank; see [`crate::oob::under_strength`]. Nothing where no choice of leaders
/// of equal rank gives a plan.
pub fn deal(terms: Terms<'_>) -> Option<Oob> {
    if terms.muster.stands(terms.ratio) < u32::from(terms.ratio.stands) {
        return Some(alone(terms));
    }
    let ways = Posts::ways(&terms.muster.leaders);
    let plan = ways.iter().flat_map(|posts| served(terms, posts)).find_map(|posts| Plan::with(terms, &posts));
    plan.map(|plan| deal::deal(terms, &plan))
}

/// The posts of those who find a span, for each number of mounted ones among leaders of equal rank.
fn served(terms: Terms<'_>, posts: &Posts) -> Vec<Posts> {
    let card = |id: &LeaderId| terms.muster.leader(*id);
    let mounted = |id: &LeaderId| card(id).is_some_and(|leader: &Leader| leader.cavalry);
    let (sp, stands) = (u32::from(terms.ratio.stands), terms.muster.stands(terms.ratio));
    let mut corps: Vec<LeaderId> = posts.corps.iter().chain(&posts.mounted_corps).copied().collect();
    corps.sort_by_key(|id| std::cmp::Reverse(card(id).map_or(0, |leader| leader.stars)));
    let (led, stepped) =
        corps.split_at((stands / (2 * sp)).min(u32::try_from(corps.len()).unwrap_or(0)) as usize);
    let room = (stands / sp) as usize;
    let (stepped, idle) = stepped.split_at(room.min(stepped.len()));
    let left = room - stepped.len();
    let n_ones = posts.divisions.len() + posts.mounted_divisions.len();
    let way = |n_mounted: usize| -> Option<Posts> {
        let n_foot = left.min(n_ones).checked_sub(n_mounted).filter(|n| *n <= posts.divisions.len())?;
        let (ones, idle_ones) = posts.divisions.split_at(n_foot);
        let (riders, idle_riders) = posts.mounted_divisions.split_at(n_mounted);
        let attached =
            posts.attached.iter().chain(idle).chain(idle_ones).chain(idle_riders).copied().collect();
        let split = |list: &[LeaderId], others: &[LeaderId], rides: bool| -> Vec<LeaderId> {
            list.iter().filter(|id| mounted(id) == rides).chain(others).copied().collect()
        };
        Some(Posts {
            army: posts.army,
            attached,
            corps: split(led, &[], false),
            mounted_corps: split(led, &[], true),
            divisions: split(stepped, ones, false),
            mounted_divisions: split(stepped, riders, true),
        })
    };
    (0..=posts.mounted_divisions.len()).filter_map(way).collect()
}

/// Less than a strength point: one division, under whoever has the highest rank.
fn alone(terms: Terms<'_>) -> Oob {
    let posts = Posts::ways(&terms.muster.leaders).swap_remove(0);
    let lists = [&posts.corps, &posts.mounted_corps, &posts.divisions, &posts.mounted_divisions];
    let mut leaders: Vec<LeaderId> = lists.into_iter().flatten().copied().collect();
    leaders.sort_by_key(|id| std::cmp::Reverse(terms.muster.leader(*id).map_or(0, |leader| leader.stars)));
    let mut leaders = leaders.into_iter();
    let mut oob = Oob { army_leader: posts.army, ..Oob::default() };
    let mut missing: Vec<u32> =
        Account::ALL.iter().map(|of| terms.muster.missing(*of, terms.ratio)).collect();
    let runs = line(terms, |_| true).into_iter().map(|sp| {
        let stands =
            u32::from(terms.ratio.stands) - std::mem::take(&mut missing[sp.class.account() as usize]);
        (sp.class, vec![Share { sp: sp.id, stands: u16::try_from(stands).unwrap_or(u16::MAX) }])
    });
    let brigades = deal::brigades(runs.collect(), 1);
    let leader = leaders.next();
    oob.divisions.push(Division { id: deal::named("division", 1), leader, brigades, ..Division::default() });
    oob.attached = posts.attached.iter().copied().chain(leaders).collect();
    let batteries = terms.ratio.batteries * u16::try_from(terms.muster.sp.len()).unwrap_or(u16::MAX);
    let mounted = oob.arm(&oob.divisions[0], terms.muster) == Arm::Cavalry;
    oob.divisions[0].batteries = if mounted {
        Batteries { foot: 0, horse: batteries }
    } else {
        Batteries { foot: batteries, horse: 0 }
    };
    oob
}
