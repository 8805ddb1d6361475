//! BCS-HQ: HQs and Combat Trains move.

use hexmap::{Cell, Entry, Reach, Step as Leap};
use kernel::{Adjudged, Checked, Reasons, RuleId, Seat};

use super::s3_activation::DefenseSet;
use super::s10_movement::{lasting, steps, stop_mover, trace};
use super::{Cx, at_step, of_formation, s2_orders, s7_msr, s8_snafu, the_hq};
use crate::charts::s8_snafu::{Action, Level, allows};
use crate::ground::Ground;
use crate::setup::Scenario;
use crate::setup::unit::Allowance;
use crate::sight::Sight;
use crate::state::{Activation, Body, Staff, State, Step, Trains};
use crate::words::{FormationId, Place, hq_at, hq_number, points};

/// What moves beside the units of a formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    /// An HQ, by its place in the list of its formation.
    Hq(usize),
    /// The Combat Trains.
    Trains,
}

/// One HQ of a formation, on the map. [BCS-GEN-2]
pub(super) fn named<'s>(body: Body<'s>, n: usize, why: &mut Reasons) -> Checked<Staff<'s>> {
    let name = &body.card.name;
    why.unless(n < body.card.hqs.len(), "BCS-GEN-2", "hq", || match body.card.hqs.len() {
        1 => format!("{name} has one HQ."),
        many => format!("{name} has {many} HQs, numbered from 1."),
    })?;
    why.need(body.hq(n), "BCS-HQ-6", "hq", || format!("{} is off the map.", body.card.hq_of(n)))
}

/// The HQ of a formation to which a unit comes: the one that is named, else the first on the map. `off` says that none is
/// there. [BCS-GEN-2]
pub(super) fn comes_to(
    body: Body<'_>,
    hq: Option<u8>,
    off: impl FnOnce() -> String,
    why: &mut Reasons,
) -> Checked<Place> {
    match hq {
        Some(_) => Ok(named(body, hq_at(hq), why)?.at),
        None => why.need(body.facts.hq.first(), "BCS-HQ-6", "hq", off),
    }
}

/// No HQ is named to which nothing comes. [BCS-GEN-2]
pub(super) fn comes_to_none(hq: Option<u8>, why: &mut Reasons) -> Checked {
    why.unless(hq.is_none(), "BCS-GEN-2", "hq", || "It comes to no HQ by this.".into())
}

/// Where it stands, what it has and whether it may use tracks: an HQ as a unit, the trains whatever the SNAFU result.
/// [BCS-HQ-1] [BCS-HQ-2]
fn standing(
    activation: &Activation,
    body: Body<'_>,
    tail: Tail,
    why: &mut Reasons,
) -> Checked<(Place, Allowance, u32)> {
    let name = &body.card.name;
    match tail {
        Tail::Hq(n) => {
            let hq = named(body, n, why)?;
            why.unless(!activation.hq_moved.has(n), "BCS-HQ-1", "once", || {
                format!("{} has moved.", body.card.hq_of(n))
            })?;
            let level = activation.level.unwrap_or(Level::Fail);
            why.unless(allows(level, Action::Ma, !activation.second, true), "BCS-FAIL-2", "snafu", || {
                "After a FAIL the HQ does not move.".into()
            })?;
            let allowance = hq.card.allowance;
            Ok((hq.at, allowance, s8_snafu::allowance(level, allowance.ma)))
        }
        Tail::Trains => {
            let trains = why.need(body.facts.trains.on_map(), "BCS-HQ-2", "off-map", || {
                format!("The trains of {name} are Off-Map.")
            })?;
            why.unless(!activation.trains_moved, "BCS-HQ-1", "once", || {
                format!("The trains of {name} have moved.")
            })?;
            let allowance = body.card.trains.allowance;
            Ok((trains.at, allowance, s8_snafu::allowance(Level::Full, allowance.ma)))
        }
    }
}

/// What a step means to it: never into an enemy's hex or EZOC. What stops other units of its class stops it as well.
/// [BCS-HQ-1] [BCS-STOP-1] [BCS-STOP-8]
fn entry(state: &State, ground: &Ground<'_>, body: Body<'_>, allowance: Allowance, step: Leap) -> Entry {
    let (side, presence) = (body.card.side, ground.at(step.to));
    let enemy = side.enemy();
    let barred =
        ground.holds(enemy, step.to) || presence.trains[enemy] > 0 || ground.threatened(side, step.to);
    match ground.board.cost(step, allowance.class) {
        None => Entry::Barred,
        Some(_) if barred => Entry::Barred,
        Some(cost) => match lasting(state, ground, (side, allowance.class), step.to) {
            Some(_) => Entry::Halt(cost),
            None => Entry::Pass(cost),
        },
    }
}

