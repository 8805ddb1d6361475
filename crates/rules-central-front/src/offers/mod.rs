//! What could be done now: templates, the commands of each, and one of them by chance.

pub mod fights;
mod moves;

use std::ops::ControlFlow;

use kernel::grammar::holds;
use kernel::system::Pick;
use kernel::{Acting, Seat, is_lawful};

use crate::CentralFront;
use crate::command::Command;
use crate::ground::Ground;
use crate::phase::{Phase, Stage};
use crate::rules::{
    s4_sequence, s5_action_points, s9_application, s9_results, s10_advance, s10_retreat,
    s10_retreat_movement, s12_victory,
};
use crate::state::{Battle, CoverOrder, Going, LossOrder, RetreatOrder, State, Step, Unit};
use crate::words::{Attack, Place, Side, Then, UnitId};

/// A group of like commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Template {
    /// [`Command::Proceed`].
    Proceed,
    /// A reinforcement, one command per hex.
    Place(UnitId),
    /// Any units of a hex that can be activated.
    Activate(Place),
    /// Any units of the moving stack along a path; each hex with one cheapest path is walked.
    Move,
    /// A March attack on a hex.
    March(Place),
    /// A designation.
    Designate(Place, Attack, bool),
    /// Any units that can leave.
    Exit,
    /// [`Command::EndPhase`].
    EndPhase,
    /// Calling an attack off.
    CallOff(Place),
    /// Fighting a designated attack.
    Attack(Place),
    /// An air strike alone on a hex.
    Strike(Place),
    /// The defender's support.
    Cover,
    /// A step, one command per unit.
    LoseStep,
    /// A retreat, one command per path.
    Retreat(UnitId),
    /// Giving a unit up, one command per unit.
    Remove,
    /// An advance, one command per path.
    Advance(UnitId),
    /// [`Command::EndAdvance`].
    EndAdvance,
    /// A Retreat Movement, one command per hex with a cheapest path.
    Withdraw(UnitId),
    /// Standing orders.
    Instruct,
}

/// Visits a command; `Break` stops the walk.
type Visit<'v> = &'v mut dyn FnMut(Command) -> ControlFlow<()>;

/// Appends what `seat` could do now.
pub fn offers(state: &State, seat: Seat, into: &mut Vec<Template>) {
    if seat == Seat::Clock && s4_sequence::task(state).is_some() {
        into.push(Template::Proceed);
    }
    let Some(side) = Side::of(seat) else { return };
    let phase = state.facts.phase;
    if phase == Phase::Over {
        return;
    }
    into.push(Template::Instruct);
    if let Some(battle) = &state.facts.battle {
        if s9_results::owing(state, battle) == Some(side) {
            in_fight(state, battle, side, into);
        }
        return;
    }
    if phase == Phase::Reinforcement {
        into.extend(s4_sequence::enters(state, side).map(|(unit, _)| Template::Place(unit.id())));
    }
    if phase.side() != Some(side) {
        return;
    }
    match phase.stage() {
        Stage::Move => moves::offers(state, side, into),
        Stage::Combat => fights::offers(state, side, into),
        Stage::Retreat => {
            let able = s10_retreat_movement::able(state, side);
            into.extend(able.iter().map(|unit| Template::Withdraw(unit.id())));
        }
        Stage::Common => {}
    }
    if !s4_sequence::is_open(state, side) {
        into.push(Template::EndPhase);
    }
}

/// What the side that has to choose in a fight can do.
fn in_fight(state: &State, battle: &Battle, side: Side, into: &mut Vec<Template>) {
    if battle.excess.is_some() {
        into.push(Template::Remove);
        return;
    }
    match battle.step {
        Step::Cover => into.push(Template::Cover),
        Step::Losses => into.push(Template::LoseStep),
        Step::DefenderRetreats | Step::AttackerRetreats => {
            into.extend(battle.burden(side).owed.iter().map(|unit| Template::Retreat(*unit)));
        }
        Step::Advance => {
            into.extend(s10_advance::candidates(state, battle).into_iter().map(Template::Advance));
            into.push(Template::EndAdvance);
        }
    }
}

