//! The lawful commands of a template, one after another.

use std::ops::ControlFlow;

use kernel::grammar::holds;
use kernel::{Acting, Id, Seat, is_lawful};

use super::{Template, battle};
use crate::Battlefront;
use crate::command::Command;
use crate::ground::line;
use crate::ids::{FormationId, PocketId, StandId, UnitTypeId, WorkId};
use crate::measure::{Inches, Point};
use crate::perimeter::on_the_map;
use crate::rules::s2_1_1_3_1_o_discipline::owed;
use crate::rules::s2_1_1_3_2_combining::{can_combine, command_stands};
use crate::rules::s2_1_2_4_3_escape::{behind, pocket_of};
use crate::rules::s2_1_2_4_p_perimeter::undrawable;
use crate::rules::s2_1_scenarios::all_at_once::take_points;
use crate::rules::{s2_1_1_4_4_preregistered_points as prereg, s2_1_1_7_choose_forces};
use crate::state::State;
use crate::words::{Class, Posture, Side, Status};

/// The reason that a walked ruling gives.
pub(super) const RULED: &str = "The umpire's ruling.";

/// The most of one kind that is walked in one command; no chart of the rules comes near it.
const MOST_AT_ONCE: i32 = 1000;

/// Into how many steps a map is divided for the places that are walked.
pub(super) const STEPS: i32 = 6;

/// Every how many of these places one is walked for a unit that the umpire puts elsewhere.
const STRIDE: usize = 16;

