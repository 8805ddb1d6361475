//! Stands dealt out along the line of strength points.

use std::collections::VecDeque;

use super::plan::{Plan, line};
use crate::oob::check::Terms;
use crate::oob::{Batteries, Brigade, Corps, Division, Oob, Share};
use crate::words::{Arm, Class, LeaderId, SpId, UnitId};

/// Stands of a brigade where nothing speaks for another number.
const USUAL: u32 = 10;

/// The most brigades that a division should have.
const MOST_BRIGADES: usize = 5;

/// An id of a unit by its number.
pub(super) fn named(kind: &str, number: usize) -> UnitId {
    format!("{kind}-{number}").parse().expect("a short id")
}

/// So many stands in so many parts, as even as can be, the larger ones first.
pub(super) fn even(stands: u32, parts: u32, of: u32) -> Vec<u32> {
    if parts == 0 {
        return Vec::new();
    }
    let units = stands / of;
    let mut sizes: Vec<u32> =
        (0..parts).map(|at| (units / parts + u32::from(at < units % parts)) * of).collect();
    sizes[0] += stands % of;
    sizes
}

/// The stands of one division as runs of like experience.
type Runs = Vec<(Class, Vec<Share>)>;

/// Strength points in a line, from which stands are taken one division after the other.
struct Line {
    left: VecDeque<(SpId, Class, u32)>,
    per_sp: u16,
}

impl Line {
    /// The stands of the next division, and the batteries of the strength points that begin in it.
    fn take(&mut self, mut stands: u32, full: &mut Vec<SpId>, batteries: &mut u16) -> Runs {
        let mut runs: Runs = Vec::new();
        while stands > 0 {
            let Some((sp, class, left)) = self.left.front_mut() else { break };
            if !full.contains(sp) {
                full.push(*sp);
                *batteries += self.per_sp;
            }
            let taken = stands.min(*left);
            let share = Share { sp: *sp, stands: u16::try_from(taken).unwrap_or(u16::MAX) };
            match runs.last_mut() {
                Some((last, shares)) if last == class => shares.push(share),
                _ => runs.push((*class, vec![share])),
            }
            (stands, *left) = (stands - taken, *left - taken);
            if *left == 0 {
                self.left.pop_front();
            }
        }
        runs
    }
}

/// The brigades of one division: each of one experience, about ten stands, and no more than should be.
pub(super) fn brigades(runs: Runs, first: usize) -> Vec<Brigade> {
    let total = |shares: &[Share]| -> u32 { shares.iter().map(|share| u32::from(share.stands)).sum() };
    let n_at =
        |most: u32| -> usize { runs.iter().map(|(_, shares)| total(shares).div_ceil(most) as usize).sum() };
    let most = (USUAL..=60).find(|most| n_at(*most) <= MOST_BRIGADES).unwrap_or(60);
    let lone = n_at(most) == 1;
    let mut made: Vec<Brigade> = Vec::new();
    for (_, shares) in runs {
        let stands = total(&shares);
        let parts = if lone { 2.min(stands) } else { stands.div_ceil(most) };
        let mut left: VecDeque<Share> = shares.into();
        for mut wanted in even(stands, parts, 1) {
            let mut of = Vec::new();
            while wanted > 0 {
                let Some(share) = left.front_mut() else { break };
                let taken = u16::try_from(wanted).unwrap_or(u16::MAX).min(share.stands);
                of.push(Share { sp: share.sp, stands: taken });
                (wanted, share.stands) = (wanted - u32::from(taken), share.stands - taken);
                if share.stands == 0 {
                    left.pop_front();
                }
            }
            made.push(Brigade {
                id: named("brigade", first + made.len()),
                of,
                batteries: Batteries::default(),
            });
        }
    }
    made
}

