//! What a side could have done so far in the present slot, played on the rules themselves.

use std::ops::ControlFlow;

use kernel::answers::Thrown;
use kernel::grammar::holds;
use kernel::system::Pick;
use kernel::{Acting, Id, Seat, Transcript, judge};

use crate::Battlefront;
use crate::command::Command;
use crate::facts::Element;
use crate::offers::{self, Template};
use crate::phase::Step;
use crate::rules::s2_1_1_7_choose_forces::{may_choose, roster};
use crate::rules::s2_1_1_8_deploy::{is_seen, sets_up};
use crate::rules::s2_1_scenarios::OpenRoll;
use crate::rules::s2_1_scenarios::open_rolls;
use crate::state::State;
use crate::words::Side;

/// Plays a few lawful commands of the side in each earlier step that it has been through.
pub(super) fn before(world: &mut State, side: Side, pick: Pick<'_>) {
    let (step, closed) = (world.step(), world.side(side).closed);
    let refit = !world.is_first_slot() || world.options().initial_refit;
    let passed: &[Step] = match step {
        Step::Removal | Step::Fortification => &[Step::Purchases],
        Step::Reveal | Step::ChooseForces | Step::OvernightRepair | Step::OvernightWithdrawal => {
            &[Step::Purchases, Step::Fortification]
        }
        step if step.is_battle() => &[Step::Purchases, Step::Fortification],
        _ => &[],
    };
    let in_battle = world.in_battle();
    for at in passed.iter().filter(|_| refit) {
        act_in(world, side, *at, Extent::Whole, pick);
    }
    // What is in sight depends on the step.
    world.facts.step = step;
    if in_battle && step != Step::ChooseForces {
        choose(world, side, pick);
    }
    for set_up in [Step::DefenderSetsUp, Step::AttackerSetsUp] {
        if sets_up(world, set_up) == Some(side) && set_up <= step {
            act_in(world, side, set_up, if set_up < step { Extent::Whole } else { Extent::SoFar }, pick);
        }
    }
    if step == Step::Battle {
        super::battle::record(world, side, closed, pick);
    }
    world.facts.step = step;
    world.facts.side_mut(side).closed = closed;
}

/// Plays a few lawful commands of the side in the present step.
pub(super) fn now(world: &mut State, side: Side, pick: Pick<'_>) {
    let (step, closed) = (world.step(), world.side(side).closed);
    if matches!(
        step,
        Step::Repair
            | Step::OvernightRepair
            | Step::Purchases
            | Step::Removal
            | Step::Fortification
            | Step::ChooseForces
            | Step::Escape
            | Step::Wrecks
    ) {
        act_in(world, side, step, if closed { Extent::Whole } else { Extent::SoFar }, pick);
    }
    world.facts.step = step;
    world.facts.side_mut(side).closed = closed;
}

/// What stands in sight was chosen; of the rest something may have been.
fn choose(world: &mut State, side: Side, pick: Pick<'_>) {
    let in_sight = |element: &&Element| element.stands.iter().any(|stand| is_seen(world, side, stand));
    let elements = world.side(side).elements.iter();
    let mut forces: Vec<Id> = elements.filter(in_sight).map(|element| element.id.into()).collect();
    for unit in roster(world, side) {
        if forces.contains(&unit) || pick(2) == 0 {
            continue;
        }
        forces.push(unit);
        if !holds(|why| may_choose(world, side, &forces, why)) {
            forces.pop();
        }
    }
    world.facts.side_mut(side).chosen = roster(world, side).filter(|unit| forces.contains(unit)).collect();
}

/// Whether the side is through with a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// It may still be at it.
    SoFar,
    /// It has closed it: nothing is owed.
    Whole,
}

fn act_in(world: &mut State, side: Side, step: Step, extent: Extent, pick: Pick<'_>) {
    let seat = Seat::Side(side.number());
    world.facts.step = step;
    world.facts.side_mut(side).closed = false;
    for _ in 0..pick(4) {
        let Some(command) = a_command(world, seat, pick) else { break };
        give(world, seat, &command, pick);
    }
    if extent == Extent::Whole && step.is_set_up() {
        while let Some(unplaced) = world.side(side).works_in_hand.first().copied() {
            let Some(command) = first(world, seat, Template::PlaceFort(unplaced.id)) else { break };
            give(world, seat, &command, pick);
        }
    }
    if extent == Extent::Whole {
        for roll in open_rolls(world, side) {
            if let OpenRoll::Number(purchase) = roll {
                give(world, seat, &Command::NumberRoll { purchase, extra_cpp: 0 }, pick);
            }
        }
    }
}

pub(super) fn give(world: &mut State, seat: Seat, command: &Command, pick: Pick<'_>) {
    let mut answers = Thrown::new(pick);
    let mut transcript = Transcript::<Battlefront>::new();
    // A refused command changes nothing, and the belief goes on without it.
    let _ = judge::<Battlefront>(world, Acting::own(seat), command, &mut answers, &mut transcript);
}

/// A lawful command that is the side's own affair, the first of a template picked at random.
fn a_command(world: &State, seat: Seat, pick: Pick<'_>) -> Option<Command> {
    let mut templates = Vec::new();
    offers::offers(world, seat, &mut templates);
    templates
        .retain(|template| !matches!(template, Template::Done | Template::Consent | Template::AgreeLength));
    if templates.is_empty() {
        return None;
    }
    first(world, seat, templates[pick(templates.len() as u64) as usize])
}

/// The first lawful command of a template.
pub(super) fn first(world: &State, seat: Seat, template: Template) -> Option<Command> {
    let mut first = None;
    offers::each(world, seat, &template, &mut |command| {
        first = Some(command);
        ControlFlow::Break(())
    });
    first
}
