//! Commands of the movement phases.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use hexmap::{Cell, Hex};
use kernel::grammar::holds;
use kernel::system::Pick;

use super::{Template, Visit, any, awake, leavers, some_of, subsets, those};
use crate::command::Command;
use crate::ground::Ground;
use crate::rules::s7_attacks::Asked;
use crate::rules::{s6_movement, s7_attacks, s7_designation, s7_march, s8_support};
use crate::state::{Going, State, Unit};
use crate::words::{Attack, Kind, Place, Side, UnitId};

/// What a side can do in its movement phase.
pub fn offers(state: &State, side: Side, into: &mut Vec<Template>) {
    let hexes: BTreeSet<Place> = state
        .on_map()
        .filter(|unit| {
            unit.card.side == side && holds(|why| crate::rules::s5_action_points::can_activate(*unit, why))
        })
        .filter_map(|unit| unit.piece.at)
        .collect();
    into.extend(hexes.into_iter().map(Template::Activate));
    let active = |unit: &Unit<'_>| unit.card.side == side && unit.piece.going != Going::Not;
    let going: Vec<Unit<'_>> = state.on_map().filter(active).collect();
    if going.is_empty() {
        return;
    }
    let ground = Ground::of(state);
    let moves = |unit: &Unit<'_>| {
        is_mover(state, &ground, *unit) && s6_movement::goes_somewhere(state, &ground, *unit)
    };
    if going.iter().any(moves) {
        into.push(Template::Move);
    }
    let joiners: Vec<UnitId> = going.iter().filter(|unit| is_joiner(state, **unit)).map(Unit::id).collect();
    for target in targets(state, side, &going) {
        if least_march(state, side, &joiners, target).is_some() {
            into.push(Template::March(target));
        }
        for (attack, bombard) in [
            (Attack::Hasty, false),
            (Attack::Prepared, false),
            (Attack::Hasty, true),
            (Attack::Prepared, true),
        ] {
            if going.iter().any(|unit| is_payer(state, *unit, target, attack, bombard)) {
                into.push(Template::Designate(target, attack, bombard));
            }
        }
    }
    if !leavers(state, &ground, side).is_empty() {
        into.push(Template::Exit);
    }
}

/// Enemy hexes adjacent to an activated unit, or in its range.
fn targets(state: &State, side: Side, going: &[Unit<'_>]) -> BTreeSet<Place> {
    let board = &state.scenario.board;
    let from =
        going.iter().filter_map(|unit| Some((board.hex(unit.piece.at?), u32::from(unit.card.range.max(1)))));
    let from: Vec<(Hex, u32)> = from.collect();
    let reaches = |place: Place| {
        let hex = board.hex(place);
        from.iter().any(|(at, range)| at.distance(hex) <= *range)
    };
    let enemies = state.on_map().filter(|unit| unit.card.side != side).filter_map(|unit| unit.piece.at);
    enemies.filter(|place| reaches(*place)).collect()
}

/// A March attack on a hex without anything more.
fn plain(target: Place) -> Asked<'static> {
    Asked { target, support: &[], strike: false, chemical: false, chosen: None }
}

/// Who attacks by March at least, and with which support: the whole stack by itself; where the table refuses such odds, with
/// the support that lifts them, or a part of it. [CF-CRT-6]
fn least_march(
    state: &State,
    side: Side,
    joiners: &[UnitId],
    target: Place,
) -> Option<(Vec<UnitId>, Vec<UnitId>)> {
    let can = |units: &[UnitId], support: &[UnitId]| {
        holds(|why| s7_march::can_march(state, side, units, Asked { support, ..plain(target) }, None, why))
    };
    if can(joiners, &[]) {
        return Some((joiners.to_vec(), Vec::new()));
    }
    if !state.scenario.table.refuses_any() {
        return None;
    }
    let mut support = Vec::new();
    for unit in supporters(state, side, target) {
        support.push(unit);
        if can(joiners, &support) {
            return Some((joiners.to_vec(), support));
        }
        let asked = Asked { support: &support, ..plain(target) };
        let battle = s7_attacks::fight(side, Attack::March, false, joiners.to_vec(), asked);
        if !holds(|why| s8_support::can_support(state, &battle, why)) {
            support.pop();
        }
    }
    subsets(joiners).find(|units| can(units, &[])).map(|units| (units, Vec::new()))
}

