//! 42.8 Victory conditions.

use kernel::Adjudged;
use kernel::grammar::{OnlyTold, SectionEvent};
use kernel::view::Text;
use kernel::view::block::figure_words;
use kernel::{Audience, RuleId};
use serde::{Deserialize, Serialize};

use super::{Cx, by, printed_name};
use crate::report::AuxLoss;
use crate::setup::rulings::{EqualEnd, GunLoss, KiaAndReplacement, PointsFor};
use crate::setup::{Campaign, Rulings};
use crate::state::{PointsKind, PointsLine, State, next_id};
use crate::words::{AuxKind, ManId, Out, Side};

/// Records points; a line of nothing is not written.
pub fn score(cx: &mut Cx<'_>, side: Side, kind: PointsKind, amount: i32, man: Option<ManId>) -> Adjudged {
    if amount == 0 {
        return Ok(());
    }
    cx.record(Scored { side, kind, amount, man })
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

/// What a line of points is for, and its requirement.
pub fn points(kind: PointsKind) -> (&'static str, &'static str) {
    match kind {
        PointsKind::Won => ("won the scenario", "UF-42.8-1"),
        PointsKind::Lost => ("lost", "UF-42.8-4"),
        PointsKind::Gun => ("lost an infantry gun", "UF-42.8-2"),
        PointsKind::Vehicle => ("lost a vehicle", "UF-42.8-3"),
        PointsKind::Commander => ("lost a commander of gun or vehicle", "UF-42.8-4"),
        PointsKind::Replaced => ("replaced", "UF-42.41-3"),
        PointsKind::Transferred => ("transferred", "UF-42.8-5"),
    }
}

/// Victory points came or went. [UF-42.8]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scored {
    /// Whose.
    pub side: Side,
    /// What for.
    pub kind: PointsKind,
    /// How many.
    pub amount: i32,
    /// For whom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub man: Option<ManId>,
}

impl SectionEvent<State, Campaign> for Scored {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let Self { side, kind, amount, man } = *self;
        let leg = state.facts.leg;
        let lines = &mut state.side_mut(side).points;
        lines.push(PointsLine { id: next_id(lines.len()), leg, kind, amount, man });
    }
    fn narrate(&self, setup: &Campaign) -> Text {
        let (words, rule) = points(self.kind);
        let whom =
            self.man.map(|man| format!(" {}", printed_name(setup, self.side, man))).unwrap_or_default();
        let sign = if self.amount > 0 { "+" } else { "" };
        let words = format!(": {words}{whom}, {sign}{}.", figure_words(self.amount.into()));
        by(self.side).say(words).rule(RuleId(rule))
    }
}

/// The campaign was over: nothing more can happen, and nothing has changed. [UF-42.8-7]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampaignEnded {
    /// The winner; absent for a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
}

impl OnlyTold<Campaign> for CampaignEnded {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn narrate(&self, _: &Campaign) -> Text {
        match self.winner {
            Some(side) => Text::new("The campaign was over, won by ")
                .side(side.number())
                .say(".")
                .rule(RuleId("UF-42.8-7")),
            None => Text::new("The campaign was over, a draw.").rule(RuleId("UF-R34")),
        }
    }
}
