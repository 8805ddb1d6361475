//! BCS-HQ: HQs and Combat Trains that are jumped, and HQs that retreat.

use std::collections::BTreeMap;

use hexmap::Cell;
use kernel::view::Text;
use kernel::{Adjudged, Checked, Reasons, RuleId, Seat};

use super::s3_activation::DefenseSet;
use super::s6_hq::named;
use super::s10_movement::{release, stop_mover, trace};
use super::{Cx, about, at_step, in_phase, of_formation, s7_msr, s16_fatigue, the_hq};
use crate::charts::s8_snafu::{Action, Level, allows};
use crate::ground::Ground;
use crate::setup::Scenario;
use crate::sight::Sight;
use crate::state::{Body, HqState, Jumped, Phase, State, Step, Trains, Unit};
use crate::words::{FormationId, Place, UnitId, hq_at, hq_number};

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
    let here: Vec<(FormationId, bool, Vec<usize>)> = foes
        .map(|body| {
            let trains = body.facts.trains.on_map().is_some_and(|trains| trains.at == at);
            let hqs = body.hqs().filter(|hq| hq.at == at).map(|hq| hq.n);
            (body.card.id, trains, hqs.collect())
        })
        .filter(|(_, trains, hqs): &(_, _, Vec<_>)| *trains || !hqs.is_empty())
        .collect();
    for (formation, trains, hqs) in here {
        if trains {
            cx.record(TrainsJumped { formation })?;
        }
        if hqs.is_empty() {
            trace(cx, formation)?;
        }
        for n in hqs {
            let refuges = refuges(&Sight::of(cx.state()), formation, n);
            cx.record(HqJumped { formation, unit, gone: refuges.is_empty(), hq: hq_number(n) })?;
            trace(cx, formation)?;
        }
    }
    release(cx)
}

/// [BCS-RET-13] The Legal hexes to which an HQ of a formation can retreat: three to ten road hexes away along edges free of
/// enemies.
pub fn refuges(state: &Sight<'_>, formation: FormationId, n: usize) -> Vec<Place> {
    let Some(body) = state.formation(formation) else { return Vec::new() };
    let (board, ground) = (&state.scenario.board, state.ground());
    let mut jumped = state.facts.activation.iter().flat_map(|one| &one.jumped);
    let from = body
        .facts
        .hq
        .get(n)
        .or(jumped.find(|one| one.formation == formation && hq_at(one.hq) == n).map(|one| one.from));
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

/// An HQ that retreats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retreating {
    /// Its formation.
    pub formation: FormationId,
    /// Its place in the list of the formation.
    pub n: usize,
    /// It was jumped.
    pub jumped: bool,
}

/// The HQ that the side retreats now: the one that was jumped first, or one of the activated formation of its own will.
/// [BCS-RET-12]
fn retreating(state: &State, seat: Seat, hq: Option<u8>, why: &mut Reasons) -> Checked<Retreating> {
    let side = in_phase(state, seat, Phase::Activations, why)?;
    let jumped = state.facts.activation.as_ref().and_then(|one| one.jumped.first());
    if let Some((one, body)) = jumped.and_then(|one| Some((one, state.formation(one.formation)?))) {
        why.unless(body.card.side == side, "BCS-RET-4", "actor", || {
            "The HQ's owner chooses where it goes.".into()
        })?;
        let n = hq_at(one.hq);
        why.unless(hq_at(hq) == n, "BCS-HQ-5", "first", || {
            format!("{} was jumped and retreats first.", body.card.hq_of(n))
        })?;
        return Ok(Retreating { formation: one.formation, n, jumped: true });
    }
    let (activation, body) = at_step(state, seat, Step::Activities, why)?;
    let n = hq_at(hq);
    named(body, n, why)?;
    why.unless(!activation.hq_moved.has(n), "BCS-HQ-1", "once", || {
        format!("{} has moved.", body.card.hq_of(n))
    })?;
    let level = activation.level.unwrap_or(Level::Fail);
    let allowed = allows(level, Action::VoluntaryRetreat, !activation.second, true);
    why.unless(allowed, "BCS-RET-12", "snafu", || "The HQ cannot retreat now.".into())?;
    Ok(Retreating { formation: body.card.id, n, jumped: false })
}