/// A line of divisions of one arm.
fn divisions(terms: Terms<'_>, plan: &Plan, arm: Arm, n: u32, oob: &mut Oob) -> Vec<usize> {
    let mounted = arm == Arm::Cavalry;
    let sp = line(terms, |sp| plan.cavalry.contains(&sp.id) == mounted);
    let lack = |id| plan.lacking.iter().find(|(sp, _)| *sp == id).map_or(0, |(_, stands)| *stands);
    let left: VecDeque<_> =
        sp.iter().map(|sp| (sp.id, sp.class, u32::from(terms.ratio.stands) - lack(sp.id))).collect();
    let stands: u32 = left.iter().map(|(_, _, stands)| stands).sum();
    let whole = plan.lacking.is_empty();
    let mut line = Line { left, per_sp: terms.ratio.batteries };
    let (mut met, mut made) = (Vec::new(), Vec::new());
    for size in even(stands, n, if whole { terms.ratio.stands.into() } else { 1 }) {
        let mut batteries = 0;
        let runs = line.take(size, &mut met, &mut batteries);
        let batteries = match arm {
            Arm::Infantry => Batteries { foot: batteries, horse: 0 },
            Arm::Cavalry => Batteries { foot: 0, horse: batteries },
        };
        let (id, first) = (named("division", oob.divisions.len() + 1), oob.brigades().count() + 1);
        made.push(oob.divisions.len());
        oob.divisions.push(Division {
            id,
            leader: None,
            corps: None,
            brigades: brigades(runs, first),
            batteries,
        });
    }
    made
}

/// Gives each corps its two divisions, then the rest as far as spans allow; what is left stands under the army.
fn into_corps(oob: &mut Oob, terms: Terms<'_>, leaders: &[LeaderId], divisions: &[usize], must: bool) {
    let most = 6 * u32::from(terms.ratio.stands);
    let mut loads: Vec<(UnitId, u32, u32)> = Vec::new();
    for leader in leaders {
        let id = named("corps", oob.corps.len() + 1);
        oob.corps.push(Corps { id, leader: Some(*leader), batteries: Batteries::default() });
        loads.push((id, 0, 0));
    }
    for at in divisions {
        let stands = oob.divisions[*at].stands();
        // Those who have no two divisions yet come first, then whoever has least.
        let next = loads.iter_mut().min_by_key(|(_, n, load)| (*n >= 2, *load));
        let Some((id, n, load)) = next.filter(|(_, _, load)| must || load + stands <= most) else { continue };
        (*n, *load) = (*n + 1, *load + stands);
        oob.divisions[*at].corps = Some(*id);
    }
}

/// The order of battle of a plan.
pub fn deal(terms: Terms<'_>, plan: &Plan) -> Oob {
    let posts = &plan.posts;
    let mut oob = Oob { army_leader: posts.army, attached: posts.attached.clone(), ..Oob::default() };
    let mounted = divisions(terms, plan, Arm::Cavalry, plan.within + plan.outside, &mut oob);
    let foot = divisions(terms, plan, Arm::Infantry, plan.foot, &mut oob);
    let (outside, within) = mounted.split_at(plan.outside as usize);
    let n_outside = outside.len().min(posts.mounted_divisions.len());
    for (at, leader) in outside.iter().zip(&posts.mounted_divisions) {
        oob.divisions[*at].leader = Some(*leader);
    }
    let (lent, own) = posts.divisions.split_at(plan.lent as usize);
    let inside = posts.mounted_divisions[n_outside..].iter().chain(lent);
    for (at, leader) in within.iter().zip(inside) {
        oob.divisions[*at].leader = Some(*leader);
    }
    for (at, leader) in foot.iter().zip(own) {
        oob.divisions[*at].leader = Some(*leader);
    }
    into_corps(&mut oob, terms, &posts.mounted_corps, within, true);
    // Cavalry with a counter of its own joins a corps on foot only where that has too few divisions.
    let short = (2 * posts.corps.len()).saturating_sub(foot.len()).min(outside.len());
    let joined: Vec<usize> = outside[..short].iter().chain(&foot).copied().collect();
    into_corps(&mut oob, terms, &posts.corps, &joined, false);
    oob
}
