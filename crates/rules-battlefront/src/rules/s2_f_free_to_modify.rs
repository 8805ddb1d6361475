//! [BF-2.F] Final comments: the rules may be modified. Mid-campaign it takes the consent of both sides. [BF-2-5, BF-R45]

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Acting, Adjudged, Audience, Checked, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::{Cx, acts_itself, at_step, by};
use crate::facts::{Proposal, Setting};
use crate::ids::OptionId;
use crate::phase::Step;
use crate::setup::options::BadSetting;
use crate::setup::{Campaign, SettingValue};
use crate::state::State;
use crate::view::prose::{option_title, value_words};
use crate::words::Side;

const CONSENT: RuleId = RuleId("HOUSE-CONSENT");
const CHANGE: RuleId = RuleId("BF-2-5");

/// [HOUSE-CONSENT] The umpire names a change; both sides see it and may agree. A new proposal takes the old one's place.
pub(crate) fn propose(cx: &mut Cx<'_>, key: OptionId, value: SettingValue) -> Adjudged {
    cx.check(|why| may_propose(cx.state(), cx.acting(), key, value, why))?;
    cx.record(SettingProposed { key, value })
}

/// Whether the umpire may propose this.
fn may_propose(
    state: &State,
    acting: Acting,
    key: OptionId,
    value: SettingValue,
    why: &mut Reasons,
) -> Checked {
    why.umpire(acting.seat, CONSENT)?;
    between_slots(state, CONSENT, why)?;
    fits(state, CONSENT, key, value, why)?;
    let open = state.facts.proposal.as_ref();
    let proposed = open.is_some_and(|open| open.key == key && open.value == value);
    why.unless(!proposed, CONSENT, "dup", || format!("{} is proposed already.", setting(key, value)))?;
    why.unless(state.options().get(key.as_str()) != Some(value), CONSENT, "dup", || {
        format!("{} stands already.", setting(key, value))
    })?;
    Ok(())
}

/// [HOUSE-CONSENT] A side agrees to the open proposal, itself: nobody agrees on its behalf.
pub(crate) fn consent(cx: &mut Cx<'_>, key: OptionId, value: SettingValue) -> Adjudged {
    let side = cx.check(|why| may_consent(cx.state(), cx.acting(), key, value, why))?;
    cx.record(ConsentGiven { side, key, value })
}

/// Whether a side may agree to this.
fn may_consent(
    state: &State,
    acting: Acting,
    key: OptionId,
    value: SettingValue,
    why: &mut Reasons,
) -> Checked<Side> {
    let side = why.side(acting.seat, CONSENT)?;
    why.unless(acts_itself(acting), CONSENT, "actor", || {
        "A side gives its consent itself; nobody gives it for a side.".into()
    })?;
    between_slots(state, CONSENT, why)?;
    let open = state.facts.proposal.as_ref().filter(|open| open.key == key && open.value == value);
    let open = why.need(open, CONSENT, "unknown", || format!("{} is not proposed.", setting(key, value)))?;
    why.unless(!open.agreed.contains(&state.side(side).id), CONSENT, "dup", || {
        "You have agreed to it.".into()
    })?;
    Ok(side)
}

/// [BF-R45] A change between slots, with the consent of both sides; the old value is recorded with the new one.
pub(crate) fn change(cx: &mut Cx<'_>, key: OptionId, value: SettingValue) -> Adjudged {
    cx.check(|why| may_change(cx.state(), cx.acting(), key, value, why))?;
    let Some(from) = cx.state().options().get(key.as_str()) else { return Ok(()) };
    cx.record(SettingChanged { key, from, to: value })
}

/// Whether both sides have agreed to this change, and it still fits.
fn may_change(
    state: &State,
    acting: Acting,
    key: OptionId,
    value: SettingValue,
    why: &mut Reasons,
) -> Checked {
    why.umpire(acting.seat, CHANGE)?;
    between_slots(state, CHANGE, why)?;
    let agreed =
        |open: &&crate::facts::Proposal| open.key == key && open.value == value && open.agreed.len() == 2;
    why.unless(state.facts.proposal.as_ref().filter(agreed).is_some(), CHANGE, "consent", || {
        format!("{} needs the consent of both sides.", setting(key, value))
    })?;
    fits(state, CHANGE, key, value, why)?;
    Ok(())
}

