//! 42.8 Victory conditions.

use kernel::Adjudged;

use super::Cx;
use crate::event::Event;
use crate::report::AuxLoss;
use crate::setup::rulings::{EqualEnd, GunLoss, KiaAndReplacement, PointsFor};
use crate::setup::{Campaign, Rulings};
use crate::state::{PointsKind, State};
use crate::words::{AuxKind, ManId, Out, Side};

/// Records points; a line of nothing is not written.
pub fn score(cx: &mut Cx<'_>, side: Side, kind: PointsKind, amount: i32, man: Option<ManId>) -> Adjudged {
    if amount == 0 {
        return Ok(());
    }
    cx.record(Event::Scored { side, kind, amount, man })
}

/// [UF-42.8-4, UF-R02, UF-R20] What a lost man costs. A man broken by his rout counts as killed. [UF-42.42-6]
pub fn for_loss(campaign: &Campaign, rulings: &Rulings, out: Out) -> i32 {
    let counts = match rulings.vp_for {
        PointsFor::AllLosses => true,
        PointsFor::KilledAndCloseCombat => matches!(out, Out::Killed | Out::CcLost | Out::Routed),
    };
    if counts && rulings.kia_and_replacement != KiaAndReplacement::ReplacementOnly {
        campaign.tables.points.kia
    } else {
        0
    }
}

/// [UF-42.8-2, UF-42.8-3, UF-42.8-4, UF-42.8-6, UF-R03] What a lost gun, vehicle or commander costs.
pub fn for_aux(campaign: &Campaign, rulings: &Rulings, loss: AuxLoss) -> (PointsKind, i32) {
    let points = &campaign.tables.points;
    match loss.kind {
        AuxKind::Gun if rulings.ig_loss == GunLoss::PlusX => (PointsKind::Gun, points.lost_gun + loss.effect),
        AuxKind::Gun => (PointsKind::Gun, points.lost_gun - loss.effect),
        AuxKind::Vehicle => (PointsKind::Vehicle, points.lost_vehicle - loss.effect),
        AuxKind::CommanderKilled => (PointsKind::Commander, points.commander_killed),
    }
}

/// [UF-42.8-7, UF-R34] Who wins the campaign; nobody for a draw.
pub fn campaign_winner(state: &State) -> Option<Side> {
    let [first, second] = Side::BOTH;
    match state.points(first).cmp(&state.points(second)) {
        std::cmp::Ordering::Greater => Some(first),
        std::cmp::Ordering::Less => Some(second),
        std::cmp::Ordering::Equal => match state.facts.rulings.equal_end {
            EqualEnd::Draw => None,
            EqualEnd::WinnerOfLastScenario => state.last_winner(),
        },
    }
}
