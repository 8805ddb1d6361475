//! What each seat may see, built from nothing.

use kernel::view::block::{Block, ItemState, Panel, StepRow};
use kernel::view::{Page, Text, View};
use kernel::{RuleId, Seat};

use crate::narrate::slot_words;
use crate::phase::Step;
use crate::state::State;
use crate::words::Side;

/// Everything a seat may see.
pub(crate) fn view(state: &State, seat: Seat) -> View {
    View { standing: standing(state), pages: vec![overview(state, seat)] }
}

/// Where the campaign stands: "24 December, full day · S2e purchases".
fn standing(state: &State) -> String {
    let step = state.step();
    let place = slot_words(state.campaign(), state.facts.day, state.facts.slot);
    format!("{place} · {}", crate::rules::stands_at(step))
}

fn overview(state: &State, seat: Seat) -> Page {
    let steps = Panel::new("steps", "Steps of this slot", vec![Block::Steps(steps(state, seat))])
        .rule(RuleId("BF-2.1-1"));
    Page {
        id: "overview",
        tab: "Overview",
        title: state.campaign().title.clone(),
        lede: Text::new(standing(state)),
        main: vec![Block::SinceLastHere, steps.block()],
        aside: Vec::new(),
    }
}

fn steps(state: &State, seat: Seat) -> Vec<StepRow> {
    let now = state.step();
    let order = [Step::Posture].into_iter().chain(Step::REFIT);
    let place = |step: Step| Step::ALL.iter().position(|known| *known == step);
    order
        .map(|step| {
            let here = step == now;
            let closed = |side: Side| state.side(side).closed;
            let own_open = matches!(seat, Seat::Side(side @ (0 | 1)) if !closed(Side(side)));
            let progress = match () {
                () if !crate::phase::occurs(state, step) => ItemState::Closed,
                () if here && own_open => ItemState::Yours,
                () if here => ItemState::Waiting,
                () if place(step) < place(now) => ItemState::Done,
                () => ItemState::Later,
            };
            let mut note = Text::empty();
            if here {
                for side in Side::BOTH.into_iter().filter(|side| closed(*side)) {
                    note = note.side(side.0).say(": closed. ");
                }
            }
            StepRow { key: step.to_string(), title: step.title().into(), state: progress, now: here, note }
        })
        .collect()
}
