//! The rulings book, as the table remembers it: what was ruled in words of the umpire's own, and what was chosen where a rule
//! asked.

use std::collections::BTreeSet;

use kernel::{Audience, Seat};
use serde::{Deserialize, Serialize};

use super::entry::{Ruled, RulingLine};
use crate::entry::Body;
use crate::entry::act::Act;
use crate::read::Read;
use crate::streams::audience_of;

/// One ruling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruling {
    /// When, in milliseconds since 1970, UTC.
    pub at: i64,
    /// The rule it is about.
    pub rule: String,
    /// What was decided.
    pub decision: String,
    /// Why; absent where a rule asked and the umpire chose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Who may know.
    pub audience: Audience,
    /// The question that was put to the umpire, by its name in the log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
}

/// What the umpire has ruled, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Rulings(Vec<Ruling>);

impl Rulings {
    pub fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes in what an entry rules, of whatever kind it is.
    pub fn remember(&mut self, read: &Read) {
        for (stream, Body { head, act }) in &read.bodies {
            let audience = audience_of(*stream);
            if let Act::Ruled(Ruled { ruling: RulingLine { rule, decision } }) = act {
                let (rule, decision) = (rule.clone(), decision.clone());
                let reason = head.reason.clone();
                self.0.push(Ruling { at: head.at, rule, decision, reason, audience, question: None });
            }
            for line in act.rolls().iter().filter(|line| line.origin == "ruling") {
                let asked = &line.record.asked;
                let choice =
                    usize::try_from(line.record.total).ok().and_then(|choice| asked.choices.get(choice));
                self.0.push(Ruling {
                    at: head.at,
                    rule: asked.rule.clone(),
                    decision: format!("{} {}.", asked.text, choice.map_or("", String::as_str)),
                    reason: None,
                    audience,
                    question: Some(line.question.clone()),
                });
            }
        }
    }

    /// Those that a seat may know and that stand, newest first. `void`: questions whose answers stand no more.
    pub fn standing(&self, seat: Seat, void: &BTreeSet<String>) -> Vec<Ruling> {
        let mut answered: Vec<&str> = Vec::new();
        let mut standing = Vec::new();
        for ruling in self.0.iter().rev().filter(|ruling| seat.sees(ruling.audience)) {
            if let Some(question) = &ruling.question {
                // A correction may have answered it anew, or made it void.
                if answered.contains(&question.as_str()) || void.contains(question) {
                    continue;
                }
                answered.push(question);
            }
            standing.push(ruling.clone());
        }
        standing
    }
}
