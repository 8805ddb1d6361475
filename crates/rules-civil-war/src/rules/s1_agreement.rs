//! CWFF-1: both agree, and CWFF-4A-3: to which ratio.

use super::*;
use crate::battle::{Fallen, outcome};
use crate::setup::Ratio;
use crate::setup::options::Fought;
use crate::words::{Fate, LeaderId, SpId};

/// [CWFF-1-1] [CWFF-4A-3] A side agrees. When both agree to one ratio the battle is fought on the table.
pub fn agree(cx: &mut Cx<'_>, battle: BattleId, ratio: Ratio) -> Adjudged {
    let side = cx.check(|why| {
        let side = why.side(cx.seat(), "CWFF-1-1")?;
        at_step(cx.state(), battle, &[Step::Agreement], "CWFF-1-1", why)?;
        why.unless(ratio.fits(), "CWFF-4A-3", "range", || {
            "A strength point gives 2 to 60 stands and at most 10 batteries.".into()
        })?;
        Ok(side)
    })?;
    cx.record(Agreed { battle, side, ratio })?;
    let agrees = cx.state().battle(battle).map(|battle| battle.halves.map(|half| half.agrees));
    if agrees.is_some_and(|agrees| agrees.both(|one| *one == Some(ratio))) {
        let next = match cx.setup().options.battles {
            Fought::Here => Step::Field,
            Fought::Tables => Step::Away,
        };
        go(cx, battle, next)?;
    }
    Ok(())
}

/// [CWFF-1-1] [CWFF-2-1] Whether a battle can be entered as one of the board game: while not both have agreed, where the campaign
/// has no battlefield for it, or where it was broken off at a table of its own.
fn may_enter(
    cx: &Cx<'_>,
    battle: BattleId,
    lost: &[SpId],
    fallen: &[Fallen],
    crack: (Side, Option<SpId>),
    why: &mut Reasons,
) -> Checked {
    neutral(cx.state(), cx.seat(), None, "CWFF-1-1", why)?;
    let has_field = |battle: &Battle| !super::s2_field::fitting(cx.setup(), battle).is_empty();
    let no_field = cx.state().battle(battle).is_some_and(|battle| !has_field(battle));
    let steps: &[Step] =
        if no_field { &[Step::Agreement, Step::Away, Step::Field] } else { &[Step::Agreement, Step::Away] };
    let battle = at_step(cx.state(), battle, steps, "CWFF-1-1", why)?;
    for id in lost {
        let known = Side::BOTH.iter().any(|side| battle.muster(*side).sp(*id).is_some());
        why.unless(known, "CWFF-4F-2", "data", || format!("{id} is in neither army."))?;
    }
    for one in fallen {
        let known = Side::BOTH.iter().any(|side| battle.muster(*side).leader(one.leader).is_some());
        why.unless(known, "CWFF-R21", "data", || format!("{} is in neither army.", one.leader))?;
    }
    if let (winner, Some(id)) = crack {
        // What a side keeps to itself has no place in what both have to say.
        if cx.setup().options.no_person() {
            // Nothing more is told of it: whoever proposes may be of the other side.
            why.unless(false, "CWFF-4F-3", "not-allowed", || {
                "Everybody reads a proposal: leave out who becomes crack. The winner promotes in secret when the battle is \
                 entered."
                    .into()
            })?;
        } else {
            worthy(battle, winner, id, why)?;
            why.unless(!lost.contains(&id), "CWFF-4F-3", "not-eligible", || format!("{id} is lost."))?;
        }
    }
    for (at, id) in lost.iter().enumerate() {
        why.unless(!lost[..at].contains(id), "CWFF-4F-2", "dup", || format!("{id} is lost once."))?;
    }
    for (at, one) in fallen.iter().enumerate() {
        let again = fallen[..at].iter().any(|earlier| earlier.leader == one.leader);
        why.unless(!again, "CWFF-R21", "dup", || format!("{} falls once.", cx.setup().named(one.leader)))?;
    }
    Ok(())
}

/// [CWFF-4F-3] [CWFF-4F-4] Whether the experience of a strength point lets the winner promote it, with the reason where it does
/// not.
pub(super) fn worthy(battle: &Battle, side: Side, sp: SpId, why: &mut Reasons) -> Checked {
    match outcome::unworthy(battle, side, sp) {
        Some((rule, words)) => why.unless(false, rule, "not-eligible", || words),
        None => Ok(()),
    }
}

/// Leaders who fell on the board, as a battle knows them.
pub fn fallen(killed: Option<&[LeaderId]>, wounded: Option<&[LeaderId]>) -> Vec<Fallen> {
    let of = |leaders: Option<&[LeaderId]>, fate: Fate| -> Vec<Fallen> {
        leaders.iter().copied().flatten().map(|leader| Fallen { leader: *leader, fate }).collect()
    };
    [of(killed, Fate::Killed), of(wounded, Fate::Wounded)].concat()
}

/// [CWFF-1-1] [CWFF-R21] A battle that was fought on the board: its losses, who fell, and what every battle brings.
/// [CWFF-4F-2] [CWFF-10A-1]
pub fn cw_result(
    cx: &mut Cx<'_>,
    battle: BattleId,
    winner: Side,
    (lost, demoralized, crack): (&[SpId], &[Side], Option<SpId>),
    fallen: &[Fallen],
) -> Adjudged {
    cx.check_all(|why| may_enter(cx, battle, lost, fallen, (winner, crack), why))?;
    cx.record(FoughtOnBoard { battle, winner, lost: lost.to_vec(), demoralized: demoralized.to_vec() })?;
    if !fallen.is_empty() {
        cx.record(FellOnBoard { battle, fallen: fallen.to_vec() })?;
    }
    if let Some(sp) = crack {
        cx.record(MadeCrack { battle, side: winner, sp })?;
    }
    Ok(())
}

