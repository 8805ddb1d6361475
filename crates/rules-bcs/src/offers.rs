//! What could be done now: templates, the commands of each, and one of them by chance.

use std::ops::ControlFlow;

use kernel::grammar::holds;
use kernel::system::Pick;
use kernel::{Acting, Reasons, Seat, Side, is_lawful};

use crate::command::{Choice, Command};
use crate::rules::s6_hq::{self, Tail};
use crate::rules::{
    self, s2_reinforcements, s2_turn, s3_activation, s6_jumps, s7_msr, s9_objectives, s10_movement,
    s11_stopping, s13_engagement, s15_support, s18_retreat, s18_voluntary,
};
use crate::sight::Sight;
use crate::state::{Body, Phase, State, Step};
use crate::words::{FormationId, Place, UnitId, hq_number};
use crate::{BattalionCombat, imagine};

/// A group of like commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Template {
    /// [`Command::Proceed`].
    Proceed,
    /// A Replacement, one command per unit and HQ that it can come to.
    Replace,
    /// An Independent Unit or an Arty Point to a formation or away from one.
    Assign,
    /// Into Support, one command per unit.
    EnterSupport,
    /// Out of Support, one command per unit and HQ that it can come to.
    ExitSupport,
    /// An order, three commands per formation and hex.
    Order,
    /// Instructions, one command for each set.
    Instruct,
    /// A supply route instead of the one that is held, one command per route of the engine.
    NameRoute,
    /// [`Command::Close`].
    Close,
    /// The first player, one command per side.
    GoFirst,
    /// One command per formation.
    Activate,
    /// Prepared Defense or not, Recovery or not.
    Prepare,
    /// A Failure Flip or a Failure Activation.
    Fail,
    /// An OBJ marker, two commands per hex.
    Objective,
    /// What the umpire rules of formations that could be mixed, two commands per pair.
    RuleMixed,
    /// [`Command::Begin`].
    Begin,
    /// One command per unit that can flip.
    Flip,
    /// A unit along a path; each hex with one cheapest path is walked.
    Move(UnitId),
    /// An OBJ marker of a Recon unit, one command per hex.
    Recon(UnitId),
    /// One command per unit that can screen.
    Screen,
    /// A barrage, one command per target, spotter and kind of points.
    Barrage,
    /// An Attack by Fire of a unit, one command per hex.
    AttackByFire(UnitId),
    /// An engagement of a unit, one command per enemy.
    Engage(UnitId),
    /// A reinforcement, one command per unit and hex.
    Enter,
    /// Whether a Stopping Engagement is required, one command per unit and one for none.
    Require,
    /// An attack, one command per hex and type.
    Attack,
    /// The AR unit, with Prepared Defense or without.
    Defend,
    /// Attack and Assist units, one command per pair.
    Commit,
    /// A Suppression Mission, one command per spotter and kind of points.
    Suppress,
    /// An Attack by Fire in support of a Shock Attack, one command per unit.
    SupportByFire,
    /// [`Command::Fight`].
    Fight,
    /// A step of the defender, one command per unit.
    TakeStep,
    /// The advance, one command per unit and one for none.
    Advance,
    /// A Voluntary Retreat of a unit, one command per best path.
    Withdraw(UnitId),
    /// The retreat of an HQ, one command per HQ and hex.
    RetreatHq,
    /// The retreat that is owed, one command per best path.
    Retreat,
    /// One command per host whose Support can be returned.
    ReturnSupport,
    /// The HQs along a path, as units.
    MoveHq,
    /// The trains along a path, as units.
    MoveTrains,
    /// [`Command::FlipTrains`].
    FlipTrains,
    /// Trains back to the map, one command per hex.
    ReturnTrains,
    /// [`Command::LeaveDefense`].
    LeaveDefense,
    /// [`Command::End`].
    End,
    /// Step (i), one command per choice.
    Second,
}

/// Visits a command; `Break` stops the walk.
type Visit<'v> = &'v mut dyn FnMut(Command) -> ControlFlow<()>;

/// Appends what `seat` could do now.
pub fn offers(state: &State, seat: Seat, into: &mut Vec<Template>) {
    let sight = Sight::of(state);
    let is_there = |template: &Template| {
        let goes = |unit| s10_movement::goes_beside(state, sight.ground(), seat, unit);
        matches!(template, Template::Move(unit) if goes(*unit))
            || walk(&sight, seat, *template, &mut |_| ControlFlow::Break(())).is_break()
    };
    into.extend(templates(state, seat).into_iter().filter(is_there));
    if Side::of(seat).is_some() && state.facts.phase != Phase::Over {
        into.push(Template::Instruct);
    }
}

