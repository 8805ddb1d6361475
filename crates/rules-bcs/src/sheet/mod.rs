//! Charts as data: what is asked, what modifies, what is excluded and why, what the dice give and what changes it.
//!
//! A [`Sheet`] is one printed chart. It is a constant, so that the rules, the page of charts and the play aid read one and
//! the same thing: [`resolve`](Sheet::resolve) answers the rules, [`data`] writes it as JSON for whoever reads it without
//! this crate.
//!
//! Every answer is a whole number: a tick is 0 or 1, a pick is the place of the choice in its list, a count is itself. A
//! condition is a list of alternatives, each a list of tests that must all hold.

pub mod data;
mod odds;
mod outcome;
mod resolve;

use arrayvec::ArrayVec;
use kernel::{Die, RuleId};

pub use odds::{each_apart, steps};
pub use outcome::{Field, Outcome};
pub use resolve::{By, Ended, Found, Resolved, Standing, Told};

/// Any of these lists, of which each test must hold. An empty inner list always holds.
pub type When = &'static [&'static [Test]];

/// Holds always.
pub const ALWAYS: When = &[&[]];

/// One test of a condition. Questions are named by their place in the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// The answer is this.
    Is(u8, i16),
    /// The answer is anything else.
    Not(u8, i16),
    /// The answer is this or more.
    Least(u8, i16),
    /// The first answer is above the second.
    Over(u8, u8),
    /// The result says this. Only in changes.
    Gives(Field, i8),
    /// The result takes as much as there is, or more. Only in changes.
    Spends(Field, u8),
}

/// What can be answered to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Yes or no.
    Flag,
    /// One of these, each with a word for files and words for people.
    Pick(&'static [(&'static str, &'static str)]),
    /// A whole number from the first to the second.
    Count(i16, i16),
}

/// What is asked before or after a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// Its id within the sheet.
    pub id: &'static str,
    /// The circumstance in words.
    pub words: &'static str,
    /// The rule that asks.
    pub rule: RuleId,
    /// What can be answered.
    pub kind: Kind,
}

impl Question {
    /// A tick.
    pub const fn flag(id: &'static str, rule: &'static str, words: &'static str) -> Self {
        Self { id, words, rule: RuleId(rule), kind: Kind::Flag }
    }

    /// A choice.
    pub const fn pick(
        id: &'static str,
        rule: &'static str,
        words: &'static str,
        of: &'static [(&'static str, &'static str)],
    ) -> Self {
        Self { id, words, rule: RuleId(rule), kind: Kind::Pick(of) }
    }

    /// A number.
    pub const fn count(id: &'static str, rule: &'static str, words: &'static str, span: (i16, i16)) -> Self {
        Self { id, words, rule: RuleId(rule), kind: Kind::Count(span.0, span.1) }
    }

    /// The lowest and the highest answer.
    pub fn span(&self) -> (i16, i16) {
        match self.kind {
            Kind::Flag => (0, 1),
            Kind::Pick(of) => (0, i16::try_from(of.len()).unwrap_or(1) - 1),
            Kind::Count(least, most) => (least, most),
        }
    }
}

/// Something that keeps a modifier or a row from counting though its circumstance holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exclusion {
    /// Its id within the sheet.
    pub id: &'static str,
    /// Why.
    pub words: &'static str,
    /// The rule that says so.
    pub rule: RuleId,
    /// When.
    pub when: When,
}

impl Exclusion {
    /// An exclusion.
    pub const fn new(id: &'static str, rule: &'static str, words: &'static str, when: When) -> Self {
        Self { id, words, rule: RuleId(rule), when }
    }
}

/// Whose total a modifier goes into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Whoever rolls: added.
    Roller,
    /// The other one: what stands in print is taken away from the net.
    Other,
}

/// How much a modifier is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// Always this.
    Fixed(i16),
    /// An answer, so many times.
    Times(u8, i16),
    /// By an answer, from 0 on.
    By(u8, &'static [i16]),
}

/// A line of a list of modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its id within the sheet.
    pub id: &'static str,
    /// As it is printed.
    pub words: &'static str,
    /// The rule that gives it.
    pub rule: RuleId,
    /// Whose it is.
    pub whose: Whose,
    /// How much, as printed.
    pub amount: Amount,
    /// The circumstance.
    pub when: When,
    /// What keeps it from counting: places among the sheet's exclusions.
    pub unless: &'static [u8],
    /// Of the lines of one group, the first that holds counts and no other; 0 is none.
    pub group: u8,
}

impl Line {
    /// A line of whoever rolls.
    pub const fn new(
        id: &'static str,
        rule: &'static str,
        words: &'static str,
        amount: Amount,
        when: When,
    ) -> Self {
        Self { id, words, rule: RuleId(rule), whose: Whose::Roller, amount, when, unless: &[], group: 0 }
    }

