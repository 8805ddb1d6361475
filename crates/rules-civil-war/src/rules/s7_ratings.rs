//! CWFF-7: what is placed at the start, and CWFF-7A: ratings of leaders and brigades.

use super::*;
use crate::battle::{Rated, Spot};
use crate::oob::names::Named;
use crate::setup::Leader;
use crate::sight::could_be_seen;
use crate::words::{LeaderId, Rating};

/// How a leader is rated. [CWFF-T2] [CWFF-R12]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    /// He is this.
    Sure(Rating),
    /// He is this on an even chance, else Average.
    Even(Rating),
}

/// [CWFF-7A-2] [CWFF-7A-3] [CWFF-R12] What a tactical rating comes to.
pub const fn chance(tactical: i32) -> Chance {
    match tactical {
        2.. => Chance::Sure(Rating::Excellent),
        1 => Chance::Even(Rating::Excellent),
        0 => Chance::Sure(Rating::Average),
        -1 => Chance::Even(Rating::Poltroon),
        _ => Chance::Sure(Rating::Poltroon),
    }
}

/// Who and what of a side is on the table and not rated: counters, then brigades. [CWFF-7A-1] [CWFF-7B-11]
pub fn unrated(battle: &Battle, side: Side) -> Vec<UnitId> {
    let half = &battle.halves[side];
    let leaders = battle.counters_on_table(side).into_iter().filter(|(_, there)| *there);
    let leaders = leaders.map(|(leader, _)| UnitId::from(Id::from(leader)));
    let rated = |of: &UnitId| half.rated.iter().any(|rated| rated.of == *of);
    leaders.chain(half.came.iter().copied()).filter(|of| !rated(of)).collect()
}

/// [CWFF-7B-11] Whether somebody of a side is still to be rated. Where the sides roll themselves, everybody knows whether they
/// have, and nobody how many there were.
pub fn owes_ratings(setup: &Setup, battle: &Battle, side: Side) -> bool {
    if setup.options.no_person() { battle.halves[side].rates } else { !unrated(battle, side).is_empty() }
}

/// Notes where the sides roll themselves whether a side owes ratings now.
pub(super) fn note_owed(state: &mut State, battle: BattleId, side: Side) {
    if state.setup.options.no_person() {
        let battle = state.battle_mut(battle);
        battle.halves[side].rates = !unrated(battle, side).is_empty();
    }
}

/// Where the sides roll themselves: everybody learns that a side has, and the day opens when both have. [CWFF-8-1]
fn all_rated(cx: &mut Cx<'_>, battle: BattleId, side: Side) -> Adjudged {
    let owed = |cx: &Cx<'_>, side: Side| {
        cx.state().battle(battle).is_some_and(|fought| owes_ratings(cx.setup(), fought, side))
    };
    let left = cx.state().battle(battle).is_some_and(|fought| !unrated(fought, side).is_empty());
    if left || !owed(cx, side) {
        return Ok(());
    }
    cx.record(RatingsIn { battle, side })?;
    let placing = cx.state().battle(battle).is_some_and(|fought| fought.step == Step::Placing);
    // [CWFF-7B-1] Nothing is rolled beforehand, so the step of the marches passes.
    if placing && !owed(cx, side.enemy()) {
        cx.record(super::s8_day::DayOpened { battle, day: 1 })?;
    }
    Ok(())
}

/// The counter that a name means, if it means one.
fn leader_of(battle: &Battle, side: Side, of: UnitId) -> Option<&Leader> {
    battle.muster(side).leader(LeaderId::from(Id::from(of)))
}

/// [CWFF-4D-2] [CWFF-7A-1] Rolled for whoever is on the table, once; leaders without a counter are Average and never roll.
fn may_rate(state: &State, seat: Seat, id: BattleId, side: Side, of: UnitId, why: &mut Reasons) -> Checked {
    neutral(state, seat, Some(side), "CWFF-7A-1", why)?;
    let battle = at_step(state, id, &[Step::Placing, Step::Day], "CWFF-7A-1", why)?;
    let half = &battle.halves[side];
    let known = leader_of(battle, side, of).is_some()
        || half.oob.as_ref().is_some_and(|oob| oob.brigade(of).is_some());
    let oob = half.oob.as_ref();
    let average = oob.is_some_and(|oob| {
        oob.corps.iter().any(|corps| corps.id == of) || oob.divisions.iter().any(|division| division.id == of)
    });
    why.unless(!average || known, "CWFF-4D-2", "not-eligible", || {
        format!("{of} is a command; leaders without a counter are Average.")
    })?;
    why.unless(known, "CWFF-7A-1", "data", || format!("There is nobody {of} in this army."))?;
    let rated = half.rated.iter().any(|rated| rated.of == of);
    let there = rated || unrated(battle, side).contains(&of);
    why.unless(there, "CWFF-7B-11", "not-eligible", || format!("{of} is not on the table yet."))?;
    why.unless(!rated, "CWFF-7A-1", "dup", || format!("{of} is rated."))
}