/// Where the side can retreat an HQ now, each hex with the number of the HQ.
pub fn choices(state: &Sight<'_>, seat: Seat) -> Vec<(Option<u8>, Place)> {
    let jumped = state.facts.activation.as_ref().and_then(|one| one.jumped.first());
    let own = || state.facts.activation.as_ref().and_then(|one| state.formation(one.formation));
    let hqs: Vec<Option<u8>> = match jumped {
        Some(one) => vec![one.hq],
        None => own().map_or_else(Vec::new, |body| body.hqs().map(|hq| hq_number(hq.n)).collect()),
    };
    let open = hqs.into_iter().filter_map(|hq| {
        let one = retreating(state, seat, hq, &mut Reasons::whether()).ok()?;
        Some((hq, refuges(state, one.formation, one.n)))
    });
    open.flat_map(|(hq, hexes)| hexes.into_iter().map(move |at| (hq, at))).collect()
}

/// [BCS-RET-13] Whether an HQ can retreat to a hex.
pub fn may_retreat(
    state: &Sight<'_>,
    seat: Seat,
    at: Place,
    hq: Option<u8>,
    why: &mut Reasons,
) -> Checked<Retreating> {
    let one = retreating(state, seat, hq, why)?;
    why.unless(refuges(state, one.formation, one.n).contains(&at), "BCS-RET-13", "hex", || {
        format!("Hex {at} is no Legal hex 3 to 10 road hexes away along edges free of enemies.")
    })?;
    Ok(one)
}

/// [BCS-RET-12] [BCS-RET-13] Retreats an HQ. Of its own will it ends Prepared Defense and raises fatigue: at once in a Failure
/// Activation, else in (g). [BCS-FAIL-3]
pub fn retreat(cx: &mut Cx<'_>, at: Place, hq: Option<u8>) -> Adjudged {
    let one = cx.check(|why| may_retreat(&Sight::of(cx.state()), cx.seat(), at, hq, why))?;
    let formation = one.formation;
    if one.jumped {
        return run(cx, at);
    }
    // Fatigue rises one level in an activation at most, however many HQs retreat. [BCS-FAT-3]
    let tires = cx
        .state()
        .facts
        .activation
        .as_ref()
        .is_some_and(|activation| activation.level == Some(Level::Fail) && !activation.hq_retreated);
    cx.record(HqRetreated { formation, at, jumped: false, hq: hq_number(one.n) })?;
    if cx.state().formation(formation).is_some_and(|body| body.facts.prepared) {
        cx.record(DefenseSet { formation, prepared: false })?;
    }
    if tires {
        cx.record(s16_fatigue::Tired { formation })?;
    }
    trace(cx, formation)
}

/// The HQ that was jumped first goes to a hex.
pub(super) fn run(cx: &mut Cx<'_>, at: Place) -> Adjudged {
    let first = cx.state().facts.activation.as_ref().and_then(|one| one.jumped.first());
    let Some(Jumped { formation, hq, .. }) = first.copied() else { return Ok(()) };
    cx.record(HqRetreated { formation, at, jumped: true, hq })?;
    trace(cx, formation)
}

