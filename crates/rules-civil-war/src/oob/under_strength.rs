//! CWFF-R5: too few strength points for the leaders who are there. Leaders take spans in the order of their rank; who finds
//! none left steps down, commands what there is, or is on the table without a command.

use super::check::Terms;
use super::{Division, Oob};
use crate::battle::Muster;
use crate::charts;
use crate::setup::{Leader, Ratio};
use crate::words::{Account, Rank};

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

/// Spans where there are too few strength points: none is exceeded, and nobody is without a command while there is one
/// left for him.
pub fn check(oob: &Oob, terms: Terms<'_>, note: &mut dyn FnMut(&'static str, String, String)) {
    let ratio = terms.ratio;
    let sp = u32::from(ratio.stands);
    let ((_, most), (least_corps, most_corps)) =
        (charts::span(Rank::Division, ratio), charts::span(Rank::Corps, ratio));
    let small = oob.divisions.iter().filter(|division| division.stands() < sp).count();
    for division in &oob.divisions {
        let stands = division.stands();
        if stands > most || stands == 0 {
            let sentence =
                format!("A division leader commands at most {most} stands; {} has {stands}.", division.id);
            note("CWFF-4C-1", division.id.to_string(), sentence);
        }
    }
    // Strength points that lack what is carried are as small as they are; beyond them one leader takes what there is.
    let lacking = Account::ALL.iter().filter(|account| terms.muster.missing(**account, ratio) > 0).count();
    let most_small = lacking.max(1);
    if small > most_small {
        let sentence =
            format!("At most {most_small} leaders command less than {sp} stands; here {small} do.");
        note("CWFF-R5", String::new(), sentence);
    }
    for corps in &oob.corps {
        let stands: u32 = oob.of_corps(corps.id).map(Division::stands).sum();
        let divisions = oob.of_corps(corps.id).count();
        if !(least_corps..=most_corps).contains(&stands) || divisions < 2 {
            let sentence = format!(
                "A corps leader without 2 divisions of {least_corps} to {most_corps} stands steps down; {} has {stands} in {divisions}.",
                corps.id
            );
            note("CWFF-R5", corps.id.to_string(), sentence);
        }
    }
    in_rank_order(oob, terms, note);
}

/// Corps leaders take their spans first; nobody who is no counter commands while a counter is without a command.
fn in_rank_order(
    oob: &Oob,
    Terms { muster, ratio, .. }: Terms<'_>,
    note: &mut dyn FnMut(&'static str, String, String),
) {
    let (_, corps) = commands(muster);
    let room = muster.stands(ratio) / (2 * u32::from(ratio.stands));
    let wanted = corps.min(room) as usize;
    let led = oob.corps.iter().filter(|corps| corps.leader.is_some()).count();
    if led < wanted {
        note(
            "CWFF-R5",
            String::new(),
            format!("There are strength points for {wanted} corps leaders; {led} command."),
        );
    }
    let idle = oob.attached.iter().filter(|id| muster.leader(**id).is_some_and(|leader| leader.stars < 4));
    let average = oob.divisions.iter().filter(|division| division.leader.is_none()).count();
    for leader in idle.take(average) {
        note(
            "CWFF-R5",
            leader.to_string(),
            format!("{leader} has no command while a division has no counter."),
        );
    }
}
