//! BCS-HQ: HQs and Combat Trains that are jumped, and HQs that retreat.

use std::collections::BTreeMap;

use hexmap::Cell;
use kernel::view::Text;
use kernel::{Adjudged, Checked, Reasons, RuleId, Seat};

use super::s3_activation::DefenseSet;
use super::s10_movement::{release, stop_mover, trace};
use super::{Cx, about, at_step, in_phase, of_formation, s7_msr, s16_fatigue};
use crate::charts::s8_snafu::{Action, Level, allows};
use crate::ground::Ground;
use crate::setup::Scenario;
use crate::sight::Sight;
use crate::state::{Body, HqState, Jumped, Phase, State, Step, Trains, Unit};
use crate::words::{FormationId, Place, UnitId};

/// How many road hexes away an HQ retreats. [BCS-RET-13]
pub const AWAY: std::ops::RangeInclusive<u32> = 3..=10;

/// Whether the enemy's HQ or trains stand in a hex without a combat unit.
pub(super) fn is_bare(state: &State, ground: &Ground<'_>, unit: Unit<'_>, at: Place) -> bool {
    let enemy = unit.card.side.enemy();
    let presence = state.scenario.board.cell(at).map(|cell| ground.at(cell));
    presence.is_some_and(|one| one.units[enemy] == 0 && (one.hqs[enemy] > 0 || one.trains[enemy] > 0))
}

/// [BCS-HQ-4] Whether a unit that enters a hex can jump what stands there: in Command Radius alone. [BCS-CR-3]
pub(super) fn may_jump(
    state: &State,
    ground: &Ground<'_>,
    unit: Unit<'_>,
    at: Place,
    why: &mut Reasons,
) -> Checked {
    let commanded = || {
        let body = unit.formation().and_then(|id| state.formation(id));
        body.is_some_and(|body| body.commands(&state.scenario.board, at))
    };
    why.unless(!is_bare(state, ground, unit, at) || commanded(), "BCS-CR-3", "jump", || {
        about(
            state,
            unit.card.id,
            &format!("hex {at} is out of Command Radius: it jumps no HQ or trains there."),
        )
    })
}

/// [BCS-HQ-5] A unit has entered a hex: trains there go Off-Map, an HQ retreats.
pub(super) fn jump(cx: &mut Cx<'_>, unit: UnitId, at: Place) -> Adjudged {
    let Some(side) = cx.state().unit(unit).map(|unit| unit.card.side) else { return Ok(()) };
    let foes = cx.state().formations().filter(|body| body.card.side != side);
    let here: Vec<(FormationId, bool, bool)> = foes
        .map(|body| {
            let trains = body.facts.trains.on_map().is_some_and(|trains| trains.at == at);
            (body.card.id, trains, body.facts.hq == Some(at))
        })
        .filter(|(_, trains, hq)| *trains || *hq)
        .collect();
    for (formation, trains, hq) in here {
        if trains {
            cx.record(TrainsJumped { formation })?;
        }
        if !hq {
            trace(cx, formation)?;
            continue;
        }
        let refuges = refuges(&Sight::of(cx.state()), formation);
        cx.record(HqJumped { formation, unit, gone: refuges.is_empty() })?;
        trace(cx, formation)?;
    }
    release(cx)
}

