//! How far the dice of a campaign are, as the table remembers it.

use std::collections::BTreeSet;

use ::dice::Contribution;
use serde::{Deserialize, Serialize};

use super::entry::{Contributed, Laid};
use crate::entry::Head;
use crate::pledges::entry::Terms;
use crate::pledges::memory::Round;
use crate::throws::memory::Throws;

/// How far the dice are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct DicePhase {
    /// Whether they answer by the question alone. In logs of earlier builds they hung on the names of acts, up to the
    /// entry at which the campaign went over.
    #[serde(default)]
    pub by_question: bool,
    /// Whether the campaign went on without its secret, where throws are typed in by consent alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub missing: bool,
    pub open: bool,
    /// Whether the secret may be shown. Nothing is rolled or done any more.
    pub shown: bool,
    /// Why the umpire ended the campaign.
    #[serde(default)]
    pub reason: Option<String>,
    pub contributions: Vec<Contribution>,
    /// Seats that have added words or passed.
    pub answered: BTreeSet<String>,
    /// What the campaign's first entry says of its dice; nothing where it began before there was a choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terms: Option<Terms>,
    /// The words of the sides, while they are given.
    #[serde(default, skip_serializing_if = "Round::is_none")]
    pub round: Round,
    /// Whether dice thrown at a table may be typed in, where that takes consent.
    #[serde(default, skip_serializing_if = "Throws::is_none")]
    pub throws: Throws,
}

impl DicePhase {
    pub fn laid(&mut self, laid: &Laid, by_question: bool) {
        if let Laid::Openly { terms, .. } = laid {
            self.terms = *terms;
            self.by_question = by_question;
        }
    }

    pub fn contributed(&mut self, head: &Head, contributed: &Contributed) {
        self.answered.insert(head.seat.name());
        self.contributions.extend(contributed.contribution.clone());
    }

    pub fn opened(&mut self) {
        self.open = true;
        self.contributions.extend(self.round.contributions());
    }

    pub fn shown(&mut self, head: &Head) {
        self.open = false;
        self.shown = true;
        self.reason.clone_from(&head.reason);
    }
}
