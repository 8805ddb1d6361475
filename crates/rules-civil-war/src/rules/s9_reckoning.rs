//! CWFF-9: the winner, the reports, the chances and checks after a battle.

use kernel::grammar::{counted as count, counted_of, listed};

use super::*;
use crate::battle::outcome::{
    self, CHANCE_DIE, chance, counted, may_promote_any, must_check, open_parts, takes_chance, winner,
};
use crate::battle::report;
use crate::battle::{Half, Report};
use crate::setup::options::Options;
use crate::words::{Fate, LeaderId, SpId};

fn after<'s>(state: &'s State, id: BattleId, rule: &'static str, why: &mut Reasons) -> Checked<&'s Battle> {
    at_step(state, id, &[Step::After], rule, why)
}

/// [CWFF-9-1] [CWFF-R23] The neutral enters the victory points; only when a side has left the field. [CWFF-8-2]
pub fn end(cx: &mut Cx<'_>, battle: BattleId, points: [u16; 2]) -> Adjudged {
    cx.check(|why| {
        neutral(cx.state(), cx.seat(), None, "CWFF-8-2", why)?;
        let fought = after(cx.state(), battle, "CWFF-8-2", why)?;
        why.unless(fought.halves[Side::FIRST].points.is_none(), "CWFF-9-1", "dup", || {
            "The points are there.".into()
        })
    })?;
    cx.record(PointsEntered { battle, union: points[0], confederate: points[1] })
}

/// [CWFF-9A-1] A side reports what the battle cost it; it may write its report anew until a chance or a promotion rests on it.
pub fn hand_in(cx: &mut Cx<'_>, battle: BattleId, report: &Report) -> Adjudged {
    let report = match (Side::of(cx.seat()), cx.state().battle(battle)) {
        (Some(side), Some(fought)) => fought.report_meant(side, report),
        _ => report.clone(),
    };
    let side = cx.check_all(|why| {
        let side = why.side(cx.seat(), "CWFF-9A-1")?;
        let fought = after(cx.state(), battle, "CWFF-9A-1", why)?;
        report::names_its_own(fought, side, &report, why)?;
        let half = &fought.halves[side];
        why.unless(!half.closed, "CWFF-9A-1", "sealed", || "You have said that you are done.".into())?;
        let promoted = half.crack.is_some() || half.no_crack;
        let rolled = half.shaken.is_some() || half.chance.is_some() || !half.parts.is_empty();
        why.unless(!rolled && !promoted, "CWFF-9A-1", "sealed", || {
            "A chance, a roll or a promotion rests on your report already.".into()
        })?;
        report::is_possible(fought, side, &report, why)?;
        Ok(side)
    })?;
    cx.record(Reported { battle, side, report })
}

/// A chance in lowest terms: 2 of 4 is 1 of 2, and the same question.
fn shortened((n, of): (u16, u16)) -> (u16, u16) {
    let shared = u16::try_from(kernel::fraction::gcd(n.into(), of.into())).unwrap_or(1).max(1);
    (n / shared, of / shared)
}

/// What a side's chance rests on: it holds the field, and has not lost too much for one. With the chance, where it is known:
/// as it was entered, or as the table has it.
fn chance_is_due<'s>(
    cx: &'s Cx<'_>,
    id: BattleId,
    side: Side,
    why: &mut Reasons,
) -> Checked<(&'s Battle, Option<(u16, u16)>)> {
    neutral(cx.state(), cx.seat(), Some(side), "CWFF-9C-1", why)?;
    let battle = after(cx.state(), id, "CWFF-9C-1", why)?;
    let (half, options) = (&battle.halves[side], &cx.setup().options);
    why.unless(half.left.is_none(), "CWFF-9C-1", "not-eligible", || {
        "It left the field, and is demoralized without a roll.".into()
    })?;
    // Nothing is lost before the report is there.
    why.unless(takes_chance(battle, side, options), "CWFF-9C-1", "not-eligible", || {
        "It lost 2 strength points or more, and is demoralized without a roll.".into()
    })?;
    why.unless(half.shaken.is_none(), "CWFF-9C-1", "dup", || "This was rolled.".into())?;
    let row = cx.setup().column(&battle.input.column, battle.input.size);
    let of_row = row.map(|row| chance(row, counted(battle, side, options), options.demoral_condition));
    Ok((battle, half.chance.or(of_row).map(shortened)))
}

/// Whether the losses are there on which a chance rests.
fn is_reported(state: &State, id: BattleId, side: Side, why: &mut Reasons) -> Checked {
    let there = state.battle(id).is_some_and(|battle| battle.halves[side].report.is_some());
    why.unless(there, "CWFF-9C-1", "incomplete", || "Its report is not there.".into())
}