/// The templates that there could be now.
fn templates(state: &State, seat: Seat) -> Vec<Template> {
    use Template as T;
    if seat == Seat::Clock {
        return vec![T::Proceed];
    }
    if seat == Seat::Umpire {
        return vec![T::RuleMixed];
    }
    let Some(side) = Side::of(seat) else { return Vec::new() };
    match (state.facts.phase, &state.facts.activation) {
        (Phase::Sky | Phase::FirstRoll | Phase::Over, _) => Vec::new(),
        (Phase::Replacements, _) => vec![T::Replace, T::Close],
        (Phase::Assignment, _) => vec![T::Assign, T::EnterSupport, T::ExitSupport, T::Close],
        (Phase::Orders, _) => vec![T::Order, T::Close],
        (Phase::First, _) => vec![T::GoFirst],
        (Phase::Activations, None) => vec![T::Activate],
        (Phase::Activations, Some(activation)) => {
            let own = state.formation(activation.formation).is_some_and(|body| body.card.side == side);
            match activation.step {
                _ if rules::answers(state).is_some_and(|answers| answers != side) => Vec::new(),
                _ if !activation.jumped.is_empty() => vec![T::RetreatHq],
                _ if activation.owed.is_some() => vec![T::Retreat],
                _ if activation.entered.is_some() => vec![T::Require],
                _ if activation.battle.is_some() => vec![
                    T::Defend,
                    T::Commit,
                    T::Barrage,
                    T::Suppress,
                    T::SupportByFire,
                    T::Fight,
                    T::TakeStep,
                    T::Advance,
                ],
                _ if !own => Vec::new(),
                Step::Preparation => vec![T::NameRoute, T::Prepare],
                Step::Failure => vec![T::Fail],
                Step::Objectives => vec![T::Objective, T::Begin],
                Step::Second => vec![T::Second],
                Step::Activities => {
                    let units =
                        || state.of(activation.formation).filter(|unit| unit.piece.on_map().is_some());
                    let mut all = vec![T::NameRoute, T::Flip, T::Enter, T::Attack, T::RetreatHq];
                    all.extend(units().map(|unit| T::Withdraw(unit.card.id)));
                    all.extend(units().map(|unit| T::Move(unit.card.id)));
                    all.extend(units().filter(|unit| unit.card.recon).map(|unit| T::Recon(unit.card.id)));
                    all.extend(units().map(|unit| T::AttackByFire(unit.card.id)));
                    all.extend(units().map(|unit| T::Engage(unit.card.id)));
                    all.extend([
                        T::Barrage,
                        T::ReturnSupport,
                        T::Screen,
                        T::MoveHq,
                        T::MoveTrains,
                        T::FlipTrains,
                        T::ReturnTrains,
                        T::LeaveDefense,
                        T::End,
                    ]);
                    all
                }
            }
        }
    }
}

/// Whether [`each`] leaves lawful commands out: other paths to the same hex, other routes, longer orders.
pub fn is_capped(template: &Template) -> bool {
    matches!(
        template,
        Template::Move(_) | Template::MoveHq | Template::MoveTrains | Template::Order | Template::NameRoute
    )
}

/// Visits the lawful commands of a template.
pub fn each(state: &State, seat: Seat, template: &Template, visit: Visit<'_>) {
    let _ = walk(&Sight::of(state), seat, *template, visit);
}

/// Visits every lawful command of a seat but instructions.
pub fn every(sight: &Sight<'_>, seat: Seat, mut visit: impl FnMut(Command)) {
    for template in templates(sight, seat) {
        let _ = walk(sight, seat, template, &mut |command| {
            visit(command);
            ControlFlow::Continue(())
        });
    }
}

