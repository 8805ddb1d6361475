//! CWFF-7B: the marches of the flanks and their meetings. Everything here is sealed. There are always four march answers and
//! two meeting answers, so that their number tells nothing.

use super::*;
use crate::battle::Marched;
use crate::battle::fates::{self, MARCHES};
use crate::battle::unfolding::NOBODY;
use crate::charts::s7_ground::slows;
use crate::charts::s7_march;
use crate::words::{Flank, Role, Speed};

fn at_marches<'s>(state: &'s State, seat: Seat, id: BattleId, why: &mut Reasons) -> Checked<&'s Battle> {
    // A side that asks is told that this is kept from it.
    why.need((Side::of(seat).is_none()).then_some(()), "CWFF-7B-1", "secret", || {
        "The neutral rolls the marches, and tells nobody.".into()
    })?;
    neutral(state, seat, None, "CWFF-7B-1", why)?;
    at_step(state, id, &[Step::Marches], "CWFF-7B-1", why)
}

/// [CWFF-7B-2] [CWFF-R14] One march answer.
pub fn march(cx: &mut Cx<'_>, battle: BattleId, role: Role, flank: Flank) -> Adjudged {
    let (side, slowed, initiative) = cx.check(|why| {
        let fought = at_marches(cx.state(), cx.seat(), battle, why)?;
        let mut known = fought.sealed.marches.iter();
        why.unless(
            !known.any(|march| march.role == role && march.flank == flank),
            "CWFF-7B-2",
            "dup",
            || "This march is rolled.".into(),
        )?;
        let side = fought.input.side(role);
        // [CWFF-7C-1] [CWFF-7C-3] [CWFF-7C-4] The ground slows the attacker alone.
        let input = &fought.input;
        let slowed = if role == Role::Attacker {
            slows(input.terrain, input.crossing, &cx.setup().options)
        } else {
            Vec::new()
        };
        Ok((side, slowed, fought.initiative(side, flank).unwrap_or(NOBODY)))
    })?;
    let number = MARCHES.iter().position(|one| *one == (role, flank)).unwrap_or(0);
    let ask = Ask::new(RuleId("CWFF-7B-2"), "Flank march").of(side.number());
    let ask = ask.known_as(known(cx.state(), battle, number)).seen_by(SEALED);
    let speed = cx.draw(ask, |setup| &setup.march, &s7_march::modifiers(&slowed, initiative))?.speed;
    cx.record(MarchRolled { battle, role, flank, speed })
}

/// [CWFF-7B-6] [CWFF-R15] One meeting answer, on a flank of the attacker; his left comes first.
pub fn meeting(cx: &mut Cx<'_>, battle: BattleId, flank: Flank) -> Adjudged {
    cx.check(|why| {
        let fought = at_marches(cx.state(), cx.seat(), battle, why)?;
        let next = Flank::ALL.get(fought.sealed.meetings.len());
        why.unless(next == Some(&flank), "CWFF-7B-6", "dup", || {
            "The meeting to the attacker's left is asked first, then the other, each once.".into()
        })
    })?;
    let name = known(cx.state(), battle, flank as usize);
    let ask = Ask::new(RuleId("CWFF-7B-6"), "Meeting").known_as(name).seen_by(SEALED);
    let meets = cx.draw(ask, |setup| &setup.half, &kernel::Modifiers::none())?.yes;
    cx.record(MeetingRolled { battle, flank, meets })
}

/// [CWFF-7B-1] Every answer that is not there, in the order in which they are asked.
pub fn all(cx: &mut Cx<'_>, battle: BattleId) -> Adjudged {
    let (marches, meetings) = cx.check(|why| {
        let fought = at_marches(cx.state(), cx.seat(), battle, why)?;
        let asked = |(role, flank): &(Role, Flank)| {
            fought.sealed.marches.iter().any(|march| march.role == *role && march.flank == *flank)
        };
        let marches: Vec<_> = MARCHES.into_iter().filter(|one| !asked(one)).collect();
        let meetings: Vec<_> = Flank::ALL.iter().copied().skip(fought.sealed.meetings.len()).collect();
        why.unless(!marches.is_empty() || !meetings.is_empty(), "CWFF-7B-2", "dup", || {
            "Every march and meeting is rolled.".into()
        })?;
        Ok((marches, meetings))
    })?;
    marches.into_iter().try_for_each(|(role, flank)| march(cx, battle, role, flank))?;
    meetings.into_iter().try_for_each(|flank| meeting(cx, battle, flank))
}

/// [CWFF-7B-7] [CWFF-7B-8] [CWFF-7B-10] With all answers the fates are settled, and the day opens. [CWFF-8-1]
pub fn settle(cx: &mut Cx<'_>, battle: BattleId) -> Adjudged {
    cx.check(|why| {
        let fought = at_marches(cx.state(), cx.seat(), battle, why)?;
        let complete =
            fought.sealed.marches.len() == MARCHES.len() && fought.sealed.meetings.len() == Flank::ALL.len();
        why.unless(complete, "CWFF-7B-1", "incomplete", || {
            "Four marches and two meetings are asked, needed or not.".into()
        })
    })?;
    cx.record(FatesSettled { battle })?;
    cx.record(super::s8_day::DayOpened { battle, day: 1 })
}

happens! {
    /// A march was rolled.
    sealed MarchRolled { battle: BattleId, role: Role, flank: Flank, speed: Speed }
    does |this, state| {
        let march = Marched { role: this.role, flank: this.flank, speed: this.speed };
        state.battle_mut(this.battle).sealed.marches.push(march);
    },
    told |this, _| at(this.battle, format!("the {}’s march on the {} would be {}.", this.role, this.flank, this.speed));

    /// A meeting was rolled.
    sealed MeetingRolled { battle: BattleId, flank: Flank, meets: bool }
    does |this, state| state.battle_mut(this.battle).sealed.meetings.push(this.meets),
    told |this, _| {
        let words = if this.meets { "would meet" } else { "would miss each other" };
        at(this.battle, format!("on the attacker's {} forces {words}.", this.flank))
    };

    /// What becomes of the flank forces was settled.
    sealed FatesSettled { battle: BattleId }
    does |this, state| {
        let setup = std::sync::Arc::clone(&state.setup);
        let battle = state.battle_mut(this.battle);
        battle.sealed.fates = fates::fates(battle, &setup.options);
    },
    told |this, _| at(this.battle, "what becomes of the flank marches is settled.");
}