/// [CF-SEQ-9] Whether the side that has to choose in the fight, if there is one, has a lawful command for it.
pub fn can_be_answered(state: &State) -> bool {
    let Some(battle) = &state.facts.battle else { return true };
    let Some(side) = s9_results::owing(state, battle) else { return false };
    let mut templates = Vec::new();
    in_fight(state, battle, side, &mut templates);
    let mut lawful = |command| match is_lawful::<CentralFront>(state, Acting::own(side.seat()), &command) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    templates.into_iter().any(|template| walk(state, side, template, &mut lawful).is_break())
}

/// Whether [`each`] leaves lawful commands out: other paths, other mixtures of support.
pub fn is_capped(template: &Template) -> bool {
    matches!(template, Template::Move | Template::March(_) | Template::Attack(_) | Template::Withdraw(_))
}

/// Visits the commands of a template: units in the order of the scenario, whole stacks first.
pub fn each(state: &State, seat: Seat, template: &Template, visit: Visit<'_>) {
    let Some(side) = Side::of(seat) else {
        if *template == Template::Proceed {
            let _ = visit(Command::Proceed);
        }
        return;
    };
    let _ = walk(state, side, *template, visit);
}

fn walk(state: &State, side: Side, template: Template, visit: Visit<'_>) -> ControlFlow<()> {
    match template {
        Template::Activate(_)
        | Template::Move
        | Template::March(_)
        | Template::Designate(..)
        | Template::Exit => moves::each(state, side, template, visit),
        Template::Attack(_) | Template::Strike(_) | Template::Cover => {
            fights::each(state, side, template, visit)
        }
        _ => few(state, side, template).into_iter().try_for_each(visit),
    }
}

/// The commands of a template that has few.
fn few(state: &State, side: Side, template: Template) -> Vec<Command> {
    let battle = state.facts.battle.as_ref();
    match template {
        Template::Place(id) => {
            let due = s4_sequence::enters(state, side).find(|(unit, _)| unit.id() == id);
            let hexes = due.map(|(_, hexes)| hexes).unwrap_or_default();
            hexes.into_iter().map(|at| Command::Place { unit: id, at }).collect()
        }
        Template::CallOff(target) => vec![Command::CallOff { target }],
        Template::LoseStep => {
            let losers = battle.map(|battle| s9_application::losers(state, battle, side)).unwrap_or_default();
            losers.into_iter().map(|unit| Command::LoseStep { unit }).collect()
        }
        Template::Retreat(unit) => {
            let hexes = battle.map_or(0, |battle| battle.burden(side).retreat);
            match s10_retreat::way(state, unit, hexes) {
                s10_retreat::Way::Lost(_) => vec![Command::Retreat { unit, path: Vec::new() }],
                s10_retreat::Way::Paths(paths, _) => {
                    paths.into_iter().map(|path| Command::Retreat { unit, path }).collect()
                }
            }
        }
        Template::Remove => {
            let units =
                battle.and_then(|battle| battle.excess).map(|hex| s9_application::removable(state, hex));
            units.unwrap_or_default().into_iter().map(|unit| Command::Remove { unit }).collect()
        }
        Template::Advance(unit) => {
            let paths = battle.map(|battle| s10_advance::paths(state, battle, unit)).unwrap_or_default();
            paths.into_iter().map(|path| Command::Advance { unit, path }).collect()
        }
        Template::Withdraw(id) => {
            let ways = state.unit(id).map(|unit| s10_retreat_movement::ways(state, unit)).unwrap_or_default();
            ways.into_iter().map(|(_, path)| Command::Withdraw { unit: id, path }).collect()
        }
        Template::Instruct => (0..INSTRUCTIONS).map(instruction).collect(),
        Template::EndPhase => {
            [None, Some(Then::Open), Some(Then::Turn)].map(|then| Command::EndPhase { then }).to_vec()
        }
        Template::EndAdvance => vec![Command::EndAdvance],
        _ => Vec::new(),
    }
}