fn walk(sight: &Sight<'_>, seat: Seat, template: Template, visit: Visit<'_>) -> ControlFlow<()> {
    use Template as T;
    let state = sight.state();
    let ground = || sight.ground();
    let acting = Acting::own(seat);
    let mut those = |commands: &mut dyn Iterator<Item = Command>| {
        commands
            .filter(|command| is_lawful::<BattalionCombat>(state, acting, command))
            .try_for_each(&mut *visit)
    };
    let side = Side::of(seat);
    let own = |unit: &crate::state::Unit<'_>| Some(unit.card.side) == side;
    let ids = || state.units().filter(own).map(|unit| unit.card.id);
    match template {
        T::Proceed => those(&mut std::iter::once(Command::Proceed)),
        T::Replace => {
            let all = ids().flat_map(|unit| comes_to(state, unit, None).map(move |hq| (unit, hq)));
            let open = |(unit, hq): &(UnitId, Option<u8>)| {
                holds(|why| s2_turn::may_replace(sight, seat, *unit, *hq, why))
            };
            all.filter(open).map(|(unit, hq)| Command::Replace { unit, hq }).try_for_each(visit)
        }
        T::EnterSupport => {
            let open = |unit: &UnitId| holds(|why| s15_support::may_enter(sight, seat, *unit, why));
            ids().filter(open).map(|unit| Command::EnterSupport { unit }).try_for_each(visit)
        }
        T::ExitSupport => {
            let all = |unit| comes_to(state, unit, None).map(move |hq| Command::ExitSupport { unit, hq });
            those(&mut ids().flat_map(all))
        }
        T::Order => those(&mut orders(state, side)),
        T::Instruct => those(&mut imagine::standings().map(Command::instruct)),
        T::NameRoute => {
            let routes = s7_msr::names(state, ground(), seat).into_iter();
            let names = routes
                .map(|route| Command::NameRoute { to_trains: route.to_trains, to_source: route.to_source });
            names.into_iter().try_for_each(visit)
        }
        T::Close => those(&mut std::iter::once(Command::Close)),
        T::GoFirst => those(&mut Side::BOTH.into_iter().map(|side| Command::GoFirst { side })),
        T::Activate => {
            those(&mut state.formations().map(|body| Command::Activate { formation: body.card.id }))
        }
        T::Prepare => {
            let both = [false, true].into_iter();
            let all = both
                .flat_map(|recovery| [false, true].map(|prepared| Command::Prepare { prepared, recovery }));
            those(&mut all.into_iter())
        }
        T::Fail => {
            let can =
                |flip: &bool| kernel::grammar::holds(|why| s3_activation::may_fail(state, seat, *flip, why));
            those(&mut [false, true].into_iter().filter(can).map(|flip| Command::Fail { flip }))
        }
        T::Objective => objectives(state, seat).try_for_each(visit),
        T::RuleMixed => those(&mut mixtures(state)),
        T::Begin => those(&mut std::iter::once(Command::Begin)),
        T::Flip => {
            let open = |unit: &UnitId| holds(|why| s10_movement::may_flip(sight, seat, *unit, why));
            active(state).filter(open).map(|unit| Command::Flip { unit }).try_for_each(visit)
        }
        T::Move(unit) => {
            let ways = s10_movement::reach(state, ground(), seat, unit);
            ways.into_iter().map(|(_, path)| Command::Move { unit, path }).try_for_each(visit)
        }
        T::Recon(unit) => those(&mut around(state, unit).into_iter().map(|at| Command::Recon { unit, at })),
        T::Screen => {
            let open = |unit: &UnitId| holds(|why| s10_movement::may_screen(sight, seat, *unit, why));
            active(state).filter(open).map(|unit| Command::Screen { unit }).try_for_each(visit)
        }
        T::Barrage => those(&mut barrages(state)),
        T::AttackByFire(unit) => {
            those(&mut targets(state, seat).into_iter().map(|target| Command::AttackByFire { unit, target }))
        }
        T::Engage(unit) => {
            let Ok(firer) = s13_engagement::may_begin(sight, seat, unit, &mut Reasons::whether()) else {
                return ControlFlow::Continue(());
            };
            let zone = |at| s9_objectives::zones(&state.scenario.board, firer.0, at, true) > 0;
            let enemies = state.on_map().filter(|(other, at)| Some(other.card.side) != side && zone(*at));
            let open = |at: &UnitId| holds(|why| s13_engagement::may_engage_with(sight, firer, *at, why));
            let targets = enemies.map(|(other, _)| other.card.id).filter(open);
            targets.map(|target| Command::Engage { unit, target }).try_for_each(visit)
        }
        T::Assign => those(&mut assignments(state)),
        T::Enter => {
            let due = state.units().filter(own).filter(|unit| s2_reinforcements::is_here(state, *unit));
            let mut ways = due.flat_map(|unit| {
                let hexes = s2_reinforcements::entries(ground(), unit).into_iter();
                hexes.map(move |at| (unit.card.id, at))
            });
            ways.try_for_each(|(unit, at)| {
                let open = holds(|why| s2_reinforcements::may_enter(sight, seat, unit, at, why));
                if open { visit(Command::Enter { unit, at }) } else { ControlFlow::Continue(()) }
            })
        }
        T::Require => {
            let mut why = Reasons::whether();
            let firers = s11_stopping::entered(state, seat, &mut why)
                .map(|(mover, at)| s11_stopping::firers(state, mover, at))
                .unwrap_or_default();
            let all = std::iter::once(None).chain(firers.into_iter().map(Some));
            those(&mut all.map(|unit| Command::Require { unit }))
        }
        T::Attack => {
            let hexes = targets(state, seat).into_iter();
            those(&mut hexes.flat_map(|target| [false, true].map(|shock| Command::Attack { target, shock })))
        }
        T::Defend => {
            let units =
                ids().flat_map(|unit| [false, true].map(|prepared| Command::Defend { unit, prepared }));
            those(&mut units.into_iter())
        }
        T::Commit => {
            let mates = || std::iter::once(None).chain(active(state).map(Some));
            let pairs =
                active(state).flat_map(|unit| mates().map(move |assist| Command::Commit { unit, assist }));
            those(&mut pairs.into_iter())
        }
        T::Suppress => {
            let all = active(state);
            let all = all.flat_map(|spotter| [false, true].map(|air| Command::Suppress { spotter, air }));
            those(&mut all.into_iter())
        }
        T::SupportByFire => those(&mut active(state).map(|unit| Command::SupportByFire { unit })),
        T::Fight => those(&mut std::iter::once(Command::Fight)),
        T::TakeStep => those(&mut ids().map(|unit| Command::TakeStep { unit })),
        T::Advance => {
            let all = std::iter::once(None).chain(active(state).map(Some));
            those(&mut all.map(|unit| Command::Advance { unit }))
        }
        T::Withdraw(unit) => {
            let ways = s18_voluntary::choices(sight, seat, unit);
            ways.into_iter().map(|(path, hq)| Command::Withdraw { unit, path, hq }).try_for_each(visit)
        }
        T::RetreatHq => {
            let hexes = s6_jumps::choices(sight, seat);
            hexes.into_iter().map(|(hq, at)| Command::RetreatHq { at, hq }).try_for_each(visit)
        }
        T::Retreat => {
            let ways = s18_retreat::choices(state, ground(), seat);
            ways.into_iter().map(|path| Command::Retreat { path }).try_for_each(visit)
        }
        T::ReturnSupport => {
            let open = |unit: &UnitId| holds(|why| s15_support::may_return(sight, seat, *unit, why));
            active(state).filter(open).map(|unit| Command::ReturnSupport { unit }).try_for_each(visit)
        }
        T::MoveHq => {
            let active = state.facts.activation.as_ref().and_then(|one| state.formation(one.formation));
            let hqs = active.into_iter().flat_map(Body::hqs).map(|hq| hq.n);
            let mut ways = hqs.flat_map(|n| {
                let ways = s6_hq::reach(state, ground(), seat, Tail::Hq(n)).into_iter();
                ways.map(move |path| Command::MoveHq { path, hq: hq_number(n) })
            });
            ways.try_for_each(visit)
        }
        T::MoveTrains => {
            let ways = s6_hq::reach(state, ground(), seat, Tail::Trains);
            ways.into_iter().map(|path| Command::MoveTrains { path }).try_for_each(visit)
        }
        T::FlipTrains => {
            let open = holds(|why| s6_hq::may_flip_trains(sight, seat, why));
            open.then_some(Command::FlipTrains).into_iter().try_for_each(visit)
        }
        T::ReturnTrains => {
            let hexes = s6_hq::returns(state, ground(), seat);
            hexes.into_iter().map(|at| Command::ReturnTrains { at }).try_for_each(visit)
        }
        T::LeaveDefense => those(&mut std::iter::once(Command::LeaveDefense)),
        T::End => {
            let open = holds(|why| s3_activation::may_end(state, seat, why));
            open.then_some(Command::End).into_iter().try_for_each(visit)
        }
        T::Second => those(&mut Choice::ALL.iter().map(|choice| Command::Second { choice: *choice })),
    }
}

