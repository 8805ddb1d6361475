//! CWFF-11 and CWFF-7A-5: rolls of the table that the neutral makes: maneuver rolls that are rolled again, and what an
//! attached poltroon does to his brigade.

use super::*;
use crate::charts::s11_army_leader::rerolls;
use crate::words::{LeaderId, Rating, Use};

/// The rating of the army leader of a side, if he is there. [CWFF-R40]
fn army_leader(battle: &Battle, side: Side) -> Option<(LeaderId, i32)> {
    let id = battle.halves[side].leads?;
    Some((id, battle.muster(side).leader(id)?.army_command))
}

/// [CWFF-11-1] Everybody learns who leads an army on the table: his radius and his rolls are no secret.
pub(super) fn introduce(cx: &mut Cx<'_>, battle: BattleId) -> Adjudged {
    for side in Side::BOTH {
        let oob = cx.state().battle(battle).and_then(|battle| battle.halves[side].oob.as_ref());
        if let Some(leader) = oob.and_then(|oob| oob.army_leader) {
            cx.record(Introduced { battle, side, leader })?;
        }
    }
    Ok(())
}

/// [CWFF-11D-3] [CWFF-R27] Whether a maneuver of a side may be rolled again, by its own leader's choice or by the enemy's.
fn may_reroll(
    state: &State,
    seat: Seat,
    id: BattleId,
    brigade: UnitId,
    forced: bool,
    why: &mut Reasons,
) -> Checked<Side> {
    let asks = why.side(seat, "CWFF-11D-3")?;
    let battle = at_step(state, id, &[Step::Day], "CWFF-11D-3", why)?;
    why.unless(battle.turn > 0, "CWFF-11D-3", "step", || "The first turn has not begun.".into())?;
    let side = if forced { asks.enemy() } else { asks };
    let half = &battle.halves[side];
    // The enemy names brigades that he sees; whether others exist is not his to learn.
    let known = if forced { half.shown.contains(&brigade) } else { half.came.contains(&brigade) };
    why.unless(known, "CWFF-11D-3", "data", || format!("{brigade} is no such brigade on the table."))?;
    let (points, against) = army_leader(battle, side).map_or((0, false), |(_, rating)| rerolls(rating));
    let points = if against == forced { points } else { 0 };
    why.unless((half.rerolled.len() as u64) < u64::from(points), "CWFF-11D-3", "cap", || {
        format!("{} maneuver rolls are rolled again each turn.", points)
    })?;
    why.unless(!half.rerolled.contains(&brigade), "CWFF-R27", "dup", || {
        format!("The roll of {brigade} was rolled again this turn.")
    })?;
    Ok(side)
}

/// [CWFF-11D-3] A maneuver is rolled again; the second result stands.
pub fn reroll(cx: &mut Cx<'_>, battle: BattleId, brigade: UnitId, forced: bool) -> Adjudged {
    let side = cx.check(|why| may_reroll(cx.state(), cx.seat(), battle, brigade, forced, why))?;
    let Some(fought) = cx.state().battle(battle) else { return Ok(()) };
    let (day, turn, number) = (fought.day, fought.turn, number_of(fought, side, brigade));
    // A further number of the same question: the first roll of the brigade on that turn is made at the table.
    let ask = Ask::new(RuleId("CWFF-11D-3"), "Maneuver, again").of(side.number()).about(brigade);
    let nth = usize::from(day) * 64 + usize::from(turn);
    let ask = ask.known_as(known(battle, number)).nth(nth).seen_by(Audience::Public);
    let roll = cx.roll(ask, kernel::Die::D(10))?;
    cx.record(Rerolled { battle, side, brigade, roll: u8::try_from(roll).unwrap_or(0) })
}

/// [CWFF-7A-5] [CWFF-R25] Whether a poltroon could be attached to a brigade: a division or corps leader of its chain is one.
fn may_ask(state: &State, seat: Seat, id: BattleId, brigade: UnitId, why: &mut Reasons) -> Checked<Side> {
    let side = why.side(seat, "CWFF-7A-5")?;
    let battle = at_step(state, id, &[Step::Day], "CWFF-7A-5", why)?;
    let half = &battle.halves[side];
    why.unless(half.came.contains(&brigade), "CWFF-7A-5", "data", || {
        format!("{brigade} is no brigade of yours on the table.")
    })?;
    let chain = half.oob.as_ref().and_then(|oob| {
        let (division, _) = oob.brigade(brigade)?;
        Some([division.leader, oob.corps_of(division).and_then(|corps| corps.leader)])
    });
    let poltroon = chain.into_iter().flatten().flatten().any(|leader| {
        half.rated
            .iter()
            .any(|rated| rated.of.as_str() == leader.as_str() && rated.rating == Rating::Poltroon)
    });
    why.unless(poltroon, "CWFF-7A-5", "not-eligible", || {
        "No division or corps leader of this brigade is a Poltroon.".into()
    })?;
    Ok(side)
}

/// [CWFF-7A-5] One roll for each use: plus or minus 1 on an even chance.
pub fn poltroon(cx: &mut Cx<'_>, battle: BattleId, brigade: UnitId, on: Use) -> Adjudged {
    let side = cx.check(|why| may_ask(cx.state(), cx.seat(), battle, brigade, why))?;
    let Some(fought) = cx.state().battle(battle) else { return Ok(()) };
    let (number, nth) = (number_of(fought, side, brigade), usize::from(fought.halves[side].poltroons) + 1);
    let ask = Ask::new(RuleId("CWFF-7A-5"), "Attached Poltroon").of(side.number()).about(brigade);
    let ask = ask.known_as(known(battle, number)).nth(nth).seen_by(Audience::Public);
    let plus = cx.draw(ask, |setup| &setup.half, &kernel::Modifiers::none())?.yes;
    cx.record(PoltroonRolled { battle, side, brigade, on, plus })
}

/// [CWFF-7A-4] [CWFF-7A-5] What a Poltroon who leads a chain does to a brigade's maneuver: unattached he gives no plus, and
/// takes one outside his radius; attached he takes one from all others of the chain.
pub const fn poltroon_modifier(attached_elsewhere: bool, in_radius: bool) -> i32 {
    if attached_elsewhere || !in_radius { -1 } else { 0 }
}

happens! {
    /// Who leads an army became known.
    public Introduced { battle: BattleId, side: Side, leader: LeaderId }
    does |this, state| state.battle_mut(this.battle).halves[this.side].leads = Some(this.leader),
    told |this, setup| {
        let acr = setup.card(this.leader).map_or(0, |card| card.leader.army_command);
        let radius = crate::charts::s11_army_leader::radius(acr);
        by(this.side, this.battle, format!("is led by {}, whose army radius is {radius}.", setup.named(this.leader)))
    };

    /// A maneuver was rolled again.
    public Rerolled { battle: BattleId, side: Side, brigade: UnitId, roll: u8 }
    does |this, state| {
        state.battle_mut(this.battle).halves[this.side].rerolled.push(this.brigade);
    },
    told |this, _| by(this.side, this.battle, format!("rolled the maneuver of {} again: {}.", this.brigade, this.roll));

    /// An attached Poltroon did something to his brigade.
    public PoltroonRolled { battle: BattleId, side: Side, brigade: UnitId, on: Use, plus: bool }
    does |this, state| state.battle_mut(this.battle).halves[this.side].poltroons += 1,
    told |this, _| by(this.side, this.battle, format!(
        "has {} for {} with its Poltroon at {}.", if this.plus { "+1" } else { "−1" }, this.brigade, this.on.prose()
    ));
}
