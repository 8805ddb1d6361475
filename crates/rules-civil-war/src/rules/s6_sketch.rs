//! CWFF-6: sketches, and the breastworks of CWFF-7C.

use super::*;
use kernel::grammar::counted;

use crate::battle::{Segment, Spot};
use crate::charts::s7_ground::breastworks;
use crate::setup::Zone;
use crate::words::{Inches, Role};

/// The deployment zone of a side. [CWFF-6-2]
pub fn zone<'s>(setup: &'s Setup, battle: &Battle, side: Side) -> Option<&'s Zone> {
    setup.field(battle.field.as_ref()?)?.zone(battle.edge_of(side)?)
}

/// [CWFF-6-1] [CWFF-6-2] [CWFF-6-3] What may stand on the sketch of a side, within its zone: what it has a name for
/// ([`crate::oob::names::Named`]), and nothing that marches around a flank.
fn may_sketch(state: &State, seat: Seat, id: BattleId, spots: &[Spot], why: &mut Reasons) -> Checked<Side> {
    let side = why.side(seat, "CWFF-6-1")?;
    let battle = at_step(state, id, &[Step::Sketch], "CWFF-6-1", why)?;
    let zone =
        why.need(zone(&state.setup, battle, side), "CWFF-6-2", "data", || "The field has no zone.".into())?;
    for spot in spots {
        why.unless(battle.named(side, spot.unit).is_some(), "CWFF-6-1", "data", || unknown(spot.unit))?;
    }
    for (at, spot) in spots.iter().enumerate() {
        why.unless(!spots[..at].iter().any(|earlier| earlier.unit == spot.unit), "CWFF-6-1", "dup", || {
            format!("{} stands on the sketch twice.", state.setup.called(spot.unit))
        })?;
    }
    let closed = battle.halves[side].closed;
    why.unless(!closed, "CWFF-6-1", "sealed", || "Your sketch is closed.".into())?;
    for spot in spots {
        why.unless(!battle.marches(side, spot.unit), "CWFF-6-3", "zone", || {
            format!("{} marches around a flank.", state.setup.called(spot.unit))
        })?;
        why.unless(
            zone.holds((spot.x, spot.y)) && on_field(state, battle, (spot.x, spot.y)),
            "CWFF-6-2",
            "zone",
            || format!("{} stands outside your deployment zone.", state.setup.called(spot.unit)),
        )?;
    }
    Ok(side)
}

/// What the side that places units means by their names.
pub(super) fn meant(cx: &Cx<'_>, id: BattleId, spots: &[Spot]) -> Vec<Spot> {
    match (Side::of(cx.seat()), cx.state().battle(id)) {
        (Some(side), Some(battle)) => battle.places_meant(side, spots),
        _ => spots.to_vec(),
    }
}

/// Why a name means nothing to a side that places units.
pub(super) fn unknown(unit: UnitId) -> String {
    format!(
        "You have no {unit}: brigades and leaders stand by their names, batteries as battery-1 or horse-battery-1."
    )
}

/// Whether a point lies on the field of a battle: a zone without bounds reaches to its edge.
fn on_field(state: &State, battle: &Battle, point: (Inches, Inches)) -> bool {
    let field = battle.field.as_ref().and_then(|name| state.setup.field(name));
    field.is_some_and(|field| field.holds(point))
}

/// [CWFF-6-1] [CWFF-6-4] A side sketches where its units stand; nobody else ever sees it.
pub fn sketch(cx: &mut Cx<'_>, battle: BattleId, spots: &[Spot]) -> Adjudged {
    let spots = meant(cx, battle, spots);
    let side = cx.check_all(|why| may_sketch(cx.state(), cx.seat(), battle, &spots, why))?;
    cx.record(Sketched { battle, side, spots })
}

/// [CWFF-7C-1] [CWFF-7C-2] [CWFF-7C-3] [CWFF-7C-4] [CWFF-R28] [CWFF-R29] Inches of breastworks of the defender: a percent of
/// the stands that he has on the table; where nobody may march that is all of them.
pub fn inches(setup: &Setup, battle: &Battle) -> Inches {
    let side = battle.input.side(Role::Defender);
    let Some(oob) = &battle.halves[side].oob else { return Inches(0) };
    let on_table: u32 = battle
        .starters(side)
        .iter()
        .filter_map(|id| oob.brigade(*id))
        .map(|(_, b)| u32::from(b.stands()))
        .sum();
    breastworks(on_table, super::s5_flanks::ground_of(setup, battle).works, setup.options.breastworks_round)
}