/// [BCS-RET-13] The Legal hexes to which an HQ can retreat: three to ten road hexes away along edges free of enemies.
pub fn refuges(state: &Sight<'_>, formation: FormationId) -> Vec<Place> {
    let Some(body) = state.formation(formation) else { return Vec::new() };
    let (board, ground) = (&state.scenario.board, state.ground());
    let jumped = state.facts.activation.iter().flat_map(|one| &one.jumped);
    let from =
        body.facts.hq.or(jumped.into_iter().find(|one| one.formation == formation).map(|one| one.from));
    let Some(start) = from.and_then(|at| board.cell(at)) else { return Vec::new() };
    let enemy = body.card.side.enemy();
    let free = |cell: Cell| !ground.holds(enemy, cell) && ground.at(cell).trains[enemy] == 0;
    let mut far: BTreeMap<Cell, u32> = BTreeMap::from([(start, 0)]);
    let mut edge = vec![start];
    for n in 1..=*AWAY.end() {
        let mut next = Vec::new();
        for cell in edge {
            for step in board.grid().steps(cell) {
                let open = board.map.side(step).road.is_some() && free(step.to);
                if open && !far.contains_key(&step.to) {
                    far.insert(step.to, n);
                    next.push(step.to);
                }
            }
        }
        edge = next;
    }
    let legal = s7_msr::legal_hexes(state, ground, body, true);
    let good = far.iter().filter(|(cell, n)| AWAY.contains(n) && legal.cost(**cell).is_some());
    good.map(|(cell, _)| board.place(*cell)).collect()
}

/// The formation whose HQ the side retreats now: one that was jumped, or the activated one of its own will. [BCS-RET-12]
fn retreating<'s>(state: &'s State, seat: Seat, why: &mut Reasons) -> Checked<(Body<'s>, bool)> {
    let side = in_phase(state, seat, Phase::Activations, why)?;
    let jumped = state.facts.activation.as_ref().and_then(|one| one.jumped.first());
    if let Some(body) = jumped.and_then(|one| state.formation(one.formation)) {
        why.unless(body.card.side == side, "BCS-RET-4", "actor", || {
            "The HQ's owner chooses where it goes.".into()
        })?;
        return Ok((body, true));
    }
    let (activation, body) = at_step(state, seat, Step::Activities, why)?;
    why.need(body.facts.hq, "BCS-HQ-6", "hq", || format!("The HQ of {} is off the map.", body.card.name))?;
    why.unless(!activation.hq_moved, "BCS-HQ-1", "once", || {
        format!("The HQ of {} has moved.", body.card.name)
    })?;
    let level = activation.level.unwrap_or(Level::Fail);
    let allowed = allows(level, Action::VoluntaryRetreat, !activation.second, true);
    why.unless(allowed, "BCS-RET-12", "snafu", || "The HQ cannot retreat now.".into())?;
    Ok((body, false))
}

/// Where the side can retreat an HQ now.
pub fn choices(state: &Sight<'_>, seat: Seat) -> Vec<Place> {
    let Ok((body, _)) = retreating(state, seat, &mut Reasons::whether()) else { return Vec::new() };
    refuges(state, body.card.id)
}

/// [BCS-RET-13] Whether an HQ can retreat to a hex; gives its formation and whether it was jumped.
pub fn may_retreat(
    state: &Sight<'_>,
    seat: Seat,
    at: Place,
    why: &mut Reasons,
) -> Checked<(FormationId, bool)> {
    let (body, jumped) = retreating(state, seat, why)?;
    why.unless(refuges(state, body.card.id).contains(&at), "BCS-RET-13", "hex", || {
        format!("Hex {at} is no Legal hex 3 to 10 road hexes away along edges free of enemies.")
    })?;
    Ok((body.card.id, jumped))
}

/// [BCS-RET-12] [BCS-RET-13] Retreats an HQ. Of its own will it ends Prepared Defense and raises fatigue: at once in a Failure
/// Activation, else in (g). [BCS-FAIL-3]
pub fn retreat(cx: &mut Cx<'_>, at: Place) -> Adjudged {
    let (formation, jumped) = cx.check(|why| may_retreat(&Sight::of(cx.state()), cx.seat(), at, why))?;
    if jumped {
        return run(cx, at);
    }
    let failed =
        cx.state().facts.activation.as_ref().is_some_and(|activation| activation.level == Some(Level::Fail));
    cx.record(HqRetreated { formation, at, jumped: false })?;
    if cx.state().formation(formation).is_some_and(|body| body.facts.prepared) {
        cx.record(DefenseSet { formation, prepared: false })?;
    }
    if failed {
        cx.record(s16_fatigue::Tired { formation })?;
    }
    trace(cx, formation)
}

