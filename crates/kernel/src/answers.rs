//! The two answers from outside, dice and rulings, behind one port.

use std::collections::VecDeque;

use crate::die::{Die, Faces};
use crate::fraction::lowest_terms;
use crate::roll::{Origin, key};
use crate::words::{Audience, Id, Occasion, RuleId, Seat, Subject};

/// A question as it is put to a source of answers. Borrowed and small; [`crate::Question`] is its written form.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// On whose behalf the command is judged.
    pub seat: Seat,
    /// The rule that asks.
    pub rule: RuleId,
    /// When, on the rules' own calendar; empty unless [`Answers::wants_identity`].
    pub occasion: Occasion,
    /// The side that it is asked for; none where it is asked for both.
    pub side: Option<u8>,
    /// What it is about, as it is shown.
    pub subject: Option<Subject>,
    /// What its identity names instead.
    pub known_as: Option<Id>,
    /// Which time the rules ask this on this occasion, counted in facts, from 1.
    pub nth: u16,
    /// Who may know.
    pub audience: Audience,
    /// Whether the campaign's own dice give it wherever there are any, see [`crate::Ask::by_no_hand`].
    pub by_no_hand: bool,
    /// What is thrown; absent for a ruling.
    pub die: Option<Die>,
    /// The possible answers to a ruling.
    pub choices: &'a [&'a str],
    /// Of a draw by lot: all that are in it.
    pub lots: &'a [Id],
}

impl Asked<'_> {
    /// The identity, as [`crate::Question::key`] writes it.
    pub fn key(&self) -> String {
        let subject = self.known_as.as_ref().or(self.subject.as_ref()).map_or("", Subject::as_str);
        key(self.rule.0, self.occasion.as_str(), self.side, self.nth, subject)
    }
}

/// What a source says to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answered {
    /// The faces of the dice.
    Faces(Faces, Origin),
    /// The umpire's choice, as an index.
    Choice(u8),
    /// Nothing yet: the command waits.
    NotYet,
}

/// What a weighing source says to a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// The outcome with this index.
    Outcome(usize),
    /// The source does not weigh; ask it for faces.
    AskFaces,
}

/// Where answers come from: the campaign's dice, a player's keyboard, a log, an enumeration, a simulation.
pub trait Answers {
    /// Answers a question with faces or a choice.
    fn answer(&mut self, asked: &Asked<'_>) -> Answered;

    /// Draws one of several outcomes by weight instead of by faces. Exact odds answer here, one branch at a time.
    fn draw(&mut self, _asked: &Asked<'_>, _weights: &dyn Fn() -> Vec<u64>) -> Drawn {
        Drawn::AskFaces
    }

    /// Whether [`Answered::NotYet`] can be said. Such a judgement runs on a copy of the state.
    fn may_run_short(&self) -> bool {
        true
    }

    /// Whether the answer hangs on which question it is, so that its occasion has to be written. Simulation says no.
    fn wants_identity(&self) -> bool {
        self.wants_records()
    }

    /// Whether records that explain each roll are wanted. Simulation says no.
    fn wants_records(&self) -> bool {
        true
    }
}

/// A list of answers used up in order, as in worked examples and typed-in dice; short when the list is.
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    answers: VecDeque<Answered>,
}

impl Scripted {
    /// Throws in order; each is the list of faces of one question.
    pub fn faces<'a>(throws: impl IntoIterator<Item = &'a [u16]>, origin: Origin) -> Self {
        let answers = throws
            .into_iter()
            .map(|faces| Answered::Faces(faces.iter().copied().take(16).collect(), origin))
            .collect();
        Self { answers }
    }

    /// Answers of either kind in order.
    pub fn answers(answers: impl IntoIterator<Item = Answered>) -> Self {
        Self { answers: answers.into_iter().collect() }
    }

    /// How many answers are left over.
    pub fn left(&self) -> usize {
        self.answers.len()
    }
}