/// [CWFF-9C-1] The neutral enters a chance that the campaign's table lacks.
pub fn enter_chance(cx: &mut Cx<'_>, battle: BattleId, side: Side, n: u16, of: u16) -> Adjudged {
    cx.check(|why| {
        let (_, known) = chance_is_due(cx, battle, side, why)?;
        why.unless(known.is_none(), "CWFF-9C-1", "dup", || "The chance is known.".into())?;
        why.unless(n <= of, "CWFF-9C-1", "range", || {
            format!("{n} faces cannot demoralize where {of} have this loss.")
        })?;
        let (_, least) = shortened((n, of));
        why.unless(least > 0 && CHANCE_DIE.is_multiple_of(least), "CWFF-9C-1", "range", || {
            format!("A chance is so many of 1 to 6, 8, 10, 12, 20 or any faces that divide {CHANCE_DIE}.")
        })?;
        is_reported(cx.state(), battle, side, why)
    })?;
    cx.record(ChanceEntered { battle, side, n, of })?;
    super::k_standing::stands(cx, battle, [side])
}

/// [CWFF-9C-1] [CWFF-R24] The chance of the holder of the field; with no face of that loss nobody is demoralized.
pub fn roll_chance(cx: &mut Cx<'_>, battle: BattleId, side: Side) -> Adjudged {
    let chance = cx.check(|why| {
        let (_, known) = chance_is_due(cx, battle, side, why)?;
        let known = why.need(known, "CWFF-9C-1", "data", || {
            "The combat results table has no such column; enter the chance.".into()
        })?;
        is_reported(cx.state(), battle, side, why)?;
        Ok(known)
    })?;
    // It is thrown also where it is sure: whether it was would tell what the side reported.
    let faces = outcome::faces(chance);
    let ask = Ask::new(RuleId("CWFF-9C-1"), "Demoralization").of(side.number());
    let ask = ask.known_as(known(cx.state(), battle, "9c")).seen_by(Audience::Public);
    let demoralized = cx.roll(ask, kernel::Die::D(CHANCE_DIE))? <= i32::from(faces);
    cx.record(ChanceTaken { battle, side, demoralized })?;
    super::k_standing::stands(cx, battle, [side])
}

/// [CWFF-9D-1] [CWFF-9D-2] The loss check of a leader who never came to the table.
pub fn check_leader(cx: &mut Cx<'_>, battle: BattleId, leader: LeaderId) -> Adjudged {
    let (side, stars, place) = cx.check(|why| {
        neutral(cx.state(), cx.seat(), None, "CWFF-9D-2", why)?;
        let fought = after(cx.state(), battle, "CWFF-9D-2", why)?;
        let side = Side::BOTH.into_iter().find(|side| fought.muster(*side).leader(leader).is_some());
        let side = why.need(side, "CWFF-9D-2", "data", || format!("{leader} is in neither army."))?;
        why.unless(must_check(fought, side).contains(&leader), "CWFF-9D-1", "not-eligible", || {
            format!("{} was on the table, where his fate was decided.", cx.setup().named(leader))
        })?;
        let checked = fought.halves[side].checked.iter().any(|checked| checked.leader == leader);
        why.unless(!checked, "CWFF-9D-2", "dup", || format!("{} is checked.", cx.setup().named(leader)))?;
        let stars = fought.muster(side).leader(leader).map_or(1, |leader| leader.stars);
        Ok((side, stars, questions::leader_place(cx.setup(), leader).unwrap_or(0)))
    })?;
    let ask = Ask::new(RuleId("CWFF-9D-2"), "Leader loss").of(side.number()).about(leader);
    let name = known(cx.state(), battle, format_args!("l{place}"));
    let ask = ask.known_as(name).seen_by(Audience::Public);
    let sum = cx.roll(ask, kernel::Die::Sum { n: 2, sides: 6 })?;
    let fate = cx.setup().losses[usize::from(stars.clamp(1, 4)) - 1].fate(sum);
    cx.record(LeaderChecked { battle, side, leader, fate })
}

