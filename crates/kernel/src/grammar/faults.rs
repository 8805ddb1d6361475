//! What is wrong with a position.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::ops::RangeInclusive;

use super::reasons::first;
use super::{Checked, PerSide, Reasons, Side};
use crate::diagnostic::Diagnostic;
use crate::reader::HOUSE_FILE;
use crate::system::SideInfo;
use crate::words::Id;

/// What contradicts the set-up or another fact, each with the path of the field: gathered, never stopped at the first.
#[derive(Debug, Default)]
pub struct Faults(Vec<Diagnostic>);

impl Faults {
    /// None so far.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// A condition, then what is wrong at `path` without it, by `rule` or [`HOUSE_FILE`].
    pub fn unless(&mut self, holds: bool, path: impl Display, rule: &str, sentence: impl FnOnce() -> String) {
        if !holds {
            self.0.push(Diagnostic::of_position(&path.to_string(), rule, sentence()));
        }
    }

    /// A rule's own check, asked of a fact at `path`: the first reason against it is what is wrong there. Gives what the
    /// check gives when there is none.
    pub fn check<T>(
        &mut self,
        path: impl Display,
        check: impl FnOnce(&mut Reasons) -> Checked<T>,
    ) -> Option<T> {
        first(check).map_err(|no| self.unless(false, path, no.rule.0, || no.sentence)).ok()
    }

    /// Names stand once.
    pub fn once<T: Ord + Display>(&mut self, names: impl IntoIterator<Item = T>, path: impl Display) {
        let (mut seen, mut twice) = (BTreeSet::new(), Vec::new());
        for name in names {
            if let Some(name) = seen.replace(name) {
                twice.push(format!("{name} stands here twice."));
            }
        }
        for sentence in twice {
            self.unless(false, &path, HOUSE_FILE, || sentence);
        }
    }

    /// A number lies in its range: `what` are counted so.
    pub fn within<T: PartialOrd + Display>(
        &mut self,
        range: RangeInclusive<T>,
        number: T,
        path: &str,
        what: &str,
    ) {
        self.unless(range.contains(&number), path, HOUSE_FILE, || {
            format!("{what} are {} to {}.", range.start(), range.end())
        });
    }

    /// The facts of each side of a set-up, where each stands once in any order, and nobody else's.
    pub fn of_sides<'f, T>(
        &mut self,
        path: &str,
        sides: &PerSide<SideInfo>,
        facts: &'f [T],
        id: impl Fn(&T) -> Id,
    ) -> Vec<(Side, &'f T)> {
        let mut found = Vec::new();
        for (side, info) in sides.iter() {
            match facts.iter().filter(|one| id(one) == info.id).collect::<Vec<_>>()[..] {
                [one] => found.push((side, one)),
                _ => self.unless(false, path, HOUSE_FILE, || {
                    format!("The side {} must stand here once.", info.id)
                }),
            }
        }
        self.unless(facts.len() == 2, path, HOUSE_FILE, || "There are two sides.".into());
        found
    }

    /// Whether nothing is wrong so far.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value, when nothing is wrong.
    ///
    /// # Errors
    /// Everything that is.
    pub fn finish<T>(self, value: T) -> Result<T, Vec<Diagnostic>> {
        if self.0.is_empty() { Ok(value) } else { Err(self.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::RuleId;

    #[test]
    fn everything_that_is_wrong_is_told_with_its_path() {
        let mut faults = Faults::new();
        faults.unless(true, "turn", "X-1", || panic!("nothing is wrong"));
        faults.unless(false, format_args!("side.{}", 1), "X-2", || "Too many.".into());
        faults.once(["a", "b", "a"], "unit");
        let rule = RuleId("X-3");
        assert_eq!(faults.check("fight", |why| why.need(Some(7), rule, "x", String::new)), Some(7));
        faults.check("fight", |why| why.unless(false, rule, "x", || "No.".into()));
        let told = faults.finish(()).unwrap_err();
        let told: Vec<_> =
            told.iter().map(|one| format!("{} {} {}", one.path, one.rule, one.sentence)).collect();
        let house = format!("unit {HOUSE_FILE} a stands here twice.");
        assert_eq!(told, ["side.1 X-2 Too many.", &house, "fight X-3 No."]);
        assert_eq!(Faults::new().finish(1), Ok(1));
    }
}