/// The OBJ markers that the HQ can create, hex by hex.
fn objectives(state: &State, seat: Seat) -> impl Iterator<Item = Command> {
    let board = &state.scenario.board;
    let cells = board.grid().cells().iter().map(|cell| board.place(*cell));
    let open = move |at: &Place| holds(|why| s9_objectives::may_place(state, seat, *at, why));
    cells.filter(open).flat_map(|at| [true, false].map(|combat| Command::Objective { at, combat }))
}

/// The units of the activated formation.
fn active(state: &State) -> impl Iterator<Item = UnitId> + '_ {
    let formation = state.facts.activation.as_ref().map(|activation| activation.formation);
    formation.into_iter().flat_map(|formation| state.of(formation)).map(|unit| unit.card.id)
}

/// The HQs that a unit could be sent to, of its formation or of another: none is named for the first on the map.
fn comes_to(
    state: &State,
    unit: UnitId,
    formation: Option<FormationId>,
) -> impl Iterator<Item = Option<u8>> + use<> {
    let own = || state.unit(unit).and_then(|unit| unit.formation());
    let body = formation.or_else(own).and_then(|id| state.formation(id));
    let further = body.into_iter().flat_map(Body::hqs).skip(1).map(|hq| hq_number(hq.n));
    std::iter::once(None).chain(further.collect::<Vec<_>>())
}

