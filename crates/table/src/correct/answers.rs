//! Answers to an act that is judged anew: what was answered to the same question stays, the rest is asked.

use std::collections::BTreeMap;

use kernel::{Answered, Answers, Asked, Die, RollRecord};

use crate::dice::{Given, LiveDice, NamedByAct};
use crate::entry::lines::RollLine;

/// The live dice behind what stands in the log already.
pub(crate) struct Recalling<'a> {
    pub live: LiveDice<'a>,
    pub before: NamedByAct,
    /// Every answer of the whole course, by question.
    pub kept: &'a BTreeMap<String, RollLine>,
    /// Answers that the correction brings: a throw at the table that was typed wrongly, or one that is new.
    pub said: &'a BTreeMap<String, Vec<u16>>,
    /// Whether a new throw is the campaign's dice's, which nobody may type in.
    pub keyed: bool,
    /// Whether the campaign has dice of its own: they make the throws that no hand makes.
    pub has_dice: bool,
    /// Whether what was asked last is such a throw.
    pub by_no_hand: bool,
    /// What was asked, in order.
    pub asked: Vec<String>,
}

impl Recalling<'_> {
    /// The questions in order, and the lines for the log of those answered anew.
    pub fn end(self, records: Vec<RollRecord>) -> (Vec<String>, Vec<RollLine>) {
        (self.asked, self.live.lines(records))
    }

    /// What was answered before, if it was this very question: the same dice, or the same choices.
    fn same(&self, question: &str, asked: &Asked<'_>) -> Option<&RollLine> {
        let line = self.kept.get(question)?;
        let same = match asked.die {
            Some(die) => {
                let who = line.record.asked.lots == asked.lots;
                who && line.dice == die.dice() && line.opposed == matches!(die, Die::HighRoll { .. })
            }
            None => line.dice.is_empty() && line.record.asked.choices == asked.choices,
        };
        same.then_some(line)
    }
}

impl Answers for Recalling<'_> {
    fn answer(&mut self, asked: &Asked<'_>) -> Answered {
        let (mut question, before) = (asked.key(), self.before.next(asked));
        if !self.kept.contains_key(&question) && self.same(&before, asked).is_some() {
            question = before;
        }
        let kept = self.same(&question, asked).cloned();
        self.by_no_hand = asked.by_no_hand && self.has_dice;
        let by_hand = match &kept {
            Some(line) => line.origin != "server",
            None => asked.die.is_none() || !(self.keyed || self.by_no_hand),
        };
        let kept = kept.as_ref().map(Given::of);
        let said = self.said.get(&question).filter(|_| by_hand);
        // What is typed again as it stood is no new answer.
        let said = said.filter(|said| kept.as_ref().is_none_or(|kept| kept.faces != **said));
        if let Some(said) = said {
            self.live.say(asked.die, said.clone());
        } else if let Some(kept) = kept {
            self.live.recall(question.clone(), kept);
        }
        self.asked.push(question);
        self.live.answer(asked)
    }
}

#[cfg(test)]
mod tests {
    use kernel::Origin;

    use super::*;
    use crate::dice::Source;
    use crate::dice::tests::asked;

    /// What a correction gives to a throw for which it brings a face, in an act whose dice were typed.
    fn given(by_no_hand: bool, has_dice: bool) -> Answered {
        let asked = asked(by_no_hand);
        let (kept, said) = (BTreeMap::new(), BTreeMap::from([(asked.key(), vec![3])]));
        let mut answers = Recalling {
            live: LiveDice::new(None, String::new(), Source::Table, BTreeMap::new()),
            before: NamedByAct::new(String::new()),
            kept: &kept,
            said: &said,
            keyed: false,
            has_dice,
            by_no_hand: false,
            asked: Vec::new(),
        };
        let answered = answers.answer(&asked);
        assert_eq!(answers.by_no_hand, by_no_hand && has_dice);
        answered
    }

    #[test]
    fn a_correction_brings_no_face_for_a_throw_that_no_hand_makes() {
        let typed = Answered::Faces([3].into_iter().collect(), Origin::Table);
        assert_eq!(given(true, true), Answered::NotYet, "the campaign's own dice throw it");
        assert_eq!(given(false, true), typed);
        assert_eq!(given(true, false), typed, "there are no other dice");
    }
}
