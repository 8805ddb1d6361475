//! CWFF-R5: too few strength points for the leaders who are there. Leaders take spans in the order of their rank; who finds
//! none left steps down, commands what there is, or is on the table without a command.

use std::cmp::Reverse;

use super::check::Terms;
use super::{Corps, Division, Oob};
use crate::battle::Muster;
use crate::charts;
use crate::setup::{Leader, Ratio};
use crate::words::{LeaderId, Rank};

/// How many counters must lead a division, and how many a corps. Of those with three or four stars one leads the army.
pub fn commands(muster: &Muster) -> (u32, u32) {
    let count = |holds: &dyn Fn(&Leader) -> bool| {
        u32::try_from(muster.leaders.iter().filter(|leader| holds(leader)).count()).unwrap_or(u32::MAX)
    };
    let (one, two, three) = (
        count(&|leader| leader.stars == 1),
        count(&|leader| leader.stars == 2),
        count(&|leader| leader.stars == 3),
    );
    let four = count(&|leader| leader.stars == 4);
    // One with three stars may lead the army, where nobody has four.
    (one, two + if four > 0 { three } else { three.saturating_sub(1) })
}

/// [CWFF-R5] Whether there are fewer strength points than the counters need.
pub fn is_weak(muster: &Muster, ratio: Ratio) -> bool {
    let (divisions, corps) = commands(muster);
    muster.stands(ratio) < u32::from(ratio.stands) * divisions.max(2 * corps).max(1)
}

/// Spans where there are too few strength points, in the order of rank: first corps leaders, then those of them who stepped
/// down, then division leaders.
pub fn check(oob: &Oob, terms: Terms<'_>, note: &mut dyn FnMut(&'static str, String, String)) {
    let stepped = corps_first(oob, terms, note);
    then_divisions(oob, terms, &stepped, note);
}

/// Stars that a leader of the army shows.
fn stars(terms: Terms<'_>, id: LeaderId) -> u8 {
    terms.muster.leader(id).map_or(0, |leader| leader.stars)
}

/// His name.
fn name<'a>(terms: Terms<'a>, id: LeaderId) -> &'a str {
    terms.muster.leader(id).map_or("", |leader| &leader.name)
}

/// Who leads a corps has a corps leader's span; who does not finds less than that left. Gives those.
fn corps_first(
    oob: &Oob,
    terms: Terms<'_>,
    note: &mut dyn FnMut(&'static str, String, String),
) -> Vec<LeaderId> {
    let (least, most) = charts::span(Rank::Corps, terms.ratio);
    let mut left = terms.muster.stands(terms.ratio);
    let load = |corps: &Corps| -> u32 { oob.of_corps(corps.id).map(Division::stands).sum() };
    for corps in &oob.corps {
        let (stands, n) = (load(corps), oob.of_corps(corps.id).count());
        if !(least..=most).contains(&stands) || n < 2 {
            let sentence = format!(
                "A corps leader without 2 divisions of {least} to {most} stands steps down; {} has {stands} in {n}.",
                corps.id
            );
            note("CWFF-R5", corps.id.to_string(), sentence);
        }
    }
    let of = |id| oob.corps.iter().find(|corps| corps.leader == Some(id));
    let may =
        terms.muster.leaders.iter().filter(|one| one.can_be(Rank::Corps) && oob.army_leader != Some(one.id));
    let mut may: Vec<LeaderId> = may.map(|one| one.id).collect();
    may.sort_by_key(|id| (Reverse(stars(terms, *id)), of(*id).is_none()));
    may.retain(|id| {
        let own = of(*id);
        if own.is_none() && left >= least {
            note(
                "CWFF-R5",
                id.to_string(),
                format!("{} leads no corps, though {left} stands are left for him.", name(terms, *id)),
            );
        }
        left = left.saturating_sub(own.map_or(0, load));
        own.is_none()
    });
    may
}

/// Each division leader takes his span, the last one what there is; who finds nothing has no command.
fn then_divisions(
    oob: &Oob,
    terms: Terms<'_>,
    stepped: &[LeaderId],
    note: &mut dyn FnMut(&'static str, String, String),
) {
    let (least, most) = charts::span(Rank::Division, terms.ratio);
    let led = |id: LeaderId| oob.divisions.iter().find(|one| one.leader == Some(id));
    let takes = |id: LeaderId| led(id).map_or(0, Division::stands);
    let ones = terms.muster.leaders.iter().filter(|one| one.can_be(Rank::Division)).map(|one| one.id);
    let mut order: Vec<LeaderId> = stepped.iter().copied().chain(ones).collect();
    order.sort_by_key(|id| (Reverse(stars(terms, *id)), Reverse(takes(*id))));
    let mut left = terms.muster.stands(terms.ratio);
    for id in order {
        let stands = takes(id);
        let fits = if left >= least { (least..=most).contains(&stands) } else { stands == left };
        if !fits {
            let span = if left >= least { format!("{least} to {most}") } else { left.to_string() };
            let sentence = format!(
                "{} takes {span} of the {left} stands that are left in his turn, not {stands}.",
                name(terms, id)
            );
            note("CWFF-R5", led(id).map_or(id.to_string(), |division| division.id.to_string()), sentence);
        }
        left = left.saturating_sub(stands);
    }
    // A lone division of an army without a leader for it has what there is.
    for division in oob.divisions.iter().filter(|division| division.leader.is_none()) {
        let stands = division.stands();
        let least = least.min(terms.muster.stands(terms.ratio));
        if !(least..=most).contains(&stands) {
            let sentence =
                format!("A division leader commands {least} to {most} stands; {} has {stands}.", division.id);
            note("CWFF-4D-3", division.id.to_string(), sentence);
        }
    }
}
