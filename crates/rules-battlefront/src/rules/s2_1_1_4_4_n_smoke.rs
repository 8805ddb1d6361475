//! [BF-2.1.1.4.4.N-4] Smoke missions, used up one by one.

use kernel::{Acting, Adjudged, Checked, Id, Reasons, RuleId};

use super::s2_1_2_report::beyond_the_day;
use super::{Cx, in_step};
use crate::event::Event;
use crate::phase::Step;
use crate::state::State;
use crate::words::Side;

const RULE: RuleId = RuleId("BF-2.1.1.4.4.N-4");

/// [BF-2.1.1.4.4.N-4] A mission that places any smoke uses up one smoke mission, however many templates it places.
/// Everyone sees the smoke. [BF-2.1.1.4.3-3]
pub(crate) fn smoke(cx: &mut Cx<'_>, module: Id, templates: i32) -> Adjudged {
    let (side, templates) = cx.check(|why| may_lay_smoke(cx.state(), cx.acting(), module, templates, why))?;
    cx.record(Event::SmokePlaced { side, templates })?;
    cx.record(Event::SmokeUsed { side, module })
}

/// Whether a module may place so much smoke.
fn may_lay_smoke(
    state: &State,
    acting: Acting,
    module: Id,
    templates: i32,
    why: &mut Reasons,
) -> Checked<(Side, u16)> {
    let side = in_step(state, acting, RULE, &[Step::Battle], why)?;
    let facts = state.side(side);
    why.unless(facts.modules.iter().any(|known| known.id == module), RULE, "unknown", || {
        format!("Your roster has no module {module}.")
    })?;
    why.unless(facts.chosen.contains(&module), RULE, "not-eligible", || {
        format!("{module} takes no part in the battle.")
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
        format!("{module} has no smoke mission left.")
    })?;
    Ok((side, templates))
}

/// The smoke missions that a module has left beside those that the result form tells of.
pub fn left(state: &State, side: Side, module: Id) -> u8 {
    let facts = state.side(side);
    let has = facts.modules.iter().find(|known| known.id == module).and_then(|known| known.smoke);
    let told = facts.report.iter().flat_map(|report| report.smoke.iter());
    let told: i32 = told.filter(|smoke| smoke.module == module).map(|smoke| smoke.missions).sum();
    has.unwrap_or(0).saturating_sub(u8::try_from(told).unwrap_or(u8::MAX))
}
