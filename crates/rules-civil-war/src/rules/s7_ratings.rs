//! CWFF-7: what is placed at the start, and CWFF-7A: ratings of leaders and brigades.

use super::*;
use crate::battle::Rated;
use crate::setup::Leader;
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

/// The counter that a name means, if it means one.
fn leader_of(battle: &Battle, side: Side, of: UnitId) -> Option<&Leader> {
    battle.muster(side).leader(LeaderId::from(Id::from(of)))
}

/// [CWFF-4D-2] [CWFF-7A-1] Rolled for whoever is on the table, once; leaders without a counter are Average and never roll.
fn may_rate(state: &State, seat: Seat, id: BattleId, side: Side, of: UnitId, why: &mut Reasons) -> Checked {
    why.umpire(seat, "CWFF-7A-1")?;
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
    let there = unrated(battle, side).contains(&of);
    let rated = half.rated.iter().any(|rated| rated.of == of);
    why.unless(!rated, "CWFF-7A-1", "dup", || format!("{of} is rated."))?;
    why.unless(there, "CWFF-7B-11", "not-eligible", || format!("{of} is not on the table yet."))
}

/// [CWFF-7A-1] The neutral rolls a rating, or all of a side that are due; the enemy never learns of it.
pub fn rate(cx: &mut Cx<'_>, battle: BattleId, side: Side, of: Option<UnitId>) -> Adjudged {
    if let Some(of) = of {
        return rate_one(cx, battle, side, of);
    }
    let due = cx.check(|why| {
        why.umpire(cx.seat(), "CWFF-7A-1")?;
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
    )
}

/// What the rating of somebody hangs on: his tactical rating, or nothing for a brigade.
fn rolls(state: &State, battle: BattleId, side: Side, of: UnitId) -> Option<i32> {
    leader_of(state.battle(battle)?, side, of).map(|leader| leader.tactical)
}

fn rate_one(cx: &mut Cx<'_>, battle: BattleId, side: Side, of: UnitId) -> Adjudged {
    cx.check(|why| may_rate(cx.state(), cx.seat(), battle, side, of, why))?;
    let (number, tactical) = {
        let Some(fought) = cx.state().battle(battle) else { return Ok(()) };
        (number_of(fought, side, of), leader_of(fought, side, of).map(|leader| leader.tactical))
    };
    let ask = |rule| {
        Ask::new(RuleId(rule), "Rating")
            .of(side.number())
            .about(of)
            .known_as(known(battle, number))
            .seen_by(side.only())
    };
    let none = kernel::Modifiers::none();
    let rating = match tactical.map(chance) {
        Some(Chance::Sure(rating)) => rating,
        Some(Chance::Even(rating)) => {
            if cx.draw(ask("CWFF-7A-2"), |setup| &setup.half, &none)?.yes {
                rating
            } else {
                Rating::Average
            }
        }
        // [CWFF-7A-6]
        None => {
            let excellent = cx.draw(ask("CWFF-7A-6"), |setup| &setup.brigade, &none)?.yes;
            if excellent { Rating::Excellent } else { Rating::Average }
        }
    };
    cx.record(RatingRolled { battle, side, of, rating })
}

/// [CWFF-7-1] [CWFF-R11] The neutral says which units everybody sees.
pub fn reveal(cx: &mut Cx<'_>, battle: BattleId, side: Side, units: &[UnitId]) -> Adjudged {
    cx.check(|why| {
        why.umpire(cx.seat(), "CWFF-7-1")?;
        let fought = at_step(cx.state(), battle, &[Step::Placing, Step::Day, Step::Night], "CWFF-7-1", why)?;
        why.unless(!units.is_empty(), "CWFF-7-1", "data", || "Name a unit.".into())?;
        for unit in units {
            let half = &fought.halves[side];
            why.unless(half.came.contains(unit), "CWFF-7-1", "not-eligible", || {
                format!("{unit} is no brigade on the table.")
            })?;
            why.unless(!half.shown.contains(unit), "CWFF-7-1", "dup", || format!("{unit} is seen already."))?;
        }
        Ok(())
    })?;
    cx.record(Shown { battle, side, units: units.to_vec() })
}

happens! {
    /// A rating was rolled.
    secret RatingRolled { battle: BattleId, side: Side, of: UnitId, rating: Rating }
    does |this, state| state.battle_mut(this.battle).halves[this.side].rated.push(Rated { of: this.of, rating: this.rating }),
    told |this, _| by(this.side, this.battle, format!("rated {}: {}.", this.of, this.rating.prose()));

    /// Units were seen.
    public Shown { battle: BattleId, side: Side, units: Vec<UnitId> }
    does |this, state| state.battle_mut(this.battle).halves[this.side].shown.extend(this.units.iter().copied()),
    told |this, _| by(this.side, this.battle, format!("showed {}.", kernel::grammar::listed(&this.units)));
}