impl Answers for Scripted {
    fn answer(&mut self, _asked: &Asked<'_>) -> Answered {
        self.answers.pop_front().unwrap_or(Answered::NotYet)
    }
}

/// Faces from a source of whole numbers below a bound, for simulation and random play. Keeps no records.
pub struct Thrown<'a> {
    pick: &'a mut dyn FnMut(u64) -> u64,
}

impl<'a> Thrown<'a> {
    /// `pick(n)` gives a number from 0 to n − 1.
    pub fn new(pick: &'a mut dyn FnMut(u64) -> u64) -> Self {
        Self { pick }
    }
}

impl Answers for Thrown<'_> {
    fn answer(&mut self, asked: &Asked<'_>) -> Answered {
        let Some(die) = asked.die else {
            let choice = (self.pick)(asked.choices.len().max(1) as u64);
            return Answered::Choice(u8::try_from(choice).unwrap_or(0));
        };
        let (n, sides) = die.shape();
        loop {
            let faces: Faces = (0..n).map(|_| 1 + (self.pick)(u64::from(sides)) as u16).collect();
            if die.admits(&faces) {
                return Answered::Faces(faces, Origin::Server);
            }
        }
    }

    fn may_run_short(&self) -> bool {
        false
    }

    fn wants_records(&self) -> bool {
        false
    }
}

/// Walks every branch of chance, depth first: judge the command once per branch, [`Branches::advance`] between.
#[derive(Clone, Debug, Default)]
pub struct Branches {
    path: Vec<Fork>,
    depth: usize,
    over: bool,
}

#[derive(Clone, Debug)]
struct Fork {
    weights: Vec<u64>,
    taken: usize,
}

impl Branches {
    /// Before the first branch.
    pub fn new() -> Self {
        Self::default()
    }

    /// The weight of the branch just walked and the sum of weights over the forks on its way: its exact chance is
    /// the product of weight/sum, given here as one fraction.
    ///
    /// # Errors
    /// `None` when the fraction does not fit into 128 bits.
    pub fn chance(&self) -> Option<(u128, u128)> {
        self.path.iter().try_fold((1u128, 1u128), |(num, den), fork| {
            let sum: u64 = fork.weights.iter().sum();
            let num = num.checked_mul(fork.weights[fork.taken].into())?;
            let den = den.checked_mul(sum.into())?;
            Some(lowest_terms(num, den))
        })
    }

    /// Turns to the next branch. False when all are walked.
    pub fn advance(&mut self) -> bool {
        self.path.truncate(self.depth);
        self.depth = 0;
        while let Some(fork) = self.path.last_mut() {
            if let Some(next) = (fork.taken + 1..fork.weights.len()).find(|n| fork.weights[*n] > 0) {
                fork.taken = next;
                return true;
            }
            self.path.pop();
        }
        self.over = true;
        false
    }

    fn fork(&mut self, weights: Vec<u64>) -> usize {
        if self.depth == self.path.len() {
            let taken = weights.iter().position(|weight| *weight > 0).unwrap_or(0);
            self.path.push(Fork { weights, taken });
        }
        self.depth += 1;
        self.path[self.depth - 1].taken
    }
}

impl Answers for Branches {
    fn answer(&mut self, asked: &Asked<'_>) -> Answered {
        match asked.die {
            None => {
                Answered::Choice(u8::try_from(self.fork(vec![1; asked.choices.len().max(1)])).unwrap_or(0))
            }
            Some(_) => Answered::NotYet,
        }
    }

    fn draw(&mut self, _asked: &Asked<'_>, weights: &dyn Fn() -> Vec<u64>) -> Drawn {
        let weights = if self.depth < self.path.len() { Vec::new() } else { weights() };
        Drawn::Outcome(self.fork(weights))
    }

    fn may_run_short(&self) -> bool {
        false
    }

    fn wants_records(&self) -> bool {
        false
    }
}
