//! The rolls of one step as one table: what each could bring, and one press for all that are open.

use serde::Serialize;

use super::form::Form;
use super::text::Text;
use crate::die::Die;

/// The rolls of one step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RollTable {
    /// What is rolled for, for those who do not see the heading.
    pub caption: String,
    /// The head of the first column: "Formation".
    pub head: String,
    /// What is owed, in a sentence or two.
    pub lead: Text,
    /// Makes all open rolls at once. Each answer to its question `close` is a button of its own; those to `spend`, which
    /// names rows, are ticked in the rows.
    pub all: Option<Form>,
    /// One roll each, those that are made or settled too.
    pub rows: Vec<RollRow>,
}

/// How a roll stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RollState {
    /// It is to be made.
    Open,
    /// It was made.
    Made,
    /// No die could change anything, so that none is thrown.
    Settled,
    /// It cannot be made.
    Closed,
}

/// Which way a result leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// To the better of the roller.
    Better,
    /// To the worse.
    Worse,
    /// Nowhere.
    Same,
}

/// What a roll could bring.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chance {
    /// Which way it leads.
    pub way: Way,
    /// The result: "Experienced".
    pub words: String,
    /// How often of `of` it comes up, where that is told.
    pub weight: u64,
    /// All cases.
    pub of: u64,
}

impl Chance {
    /// The result with its odds: "Experienced: 2 of 100".
    pub fn told(&self) -> String {
        if self.of == 0 {
            self.words.clone()
        } else {
            format!("{}: {} of {}", self.words, self.weight, self.of)
        }
    }
}

/// One roll.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RollRow {
    /// The subject of the roll, as its record names it; also the row's value in the question `spend`.
    pub key: String,
    /// Whom or what it is about.
    pub title: Text,
    /// How that stands now.
    pub note: Text,
    /// What could happen; of several results those that change something.
    pub chances: Vec<Chance>,
    /// What makes the odds, or why nothing can change.
    pub why: Text,
    /// The die that is thrown.
    pub die: Die,
    /// How the roll stands.
    pub state: RollState,
    /// What came of it; empty before it is made.
    pub result: Text,
    /// Makes this roll alone.
    pub one: Option<Form>,
    /// The same with a point spent on it: it stands in its place while the point is ticked.
    pub pointed: Option<Form>,
}

impl RollTable {
    /// The id of the form for all rolls, the same in every step, so that what it brought is told after it is gone.
    pub const ALL: &'static str = "roll-all";

    /// Every form, in reading order.
    pub fn forms(&self) -> Vec<&Form> {
        let alone = self.rows.iter().flat_map(|row| row.one.iter().chain(&row.pointed));
        self.all.iter().chain(alone).collect()
    }

    /// The rows that are still to be rolled.
    pub fn open(&self) -> impl Iterator<Item = &RollRow> {
        self.rows.iter().filter(|row| row.state == RollState::Open)
    }
}
