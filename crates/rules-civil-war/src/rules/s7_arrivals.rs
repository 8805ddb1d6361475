//! CWFF-7B: how a force comes to the table on its turn.

use super::*;
use kernel::grammar::counted;

use crate::battle::held::Met;
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
    let all: Vec<UnitId> = brigades.iter().copied().chain(split.map(|split| split.brigade)).collect();
    for id in &all {
        why.unless(force.brigades.contains(id), "CWFF-R16", "data", || {
            format!("{id} is not in this force.")
        })?;
    }
    if held == 0 {
        let is_said = half.held.iter().any(|id| force.brigades.contains(id))
            || half.split.iter().any(|split| force.brigades.contains(&split.brigade));
        return match is_said {
            true => {
                why.refuse("CWFF-7B-8", "dup", || "What is held back of this force is said already.".into())
            }
            false => why.refuse("CWFF-7B-8", "not-allowed", || "Nothing of this force is held back.".into()),
        };
    }
    for (at, id) in all.iter().enumerate() {
        why.unless(!all[..at].contains(id), "CWFF-R16", "dup", || format!("{id} is held back once."))?;
    }
    if let Some(split) = split {
        let stands = oob.brigade(split.brigade).map_or(0, |(_, brigade)| brigade.stands());
        let is_part = stands == 0 || (1..stands).contains(&split.stands);
        why.unless(is_part, "CWFF-R16", "range", || {
            format!("A part of {} is held back, not all or nothing.", split.brigade)
        })?;
    }
    // What cannot be held back has no weight to speak of.
    if why.n_found() == 0 {
        let met = battle.met(side, flank, held, state.setup.options.encounter_measure);
        let met = why.need(met, "CWFF-7B-8", "data", || "There is no such force.".into())?;
        makes_up(&met, held, (brigades, split), why)?;
    }
    Ok(side)
}

/// [CWFF-R16] The weight that is due, with less than one more stand; and whole brigades come before a part of one.
fn makes_up(
    met: &Met,
    held: u32,
    (brigades, split): (&[UnitId], Option<Split>),
    why: &mut Reasons,
) -> Checked {
    let makes = met.makes(brigades, split);
    why.unless(makes, "CWFF-R16", "range", || {
        format!("What is held back weighs {held}; this weighs {}.", met.weight(brigades, split))
    })?;
    match split.filter(|_| makes).and_then(|split| met.whole_instead(brigades, split).zip(Some(split))) {
        Some(((whole, less), split)) => why.unless(false, "CWFF-R16", "range", || {
            let less = less.map_or(0, |less| less.stands);
            format!(
                "Whole brigades are held back first: {whole} can be, in place of {} of {}.",
                counted(split.stands - less, "stand"),
                split.brigade
            )
        }),
        None => Ok(()),
    }
}

/// [CWFF-7B-8] The owner says what is held back.
pub fn hold_back(
    cx: &mut Cx<'_>,
    battle: BattleId,
    flank: Flank,
    brigades: &[UnitId],
    split: Option<Split>,
) -> Adjudged {
    let side = cx.check_all(|why| may_hold(cx.state(), cx.seat(), battle, flank, (brigades, split), why))?;
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
