//! What stands against a command: found by one function, whoever asks it.
//!
//! A rule's check is a function over the state that says each condition before its reason. It is written once:
//!
//! ```
//! use kernel::grammar::{Checked, Reasons, holds, why_not};
//! use kernel::RuleId;
//!
//! const RULE: RuleId = RuleId("X-1");
//!
//! fn may_buy(purse: u8, price: u8, why: &mut Reasons) -> Checked {
//!     why.unless(price > 0, RULE, "gift", || "This is not for sale.".into())?;
//!     why.unless(purse >= price, RULE, "funds", || format!("It costs {price}, and you have {purse}."))
//! }
//!
//! // An offer asks only whether, and no sentence is made; a page shows the first reason.
//! assert!(holds(|why| may_buy(3, 2, why)));
//! let reason = why_not(|why| may_buy(1, 2, why));
//! assert_eq!(reason.unwrap().sentence, "It costs 2, and you have 1.");
//! ```
//!
//! The rule itself asks with [`Adjudication::check`](crate::Adjudication::check), or with
//! [`Adjudication::check_all`](crate::Adjudication::check_all) where a system tells everything at once. A plan asks like a
//! page, and a position gives what it finds to [`Faults`](super::Faults).

use super::Side;
use crate::refusal::{Refusal, Refusals};
use crate::words::{RuleId, Seat};

/// A check ends here: its reason is with the [`Reasons`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Barred;

/// What a check gives.
pub type Checked<T = ()> = Result<T, Barred>;

/// How much whoever asks wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Whether,
    First,
    All,
}

/// What stands against a command, as far as whoever asks wants to know.
#[derive(Debug)]
pub struct Reasons {
    asked: Asked,
    n_found: usize,
    list: Vec<Refusal>,
}

impl Reasons {
    const fn new(asked: Asked) -> Self {
        Self { asked, n_found: 0, list: Vec::new() }
    }

    /// Whether anything does: the check ends at the first reason, and no sentence is made.
    pub const fn whether() -> Self {
        Self::new(Asked::Whether)
    }

    /// The first reason: the check ends there.
    pub const fn first() -> Self {
        Self::new(Asked::First)
    }

    /// Every reason: the check goes on behind [`Reasons::unless`].
    pub const fn all() -> Self {
        Self::new(Asked::All)
    }

    /// A condition, then the reason that holds against the command without it.
    ///
    /// # Errors
    /// [`Barred`] when it does not hold, except where all reasons are gathered.
    pub fn unless(
        &mut self,
        holds: bool,
        rule: impl Into<RuleId>,
        code: &'static str,
        sentence: impl FnOnce() -> String,
    ) -> Checked {
        if holds {
            return Ok(());
        }
        self.note(rule, code, sentence);
        if self.asked == Asked::All { Ok(()) } else { Err(Barred) }
    }

    /// What everything behind it needs: without it the check ends, also where all reasons are gathered.
    ///
    /// # Errors
    /// [`Barred`] when it is not there.
    pub fn need<T>(
        &mut self,
        found: Option<T>,
        rule: impl Into<RuleId>,
        code: &'static str,
        sentence: impl FnOnce() -> String,
    ) -> Checked<T> {
        found.ok_or_else(|| {
            self.note(rule, code, sentence);
            Barred
        })
    }

    /// A reason that ends the check.
    ///
    /// # Errors
    /// Always.
    pub fn refuse<T>(
        &mut self,
        rule: impl Into<RuleId>,
        code: &'static str,
        sentence: impl FnOnce() -> String,
    ) -> Checked<T> {
        self.need(None, rule, code, sentence)
    }

    /// A reason beside which the check goes on, for checks that are only asked for all of them.
    pub fn note(&mut self, rule: impl Into<RuleId>, code: &'static str, sentence: impl FnOnce() -> String) {
        self.n_found += 1;
        if self.asked != Asked::Whether {
            self.list.push(Refusal::new(rule.into(), code, sentence()));
        }
    }

    /// A condition, then a reason without it beside which the check goes on, as with [`Reasons::note`].
    pub fn note_unless(
        &mut self,
        holds: bool,
        rule: impl Into<RuleId>,
        code: &'static str,
        sentence: impl FnOnce() -> String,
    ) {
        if !holds {
            self.note(rule, code, sentence);
        }
    }

    /// How many reasons were found so far.
    pub const fn n_found(&self) -> usize {
        self.n_found
    }

    /// Puts the reasons found so far into the order of their codes, each once, for catalogues that order them so.
    pub fn in_order(&mut self) {
        self.list.sort_by(|one, other| one.code.cmp(other.code));
        self.list.dedup();
    }

    /// Ends a list of reasons that were noted: they come in the order of these codes, each once.
    ///
    /// # Errors
    /// [`Barred`] when there is any.
    pub fn end_in_order_of(&mut self, codes: &[&str]) -> Checked {
        self.list.sort_by_key(|reason| codes.iter().position(|code| *code == reason.code));
        let mut told: Vec<Refusal> = Vec::new();
        for reason in std::mem::take(&mut self.list) {
            if !told.contains(&reason) {
                told.push(reason);
            }
        }
        self.list = told;
        if self.n_found == 0 { Ok(()) } else { Err(Barred) }
    }

    /// What the check found: its value, or the reasons against it.
    ///
    /// # Errors
    /// The reasons in the order in which they were found; a reason without a sentence where only whether was asked.
    pub(crate) fn settle<T>(self, checked: Checked<T>) -> Result<T, Vec<Refusal>> {
        match checked {
            Ok(value) if self.n_found == 0 => Ok(value),
            _ => Err(self.list),
        }
    }