/// [CWFF-7A-1] The neutral rolls a rating, or all of a side that are due; the enemy never learns of it.
pub fn rate(cx: &mut Cx<'_>, battle: BattleId, side: Side, of: Option<UnitId>) -> Adjudged {
    if let Some(of) = of {
        rate_one(cx, battle, side, of)?;
        return all_rated(cx, battle, side);
    }
    let due = cx.check(|why| {
        neutral(cx.state(), cx.seat(), Some(side), "CWFF-7A-1", why)?;
        let fought = at_step(cx.state(), battle, &[Step::Placing, Step::Day], "CWFF-7A-1", why)?;
        let due = unrated(fought, side);
        why.unless(!due.is_empty(), "CWFF-7A-1", "dup", || {
            "Everybody of this side on the table is rated.".into()
        })?;
        Ok(due)
    })?;
    cx.for_each_subject(
        &due,
        |state, of| rolls(state, battle, side, *of),
        |cx, of| rate_one(cx, battle, side, *of),
    )?;
    all_rated(cx, battle, side)
}

/// What the rating of somebody hangs on: his tactical rating, or nothing for a brigade.
fn rolls(state: &State, battle: BattleId, side: Side, of: UnitId) -> Option<i32> {
    leader_of(state.battle(battle)?, side, of).map(|leader| leader.tactical)
}

fn rate_one(cx: &mut Cx<'_>, battle: BattleId, side: Side, of: UnitId) -> Adjudged {
    cx.check(|why| may_rate(cx.state(), cx.seat(), battle, side, of, why))?;
    let (name, tactical) = {
        let Some(fought) = cx.state().battle(battle) else { return Ok(()) };
        let mark = questions::mark_of(cx.setup(), fought, side, of);
        (known(cx.state(), battle, mark), leader_of(fought, side, of).map(|leader| leader.tactical))
    };
    let ask = |rule| {
        Ask::new(RuleId(rule), "Rating").of(side.number()).about(of).known_as(name).seen_by(side.only())
    };
    let none = kernel::Modifiers::none();
    let rating = match tactical.map(chance) {
        Some(Chance::Sure(rating)) => rating,
        Some(Chance::Even(rating)) => {
            let rule = if rating == Rating::Poltroon { "CWFF-7A-3" } else { "CWFF-7A-2" };
            if cx.draw(ask(rule), |setup| &setup.half, &none)?.yes { rating } else { Rating::Average }
        }
        // [CWFF-7A-6]
        None => {
            let excellent = cx.draw(ask("CWFF-7A-6"), |setup| &setup.brigade, &none)?.yes;
            if excellent { Rating::Excellent } else { Rating::Average }
        }
    };
    cx.record(RatingRolled { battle, side, of, rating })
}

/// [CWFF-7-1] Everybody sees where units stand, as their side laid them out last.
pub(super) fn seen_at(cx: &mut Cx<'_>, battle: BattleId, side: Side, units: &[UnitId]) -> Adjudged {
    let Some(fought) = cx.state().battle(battle) else { return Ok(()) };
    let sketch = fought.halves[side].sketch.iter();
    let spots: Vec<Spot> = sketch.filter(|spot| units.contains(&spot.unit)).copied().collect();
    if spots.is_empty() { Ok(()) } else { cx.record(SeenAt { battle, side, spots }) }
}

/// [CWFF-7-1] [CWFF-R11] Where lines of sight decide, what could be seen is placed as both sketches are closed.
pub(super) fn place_by_sight(cx: &mut Cx<'_>, battle: BattleId) -> Adjudged {
    if cx.setup().options.by_sight() {
        for side in Side::BOTH {
            let units = cx.state().battle(battle).map(|fought| in_sight(cx.setup(), fought, side));
            let units = units.unwrap_or_default();
            if !units.is_empty() {
                cx.record(Shown { battle, side, units: units.clone() })?;
                seen_at(cx, battle, side, &units)?;
            }
        }
    }
    Ok(())
}