/// Visits the lawful commands of a template, in canonical order. Counts are walked up to 1000.
pub(crate) fn each(
    state: &State,
    seat: Seat,
    template: &Template,
    visit: &mut dyn FnMut(Command) -> ControlFlow<()>,
) {
    let lawful = |command: &Command| is_lawful::<Battlefront>(state, Acting::own(seat), command);
    let mut one =
        |command: Command| if lawful(&command) { visit(command) } else { ControlFlow::Continue(()) };
    let _ = match *template {
        Template::OpenSlot => one(Command::OpenSlot),
        Template::Reveal => one(Command::Reveal),
        Template::ChoosePosture => Posture::ALL.iter().try_for_each(|posture| {
            one(Command::ChoosePosture {
                posture: *posture,
                nonce: Default::default(),
                digest: Default::default(),
            })
        }),
        Template::CppRoll => one(Command::CppRoll),
        Template::Repair(vehicle) => (0..=1).try_for_each(|cpp| one(Command::Repair { vehicle, cpp })),
        Template::WithdrawRoll(me) => one(Command::WithdrawRoll { me }),
        Template::RollAll => all_rolls(state, seat, &mut one),
        Template::DisciplineRoll(subject) => one(Command::DisciplineRoll(subject)),
        Template::Combine(keep) => combinations(state, seat, keep, &mut one),
        Template::Buy(group) => counts(&lawful, visit, |count| Command::Buy { group, count }),
        Template::TakeBack(purchase) => one(Command::TakeBack { purchase }),
        Template::NumberRoll(purchase) => {
            let most = state.options().number_roll_max_cpp;
            (0..=most).try_for_each(|extra_cpp| one(Command::NumberRoll { purchase, extra_cpp }))
        }
        Template::BuyPrereg(module) => {
            (1..=i32::from(prereg::MOST)).try_for_each(|n| one(Command::BuyPrereg { module, n }))
        }
        Template::RemoveFort(item) => one(Command::RemoveFort { item }),
        Template::DestroyWreck(vehicle) => one(Command::DestroyWreck { vehicle }),
        Template::ClearDefile(vehicle) => one(Command::ClearDefile { vehicle }),
        Template::BuyFort(kind) => counts(&lawful, visit, |count| Command::BuyFort { kind, count }),
        Template::ChooseForces => forces(state, seat, &mut one),
        Template::Deploy(unit) => deployments(state, seat, unit).try_for_each(|(Point { x, y }, facing)| {
            one(Command::Deploy { units: vec![unit], x, y, facing })
        }),
        Template::Lift(unit) => one(Command::Lift { units: vec![unit] }),
        Template::PlaceFort(item) => {
            places(state).try_for_each(|Point { x, y }| one(Command::PlaceFort { item, x, y }))
        }
        Template::LiftFort => {
            placed(state, seat).iter().try_for_each(|item| one(Command::LiftFort { item: *item }))
        }
        Template::PlacePrereg(module) => {
            places(state).try_for_each(|Point { x, y }| one(Command::PlacePrereg { module, x, y }))
        }
        Template::MoveUnit(of) => {
            let side = Some(state.setup_of(of).id);
            units(state, of).enumerate().try_for_each(|(n, unit)| {
                // A unit has some of the places, the next one others: all of them for each were too many to walk.
                places(state).skip(n % STRIDE).step_by(STRIDE).try_for_each(|Point { x, y }| {
                    one(Command::MoveUnit { units: vec![unit], side, x, y, reason: RULED.into() })
                })
            })
        }
        Template::SetStatus(of) => {
            let side = Some(state.setup_of(of).id);
            units(state, of).try_for_each(|unit| {
                Status::ALL.iter().try_for_each(|status| {
                    one(Command::SetStatus { units: vec![unit], side, status: *status, reason: RULED.into() })
                })
            })
        }
        Template::EditMlr(side) => one(Command::EditMlr {
            side: state.setup_of(side).id,
            // A line of the engine's may touch itself around a salient; the umpire's may not.
            points: Some(line(state, side))
                .filter(|line| undrawable(line).is_none())
                .unwrap_or_default()
                .to_vec(),
            reason: RULED.into(),
        }),
        Template::Remain(stand) => one(Command::Remain { stand }),
        Template::Escape(stand) => one(Command::Escape { stand }),
        Template::EscapeGroup(pocket) => one(Command::EscapeGroup { stands: transport(state, seat, pocket) }),
        Template::ThrowEscapes => one(Command::ThrowEscapes),
        Template::Done => one(Command::Done),
        Template::ProposeSetting(key) => {
            let values = state.options().alternatives(key.as_str());
            values.into_iter().try_for_each(|value| one(Command::ProposeSetting { key, value }))
        }
        Template::Consent => state.facts.proposal.as_ref().map_or(ControlFlow::Continue(()), |open| {
            one(Command::Consent { key: open.key, value: open.value })
        }),
        Template::ChangeSetting => state.facts.proposal.as_ref().map_or(ControlFlow::Continue(()), |open| {
            one(Command::ChangeSetting { key: open.key, value: open.value })
        }),
        Template::DeclareVictory => one(Command::DeclareVictory),
        Template::AgreeLength
        | Template::NextTurn
        | Template::TurnEndRoll
        | Template::AgreeEnd
        | Template::Fire(_)
        | Template::Smoke(_)
        | Template::Report
        | Template::Counts
        | Template::MineStands(_)
        | Template::TheirsIsRight(_)
        | Template::Settle(_)
        | Template::MineResult(_)
        | Template::BogResult(_) => battle::each(state, Side::of(seat), template, &mut one),
    };
}

/// More of the same never becomes lawful again once a smaller count is refused.
fn counts(
    lawful: &dyn Fn(&Command) -> bool,
    visit: &mut dyn FnMut(Command) -> ControlFlow<()>,
    command: impl Fn(i32) -> Command,
) -> ControlFlow<()> {
    for count in 1..=MOST_AT_ONCE {
        let command = command(count);
        if !lawful(&command) {
            break;
        }
        visit(command)?;
    }
    ControlFlow::Continue(())
}

/// With no point, and with a point on each roll that takes one and on all of them; each closing the step or not.
fn all_rolls(state: &State, seat: Seat, one: &mut dyn FnMut(Command) -> ControlFlow<()>) -> ControlFlow<()> {
    let Some(side) = Side::of(seat) else { return ControlFlow::Continue(()) };
    let takers = take_points(state, side);
    let mut spent = vec![Vec::new()];
    spent.extend(takers.iter().map(|name| vec![*name]));
    if takers.len() > 1 {
        spent.push(takers);
    }
    for spend in spent {
        for close in [false, true] {
            one(Command::RollAll { spend: spend.clone(), close })?;
        }
    }
    ControlFlow::Continue(())
}

