//! What is wrong with an order of battle: every violated id at once, each with the place where it stands.

use std::collections::BTreeMap;
use std::fmt::Display;

use kernel::grammar::counted;

use super::{Batteries, Corps, Division, Oob, under_strength};
use crate::battle::Muster;
use crate::charts;
use crate::setup::Ratio;
use crate::words::{Account, Arm, LeaderId, Rank, SpId};

/// Something that is wrong with an order of battle, or against the advice of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The rule.
    pub rule: &'static str,
    /// Where: the id of a corps, a division, a brigade, a leader or a strength point; empty for the whole.
    pub place: String,
    /// What is wrong there.
    pub sentence: String,
}

/// What an order of battle is checked against.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// What the side brings.
    pub muster: &'a Muster,
    /// Stands and batteries for a strength point.
    pub ratio: Ratio,
    /// Whether the advice on structure binds. [CWFF-R6]
    pub strict: bool,
    /// Whether leaders step down where there are too few strength points. [CWFF-R5]
    pub step_down: bool,
}

/// What is wrong, and what is against the advice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Every violated rule with its place; an order with any is refused.
    pub problems: Vec<Problem>,
    /// What the rules only advise.
    pub advice: Vec<Problem>,
}

impl Found {
    fn unless(
        &mut self,
        holds: bool,
        rule: &'static str,
        place: impl Display,
        sentence: impl FnOnce() -> String,
    ) {
        if !holds {
            self.problems.push(Problem { rule, place: place.to_string(), sentence: sentence() });
        }
    }

    fn advise(
        &mut self,
        strict: bool,
        holds: bool,
        rule: &'static str,
        place: impl Display,
        sentence: String,
    ) {
        if !holds {
            let problem = Problem { rule, place: place.to_string(), sentence };
            if strict { &mut self.problems } else { &mut self.advice }.push(problem);
        }
    }
}

/// [CWFF-4-1] Everything that is wrong with an order of battle.
pub fn check(oob: &Oob, terms: Terms<'_>) -> Found {
    let mut found = Found::default();
    ids(oob, terms.muster, &mut found);
    players(oob, &mut found);
    strength(oob, terms, &mut found);
    batteries(oob, terms, &mut found);
    leaders(oob, terms, &mut found);
    spans(oob, terms, &mut found);
    structure(oob, terms, &mut found);
    found
}

/// [CWFF-4-1] [CWFF-7A-6] Each name stands for one thing: not for a leader as well, nor for anything that players write otherwise.
fn ids(oob: &Oob, muster: &Muster, found: &mut Found) {
    let corps = oob.corps.iter().map(|corps| corps.id);
    let divisions = oob.divisions.iter().map(|division| division.id);
    let brigades = oob.brigades().map(|(_, brigade)| brigade.id);
    let mut met = BTreeMap::new();
    for id in corps.chain(divisions).chain(brigades) {
        *met.entry(id).or_insert(0) += 1;
    }
    for (id, times) in met {
        found.unless(times == 1, "CWFF-4-1", id, || format!("{id} stands {times} times in this order."));
        let leader = muster.leader(LeaderId::from(kernel::Id::from(id)));
        found.unless(leader.is_none(), "CWFF-4-1", id, || {
            format!("{id} is the name of a leader of this army, and of nothing else.")
        });
        let unwritten = super::names::cannot_be_written(id.as_str());
        found.unless(unwritten.is_none(), "CWFF-4-1", id, || unwritten.unwrap_or_default());
        found.unless(!super::names::is_taken(id.as_str()), "CWFF-4-1", id, || {
            format!("{id} means something else where losses and places are written; take another name.")
        });
    }
    for division in &oob.divisions {
        let known = division.corps.is_none() || oob.corps_of(division).is_some();
        found.unless(known, "CWFF-4-1", division.id, || {
            format!("{} stands in a corps that is not in this order.", division.id)
        });
    }
}

/// [CWFF-4-1] Where a side has several players, each corps and each division is run by one of them at most.
fn players(oob: &Oob, found: &mut Found) {
    let mut met = BTreeMap::new();
    for player in &oob.players {
        let same = oob.players.iter().filter(|other| other.name == player.name).count();
        found
            .unless(same == 1, "CWFF-4-1", "", || format!("{} stands in two lines of players.", player.name));
        for unit in &player.runs {
            let corps = oob.corps.iter().any(|corps| corps.id == *unit);
            let is_command = corps || oob.divisions.iter().any(|division| division.id == *unit);
            found.unless(is_command, "CWFF-4-1", "", || {
                format!("{} is to run {unit}, which is no corps or division of this order.", player.name)
            });
            let before = met.insert(*unit, player.name);
            found.unless(before.is_none(), "CWFF-4-1", unit, || {
                format!("{unit} is run by one player; two lines of players name it.")
            });
        }
    }
}

