//! [BF-2.1.1.4.4.N-4] Smoke missions, used up one by one.

use kernel::grammar::{OnlyTold, SectionEvent};
use kernel::view::Text;
use kernel::{Acting, Adjudged, Audience, Checked, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::s2_1_2_report::beyond_the_day;
use super::{Cx, by, in_step};
use crate::facts::SideFacts;
use crate::ids::ModuleId;
use crate::phase::Step;
use crate::setup::Campaign;
use crate::state::State;
use crate::view::prose::{called, counted, unit_name};
use crate::words::Side;

const RULE: RuleId = RuleId("BF-2.1.1.4.4.N-4");

/// [BF-2.1.1.4.4.N-4] A mission that places any smoke uses up one smoke mission, however many templates it places.
/// Everyone sees the smoke. [BF-2.1.1.4.3-3]
pub(crate) fn smoke(cx: &mut Cx<'_>, module: ModuleId, templates: i32) -> Adjudged {
    let (side, templates) = cx.check(|why| may_lay_smoke(cx.state(), cx.acting(), module, templates, why))?;
    cx.record(SmokePlaced { side, templates })?;
    cx.record(SmokeUsed { side, module })
}

/// Whether a module may place so much smoke.
fn may_lay_smoke(
    state: &State,
    acting: Acting,
    module: ModuleId,
    templates: i32,
    why: &mut Reasons,
) -> Checked<(Side, u16)> {
    let side = in_step(state, acting, RULE, &[Step::Battle], why)?;
    let facts = state.side(side);
    why.unless(facts.modules.iter().any(|known| known.id == module), RULE, "unknown", || {
        format!("Your roster has no module {module}.")
    })?;
    why.unless(facts.chosen.contains(&module.into()), RULE, "not-eligible", || {
        format!("{module:#} takes no part in the battle.", module = called(state, side, module))
    })?;
    let templates =
        why.need(u16::try_from(templates).ok().filter(|n| (1..=99).contains(n)), RULE, "range", || {
            "A smoke mission places 1 to 99 templates.".into()
        })?;
    let told = facts.report.as_deref();
    let mut firing = told.map(super::s2_1_2_report::firing).unwrap_or_default();
    firing.push(module);
    if let Some((rule, sentence)) = beyond_the_day(state, side, &firing) {
        return why.refuse(rule, "limit-scenario", || sentence);
    }
    why.unless(left(state, side, module) != 0, RULE, "cap", || {
        format!("{module:#} has no smoke mission left.", module = called(state, side, module))
    })?;
    Ok((side, templates))
}

/// The smoke missions that a module has left beside those that the result form tells of.
pub fn left(state: &State, side: Side, module: ModuleId) -> u8 {
    let facts = state.side(side);
    let has = facts.modules.iter().find(|known| known.id == module).and_then(|known| known.smoke);
    let told = facts.report.iter().flat_map(|report| report.smoke.iter());
    let told: i32 = told.filter(|smoke| smoke.module == module).map(|smoke| smoke.missions).sum();
    has.unwrap_or(0).saturating_sub(u8::try_from(told).unwrap_or(u8::MAX))
}

/// Smoke was placed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SmokePlaced {
    /// The side.
    pub side: Side,
    /// How many templates.
    pub templates: u16,
}

impl OnlyTold<Campaign> for SmokePlaced {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let Self { templates, .. } = self;
        let n = counted((*templates).into(), "smoke template", "smoke templates");
        by(self.side).say(format!(" placed {n}.")).rule(RuleId("BF-2.1.1.4.4.N-4"))
    }
}

/// A module used up a smoke mission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SmokeUsed {
    /// The side.
    pub side: Side,
    /// The module.
    pub module: ModuleId,
}

impl SectionEvent<State, Campaign> for SmokeUsed {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        uses_smoke(state.facts.side_mut(self.side), self.module, 1)
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        by(self.side)
            .say(format!(": {} used up a smoke mission.", unit_name(campaign, self.side, self.module)))
            .rule(RuleId("BF-2.1.1.4.4.N-4"))
    }
}

/// A module has used up smoke missions.
pub(super) fn uses_smoke(facts: &mut SideFacts, module: ModuleId, missions: u8) {
    if let Some(module) = facts.modules.iter_mut().find(|known| known.id == module) {
        module.smoke = module.smoke.map(|left| left.saturating_sub(missions));
        module.fired = true;
    }
}