    /// The side whose command it is.
    ///
    /// # Errors
    /// [`Barred`] when no side gives it.
    pub fn side(&mut self, seat: Seat, rule: impl Into<RuleId>) -> Checked<Side> {
        self.need(Side::of(seat), rule, "actor", || "Only a side does this.".into())
    }

    /// The umpire, or nobody.
    ///
    /// # Errors
    /// [`Barred`] when another seat asks.
    pub fn umpire(&mut self, seat: Seat, rule: impl Into<RuleId>) -> Checked {
        let umpire = (seat == Seat::Umpire).then_some(());
        self.need(umpire, rule, "actor", || "Only the umpire does this.".into())
    }

    /// What the engine does by itself.
    ///
    /// # Errors
    /// [`Barred`] when another seat asks.
    pub fn engine(&mut self, seat: Seat, rule: impl Into<RuleId>) -> Checked {
        let clock = (seat == Seat::Clock).then_some(());
        self.need(clock, rule, "actor", || "The engine does this by itself.".into())
    }
}

/// Whether nothing stands against it. Makes no sentence.
pub fn holds<T>(check: impl FnOnce(&mut Reasons) -> Checked<T>) -> bool {
    allowed(check).is_some()
}

/// What a check gives when nothing stands against it. Makes no sentence.
pub fn allowed<T>(check: impl FnOnce(&mut Reasons) -> Checked<T>) -> Option<T> {
    let mut why = Reasons::whether();
    let checked = check(&mut why);
    why.settle(checked).ok()
}

/// What a check gives, or the first reason against it.
pub(super) fn first<T>(check: impl FnOnce(&mut Reasons) -> Checked<T>) -> Result<T, Refusal> {
    let mut why = Reasons::first();
    let checked = check(&mut why);
    why.settle(checked).map_err(|mut reasons| reasons.remove(0))
}

/// The first reason against it, if there is one.
pub fn why_not<T>(check: impl FnOnce(&mut Reasons) -> Checked<T>) -> Option<Refusal> {
    first(check).err()
}

/// Everything that stands against it, if anything does.
pub fn all_against<T>(check: impl FnOnce(&mut Reasons) -> Checked<T>) -> Option<Refusals> {
    let mut why = Reasons::all();
    let checked = check(&mut why);
    why.settle(checked).err().and_then(Refusals::from_list)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: RuleId = RuleId("X-1");

    fn check(n: i32, why: &mut Reasons) -> Checked<i32> {
        why.unless(n >= 0, RULE, "sign", || format!("{n} is less than nothing."))?;
        why.unless(n % 2 == 0, RULE, "odd", || format!("{n} is odd."))?;
        why.need((n != 13).then_some(n), RULE, "luck", || "Nobody takes 13.".into())?;
        why.unless(n < 10, RULE, "size", || format!("{n} is too much."))?;
        Ok(n * 10)
    }

    fn codes(n: i32) -> Vec<&'static str> {
        let found = all_against(|why| check(n, why));
        found.map_or(Vec::new(), |found| found.all().iter().map(|reason| reason.code).collect())
    }

    #[test]
    fn one_check_answers_whether_why_and_everything_that_is_wrong() {
        assert_eq!((allowed(|why| check(4, why)), holds(|why| check(-3, why))), (Some(40), false));
        assert_eq!(first(|why| check(4, why)), Ok(40));
        assert_eq!(first(|why| check(-3, why)).unwrap_err().sentence, "-3 is less than nothing.");
        assert_eq!(codes(-3), ["sign", "odd"]);
        assert_eq!(codes(4), [""; 0]);
    }

    #[test]
    fn what_the_rest_needs_ends_the_check_also_when_reasons_are_gathered() {
        assert_eq!(codes(13), ["odd", "luck"]);
        assert_eq!(codes(15), ["odd", "size"]);
    }

    #[test]
    fn a_list_that_was_noted_comes_in_the_order_of_its_codes_each_reason_once() {
        let noted = |holds: bool, why: &mut Reasons| {
            for code in ["b", "a", "b"] {
                why.note_unless(holds, RULE, code, || code.to_uppercase());
            }
            why.end_in_order_of(&["a", "b"])?;
            why.unless(false, RULE, "c", || "Nobody comes here with a reason.".into())
        };
        let told = all_against(|why| noted(false, why)).unwrap();
        assert_eq!(told.all().iter().map(|reason| reason.code).collect::<Vec<_>>(), ["a", "b"]);
        assert!(!holds(|why| noted(false, why)));
        assert_eq!(why_not(|why| noted(true, why)).unwrap().code, "c");
    }

    #[test]
    fn nobody_makes_a_sentence_that_nobody_reads() {
        let silent = |why: &mut Reasons| why.unless(false, RULE, "x", || panic!("made a sentence"));
        assert!(!holds(silent));
    }

    #[test]
    fn who_acts_is_asked_once_for_all() {
        let code = |asked: Result<(), Refusal>| asked.map_err(|reason| reason.code);
        assert_eq!(first(|why| why.side(Seat::Side(1), RULE)), Ok(Side::SECOND));
        assert!(first(|why| why.side(Seat::Side(2), RULE)).is_err());
        assert_eq!(code(first(|why| why.umpire(Seat::Umpire, RULE))), Ok(()));
        assert_eq!(code(first(|why| why.engine(Seat::Umpire, RULE))), Err("actor"));
    }
}
