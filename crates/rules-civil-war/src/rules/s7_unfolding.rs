//! CWFF-7B where the engine is the neutral: what shows on a turn is drawn when the turn is opened, and not before. There are
//! always two draws, one for each place where forces may meet, so that their number tells nothing. The campaign's own dice make
//! them, also where both sides have agreed to type in all others.

use super::s7_arrivals::ForceDue;
use super::s8_day::Announced;
use super::*;
use crate::battle::Fated;
use crate::battle::unfolding::{can_show, places_of};
use crate::setup::options::Notice;

/// [CWFF-7B-1] [CWFF-R30] Draws what shows on the turn that was opened: who is told of, or who enters and what is held back
/// of him.
pub(super) fn show(cx: &mut Cx<'_>, battle: BattleId) -> Adjudged {
    let Some(fought) = cx.state().battle(battle) else { return Ok(()) };
    let turn = fought.turn;
    if fought.day > 1 || !can_show(turn) {
        return Ok(());
    }
    let mut fates: Vec<Fated> = Vec::new();
    for (at, place) in places_of(cx.setup()).collect::<Vec<_>>() {
        let answers = cx.state().battle(battle).map(|fought| fought.answers(cx.setup(), place));
        let answers = answers.unwrap_or_default();
        // There is always one that agrees, but in a world that somebody only believes in.
        if answers.is_empty() {
            continue;
        }
        let lots: Vec<Id> = answers.iter().map(|answer| answer.name).collect();
        let name = known(cx.state(), battle, format_args!("t{turn}.{at}"));
        let ask = Ask::new(RuleId("CWFF-7B-1"), "What shows of flank marches").known_as(name).seen_by(SEALED);
        // Whoever opens the turn would read in the draw who marches, and choose what comes of it.
        let ask = ask.by_no_hand();
        let drawn = cx.lot(ask, &lots)?;
        fates.extend(answers.into_iter().nth(drawn).into_iter().flat_map(|answer| answer.fates));
    }
    let whose = cx.setup().options.notice_detail == Notice::SideAndFlank;
    for Fated { side, flank, fate } in fates {
        if fate.turn == Some(turn + 1) {
            let edge = cx.state().battle(battle).and_then(|fought| fought.flank_edge(side, flank));
            if let Some(edge) = edge {
                cx.record(Announced { battle, side: whose.then_some(side), edge })?;
            }
        } else if fate.turn == Some(turn) {
            cx.record(ForceDue { battle, side, flank, held: fate.held })?;
        }
    }
    Ok(())
}
