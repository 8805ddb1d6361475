//! A source of answers that keeps what it answered, so that the same command can be judged again.

use crate::answers::{Answered, Answers, Asked, Scripted, Thrown};

/// Answers by chance and remembers.
pub(super) struct Recorder<'a> {
    thrown: Thrown<'a>,
    pub answers: Vec<Answered>,
    pub keys: Vec<String>,
}

impl<'a> Recorder<'a> {
    pub fn new(pick: &'a mut dyn FnMut(u64) -> u64) -> Self {
        Self { thrown: Thrown::new(pick), answers: Vec::new(), keys: Vec::new() }
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
        answer
    }

    fn may_run_short(&self) -> bool {
        false
    }
}
