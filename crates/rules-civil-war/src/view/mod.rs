//! Who sees what: the pages of each seat, built from nothing. Pages of a battle take the battle and a seat (`on`), so that
//! they can stand at a table of its own.

mod acts;
mod after;
mod arranging;
pub mod battles;
pub mod book;
pub mod charts;
pub mod field;
pub mod flanks;
mod laying;
mod odds;
mod on;
pub mod orders;
mod papers;
pub mod ratings;
mod reckoning;
mod seconded;
mod wall;

use kernel::view::{Block, ItemState, OwedItem, Text};
use kernel::{Seat, Side};
use serde_json::Value;

use crate::battle::Battle;
use crate::command::Command;
use crate::rules::k_seconded::words;
use crate::rules::s2_field::fitting;
use crate::rules::s7_ratings::unrated;
use crate::rules::s9_reckoning::owes_promotion;
use crate::state::{Proposal, State};
use crate::words::{Stage, Step};

/// Where play stands.
pub fn standing(state: &State) -> String {
    let book = &state.facts.book;
    match book.stage {
        Stage::Over => "Played".into(),
        Stage::Battle => match state.open_battles().next() {
            Some(battle) => format!("Battle {} · {}", battle.id, battle.step.prose()),
            None => "Fought".into(),
        },
        stage => {
            format!("Turn {}, {} {} · {}", book.turn.number, book.turn.season, book.turn.year, stage.prose())
        }
    }
}

/// What is owed in the battles, as far as the reader knows it: what a side writes in secret, it alone is told that it owes.
pub fn owed(state: &State, seat: Seat) -> Vec<OwedItem> {
    let mut all = Vec::new();
    for battle in state.open_battles() {
        let sides = Side::BOTH
            .into_iter()
            .filter_map(|side| Some((side.seat(), of_side(state, battle, side, seat)?)));
        let person = !state.setup.options.no_person();
        let neutral = person.then(|| of_neutral(state, battle, seat)).flatten();
        for (who, (page, words)) in sides.chain(neutral.map(|due| (Seat::Umpire, due))) {
            // The list names whose each is.
            let own = who == seat;
            let text = Text::new(format!("{words} ({}).", battle.id));
            let panel = if page == "battles" { on::at(battle.id, "now") } else { String::new() };
            let link = own.then(|| (page, panel, "Go there.".to_owned()));
            let state = if own { ItemState::Yours } else { ItemState::Waiting };
            all.push(OwedItem { who, state, text, link });
        }
    }
    all.extend(state.facts.proposal.iter().map(|proposal| confirms(state, proposal, seat)));
    all.sort_by_key(|item| item.who != seat);
    all
}

/// Where no person is the neutral: the other side's word to a proposal.
fn confirms(state: &State, proposal: &Proposal, seat: Seat) -> OwedItem {
    let who = proposal.side.enemy();
    let own = who.seat() == seat;
    let words = words(&state.setup, &proposal.says);
    let text = Text::new(format!("confirm, or say no, that {words}."));
    let page = if seconded::of_a_battle(proposal) { "battles" } else { "book" };
    let link = own.then(|| (page, format!("proposal-{}", proposal.number), "Go there.".to_owned()));
    let state = if own { ItemState::Yours } else { ItemState::Waiting };
    OwedItem { who: who.seat(), state, text, link }
}

