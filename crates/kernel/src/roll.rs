//! Questions to the world, their modifiers, and the record that explains a roll.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::die::Die;
use crate::words::{Audience, Id, RuleId, Subject};

/// One modifier of a roll, whether it applied or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// What is added; 0 when the circumstance does not hold.
    pub amount: i32,
    /// The circumstance, in words: "Vehicle in a minefield".
    pub label: &'static str,
    /// The rule that gives it.
    pub rule: RuleId,
}

/// The modifiers of one roll, at most [`Modifiers::MOST`], in the chart's printed order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Modifiers(ArrayVec<Modifier, { Modifiers::MOST }>);

impl Modifiers {
    /// The most modifiers of one roll: the longest list in the catalogues, an attack with both sides' ratings and
    /// every circumstance of either, has 19.
    pub const MOST: usize = 24;

    /// No modifiers.
    pub fn none() -> Self {
        Self::default()
    }

    /// Adds a modifier that always applies (its amount may be 0).
    ///
    /// # Panics
    /// When the list is full: how many modifiers a rule has is known where it is written.
    #[must_use]
    pub fn plus(mut self, amount: i32, label: &'static str, rule: RuleId) -> Self {
        self.0.push(Modifier { amount, label, rule });
        self
    }

    /// Adds a modifier that applies when `holds`; otherwise it stands in the list as 0.
    #[must_use]
    pub fn when(self, holds: bool, amount: i32, label: &'static str, rule: RuleId) -> Self {
        self.plus(if holds { amount } else { 0 }, label, rule)
    }

    /// The sum.
    pub fn total(&self) -> i32 {
        self.0.iter().map(|modifier| modifier.amount).sum()
    }

    /// Each modifier, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Modifier> {
        self.0.iter()
    }
}

/// Where the faces of a roll came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// The campaign's keyed dice; anyone can check them.
    Server,
    /// Dice thrown at a real table and typed in; marked as such wherever they show.
    Table,
}

/// A question that the rules put to the world: a throw, or a ruling by the umpire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The rule that asks.
    pub rule: String,
    /// When, on the rules' own calendar; empty in records of builds whose questions were named after their acts.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub occasion: String,
    /// The side that it is asked for; none where it is asked for both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<u8>,
    /// What it is about, as it is shown.
    pub subject: Option<Subject>,
    /// What its identity names instead, where the name that is shown depends on somebody's choice; see [`crate::Ask::known_as`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known_as: Option<Id>,
    /// Which time the rules ask this on this occasion, counted in facts, from 1. In records of builds whose questions
    /// were named after their acts, counted within the act.
    pub nth: u16,
    /// Who may know the question and its answer.
    pub audience: Audience,
    /// What is thrown; absent for a ruling.
    pub die: Option<Die>,
    /// The wording: the chart's title, or the question to the umpire.
    pub text: String,
    /// The possible answers to a ruling, in words; empty for a throw.
    pub choices: Vec<String>,
    /// Of a draw by lot: the names of all that are in it, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lots: Vec<Id>,
}

impl Question {
    /// The identity: `rule/occasion/side/nth/subject`, with `-` for no side. No two questions of a campaign's course share
    /// it, and nothing else enters the face that answers it.
    pub fn key(&self) -> String {
        let subject = self.known_as.as_ref().or(self.subject.as_ref()).map_or("", Subject::as_str);
        key(&self.rule, &self.occasion, self.side, self.nth, subject)
    }
}

/// Only the last part may hold a slash, so no two questions give one text.
pub(crate) fn key(rule: &str, occasion: &str, side: Option<u8>, nth: u16, subject: &str) -> String {
    match side {
        Some(side) => format!("{rule}/{occasion}/{side}/{nth}/{subject}"),
        None => format!("{rule}/{occasion}/-/{nth}/{subject}"),
    }
}

/// One modifier as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModifierRecord {
    /// What was added.
    pub amount: i32,
    /// The circumstance.
    pub label: String,
    /// The rule that gives it.
    pub rule: String,
}

/// One band of the chart as it was when the roll was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BandRecord {
    /// The band in print: `3–4`.
    pub band: String,
    /// The result in words.
    pub result: String,
}

/// The chart as it was when the roll was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChartRecord {
    /// Id in the catalogue.
    pub id: String,
    /// Printed title.
    pub title: String,
    /// All bands in printed order.
    pub bands: Vec<BandRecord>,
    /// Index of the band that was hit.
    pub hit: usize,
}

/// Everything that explains one answered question: chart, modifiers one by one, faces, total, row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RollRecord {
    /// The question.
    pub asked: Question,
    /// The faces, in order. For a high roll: the first party's die, then the second's, of the deciding throw.
    pub faces: Vec<u16>,
    /// Where the faces came from; absent for a ruling.
    pub origin: Option<Origin>,
    /// Each modifier, zeros included.
    pub modifiers: Vec<ModifierRecord>,
    /// The figure read off the dice plus the modifiers; for a ruling the index of the choice.
    pub total: i32,
    /// The chart and its row, if the roll was made on one.
    pub chart: Option<ChartRecord>,
}
