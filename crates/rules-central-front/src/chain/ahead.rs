//! The positions of phases to come, in which the orders of a plan are read.

use std::ops::ControlFlow;

use super::{MOST_PHASES, sure};
use crate::command::Command;
use crate::offers::{self, Template};
use crate::phase::Stage;
use crate::rules::s4_sequence;
use crate::state::{Designation, State};
use crate::words::{Attack, Side};

/// The positions of the phases to come in this turn in which a side gives orders, if nobody does anything before. Where
/// attacks can be paid for now, those of the combat phase after it as well, as if all of one kind were.
pub(crate) fn ahead(state: &State, side: Side) -> Vec<State> {
    let moving = state.facts.phase.stage() == Stage::Move && state.facts.phase.side() == Some(side);
    let paid = [Attack::Hasty, Attack::Prepared].into_iter().filter(|_| moving);
    let fights = paid.filter_map(|attack| phases(&paid_for(state, side, attack)?, side).into_iter().next());
    let fights: Vec<State> = fights.collect();
    phases(state, side).into_iter().chain(fights).collect()
}

fn phases(state: &State, side: Side) -> Vec<State> {
    let (mut state, mut found) = (state.clone(), Vec::new());
    let turn = state.facts.turn;
    for _ in 0..MOST_PHASES {
        let owner = state.facts.phase.side().filter(|_| state.facts.battle.is_none());
        let next = match (s4_sequence::task(&state), owner) {
            (None, Some(owner)) => sure(state, owner.seat(), &Command::EndPhase { then: None }),
            _ => break,
        };
        match next {
            Ok(next) if next.facts.turn == turn => state = next,
            _ => break,
        }
        let fights = matches!(state.facts.phase.stage(), Stage::Move | Stage::Combat);
        if fights && state.facts.phase.side() == Some(side) {
            found.push(state.clone());
        }
    }
    found
}

/// The position with every attack of a kind that can be paid for now, each by the first who can.
fn paid_for(state: &State, side: Side, attack: Attack) -> Option<State> {
    let mut templates = Vec::new();
    offers::offers(state, side.seat(), &mut templates);
    let mut after = state.clone();
    for template in templates {
        let Template::Designate(target, kind, bombard) = template else { continue };
        if kind != attack || after.designation(target).is_some() {
            continue;
        }
        offers::each(state, side.seat(), &template, &mut |command| {
            if let Command::Designate { units, .. } = command {
                after.facts.designation.push(Designation { target, attack, bombard, units });
            }
            ControlFlow::Break(())
        });
    }
    (after.facts.designation.len() > state.facts.designation.len()).then_some(after)
}