/// [CWFF-4A-1] [CWFF-R17] Each strength point gives its stands; one of each account lacks what is carried.
fn strength(oob: &Oob, Terms { muster, ratio, .. }: Terms<'_>, found: &mut Found) {
    let mut given: BTreeMap<SpId, u32> = muster.sp.iter().map(|sp| (sp.id, 0)).collect();
    for (_, brigade) in oob.brigades() {
        for share in &brigade.of {
            match given.get_mut(&share.sp) {
                Some(stands) => *stands += u32::from(share.stands),
                None => found.unless(false, "CWFF-4A-1", brigade.id, || {
                    format!("{} has stands of {}, which is not in this army.", brigade.id, share.sp)
                }),
            }
        }
    }
    let full = u32::from(ratio.stands);
    for account in Account::ALL {
        let missing = muster.missing(*account, ratio);
        let mut may_lack = missing > 0;
        for sp in muster.sp.iter().filter(|sp| sp.class.account() == *account) {
            let stands = given[&sp.id];
            if may_lack && stands == full - missing {
                may_lack = false;
                continue;
            }
            found.unless(stands == full, "CWFF-4A-1", sp.id, || {
                format!("{} gives {full} stands; here it has {stands}.", sp.id)
            });
        }
        found.unless(!may_lack, "CWFF-4A-1", "", || {
            format!(
                "One strength point of the account {account} lacks {missing} stands that were lost before."
            )
        });
    }
}

/// What each strength point is by who commands it. [CWFF-R3]
pub fn arms(oob: &Oob, muster: &Muster) -> BTreeMap<SpId, Vec<Arm>> {
    let mut arms: BTreeMap<SpId, Vec<Arm>> = BTreeMap::new();
    for (division, brigade) in oob.brigades() {
        let arm = oob.arm(division, muster);
        for share in &brigade.of {
            let known = arms.entry(share.sp).or_default();
            if !known.contains(&arm) {
                known.push(arm);
            }
        }
    }
    arms
}

/// [CWFF-4A-2] [CWFF-4E-3] [CWFF-R36] Two batteries for each strength point, mounted with cavalry, at three levels.
fn batteries(oob: &Oob, Terms { muster, ratio, .. }: Terms<'_>, found: &mut Found) {
    let arms = arms(oob, muster);
    for (sp, arms) in &arms {
        found.unless(arms.len() == 1, "CWFF-R3", sp, || {
            format!("{sp} is wholly infantry or wholly cavalry; here leaders of both command it.")
        });
    }
    let mounted = arms.values().filter(|arms| **arms == [Arm::Cavalry]).count();
    let of = |n: usize| u16::try_from(n).unwrap_or(u16::MAX).saturating_mul(ratio.batteries);
    let wanted = Batteries { foot: of(muster.sp.len().saturating_sub(mounted)), horse: of(mounted) };
    let given = oob.all_batteries();
    found.unless(given == wanted, "CWFF-4A-2", "", || {
        format!(
            "This army has {} batteries on foot and {} of horse; here are {} and {}.",
            wanted.foot, wanted.horse, given.foot, given.horse
        )
    });
    for corps in &oob.corps {
        found.unless(corps.batteries.total() == 0, "CWFF-4E-3", corps.id, || {
            format!("Batteries stand with brigades, divisions or the army, not with {}.", corps.id)
        });
    }
}

