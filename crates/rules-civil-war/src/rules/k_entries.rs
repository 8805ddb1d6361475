//! What happens on the board and the book only takes note of: reinforcements, transfers, rallies. The neutral enters it.

use super::*;
use crate::oob::names::cannot_be_written;
use crate::setup::Sp;
use crate::words::{Arm, ArmyId, Class, Fate, LeaderId, SpId, Stage};

/// [CWFF-4F-1] A new strength point is green.
const RAISE: &str = "CWFF-4F-1";
/// [CWFF-4A-1] What an army brings to a battle.
const TRANSFER: &str = "CWFF-4A-1";
/// [CWFF-4B-1] Who is present at a battle.
const LEADER: &str = "CWFF-4B-1";
/// [CWFF-9D-1] Who was wounded on the table or by the check.
const RECOVERY: &str = "CWFF-9D-1";
/// [CWFF-9B-1] Which army is demoralized.
const RALLY: &str = "CWFF-9B-1";

/// The neutral enters something while the campaign goes on.
fn entry(cx: &Cx<'_>, rule: &'static str, why: &mut Reasons) -> Checked {
    neutral(cx.state(), cx.seat(), None, rule, why)?;
    of_a_book(cx.state(), rule, why)?;
    let goes_on = cx.state().facts.book.stage != Stage::Over;
    why.unless(goes_on, rule, "step", || "The last turn is played.".into())
}

/// Whose an army of the book is.
fn owner(cx: &Cx<'_>, id: ArmyId, rule: &'static str, why: &mut Reasons) -> Checked<Side> {
    let start = cx.setup().armies.iter().find(|army| army.id == id);
    Ok(why.need(start, rule, "data", || format!("There is no army {id}."))?.side)
}

/// An army that is in a battle stays as it is.
fn free(cx: &Cx<'_>, id: ArmyId, rule: &'static str, why: &mut Reasons) -> Checked {
    why.unless(cx.state().battle_of(id).is_none(), rule, "not-allowed", || {
        format!("The {} is in a battle.", cx.setup().army_named(id))
    })
}

/// The army with which a leader is.
fn with(cx: &Cx<'_>, leader: LeaderId) -> Option<ArmyId> {
    cx.state().facts.book.army.iter().find(|army| army.leaders.contains(&leader)).map(|army| army.id)
}

/// A strength point is named in orders of battle.
pub(super) fn writable(sp: SpId, rule: &'static str, why: &mut Reasons) -> Checked {
    match cannot_be_written(sp.as_str()) {
        Some(words) => why.refuse(rule, "range", || words),
        None => Ok(()),
    }
}

/// [CWFF-4F-1] A new strength point has never fought.
pub fn raise(cx: &mut Cx<'_>, army: ArmyId, sp: SpId, arm: Arm) -> Adjudged {
    let side = cx.check(|why| {
        entry(cx, RAISE, why)?;
        let side = owner(cx, army, RAISE, why)?;
        free(cx, army, RAISE, why)?;
        writable(sp, RAISE, why)?;
        let known = cx.state().facts.book.army.iter().any(|army| army.sp.iter().any(|known| known.id == sp));
        why.unless(!known, RAISE, "dup", || format!("There is a strength point {sp} already."))?;
        Ok(side)
    })?;
    cx.record(Raised { side, army, sp, arm })
}

/// A strength point joins another army of its side.
pub fn move_sp(cx: &mut Cx<'_>, sp: SpId, army: ArmyId) -> Adjudged {
    cx.check(|why| {
        entry(cx, TRANSFER, why)?;
        let side = owner(cx, army, TRANSFER, why)?;
        let holder =
            cx.state().facts.book.army.iter().find(|army| army.sp.iter().any(|known| known.id == sp));
        let holder = why.need(holder, TRANSFER, "data", || format!("There is no strength point {sp}."))?.id;
        let from = owner(cx, holder, TRANSFER, why)?;
        free(cx, army, TRANSFER, why)?;
        free(cx, holder, TRANSFER, why)?;
        why.unless(from == side, TRANSFER, "not-allowed", || format!("{sp} is of the other side."))?;
        why.unless(holder != army, TRANSFER, "dup", || format!("{sp} is in that army already."))
    })?;
    cx.record(SpMoved { sp, army })
}

