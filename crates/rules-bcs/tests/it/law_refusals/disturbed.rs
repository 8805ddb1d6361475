//! Positions that games come to seldom: one of a game, with facts changed by chance to others that can be.

use rules_bcs::State;
use rules_bcs::charts::Fatigue;
use rules_bcs::charts::s8_snafu::Level;
use rules_bcs::state::{Fate, Halt, Trains};
use rules_bcs::words::Face;

use crate::Dice;

pub fn of(state: &State, dice: &mut Dice) -> State {
    let mut state = state.clone();
    for n in 0..state.facts.unit.len() {
        let card = &state.scenario.units[n];
        let (turns, screens) = (card.moving.is_some(), card.screen);
        let (supports, whole) = (card.av.is_some(), card.steps > 1);
        let piece = &mut state.facts.unit[n];
        if piece.on_map().is_none() || dice.below(3) > 0 {
            continue;
        }
        match dice.below(12) {
            0 => piece.halt = Halt::Stopped,
            1 => piece.halt = Halt::Finished,
            2 if turns => piece.face = dice.one(&[Face::Move, Face::Deployed]),
            3 => piece.flipped = true,
            4 => piece.fire_events = 2,
            5 => piece.dropped = true,
            6 if screens && piece.face == Face::Deployed => piece.screens = true,
            7 => piece.commanded = dice.flag(),
            8 if whole => piece.lost = 1,
            9 if supports => (piece.fate, piece.at) = (Fate::Support, None),
            10 => (piece.fate, piece.at) = (Fate::Returns, None),
            11 => piece.arrived = true,
            _ => {}
        }
    }
    for command in &mut state.facts.formation {
        match dice.below(10) {
            0 => command.fatigue = Fatigue::F4,
            1 => command.trains = Trains::OffMap,
            2 => command.trains = command.trains.as_ghost(),
            3 | 4 => (command.prepared, command.blocked) = (true, 0),
            5 => (command.prepared, command.blocked) = (false, 1),
            6 => {
                let n = dice.below(command.hq.count() as u64) as usize;
                command.hq.set(n, None);
            }
            7 => command.arty_points = dice.below(3) as u8,
            _ => {}
        }
    }
    for (_, pool) in state.facts.pool.iter_mut() {
        if dice.below(3) == 0 {
            (pool.air, pool.av, pool.others) = (1, 1, 1);
        }
    }
    let level = dice.one(&[Level::Fail, Level::Partial, Level::Full]);
    let units: Vec<_> = state.on_map().map(|(unit, _)| (unit.card.side, unit.card.id)).collect();
    let active = state.facts.activation.as_ref().and_then(|one| state.formation(one.formation));
    let side = active.map(|body| body.card.side);
    if let Some(activation) = state.facts.activation.as_mut().filter(|one| one.battle.is_none()) {
        match dice.below(6) {
            0 if activation.level.is_some() => activation.level = Some(level),
            1 => activation.second = true,
            2 => activation.hq_moved.add(dice.below(2) as usize),
            3 => activation.trains_returned = true,
            4 if activation.level.is_some() && activation.owed.is_none() && activation.jumped.is_empty() => {
                let own: Vec<_> = units.iter().filter(|(whose, _)| Some(*whose) == side).collect();
                if !own.is_empty() {
                    activation.entered = Some(dice.one(&own).1);
                }
            }
            _ => {}
        }
    }
    state
}