/// The moving stack, as far as it may move.
fn movers(state: &State, ground: &Ground<'_>, side: Side) -> Vec<UnitId> {
    those(state, side, |unit| is_mover(state, ground, unit))
}

fn is_mover(state: &State, ground: &Ground<'_>, unit: Unit<'_>) -> bool {
    unit.piece.going == Going::Moving && holds(|why| s6_movement::can_move(state, ground, unit, why))
}

/// The moving stack, as far as it may attack by March.
fn joiners(state: &State, side: Side) -> Vec<UnitId> {
    those(state, side, |unit| is_joiner(state, unit))
}

fn is_joiner(state: &State, unit: Unit<'_>) -> bool {
    unit.piece.going == Going::Moving && holds(|why| s7_march::can_join(state, unit, why))
}

/// Who can pay for an attack, each by itself.
fn payers(state: &State, side: Side, target: Place, attack: Attack, bombard: bool) -> Vec<UnitId> {
    those(state, side, |unit| is_payer(state, unit, target, attack, bombard))
}

fn is_payer(state: &State, unit: Unit<'_>, target: Place, attack: Attack, bombard: bool) -> bool {
    let (side, id) = (unit.card.side, unit.id());
    unit.piece.going != Going::Not
        && holds(|why| s7_designation::can_designate(state, side, &[id], target, attack, bombard, why))
}

/// Who could join an attack that has some strength without them: a payer of no strength of its own.
fn joining(state: &State, side: Side, target: Place, attack: Attack, bombard: bool) -> Vec<UnitId> {
    let payers = payers(state, side, target, attack, bombard);
    let Some(first) = payers.first().copied() else { return payers };
    those(state, side, |unit| {
        let id = unit.id();
        let pair: Vec<UnitId> = if id == first { vec![id] } else { vec![first, id] };
        unit.piece.going != Going::Not
            && (payers.contains(&id)
                || holds(|why| {
                    s7_designation::can_designate(state, side, &pair, target, attack, bombard, why)
                }))
    })
}

pub(super) fn each(state: &State, side: Side, template: Template, visit: Visit<'_>) -> ControlFlow<()> {
    match template {
        Template::Activate(hex) => {
            subsets(&awake(state, side, hex)).try_for_each(|units| visit(Command::Activate { units }))
        }
        Template::Exit => subsets(&leavers(state, &Ground::of(state), side))
            .try_for_each(|units| visit(Command::Exit { units })),
        Template::Move => {
            for units in subsets(&movers(state, &Ground::of(state), side)) {
                for (_, path, _) in reach(state, &units) {
                    visit(Command::Move { units: units.clone(), path })?;
                }
            }
            ControlFlow::Continue(())
        }
        Template::Designate(target, attack, bombard) => {
            for units in subsets(&joining(state, side, target, attack, bombard)) {
                if holds(|why| {
                    s7_designation::can_designate(state, side, &units, target, attack, bombard, why)
                }) {
                    visit(Command::Designate { units, target, attack, bombard })?;
                }
            }
            ControlFlow::Continue(())
        }
        Template::March(target) => {
            let joiners = joiners(state, side);
            let needed = least_march(state, side, &joiners, target).map(|(_, support)| support);
            for units in subsets(&joiners) {
                let singly = supporters(state, side, target).into_iter().map(|id| vec![id]);
                let several = needed.iter().filter(|support| support.len() > 1).cloned();
                for support in std::iter::once(Vec::new()).chain(singly).chain(several) {
                    for smoke in
                        std::iter::once(None).chain(smokers(state, side, target).into_iter().map(Some))
                    {
                        for chemical in [false, true] {
                            let asked = Asked { support: &support, chemical, ..plain(target) };
                            if holds(|why| s7_march::can_march(state, side, &units, asked, smoke, why)) {
                                let (units, support) = (units.clone(), support.clone());
                                visit(Command::March { units, target, support, smoke, chemical })?;
                            }
                        }
                    }
                }
            }
            ControlFlow::Continue(())
        }
        _ => ControlFlow::Continue(()),
    }
}