/// [BCS-HQ-6] HQs that left the map come back, Used, on the Legal hex nearest to a source of their side. Ruling: one whose
/// formation has another HQ on the map lies as that one does.
pub(super) fn bring_back(cx: &mut Cx<'_>) -> Adjudged {
    let off = |body: Body<'_>| body.facts.hq.off_map().map(|n| (body.card.id, n)).collect::<Vec<_>>();
    let lost: Vec<(FormationId, usize)> = cx.state().formations().flat_map(off).collect();
    for (formation, n) in lost {
        let state = cx.state();
        let Some(body) = state.formation(formation) else { continue };
        let ground = Ground::of(state);
        let legal = s7_msr::legal_hexes(state, &ground, body, true);
        let cells = ground.board.grid().cells().iter();
        let near = cells.filter_map(|cell| Some((legal.cost(*cell)?, ground.board.place(*cell)))).min();
        if let Some((_, at)) = near {
            cx.record(HqReturned { formation, at, hq: hq_number(n) })?;
            trace(cx, formation)?;
        }
    }
    Ok(())
}

kernel::section! { for State, Scenario;
    /// An HQ was jumped: it is Used, its formation loses Prepared Defense, and it retreats, or leaves the map. Ruling: a
    /// formation is Done when it loses its last HQ.
    public HqJumped { formation: FormationId, unit: UnitId, gone: bool, hq: Option<u8> = None }
    does |state| {
        let waits = |one: &Jumped| one.formation == formation;
        let waits = state.facts.activation.as_ref().is_some_and(|now| now.jumped.iter().any(waits));
        let side = state.unit(unit).map(|unit| unit.card.side);
        if let Some(side) = side {
            state.facts.jumps[side] += 1;
        }
        let command = state.command_mut(formation);
        let from = command.hq.set(hq_at(hq), None);
        command.prepared = false;
        command.state = match command.state {
            _ if gone && !waits && command.hq.first().is_none() => HqState::Done,
            HqState::Unused => HqState::Used,
            other => other,
        };
        if let (Some(activation), Some(from), false) = (&mut state.facts.activation, from, gone) {
            activation.jumped.push(Jumped { formation, hq, from });
        }
    },
    told |setup| {
        let one = format!("{} of {}", the_hq(setup, formation, hq), setup.formation_name(formation));
        let words = if gone { format!(" jumps {one}, which has no way and leaves the map.") } else { format!(" jumps {one}.") };
        super::of_unit(setup, unit, &words).rule(RuleId("BCS-HQ-5"))
    };

    /// Trains were jumped: they go Off-Map.
    public TrainsJumped { formation: FormationId }
    does |state| state.command_mut(formation).trains = Trains::OffMap,
    told |setup| of_formation(setup, formation, ": the trains are jumped and go Off-Map.").rule(RuleId("BCS-HQ-5"));

    /// An HQ retreated.
    public HqRetreated { formation: FormationId, at: Place, jumped: bool, hq: Option<u8> = None }
    does |state| {
        state.command_mut(formation).hq.set(hq_at(hq), Some(at));
        if !jumped {
            stop_mover(state, None);
        }
        if let Some(activation) = &mut state.facts.activation {
            if jumped {
                activation.jumped.retain(|one| (one.formation, hq_at(one.hq)) != (formation, hq_at(hq)));
            } else {
                activation.hq_moved.add(hq_at(hq));
                activation.hq_retreated = true;
            }
        }
    },
    told |setup| {
        let words = format!(": {} retreats to {}.", the_hq(setup, formation, hq), setup.board.called(at));
        of_formation(setup, formation, &words).rule(RuleId("BCS-RET-13"))
    };

    /// An HQ came back to the map, Used.
    public HqReturned { formation: FormationId, at: Place, hq: Option<u8> = None }
    does |state| {
        let command = state.command_mut(formation);
        if command.hq.first().is_none() {
            command.state = HqState::Used;
        }
        command.hq.set(hq_at(hq), Some(at));
    },
    told |setup| {
        let card = setup.formation(formation).map(|at| &setup.formations[at]);
        let name = card.map_or_else(String::new, |card| card.hq_of(hq_at(hq)));
        Text::new(format!("{name} returns in {}.", setup.board.called(at))).rule(RuleId("BCS-HQ-6"))
    };
}
