//! An order of battle where there are too few strength points: one division for each. [CWFF-R5]

use super::deal::{brigades, named};
use super::plan::{Posts, line};
use crate::oob::check::Terms;
use crate::oob::{Batteries, Corps, Division, Oob, Share};
use crate::setup::Leader;
use crate::words::{Account, Arm, LeaderId};

/// Leaders take spans in the order of their rank; see [`crate::oob::under_strength`].
pub fn deal(terms: Terms<'_>) -> Oob {
    let muster = terms.muster;
    let posts = Posts::ways(&muster.leaders).swap_remove(0);
    let mut oob = Oob { army_leader: posts.army, attached: posts.attached.clone(), ..Oob::default() };
    let mut missing: Vec<u32> =
        Account::ALL.iter().map(|account| muster.missing(*account, terms.ratio)).collect();
    let mut sized: Vec<_> = Vec::new();
    for sp in line(terms, |_| true).into_iter().rev() {
        let lacks = std::mem::take(&mut missing[sp.class.account() as usize]);
        sized.push((sp, u32::from(terms.ratio.stands) - lacks));
    }
    sized.sort_by_key(|(_, stands)| std::cmp::Reverse(*stands));
    for (sp, stands) in sized.into_iter().filter(|(_, stands)| *stands > 0) {
        let share = Share { sp: sp.id, stands: u16::try_from(stands).unwrap_or(u16::MAX) };
        let (id, first) = (named("division", oob.divisions.len() + 1), oob.brigades().count() + 1);
        let brigades = brigades(vec![(sp.class, vec![share])], first);
        oob.divisions.push(Division {
            id,
            leader: None,
            corps: None,
            brigades,
            batteries: Batteries::default(),
        });
    }
    commands(&mut oob, terms, &posts);
    batteries(&mut oob, terms);
    oob
}

/// Corps leaders by their stars take what makes two divisions and their span; whoever finds none left steps down.
fn commands(oob: &mut Oob, terms: Terms<'_>, posts: &Posts) {
    let stars = |id: &LeaderId| terms.muster.leader(*id).map_or(0, |leader: &Leader| leader.stars);
    let mut corps: Vec<LeaderId> = posts.corps.iter().chain(&posts.mounted_corps).copied().collect();
    corps.sort_by_key(|id| std::cmp::Reverse(stars(id)));
    let least = 2 * u32::from(terms.ratio.stands);
    let room = (oob.stands() / least) as usize;
    let (led, stepped) = corps.split_at(room.min(corps.len()));
    let mut next = 0;
    for leader in led {
        let id = named("corps", oob.corps.len() + 1);
        oob.corps.push(Corps { id, leader: Some(*leader), batteries: Batteries::default() });
        let mut load = 0;
        while load < least && next < oob.divisions.len() {
            load += oob.divisions[next].stands();
            oob.divisions[next].corps = Some(id);
            next += 1;
        }
    }
    let order: Vec<usize> = (next..oob.divisions.len()).chain(0..next).collect();
    let leaders = stepped.iter().chain(&posts.mounted_divisions).chain(&posts.divisions);
    let mut places = order.into_iter();
    for leader in leaders {
        match places.next() {
            Some(at) => oob.divisions[at].leader = Some(*leader),
            None => oob.attached.push(*leader),
        }
    }
}

/// Two for each division, mounted where it is.
fn batteries(oob: &mut Oob, terms: Terms<'_>) {
    for at in 0..oob.divisions.len() {
        let n = terms.ratio.batteries;
        oob.divisions[at].batteries = match oob.arm(&oob.divisions[at], terms.muster) {
            Arm::Infantry => Batteries { foot: n, horse: 0 },
            Arm::Cavalry => Batteries { foot: 0, horse: n },
        };
    }
    // A strength point that has lost every stand still brings its batteries, to the army.
    let rest = terms.muster.sp.len() - oob.divisions.len();
    oob.batteries.foot += u16::try_from(rest).unwrap_or(0) * terms.ratio.batteries;
}
