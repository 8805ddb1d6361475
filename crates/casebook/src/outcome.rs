//! What came of an example, ready to be written as JSON.

use kernel::{Audience, Odds, Question, Refusals, RollRecord};
use serde::Serialize;
use serde_json::{Map, Value};

/// What came of an example.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// The example's file.
    pub file: String,
    /// Its title.
    pub title: String,
    /// The rules it is an example of.
    pub rules: Vec<String>,
    /// The system's name.
    pub system: String,
    /// Each step that was played.
    pub steps: Vec<StepOutcome>,
    /// What was not as expected, each with its place; empty when everything was.
    pub failures: Vec<String>,
}

impl Outcome {
    /// Whether everything was as expected.
    pub fn is_ok(&self) -> bool {
        self.failures.is_empty()
    }
}

/// How a step ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The command was accepted, or the engine did what was its own.
    Accepted,
    /// The rules said no.
    Refused(Refusals),
    /// An answer was missing.
    Awaiting(Box<Question>),
    /// An answer did not fit.
    Unfit(Box<Question>),
    /// Nothing was done: the step looked, or asked for odds.
    Looked,
}

/// An event with who may know it and its words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeenEvent {
    /// Who may know it.
    pub audience: Audience,
    /// The event.
    pub event: Value,
    /// The event as prose.
    pub words: String,
}

/// What came of one step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepOutcome {
    /// Number of the step, from 1.
    pub step: usize,
    /// Its line in the file, when known.
    pub line: Option<usize>,
    /// The seat, when there is one.
    pub seat: Option<String>,
    /// The command, when there is one.
    pub command: Option<Value>,
    /// How it ended.
    pub ending: Ending,
    /// What happened, in order.
    pub events: Vec<SeenEvent>,
    /// The rolls that explain it.
    pub rolls: Vec<RollRecord>,
    /// The odds, when the step asked for them.
    pub odds: Option<Odds>,
    /// Each seat's view afterwards: umpire, the sides by id, spectator.
    pub views: Map<String, Value>,
}