fn reach(state: &State, units: &[UnitId]) -> Vec<(Place, Vec<Place>, u32)> {
    let units: Vec<Unit<'_>> = units.iter().filter_map(|id| state.unit(*id)).collect();
    s6_movement::reach(state, &units)
}

/// Helicopters in range, and guns of the moving stack.
fn supporters(state: &State, side: Side, target: Place) -> Vec<UnitId> {
    those(state, side, |unit| {
        let near = unit.card.kind == Kind::Helicopter || unit.piece.going == Going::Moving;
        unit.card.kind.is_support() && near && holds(|why| s8_support::can_fire(state, unit, target, why))
    })
}

fn smokers(state: &State, side: Side, target: Place) -> Vec<UnitId> {
    let wanted = state.scenario.options.smoke && !state.facts.fog;
    those(state, side, |unit| {
        wanted && unit.card.kind.is_gun() && holds(|why| s8_support::can_fire(state, unit, target, why))
    })
}

pub(super) fn sample(state: &State, side: Side, template: Template, pick: Pick<'_>) -> Command {
    match template {
        Template::Activate(hex) => {
            let awake = awake(state, side, hex);
            let units = some_of(&awake, pick);
            Command::Activate { units: if units.is_empty() { awake } else { units } }
        }
        Template::Move => {
            let ground = Ground::of(state);
            let movers = movers(state, &ground, side);
            if pick(4) == 0
                && let Some(command) = wander(state, side, &movers, pick)
            {
                return command;
            }
            let units = some_of(&movers, pick);
            let stack: Vec<Unit<'_>> = units.iter().filter_map(|id| state.unit(*id)).collect();
            let range = s6_movement::Range::of(state, &ground, &stack);
            let ends: Vec<Cell> = range.iter().flat_map(|range| range.ends()).collect();
            if ends.is_empty() {
                return any(state, side, template, pick);
            }
            let end = ends[pick(ends.len() as u64) as usize];
            match range.and_then(|range| range.way(end)) {
                Some((path, _)) => Command::Move { units, path },
                None => any(state, side, template, pick),
            }
        }
        Template::March(target) => {
            let joiners = joiners(state, side);
            let units = some_of(&joiners, pick);
            let support = some_of(&supporters(state, side, target), pick);
            let smokers = smokers(state, side, target);
            let wants = !smokers.is_empty() && pick(2) == 0;
            let smoke = wants.then(|| smokers[pick(smokers.len() as u64) as usize]);
            let chemical = pick(2) == 0;
            let asked = Asked { support: &support, chemical, ..plain(target) };
            if holds(|why| s7_march::can_march(state, side, &units, asked, smoke, why)) {
                return Command::March { units, target, support, smoke, chemical };
            }
            let (units, support) =
                least_march(state, side, &joiners, target).unwrap_or((joiners, Vec::new()));
            let asked = Asked { support: &support, chemical, ..plain(target) };
            let chemical =
                chemical && holds(|why| s7_march::can_march(state, side, &units, asked, None, why));
            Command::March { units, target, support, smoke: None, chemical }
        }
        _ => any(state, side, template, pick),
    }
}

/// A path by chance, not the cheapest.
fn wander(state: &State, side: Side, movers: &[UnitId], pick: Pick<'_>) -> Option<Command> {
    let unit = state.unit(movers[pick(movers.len() as u64) as usize])?;
    let board = &state.scenario.board;
    let mut here = board.cell(unit.piece.at?)?;
    let mut path = Vec::new();
    for _ in 0..1 + pick(4) {
        let steps: Vec<_> = board.grid().steps(here).collect();
        here = steps[pick(steps.len() as u64) as usize].to;
        path.push(board.place(here));
    }
    let units = vec![unit.id()];
    holds(|why| s6_movement::can_go(state, side, &units, &path, why)).then_some(Command::Move { units, path })
}
