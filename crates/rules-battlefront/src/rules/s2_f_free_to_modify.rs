//! [BF-2.F] Final comments: the rules may be modified. Mid-campaign it takes the consent of both sides. [BF-2-5, BF-R45]

use kernel::{Adjudged, Id, RuleId};

use super::{Cx, acting_side, acting_umpire, at_step};
use crate::event::Event;
use crate::phase::Step;
use crate::setup::SettingValue;
use crate::setup::options::BadSetting;
use crate::state::State;

const CONSENT: RuleId = RuleId("HOUSE-CONSENT");
const CHANGE: RuleId = RuleId("BF-2-5");

/// [HOUSE-CONSENT] The umpire names a change; both sides see it and may agree. A new proposal takes the old one's place.
pub(crate) fn propose(cx: &mut Cx<'_>, key: Id, value: SettingValue) -> Adjudged {
    acting_umpire(cx, CONSENT)?;
    between_slots(cx, CONSENT)?;
    fits(cx, CONSENT, key, value)?;
    if cx.state().facts.proposal.as_ref().is_some_and(|open| open.key == key && open.value == value) {
        return cx.refuse(CONSENT, "dup", || format!("{key} = {value} is proposed already."));
    }
    if cx.state().options().get(key.as_str()) == Some(value) {
        return cx.refuse(CONSENT, "dup", || format!("{key} is {value} already."));
    }
    cx.record(Event::SettingProposed { key, value })
}

/// [HOUSE-CONSENT] A side agrees to the open proposal, itself: nobody agrees on its behalf.
pub(crate) fn consent(cx: &mut Cx<'_>, key: Id, value: SettingValue) -> Adjudged {
    let side = acting_side(cx, CONSENT)?;
    if cx.acting().by != cx.acting().seat {
        return cx.refuse(CONSENT, "actor", || {
            "A side gives its consent itself; nobody gives it for a side.".into()
        });
    }
    between_slots(cx, CONSENT)?;
    let open = cx.state().facts.proposal.as_ref().filter(|open| open.key == key && open.value == value);
    let Some(open) = open else {
        return cx.refuse(CONSENT, "unknown", || format!("{key} = {value} is not proposed."));
    };
    if open.agreed.contains(&cx.state().side(side).id) {
        return cx.refuse(CONSENT, "dup", || "You have agreed to it.".into());
    }
    cx.record(Event::ConsentGiven { side, key, value })
}

/// [BF-R45] A change between slots, with the consent of both sides; the old value is recorded with the new one.
pub(crate) fn change(cx: &mut Cx<'_>, key: Id, value: SettingValue) -> Adjudged {
    acting_umpire(cx, CHANGE)?;
    between_slots(cx, CHANGE)?;
    let agreed =
        |open: &&crate::facts::Proposal| open.key == key && open.value == value && open.agreed.len() == 2;
    if cx.state().facts.proposal.as_ref().filter(agreed).is_none() {
        return cx.refuse(CHANGE, "consent", || format!("{key} = {value} needs the consent of both sides."));
    }
    fits(cx, CHANGE, key, value)?;
    let Some(from) = cx.state().options().get(key.as_str()) else { return Ok(()) };
    cx.record(Event::SettingChanged { key, from, to: value })
}

/// Before a slot's postures are sealed.
fn between_slots(cx: &Cx<'_>, rule: RuleId) -> Adjudged {
    at_step(cx, rule, &[Step::Opening, Step::Posture])
}

/// Whether an option takes a value, and the campaign's length stays within what is listed and not yet played.
fn fits(cx: &Cx<'_>, rule: RuleId, key: Id, value: SettingValue) -> Adjudged {
    if let Err(reason) = would_fit(cx.state(), key, value) {
        return cx.refuse(rule, "data", || reason);
    }
    Ok(())
}

pub(crate) fn would_fit(state: &State, key: Id, value: SettingValue) -> Result<(), String> {
    let mut options = state.options().clone();
    match options.set(key.as_str(), value) {
        Err(BadSetting::NoSuchKey) => return Err(format!("There is no option {key}.")),
        Err(BadSetting::Wanted(wanted)) => return Err(format!("The option {key} is {wanted}.")),
        Ok(()) => {}
    }
    let listed = state.campaign().days.len() as u16;
    let days = match u16::try_from(options.days) {
        Ok(0) | Err(_) => listed,
        Ok(days) => days,
    };
    if days > listed {
        return Err(format!("The campaign lists {listed} days."));
    }
    let slots = state.campaign().days[usize::from(days) - 1].slots.len() as i32;
    if options.last_day_slots > slots {
        return Err(format!("The last day has {slots} slots."));
    }
    let last = if options.last_day_slots == 0 { slots } else { options.last_day_slots };
    let here = (state.facts.day, i32::from(state.facts.slot));
    if here > (days, last) {
        return Err("That day or slot has been played.".into());
    }
    Ok(())
}
