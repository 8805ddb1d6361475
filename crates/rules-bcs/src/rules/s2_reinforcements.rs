//! BCS-TURN: reinforcements enter during the activities of their formation.

use kernel::{Adjudged, Checked, Reasons, RuleId, Seat};

use super::s10_movement::{can_use_allowance, left, stop_mover, stops, take};
use super::{Cx, about, at_step, of_unit, s6_jumps, s9_objectives, s11_stopping};
use crate::ground::Ground;
use crate::setup::unit::is_edge;
use crate::setup::{Begins, Scenario};
use crate::sight::Sight;
use crate::state::{Fate, Halt, State, Step, Unit};
use crate::words::{Place, UnitId, points};

/// How far from its entry hex a reinforcement enters where that is closed. [BCS-TURN-13]
pub const ASIDE: u32 = 5;

/// Whether a reinforcement can come in this turn: its turn has come, and the trains of its formation are on the map.
/// [BCS-TURN-14]
pub fn is_here(state: &State, unit: Unit<'_>) -> bool {
    let Begins::Enters(turn, ..) = unit.card.begins else { return false };
    let body = unit.formation().and_then(|id| state.formation(id));
    unit.piece.fate == Fate::Due
        && turn <= state.facts.turn
        && body.is_some_and(|body| body.facts.trains.on_map().is_some())
}

/// Whether nothing of the enemy closes a hex to those who enter.
fn is_free(ground: &Ground<'_>, unit: Unit<'_>, at: Place) -> bool {
    let (side, board) = (unit.card.side, ground.board);
    board.cell(at).is_some_and(|cell| {
        let enemy = side.enemy();
        let trains = ground.at(cell).trains[enemy] > 0;
        !ground.threatened(side, cell) && !ground.holds(enemy, cell) && !trains
    })
}

/// [BCS-TURN-13] The hexes by which a unit enters: its own, else the nearest free ones at the edge of the map.
pub fn entries(ground: &Ground<'_>, unit: Unit<'_>) -> Vec<Place> {
    let Begins::Enters(_, entry, _) = unit.card.begins else { return Vec::new() };
    let board = ground.board;
    if is_free(ground, unit, entry) {
        return vec![entry];
    }
    let cells = board.grid().cells().iter().map(|cell| board.place(*cell));
    let edge = cells.filter(|at| is_edge(board, *at) && is_free(ground, unit, *at));
    let far: Vec<(u32, Place)> =
        edge.map(|at| (board.distance(entry, at), at)).filter(|(far, _)| *far <= ASIDE).collect();
    let nearest = far.iter().map(|(far, _)| *far).min();
    far.into_iter().filter(|(far, _)| Some(*far) == nearest).map(|(_, at)| at).collect()
}

/// What it costs a unit to enter a hex of the edge: the price of the best road there, else of the ground.
fn cost(ground: &Ground<'_>, unit: Unit<'_>, at: Place) -> Option<u32> {
    let board = ground.board;
    let (cell, class) = (board.cell(at)?, unit.allowance().class);
    let roads = board.grid().steps(cell).filter_map(|step| board.map.side(step).road);
    match roads.min_by_key(|road| *road as usize) {
        Some(road) => board.road_costs[road as usize].of(class),
        None => board.map.hex(cell).costs.of(class),
    }
}

/// [BCS-TURN-13] Whether a reinforcement can enter in a hex; gives what it has spent then and whether it is stopped.
pub fn may_enter(
    state: &Sight<'_>,
    seat: Seat,
    id: UnitId,
    at: Place,
    why: &mut Reasons,
) -> Checked<(u32, Halt)> {
    let (activation, body) = at_step(state, seat, Step::Activities, why)?;
    let unit = why.need(state.unit(id), "BCS-ACT-18", "unknown", || format!("There is no unit {id}."))?;
    why.unless(unit.formation() == Some(body.card.id), "BCS-ACT-18", "formation", || {
        about(state, id, &format!("it does not belong to {}.", body.card.name))
    })?;
    why.unless(unit.piece.fate == Fate::Due, "BCS-TURN-13", "due", || {
        about(state, id, "it is no reinforcement that is to enter.")
    })?;
    let turn = if let Begins::Enters(turn, ..) = unit.card.begins { turn } else { 0 };
    why.unless(turn <= state.facts.turn, "BCS-TURN-13", "turn", || {
        about(state, id, &format!("it enters from turn {turn} on."))
    })?;
    why.unless(is_here(state, unit), "BCS-TURN-14", "trains", || {
        about(state, id, "it is delayed while the trains of its formation are Off-Map.")
    })?;
    can_use_allowance(activation, why)?;
    // After an attack from off the map it is FINISHED. [BCS-ATT-7] [BCS-ATT-9]
    why.unless(unit.piece.halt == Halt::Not, "BCS-STOP-4", "finished", || {
        about(state, id, &format!("it is {}.", unit.piece.halt.prose()))
    })?;
    let ground = state.ground();
    why.unless(entries(ground, unit).contains(&at), "BCS-TURN-13", "hex", || {
        about(state, id, &format!("it does not enter in hex {at}."))
    })?;
    let beside = ground.board.cell(at).is_some_and(|cell| ground.beside_enemy(unit.card.side, cell));
    let zoned = || s9_objectives::zones(&state.scenario.board, activation, at, false) > 0;
    why.unless(!beside || zoned(), "BCS-OBJ-5", "objective", || {
        about(state, id, &format!("hex {at} is beside the enemy, where it enters only in an OBJ Zone."))
    })?;
    let (cost, whole) = (cost(ground, unit, at), left(activation, unit));
    let cost =
        why.need(cost, "BCS-MOVE-2", "prohibited", || about(state, id, "its class cannot go there."))?;
    why.unless(cost <= whole, "BCS-MOVE-2", "points", || {
        about(state, id, &format!("hex {at} costs {}, and it has {}.", points(cost), points(whole)))
    })?;
    s6_jumps::may_jump(state, ground, unit, at, why)?;
    let halts = ground.board.cell(at).is_some_and(|cell| stops(state, ground, unit, cell).is_some());
    Ok((cost, if halts { Halt::Stopped } else { Halt::Not }))
}

/// [BCS-TURN-13] A reinforcement enters; the stacking limit does not bar it. In an Engagement Zone it may be required to engage.
/// [BCS-ZONE-5]
pub fn enter(cx: &mut Cx<'_>, unit: UnitId, at: Place) -> Adjudged {
    let (spent, halt) = cx.check(|why| may_enter(&Sight::of(cx.state()), cx.seat(), unit, at, why))?;
    let ground = Ground::of(cx.state());
    let enters =
        cx.state().unit(unit).is_some_and(|one| s11_stopping::is_entered(cx.state(), &ground, one, at));
    cx.record(Entered { unit, at, spent, halt, asked: enters.then_some(unit) })?;
    take(cx, unit, &[at])
}

kernel::section! { for State, Scenario;
    /// A reinforcement entered the map.
    public Entered { unit: UnitId, at: Place, spent: u32, halt: Halt, asked: Option<UnitId> = None }
    does |state| {
        stop_mover(state, Some(unit));
        let piece = state.piece_mut(unit);
        (piece.fate, piece.at, piece.spent, piece.halt) = (Fate::OnMap, Some(at), spent, halt);
        (piece.entered, piece.held) = (true, false);
        if let Some(activation) = &mut state.facts.activation {
            activation.entered = asked;
        }
    },
    told |setup| of_unit(setup, unit, &format!(" enters in {}.", setup.board.called(at))).rule(RuleId("BCS-TURN-13"));
}
