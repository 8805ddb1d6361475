//! CWFF-8A and CWFF-8B: nightfall, the night move, withdrawal by night.

use super::*;
use crate::battle::{Fate, Left, Spot};
use crate::oob::names::Named;
use crate::setup::Moves;
use crate::setup::options::NightLine;
use crate::words::Arm;

/// [CWFF-8A-1] [CWFF-8A-3] The next day begins: only what was on the table at nightfall takes part, and what everybody sees
/// is seen where it has moved to.
pub(super) fn dawn(cx: &mut Cx<'_>, battle: BattleId) -> Adjudged {
    let day = cx.state().battle(battle).map_or(1, |battle| battle.day + 1);
    cx.record(super::s8_day::DayOpened { battle, day })?;
    for side in Side::BOTH {
        let shown = cx.state().battle(battle).map(|battle| battle.halves[side].shown.clone());
        super::s7_ratings::seen_at(cx, battle, side, &shown.unwrap_or_default())?;
    }
    Ok(())
}

/// [CWFF-8A-1] [CWFF-8A-3] [CWFF-8-2] A side writes down where its units stand at nightfall, all that are on the field; one
/// without a brigade there is driven off at once.
pub fn nightfall(cx: &mut Cx<'_>, battle: BattleId, spots: &[Spot]) -> Adjudged {
    let spots = &super::s6_sketch::meant(cx, battle, spots);
    let side = cx.check_all(|why| {
        let side = why.side(cx.seat(), "CWFF-8A-3")?;
        let fought = at_step(cx.state(), battle, &[Step::Night], "CWFF-8A-3", why)?;
        let half = &fought.halves[side];
        let field = fought.field.as_ref().and_then(|name| cx.setup().field(name));
        for spot in spots {
            why.unless(fought.named(side, spot.unit).is_some(), "CWFF-8A-3", "data", || {
                super::s6_sketch::unknown(spot.unit)
            })?;
        }
        for spot in spots.iter().filter(|spot| fought.named(side, spot.unit).is_some()) {
            why.unless(fought.stands_there(side, spot.unit), "CWFF-8A-1", "not-eligible", || {
                format!("{} is not on the table at nightfall.", cx.setup().called(spot.unit))
            })?;
        }
        why.need((!half.nightfall_in).then_some(()), "CWFF-8A-3", "dup", || {
            "Your positions are written down.".into()
        })?;
        for (at, spot) in spots.iter().enumerate() {
            why.unless(
                !spots[..at].iter().any(|earlier| earlier.unit == spot.unit),
                "CWFF-8A-3",
                "dup",
                || format!("{} stands here twice.", cx.setup().called(spot.unit)),
            )?;
        }
        for spot in spots {
            why.unless(
                field.is_some_and(|field| field.holds((spot.x, spot.y))),
                "CWFF-8A-3",
                "zone",
                || format!("{} stands outside the field.", cx.setup().called(spot.unit)),
            )?;
        }
        Ok(side)
    })?;
    let seen = {
        let shown =
            cx.state().battle(battle).map(|battle| battle.halves[side].shown.clone()).unwrap_or_default();
        spots.iter().filter(|spot| shown.contains(&spot.unit)).copied().collect()
    };
    cx.record(NightfallSet { battle, side, spots: spots.clone() })?;
    cx.record(NightfallSeen { battle, side, spots: seen })?;
    if cx.state().battle(battle).is_some_and(|battle| battle.is_empty(side)) {
        return super::s8_day::leaves(cx, battle, side, Left::Driven);
    }
    Ok(())
}

/// The square of a distance, in quarters of an inch.
fn square(one: &Spot, other: &Spot) -> i64 {
    let (dx, dy) = (i64::from(one.x.0 - other.x.0), i64::from(one.y.0 - other.y.0));
    dx * dx + dy * dy
}

