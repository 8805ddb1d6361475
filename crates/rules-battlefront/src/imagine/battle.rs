//! What a side could have done in the battle, and what everyone has seen of its units on the table.

use kernel::Seat;
use kernel::system::Pick;

use super::this_slot::{first, give};
use crate::command::Command;
use crate::facts::{CombatRecord, Element, Stand};
use crate::measure::Point;
use crate::offers::Template;
use crate::phase::Step;
use crate::report::Report;
use crate::rules::s2_1_1_3_3_1_shots::on_record;
use crate::rules::s2_1_2_2_mines::n_in_minefields;
use crate::rules::s2_1_2_3_bogged::n_owed;
use crate::rules::s2_1_2_report::combats::{lost, tells, won};
use crate::state::State;
use crate::words::{Side, StandState};

/// A shot or two on record, and the side's part of the result form: told when it has confirmed, and perhaps before. The
/// turn record is public and stays as it is.
pub(super) fn record(world: &mut State, side: Side, closed: bool, pick: Pick<'_>) {
    let seat = Seat::Side(side.number());
    let public = world.facts.battle.clone();
    world.facts.step = Step::Battle;
    world.facts.side_mut(side).closed = false;
    let shooter = on_record(world, side).next().map(|(_, stand)| stand.id);
    if let Some(stand) = shooter.filter(|_| pick(2) == 0)
        && let Some(shot) = first(world, seat, Template::Fire(stand))
    {
        give(world, seat, &shot, pick);
    }
    if closed || pick(2) == 0 {
        give(world, seat, &Command::Report(Box::default()), pick);
        if world.side(side).report.is_none() {
            world.facts.side_mut(side).report = Some(Box::<Report>::default());
        }
    }
    world.facts.battle = public;
}

/// As many units stand in minefields, and are bogged, as everyone has seen.
pub(super) fn seen_on_the_table(state: &State, world: &mut State, side: Side) {
    let mines = if state.step() == Step::Minefields { n_in_minefields(state, side) } else { 0 };
    let bogged = if is_before_bog_checks(state) { n_owed(state, side) } else { 0 };
    if mines + bogged == 0 {
        return;
    }
    let field = "minefield".parse().unwrap_or_default();
    let facts = world.facts.side_mut(side);
    let here = |stand: &&mut Stand| stand.state == StandState::Here;
    let stands = facts.elements.iter_mut().flat_map(|element: &mut Element| &mut element.stands);
    let mut left = (mines, bogged);
    for stand in stands.filter(here) {
        if left == (0, 0) {
            break;
        }
        if stand.at.is_none() {
            // Nobody sees it on the map.
            (stand.at, stand.hidden) = (Some(Point::default()), true);
        }
        if left.0 > 0 {
            (stand.minefield, left.0) = (Some(field), left.0 - 1);
        }
        if left.1 > 0 {
            (stand.bogged, stand.immobile, stand.bog_checks, left.1) = (true, false, 0, left.1 - 1);
        }
    }
}

/// Whether a side told of close combats won, and lost, was seen on the table, and is compared after the battle.
pub(super) fn as_told(state: &State, world: &mut State, side: Side) {
    if !state.is_after_battle() {
        return;
    }
    let number = state.facts.scenarios;
    for what in [won, lost] {
        let (truth, belief) = (tells(state, side, what), tells(world, side, what));
        if truth == belief {
            continue;
        }
        let elements = &mut world.facts.side_mut(side).elements;
        if truth {
            let fought = elements.iter().position(|element| element.scenario.number == number).unwrap_or(0);
            let Some(element) = elements.get_mut(fought) else { continue };
            if element.scenario.number != number {
                let baseline = element.full_strength;
                element.scenario = CombatRecord { number, fought: true, baseline, ..CombatRecord::default() };
            }
            *what(&mut element.scenario) = 1;
        } else {
            elements.iter_mut().for_each(|element| *what(&mut element.scenario) = 0);
        }
    }
}

/// Whether bog checks are still ahead: bogged units are seen on the table from the end of the battle.
fn is_before_bog_checks(state: &State) -> bool {
    matches!(state.step(), Step::Minefields | Step::Bogged)
}