/// [CWFF-4B-1] [CWFF-4B-2] [CWFF-R4] Each counter is there once, at a rank of its stars.
fn leaders(oob: &Oob, terms: Terms<'_>, found: &mut Found) {
    let placed = oob.counters();
    let times = |id: LeaderId| placed.iter().filter(|(leader, _)| *leader == id).count();
    for leader in &terms.muster.leaders {
        let n = times(leader.id);
        found.unless(n == 1, "CWFF-4B-1", leader.id, || {
            if n == 0 {
                format!("{} is missing.", leader.name)
            } else {
                format!("{} stands here twice.", leader.name)
            }
        });
    }
    let weak = terms.step_down && under_strength::is_weak(terms.muster, terms.ratio);
    let four = terms.muster.leaders.iter().any(|leader| leader.stars == 4);
    for (id, rank) in &placed {
        let Some(leader) = terms.muster.leader(*id) else {
            found.unless(false, "CWFF-4B-1", id, || format!("{id} is not in this army."));
            continue;
        };
        let fits = match rank {
            Some(Rank::Army) => leader.can_be(Rank::Army) && (leader.stars == 4 || !four),
            Some(Rank::Division) => leader.can_be(Rank::Division) || (weak && leader.can_be(Rank::Corps)),
            Some(Rank::Corps) => leader.can_be(Rank::Corps),
            None => (leader.stars == 4 && oob.army_leader.is_some()) || (weak && leader.stars < 4),
        };
        found.unless(fits, "CWFF-4B-2", id, || match rank {
            Some(rank) => {
                format!("{}, with {}, is no {rank} leader here.", leader.name, counted(leader.stars, "star"))
            }
            None => format!("{} must command something.", leader.name),
        });
    }
}

/// [CWFF-4C-1] [CWFF-4C-2] [CWFF-4D-3] [CWFF-R5] [CWFF-R7] The spans.
fn spans(oob: &Oob, terms: Terms<'_>, found: &mut Found) {
    if terms.step_down && under_strength::is_weak(terms.muster, terms.ratio) {
        under_strength::check(oob, terms, &mut |rule, place, sentence| {
            found.unless(false, rule, place, || sentence);
        });
        return;
    }
    let lacks = Account::ALL.iter().any(|account| terms.muster.missing(*account, terms.ratio) > 0);
    let whole = |stands: u32| lacks || stands.is_multiple_of(terms.ratio.stands.into());
    for division in &oob.divisions {
        division_span(division, terms, found);
        found.unless(whole(division.stands()), "CWFF-R7", division.id, || {
            format!(
                "Nothing was lost yet, so {} commands whole strength points; it has {} stands.",
                division.id,
                division.stands()
            )
        });
    }
    for corps in &oob.corps {
        corps_span(oob, corps, terms, found);
    }
}

fn division_span(division: &Division, terms: Terms<'_>, found: &mut Found) {
    let ((least, most), stands) = (charts::span(Rank::Division, terms.ratio), division.stands());
    let rule = if division.leader.is_some() { "CWFF-4C-1" } else { "CWFF-4D-3" };
    found.unless((least..=most).contains(&stands), rule, division.id, || {
        format!("A division leader commands {least} to {most} stands; {} has {stands}.", division.id)
    });
}

fn corps_span(oob: &Oob, corps: &Corps, terms: Terms<'_>, found: &mut Found) {
    let (least, most) = charts::span(Rank::Corps, terms.ratio);
    let stands: u32 = oob.of_corps(corps.id).map(Division::stands).sum();
    let divisions = oob.of_corps(corps.id).count();
    let rule = if corps.leader.is_some() { "CWFF-4C-2" } else { "CWFF-4D-3" };
    found.unless((least..=most).contains(&stands), rule, corps.id, || {
        format!("A corps leader commands {least} to {most} stands; {} has {stands}.", corps.id)
    });
    if corps.leader.is_some() {
        found.unless(divisions >= 2, rule, corps.id, || {
            format!("A corps leader commands at least 2 divisions; {} has {divisions}.", corps.id)
        });
    } else {
        let sentence = format!("A corps should have 2 divisions or more; {} has {divisions}.", corps.id);
        found.advise(terms.strict, divisions >= 2, "CWFF-4E-2", corps.id, sentence);
    }
}

/// [CWFF-4E-1] [CWFF-4F-5] Brigades: how many of them is advice, their experience is not.
fn structure(oob: &Oob, terms: Terms<'_>, found: &mut Found) {
    for division in &oob.divisions {
        let n = division.brigades.len();
        let sentence = format!("A division should have 2 to 5 brigades; {} has {n}.", division.id);
        found.advise(terms.strict, (2..=5).contains(&n), "CWFF-4E-1", division.id, sentence);
    }
    for (_, brigade) in oob.brigades() {
        found.unless(
            brigade.stands() > 0 && brigade.of.iter().all(|share| share.stands > 0),
            "CWFF-4-1",
            brigade.id,
            || format!("{} has no stands, or names a strength point for none.", brigade.id),
        );
        let known = brigade.of.iter().all(|share| terms.muster.sp(share.sp).is_some());
        found.unless(
            !known || brigade.of.is_empty() || brigade.class(terms.muster).is_some(),
            "CWFF-4F-5",
            brigade.id,
            || format!("{} mixes stands of different experience.", brigade.id),
        );
    }
}
