//! [BF-2.1.1.4.4.N-4] Smoke missions, used up one by one.

use kernel::{Adjudged, Id, RuleId};

use super::s2_1_2_report::beyond_the_day;
use super::{Cx, acting_side, in_step};
use crate::event::Event;
use crate::phase::Step;
use crate::state::State;
use crate::words::Side;

const RULE: RuleId = RuleId("BF-2.1.1.4.4.N-4");

/// [BF-2.1.1.4.4.N-4] A mission that places any smoke uses up one smoke mission, however many templates it places.
/// Everyone sees the smoke. [BF-2.1.1.4.3-3]
pub(crate) fn smoke(cx: &mut Cx<'_>, module: Id, templates: i32) -> Adjudged {
    let side = acting_side(cx, RULE)?;
    in_step(cx, side, RULE, Step::Battle)?;
    let (state, facts) = (cx.state(), cx.state().side(side));
    if facts.modules.iter().all(|known| known.id != module) {
        return cx.refuse(RULE, "unknown", || format!("Your roster has no module {module}."));
    }
    if !facts.chosen.contains(&module) {
        return cx.refuse(RULE, "not-eligible", || format!("{module} takes no part in the battle."));
    }
    let Some(templates) = u16::try_from(templates).ok().filter(|n| (1..=99).contains(n)) else {
        return cx.refuse(RULE, "range", || "A smoke mission places 1 to 99 templates.".into());
    };
    let told = facts.report.as_deref();
    let mut firing = told.map(super::s2_1_2_report::firing).unwrap_or_default();
    firing.push(module);
    if let Some(barred) = beyond_the_day(state, side, &firing) {
        return cx.refuse(barred.rule, barred.code, || barred.sentence);
    }
    if left(state, side, module) == 0 {
        return cx.refuse(RULE, "cap", || format!("{module} has no smoke mission left."));
    }
    cx.record(Event::SmokePlaced { side, templates })?;
    cx.record(Event::SmokeUsed { side, module })
}

/// The smoke missions that a module has left beside those that the result form tells of.
pub fn left(state: &State, side: Side, module: Id) -> u8 {
    let facts = state.side(side);
    let has = facts.modules.iter().find(|known| known.id == module).and_then(|known| known.smoke);
    let told = facts.report.iter().flat_map(|report| report.smoke.iter());
    let told: i32 = told.filter(|smoke| smoke.module == module).map(|smoke| smoke.missions).sum();
    has.unwrap_or(0).saturating_sub(u8::try_from(told).unwrap_or(u8::MAX))
}
