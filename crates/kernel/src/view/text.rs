//! Prose with the few roles that a page can show apart.

use serde::Serialize;

use crate::system::SideInfo;
use crate::words::{Audience, RuleId};

/// A run of prose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Span {
    /// Plain words.
    Plain(String),
    /// Words that carry the sentence. Where an act is told in many sentences, those with such words stand for all.
    Strong(String),
    /// Words in the second ink: an aside.
    Quiet(String),
    /// A side by name, with its colour, pattern and corner.
    Side(u8),
    /// A rule id, shown at the end of a sentence and linked to its text.
    Rule(RuleId),
    /// A lock with who may know: "You and the umpire".
    Secret(Audience),
    /// Words that lead to a place on another page of the view.
    Link {
        /// The page.
        page: &'static str,
        /// The address on it: a panel or a row.
        at: String,
        /// The words.
        words: String,
    },
    /// The words of the answer that is picked to a question of a form on the same page.
    Picked {
        /// The form.
        form: String,
        /// The key of the question.
        key: String,
        /// The words of the answer that is picked beforehand.
        words: String,
    },
    /// Words that follow what is picked in a form on the same page, as its previews say.
    Shown {
        /// The form.
        form: String,
        /// Which words of its previews.
        at: String,
        /// The words for what is picked beforehand.
        words: String,
    },
}

/// A sentence or a few.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Text(pub Vec<Span>);

impl Text {
    /// What happened, as a log tells it: the side that did it if one did, the words, and the rule if one is named.
    pub fn told(side: Option<u8>, words: impl Into<String>, rule: &'static str) -> Self {
        let by = side.map_or_else(Self::empty, |side| Self::empty().side(side)).say(words);
        if rule.is_empty() { by } else { by.rule(RuleId(rule)) }
    }

    /// No words.
    pub fn empty() -> Self {
        Self::default()
    }

    /// Plain words.
    pub fn new(words: impl Into<String>) -> Self {
        Self(vec![Span::Plain(words.into())])
    }

    /// Adds plain words.
    #[must_use]
    pub fn say(mut self, words: impl Into<String>) -> Self {
        self.0.push(Span::Plain(words.into()));
        self
    }

    /// Adds strong words.
    #[must_use]
    pub fn strong(mut self, words: impl Into<String>) -> Self {
        self.0.push(Span::Strong(words.into()));
        self
    }

    /// Adds words in the second ink.
    #[must_use]
    pub fn quiet(mut self, words: impl Into<String>) -> Self {
        self.0.push(Span::Quiet(words.into()));
        self
    }

    /// Adds a side by name.
    #[must_use]
    pub fn side(mut self, side: u8) -> Self {
        self.0.push(Span::Side(side));
        self
    }

    /// Adds a rule id.
    #[must_use]
    pub fn rule(mut self, rule: RuleId) -> Self {
        self.0.push(Span::Rule(rule));
        self
    }

    /// Adds words that lead to a place on another page.
    #[must_use]
    pub fn link(mut self, page: &'static str, at: impl Into<String>, words: impl Into<String>) -> Self {
        self.0.push(Span::Link { page, at: at.into(), words: words.into() });
        self
    }

    /// Adds the words of the answer that is picked to a question, beforehand these.
    #[must_use]
    pub fn picked(
        mut self,
        form: impl Into<String>,
        key: impl Into<String>,
        words: impl Into<String>,
    ) -> Self {
        self.0.push(Span::Picked { form: form.into(), key: key.into(), words: words.into() });
        self
    }

    /// Adds words that the previews of a form change, beforehand these.
    #[must_use]
    pub fn shown(mut self, form: impl Into<String>, at: impl Into<String>, words: impl Into<String>) -> Self {
        self.0.push(Span::Shown { form: form.into(), at: at.into(), words: words.into() });
        self
    }

    /// Adds a lock with who may know.
    #[must_use]
    pub fn secret(mut self, audience: Audience) -> Self {
        self.0.push(Span::Secret(audience));
        self
    }

    /// Whether there are no words.
    pub fn is_empty(&self) -> bool {
        let is_nothing = |span: &Span| match span {
            Span::Plain(words) | Span::Strong(words) | Span::Quiet(words) => words.is_empty(),
            _ => false,
        };
        self.0.iter().all(is_nothing)
    }

    /// The words alone; rule ids in brackets, locks left out.
    pub fn plain(&self, sides: &[SideInfo]) -> String {
        let mut words = String::new();
        for span in &self.0 {
            match span {
                Span::Plain(text)
                | Span::Strong(text)
                | Span::Quiet(text)
                | Span::Link { words: text, .. }
                | Span::Shown { words: text, .. }
                | Span::Picked { words: text, .. } => {
                    words.push_str(text);
                }
                Span::Side(side) => match sides.get(usize::from(*side)) {
                    Some(info) => words.push_str(&info.name),
                    None => words.push_str(&format!("side {side}")),
                },
                Span::Rule(rule) => words.push_str(&format!(" [{rule}]")),
                Span::Secret(_) => {}
            }
        }
        words
    }
}

impl From<&str> for Text {
    fn from(words: &str) -> Self {
        Self::new(words)
    }
}

impl From<String> for Text {
    fn from(words: String) -> Self {
        Self::new(words)
    }
}
