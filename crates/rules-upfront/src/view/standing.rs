//! Where the campaign stands, in a line and as steps.

use kernel::Seat;
use kernel::view::{Block, ItemState, OwedItem, StepRow, Text};

use super::Look;
use crate::phase::{Phase, selecting};
use crate::rules::s3_order_of_settlement::owes_decisions;
use crate::state::State;
use crate::words::Side;

/// "V4 Armour on the lane · 4 of 9 · the battle is on the table".
pub(super) fn words(state: &State) -> String {
    let phase = Phase::of(state);
    match (state.leg(), state.scenario()) {
        (Some(leg), Some(scenario)) => {
            let (at, n) = (usize::from(state.facts.leg) + 1, state.campaign.legs.len());
            format!("{} {} · {at} of {n} · {}", leg.id, scenario.title, phase.prose())
        }
        _ => "The campaign is over".into(),
    }
}

/// The steps of one scenario.
pub(super) fn steps(state: &State) -> Block {
    let now = Phase::of(state);
    let step = |key: &str, title: &str, phases: &[Phase]| {
        let here = phases.contains(&now);
        let done = phases.iter().all(|phase| *phase < now);
        let item = match (here, done) {
            (true, _) => ItemState::Waiting,
            (_, true) => ItemState::Done,
            _ => ItemState::Later,
        };
        StepRow { key: key.into(), title: title.into(), state: item, now: here, note: Text::empty() }
    };
    Block::Steps(vec![
        step("1", "Attacker", &[Phase::Attacker]),
        step("2", "Forces", &[Phase::Select]),
        step("3", "Battle on the table", &[Phase::Battle]),
        step("4", "Facts of both sides", &[Phase::Confirm, Phase::Dispute]),
        step("5", "Decisions, then settlement", &[Phase::Decide]),
    ])
}

/// Who owes what now, with the page where it is done.
pub(super) fn owed(look: Look<'_>) -> Vec<OwedItem> {
    let state = look.state;
    let mut items = Vec::new();
    let mut push = |side: Side, what: &str, page: &'static str, panel: &str, link: &str| {
        let who = Seat::Side(side.0);
        let own = look.seat == who;
        items.push(OwedItem {
            who,
            state: if own { ItemState::Yours } else { ItemState::Waiting },
            text: Text::empty().side(side.0).say(format!(" {what}")),
            link: own.then(|| (page, panel.to_owned(), link.to_owned())),
        });
    };
    match Phase::of(state) {
        Phase::Attacker if state.facts.rulings.lot == crate::setup::rulings::Lot::Agreement => {
            for side in look.sides() {
                push(side, "names the attacker.", "overview", "attacker", "Name the attacker");
            }
        }
        Phase::Select => {
            let open: Vec<Side> = selecting(state).collect();
            for side in look.sides().into_iter().filter(|side| open.contains(side)) {
                push(side, "has to select its force.", "force", "fill", "Fill the force");
            }
        }
        Phase::Battle => {
            for side in look.sides() {
                push(side, "can report when the battle is over.", "result", "report", "Report");
            }
        }
        Phase::Confirm => {
            for version in &state.facts.versions {
                push(
                    version.id.other(),
                    "has to confirm the report or to differ.",
                    "result",
                    "report",
                    "Look at it",
                );
            }
        }
        Phase::Dispute => {
            for side in look.sides() {
                push(
                    side,
                    "can confirm the other version or tell its own anew.",
                    "result",
                    "report",
                    "Compare",
                );
            }
        }
        Phase::Decide => {
            for side in look.sides().into_iter().filter(|side| owes_decisions(state, *side)) {
                push(side, "has to decide for its men.", "result", "decide", "Decide");
            }
        }
        _ => {}
    }
    items
}
