//! CWFF-11 and CWFF-7A-5: rolls of the table that the neutral makes: maneuver rolls that are rolled again, and what an
//! attached poltroon does to his brigade.

use super::*;
use crate::battle::Attached;
use crate::charts::s11_army_leader::{Over, inside, radius, rerolls};
use crate::setup::Options;
use crate::words::{LeaderId, Rating, Use};

/// The rating of the army leader of a side, if he is there. [CWFF-R40]
pub fn army_leader(battle: &Battle, side: Side) -> Option<(LeaderId, i32)> {
    let half = &battle.halves[side];
    let id = half.leads.filter(|_| !half.leader_gone)?;
    Some((id, battle.muster(side).leader(id)?.army_command))
}

/// [CWFF-R40] Whether corps leaders of a side without an army leader count as inside a radius; nothing where one is there.
pub fn inside_without(battle: &Battle, side: Side, options: &Options) -> Option<bool> {
    let half = &battle.halves[side];
    let over = match (half.leads, half.leader_gone) {
        (Some(_), false) => return None,
        (Some(_), true) => Over::Gone,
        (None, _) => Over::NeverWas,
    };
    Some(inside(over, options.army_leader_absent))
}

/// [CWFF-11-1] Everybody learns who leads an army on the table: his radius and his rolls are no secret.
pub(super) fn introduce(cx: &mut Cx<'_>, battle: BattleId) -> Adjudged {
    for side in Side::BOTH {
        let Some(fought) = cx.state().battle(battle) else { return Ok(()) };
        let oob = fought.halves[side].oob.as_ref();
        if let Some(leader) = oob.and_then(|oob| oob.army_leader) {
            let army_command = fought.muster(side).leader(leader).map(|leader| leader.army_command);
            cx.record(Introduced { battle, side, leader, army_command })?;
        }
    }
    Ok(())
}

/// [CWFF-R40] The neutral notes that an army leader fell, was captured or left: from then on he has neither radius nor rolls.
pub fn lose_leader(cx: &mut Cx<'_>, battle: BattleId, side: Side) -> Adjudged {
    let leader = cx.check(|why| {
        neutral(cx.state(), cx.seat(), None, "CWFF-R40", why)?;
        let fought = at_step(cx.state(), battle, &[Step::Day, Step::Night], "CWFF-R40", why)?;
        let half = &fought.halves[side];
        let leader =
            why.need(half.leads, "CWFF-R40", "data", || "Nobody leads this army on the table.".into())?;
        why.unless(!half.leader_gone, "CWFF-R40", "dup", || "This is noted.".into())?;
        Ok(leader)
    })?;
    cx.record(LeaderLost { battle, side, leader })
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
    if forced {
        // The enemy names brigades that he sees; whether others exist is not his to learn. What he sees besides them, leaders
        // and batteries, rolls no maneuver.
        why.unless(battle.brigades_seen(side).any(|seen| seen == brigade), "CWFF-11D-3", "data", || {
            format!("You see no brigade {brigade} on the table.")
        })?;
    } else {
        why.unless(battle.on_field(side, brigade), "CWFF-11D-3", "data", || {
            format!("{brigade} is no brigade of yours on the table.")
        })?;
    }
    let again = half.rerolled.contains(&brigade) || (!forced && half.unseen_rerolled.contains(&brigade));
    why.unless(!again, "CWFF-R27", "dup", || format!("The roll of {brigade} was rolled again this turn."))?;
    let leader = army_leader(battle, side);
    let (points, against) = leader.map_or((0, false), |(_, rating)| rerolls(rating));
    let points = if against == forced { points } else { 0 };
    why.unless(half.rerolls() < points, "CWFF-11D-3", "cap", || match (points, forced) {
        (0, true) if leader.is_none() => {
            "You choose no roll again: the enemy has no army leader there.".into()
        }
        (0, false) => "No army leader of yours has a roll again to give.".into(),
        (0, true) => "You choose no roll again: the rating of the enemy’s army leader gives you none.".into(),
        (1, _) => "One maneuver roll is rolled again each turn.".into(),
        (n, _) => format!("{n} maneuver rolls are rolled again each turn."),
    })?;
    Ok(side)
}

