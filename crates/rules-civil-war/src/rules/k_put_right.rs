//! The book put right by hand. A loss that was reported wrongly is corrected at its battle, and all that followed is judged anew.
//! Where a later battle began from it and was taken in, that battle stays as it was fought: then the neutral enters what an army
//! has too much, or too little, from now on.

use super::*;
use crate::exact::Exact;
use crate::setup::Sp;
use crate::words::{Arm, ArmyId, Class, SpId, Stage};

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

/// [CWFF-9A-1] A strength point that was lost is there after all. What it is, its side alone learns.
pub fn restore(cx: &mut Cx<'_>, army: ArmyId, sp: SpId, class: Class, arm: Arm) -> Adjudged {
    let side = cx.check(|why| {
        let side = may(cx, Some(army), LOSSES, why)?;
        let known = cx.state().facts.book.army.iter().any(|army| army.sp.iter().any(|known| known.id == sp));
        why.unless(!known, LOSSES, "dup", || format!("There is a strength point {sp} already."))?;
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
