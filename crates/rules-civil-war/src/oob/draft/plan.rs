//! What a legal order of battle comes to in sums.

use crate::charts;
use crate::oob::check::{Problem, Terms};
use crate::oob::under_strength;
use crate::setup::{Leader, Sp};
use crate::words::{Account, Arm, Class, LeaderId, Rank, SpId};

/// The counters of an army by what they must command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Posts {
    /// Who leads the army.
    pub army: Option<LeaderId>,
    /// Who has no command: further leaders with four stars.
    pub attached: Vec<LeaderId>,
    /// Corps leaders on foot.
    pub corps: Vec<LeaderId>,
    /// Corps leaders of cavalry.
    pub mounted_corps: Vec<LeaderId>,
    /// Division leaders on foot.
    pub divisions: Vec<LeaderId>,
    /// Division leaders of cavalry.
    pub mounted_divisions: Vec<LeaderId>,
}

impl Posts {
    /// The posts with a certain leader of the army.
    fn with(leaders: &[Leader], army: Option<LeaderId>) -> Self {
        let mut posts = Self { army, ..Self::default() };
        for leader in leaders.iter().filter(|leader| Some(leader.id) != army) {
            let list = match (leader.stars, leader.cavalry) {
                (4, _) => &mut posts.attached,
                (2 | 3, false) => &mut posts.corps,
                (2 | 3, true) => &mut posts.mounted_corps,
                (_, false) => &mut posts.divisions,
                (_, true) => &mut posts.mounted_divisions,
            };
            list.push(leader.id);
        }
        posts
    }

    /// Every way to choose who leads the army, the one with the most stars and the best rating first. [CWFF-R4]
    pub fn ways(leaders: &[Leader]) -> Vec<Self> {
        let most = leaders.iter().map(|leader| leader.stars).max().unwrap_or(0);
        let mut may: Vec<&Leader> =
            leaders.iter().filter(|leader| leader.stars >= 3 && leader.stars == most).collect();
        may.sort_by_key(|leader| -leader.army_command);
        if may.is_empty() {
            return vec![Self::with(leaders, None)];
        }
        may.into_iter().map(|leader| Self::with(leaders, Some(leader.id))).collect()
    }
}

/// A legal order of battle in sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Who commands at which rank.
    pub posts: Posts,
    /// The strength points that are cavalry.
    pub cavalry: Vec<SpId>,
    /// The strength points that lack stands, in the accounts crack and other.
    pub lacking: Vec<(SpId, u32)>,
    /// Divisions in corps of cavalry.
    pub within: u32,
    /// Divisions of cavalry elsewhere, each with a counter of its own.
    pub outside: u32,
    /// Divisions on foot.
    pub foot: u32,
    /// Division leaders on foot who stand in corps of cavalry.
    pub lent: u32,
}

fn count<T>(list: &[T]) -> u32 {
    u32::try_from(list.len()).unwrap_or(u32::MAX)
}

/// Which strength points could be cavalry: so many of each account, those first that are meant to be, in the order of how
/// far that is from what is meant.
fn mounts(sp: &[Sp]) -> Vec<Vec<SpId>> {
    let of = |account| {
        let mut list: Vec<&Sp> = sp.iter().filter(|sp| sp.class.account() == account).collect();
        list.sort_by_key(|sp| sp.arm != Arm::Cavalry);
        list
    };
    let (crack, other) = (of(Account::Crack), of(Account::Other));
    let meant = |list: &[&Sp]| list.iter().filter(|sp| sp.arm == Arm::Cavalry).count();
    let (meant_crack, meant_other) = (meant(&crack), meant(&other));
    let mut sizes: Vec<(usize, usize)> =
        (0..=crack.len()).flat_map(|one| (0..=other.len()).map(move |two| (one, two))).collect();
    sizes.sort_by_key(|(one, two)| one.abs_diff(meant_crack) + two.abs_diff(meant_other));
    let taken =
        |(one, two): (usize, usize)| crack[..one].iter().chain(&other[..two]).map(|sp| sp.id).collect();
    sizes.into_iter().map(taken).collect()
}

impl Plan {
    /// The first plan that fits.
    pub fn of(terms: Terms<'_>) -> Option<Self> {
        Posts::ways(&terms.muster.leaders).into_iter().find_map(|posts| Self::with(terms, &posts))
    }

    /// The first plan that fits certain posts.
    pub fn with(terms: Terms<'_>, posts: &Posts) -> Option<Self> {
        mounts(&terms.muster.sp).into_iter().find_map(|cavalry| {
            lacks(terms, &cavalry).into_iter().find_map(|lacking| Self::fit(terms, posts, &cavalry, lacking))
        })
    }