    /// A line of the other one.
    #[must_use]
    pub const fn of_other(mut self) -> Self {
        self.whose = Whose::Other;
        self
    }

    /// What keeps it from counting.
    #[must_use]
    pub const fn unless(mut self, exclusions: &'static [u8]) -> Self {
        self.unless = exclusions;
        self
    }

    /// One of a group, of which only one counts.
    #[must_use]
    pub const fn one_of(mut self, group: u8) -> Self {
        self.group = group;
        self
    }
}

impl Sheet {
    /// How much a line is, as it stands in print: `+1`, `−X`, `+2 Regular Attack, +1 Shock Attack`.
    pub fn printed(&self, line: &Line) -> String {
        match line.amount {
            Amount::Fixed(amount) => signed(amount),
            Amount::Times(_, 1) => "+X".into(),
            Amount::Times(_, -1) => "−X".into(),
            Amount::Times(_, times) => format!("{} × X", signed(times)),
            Amount::By(question, amounts) => {
                let Kind::Pick(of) = self.questions[usize::from(question)].kind else { return "X".into() };
                let cases = of.iter().zip(amounts).filter(|(_, amount)| **amount != 0);
                let cases = cases.map(|((_, words), amount)| format!("{} {words}", signed(*amount)));
                cases.collect::<Vec<_>>().join(", ")
            }
        }
    }
}

/// A figure with its sign, as it is printed.
fn signed(figure: i16) -> String {
    if figure < 0 { format!("−{}", figure.unsigned_abs()) } else { format!("+{figure}") }
}

/// Why there is no roll at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    /// Its id within the sheet.
    pub id: &'static str,
    /// Why.
    pub words: &'static str,
    /// The rule that says so.
    pub rule: RuleId,
    /// When.
    pub when: When,
}

impl Bar {
    /// A bar.
    pub const fn new(id: &'static str, rule: &'static str, words: &'static str, when: When) -> Self {
        Self { id, words, rule: RuleId(rule), when }
    }
}

/// A row of a table: from `min` to `max`, open where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Lowest total.
    pub min: Option<i16>,
    /// Highest total.
    pub max: Option<i16>,
    /// As it is printed.
    pub words: &'static str,
    /// What it says.
    pub says: &'static [(Field, i8)],
}

impl Row {
    /// A row for totals up to one.
    pub const fn to(max: i16, words: &'static str, says: &'static [(Field, i8)]) -> Self {
        Self { min: None, max: Some(max), words, says }
    }

    /// A row between two totals.
    pub const fn span(min: i16, max: i16, words: &'static str, says: &'static [(Field, i8)]) -> Self {
        Self { min: Some(min), max: Some(max), words, says }
    }

    /// A row for totals from one on.
    pub const fn from(min: i16, words: &'static str, says: &'static [(Field, i8)]) -> Self {
        Self { min: Some(min), max: None, words, says }
    }

    /// The only row of a table without dice.
    pub const fn sure(words: &'static str, says: &'static [(Field, i8)]) -> Self {
        Self { min: None, max: None, words, says }
    }

    /// The totals in print: `3–6`, `7 or more`.
    pub fn band(&self) -> String {
        let words = |figure: i16| figure.to_string().replace('-', "−");
        match (self.min, self.max) {
            (Some(min), Some(max)) if min == max => words(min),
            (Some(min), Some(max)) => format!("{}–{}", words(min), words(max)),
            (Some(min), None) => format!("{} or more", words(min)),
            (None, Some(max)) => format!("{} or less", words(max)),
            (None, None) => "any".into(),
        }
    }

    /// Whether a total falls into it.
    pub fn holds(&self, total: i32) -> bool {
        self.min.is_none_or(|min| i32::from(min) <= total)
            && self.max.is_none_or(|max| total <= i32::from(max))
    }
}

/// A table of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its id within the sheet.
    pub id: &'static str,
    /// What it is for.
    pub words: &'static str,
    /// The rule that gives it.
    pub rule: RuleId,
    /// How many dice of six sides; 0 where the result is sure.
    pub dice: u8,
    /// When it can be the one.
    pub when: When,
    /// What keeps it from being the one: places among the sheet's exclusions.
    pub unless: &'static [u8],
    /// Its rows, which cover every total.
    pub rows: &'static [Row],
}

impl Table {
    /// A table that is used when a condition holds.
    pub const fn new(
        id: &'static str,
        rule: &'static str,
        words: &'static str,
        dice: u8,
        when: When,
        rows: &'static [Row],
    ) -> Self {
        Self { id, words, rule: RuleId(rule), dice, when, unless: &[], rows }
    }

    /// What keeps it from being the one.
    #[must_use]
    pub const fn unless(mut self, exclusions: &'static [u8]) -> Self {
        self.unless = exclusions;
        self
    }

    /// What is thrown, if anything is.
    pub fn die(&self) -> Option<Die> {
        match self.dice {
            0 => None,
            1 => Some(Die::D(6)),
            n => Some(Die::Sum { n, sides: 6 }),
        }
    }

