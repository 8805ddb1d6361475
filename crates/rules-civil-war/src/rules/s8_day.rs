//! CWFF-8: the game day, its turns and its end.

use super::s7_arrivals::ForceDue;
use super::*;
use crate::battle::{Fate, Left, Notice as Told};
use crate::setup::options::Notice;
use crate::words::{Edge, Flank};

/// [CWFF-8-1] The next turn begins, or the night falls after the last. Whoever is due has entered, and is rated.
pub fn advance(cx: &mut Cx<'_>, battle: BattleId) -> Adjudged {
    let (turn, last) = cx.check(|why| {
        neutral(cx.state(), cx.seat(), None, "CWFF-8-1", why)?;
        let fought = at_step(cx.state(), battle, &[Step::Day], "CWFF-8-1", why)?;
        why.unless(fought.waits_for().is_empty(), "CWFF-7B-3", "incomplete", || {
            "A force enters this turn first.".into()
        })?;
        for side in Side::BOTH {
            let owes = super::s7_ratings::owes_ratings(cx.setup(), fought, side);
            why.unless(!owes, "CWFF-7B-11", "incomplete", || {
                "Whoever came to the table is rated first.".into()
            })?;
        }
        Ok((fought.turn, fought.game_day().turns))
    })?;
    if turn == last {
        return cx.record(super::s8_night::NightFell { battle });
    }
    let turn = turn + 1;
    cx.record(TurnBegan { battle, turn })?;
    if cx.setup().options.no_person() {
        return super::s7_unfolding::show(cx, battle);
    }
    let Some(fought) = cx.state().battle(battle) else { return Ok(()) };
    let edge = |(side, flank): (Side, Flank)| Some((side, fought.flank_edge(side, flank)?));
    let told: Vec<(Side, Edge)> = fought.announced(turn).into_iter().filter_map(edge).collect();
    let held = |(side, flank): &(Side, Flank)| fought.fate(*side, *flank).map_or(0, |fate| fate.held);
    let due: Vec<((Side, Flank), u32)> =
        fought.entering(turn).into_iter().map(|force| (force, held(&force))).collect();
    let whose = cx.setup().options.notice_detail == Notice::SideAndFlank;
    for (side, edge) in told {
        // [CWFF-R30]
        cx.record(Announced { battle, side: whose.then_some(side), edge })?;
    }
    for ((side, flank), held) in due {
        cx.record(ForceDue { battle, side, flank, held })?;
    }
    Ok(())
}

/// [CWFF-8-2] [CWFF-8C-1] A side concedes.
pub fn concede(cx: &mut Cx<'_>, battle: BattleId) -> Adjudged {
    let side = cx.check(|why| {
        let side = why.side(cx.seat(), "CWFF-8-2")?;
        at_step(cx.state(), battle, &[Step::Day, Step::Night], "CWFF-8-2", why)?;
        Ok(side)
    })?;
    leaves(cx, battle, side, Left::Withdrew)
}

/// [CWFF-8-2] The neutral declares a side driven off, by day or by night.
pub fn drive_off(cx: &mut Cx<'_>, battle: BattleId, side: Side) -> Adjudged {
    cx.check(|why| {
        neutral(cx.state(), cx.seat(), None, "CWFF-8-2", why)?;
        at_step(cx.state(), battle, &[Step::Day, Step::Night], "CWFF-8-2", why)?;
        Ok(())
    })?;
    leaves(cx, battle, side, Left::Driven)
}

/// A side leaves the field, the battle ends, and everything lies open.
pub(super) fn leaves(cx: &mut Cx<'_>, battle: BattleId, side: Side, how: Left) -> Adjudged {
    cx.record(LeftField { battle, side, how })?;
    super::s8_disclosure::disclose(cx, battle)?;
    go(cx, battle, Step::After)?;
    super::k_standing::stands(cx, battle, Side::BOTH)
}

happens! {
    /// A day opened.
    public DayOpened { battle: BattleId, day: u16 }
    does |this, state| {
        let battle = state.battle_mut(this.battle);
        (battle.step, battle.day, battle.turn) = (Step::Day, this.day, 0);
        for (_, half) in battle.halves.iter_mut() {
            half.count_turn();
            half.closed = false;
        }
    },
    told |this, _| at(this.battle, format!("day {} opened.", this.day));

    /// A turn began.
    public TurnBegan { battle: BattleId, turn: u16 }
    does |this, state| {
        let battle = state.battle_mut(this.battle);
        battle.turn = this.turn;
        battle.halves.iter_mut().for_each(|(_, half)| half.count_turn());
    },
    told |this, _| at(this.battle, format!("turn {} began.", this.turn));

    /// A side left the field.
    public LeftField { battle: BattleId, side: Side, how: Left }
    does |this, state| {
        let battle = state.battle_mut(this.battle);
        battle.halves[this.side].left = Some(this.how);
        // [CWFF-R31] Whoever is not there now never came.
        for fated in &mut battle.sealed.fates {
            if !battle.halves[fated.side].entered.contains(&fated.flank) {
                fated.fate = Fate::NEVER;
            }
        }
        for (_, half) in battle.halves.iter_mut() {
            half.due.clear();
            half.rates = false;
        }
    },
    told |this, _| {
        let words = if this.how == Left::Driven { "was driven from the field." } else { "left the field of its own will." };
        by(this.side, this.battle, words)
    };
}

kernel::section! { for State, Setup;
    /// A force was announced for the next turn.
    public Announced { battle: BattleId, side: Option<Side> = None, edge: Edge }
    does |state| {
        let fought = state.battle_mut(battle);
        let turn = fought.turn;
        fought.notices.push(Told { turn, side, edge: Some(edge) });
    },
    told |_| match side {
        Some(side) => by(side, battle, format!("enters at the {edge} edge next turn.")),
        None => at(battle, format!("a force enters at the {edge} edge next turn.")),
    };
}
