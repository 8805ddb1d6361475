//! CWFF-5A and CWFF-5B: what may march around a flank.

use std::collections::BTreeSet;

use kernel::{Checked, Reasons};

use super::Oob;
use crate::battle::{Flanks, Force, Muster};
use crate::charts;
use crate::setup::Ratio;
use crate::words::{Flank, Rank};

/// [CWFF-5B-3] Whoever marches stands in the order of battle.
pub fn are_known(oob: &Oob, flanks: &Flanks, why: &mut Reasons) -> Checked {
    for id in flanks.each().flat_map(|(_, force)| &force.brigades) {
        let known = oob.brigade(*id).is_some();
        why.unless(known, "CWFF-5B-3", "data", || format!("There is no brigade {id}."))?;
    }
    Ok(())
}

/// [CWFF-5A-2] One force to a flank, so a brigade marches in one.
pub fn march_once(flanks: &Flanks, why: &mut Reasons) -> Checked {
    let mut met = BTreeSet::new();
    for (flank, force) in flanks.each() {
        for id in &force.brigades {
            why.unless(met.insert(*id), "CWFF-5A-2", "dup", || {
                format!("{id} marches once, around one flank; it stands in the force on the {flank} again.")
            })?;
        }
    }
    Ok(())
}

/// [CWFF-5A-1] [CWFF-5B-1] [CWFF-5B-2] What stands against a decision; its order is that of the catalogue.
pub fn check(oob: &Oob, muster: &Muster, ratio: Ratio, flanks: &Flanks, why: &mut Reasons) -> Checked {
    let both = flanks.left.as_ref().zip(flanks.right.as_ref());
    why.unless(
        both.is_none_or(|(one, other)| one.leader != other.leader || one.leader.as_str().is_empty()),
        "CWFF-5B-2",
        "flank-leader",
        || "A leader leads one force; each needs one of its own.".into(),
    )?;
    for (flank, force) in flanks.each() {
        leader(oob, muster, ratio, (flank, force), why)?;
    }
    for (flank, force) in flanks.each() {
        let (foot, horse) = oob.weigh(muster, &force.brigades);
        why.unless(foot + horse >= ratio.stands.into(), "CWFF-5B-1", "flank-limit", || {
            format!("A force has at least {} stands; that on the {flank} has {}.", ratio.stands, foot + horse)
        })?;
    }
    let marching: u32 =
        flanks.each().map(|(_, force)| oob.weigh(muster, &force.brigades)).map(|(a, b)| a + b).sum();
    // [CWFF-R10]
    why.unless(2 * marching <= oob.stands(), "CWFF-5A-1", "flank-limit", || {
        format!("At most half of the {} stands march around flanks; here {marching} do.", oob.stands())
    })
}

/// [CWFF-5B-2] A counter with a command leads it, one whose span covers it.
fn leader(
    oob: &Oob,
    muster: &Muster,
    ratio: Ratio,
    (flank, force): (Flank, &Force),
    why: &mut Reasons,
) -> Checked {
    let id = force.leader;
    let rank = oob.counters().iter().find(|(leader, _)| *leader == id).and_then(|(_, rank)| *rank);
    // Whatever else stands against the decision is told beside it.
    let Some((rank, card)) = rank.zip(muster.leader(id)) else {
        return why.unless(false, "CWFF-5B-2", "flank-leader", || match id.as_str() {
            "" => format!("Each force needs a leader; that on the {flank} has none."),
            id => format!("{id} is no counter of this army with a command."),
        });
    };
    why.unless(rank != Rank::Army, "CWFF-5B-2", "flank-leader", || {
        format!("{} leads the army, not a flank march.", card.name)
    })?;
    let (foot, horse) = oob.weigh(muster, &force.brigades);
    let (_, most) = charts::span(rank, ratio);
    why.unless(foot + horse <= most, "CWFF-5B-2", "flank-leader", || {
        format!("{} commands at most {most} stands; this force has {}.", card.name, foot + horse)
    })
}

/// The counters that march with a force: its leader, and whoever leads a division or a corps all of which marches.
pub fn company(oob: &Oob, force: &Force) -> Vec<crate::words::LeaderId> {
    let marches = |division: &super::Division| {
        !division.brigades.is_empty()
            && division.brigades.iter().all(|brigade| force.brigades.contains(&brigade.id))
    };
    let mut all = vec![force.leader];
    all.extend(
        oob.divisions.iter().filter(|division| marches(division)).filter_map(|division| division.leader),
    );
    let whole =
        |corps: &&super::Corps| oob.of_corps(corps.id).count() > 0 && oob.of_corps(corps.id).all(marches);
    all.extend(oob.corps.iter().filter(whole).filter_map(|corps| corps.leader));
    all.sort();
    all.dedup();
    all
}