    /// The row of a total.
    ///
    /// # Panics
    /// When no row holds it: a test counts that every table covers every total.
    pub fn row(&self, total: i32) -> &'static Row {
        self.rows.iter().find(|row| row.holds(total)).expect("a table covers every total")
    }

    /// In how many of the ways of its dice a field is not 0, without modifiers, and of how many.
    pub fn ways_of(&self, field: Field) -> (u64, u64) {
        let Some(die) = self.die() else {
            return (
                u64::from(self.row(0).says.iter().any(|(known, value)| *known == field && *value != 0)),
                1,
            );
        };
        let mut ways = (0, 0);
        for (figure, n) in (die.span().0..).zip(die.ways()) {
            ways.1 += n;
            if self.row(figure).says.iter().any(|(known, value)| *known == field && *value != 0) {
                ways.0 += n;
            }
        }
        ways
    }
}

/// Which of the tables whose condition holds is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choose {
    /// The first.
    First,
    /// The one in which a field comes up least; of equal ones the first.
    Least(Field),
}

/// What changes a result after the roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its id within the sheet.
    pub id: &'static str,
    /// What happens and why.
    pub words: &'static str,
    /// The rule that says so.
    pub rule: RuleId,
    /// When; tests of the result see what earlier changes have made of it.
    pub when: When,
    /// What is set.
    pub set: &'static [(Field, i8)],
}

impl Change {
    /// A change.
    pub const fn new(
        id: &'static str,
        rule: &'static str,
        words: &'static str,
        when: When,
        set: &'static [(Field, i8)],
    ) -> Self {
        Self { id, words, rule: RuleId(rule), when, set }
    }
}

/// One printed chart.
#[derive(Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Its id.
    pub id: &'static str,
    /// Its printed title.
    pub title: &'static str,
    /// The rule that it is.
    pub rule: RuleId,
    /// Not printed in the source: a stand-in of the house, which a file may replace.
    pub stand_in: bool,
    /// What is asked.
    pub questions: &'static [Question],
    /// What keeps modifiers and tables from counting.
    pub exclusions: &'static [Exclusion],
    /// What keeps the roll from being made.
    pub bars: &'static [Bar],
    /// The modifiers in printed order.
    pub lines: &'static [Line],
    /// Which table is used.
    pub choose: Choose,
    /// The tables.
    pub tables: &'static [Table],
    /// What changes the result, in order.
    pub changes: &'static [Change],
    /// The fields that its results are told by, in order.
    pub gives: &'static [Field],
}

/// The most questions of a sheet.
pub const MOST_QUESTIONS: usize = 32;

/// An answer for each question of a sheet, in order.
pub type Answers = ArrayVec<i16, MOST_QUESTIONS>;

/// Declares the rows of a part of a sheet together with a closed enum of their names; the enum's value is the row's place.
///
/// Of questions it also makes the tests that ask them.
#[macro_export]
macro_rules! rows {
    ($(#[$meta:meta])* $vis:vis enum $name:ident, $(#[$list_meta:meta])* $list:ident: $row:ident {
        $($(#[$doc:meta])* $value:ident = $make:expr;)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        $vis enum $name { $($(#[$doc])* $value),+ }

        #[allow(dead_code, reason = "not every list is gone through by name")]
        impl $name {
            /// Every value, in order.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            /// Its row.
            pub const fn row(self) -> &'static $crate::sheet::$row {
                &$list[self as usize]
            }

            /// Its place.
            pub const fn at(self) -> u8 {
                self as u8
            }
        }

        $(#[$list_meta])*
        $vis const $list: &[$crate::sheet::$row] = &[$($make),+];

        $crate::rows!(@tests $row $name);
    };
    (@tests Question $name:ident) => {
        #[allow(dead_code, reason = "not every test is asked of every list")]
        impl $name {
            /// The answer is this.
            pub const fn is(self, answer: i16) -> $crate::sheet::Test {
                $crate::sheet::Test::Is(self as u8, answer)
            }

            /// The answer is anything else.
            pub const fn not(self, answer: i16) -> $crate::sheet::Test {
                $crate::sheet::Test::Not(self as u8, answer)
            }

            /// It is ticked.
            pub const fn yes(self) -> $crate::sheet::Test {
                self.is(1)
            }

            /// It is not ticked.
            pub const fn no(self) -> $crate::sheet::Test {
                self.is(0)
            }

            /// The answer is this or more.
            pub const fn least(self, answer: i16) -> $crate::sheet::Test {
                $crate::sheet::Test::Least(self as u8, answer)
            }

            /// The answer is above another.
            pub const fn over(self, other: Self) -> $crate::sheet::Test {
                $crate::sheet::Test::Over(self as u8, other as u8)
            }
        }
    };
    (@tests $row:ident $name:ident) => {};
}
