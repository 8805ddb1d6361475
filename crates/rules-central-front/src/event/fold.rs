//! How what happened is applied.

use super::{Event, Level, Loss};
use crate::phase::{Phase, Stage};
use crate::setup::sky::Sky;
use crate::state::{Designation, Fate, FirstUse, Fought, Going, Held, Piece, State, Step};
use crate::words::{Attack, Place, Side, UnitId};

/// Applies an event.
pub fn fold(state: &mut State, event: &Event) {
    let facts = &mut state.facts;
    match event {
        Event::SkyRolled { sky } => {
            facts.fog = *sky == Sky::Fog;
            (facts.superior, facts.strikes) = (None, 0);
        }
        Event::AirWon { side, strikes } => (facts.superior, facts.strikes) = (Some(*side), *strikes),
        Event::Arrived { unit, at } => {
            let piece = state.piece_mut(*unit);
            (piece.at, piece.fate) = (Some(*at), Fate::OnMap);
        }
        Event::Recovered { units } => {
            units.iter().for_each(|level| state.piece_mut(level.unit).ap = level.ap)
        }
        Event::PhaseBegan { turn, phase, unsupplied } => begin(state, *turn, *phase, unsupplied.as_deref()),
        Event::Activated { units } => activate(state, units),
        Event::Moved { unit, path, left } => {
            let piece = state.piece_mut(*unit);
            (piece.at, piece.mp, piece.moved) = (path.last().copied(), *left, true);
        }
        Event::Dropped { units } => {
            units.iter().for_each(|unit| state.piece_mut(*unit).going = Going::Dropped);
        }
        Event::Left { unit } => {
            let piece = state.piece_mut(*unit);
            (piece.at, piece.fate, piece.going) = (None, Fate::Exited, Going::Not);
        }
        Event::Controlled { hex, side } => match facts.control.iter_mut().find(|held| held.hex == *hex) {
            Some(held) => held.side = *side,
            None => facts.control.push(Held { hex: *hex, side: *side }),
        },
        Event::Designated { target, attack, bombard, units } => {
            for unit in units {
                let piece = state.piece_mut(*unit);
                (piece.mp, piece.acted) = (piece.mp.saturating_sub(attack.cost()), true);
            }
            designate(state, *target, *attack, *bombard, units);
        }
        Event::CalledOff { target } | Event::Voided { target } => strike_out(state, *target),
        Event::AttackBegan { battle } => {
            if battle.attack != Attack::March {
                facts.designation.retain(|designation| designation.target != battle.target);
                facts.attacked.push(battle.target);
            }
            facts.prepared_begun |= battle.attack == Attack::Prepared;
            facts.battle = Some((**battle).clone());
        }
        Event::Paid { unit, left } => {
            let piece = state.piece_mut(*unit);
            (piece.mp, piece.acted) = (*left, true);
        }
        Event::Fired { unit, ap, .. } => {
            let piece = state.piece_mut(*unit);
            (piece.ap, piece.fired, piece.acted) = (*ap, true, true);
        }
        Event::StrikeFlown { .. } => facts.strikes = facts.strikes.saturating_sub(1),
        Event::ChemicalsReleased { turn, phase } => {
            facts.first_use = Some(FirstUse { turn: *turn, phase: *phase });
        }
        Event::StepLost { unit, .. } => {
            let (id, side) = (*unit, state.unit(*unit).map(|unit| unit.card.side));
            state.piece_mut(id).lost += 1;
            lose(state, side);
        }
        Event::Eliminated { unit, loss } => eliminate(state, *unit, *loss),
        Event::Strained { unit, ap, .. } => state.piece_mut(*unit).ap = *ap,
        Event::Entered { unit, at, left } => {
            let piece = state.piece_mut(*unit);
            (piece.at, piece.mp, piece.moved) = (Some(*at), *left, true);
            piece.engaged.clear();
        }
        Event::Held { units, by } => {
            for unit in units {
                state.piece_mut(*unit).engaged.extend(by.iter().copied());
            }
        }
        Event::Halted { unit } => {
            let piece = state.piece_mut(*unit);
            (piece.going, piece.halted) = (Going::Not, true);
        }
        Event::Withdrew { unit, path } => {
            let piece = state.piece_mut(*unit);
            (piece.at, piece.withdrawn) = (path.last().copied(), true);
        }
        Event::Instructed { side, standing } => *facts.orders.of_mut(*side) = *standing,
        Event::Ended { .. } => {
            facts.phase = Phase::Over;
            facts.designation.clear();
            facts.attacked.clear();
            facts.fought.clear();
            facts.unit.iter_mut().for_each(Piece::new_phase);
        }
        Event::SmokeRolled { .. } | Event::ByOrder { .. } => {}
        _ => fight(state, event),
    }
}