/// Every assignment that there could be.
fn assignments(state: &State) -> impl Iterator<Item = Command> + '_ {
    let independent = || state.units().filter(|unit| unit.card.formation.is_none()).map(|unit| unit.card.id);
    let formations = || state.formations().map(|body| body.card.id);
    let given = independent().flat_map(move |unit| {
        formations().flat_map(move |formation| {
            comes_to(state, unit, Some(formation)).map(move |hq| Command::Assign { unit, formation, hq })
        })
    });
    let points = formations()
        .flat_map(|formation| [Command::AssignArty { formation }, Command::ReleaseArty { formation }]);
    given.chain(independent().map(|unit| Command::Release { unit })).chain(points)
}

/// Every ruling of two formations of a side.
fn mixtures(state: &State) -> impl Iterator<Item = Command> + '_ {
    let pairs = state.formations().enumerate().flat_map(move |(n, one)| {
        let friends = state.formations().skip(n + 1).filter(move |other| other.card.side == one.card.side);
        friends.map(move |other| (one.card.id, other.card.id))
    });
    pairs.flat_map(|(one, other)| [true, false].map(|mixed| Command::RuleMixed { one, other, mixed }))
}

/// Orders to go to one hex, and there to recover or to create Prepared Defense or neither.
fn orders(state: &State, side: Option<Side>) -> impl Iterator<Item = Command> + '_ {
    let own = state.formations().filter(move |body| Some(body.card.side) == side).map(|body| body.card.id);
    let board = &state.scenario.board;
    own.flat_map(move |formation| {
        let cells = board.grid().cells().iter().map(|cell| board.place(*cell));
        cells.flat_map(move |at| {
            let plans = [(false, false), (true, false), (false, true)].into_iter();
            plans.map(move |(recovery, prepared)| Command::Order {
                formation,
                route: vec![at],
                recovery,
                prepared,
            })
        })
    })
}

/// Hexes of the enemy of a seat in a Combat OBJ Zone of the activated formation, each once.
fn targets(state: &State, seat: Seat) -> Vec<Place> {
    let Some(activation) = &state.facts.activation else { return Vec::new() };
    let mut found: Vec<Place> = Vec::new();
    for (_, at) in state.on_map().filter(|(unit, _)| Some(unit.card.side) != Side::of(seat)) {
        let zone = s9_objectives::zones(&state.scenario.board, activation, at, true) > 0;
        if zone && !found.contains(&at) {
            found.push(at);
        }
    }
    found
}

/// Every barrage that there could be on a hex in a Combat OBJ Zone.
fn barrages(state: &State) -> impl Iterator<Item = Command> + '_ {
    let targets: Vec<Place> = state.facts.activation.as_ref().map_or_else(Vec::new, |activation| {
        let board = &state.scenario.board;
        let mut hexes: Vec<Place> = state.on_map().map(|(_, at)| at).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes.retain(|at| s9_objectives::zones(board, activation, *at, true) > 0);
        hexes
    });
    active(state).flat_map(move |spotter| {
        let both = targets.clone().into_iter().flat_map(|target| [false, true].map(|air| (target, air)));
        both.map(move |(target, air)| Command::Barrage { target, spotter, air })
    })
}

/// The hex of a unit and those beside it.
fn around(state: &State, unit: UnitId) -> Vec<Place> {
    let board = &state.scenario.board;
    let cell = state.unit(unit).and_then(|unit| unit.piece.on_map()).and_then(|at| board.cell(at));
    cell.map(|cell| board.grid().within(cell, 1).map(|hex| board.place(hex)).collect()).unwrap_or_default()
}

/// One of the commands of a template, each with the same chance.
pub fn sample(state: &State, seat: Seat, template: &Template, pick: Pick<'_>) -> Command {
    if *template == Template::Instruct {
        return Command::instruct(imagine::standing(pick));
    }
    let mut all = Vec::new();
    each(state, seat, template, &mut |command| {
        all.push(command);
        ControlFlow::Continue(())
    });
    let at = pick(all.len().max(1) as u64) as usize;
    // A template that is offered has a command. For any other there is the engine's own, which is refused to a side.
    all.into_iter().nth(at).unwrap_or(Command::Proceed)
}