/// A leader joins another army of his side.
pub fn move_leader(cx: &mut Cx<'_>, leader: LeaderId, army: ArmyId) -> Adjudged {
    cx.check(|why| {
        entry(cx, LEADER, why)?;
        let side = owner(cx, army, LEADER, why)?;
        let card =
            why.need(cx.setup().card(leader), LEADER, "data", || format!("There is no leader {leader}."))?;
        free(cx, army, LEADER, why)?;
        let holder = with(cx, leader);
        if let Some(holder) = holder {
            free(cx, holder, LEADER, why)?;
        }
        why.unless(card.side == side, LEADER, "not-allowed", || {
            format!("{} is of the other side.", card.leader.name)
        })?;
        why.unless(holder != Some(army), LEADER, "dup", || {
            format!("{} is with that army already.", card.leader.name)
        })
    })?;
    cx.record(LeaderMoved { leader, army })
}

/// A wounded leader is back.
pub fn recover(cx: &mut Cx<'_>, leader: LeaderId) -> Adjudged {
    cx.check(|why| {
        entry(cx, RECOVERY, why)?;
        let person = why.need(cx.state().facts.book.person(leader), RECOVERY, "data", || {
            format!("There is no leader {leader}.")
        })?;
        why.unless(person.fate == Fate::Wounded, RECOVERY, "not-allowed", || {
            format!("{} is not wounded.", cx.setup().named(leader))
        })?;
        with(cx, leader).map_or(Ok(()), |army| free(cx, army, RECOVERY, why))
    })?;
    cx.record(Recovered { leader })
}

/// An army rallies.
pub fn rally(cx: &mut Cx<'_>, army: ArmyId) -> Adjudged {
    cx.check(|why| {
        entry(cx, RALLY, why)?;
        owner(cx, army, RALLY, why)?;
        free(cx, army, RALLY, why)?;
        let shaken = cx.state().facts.book.army(army).is_some_and(|army| army.demoralized);
        why.unless(shaken, RALLY, "not-allowed", || {
            format!("The {} is not demoralized.", cx.setup().army_named(army))
        })
    })?;
    cx.record(Rallied { army })
}

happens! {
    /// A strength point was raised.
    public Raised { side: Side, army: ArmyId, sp: SpId, arm: Arm }
    does |this, state| {
        let sp = Sp { id: this.sp, class: Class::Green, arm: this.arm };
        state.facts.book.army.iter_mut().filter(|army| army.id == this.army).for_each(|army| army.sp.push(sp));
    },
    told |this, setup| Text::new(format!("The {} got the strength point {}.", setup.army_named(this.army), this.sp));

    /// A strength point joined another army.
    public SpMoved { sp: SpId, army: ArmyId }
    does |this, state| {
        let armies = &mut state.facts.book.army;
        let found = armies.iter().flat_map(|army| army.sp.iter()).find(|sp| sp.id == this.sp).copied();
        for army in armies {
            army.sp.retain(|sp| sp.id != this.sp);
            if army.id == this.army {
                army.sp.extend(found);
            }
        }
    },
    told |this, setup| Text::new(format!("{} joined the {}.", this.sp, setup.army_named(this.army)));

    /// A leader joined another army.
    public LeaderMoved { leader: LeaderId, army: ArmyId }
    does |this, state| {
        for army in &mut state.facts.book.army {
            army.leaders.retain(|leader| *leader != this.leader);
            if army.id == this.army {
                army.leaders.push(this.leader);
            }
        }
    },
    told |this, setup| Text::new(format!("{} joined the {}.", setup.named(this.leader), setup.army_named(this.army)));

    /// A leader was back.
    public Recovered { leader: LeaderId }
    does |this, state| {
        let person = state.facts.book.leader.iter_mut().filter(|person| person.id == this.leader);
        person.for_each(|person| person.fate = Fate::Active);
    },
    told |this, setup| Text::new(format!("{} was back.", setup.named(this.leader)));

    /// An army rallied.
    public Rallied { army: ArmyId }
    does |this, state| {
        let armies = state.facts.book.army.iter_mut().filter(|army| army.id == this.army);
        armies.for_each(|army| army.demoralized = false);
    },
    told |this, setup| Text::new(format!("The {} rallied.", setup.army_named(this.army)));
}
