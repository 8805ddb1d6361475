//! BCS-RET: Voluntary Retreats of units.

use kernel::{Adjudged, Ask, Audience, Checked, Reasons, RuleId, Seat};

use super::s10_movement::{stop_mover, take};
use super::s18_retreat::{Retreated, TookRefuge, paths, refuges};
use super::{Cx, about, at_step, of_unit, own_unit, s6_hq, s17_isolation::lose, throw};
use crate::charts::s8_snafu::{Action, allows};
use crate::charts::s18_retreat::voluntary;
use crate::setup::Scenario;
use crate::sheet::Field;
use crate::sight::Sight;
use crate::state::{Halt, State, Step, Unit};
use crate::words::{Place, UnitId, hq_at};

/// A unit of the activated formation that may retreat of its own will: in an EZOC, after FULL or PARTIAL. [BCS-RET-11]
pub fn may_begin<'s>(state: &Sight<'s>, seat: Seat, id: UnitId, why: &mut Reasons) -> Checked<Unit<'s>> {
    let (activation, body) = at_step(state.state(), seat, Step::Activities, why)?;
    let (unit, at) = own_unit(state.state(), body, id, why)?;
    let allowed = activation
        .level
        .is_some_and(|level| allows(level, Action::VoluntaryRetreat, !activation.second, false));
    why.unless(allowed, "BCS-SNAFU-9", "snafu", || {
        "After a FAIL only the HQ retreats of its own will.".into()
    })?;
    why.unless(unit.piece.halt != Halt::Finished, "BCS-STOP-4", "finished", || {
        about(state, id, "it is FINISHED.")
    })?;
    let ground = state.ground();
    let threatened = ground.board.cell(at).is_some_and(|cell| ground.threatened(unit.card.side, cell));
    why.unless(threatened, "BCS-RET-11", "zone", || about(state, id, "it stands in no EZOC."))?;
    Ok(unit)
}

/// [BCS-RET-11] Whether a unit can retreat of its own will along a path; an empty one leads to its HQ Refuge: with the HQ that
/// is named, else the nearest.
pub fn may_withdraw(
    state: &Sight<'_>,
    seat: Seat,
    id: UnitId,
    path: &[Place],
    hq: Option<u8>,
    why: &mut Reasons,
) -> Checked<Option<Place>> {
    let unit = may_begin(state, seat, id, why)?;
    if path.is_empty() {
        let at = why.need(home(state, unit.card.id, hq), "BCS-RET-5", "refuge", || {
            about(state, id, "it has no HQ Refuge.")
        })?;
        return Ok(Some(at));
    }
    s6_hq::comes_to_none(hq, why)?;
    why.unless(paths(state, state.ground(), id).iter().any(|best| best == path), "BCS-RET-4", "path", || {
        "This is none of the best paths: three hexes away, clear of EZOCs, nearer to the HQ, under the stacking limit.".into()
    })?;
    Ok(None)
}

/// The paths of a Voluntary Retreat of a unit; an empty one leads to its HQ Refuge, the nearest without a number.
pub fn choices(state: &Sight<'_>, seat: Seat, id: UnitId) -> Vec<(Vec<Place>, Option<u8>)> {
    let Ok(unit) = may_begin(state, seat, id, &mut Reasons::whether()) else { return Vec::new() };
    let mut all: Vec<_> = paths(state, state.ground(), id).into_iter().map(|path| (path, None)).collect();
    // The number of the first HQ is written out where another is nearer.
    let numbers = refuges(state, unit).into_iter().enumerate();
    all.extend(
        numbers.map(|(at, (n, _))| (Vec::new(), if at == 0 { None } else { u8::try_from(n + 1).ok() })),
    );
    all
}

/// Where the HQ is to which a unit would retreat of its own will: the one that is named, else the nearest. [BCS-RET-5]
pub fn home(state: &Sight<'_>, id: UnitId, hq: Option<u8>) -> Option<Place> {
    let mut found = refuges(state, state.unit(id)?).into_iter();
    found.find(|(n, _)| hq.is_none() || *n == hq_at(hq)).map(|(_, at)| at)
}

/// [BCS-RET-11] Retreats, throws a die for a loss, and is FINISHED.
pub fn withdraw(cx: &mut Cx<'_>, unit: UnitId, path: &[Place], hq: Option<u8>) -> Adjudged {
    let hq = cx.check(|why| may_withdraw(&Sight::of(cx.state()), cx.seat(), unit, path, hq, why))?;
    let ask = Ask::new(RuleId("BCS-RET-11"), "Voluntary Retreat").about(unit).seen_by(Audience::Public);
    let lost = throw(cx, ask, &voluntary(false))?.get(Field::Steps) > 0;
    match hq {
        Some(at) => cx.record(TookRefuge { unit, at })?,
        None => cx.record(Retreated { unit, path: path.to_vec(), flips: true })?,
    }
    cx.record(Withdrew { unit, lost })?;
    // What dies on its way takes nothing.
    match cx.state().unit(unit).and_then(|unit| unit.piece.on_map()) {
        Some(at) if path.is_empty() => take(cx, unit, &[at]),
        Some(_) => take(cx, unit, path),
        None => Ok(()),
    }
}

kernel::section! { for State, Scenario;
    /// A unit has retreated of its own will, and is FINISHED.
    public Withdrew { unit: UnitId, lost: bool }
    does |state| {
        stop_mover(state, None);
        let piece = state.piece_mut(unit);
        (piece.halt, piece.held) = (Halt::Finished, false);
        if lost {
            lose(state, unit, 1);
        }
    },
    told |setup| {
        let words = if lost { " retreated of its own will and lost a step." } else { " retreated of its own will." };
        of_unit(setup, unit, words).rule(RuleId("BCS-RET-11"))
    };
}
