//! [BF-2.1.1.4.2] Aircraft.

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Adjudged, Audience, Checked, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::{Cx, by};
use crate::ids::FlightId;
use crate::setup::options::AirDay;
use crate::setup::{Campaign, Options};
use crate::state::State;
use crate::view::prose::{listed, unit_name};
use crate::words::{Side, SlotKind};

/// The day that air support bought now is for. [BF-R28]
pub(crate) fn flies_on(state: &State) -> u16 {
    match state.options().air_day {
        AirDay::Same => state.facts.day,
        AirDay::Next => state.facts.day + 1,
    }
}

/// [BF-2.1.1.4.2-3] Air support bought for the same day is not bought at night, when it cannot fly.
pub(crate) fn not_at_night(state: &State, why: &mut Reasons) -> Checked {
    why.unless(is_sold_in(state.options(), state.slot_kind()), RuleId("BF-2.1.1.4.2-3"), "night", || {
        "Aircraft do not fly at night.".into()
    })
}

/// Whether the refit of a slot of this kind sells air support.
pub(crate) fn is_sold_in(options: &Options, kind: SlotKind) -> bool {
    kind != SlotKind::Night || options.air_day == AirDay::Next
}

/// [BF-2.1.1.4.2-1] Whether what is bought on this day, from 1, has a day of the campaign to fly on.
pub(crate) fn has_day(campaign: &Campaign, options: &Options, day: u16) -> bool {
    options.air_day == AirDay::Same || day < campaign.n_days(options)
}

/// [BF-2.S-8] The day's weather lets aircraft fly, and there is a day to fly on.
pub(crate) fn can_fly(state: &State, why: &mut Reasons) -> Checked {
    if !has_day(state.campaign(), state.options(), state.facts.day) {
        let rule = RuleId("BF-2.1.1.4.2-1");
        return why.refuse(rule, "unavailable", || "The campaign has no next day to fly on.".into());
    }
    match grounded(state) {
        _ if state.options().air_day == AirDay::Next => Ok(()),
        Some(reason) => why.refuse(RuleId("BF-2.S-8"), "unavailable", || reason),
        None => Ok(()),
    }
}

/// [BF-2.S-8] Why the day's weather keeps aircraft on the ground, if it does.
pub(crate) fn grounded(state: &State) -> Option<String> {
    let weather = state.weather().filter(|weather| weather.no_air)?;
    Some(format!("No aircraft fly today: {}.", weather.text))
}

/// [BF-R49] A flight that attacked leaves the roster after the battle it arrived in; where the campaign lets it attack
/// again, at the end of its day.
pub(crate) fn spend(cx: &mut Cx<'_>, side: Side) -> Adjudged {
    let state = cx.state();
    if state.options().air_reuse && !state.is_last_slot_of_day() {
        return Ok(());
    }
    let used = state.side(side).flights.iter().filter(|flight| flight.used);
    let flights: Vec<_> = used.map(|flight| flight.id).collect();
    if flights.is_empty() { Ok(()) } else { cx.record(FlightsSpent { side, flights }) }
}

/// [BF-2.1.1.4.2-2] Flights that were not used by the end of their day are lost; their price stays spent.
pub(crate) fn lapse(cx: &mut Cx<'_>, side: Side) -> Adjudged {
    let state = cx.state();
    let of_today = state.side(side).flights.iter().filter(|flight| flight.day <= state.facts.day);
    let flights: Vec<_> = of_today.map(|flight| flight.id).collect();
    if flights.is_empty() { Ok(()) } else { cx.record(FlightsLapsed { side, flights }) }
}

/// Flights that attacked in the battle left the roster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlightsSpent {
    /// The side.
    pub side: Side,
    /// The flights.
    pub flights: Vec<FlightId>,
}

impl SectionEvent<State, Campaign> for FlightsSpent {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        state.facts.side_mut(self.side).flights.retain(|flight| !self.flights.contains(&flight.id));
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { flights, .. } = self;
        let names: Vec<_> = flights.iter().map(|flight| unit_name(campaign, self.side, *flight)).collect();
        by(self.side)
            .say(format!(": attacked in the battle and left the roster: {}.", listed(&names)))
            .rule(RuleId("BF-2.1.1.4.2-1"))
    }
}

/// Flights unused by the end of their day were lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlightsLapsed {
    /// The side.
    pub side: Side,
    /// The flights.
    pub flights: Vec<FlightId>,
}

impl SectionEvent<State, Campaign> for FlightsLapsed {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        state.facts.side_mut(self.side).flights.retain(|flight| !self.flights.contains(&flight.id));
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { flights, .. } = self;
        by(self.side)
            .say(format!(
                ": unused by the end of the day and lost: {}.",
                listed(flights.iter().map(|id| unit_name(campaign, self.side, *id)).collect::<Vec<_>>())
            ))
            .rule(RuleId("BF-2.1.1.4.2-2"))
    }
}