/// [BCS-HQ-1] [BCS-HQ-2] Whether the HQ or the trains can move along a path.
pub fn may_move(
    state: &Sight<'_>,
    seat: Seat,
    tail: Tail,
    path: &[Place],
    why: &mut Reasons,
) -> Checked<FormationId> {
    let (activation, body) = at_step(state, seat, Step::Activities, why)?;
    let (from, allowance, mut budget) = standing(activation, body, tail, why)?;
    let ground = state.ground();
    let steps = steps(ground, from, path, why)?;
    for (n, (step, hex)) in steps.iter().zip(path).enumerate() {
        let (Entry::Pass(cost) | Entry::Halt(cost)) = entry(state, ground, body, allowance, *step) else {
            return why.refuse("BCS-HQ-1", "barred", || {
                format!("Hex {hex}: the enemy or his EZOC is there, or its class cannot go there.")
            });
        };
        budget = why.need(budget.checked_sub(cost), "BCS-MOVE-2", "points", || {
            format!("Hex {hex} costs {}, and {} are left.", points(cost), points(budget))
        })?;
        if let Some((rule, words)) = lasting(state, ground, (body.card.side, allowance.class), step.to) {
            let is_last = n + 1 == steps.len();
            why.unless(is_last, rule, "stops", || format!("In hex {hex} {words} stops it."))?;
        }
    }
    let last = path.last().and_then(|hex| ground.board.cell(*hex));
    let legal = last.is_some_and(|cell| {
        s7_msr::legal_hexes(state, ground, body, tail != Tail::Trains).cost(cell).is_some()
    });
    why.unless(legal, "BCS-HQ-1", "legal", || "It must end on a Legal hex.".into())?;
    if let (Tail::Hq(_), Some(last)) = (tail, path.last()) {
        s2_orders::may_go(state, body, *last, why)?;
    }
    Ok(body.card.id)
}

/// [BCS-HQ-1] Moves an HQ; that ends Prepared Defense. [BCS-HQ-3]
pub fn move_hq(cx: &mut Cx<'_>, path: &[Place], hq: Option<u8>) -> Adjudged {
    let n = hq_at(hq);
    let formation = cx.check(|why| may_move(&Sight::of(cx.state()), cx.seat(), Tail::Hq(n), path, why))?;
    let Some(to) = path.last().copied() else { return Ok(()) };
    cx.record(HqMoved { formation, to, hq: hq_number(n) })?;
    if cx.state().formation(formation).is_some_and(|body| body.facts.prepared) {
        cx.record(DefenseSet { formation, prepared: false })?;
    }
    trace(cx, formation)
}

/// [BCS-HQ-2] Moves the trains, which makes them Ghost.
pub fn move_trains(cx: &mut Cx<'_>, path: &[Place]) -> Adjudged {
    let formation = cx.check(|why| may_move(&Sight::of(cx.state()), cx.seat(), Tail::Trains, path, why))?;
    let Some(to) = path.last().copied() else { return Ok(()) };
    cx.record(TrainsMoved { formation, to })?;
    trace(cx, formation)
}

/// Where the HQ or the trains can end a move, each hex with a cheapest path.
pub fn reach(state: &State, ground: &Ground<'_>, seat: Seat, tail: Tail) -> Vec<Vec<Place>> {
    let mut why = Reasons::whether();
    let Ok((activation, body)) = at_step(state, seat, Step::Activities, &mut why) else { return Vec::new() };
    let Ok((from, allowance, budget)) = standing(activation, body, tail, &mut why) else { return Vec::new() };
    let Some(start) = ground.board.cell(from) else { return Vec::new() };
    let mut search = Reach::new(ground.board.grid());
    search.search(start, budget, |step| entry(state, ground, body, allowance, step));
    let legal = s7_msr::legal_hexes(state, ground, body, tail != Tail::Trains);
    let ordered = |cell: Cell| {
        let at = ground.board.place(cell);
        tail == Tail::Trains || s2_orders::may_go(state, body, at, &mut Reasons::whether()).is_ok()
    };
    let ends = search.cells().iter().copied().filter(|cell| *cell != start && legal.cost(*cell).is_some());
    let ends = ends.filter(|cell| ordered(*cell));
    let way =
        |cell: Cell| Some(search.route(cell)?.iter().map(|leg| ground.board.place(leg.step.to)).collect());
    ends.filter_map(way).collect()
}