/// The HQ that was jumped first goes to a hex.
pub(super) fn run(cx: &mut Cx<'_>, at: Place) -> Adjudged {
    let first = cx.state().facts.activation.as_ref().and_then(|one| one.jumped.first());
    let Some(formation) = first.map(|one| one.formation) else { return Ok(()) };
    cx.record(HqRetreated { formation, at, jumped: true })?;
    trace(cx, formation)
}

/// [BCS-HQ-6] HQs that left the map come back, Used, on the Legal hex nearest to a source of their side.
pub(super) fn bring_back(cx: &mut Cx<'_>) -> Adjudged {
    let lost: Vec<FormationId> =
        cx.state().formations().filter(|body| body.facts.hq.is_none()).map(|body| body.card.id).collect();
    for formation in lost {
        let state = cx.state();
        let Some(body) = state.formation(formation) else { continue };
        let ground = Ground::of(state);
        let legal = s7_msr::legal_hexes(state, &ground, body, true);
        let cells = ground.board.grid().cells().iter();
        let near = cells.filter_map(|cell| Some((legal.cost(*cell)?, ground.board.place(*cell)))).min();
        if let Some((_, at)) = near {
            cx.record(HqReturned { formation, at })?;
            trace(cx, formation)?;
        }
    }
    Ok(())
}

kernel::section! { for State, Scenario;
    /// An HQ was jumped: it is Used, its formation loses Prepared Defense, and it retreats, or leaves the map.
    public HqJumped { formation: FormationId, unit: UnitId, gone: bool }
    does |state| {
        let side = state.unit(unit).map(|unit| unit.card.side);
        if let Some(side) = side {
            state.facts.jumps[side] += 1;
        }
        let command = state.command_mut(formation);
        let from = command.hq.take();
        command.prepared = false;
        command.state = match command.state {
            _ if gone => HqState::Done,
            HqState::Unused => HqState::Used,
            other => other,
        };
        if let (Some(activation), Some(from), false) = (&mut state.facts.activation, from, gone) {
            activation.jumped.push(Jumped { formation, from });
        }
    },
    told |setup| {
        let words = if gone { " jumps the HQ of {}, which has no way and leaves the map." } else { " jumps the HQ of {}." };
        let words = words.replace("{}", setup.formation_name(formation));
        super::of_unit(setup, unit, &words).rule(RuleId("BCS-HQ-5"))
    };

    /// Trains were jumped: they go Off-Map.
    public TrainsJumped { formation: FormationId }
    does |state| state.command_mut(formation).trains = Trains::OffMap,
    told |setup| of_formation(setup, formation, ": the trains are jumped and go Off-Map.").rule(RuleId("BCS-HQ-5"));

    /// An HQ retreated.
    public HqRetreated { formation: FormationId, at: Place, jumped: bool }
    does |state| {
        state.command_mut(formation).hq = Some(at);
        if !jumped {
            stop_mover(state, None);
        }
        if let Some(activation) = &mut state.facts.activation {
            if jumped {
                activation.jumped.retain(|one| one.formation != formation);
            } else {
                (activation.hq_moved, activation.hq_retreated) = (true, true);
            }
        }
    },
    told |setup| of_formation(setup, formation, &format!(": the HQ retreats to {}.", setup.board.called(at))).rule(RuleId("BCS-RET-13"));

    /// An HQ came back to the map, Used.
    public HqReturned { formation: FormationId, at: Place }
    does |state| {
        let command = state.command_mut(formation);
        (command.hq, command.state) = (Some(at), HqState::Used);
    },
    told |setup| Text::new(format!("The HQ of {} returns in {}.", setup.formation_name(formation), setup.board.called(at))).rule(RuleId("BCS-HQ-6"));
}
