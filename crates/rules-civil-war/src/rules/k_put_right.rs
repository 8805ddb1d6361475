//! The book put right by hand. A loss that was reported wrongly is corrected at its battle, and all that followed is judged anew.
//! Where a later battle began from it and was taken in, that battle stays as it was fought: then the neutral enters what an army
//! has too much, or too little, from now on.

use super::k_entries::writable;
use super::*;
use crate::exact::Exact;
use crate::setup::Sp;
use crate::words::{Account, Arm, ArmyId, Class, SpId, Stage};

/// [CWFF-9A-1] Strength points are lost by what was reported.
const LOSSES: &str = "CWFF-9A-1";
/// [CWFF-9A-3] What is carried of one.
const CARRIED: &str = "CWFF-9A-3";

/// A person who is the neutral puts an army right that is in no battle.
fn may(cx: &Cx<'_>, army: Option<ArmyId>, rule: &'static str, why: &mut Reasons) -> Checked<Side> {
    neutral(cx.state(), cx.seat(), None, rule, why)?;
    of_a_book(cx.state(), rule, why)?;
    let goes_on = cx.state().facts.book.stage != Stage::Over;
    why.unless(goes_on, rule, "step", || "The last turn is played.".into())?;
    let start = army.and_then(|id| cx.setup().armies.iter().find(|army| army.id == id));
    let side =
        why.need(start, rule, "data", || "There is no such army, or no such strength point.".into())?.side;
    why.unless(!cx.setup().options.no_person(), rule, "not-allowed", || {
        "What a strength point is, and what is carried, is its side’s own, and everybody would read a proposal of it. Without a \
         person as neutral the report is corrected from the umpire’s seat."
            .into()
    })?;
    let fights = army.is_some_and(|id| cx.state().battle_of(id).is_some());
    why.unless(!fights, rule, "not-allowed", || "That army is in a battle.".into())?;
    Ok(side)
}

/// [CWFF-9A-1] A strength point was lost after all.
pub fn strike(cx: &mut Cx<'_>, sp: SpId) -> Adjudged {
    let holder = cx.state().facts.book.army.iter().find(|army| army.sp.iter().any(|known| known.id == sp));
    let holder = holder.map(|army| army.id);
    let side = cx.check(|why| may(cx, holder, LOSSES, why))?;
    cx.record(Struck { side, army: holder.unwrap_or_default(), sp })
}

/// Whether a side began with a strength point, or brought it to a battle.
fn once_had(state: &State, side: Side, sp: SpId) -> bool {
    let began = state.setup.armies.iter().filter(|army| army.side == side).flat_map(|army| &army.sp);
    let brought = state.facts.battle.iter().flat_map(|battle| &battle.muster(side).sp);
    began.chain(brought).any(|known| known.id == sp)
}

/// [CWFF-9A-3] [CWFF-R17] Whether an army has a strength point of an account: what is carried is missing from one.
fn has_any(state: &State, army: ArmyId, account: Account) -> bool {
    state.facts.book.army(army).is_some_and(|army| army.sp.iter().any(|sp| sp.class.account() == account))
}

/// [CWFF-9A-1] A strength point that was lost is there after all. What it is, its side alone learns.
pub fn restore(cx: &mut Cx<'_>, army: ArmyId, sp: SpId, class: Class, arm: Arm) -> Adjudged {
    let side = cx.check(|why| {
        let side = may(cx, Some(army), LOSSES, why)?;
        writable(sp, LOSSES, why)?;
        let known = cx.state().facts.book.army.iter().any(|army| army.sp.iter().any(|known| known.id == sp));
        why.unless(!known, LOSSES, "dup", || format!("There is a strength point {sp} already."))?;
        why.unless(once_had(cx.state(), side, sp), LOSSES, "data", || {
            format!(
                "Neither the set-up nor a battle names a strength point {sp} of the {} side; one that is new is entered as new.",
                cx.setup().sides[side].name
            )
        })?;
        Ok(side)
    })?;
    cx.record(Restored { side, army, sp, arm })?;
    cx.record(RestoredAs { side, army, sp, class })
}

/// [CWFF-9A-3] What an army carries of a strength point, in both accounts, is something else.
pub fn carry(cx: &mut Cx<'_>, army: ArmyId, crack: Exact, other: Exact) -> Adjudged {
    let side = cx.check(|why| {
        let side = may(cx, Some(army), CARRIED, why)?;
        let parts = [crack, other].iter().all(|part| part.whole() == 0);
        why.unless(parts, CARRIED, "range", || {
            "What is carried is less than a strength point; a whole one is struck out.".into()
        })?;
        for (account, part) in Account::ALL.iter().copied().zip([crack, other]) {
            why.unless(
                part == Exact::NONE || has_any(cx.state(), army, account),
                CARRIED,
                "not-eligible",
                || {
                    let kind = if account == Account::Crack { "crack" } else { "green or veteran" };
                    format!(
                        "The {} has no {kind} strength point that a part could be missing from.",
                        cx.setup().army_named(army)
                    )
                },
            )?;
        }
        Ok(side)
    })?;
    cx.record(CarriedOtherwise { side, army, crack, other })
}

happens! {
    /// A strength point was struck out.
    public Struck { side: Side, army: ArmyId, sp: SpId }
    does |this, state| {
        let armies = state.facts.book.army.iter_mut().filter(|army| army.id == this.army);
        armies.for_each(|army| army.sp.retain(|sp| sp.id != this.sp));
    },
    told |this, setup| Text::new(format!(
        "{} of the {} was lost after all: the book was put right.", this.sp, setup.army_named(this.army)
    ));

    /// A strength point came back.
    public Restored { side: Side, army: ArmyId, sp: SpId, arm: Arm }
    does |this, state| {
        let sp = Sp { id: this.sp, class: Class::Green, arm: this.arm };
        state.facts.book.army.iter_mut().filter(|army| army.id == this.army).for_each(|army| army.sp.push(sp));
    },
    told |this, setup| Text::new(format!(
        "{} of the {} was not lost after all: the book was put right.", this.sp, setup.army_named(this.army)
    ));

    /// What it is.
    secret RestoredAs { side: Side, army: ArmyId, sp: SpId, class: Class }
    does |this, state| {
        let armies = state.facts.book.army.iter_mut().filter(|army| army.id == this.army);
        let found = armies.flat_map(|army| &mut army.sp).filter(|sp| sp.id == this.sp);
        found.for_each(|sp| sp.class = this.class);
    },
    told |this, _| Text::new(format!("{} is {}.", this.sp, this.class.word()));

    /// What is carried was put right.
    secret CarriedOtherwise { side: Side, army: ArmyId, crack: Exact, other: Exact }
    does |this, state| {
        let armies = state.facts.book.army.iter_mut().filter(|army| army.id == this.army);
        armies.for_each(|army| army.carried = [this.crack, this.other]);
    },
    told |this, setup| Text::new(format!(
        "The {} carries {} crack and {} other strength points: the book was put right.",
        setup.army_named(this.army), this.crack, this.other
    ));
}
