//! CWFF-7B: how a force comes to the table on its turn.

use super::*;
use kernel::grammar::counted;

use crate::battle::{Fate, Fated, Split};
use crate::words::Flank;

/// A force of the side that is due this turn, as its owner knows it.
fn due<'s>(
    state: &'s State,
    seat: Seat,
    id: BattleId,
    flank: Flank,
    why: &mut Reasons,
) -> Checked<(Side, &'s Battle, u32)> {
    let side = why.side(seat, "CWFF-7B-3")?;
    let battle = at_step(state, id, &[Step::Day], "CWFF-7B-3", why)?;
    let due = battle.halves[side].due.iter().find(|due| due.flank == Some(flank));
    let due =
        why.need(due, "CWFF-7B-3", "step", || format!("No force of yours on the {flank} enters this turn."))?;
    Ok((side, battle, due.held))
}

/// [CWFF-7B-8] [CWFF-7B-9] [CWFF-R16] What the owner of the larger force may hold back: whole brigades first, at most one
/// split, the weight that is due and less than one more stand.
pub fn may_hold(
    state: &State,
    seat: Seat,
    id: BattleId,
    flank: Flank,
    (brigades, split): (&[UnitId], Option<Split>),
    why: &mut Reasons,
) -> Checked<Side> {
    let (side, battle, held) = due(state, seat, id, flank, why)?;
    let half = &battle.halves[side];
    let force = half.flanks.as_ref().and_then(|flanks| flanks.of(flank));
    let (oob, force) =
        why.need(half.oob.as_ref().zip(force), "CWFF-7B-8", "data", || "There is no such force.".into())?;
    let measure = state.setup.options.encounter_measure;
    let mut all: Vec<(UnitId, u16)> = Vec::new();
    for id in brigades.iter().copied().chain(split.map(|split| split.brigade)) {
        let known = oob.brigade(id).filter(|_| force.brigades.contains(&id));
        let (_, brigade) = why.need(known, "CWFF-R16", "data", || format!("{id} is not in this force."))?;
        all.push((id, brigade.stands()));
    }
    why.unless(held > 0, "CWFF-7B-8", "not-allowed", || "Nothing of this force is held back.".into())?;
    for (at, (id, _)) in all.iter().enumerate() {
        let again = all[..at].iter().any(|(earlier, _)| earlier == id);
        why.unless(!again, "CWFF-R16", "dup", || format!("{id} is held back once."))?;
    }
    if let (Some(split), Some((_, stands))) = (split, all.last_mut()) {
        why.unless((1..*stands).contains(&split.stands), "CWFF-R16", "range", || {
            format!("A part of {} is held back, not all or nothing.", split.brigade)
        })?;
        *stands = split.stands;
    }
    let weigh = |(id, stands): &(UnitId, u16)| u32::from(*stands) * battle.weight_of(side, *id, measure);
    let weight: u32 = all.iter().map(weigh).sum();
    let lightest = all.iter().map(|(id, _)| battle.weight_of(side, *id, measure)).min().unwrap_or(u32::MAX);
    why.unless(weight >= held && weight - held < lightest, "CWFF-R16", "range", || {
        format!("What is held back weighs {held}; this weighs {weight}.")
    })?;
    Ok(side)
}

/// [CWFF-7B-8] The owner says what is held back.
pub fn hold_back(
    cx: &mut Cx<'_>,
    battle: BattleId,
    flank: Flank,
    brigades: &[UnitId],
    split: Option<Split>,
) -> Adjudged {
    let side = cx.check(|why| may_hold(cx.state(), cx.seat(), battle, flank, (brigades, split), why))?;
    cx.record(HeldBack {
        battle,
        side,
        flank,
        brigades: brigades.to_vec(),
        split: split.into_iter().collect(),
    })
}

/// [CWFF-7B-3] [CWFF-7B-10] The force enters, fully deployed, anywhere in its zone.
pub fn arrive(cx: &mut Cx<'_>, battle: BattleId, flank: Flank) -> Adjudged {
    let side = cx.check(|why| {
        let (side, _, held) = due(cx.state(), cx.seat(), battle, flank, why)?;
        why.unless(held == 0, "CWFF-7B-8", "incomplete", || {
            "A part of this force was held off by the enemy: say first which.".into()
        })?;
        Ok(side)
    })?;
    cx.record(Entered { battle, side, flank })
}

/// What is held back, in words.
fn held(brigades: &[UnitId], split: &[Split]) -> String {
    let whole = brigades.iter().map(ToString::to_string);
    let part = split.iter().map(|one| format!("{} of {}", counted(one.stands, "stand"), one.brigade));
    kernel::grammar::listed(whole.chain(part))
}

happens! {
    /// A force is due.
    secret ForceDue { battle: BattleId, side: Side, flank: Flank, held: u32 }
    does |this, state| {
        let due = crate::battle::Due { flank: Some(this.flank), held: this.held };
        let no_person = state.setup.options.no_person();
        let battle = state.battle_mut(this.battle);
        battle.halves[this.side].due.push(due);
        // Where the engine is the neutral, this is known from now on.
        if no_person {
            let fate = Fate { turn: Some(battle.turn), held: this.held };
            battle.sealed.fates.push(Fated { side: this.side, flank: this.flank, fate });
        }
    },
    told |this, _| {
        let held = if this.held > 0 { format!("; the weight of {} was held off on the way", counted(this.held, "stand")) } else { String::new() };
        by(this.side, this.battle, format!("has a force on the {} that enters this turn{held}.", this.flank))
    };

    /// A part of a force was held back.
    secret HeldBack { battle: BattleId, side: Side, flank: Flank, brigades: Vec<UnitId>, split: Vec<Split> }
    does |this, state| {
        let half = &mut state.battle_mut(this.battle).halves[this.side];
        half.held.extend(this.brigades.iter().copied());
        half.split.extend(this.split.iter().copied());
        half.due.iter_mut().filter(|due| due.flank == Some(this.flank)).for_each(|due| due.held = 0);
    },
    told |this, _| by(this.side, this.battle, format!(
        "held back {} of its force on the {}.", held(&this.brigades, &this.split), this.flank
    ));

    /// A force entered.
    public Entered { battle: BattleId, side: Side, flank: Flank }
    does |this, state| {
        let half = &mut state.battle_mut(this.battle).halves[this.side];
        half.entered.push(this.flank);
        half.due.retain(|due| due.flank != Some(this.flank));
        let force = half.flanks.as_ref().and_then(|flanks| flanks.of(this.flank));
        let came: Vec<UnitId> = force.iter().flat_map(|force| force.brigades.iter().copied()).collect();
        let came = came.into_iter().filter(|id| !half.held.contains(id)).collect::<Vec<_>>();
        half.came.extend(came);
        super::s7_ratings::note_owed(state, this.battle, this.side);
    },
    told |this, _| by(this.side, this.battle, format!("brought a force to the table on its {}.", this.flank));
}