/// [CWFF-4F-3] [CWFF-4F-4] [CWFF-R8] The winner promotes a strength point.
pub fn promote(cx: &mut Cx<'_>, battle: BattleId, sp: SpId) -> Adjudged {
    if cx.state().battle(battle).is_some_and(|fought| fought.on_board.is_some()) {
        return super::s1_agreement::promote_on_board(cx, battle, sp);
    }
    let side = cx.check(|why| {
        let (side, fought) = winner_promotes(cx, battle, why)?;
        let half = &fought.halves[side];
        let options = &cx.setup().options;
        why.need(fought.muster(side).sp(sp), "CWFF-4F-3", "not-eligible", || {
            format!("{sp} is not in your army.")
        })?;
        super::s1_agreement::worthy(fought, side, sp, why)?;
        why.unless(may_be_left(fought, side, sp, options), "CWFF-4F-3", "not-eligible", || {
            format!("{sp} is lost.")
        })?;
        is_open(half, why)?;
        super::s9_parts::are_rolled(fought, side, cx.setup(), why)?;
        Ok(side)
    })?;
    cx.record(Promoted { battle, side, sp })
}

/// [CWFF-4F-3] The winner may promote, so he may also promote nobody.
pub fn promote_nobody(cx: &mut Cx<'_>, battle: BattleId) -> Adjudged {
    let side = cx.check(|why| {
        let (side, fought) = winner_promotes(cx, battle, why)?;
        let options = &cx.setup().options;
        let mut own = fought.muster(side).sp.iter().map(|sp| sp.id);
        let any =
            own.any(|sp| outcome::is_worthy(fought, side, sp) && may_be_left(fought, side, sp, options));
        why.unless(any, "CWFF-4F-3", "not-eligible", || {
            "You have no strength point that may become crack.".into()
        })?;
        is_open(&fought.halves[side], why)?;
        super::s9_parts::are_rolled(fought, side, cx.setup(), why)?;
        Ok(side)
    })?;
    cx.record(PromotedNobody { battle, side })
}

/// The winner, who says what becomes crack.
fn winner_promotes<'s>(cx: &'s Cx<'_>, id: BattleId, why: &mut Reasons) -> Checked<(Side, &'s Battle)> {
    let side = why.side(cx.seat(), "CWFF-4F-3")?;
    let fought = after(cx.state(), id, "CWFF-4F-3", why)?;
    let won = why.need(winner(fought, &cx.setup().options), "CWFF-9-1", "step", || {
        "The victory points are not there.".into()
    })?;
    why.unless(won == side, "CWFF-4F-3", "actor", || "The winner promotes.".into())?;
    Ok((side, fought))
}

/// Whether it is known which strength points of a side are lost.
fn is_settled(battle: &Battle, side: Side, options: &Options) -> bool {
    battle.halves[side].report.is_some() && open_parts(battle, side, options).next().is_none()
}

/// Whether a strength point is not known to be lost.
fn may_be_left(battle: &Battle, side: Side, sp: SpId, options: &Options) -> bool {
    !is_settled(battle, side, options) || !outcome::is_lost(battle, side, sp, options)
}

/// The winner has not said it yet, and has reported what is lost before.
fn is_open(half: &Half, why: &mut Reasons) -> Checked {
    why.unless(half.crack.is_none(), "CWFF-4F-3", "dup", || "You have promoted one.".into())?;
    why.unless(!half.no_crack, "CWFF-4F-3", "dup", || "You have promoted nobody.".into())?;
    why.unless(half.report.is_some(), "CWFF-4F-3", "incomplete", || "Report your losses first.".into())
}

/// [CWFF-4F-3] The winner, while he still has to say which strength point becomes crack, or that none does.
pub fn owes_promotion(battle: &Battle, options: &Options) -> Option<Side> {
    winner(battle, options).filter(|side| {
        let half = &battle.halves[*side];
        let said = half.crack.is_some() || half.no_crack;
        is_settled(battle, *side, options) && !said && may_promote_any(battle, *side, options)
    })
}

/// What is missing before the book takes a battle back.
pub(super) fn complete(state: &State, battle: &Battle, why: &mut Reasons) -> Checked {
    for side in Side::BOTH {
        of_side(state, battle, side, why)?;
    }
    Side::BOTH.into_iter().try_for_each(|side| has_promoted(state, battle, side, why))
}

/// What is missing of one side, as far as that one knows it.
fn of_side(state: &State, battle: &Battle, side: Side, why: &mut Reasons) -> Checked {
    let (options, half) = (&state.setup.options, &battle.halves[side]);
    let won = winner(battle, options);
    why.unless(won.is_some(), "CWFF-9-1", "incomplete", || "The victory points are not there.".into())?;
    why.unless(half.report.is_some(), "CWFF-9A-1", "incomplete", || {
        "A side has not reported its losses.".into()
    })?;
    super::s9_parts::are_rolled(battle, side, &state.setup, why)?;
    why.unless(
        !takes_chance(battle, side, options) || half.shaken.is_some(),
        "CWFF-9C-1",
        "incomplete",
        || "The chance of demoralization is not taken.".into(),
    )?;
    let checked = |leader: &LeaderId| half.checked.iter().any(|checked| checked.leader == *leader);
    why.unless(must_check(battle, side).iter().all(checked), "CWFF-9D-2", "incomplete", || {
        "A leader who never came makes the loss check first.".into()
    })
}