/// [CWFF-4F-3] Where no person is the neutral, the winner on the board promotes in secret, once the battle is entered and before
/// the turn is over.
pub(super) fn promote_on_board(cx: &mut Cx<'_>, battle: BattleId, sp: SpId) -> Adjudged {
    let side = cx.check(|why| {
        let side = why.side(cx.seat(), "CWFF-4F-3")?;
        let fought = at_step(cx.state(), battle, &[Step::Closed], "CWFF-4F-3", why)?;
        why.unless(fought.on_board == Some(side), "CWFF-4F-3", "actor", || "The winner promotes.".into())?;
        let (book, army) = (&cx.state().facts.book, fought.muster(side).army);
        let now = fought.input.turn == book.turn && cx.state().battle_of(army).is_none();
        why.unless(now, "CWFF-4F-3", "step", || "The army has gone on since.".into())?;
        let there = book.army(army).is_some_and(|army| army.sp.iter().any(|known| known.id == sp));
        worthy(fought, side, sp, why)?;
        why.unless(there, "CWFF-4F-3", "not-eligible", || format!("{sp} is lost."))?;
        why.unless(fought.halves[side].crack.is_none(), "CWFF-4F-3", "dup", || {
            "You have promoted one.".into()
        })?;
        Ok(side)
    })?;
    cx.record(MadeCrack { battle, side, sp })
}

/// [CWFF-1-1] The neutral calls a battle off to which not both have agreed, or that was broken off at a table of its own: the
/// armies are as they were, and another battle can be opened in its place.
pub fn call_off(cx: &mut Cx<'_>, battle: BattleId) -> Adjudged {
    cx.check(|why| {
        neutral(cx.state(), cx.seat(), None, "CWFF-1-1", why)?;
        at_step(cx.state(), battle, &[Step::Agreement, Step::Away], "CWFF-1-1", why)?;
        Ok(())
    })?;
    cx.record(CalledOff { battle })
}

happens! {
    /// A side agreed to fight on the table.
    public Agreed { battle: BattleId, side: Side, ratio: Ratio }
    does |this, state| state.battle_mut(this.battle).halves[this.side].agrees = Some(this.ratio),
    told |this, _| by(this.side, this.battle, format!(
        "agreed to a battle on the table, {} for a strength point.", this.ratio
    ));

    /// A battle went on to a step.
    public StepTaken { battle: BattleId, step: Step }
    does |this, state| {
        let battle = state.battle_mut(this.battle);
        battle.step = this.step;
        for (_, half) in battle.halves.iter_mut() {
            half.closed = false;
        }
        if matches!(this.step, Step::Field | Step::Away) {
            battle.ratio = battle.halves[Side::FIRST].agrees;
        }
        if this.step == Step::Placing {
            for side in Side::BOTH {
                battle.halves[side].came = battle.starters(side);
            }
            Side::BOTH.into_iter().for_each(|side| super::s7_ratings::note_owed(state, this.battle, side));
        }
    },
    told |this, _| at(this.battle, format!("went on to {}.", this.step.prose()));

    /// A battle was fought on the board.
    public FoughtOnBoard { battle: BattleId, winner: Side, lost: Vec<SpId>, demoralized: Vec<Side> }
    does |this, state| {
        let no_person = state.setup.options.no_person();
        let battle = state.battle_mut(this.battle);
        (battle.step, battle.ratio) = (Step::Closed, None);
        battle.on_board = no_person.then_some(this.winner);
        let input = battle.input.clone();
        let setup = std::sync::Arc::clone(&state.setup);
        let book = &mut state.facts.book;
        for (side, muster) in input.sides.iter() {
            book.fought_on_board(muster.army, &this.lost, None, this.demoralized.contains(&side));
            for leader in &muster.leaders {
                book.mark(&setup, leader.id, input.turn.number);
            }
        }
    },
    told |this, _| by(this.winner, this.battle, "won the battle, which was fought on the board.");

    /// A battle was called off.
    public CalledOff { battle: BattleId }
    does |this, state| {
        let battle = state.battle_mut(this.battle);
        (battle.step, battle.ratio, battle.called_off) = (Step::Closed, None, true);
    },
    told |this, _| at(this.battle, "it was called off; nothing came of it.");

    /// Leaders fell in a battle on the board.
    public FellOnBoard { battle: BattleId, fallen: Vec<Fallen> }
    does |this, state| {
        let setup = std::sync::Arc::clone(&state.setup);
        let fallen: Vec<(LeaderId, Fate)> = this.fallen.iter().map(|one| (one.leader, one.fate)).collect();
        state.facts.book.fall(&setup, &fallen);
    },
    told |this, setup| {
        let one = |one: &Fallen| format!("{} was {}", setup.named(one.leader), one.fate.prose());
        at(this.battle, format!("{}.", kernel::grammar::listed(this.fallen.iter().map(one))))
    };

    /// The winner of a battle on the board promoted a strength point.
    secret MadeCrack { battle: BattleId, side: Side, sp: SpId }
    does |this, state| {
        let battle = state.battle_mut(this.battle);
        if battle.on_board.is_some() {
            battle.halves[this.side].crack = Some(this.sp);
        }
        let army = battle.input.sides[this.side].army;
        state.facts.book.fought_on_board(army, &[], Some(this.sp), false);
    },
    told |this, _| by(this.side, this.battle, format!("promoted {} to crack.", this.sp));
}
