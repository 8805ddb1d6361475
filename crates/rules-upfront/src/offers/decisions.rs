//! Decisions on agreed facts: every set up to a cap, random ones, and those of an owner who leaves all as it is.

use kernel::system::Pick;

use super::{CAP, one_of};
use crate::command::Command;
use crate::report::{Decisions, First, Report, When};
use crate::rules::{s4_decisions, s42_44_improvement};
use crate::setup::rulings::Steps;
use crate::state::State;
use crate::words::{ByMan, Side, Trait};

/// Random lawful decisions of a side on these facts.
pub fn random_decisions(state: &State, side: Side, report: &Report, pick: Pick<'_>) -> Decisions {
    let mut decisions = Decisions::default();
    let caps = state.deck(side).nation.caps;
    let many = state.facts.rulings.steps == Steps::AsManyAsElanAllows;
    let price = state.campaign.tables.elan.price_of_one_step;
    for choices in s4_decisions::choices(state, side, report) {
        let man = choices.man;
        if choices.rout {
            decisions.rout.0.push((man, one_of(Trait::ALL, pick)));
        }
        let mut steps = Vec::new();
        let mut now = choices.before;
        while (steps.is_empty() || many) && !choices.steps.is_empty() {
            let values = (now.morale, now.panic);
            let can = |which: &Trait| {
                s42_44_improvement::can_step(&state.campaign, &caps, now.elan.into(), values, *which)
            };
            let open: Vec<Trait> = Trait::ALL.iter().copied().filter(can).collect();
            if open.is_empty() || pick(4) == 0 {
                break;
            }
            let which = one_of(&open, pick);
            (now.morale, now.panic) = s42_44_improvement::raised(values, which);
            now.elan = now.elan.saturating_sub(u16::try_from(price).unwrap_or(u16::MAX));
            steps.push(which);
        }
        if !steps.is_empty() {
            decisions.trade.0.push((man, steps));
        }
        if choices.order && pick(2) == 0 {
            decisions.order.0.push((man, one_of(First::ALL, pick)));
        }
        if choices.promote && pick(2) == 0 {
            decisions.promote.0.push((man, one_of(When::ALL, pick)));
        }
    }
    decisions
}

pub(super) fn each_decision(state: &State, side: Side, give: &mut dyn FnMut(Command) -> bool) -> bool {
    let Some(report) = &state.facts.agreed else { return false };
    let choices: Vec<_> = s4_decisions::choices(state, side, report).collect();
    let mut left = CAP;
    let mut deeper = |decisions: &Decisions| {
        left = left.saturating_sub(1);
        left == 0 || give(Command::Decide(decisions.clone()))
    };
    decide_from(&choices, Decisions::default(), &mut deeper)
}

fn decide_from(
    choices: &[s4_decisions::Choices],
    decisions: Decisions,
    give: &mut dyn FnMut(&Decisions) -> bool,
) -> bool {
    let Some((first, rest)) = choices.split_first() else { return give(&decisions) };
    let routs: Vec<Option<Trait>> =
        if first.rout { Trait::ALL.iter().map(|which| Some(*which)).collect() } else { vec![None] };
    let steps = std::iter::once(None).chain(first.steps.iter().map(|which| Some(*which)));
    for step in steps {
        for rout in &routs {
            let mut next = decisions.clone();
            rout.iter().for_each(|which| next.rout.0.push((first.man, *which)));
            step.iter().for_each(|which| next.trade.0.push((first.man, vec![*which])));
            if decide_from(rest, next, give) {
                return true;
            }
        }
    }
    false
}

/// Decisions that leave everything to the default, with a Panic lowered wherever one value has to be chosen.
pub fn idle_decisions(state: &State, side: Side, report: &Report) -> Decisions {
    let routs = s4_decisions::choices(state, side, report).filter(|choices| choices.rout);
    Decisions {
        rout: ByMan(routs.map(|choices| (choices.man, Trait::Panic)).collect()),
        ..Decisions::default()
    }
}