/// The winner has said which strength point becomes crack, or that none does.
fn has_promoted(state: &State, battle: &Battle, side: Side, why: &mut Reasons) -> Checked {
    let options = &state.setup.options;
    let owes = winner(battle, options) == Some(side) && owes_promotion(battle, options).is_some();
    why.unless(!owes, "CWFF-4F-3", "incomplete", || {
        let name = &state.setup.sides[side].name;
        format!("The {name} side has not said yet which strength point becomes crack, or that none does.")
    })
}

/// Whether a side has done all that it owes, where no person is the neutral: it looks at nothing of the enemy's.
pub(super) fn is_done(state: &State, battle: &Battle, side: Side, why: &mut Reasons) -> Checked {
    of_side(state, battle, side, why)?;
    has_promoted(state, battle, side, why)
}

happens! {
    /// The victory points were entered.
    public PointsEntered { battle: BattleId, union: u16, confederate: u16 }
    does |this, state| {
        let halves = &mut state.battle_mut(this.battle).halves;
        halves[Side::FIRST].points = Some(this.union);
        halves[Side::SECOND].points = Some(this.confederate);
    },
    told |this, _| at(this.battle, format!("victory points: Union {}, Confederate {}.", this.union, this.confederate));

    /// A side reported its losses.
    secret Reported { battle: BattleId, side: Side, report: Report }
    does |this, state| state.battle_mut(this.battle).halves[this.side].report = Some(this.report.clone()),
    told |this, _| {
        let report = &this.report;
        let stands: u32 = report.brigades.iter().map(report::Losses::lost).sum();
        let others = [
            (usize::from(report.batteries), "battery", "batteries"),
            (report.leaders.len(), "leader", "leaders"),
        ];
        let others = others.into_iter().filter(|(n, _, _)| *n > 0);
        let others = others.map(|(n, one, many)| counted_of(n, one, many));
        let lost = std::iter::once(count(stands, "stand")).chain(others);
        by(this.side, this.battle, format!("reported its losses: {}.", listed(lost)))
    };

    /// A chance was entered.
    public ChanceEntered { battle: BattleId, side: Side, n: u16, of: u16 }
    does |this, state| state.battle_mut(this.battle).halves[this.side].chance = Some((this.n, this.of)),
    told |this, _| by(this.side, this.battle, format!("is demoralized on {} of {}.", this.n, this.of));

    /// The chance of demoralization was taken.
    public ChanceTaken { battle: BattleId, side: Side, demoralized: bool }
    does |this, state| state.battle_mut(this.battle).halves[this.side].shaken = Some(this.demoralized),
    told |this, _| {
        let words = if this.demoralized { "was demoralized." } else { "was not demoralized." };
        by(this.side, this.battle, words)
    };

    /// A leader made the loss check.
    public LeaderChecked { battle: BattleId, side: Side, leader: LeaderId, fate: Fate }
    does |this, state| {
        let checked = crate::battle::Checked { leader: this.leader, fate: this.fate };
        state.battle_mut(this.battle).halves[this.side].checked.push(checked);
    },
    told |this, setup| at(this.battle, format!("{}, who never came to the table: {}.", setup.named(this.leader), this.fate.prose()));

    /// The winner promoted a strength point.
    secret Promoted { battle: BattleId, side: Side, sp: SpId }
    does |this, state| state.battle_mut(this.battle).halves[this.side].crack = Some(this.sp),
    told |this, _| by(this.side, this.battle, format!("promoted {} to crack.", this.sp));

    /// The winner promoted nobody.
    secret PromotedNobody { battle: BattleId, side: Side }
    does |this, state| state.battle_mut(this.battle).halves[this.side].no_crack = true,
    told |this, _| by(this.side, this.battle, "promoted nobody to crack.");
}

/// The outcome of a battle that is complete.
pub fn outcome_of(state: &State, battle: &Battle) -> outcome::Outcome {
    outcome::outcome(battle, &state.setup.options)
}

/// Leaders of a side who make the loss check and have not. [CWFF-9D-2]
pub fn checks(battle: &Battle, side: Side) -> Vec<LeaderId> {
    let half = &battle.halves[side];
    let open = |leader: &LeaderId| !half.checked.iter().any(|checked| checked.leader == *leader);
    must_check(battle, side).into_iter().filter(open).collect()
}