/// The standard move of a unit: a brigade and a battery by their arms, whatever else as a leader. [CWFF-R34]
fn standard(moves: &Moves, battle: &Battle, side: Side, unit: UnitId) -> i32 {
    let half = &battle.halves[side];
    let arm = half.oob.as_ref().and_then(|oob| Some(oob.arm(oob.brigade(unit)?.0, battle.muster(side))));
    match (arm, battle.named(side, unit)) {
        (Some(Arm::Infantry), _) => moves.infantry.0,
        (Some(Arm::Cavalry), _) => moves.cavalry.0,
        (None, Some(Named::Battery(Arm::Infantry, _))) => moves.foot_artillery.0,
        (None, Some(Named::Battery(Arm::Cavalry, _))) => moves.horse_artillery.0,
        (None, _) => moves.leader.0,
    }
}

/// [CWFF-8A-3] Where everything that moves stood at nightfall.
fn may_leave(
    state: &State,
    seat: Seat,
    id: BattleId,
    spots: &[Spot],
    why: &mut Reasons,
) -> Checked<(Side, Vec<(Spot, Spot)>)> {
    let side = why.side(seat, "CWFF-8A-3")?;
    let battle = at_step(state, id, &[Step::Night], "CWFF-8A-3", why)?;
    let (half, enemy) = (&battle.halves[side], &battle.halves[side.enemy()]);
    why.unless(half.nightfall_in && enemy.nightfall_in, "CWFF-8A-3", "step", || {
        "Both sides write down first where they stand at nightfall.".into()
    })?;
    why.unless(!spots.is_empty(), "CWFF-8A-3", "data", || "Name a unit.".into())?;
    let mut ways = Vec::new();
    for spot in spots {
        let from = half.nightfall.iter().find(|known| known.unit == spot.unit);
        why.unless(from.is_some(), "CWFF-8A-3", "data", || {
            format!(
                "{} was not written down at nightfall, and has no night move.",
                state.setup.called(spot.unit)
            )
        })?;
        ways.extend(from.map(|from| (*from, *spot)));
    }
    why.need((!half.closed).then_some(()), "CWFF-8A-3", "sealed", || "You have closed the night.".into())?;
    Ok((side, ways))
}

/// [CWFF-8A-3] [CWFF-R37] On the field, and not nearer to the enemy than at nightfall. Measured to where those of his units
/// stood at nightfall that everybody sees.
fn stays_away(
    state: &State,
    battle: &Battle,
    side: Side,
    (from, spot): &(Spot, Spot),
    why: &mut Reasons,
) -> Checked {
    let (half, enemy) = (&battle.halves[side], &battle.halves[side.enemy()]);
    let field = battle.field.as_ref().and_then(|name| state.setup.field(name));
    why.unless(field.is_some_and(|field| field.holds((spot.x, spot.y))), "CWFF-8A-3", "zone", || {
        format!("{} would stand outside the field.", state.setup.called(spot.unit))
    })?;
    let is_nearer = |foe: &&Spot| match state.setup.options.night_line {
        NightLine::Unit => square(spot, foe) < square(from, foe),
        NightLine::Army => Some(square(spot, foe)) < half.nightfall.iter().map(|own| square(own, foe)).min(),
    };
    // One enemy is enough to say that it comes too near.
    let foe = enemy.seen_at.iter().find(is_nearer);
    why.unless(foe.is_none(), "CWFF-8A-3", "zone", || {
        // Both sides may call a brigade the same.
        let foe = foe.map(|foe| state.setup.called(foe.unit)).unwrap_or_default();
        let own = state.setup.called(spot.unit);
        format!("{own} would stand nearer to the enemy’s {foe} than at nightfall.")
    })
}

/// [CWFF-8A-3] At most three standard moves.
fn is_in_reach(
    state: &State,
    battle: &Battle,
    side: Side,
    (from, spot): &(Spot, Spot),
    why: &mut Reasons,
) -> Checked {
    let most = i64::from(3 * standard(&state.setup.moves, battle, side, spot.unit));
    why.unless(square(from, spot) <= most * most, "CWFF-8A-3", "range", || {
        format!(
            "{} moves at most {} by night.",
            state.setup.called(spot.unit),
            crate::words::Inches(i32::try_from(most).unwrap_or(0))
        )
    })
}