/// Applies what happens to the fight itself.
fn fight(state: &mut State, event: &Event) {
    match event {
        Event::Retreated { unit, path } | Event::Advanced { unit, path } => {
            state.piece_mut(*unit).at = path.last().copied();
        }
        _ => {}
    }
    let facts = &mut state.facts;
    let Some(battle) = &mut facts.battle else { return };
    match event {
        Event::Covered { support, strike, .. } => {
            battle.cover.clone_from(support);
            battle.cover_strike = *strike;
        }
        Event::Fought { column, attacker, defender, attackers, defenders, .. } => {
            battle.step = Step::Losses;
            facts.fought.push(Fought {
                target: battle.target,
                attack: battle.attack,
                bombard: battle.bombard,
                column: column.clone(),
                attacker: *attacker,
                defender: *defender,
            });
            for (burden, told, units) in
                [(&mut battle.attacker, attacker, attackers), (&mut battle.defender, defender, defenders)]
            {
                (burden.steps, burden.friction, burden.retreat) = (told.steps, told.friction, told.retreat);
                burden.units.clone_from(units);
            }
        }
        Event::StepsWaived { side } => battle.burden_mut(*side).steps = 0,
        Event::LossesDone => {
            (battle.attacker.friction, battle.defender.friction) = (false, false);
        }
        Event::RetreatsOwed { side, units } => {
            battle.step = if *side == battle.side { Step::AttackerRetreats } else { Step::DefenderRetreats };
            battle.burden_mut(*side).owed.clone_from(units);
        }
        Event::Retreated { unit, .. } => {
            battle.retreated.push(*unit);
            battle.attacker.owed.retain(|owed| owed != unit);
            battle.defender.owed.retain(|owed| owed != unit);
        }
        Event::ExcessOwed { hex } => battle.excess = Some(*hex),
        Event::ExcessDone => battle.excess = None,
        Event::AdvanceOpened => battle.step = Step::Advance,
        Event::Advanced { unit, .. } if battle.advanced.contains(unit) => {}
        Event::Advanced { unit, .. } => battle.advanced.push(*unit),
        Event::BattleEnded => facts.battle = None,
        _ => {}
    }
}

fn begin(state: &mut State, turn: u8, phase: Phase, unsupplied: Option<&[UnitId]>) {
    let new_turn = phase == Phase::Weather;
    let facts = &mut state.facts;
    (facts.turn, facts.phase, facts.prepared_begun) = (turn, phase, false);
    facts.attacked.clear();
    facts.fought.clear();
    for piece in &mut facts.unit {
        piece.new_phase();
        piece.acted &= !new_turn;
    }
    if phase.stage() != Stage::Combat {
        facts.designation.clear();
    }
    if let (Some(side), Some(unsupplied)) = (phase.side(), unsupplied) {
        for (card, piece) in state.scenario.units.iter().zip(&mut facts.unit) {
            if card.side == side {
                piece.unsupplied = unsupplied.contains(&card.id);
            }
        }
    }
}

/// The next stack ends the activation of the one before. [CF-MOV-11]
fn activate(state: &mut State, units: &[Level]) {
    for piece in &mut state.facts.unit {
        (piece.going, piece.mp, piece.moved) = (Going::Not, 0, false);
        piece.engaged.clear();
    }
    for level in units {
        let allowance = state.unit(level.unit).map_or(0, |unit| unit.card.allowance);
        let piece = state.piece_mut(level.unit);
        (piece.ap, piece.activated, piece.acted) = (level.ap, true, true);
        (piece.going, piece.mp) = (Going::Moving, allowance);
    }
}

fn designate(state: &mut State, target: Place, attack: Attack, bombard: bool, units: &[UnitId]) {
    let designations = &mut state.facts.designation;
    match designations.iter_mut().find(|designation| designation.target == target) {
        Some(designation) => designation.units.extend(units),
        None => designations.push(Designation { target, attack, bombard, units: units.to_vec() }),
    }
}

/// [CF-SUP-15] An attack is not made, and its units are spent all the same.
fn strike_out(state: &mut State, target: Place) {
    let units: Vec<UnitId> = state.designation(target).map(|one| one.units.clone()).unwrap_or_default();
    units.iter().for_each(|unit| state.piece_mut(*unit).spent = true);
    state.facts.designation.retain(|designation| designation.target != target);
}

/// One step less to lose for a side in the present fight.
fn lose(state: &mut State, side: Option<Side>) {
    if let (Some(battle), Some(side)) = (&mut state.facts.battle, side) {
        let burden = battle.burden_mut(side);
        burden.steps = burden.steps.saturating_sub(1);
    }
}

fn eliminate(state: &mut State, unit: UnitId, loss: Loss) {
    let Some((side, steps)) = state.unit(unit).map(|unit| (unit.card.side, unit.card.steps)) else { return };
    let piece = state.piece_mut(unit);
    (piece.at, piece.fate, piece.lost, piece.going) = (None, Fate::Lost, steps, Going::Not);
    if loss == Loss::Steps {
        lose(state, Some(side));
    }
    if let Some(battle) = &mut state.facts.battle {
        battle.burden_mut(side).owed.retain(|owed| *owed != unit);
    }
}