/// How many ways there are to order: for each of four questions nothing, or one of two answers.
const INSTRUCTIONS: u64 = 81;

/// One of them, the last question turning over first.
fn instruction(at: u64) -> Command {
    fn of<T: Copy>(at: u64, orders: [T; 2]) -> Option<T> {
        (at % 3).checked_sub(1).map(|at| orders[usize::from(at == 1)])
    }
    let losses = [LossOrder::KeepDefense, LossOrder::KeepAttack];
    Command::Instruct {
        cover: of(at / 27, [CoverOrder::Never, CoverOrder::WhenItHelps]),
        losses: of(at / 9, losses),
        retreats: of(at / 3, [RetreatOrder::TowardSupply, RetreatOrder::ToCover]),
        excess: of(at, losses),
    }
}

/// One command of a template.
pub fn sample(state: &State, seat: Seat, template: &Template, pick: Pick<'_>) -> Command {
    let Some(side) = Side::of(seat) else { return Command::Proceed };
    match template {
        Template::Activate(_)
        | Template::Move
        | Template::March(_)
        | Template::Designate(..)
        | Template::Exit => moves::sample(state, side, *template, pick),
        Template::Attack(_) => fights::sample(state, side, *template, pick),
        // Every side may order at any time, so this is what random play does most.
        Template::Instruct => instruction(pick(INSTRUCTIONS)),
        // Random play ends one phase at a time: whoever passes turns plays nothing.
        Template::EndPhase => one_of(vec![Command::EndPhase { then: None }], pick),
        _ => any(state, side, *template, pick),
    }
}

/// One of the commands that are walked, each with the same chance.
fn any(state: &State, side: Side, template: Template, pick: Pick<'_>) -> Command {
    let mut all = Vec::new();
    let _ = walk(state, side, template, &mut |command| {
        all.push(command);
        ControlFlow::Continue(())
    });
    one_of(all, pick)
}

fn one_of(all: Vec<Command>, pick: Pick<'_>) -> Command {
    let at = pick(all.len().max(1) as u64) as usize;
    // A template that is offered has a command. For any other there is the engine's own, which is refused to a side.
    all.into_iter().nth(at).unwrap_or(Command::Proceed)
}

/// The subsets of units that are not empty, the whole first.
fn subsets(units: &[UnitId]) -> impl Iterator<Item = Vec<UnitId>> + '_ {
    let most = 1u32 << units.len().min(16);
    (1..most).rev().map(move |bits| {
        units.iter().enumerate().filter(|(at, _)| bits & (1 << at) != 0).map(|(_, id)| *id).collect()
    })
}

/// A subset by chance, seldom empty: the whole in half of all cases.
fn some_of(units: &[UnitId], pick: Pick<'_>) -> Vec<UnitId> {
    if pick(2) == 0 {
        return units.to_vec();
    }
    units.iter().copied().filter(|_| pick(2) == 0).collect()
}

/// The own units that pass a check, in the order of the scenario.
fn those<'s>(state: &'s State, side: Side, check: impl Fn(Unit<'s>) -> bool) -> Vec<UnitId> {
    state.on_map().filter(|unit| unit.card.side == side && check(*unit)).map(|unit| unit.id()).collect()
}

/// Whether a unit of a hex can be activated.
fn awake(state: &State, side: Side, hex: Place) -> Vec<UnitId> {
    those(state, side, |unit| {
        unit.piece.at == Some(hex) && holds(|why| s5_action_points::can_activate(unit, why))
    })
}

/// Who could leave over the edge.
fn leavers(state: &State, ground: &Ground<'_>, side: Side) -> Vec<UnitId> {
    those(state, side, |unit| {
        unit.piece.going != Going::Not
            && holds(|why| s12_victory::can_exit(state, ground, side, unit.id(), why))
    })
}
