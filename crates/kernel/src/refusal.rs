//! Refusals: a named rule says no, and why. Normal play, never an error.

use std::fmt;

use serde::Serialize;

use crate::words::RuleId;

/// One reason why a command is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// The refusal code of the system's catalogue (`funds`, `step`, …) or of the house (`stale`, …).
    pub code: &'static str,
    /// The rule that says no.
    pub rule: RuleId,
    /// One plain sentence, built only from what the refused seat knows.
    pub sentence: String,
}

impl Refusal {
    /// A refusal by `rule` with its code and sentence.
    pub fn new(rule: RuleId, code: &'static str, sentence: impl Into<String>) -> Self {
        Self { code, rule, sentence: sentence.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}, {}]", self.sentence, self.code, self.rule)
    }
}

/// Why a command is refused: one reason or more, in the catalogue's order of checks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Refusals(Vec<Refusal>);

impl Refusals {
    /// All reasons, at least one.
    pub fn all(&self) -> &[Refusal] {
        &self.0
    }

    /// The first reason.
    pub fn first(&self) -> &Refusal {
        &self.0[0]
    }

    /// Reasons that nobody reads, for those who ask only whether: none is written down.
    pub(crate) const fn untold() -> Self {
        Self(Vec::new())
    }

    /// Reasons from a list; `None` when the list is empty.
    pub fn from_list(list: Vec<Refusal>) -> Option<Self> {
        (!list.is_empty()).then_some(Self(list))
    }
}

impl From<Refusal> for Refusals {
    fn from(refusal: Refusal) -> Self {
        Self(vec![refusal])
    }
}

impl fmt::Display for Refusals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, refusal) in self.0.iter().enumerate() {
            if n > 0 {
                f.write_str("; ")?;
            }
            refusal.fmt(f)?;
        }
        Ok(())
    }
}
