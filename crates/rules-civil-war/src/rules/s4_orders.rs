//! CWFF-4: the orders of battle.

use super::*;
use crate::oob::Oob;
use crate::oob::check::{Found, Terms, check};
use crate::setup::options::UnderStrength;

/// What the order of battle of a side is checked against.
pub fn terms<'s>(setup: &Setup, battle: &'s Battle, side: Side) -> Terms<'s> {
    Terms {
        muster: battle.muster(side),
        ratio: battle.ratio(),
        strict: setup.options.strict_structure,
        step_down: setup.options.under_strength_leader == UnderStrength::StepDown,
    }
}

/// What is wrong with an order of battle, and what the rules only advise. [CWFF-4-1]
pub fn found(setup: &Setup, battle: &Battle, side: Side, oob: &Oob) -> Found {
    check(oob, terms(setup, battle, side))
}

/// [CWFF-4-1] A side hands in its order of battle; refused with every violated id. When both are in, they are locked.
pub fn submit(cx: &mut Cx<'_>, battle: BattleId, oob: &Oob) -> Adjudged {
    let oob = match (Side::of(cx.seat()), cx.state().battle(battle)) {
        (Some(side), Some(fought)) => oob.meant(fought.muster(side)),
        _ => oob.clone(),
    };
    let side = cx.check_all(|why| {
        let side = why.side(cx.seat(), "CWFF-4-1")?;
        let fought = at_step(cx.state(), battle, &[Step::Orders], "CWFF-4-1", why)?;
        for problem in found(cx.setup(), fought, side, &oob).problems {
            why.note(problem.rule, "oob", || problem.sentence);
        }
        Ok(side)
    })?;
    cx.record(OrdersIn { battle, side, oob })?;
    if cx.state().battle(battle).is_some_and(|battle| battle.halves.both(|half| half.oob.is_some())) {
        go(cx, battle, Step::Flanks)?;
        // Both are locked: the enemy's, which came first, can no more be taken back than this one.
        super::k_standing::stands(cx, battle, [side.enemy()])?;
    }
    Ok(())
}

happens! {
    /// An order of battle was handed in.
    secret OrdersIn { battle: BattleId, side: Side, oob: Oob }
    does |this, state| state.battle_mut(this.battle).halves[this.side].oob = Some(this.oob.clone()),
    told |this, _| by(this.side, this.battle, format!("handed in its order of battle: {}.", this.oob.size()));
}
