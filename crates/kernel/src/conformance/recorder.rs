//! Sources of answers for the suite: one that keeps what it answered, so that the same command can be judged again, and
//! one that answers by the question alone, as a campaign's dice do.

use crate::answers::{Answered, Answers, Asked, Scripted, Thrown};
use crate::die::Die;

/// Answers by chance and remembers.
pub(super) struct Recorder<'a> {
    thrown: Thrown<'a>,
    pub answers: Vec<Answered>,
    pub keys: Vec<String>,
    /// What each question throws; absent for rulings and for draws by lot, whose dice hang on who is in the draw.
    pub dice: Vec<Option<Die>>,
}

impl<'a> Recorder<'a> {
    pub fn new(pick: &'a mut dyn FnMut(u64) -> u64) -> Self {
        Self { thrown: Thrown::new(pick), answers: Vec::new(), keys: Vec::new(), dice: Vec::new() }
    }

    /// The first `n` answers as a script.
    pub fn script(&self, n: usize) -> Scripted {
        Scripted::answers(self.answers[..n].iter().cloned())
    }
}

impl Answers for Recorder<'_> {
    fn answer(&mut self, asked: &Asked<'_>) -> Answered {
        let answer = self.thrown.answer(asked);
        self.answers.push(answer.clone());
        self.keys.push(asked.key());
        self.dice.push(asked.die.filter(|_| asked.lots.is_empty()));
        answer
    }

    fn wants_identity(&self) -> bool {
        true
    }

    fn may_run_short(&self) -> bool {
        false
    }
}

/// Answers by the question's identity and nothing else, and keeps the identities.
pub(super) struct ByQuestion<'a> {
    source: super::Source<'a>,
    seed: u64,
    pub keys: Vec<String>,
}

impl<'a> ByQuestion<'a> {
    pub fn new(source: super::Source<'a>, seed: u64) -> Self {
        Self { source, seed, keys: Vec::new() }
    }
}

impl Answers for ByQuestion<'_> {
    fn answer(&mut self, asked: &Asked<'_>) -> Answered {
        let key = asked.key();
        let mixed = key
            .bytes()
            .fold(self.seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        self.keys.push(key);
        Thrown::new(&mut *(self.source)(mixed)).answer(asked)
    }

    fn may_run_short(&self) -> bool {
        false
    }

    fn wants_identity(&self) -> bool {
        true
    }
}
