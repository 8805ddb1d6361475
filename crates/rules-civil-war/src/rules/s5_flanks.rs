//! CWFF-5: the decision on flank marches.

use super::*;
use crate::battle::Flanks;
use crate::charts::s7_ground::{Ground, ground};
use crate::oob::flank;
use crate::setup::options::Demoralized;
use crate::words::Role;

/// The ground of a battle. [CWFF-T7]
pub fn ground_of(setup: &Setup, battle: &Battle) -> Ground {
    ground(battle.input.terrain, battle.input.crossing, &setup.options)
}

/// [CWFF-7D-1] [CWFF-R32] Whether a side begins the battle as a demoralized defender does.
pub fn starts_worn(setup: &Setup, battle: &Battle, side: Side) -> bool {
    let counts =
        battle.input.role(side) == Role::Defender || setup.options.demoralized_attacker == Demoralized::Same;
    counts && battle.muster(side).demoralized
}

fn may_seal(state: &State, seat: Seat, id: BattleId, flanks: &Flanks, why: &mut Reasons) -> Checked<Side> {
    let side = why.side(seat, "CWFF-5-1")?;
    let battle = why.need(state.battle(id), "CWFF-5-1", "data", || format!("There is no battle {id}."))?;
    why.need((battle.step >= Step::Flanks).then_some(()), "CWFF-5-1", "step", || {
        "Orders of battle come first.".into()
    })?;
    why.need((battle.step == Step::Flanks).then_some(()), "CWFF-5-1", "sealed", || {
        "Both decisions are sealed.".into()
    })?;
    if *flanks != Flanks::default() {
        why.unless(!ground_of(&state.setup, battle).no_flanks, "CWFF-7C-2", "flank-forbidden", || {
            "Nobody marches around a flank in a swamp, or across a gap or a road.".into()
        })?;
        why.unless(!starts_worn(&state.setup, battle, side), "CWFF-7D-1", "flank-forbidden", || {
            "A demoralized defender does not march around a flank.".into()
        })?;
        let oob = why.need(battle.halves[side].oob.as_ref(), "CWFF-5-1", "step", || {
            "Orders of battle come first.".into()
        })?;
        flank::check(oob, battle.muster(side), battle.ratio(), flanks, why)?;
    }
    Ok(side)
}

/// [CWFF-5-1] A side decides, and may change its mind until both have.
pub fn seal(cx: &mut Cx<'_>, battle: BattleId, flanks: &Flanks) -> Adjudged {
    let side = cx.check(|why| may_seal(cx.state(), cx.seat(), battle, flanks, why))?;
    cx.record(FlanksSealed { battle, side, flanks: flanks.clone() })?;
    if cx.state().battle(battle).is_some_and(|battle| battle.halves.both(|half| half.flanks.is_some())) {
        go(cx, battle, Step::Sketch)?;
    }
    Ok(())
}

happens! {
    /// A side decided on its flanks.
    secret FlanksSealed { battle: BattleId, side: Side, flanks: Flanks }
    does |this, state| state.battle_mut(this.battle).halves[this.side].flanks = Some(this.flanks.clone()),
    told |this, _| {
        let marches: Vec<&str> = this.flanks.each().map(|(flank, _)| flank.word()).collect();
        let words = if marches.is_empty() { "no flank march".into() } else { kernel::grammar::listed(marches) };
        by(this.side, this.battle, format!("sealed its flank marches: {words}."))
    };
}
