//! The answers that a step gives: dice and the umpire's rulings, each used up in order.

use std::collections::VecDeque;

use kernel::{Answered, Answers, Asked, Origin};

/// The answers of a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Given {
    /// The faces of each throw.
    pub dice: Vec<Vec<u16>>,
    /// The umpire's choices.
    pub rulings: Vec<Ruling>,
}

/// One choice of the umpire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// By its index from 0.
    Index(u8),
    /// By words that stand in it.
    Words(String),
}

/// Gives the answers and counts what is left.
pub(crate) struct Giving {
    dice: VecDeque<Vec<u16>>,
    rulings: VecDeque<Ruling>,
}

impl Giving {
    pub fn new(given: &Given) -> Self {
        Self { dice: given.dice.clone().into(), rulings: given.rulings.clone().into() }
    }

    /// What has not been asked for, in words; `None` when everything was used.
    pub fn left(&self) -> Option<String> {
        match (self.dice.len(), self.rulings.len()) {
            (0, 0) => None,
            (dice, 0) => Some(format!("{dice} throws were not asked for: {:?}", self.dice)),
            (_, rulings) => Some(format!("{rulings} rulings were not asked for: {:?}", self.rulings)),
        }
    }
}

impl Answers for Giving {
    fn answer(&mut self, asked: &Asked<'_>) -> Answered {
        if asked.die.is_some() {
            let throw = self.dice.pop_front();
            // More faces than any throw can have are cut, and then do not fit the die.
            return throw.map_or(Answered::NotYet, |faces| {
                Answered::Faces(faces.into_iter().take(16).collect(), Origin::Table)
            });
        }
        match self.rulings.pop_front() {
            None => Answered::NotYet,
            Some(Ruling::Index(index)) => Answered::Choice(index),
            Some(Ruling::Words(words)) => {
                let at = asked.choices.iter().position(|choice| choice.contains(&words));
                Answered::Choice(at.and_then(|at| u8::try_from(at).ok()).unwrap_or(u8::MAX))
            }
        }
    }
}