/// [CWFF-7C-1] What the defender may draw: anywhere on the field, no longer than he has. Only units are bound to his zone.
fn may_dig(
    state: &State,
    seat: Seat,
    id: BattleId,
    segments: &[Segment],
    why: &mut Reasons,
) -> Checked<Side> {
    let side = why.side(seat, "CWFF-7C-1")?;
    is_defender(state, id, side, "CWFF-7C-1", "The defender has breastworks.", why)?;
    let battle = at_step(state, id, &[Step::Sketch], "CWFF-7C-1", why)?;
    why.unless(!battle.halves[side].closed, "CWFF-7C-1", "sealed", || "Your sketch is closed.".into())?;
    for line in segments {
        let mut ends = [(line.x1, line.y1), (line.x2, line.y2)].into_iter();
        why.unless(ends.all(|point| on_field(state, battle, point)), "CWFF-7C-1", "zone", || {
            let Segment { x1, y1, x2, y2 } = line;
            format!("Breastworks lie on the field; the line from {x1}, {y1} to {x2}, {y2} leaves it.")
        })?;
    }
    let (length, most): (f64, Inches) =
        (segments.iter().map(Segment::quarters).sum(), inches(&state.setup, battle));
    // Lines at an angle have lengths that are no quarters: less than a thousandth of an inch is no breach.
    why.unless(length <= f64::from(most.0) + 0.004, "CWFF-7C-1", "range", || {
        let length = (length * 25.0).round() / 100.0;
        format!("You have {most} of breastworks; these lines are {length}″ long.")
    })?;
    Ok(side)
}

/// [CWFF-7C-1] The defender draws his breastworks.
pub fn dig(cx: &mut Cx<'_>, battle: BattleId, segments: &[Segment]) -> Adjudged {
    let side = cx.check_all(|why| may_dig(cx.state(), cx.seat(), battle, segments, why))?;
    cx.record(Dug { battle, side, segments: segments.to_vec() })
}

/// [CWFF-6-1] A side closes its sketch: every brigade on the table stands on it. Or it closes the night, or the reckoning
/// where no person is the neutral.
pub fn close(cx: &mut Cx<'_>, battle: BattleId) -> Adjudged {
    let (side, step) = cx.check(|why| {
        let side = why.side(cx.seat(), "CWFF-6-1")?;
        let steps: &[Step] = if cx.setup().options.no_person() {
            &[Step::Sketch, Step::Night, Step::After]
        } else {
            &[Step::Sketch, Step::Night]
        };
        let fought = at_step(cx.state(), battle, steps, "CWFF-6-1", why)?;
        let half = &fought.halves[side];
        why.unless(!half.closed, "CWFF-6-1", "sealed", || {
            "You have closed and wait for the other side.".into()
        })?;
        if fought.step == Step::Sketch {
            for id in fought.starters(side) {
                why.unless(half.sketch.iter().any(|spot| spot.unit == id), "CWFF-6-1", "incomplete", || {
                    format!("{id} is not on your sketch.")
                })?;
            }
        } else if fought.step == Step::After {
            super::s9_reckoning::is_done(cx.state(), fought, side, why)?;
        } else {
            why.unless(half.nightfall_in, "CWFF-8A-3", "incomplete", || {
                "Write down first where your units stand at nightfall.".into()
            })?;
        }
        Ok((side, fought.step))
    })?;
    cx.record(Closed { battle, side })?;
    if cx.state().battle(battle).is_some_and(|battle| battle.halves.both(|half| half.closed)) {
        if step == Step::Sketch {
            super::s11_rerolls::introduce(cx, battle)?;
            go(cx, battle, Step::Placing)?;
            return super::s7_ratings::place_by_sight(cx, battle);
        }
        if step == Step::After {
            return super::s9_feedback::take_back(cx, battle);
        }
        return super::s8_night::dawn(cx, battle);
    }
    Ok(())
}

happens! {
    /// A side sketched its deployment.
    secret Sketched { battle: BattleId, side: Side, spots: Vec<Spot> }
    does |this, state| state.battle_mut(this.battle).halves[this.side].sketch.clone_from(&this.spots),
    told |this, _| by(this.side, this.battle, format!("sketched {}.", counted(this.spots.len(), "unit")));

    /// The defender drew his breastworks.
    secret Dug { battle: BattleId, side: Side, segments: Vec<Segment> }
    does |this, state| state.battle_mut(this.battle).halves[this.side].works.clone_from(&this.segments),
    told |this, _| by(this.side, this.battle, format!("drew {} of breastworks.", counted(this.segments.len(), "line")));

    /// A side closed its sketch, the night or the reckoning.
    public Closed { battle: BattleId, side: Side }
    does |this, state| state.battle_mut(this.battle).halves[this.side].closed = true,
    told |this, _| by(this.side, this.battle, "closed.");
}