/// [CWFF-11D-3] [CWFF-7-1] A maneuver is rolled again; the second result stands. Everybody sees the roll, and of which brigade
/// whoever sees that.
pub fn reroll(cx: &mut Cx<'_>, battle: BattleId, brigade: UnitId, forced: bool) -> Adjudged {
    let side = cx.check(|why| may_reroll(cx.state(), cx.seat(), battle, brigade, forced, why))?;
    let Some(fought) = cx.state().battle(battle) else { return Ok(()) };
    let half = &fought.halves[side];
    let seen = half.shown.contains(&brigade);
    // The first roll of the brigade on that turn is made at the table; what is rolled again is counted over the battle,
    // whichever brigade it is of, so that nothing of brigades that nobody sees enters a question that everybody reads, and no
    // turn that is opened first brings another face.
    let mark = format!("r{}", u32::from(half.before[0]) + half.rerolls());
    let ask = Ask::new(RuleId("CWFF-11D-3"), "Maneuver, again").of(side.number());
    let ask = if seen { ask.about(brigade) } else { ask };
    let ask = ask.known_as(known(cx.state(), battle, mark)).seen_by(Audience::Public);
    let roll = cx.roll(ask, kernel::Die::D(10))?;
    let roll = u8::try_from(roll).unwrap_or(0);
    cx.record(Rerolled { battle, side, brigade: seen.then_some(brigade), roll })?;
    if seen { Ok(()) } else { cx.record(UnseenRerolled { battle, side, brigade }) }
}

/// The side of whose brigade a poltroon roll is asked: that of the seat, the one that the neutral names, or the only one that
/// has such a brigade.
fn whose(
    state: &State,
    seat: Seat,
    id: BattleId,
    (brigade, named): (UnitId, Option<Side>),
    why: &mut Reasons,
) -> Checked<Side> {
    if let Some(side) = Side::of(seat) {
        why.unless(named.is_none_or(|named| named == side), "CWFF-7A-5", "actor", || {
            "Each side rolls for its own brigades.".into()
        })?;
        return Ok(side);
    }
    neutral(state, seat, None, "CWFF-7A-5", why)?;
    if let Some(side) = named {
        return Ok(side);
    }
    let battle = at_step(state, id, &[Step::Day], "CWFF-7A-5", why)?;
    let mut have = Side::BOTH.into_iter().filter(|side| battle.on_field(*side, brigade));
    match (have.next(), have.next()) {
        (Some(side), None) => Ok(side),
        (None, _) => why.refuse("CWFF-7A-5", "data", || format!("{brigade} is no brigade on the table.")),
        _ => why.refuse("CWFF-7A-5", "data", || format!("Both sides have a {brigade}: say of which side.")),
    }
}

/// [CWFF-7A-5] [CWFF-R25] Whether a poltroon could be attached to a brigade: a division or corps leader of its chain is one, or
/// a leader without a command, who may attach to any. [CWFF-R5] A brigade has one maneuver a turn; close combat may come again.
fn may_ask(
    state: &State,
    seat: Seat,
    id: BattleId,
    (brigade, named): (UnitId, Option<Side>),
    on: Use,
    why: &mut Reasons,
) -> Checked<Side> {
    let side = whose(state, seat, id, (brigade, named), why)?;
    let battle = at_step(state, id, &[Step::Day], "CWFF-7A-5", why)?;
    let half = &battle.halves[side];
    why.unless(battle.on_field(side, brigade), "CWFF-7A-5", "data", || {
        if seat == side.seat() {
            format!("{brigade} is no brigade of yours on the table.")
        } else {
            format!("The {} side has no brigade {brigade} on the table.", state.setup.sides[side].name)
        }
    })?;
    let is_poltroon = |leader: LeaderId| {
        half.rated
            .iter()
            .any(|rated| rated.of.as_str() == leader.as_str() && rated.rating == Rating::Poltroon)
    };
    let could = half.oob.as_ref().is_some_and(|oob| {
        let chain = oob
            .brigade(brigade)
            .map(|(division, _)| [division.leader, oob.corps_of(division).and_then(|corps| corps.leader)]);
        let chain = chain.into_iter().flatten().flatten();
        chain.chain(oob.attached.iter().copied()).any(is_poltroon)
    });
    why.unless(could, "CWFF-7A-5", "not-eligible", || {
        "No division or corps leader of this brigade is a Poltroon, nor a leader without a command.".into()
    })?;
    let again = on == Use::Maneuver && (half.maneuvered(brigade) || half.unseen_maneuvers.contains(&brigade));
    why.unless(!again, "CWFF-7A-5", "dup", || {
        format!("The Poltroon of {brigade} was rolled for at its maneuver this turn.")
    })?;
    Ok(side)
}