/// [CWFF-8A-3] Units move by night, without a maneuver roll; unseen until dawn.
pub fn night_move(cx: &mut Cx<'_>, battle: BattleId, spots: &[Spot]) -> Adjudged {
    let spots = &super::s6_sketch::meant(cx, battle, spots);
    let side = cx.check_all(|why| {
        let (side, ways) = may_leave(cx.state(), cx.seat(), battle, spots, why)?;
        let Some(fought) = cx.state().battle(battle) else { return Ok(side) };
        ways.iter().try_for_each(|way| stays_away(cx.state(), fought, side, way, why))?;
        ways.iter().try_for_each(|way| is_in_reach(cx.state(), fought, side, way, why))?;
        Ok(side)
    })?;
    for spot in spots {
        cx.record(MovedByNight { battle, side, spot: *spot })?;
    }
    Ok(())
}

/// [CWFF-8B-1] An army that held until nightfall withdraws unmolested.
pub fn withdraw(cx: &mut Cx<'_>, battle: BattleId) -> Adjudged {
    let side = cx.check(|why| {
        let side = why.side(cx.seat(), "CWFF-8B-1")?;
        at_step(cx.state(), battle, &[Step::Night], "CWFF-8B-1", why)?;
        Ok(side)
    })?;
    super::s8_day::leaves(cx, battle, side, Left::Withdrew)
}

happens! {
    /// Night fell. Skedaddlers are back with their brigades; a force that has not come never comes. [CWFF-8A-1] [CWFF-8A-2]
    public NightFell { battle: BattleId }
    does |this, state| {
        let battle = state.battle_mut(this.battle);
        (battle.step, battle.night_fell) = (Step::Night, true);
        for fated in &mut battle.sealed.fates {
            if !battle.halves[fated.side].entered.contains(&fated.flank) {
                fated.fate = Fate::NEVER;
            }
        }
        for (_, half) in battle.halves.iter_mut() {
            half.closed = false;
            half.nightfall_in = false;
            half.seen_at.clear();
            half.due.clear();
        }
    },
    told |this, _| at(this.battle, "night fell; who ran away is back with his brigade.");

    /// A side wrote down where it stands at nightfall.
    secret NightfallSet { battle: BattleId, side: Side, spots: Vec<Spot> }
    does |this, state| {
        let half = &mut state.battle_mut(this.battle).halves[this.side];
        half.nightfall.clone_from(&this.spots);
        half.sketch.clone_from(&this.spots);
    },
    told |this, _| by(this.side, this.battle, format!("wrote down the places of {}.", kernel::grammar::counted(this.spots.len(), "unit")));

    /// Where the units stand at nightfall that everybody sees.
    public NightfallSeen { battle: BattleId, side: Side, spots: Vec<Spot> }
    does |this, state| {
        let half = &mut state.battle_mut(this.battle).halves[this.side];
        half.nightfall_in = true;
        half.seen_at.clone_from(&this.spots);
        // What was seen and is not written down is off the field. [CWFF-8A-1]
        half.shown.retain(|unit| this.spots.iter().any(|spot| spot.unit == *unit));
    },
    told |this, _| by(this.side, this.battle, "wrote down its positions at nightfall.");

    /// A unit moved by night.
    secret MovedByNight { battle: BattleId, side: Side, spot: Spot }
    does |this, state| {
        let half = &mut state.battle_mut(this.battle).halves[this.side];
        half.sketch.iter_mut().filter(|spot| spot.unit == this.spot.unit).for_each(|spot| *spot = this.spot);
    },
    told |this, setup| by(this.side, this.battle, format!("moved {} by night.", setup.called(this.spot.unit)));
}