/// [CWFF-R11] What of a sketch could be seen from the enemy's deployment zone, and may be said to be seen.
pub fn in_sight(setup: &Setup, battle: &Battle, side: Side) -> Vec<UnitId> {
    let field = battle.field.as_ref().and_then(|name| setup.field(name));
    let zone = super::s6_sketch::zone(setup, battle, side.enemy());
    let Some((field, zone)) = field.zip(zone) else { return Vec::new() };
    let spots = battle.halves[side].sketch.iter().filter(|spot| may_be_seen(battle, side, spot.unit));
    spots.filter(|spot| could_be_seen(field, zone, (spot.x, spot.y))).map(|spot| spot.unit).collect()
}

/// [CWFF-7-1] Brigades, leaders with counters and batteries that are on the field. Other leaders are seen with their commands.
pub fn may_be_seen(battle: &Battle, side: Side, unit: UnitId) -> bool {
    battle.named(side, unit) != Some(Named::Command) && battle.stands_there(side, unit)
}

/// [CWFF-7-1] [CWFF-R11] The neutral says which units everybody sees. Before the first turn of a day they are seen where they
/// were laid out; later the figures stand on the table.
pub fn reveal(cx: &mut Cx<'_>, battle: BattleId, side: Side, units: &[UnitId]) -> Adjudged {
    let laid_out = cx.check_all(|why| {
        neutral(cx.state(), cx.seat(), Some(side), "CWFF-7-1", why)?;
        let fought = at_step(cx.state(), battle, &[Step::Placing, Step::Day, Step::Night], "CWFF-7-1", why)?;
        why.unless(!units.is_empty(), "CWFF-7-1", "data", || "Name a unit.".into())?;
        for unit in units {
            why.unless(may_be_seen(fought, side, *unit), "CWFF-7-1", "not-eligible", || {
                format!("{unit} is nothing that stands on the table.")
            })?;
        }
        let half = &fought.halves[side];
        for unit in units {
            why.unless(!half.shown.contains(unit), "CWFF-7-1", "dup", || format!("{unit} is seen already."))?;
        }
        let laid_out = fought.step == Step::Placing || (fought.step == Step::Day && fought.turn == 0);
        Ok(laid_out)
    })?;
    cx.record(Shown { battle, side, units: units.to_vec() })?;
    if laid_out { seen_at(cx, battle, side, units) } else { Ok(()) }
}

happens! {
    /// A rating was rolled.
    secret RatingRolled { battle: BattleId, side: Side, of: UnitId, rating: Rating }
    does |this, state| state.battle_mut(this.battle).halves[this.side].rated.push(Rated { of: this.of, rating: this.rating }),
    told |this, setup| {
        let name = setup.called(this.of);
        at(this.battle, "").side(this.side.number()).say(format!("’s {name} is {}.", this.rating.prose()))
    };

    /// A side had rolled its ratings.
    public RatingsIn { battle: BattleId, side: Side }
    does |this, state| state.battle_mut(this.battle).halves[this.side].rates = false,
    told |this, _| by(this.side, this.battle, "rolled its ratings.");

    /// Units were seen.
    public Shown { battle: BattleId, side: Side, units: Vec<UnitId> }
    does |this, state| state.battle_mut(this.battle).halves[this.side].shown.extend(this.units.iter().copied()),
    told |this, setup| {
        let names = this.units.iter().map(|unit| setup.called(*unit));
        by(this.side, this.battle, format!("showed {}.", kernel::grammar::listed(names)))
    };

    /// Where units stand became known that everybody sees.
    public SeenAt { battle: BattleId, side: Side, spots: Vec<Spot> }
    does |this, state| {
        let seen = &mut state.battle_mut(this.battle).halves[this.side].seen_at;
        seen.retain(|known| !this.spots.iter().any(|spot| spot.unit == known.unit));
        seen.extend(this.spots.iter().copied());
    },
    told |this, setup| {
        let place = |spot: &Spot| format!("{} at {}, {}", setup.called(spot.unit), spot.x, spot.y);
        by(this.side, this.battle, format!("stands with {}.", kernel::grammar::listed(this.spots.iter().map(place))))
    };
}