    /// How many divisions there are, where these strength points are cavalry and those lack stands.
    fn fit(terms: Terms<'_>, posts: &Posts, cavalry: &[SpId], lacking: Vec<(SpId, u32)>) -> Option<Self> {
        let sp = u32::from(terms.ratio.stands);
        let short = |mounted| -> u32 {
            lacking.iter().filter(|(id, _)| cavalry.contains(id) == mounted).map(|(_, stands)| stands).sum()
        };
        let mounted = sp * count(cavalry) - short(true);
        let foot = sp * (count(&terms.muster.sp) - count(cavalry)) - short(false);
        let (of_corps, of_mounted) = (count(&posts.corps), count(&posts.mounted_corps));
        let (own, own_mounted) = (count(&posts.divisions), count(&posts.mounted_divisions));
        let fits = |divisions: u32, stands: u32| divisions * sp <= stands && stands <= 2 * sp * divisions;
        for outside in (0..=own_mounted).rev() {
            for within in (2 * of_mounted)..=(6 * of_mounted) {
                if !fits(within + outside, mounted) || largest(within, outside, mounted) > 6 * sp * of_mounted
                {
                    continue;
                }
                for lent in 0..=own {
                    if lent + (own_mounted - outside) > within {
                        continue;
                    }
                    let least =
                        (own - lent).max((2 * of_corps).saturating_sub(outside)).max(foot.div_ceil(2 * sp));
                    if fits(least, foot) {
                        let (posts, cavalry) = (posts.clone(), cavalry.to_vec());
                        return Some(Self { posts, cavalry, lacking, within, outside, foot: least, lent });
                    }
                }
            }
        }
        None
    }
}

/// The stands of the divisions within, where the larger ones stand outside; a little too many rather than too few.
fn largest(within: u32, outside: u32, stands: u32) -> u32 {
    if within == 0 { 0 } else { (stands * within).div_ceil(within + outside) }
}

/// Every way to choose which strength points lack stands: one of each account that carries some, among the cavalry or not.
fn lacks(terms: Terms<'_>, cavalry: &[SpId]) -> Vec<Vec<(SpId, u32)>> {
    let mut ways: Vec<Vec<(SpId, u32)>> = vec![Vec::new()];
    for account in Account::ALL {
        let missing = terms.muster.missing(*account, terms.ratio);
        if missing == 0 {
            continue;
        }
        let last = |mounted: bool| {
            let mut own = terms.muster.sp.iter().rev().filter(|sp| sp.class.account() == *account);
            own.find(|sp| cavalry.contains(&sp.id) == mounted).map(|sp| (sp.id, missing))
        };
        let choices: Vec<(SpId, u32)> = last(false).into_iter().chain(last(true)).collect();
        ways = ways
            .into_iter()
            .flat_map(|way| choices.iter().map(move |choice| [&way[..], &[*choice]].concat()))
            .collect();
    }
    ways
}

/// The spans that no order of battle meets, where leaders of cavalry are the reason.
pub fn unmet(terms: Terms<'_>) -> Vec<Problem> {
    let posts = Posts::ways(&terms.muster.leaders).swap_remove(0);
    let ((least, _), (least_corps, _)) =
        (charts::span(Rank::Division, terms.ratio), charts::span(Rank::Corps, terms.ratio));
    let mounted = posts.mounted_divisions.iter().map(|id| (*id, least, "CWFF-4C-1"));
    let corps = posts.mounted_corps.iter().map(|id| (*id, least_corps, "CWFF-4C-2"));
    let problem = |(id, least, rule): (LeaderId, u32, &'static str)| Problem {
        rule,
        place: id.to_string(),
        sentence: format!(
            "{id} leads cavalry and commands at least {least} stands of whole strength points (CWFF-R3)."
        ),
    };
    corps.chain(mounted).map(problem).collect()
}

/// The spans that no order of battle meets, where there are too few strength points.
pub fn too_few(terms: Terms<'_>) -> Vec<Problem> {
    let (divisions, corps) = under_strength::commands(terms.muster);
    let stands = terms.muster.stands(terms.ratio);
    let sp = u32::from(terms.ratio.stands);
    let problem = |rule, sentence| Problem { rule, place: String::new(), sentence };
    let mut all = Vec::new();
    if stands < sp * divisions.max(1) {
        all.push(problem(
            "CWFF-4C-1",
            format!(
                "{divisions} division leaders need {} stands; there are {stands}.",
                sp * divisions.max(1)
            ),
        ));
    }
    if stands < 2 * sp * corps {
        all.push(problem(
            "CWFF-4C-2",
            format!("{corps} corps leaders need {} stands; there are {stands}.", 2 * sp * corps),
        ));
    }
    all
}

/// Strength points in the order in which they are dealt out: those of like experience beside each other.
pub fn line<'m>(terms: Terms<'m>, holds: impl Fn(&Sp) -> bool) -> Vec<&'m Sp> {
    let mut line: Vec<&Sp> = terms.muster.sp.iter().filter(|sp| holds(sp)).collect();
    line.sort_by_key(|sp| match sp.class {
        Class::Crack => 0,
        Class::Veteran => 1,
        Class::Green => 2,
    });
    line
}