/// Each partner, and each command stand when there is a choice.
fn combinations(
    state: &State,
    seat: Seat,
    keep: FormationId,
    one: &mut dyn FnMut(Command) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(side) = Side::of(seat) else { return ControlFlow::Continue(()) };
    let facts = state.side(side);
    let Some(first) = facts.element(keep) else { return ControlFlow::Continue(()) };
    if !owed(state, side).is_empty() {
        return ControlFlow::Continue(());
    }
    for second in
        facts.elements.iter().filter(|second| holds(|why| can_combine(state, side, [first, second], why)))
    {
        let strike = second.id;
        let commands = command_stands(state, first, second);
        if commands.len() < 2 {
            one(Command::Combine { keep, strike, command_stand: None })?;
        }
        for command_stand in commands {
            one(Command::Combine { keep, strike, command_stand: Some(command_stand) })?;
        }
    }
    ControlFlow::Continue(())
}

/// As much as the limits allow, nothing, and the present choice with one more or one less.
fn forces(state: &State, seat: Seat, one: &mut dyn FnMut(Command) -> ControlFlow<()>) -> ControlFlow<()> {
    let Some(side) = Side::of(seat) else { return ControlFlow::Continue(()) };
    let chosen = &state.side(side).chosen;
    one(Command::ChooseForces { forces: s2_1_1_7_choose_forces::most(state, side) })?;
    one(Command::ChooseForces { forces: Vec::new() })?;
    for unit in s2_1_1_7_choose_forces::roster(state, side) {
        let mut forces: Vec<Id> = chosen.iter().copied().filter(|id| *id != unit).collect();
        if forces.len() == chosen.len() {
            forces.push(unit);
        }
        one(Command::ChooseForces { forces })?;
    }
    ControlFlow::Continue(())
}

/// The transport of a side in one of its pockets.
fn transport(state: &State, seat: Seat, pocket: PocketId) -> Vec<StandId> {
    let Some(side) = Side::of(seat) else { return Vec::new() };
    let is_transport = |kind: UnitTypeId| {
        state.campaign().unit_type(kind).is_some_and(|kind| kind.class == Class::Transport)
    };
    let of_pocket =
        behind(state, side).filter(|one| pocket_of(state, one.unit).is_some_and(|known| known.id == pocket));
    of_pocket.filter(|one| is_transport(one.stand.kind)).map(|one| one.unit.id).collect()
}

/// The units of a side on the map.
fn units(state: &State, side: Side) -> impl Iterator<Item = Id> + '_ {
    on_the_map(state).filter(move |one| one.unit.side == side).map(|one| one.unit.id.into())
}

/// What a side has placed in this set-up.
fn placed(state: &State, seat: Seat) -> &[WorkId] {
    Side::of(seat).map_or(&[], |side| &state.side(side).placed)
}

/// Places all over the map for a formation; for a stand in a pocket quarter turns where it stands.
fn deployments(state: &State, seat: Seat, unit: Id) -> impl Iterator<Item = (Point, i32)> + '_ {
    let own = Side::of(seat).and_then(|side| state.side(side).stand(unit.into()));
    let in_pocket = own.filter(|(_, stand)| stand.status != Status::Normal).and_then(|(_, stand)| stand.at);
    let anywhere = in_pocket.is_none().then(|| places(state)).into_iter().flatten();
    let turns = in_pocket.into_iter().flat_map(|at| [0, 90, 180, 270].map(|facing| (at, facing)));
    anywhere.map(|at| (at, 0)).chain(turns)
}

/// Places all over the map: its edges and even steps between them.
pub(super) fn places(state: &State) -> impl Iterator<Item = Point> + '_ {
    let map = &state.campaign().map;
    let step = |most: Inches, n: i32| Inches(most.0 / STEPS * n + most.0 % STEPS * n / STEPS);
    (0..=STEPS)
        .flat_map(move |y| (0..=STEPS).map(move |x| Point { x: step(map.width, x), y: step(map.height, y) }))
}