/// An option with a value, as players read it: "Attack at night, on the roll for points: −2".
pub(crate) fn setting(key: OptionId, value: SettingValue) -> String {
    format!("“{}: {}”", option_title(key.as_str()), value_words(key.as_str(), value))
}

/// Before a slot's postures are sealed.
fn between_slots(state: &State, rule: RuleId, why: &mut Reasons) -> Checked {
    at_step(state, rule, &[Step::Opening, Step::Posture], why)
}

/// Whether an option takes a value, and the campaign's length stays within what is listed and not yet played.
pub(crate) fn fits(
    state: &State,
    rule: RuleId,
    key: OptionId,
    value: SettingValue,
    why: &mut Reasons,
) -> Checked {
    const CODE: &str = "data";
    let mut options = state.options().clone();
    match options.set(key.as_str(), value) {
        Err(BadSetting::NoSuchKey) => {
            return why.refuse(rule, CODE, || format!("There is no option {key}."));
        }
        Err(BadSetting::Wanted(wanted)) => {
            return why.refuse(rule, CODE, || format!("The option {key} is {wanted}."));
        }
        Ok(()) => {}
    }
    let listed = state.campaign().days.len() as u16;
    let days = match u16::try_from(options.days) {
        Ok(0) | Err(_) => listed,
        Ok(days) => days,
    };
    let last_day = state.campaign().days.get(usize::from(days) - 1);
    let last_day = why.need(last_day, rule, CODE, || format!("The campaign lists {listed} days."))?;
    let slots = last_day.slots.len() as i32;
    why.unless(options.last_day_slots <= slots, rule, CODE, || format!("The last day has {slots} slots."))?;
    let last = if options.last_day_slots == 0 { slots } else { options.last_day_slots };
    let here = (state.facts.day, i32::from(state.facts.slot));
    why.unless(here <= (days, last), rule, CODE, || "That day or slot has been played.".into())
}

/// The umpire proposed to change an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingProposed {
    /// The option.
    pub key: OptionId,
    /// Its new value.
    pub value: SettingValue,
}

impl SectionEvent<State, Campaign> for SettingProposed {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        state.facts.proposal = Some(Proposal { key: self.key, value: self.value, agreed: Vec::new() });
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let Self { key, .. } = self;
        let (title, words) = (option_title(key.as_str()), value_words(key.as_str(), self.value));
        Text::new(format!("The umpire proposed: {title}, {words}.")).rule(RuleId("BF-R45"))
    }
}

/// A side agreed to the proposed change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConsentGiven {
    /// The side.
    pub side: Side,
    /// The option.
    pub key: OptionId,
    /// Its new value.
    pub value: SettingValue,
}

impl SectionEvent<State, Campaign> for ConsentGiven {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let facts = &mut state.facts;
        let id = facts.side(self.side).id;
        if let Some(proposal) = &mut facts.proposal {
            proposal.agreed.push(id);
            proposal.agreed.sort_unstable();
        }
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let Self { key, .. } = self;
        let (title, words) = (option_title(key.as_str()), value_words(key.as_str(), self.value));
        by(self.side).say(format!(" agreed: {title}, {words}.")).rule(RuleId("BF-R45"))
    }
}

/// An option was changed by consent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingChanged {
    /// The option.
    pub key: OptionId,
    /// Its value before.
    pub from: SettingValue,
    /// Its value now.
    pub to: SettingValue,
}

impl SectionEvent<State, Campaign> for SettingChanged {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let Self { key, .. } = self;
        let facts = &mut state.facts;
        facts.proposal = None;
        facts.settings.retain(|setting| setting.id != *key);
        facts.settings.push(Setting { id: *key, value: self.to });
        let _ = state.options_mut().set(key.as_str(), self.to);
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let Self { key, .. } = self;
        let (before, now) = (value_words(key.as_str(), self.from), value_words(key.as_str(), self.to));
        let title = option_title(key.as_str());
        Text::new(format!("With the consent of both sides: {title}, {now} instead of {before}."))
            .rule(RuleId("BF-R45"))
    }
}