/// [CWFF-7A-5] [CWFF-7-1] One roll for each use: plus or minus 1 on an even chance.
pub fn poltroon(
    cx: &mut Cx<'_>,
    battle: BattleId,
    (brigade, named): (UnitId, Option<Side>),
    on: Use,
) -> Adjudged {
    let side = cx.check(|why| may_ask(cx.state(), cx.seat(), battle, (brigade, named), on, why))?;
    let Some(fought) = cx.state().battle(battle) else { return Ok(()) };
    let half = &fought.halves[side];
    let seen = half.shown.contains(&brigade);
    let ask = Ask::new(RuleId("CWFF-7A-5"), "Attached Poltroon").of(side.number());
    // Uses of a kind are counted over the battle, whichever brigade they are of, as maneuvers that are rolled again are.
    let ask = if seen { ask.about(brigade) } else { ask };
    let nth = usize::from(half.before[1 + on as usize]) + half.uses(on) + 1;
    let mark = format!("p.{}", on as u8);
    let ask = ask.known_as(known(cx.state(), battle, mark)).nth(nth).seen_by(Audience::Public);
    let plus = cx.draw(ask, |setup| &setup.half, &kernel::Modifiers::none())?.yes;
    cx.record(PoltroonRolled { battle, side, brigade: seen.then_some(brigade), on, plus })?;
    if seen { Ok(()) } else { cx.record(UnseenPoltroon { battle, side, brigade }) }
}

/// [CWFF-7A-4] [CWFF-7A-5] What a Poltroon who leads a chain does to a brigade's maneuver: unattached he gives no plus, and
/// takes one outside his radius; attached he takes one from all others of the chain.
pub const fn poltroon_modifier(attached_elsewhere: bool, in_radius: bool) -> i32 {
    if attached_elsewhere || !in_radius { -1 } else { 0 }
}

/// A brigade as everybody may name it.
fn named(brigade: Option<UnitId>) -> String {
    brigade.map_or_else(|| "a brigade not in sight".into(), |brigade| brigade.to_string())
}

kernel::section! { for State, Setup;
    /// Who leads an army became known, with his army command rating.
    public Introduced { battle: BattleId, side: Side, leader: LeaderId, army_command: Option<i32> = None }
    does |state| state.battle_mut(battle).halves[side].leads = Some(leader),
    told |setup| {
        let printed = || setup.card(leader).map_or(0, |card| card.leader.army_command);
        let radius = radius(army_command.unwrap_or_else(printed));
        by(side, battle, format!("is led by {}, whose army radius is {radius}.", setup.named(leader)))
    };

    /// An army leader fell, was captured or left.
    public LeaderLost { battle: BattleId, side: Side, leader: LeaderId }
    does |state| state.battle_mut(battle).halves[side].leader_gone = true,
    told |setup| by(side, battle, format!(
        "has lost its army leader, {}: his radius and his rolls are gone.", setup.named(leader)
    ));

    /// A maneuver was rolled again; its brigade is named where everybody sees it.
    public Rerolled { battle: BattleId, side: Side, brigade: Option<UnitId> = None, roll: u8 }
    does |state| {
        let half = &mut state.battle_mut(battle).halves[side];
        match brigade {
            Some(brigade) => half.rerolled.push(brigade),
            None => half.unseen_rolls += 1,
        }
    },
    told |_| by(side, battle, format!("rolled the maneuver of {} again: {roll}.", named(brigade)));

    /// Which brigade not in sight that was.
    secret UnseenRerolled { battle: BattleId, side: Side, brigade: UnitId }
    does |state| state.battle_mut(battle).halves[side].unseen_rerolled.push(brigade),
    told |_| by(side, battle, format!("rolled again for {brigade}."));

    /// An attached Poltroon did something to his brigade, which is named where everybody sees it.
    public PoltroonRolled { battle: BattleId, side: Side, brigade: Option<UnitId> = None, on: Use, plus: bool }
    does |state| {
        let half = &mut state.battle_mut(battle).halves[side];
        half.poltroons += 1;
        half.attached.push(Attached { brigade, on });
    },
    told |_| {
        let amount = if plus { "+1" } else { "−1" };
        by(side, battle, format!("has {amount} for {} with its Poltroon at {}.", named(brigade), on.prose()))
    };

    /// To which brigade not in sight he is attached.
    secret UnseenPoltroon { battle: BattleId, side: Side, brigade: UnitId }
    does |state| {
        let half = &mut state.battle_mut(battle).halves[side];
        // What for, the public record just before it says.
        if half.attached.last().is_some_and(|last| last.on == Use::Maneuver) {
            half.unseen_maneuvers.push(brigade);
        }
    },
    told |_| by(side, battle, format!("has its Poltroon with {brigade}."));
}
