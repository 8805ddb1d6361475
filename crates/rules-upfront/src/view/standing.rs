//! Where the campaign stands, in a line and as steps.

use kernel::Seat;
use kernel::view::{Block, ItemState, OwedItem, StepRow, Text};

use super::Look;
use crate::phase::{Phase, rulings_are_locked, selecting};
use crate::rules::s4_decisions::owes_decisions;
use crate::state::State;
use crate::words::{Nature, Side};

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
        let nobody =
            key == "1" && state.scenario().is_some_and(|scenario| scenario.nature == Nature::Meeting);
        let note = if nobody { Text::new("A meeting engagement has none.") } else { Text::empty() };
        StepRow { key: key.into(), title: title.into(), state: item, now: here, note }
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
    // The list itself names whose each item is.
    let mut ask = |who: Seat, what: &str, page: &'static str, panel: &str, link: &str| {
        let own = look.seat == who;
        items.push(OwedItem {
            who,
            state: if own { ItemState::Yours } else { ItemState::Waiting },
            text: Text::new(what),
            link: own.then(|| (page, panel.to_owned(), link.to_owned())),
        });
    };
    let locked = rulings_are_locked(state) || Phase::of(state) == Phase::Over;
    for side in look.sides().into_iter().filter(|_| !locked) {
        let asked = state.facts.proposal.iter().filter(|proposal| proposal.side != side);
        let asked: Vec<String> = asked.map(|proposal| proposal.id.to_string()).collect();
        let Some(first) = asked.first() else { continue };
        let what = format!("to agree to what is proposed for ruling {}, or to leave it.", asked.join(", "));
        ask(side.seat(), &what, "rulings", first, "Read it");
    }
    let mut push = |side: Side, what: &str, page: &'static str, panel: &str, link: &str| {
        ask(side.seat(), what, page, panel, link);
    };
    let on_the_table = matches!(Phase::of(state), Phase::Battle | Phase::Confirm | Phase::Dispute);
    for side in look.sides().into_iter().filter(|side| on_the_table && state.pursues_nobody(*side)) {
        let what = "to take its pursuit back: the withdrawal that it was based on was taken back.";
        push(side, what, "result", "take-back", "Take it back");
    }
    match Phase::of(state) {
        Phase::Attacker if state.facts.rulings.lot == crate::setup::rulings::Lot::Agreement => {
            for side in look.sides() {
                push(side, "to name the attacker.", "overview", "attacker", "Name the attacker");
            }
        }
        Phase::Select => {
            let open: Vec<Side> = selecting(state).collect();
            for side in look.sides().into_iter().filter(|side| open.contains(side)) {
                push(side, "to select the force.", "force", "fill", "Fill the force");
            }
        }
        Phase::Battle => {
            if let Some(side) = look.own() {
                let tally = format!("tally-{}", side.number());
                push(side, "to keep the tally while you play.", "result", &tally, "Keep the tally");
            }
            for side in look.sides() {
                push(
                    side,
                    "to report when the battle is over; one report is enough.",
                    "result",
                    "report",
                    "Report",
                );
            }
        }
        Phase::Confirm => {
            for version in &state.facts.versions {
                push(
                    version.id.enemy(),
                    "to confirm what the other side reports, or to report differently.",
                    "result",
                    "confirm-panel",
                    "Look at it",
                );
            }
        }
        Phase::Dispute => {
            for side in look.sides() {
                push(
                    side,
                    "to confirm the other version or to change its own; otherwise the umpire settles it.",
                    "result",
                    "differences",
                    "Compare",
                );
            }
        }
        Phase::Decide => {
            for side in look.sides().into_iter().filter(|side| owes_decisions(state, *side)) {
                push(side, "to decide for its own men.", "result", "decide", "Decide");
            }
        }
        _ => {}
    }
    if Phase::of(state) == Phase::Dispute {
        let what = "to settle the facts, if the two do not come to agree.";
        ask(Seat::Umpire, what, "result", "uphold", "Compare");
    }
    // The reader's own first.
    items.sort_by_key(|item| item.who != look.seat);
    items
}
