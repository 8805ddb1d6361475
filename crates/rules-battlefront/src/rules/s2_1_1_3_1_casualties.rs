//! [BF-2.1.1.3.1] Casualties and the campaign roster.

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Acting, Adjudged, Ask, Audience, Checked, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::s2_1_1_5_1_removal::{attempt, modifiers_for_wreck, not_tried, removals_of};
use super::s2_1_1_5_fortification_points::can_pay;
use super::{Cx, by, in_step};
use crate::facts::Wreck;
use crate::ground::{Ground, ground};
use crate::ids::WreckId;
use crate::phase::Step;
use crate::setup::Campaign;
use crate::setup::charts::Removal;
use crate::state::State;
use crate::view::prose::{called, fpp_words};
use crate::words::Side;

pub(super) const RULE: RuleId = RuleId("BF-2.1.1.3.1-3");

/// [BF-2.1.1.3.1-3] An enemy class-A wreck behind the own line, and in no pocket of the enemy, may be destroyed for
/// good: BF-T7, one fortification purchase point.
pub(crate) fn destroy_wreck(cx: &mut Cx<'_>, vehicle: WreckId) -> Adjudged {
    let (side, wreck, fpp) = cx.check(|why| may_destroy(cx.state(), cx.acting(), vehicle, why))?;
    let modifiers = modifiers_for_wreck(cx.state(), side);
    let ask = Ask::new(RULE, "Destroying a wreck").about(vehicle).seen_by(side.only());
    let ask = attempt(cx.state(), side, ask, (RULE, wreck.kind.into()));
    let outcome = cx.draw(ask, |campaign| &campaign.charts.removal.chart, &modifiers)?;
    cx.record(DestructionTried { side, vehicle, fpp, outcome })
}

/// Whether a side may try to destroy this wreck, and for how many points.
fn may_destroy(
    state: &State,
    acting: Acting,
    vehicle: WreckId,
    why: &mut Reasons,
) -> Checked<(Side, Wreck, i32)> {
    let side = in_step(state, acting, RULE, &[Step::Removal], why)?;
    let wreck = known_wreck(state, RULE, vehicle, why)?;
    why.unless(wreck.side != state.setup_of(side).id, RULE, "not-eligible", || {
        format!(
            "{vehicle:#} is your own; only enemy wrecks are destroyed.",
            vehicle = called(state, side, vehicle)
        )
    })?;
    match ground(state, side, wreck.at) {
        Ground::OwnLine => {}
        Ground::EnemyPocket => {
            return why.refuse(RULE, "location", || {
                format!("{vehicle:#} lies in a pocket of the enemy.", vehicle = called(state, side, vehicle))
            });
        }
        Ground::OwnPocket | Ground::Beyond => {
            return why.refuse(RULE, "location", || {
                format!("{vehicle:#} does not lie behind your line.", vehicle = called(state, side, vehicle))
            });
        }
    }
    not_tried(state, side, vehicle, why)?;
    let fpp = state.campaign().charts.removal.cost;
    can_pay(state, RuleId("BF-2.1.1.5.1-3"), side, fpp, why)?;
    Ok((side, wreck, fpp))
}

/// A wreck on the map; everyone knows them.
pub(crate) fn known_wreck(
    state: &State,
    rule: RuleId,
    vehicle: WreckId,
    why: &mut Reasons,
) -> Checked<Wreck> {
    match state.facts.wrecks.iter().find(|wreck| wreck.id == vehicle) {
        Some(wreck) => Ok(*wreck),
        None => why.refuse(rule, "unknown", || format!("No wreck is known as {vehicle}.")),
    }
}

/// A side tried to destroy an enemy wreck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DestructionTried {
    /// The side.
    pub side: Side,
    /// The wreck.
    pub vehicle: WreckId,
    /// Points spent.
    pub fpp: i32,
    /// What came of it.
    pub outcome: Removal,
}

impl SectionEvent<State, Campaign> for DestructionTried {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        removals_of(state, self.side, self.fpp, self.outcome, self.vehicle.into(), None);
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let came = if self.outcome == Removal::Eliminated { "destroyed" } else { "no effect" };
        let (wreck, points) = (self.vehicle, fpp_words(self.fpp));
        by(self.side)
            .say(format!(" tried to destroy the wreck {wreck} for {points}: {came}."))
            .rule(RuleId("BF-2.1.1.3.1-3"))
    }
}