/// [BCS-ACT-9] Whether Ghost trains can be flipped to normal: they did not move or return in this activation, and the route is
/// complete.
pub fn may_flip_trains(state: &Sight<'_>, seat: Seat, why: &mut Reasons) -> Checked<FormationId> {
    let (activation, body) = at_step(state, seat, Step::Activities, why)?;
    let ghost = body.facts.trains.on_map().is_some_and(|trains| trains.ghost);
    why.unless(ghost, "BCS-ACT-9", "normal", || {
        format!("{} has no Ghost trains on the map.", body.card.name)
    })?;
    why.unless(!activation.trains_moved, "BCS-ACT-9", "moved", || "The trains have moved.".into())?;
    why.unless(!activation.trains_returned, "BCS-ACT-9", "returned", || {
        "The trains have returned in this activation.".into()
    })?;
    let at = state.scenario.formation(body.card.id);
    let complete = at.is_some_and(|at| s7_msr::best_on(state, state.ground(), at).is_some());
    why.unless(complete, "BCS-ACT-9", "route", || "The MSR is not Complete.".into())?;
    Ok(body.card.id)
}

/// [BCS-ACT-9] Flips Ghost trains to normal.
pub fn flip_trains(cx: &mut Cx<'_>) -> Adjudged {
    let formation = cx.check(|why| may_flip_trains(&Sight::of(cx.state()), cx.seat(), why))?;
    cx.record(TrainsFlipped { formation })
}

/// Whether trains can return at all.
fn can_return<'s>(state: &'s State, seat: Seat, why: &mut Reasons) -> Checked<Body<'s>> {
    let (activation, body) = at_step(state, seat, Step::Activities, why)?;
    why.unless(activation.level != Some(Level::Fail), "BCS-FAIL-1", "snafu", || {
        "After a FAIL trains do not return.".into()
    })?;
    why.unless(body.facts.trains.on_map().is_none(), "BCS-ACT-10", "on-map", || {
        format!("The trains of {} are on the map.", body.card.name)
    })?;
    Ok(body)
}

/// [BCS-ACT-10] The hexes to which trains can return: Legal ones from which the route is complete.
pub fn returns(state: &State, ground: &Ground<'_>, seat: Seat) -> Vec<Place> {
    let Ok(body) = can_return(state, seat, &mut Reasons::whether()) else { return Vec::new() };
    s7_msr::serving(state, ground, body)
}

/// [BCS-ACT-10] Whether trains can return to a hex.
pub fn may_return(state: &Sight<'_>, seat: Seat, at: Place, why: &mut Reasons) -> Checked<FormationId> {
    let body = can_return(state, seat, why)?;
    let serves = s7_msr::serving(state, state.ground(), body).contains(&at);
    why.unless(serves, "BCS-ACT-10", "route", || format!("From hex {at} the MSR would not be Complete."))?;
    Ok(body.card.id)
}

/// [BCS-ACT-10] Returns trains to the map, as Ghost.
pub fn return_trains(cx: &mut Cx<'_>, at: Place) -> Adjudged {
    let formation = cx.check(|why| may_return(&Sight::of(cx.state()), cx.seat(), at, why))?;
    cx.record(TrainsReturned { formation, at })?;
    trace(cx, formation)
}

kernel::section! { for State, Scenario;
    /// An HQ moved.
    public HqMoved { formation: FormationId, to: Place, hq: Option<u8> = None }
    does |state| {
        stop_mover(state, None);
        state.command_mut(formation).hq.set(hq_at(hq), Some(to));
        if let Some(activation) = &mut state.facts.activation {
            activation.hq_moved.add(hq_at(hq));
        }
    },
    told |setup| {
        let words = format!(": {} moved to {}.", the_hq(setup, formation, hq), setup.board.called(to));
        of_formation(setup, formation, &words).rule(RuleId("BCS-HQ-1"))
    };

    /// Trains moved, and are Ghost.
    public TrainsMoved { formation: FormationId, to: Place }
    does |state| {
        stop_mover(state, None);
        state.command_mut(formation).trains = Trains::Ghost(to);
        if let Some(activation) = &mut state.facts.activation {
            activation.trains_moved = true;
        }
    },
    told |setup| of_formation(setup, formation, &format!(": the trains moved to {} and are Ghost.", setup.board.called(to))).rule(RuleId("BCS-HQ-2"));

    /// Trains are Ghost no more.
    public TrainsFlipped { formation: FormationId }
    does |state| {
        let command = state.command_mut(formation);
        command.trains = command.trains.as_normal();
    },
    told |setup| of_formation(setup, formation, ": the trains are flipped to normal.").rule(RuleId("BCS-ACT-9"));

    /// Trains returned to the map, as Ghost.
    public TrainsReturned { formation: FormationId, at: Place }
    does |state| {
        state.command_mut(formation).trains = Trains::Ghost(at);
        if let Some(activation) = &mut state.facts.activation {
            activation.trains_returned = true;
        }
    },
    told |setup| of_formation(setup, formation, &format!(": the trains return to {} as Ghost.", setup.board.called(at))).rule(RuleId("BCS-ACT-10"));
}