/// What a side owes, and the page where it is done.
fn of_side(state: &State, battle: &Battle, side: Side, reader: Seat) -> Option<(&'static str, &'static str)> {
    let half = &battle.halves[side];
    let known = side.is_known_to(reader);
    if state.setup.options.no_person()
        && let Some(due) = for_neutral(state, battle, side, known)
    {
        return Some(due);
    }
    Some(match battle.step {
        Step::Agreement if half.agrees.is_none() && state.setup.options.no_person() => {
            ("battles", "agree to a ratio, or say what came of the battle on the board")
        }
        Step::Agreement if half.agrees.is_none() => {
            ("battles", "agree to a ratio, or tell the neutral that it is fought on the board")
        }
        Step::Agreement if battle.halves[side.enemy()].agrees.is_some() => {
            ("battles", "agree to the ratio of the other side, or wait until it agrees to this one")
        }
        Step::Edge if battle.input.attacker != side => ("battles", "choose the side of the field"),
        Step::Orders if known && half.oob.is_none() => ("orders", "hand in the order of battle"),
        Step::Flanks if known && half.flanks.is_none() => ("flanks", "decide on flank marches"),
        Step::Sketch if !half.closed => ("field", "sketch the deployment, and close it"),
        Step::Day if known && !half.due.is_empty() => ("battles", "bring the force to the table that is due"),
        Step::Night if !half.nightfall_in => ("field", "write down where the units stand at nightfall"),
        Step::Night if !half.closed => ("battles", "close the night"),
        Step::After if known && half.report.is_none() => ("battles", "report the losses"),
        Step::After if known && owes_promotion(battle, &state.setup.options) == Some(side) => {
            ("battles", "say which strength point becomes crack, or that none does")
        }
        _ => return None,
    })
}

/// What a side owes of what a person as neutral would do.
fn for_neutral(
    state: &State,
    battle: &Battle,
    side: Side,
    known: bool,
) -> Option<(&'static str, &'static str)> {
    let half = &battle.halves[side];
    let no_field = fitting(&state.setup, battle).is_empty();
    Some(match battle.step {
        Step::Field if no_field => ("battles", "say what came of it on the board: no battlefield fits"),
        Step::Field => ("battles", "draw the battlefield"),
        Step::Placing | Step::Day if half.rates => ("ratings", "roll the ratings that are due"),
        Step::After if known && half.report.is_none() => return None,
        Step::After if half.points.is_none() => ("battles", "agree on the victory points"),
        Step::After if known && owes_promotion(battle, &state.setup.options) == Some(side) => return None,
        Step::After if !half.closed => ("battles", "roll what is due, and say that it is done"),
        _ => return None,
    })
}

/// What the neutral owes, as far as the reader may know: how many ratings are left, and which force is due, the sides do not.
fn of_neutral(state: &State, battle: &Battle, reader: Seat) -> Option<(&'static str, &'static str)> {
    if reader != Seat::Umpire {
        return Some(match battle.step {
            Step::Placing => ("battles", "roll the ratings, and say which units everybody sees"),
            Step::Day => ("battles", "open the next turn when both are done"),
            Step::Field | Step::Marches | Step::After => return of_neutral(state, battle, Seat::Umpire),
            _ => return None,
        });
    }
    let unrated = Side::BOTH.iter().any(|side| !unrated(battle, *side).is_empty());
    let no_field = fitting(&state.setup, battle).is_empty();
    Some(match battle.step {
        Step::Field if no_field => {
            ("battles", "enter the battle as fought on the board: no battlefield fits")
        }
        Step::Field => ("battles", "draw the battlefield"),
        Step::Placing | Step::Day if unrated => ("ratings", "roll the ratings that are due"),
        Step::Placing if Side::BOTH.iter().all(|side| battle.halves[*side].shown.is_empty()) => {
            ("battles", "say which units everybody sees, and go on to the marches")
        }
        Step::Placing => ("battles", "go on to the marches"),
        Step::Marches => ("battles", "roll the marches and meetings, and open the day"),
        Step::Day if battle.waits_for().is_empty() => ("battles", "open the next turn when both are done"),
        Step::After if battle.halves[Side::FIRST].points.is_none() => ("battles", "enter the victory points"),
        Step::After => ("battles", "roll what is due, and carry the battle back"),
        _ => return None,
    })
}

fn is_known(side: Side, seat: Seat) -> bool {
    side.is_known_to(seat)
}

/// What a command would come to, for the seat that writes it.
pub fn plan(state: &State, seat: Seat, command: &Command, supposed: &Value) -> Vec<Block> {
    let Some(side) = Side::of(seat) else { return Vec::new() };
    match command {
        Command::SubmitOob { battle, oob } => match state.battle(*battle) {
            Some(battle) if battle.step == Step::Orders => {
                orders::plan(state, side, battle, &oob.0, supposed)
            }
            _ => Vec::new(),
        },
        Command::Report { battle, report } => match state.battle(*battle) {
            Some(battle) if battle.step == Step::After => battles::plan(state, side, battle, &report.0),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}
