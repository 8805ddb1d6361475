//! [BF-2.S] Setup, as far as it acts in play: opening a slot and the weather.

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Adjudged, Ask, Audience, Chart, Modifiers, RuleId};
use serde::{Deserialize, Serialize};

use super::s2_1_1_5_fortification_points::grant;
use super::s2_1_p_posture::take_from_setup;
use super::s2_1_scenarios::open;
use super::{Cx, at_step};
use crate::phase::Step;
use crate::setup::Campaign;
use crate::setup::charts::Weather;
use crate::setup::options::WeatherWhen;
use crate::state::State;
use crate::view::prose::day_words;

const RULE: RuleId = RuleId("BF-2.1-1");

/// Opens a slot: weather if it is due, the day's grants, and then S1 or, in the first slot, what follows it.
pub(crate) fn open_slot(cx: &mut Cx<'_>) -> Adjudged {
    cx.check(|why| {
        why.engine(cx.seat(), RULE)?;
        at_step(cx.state(), RULE, &[Step::Opening], why)
    })?;
    let (day, slot) = (cx.state().facts.day, cx.state().facts.slot);
    cx.record(SlotOpened { day, slot })?;
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
    cx.record(WeatherRolled { row: weather.row })
}

fn weather_chart(campaign: &Campaign) -> &Chart<Weather> {
    campaign.charts.weather.as_ref().expect("weather is rolled only where there is a chart")
}

/// A slot was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlotOpened {
    /// The day, from 1.
    pub day: u16,
    /// The slot of the day, from 1.
    pub slot: u8,
}

impl SectionEvent<State, Campaign> for SlotOpened {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        state.facts.sides.iter_mut().for_each(|side| side.carried = side.cpp)
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { day, slot } = self;
        let listed = usize::from(*day).checked_sub(1).and_then(|at| campaign.days.get(at));
        let slots = listed.and_then(|day| day.slots.get(usize::from(*slot).saturating_sub(1)));
        let part = slots.map_or_else(|| format!("slot {slot}"), |slot| slot.kind.prose().into());
        Text::new(format!("The slot was opened: {}, {part}.", day_words(campaign, *day)))
    }
}

/// The weather was rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WeatherRolled {
    /// The row of the chart, from 1.
    pub row: u8,
}

impl SectionEvent<State, Campaign> for WeatherRolled {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        state.facts.weather = Some(self.row)
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        Text::new(format!("The weather was rolled: {}.", weather_words(campaign, self.row)))
            .rule(RuleId("BF-2.S-8"))
    }
}

/// The weather of a row of the chart.
pub(crate) fn weather_words(campaign: &Campaign, row: u8) -> String {
    let chart = campaign.charts.weather.as_ref();
    let found = chart.and_then(|chart| chart.rows().iter().find(|line| line.result.row == row));
    found.map_or_else(|| format!("row {row}"), |line| line.result.text.to_string())
}
