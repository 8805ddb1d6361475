//! [BF-2.1.1.1] Campaign purchase points (CPP).

use kernel::grammar::{SectionEvent, counted_of};
use kernel::view::Text;
use kernel::{Acting, Adjudged, Ask, Audience, Checked, Modifiers, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::s2_1_1_1_1_night_attacks::{night_penalty, penalty};
use super::s2_1_1_1_d_historical_modifiers::{added, entry, historical, historical_modifier};
use super::s2_1_scenarios::close_for;
use super::{Cx, at_step, by};
use crate::phase::Step;
use crate::setup::charts::Gain;
use crate::setup::{Campaign, Options};
use crate::state::State;
use crate::view::prose::cpp_words;
use crate::words::{Posture, Side};

const RULE: RuleId = RuleId("BF-2.1.1.1-1");

/// [BF-2.1.1.1-1] One secret d10 for each side on BF-T1; the points gained are kept or spent at will. The roll closes
/// the step for the side.
pub(crate) fn cpp_roll(cx: &mut Cx<'_>) -> Adjudged {
    let side = cx.check(|why| may_roll(cx.state(), cx.acting(), why))?;
    roll(cx, side)?;
    close_for(cx, side)
}

/// Whether a side rolls now.
fn may_roll(state: &State, acting: Acting, why: &mut Reasons) -> Checked<Side> {
    let side = why.side(acting.seat, RULE)?;
    at_step(state, RULE, &[Step::PurchasePoints], why)?;
    if historical(state, side).is_none() {
        let rule = RuleId("BF-2.1.1.1.D-2");
        return why.refuse(rule, "not-allowed", || {
            "The historical chart gives no points for this slot; there is no roll.".into()
        });
    }
    why.unless(state.side(side).income.is_none(), RULE, "dup", || {
        "The roll for this slot has been made.".into()
    })?;
    Ok(side)
}

/// Whether the side still owes the roll of this slot.
pub fn rolls(state: &State, side: Side) -> bool {
    historical(state, side).is_some() && state.side(side).income.is_none()
}

/// [BF-2.1.1.1-3] The roll: d10, the historical modifier, the night penalty.
pub(crate) fn roll(cx: &mut Cx<'_>, side: Side) -> Adjudged {
    let kind = cx.state().slot_kind();
    let modifiers = modifiers(cx.state(), side);
    let ask = Ask::new(RULE, "Purchase points").of(side.number()).seen_by(side.only());
    let Gain(gain) = cx.draw(ask, |campaign| campaign.charts.purchase_points(kind), &modifiers)?;
    cx.record(PointsRolled { side, gain })
}

/// The modifiers of the roll, in printed order. Their sum is added to the die before the chart, which is open at both ends,
/// is looked up. [BF-0-3]
pub fn modifiers(state: &State, side: Side) -> Modifiers {
    Modifiers::none()
        .plus(historical_modifier(state, side), "Historical modifier of the slot", RuleId("BF-2.1.1.1-3"))
        .plus(night_penalty(state, side), "Attack at night", RuleId("BF-2.1.1.1.1-2"))
}

/// What is added to the roll of a side of this posture in a slot; `None` where it has no roll. The slot and its day are
/// counted from 0.
pub(crate) fn modifier_in(
    campaign: &Campaign,
    options: &Options,
    at: (usize, usize),
    side: Side,
    posture: Posture,
) -> Option<i32> {
    let kind = campaign.days[at.0].slots[at.1].kind;
    let entry = entry(campaign, options, at, side)?;
    let posture = Some(posture);
    Some(added(options, kind, posture, Some(entry)) + penalty(options, kind, posture))
}

/// [BF-2.1.1.1-2] Points are spent now or saved; none are spent that are not held.
pub(crate) fn can_pay(state: &State, rule: RuleId, side: Side, cost: i32, why: &mut Reasons) -> Checked {
    let held = state.side(side).cpp;
    why.unless(cost <= held, rule, "funds", || {
        format!("Needs {}, you hold {held}.", counted_of(cost, "purchase point", "purchase points"))
    })
}

/// A side rolled for purchase points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PointsRolled {
    /// The side.
    pub side: Side,
    /// What it gained.
    pub gain: i32,
}

impl SectionEvent<State, Campaign> for PointsRolled {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        let Self { gain, .. } = self;
        let facts = state.facts.side_mut(self.side);
        facts.cpp += gain;
        facts.income = Some(*gain);
    }
    fn narrate(&self, _: &Campaign) -> Text {
        by(self.side).say(format!(" gained {}.", cpp_words(self.gain))).rule(RuleId("BF-2.1.1.1-1"))
    }
}
