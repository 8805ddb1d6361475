//! [BF-2.S] Setup, as far as it acts in play: opening a slot and the weather.

use kernel::{Adjudged, Ask, Audience, Chart, Modifiers, RuleId};

use super::s2_1_1_5_fortification_points::grant;
use super::s2_1_p_posture::take_from_setup;
use super::s2_1_scenarios::open;
use super::{Cx, at_step};
use crate::event::Event;
use crate::phase::Step;
use crate::setup::Campaign;
use crate::setup::charts::Weather;
use crate::setup::options::WeatherWhen;
use crate::state::State;

const RULE: RuleId = RuleId("BF-2.1-1");

/// Opens a slot: weather if it is due, the day's grants, and then S1 or, in the first slot, what follows it.
pub(crate) fn open_slot(cx: &mut Cx<'_>) -> Adjudged {
    cx.check(|why| {
        why.engine(cx.seat(), RULE)?;
        at_step(cx.state(), RULE, &[Step::Opening], why)
    })?;
    let (day, slot) = (cx.state().facts.day, cx.state().facts.slot);
    cx.record(Event::SlotOpened { day, slot })?;
    if weather_is_due(cx.state()) {
        roll_weather(cx)?;
    }
    grant(cx)?;
    if cx.state().is_first_slot() { take_from_setup(cx) } else { open(cx, Step::Posture).map(|_| ()) }
}

/// [BF-2.S-8] Once a day before the first slot, or for each slot. [BF-R47]
fn weather_is_due(state: &State) -> bool {
    let has_chart = state.campaign().charts.weather.is_some();
    has_chart && (state.facts.slot == 1 || state.options().weather_when == WeatherWhen::Slot)
}

fn roll_weather(cx: &mut Cx<'_>) -> Adjudged {
    let ask = Ask::new(RuleId("BF-2.S-8"), "Weather").seen_by(Audience::Public);
    let weather = cx.draw(ask, weather_chart, &Modifiers::none())?;
    cx.record(Event::WeatherRolled { row: weather.row })
}

fn weather_chart(campaign: &Campaign) -> &Chart<Weather> {
    campaign.charts.weather.as_ref().expect("weather is rolled only where there is a chart")
}
