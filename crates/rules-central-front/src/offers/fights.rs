//! Commands of the combat phases, and the defender's support.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use kernel::RuleId;
use kernel::grammar::{holds, why_not};
use kernel::system::Pick;

use super::{Template, Visit, any, some_of, those};
use crate::command::Command;
use crate::prospect;
use crate::rules::s7_attacks::{self, Asked};
use crate::rules::{s8_air, s8_support};
use crate::state::{Designation, State};
use crate::words::{Place, Side, UnitId};

/// What a side can do in its combat phase.
pub fn offers(state: &State, side: Side, into: &mut Vec<Template>) {
    for designation in &state.facts.designation {
        into.push(Template::CallOff(designation.target));
        if first(state, side, designation.target).is_some() {
            into.push(Template::Attack(designation.target));
        }
    }
    if holds(|why| s8_air::can_fly(state, side, why)) {
        let enemies = state.on_map().filter(|unit| unit.card.side != side);
        let hexes: BTreeSet<Place> = enemies.filter_map(|unit| unit.piece.at).collect();
        for hex in hexes {
            let can = |chosen| holds(|why| s8_air::can_strike(state, side, hex, chosen, false, why));
            if state.in_hex(hex).any(|unit| can(unit.id())) {
                into.push(Template::Strike(hex));
            }
        }
    }
}

/// [CF-CRT-6] Whether the table refuses the odds of a designated attack whatever is declared with it, once it is its turn.
pub fn is_refused(state: &State, side: Side, designation: &Designation) -> bool {
    if !state.scenario.table.refuses_any() {
        return false;
    }
    let target = designation.target;
    let Ok(then) = prospect::its_turn(state, side, target) else { return false };
    let chosen = then.of_side_in(side.enemy(), target).next().map(|unit| unit.id());
    let chosen = chosen.filter(|_| designation.bombard);
    let plain = Asked { target, support: &[], strike: false, chemical: false, chosen };
    let refused = why_not(|why| s7_attacks::can_attack(&then, side, plain, why))
        .is_some_and(|no| no.rule == RuleId("CF-CRT-6"));
    refused && first(&then, side, target).is_none()
}

/// The plainest way to fight a designated attack.
fn first(state: &State, side: Side, target: Place) -> Option<Command> {
    let mut found = None;
    let _ = attacks(state, side, target, &mut |command| {
        found = Some(command);
        ControlFlow::Break(())
    });
    found
}

pub(super) fn each(state: &State, side: Side, template: Template, visit: Visit<'_>) -> ControlFlow<()> {
    match template {
        Template::Attack(target) => attacks(state, side, target, visit),
        Template::Strike(target) => {
            for chosen in state.in_hex(target).map(|unit| unit.id()) {
                for chemical in [false, true] {
                    if holds(|why| s8_air::can_strike(state, side, target, chosen, chemical, why)) {
                        visit(Command::Strike { target, chosen, chemical })?;
                    }
                }
            }
            ControlFlow::Continue(())
        }
        Template::Cover => covers(state, visit),
        _ => ControlFlow::Continue(()),
    }
}

/// Without support, with each unit that could support, with every two of them; with and without a strike and chemicals.
fn attacks(state: &State, side: Side, target: Place, visit: Visit<'_>) -> ControlFlow<()> {
    let bombard = state.designation(target).is_some_and(|designation| designation.bombard);
    let guns = if bombard { Vec::new() } else { supporters(state, side, target) };
    let chosen: Vec<Option<UnitId>> = match bombard {
        true => state.of_side_in(side.enemy(), target).map(|unit| Some(unit.id())).collect(),
        false => vec![None],
    };
    let single = guns.iter().map(|unit| vec![*unit]);
    let pairs =
        guns.iter().enumerate().flat_map(|(at, one)| guns[at + 1..].iter().map(|other| vec![*one, *other]));
    for support in std::iter::once(Vec::new()).chain(single).chain(pairs) {
        for chosen in &chosen {
            for (strike, chemical) in [(false, false), (false, true), (true, false), (true, true)] {
                let asked = Asked { target, support: &support, strike, chemical, chosen: *chosen };
                if holds(|why| s7_attacks::can_attack(state, side, asked, why)) {
                    let support = support.clone();
                    visit(Command::Attack { target, support, strike, chemical, chosen: *chosen })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn supporters(state: &State, side: Side, target: Place) -> Vec<UnitId> {
    those(state, side, |unit| {
        unit.card.kind.is_support() && holds(|why| s8_support::can_fire(state, unit, target, why))
    })
}

fn covers(state: &State, visit: Visit<'_>) -> ControlFlow<()> {
    let Some(battle) = &state.facts.battle else { return ControlFlow::Continue(()) };
    let units = s8_support::can_be_cover(state, battle);
    let single = units.iter().map(|unit| vec![*unit]);
    let pairs =
        units.iter().enumerate().flat_map(|(at, one)| units[at + 1..].iter().map(|other| vec![*one, *other]));
    for support in std::iter::once(Vec::new()).chain(single).chain(pairs) {
        for strike in [false, true] {
            if holds(|why| s8_support::can_cover(state, battle, &support, strike, why)) {
                visit(Command::Cover { support: support.clone(), strike })?;
            }
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn sample(state: &State, side: Side, template: Template, pick: Pick<'_>) -> Command {
    let Template::Attack(target) = template else { return any(state, side, template, pick) };
    let bombard = state.designation(target).is_some_and(|designation| designation.bombard);
    if !bombard && pick(2) == 0 {
        let support = some_of(&supporters(state, side, target), pick);
        let (strike, chemical) = (pick(2) == 0, pick(2) == 0);
        let asked = Asked { target, support: &support, strike, chemical, chosen: None };
        if holds(|why| s7_attacks::can_attack(state, side, asked, why)) {
            return Command::Attack { target, support, strike, chemical, chosen: None };
        }
    }
    any(state, side, template, pick)
}
