//! Draws that are one for each of several subjects, each independent of the others.

use super::{Adjudged, Adjudication, Ground, Halt, Transcript};
use crate::answers::Branches;
use crate::chance::{Chance, Draw, TooMuch};
use crate::system::System;

/// Who weighs subjects apart: what is asked of their events, and what has been found.
pub(crate) trait Weigh<S: System> {
    /// Whether what is asked tells subjects in equal circumstances apart.
    fn tells_apart(&self) -> bool;
    /// What events add to the figures that are asked for.
    fn read(&self, setup: &S::Setup, events: &[S::Event]) -> Vec<i64>;
    /// Whether one more branch may be walked.
    ///
    /// # Errors
    /// [`TooMuch`].
    fn may_walk(&mut self) -> Result<(), TooMuch>;
    /// Takes what a subject adds, for so many of them, or why it cannot be told.
    fn take(&mut self, found: Result<Draw, TooMuch>, times: u32);
}

impl<S: System> Adjudication<'_, S> {
    /// Judges `each` for every one of the subjects, in their order. A rule says with this that the draws are one for each
    /// subject, or a few, and that what a subject's draws bring hangs on its `circumstances` alone: not on what came of the
    /// others. Play goes through them one by one. Odds of a measure walk the branches of one subject for every distinct
    /// circumstance, and convolve. They tell nothing of what the rule does afterwards, so this comes last of what a rule
    /// draws.
    ///
    /// # Errors
    /// As `each`; [`Halt::Weighed`] where subjects are weighed apart.
    pub fn for_each_subject<T, C: PartialEq>(
        &mut self,
        subjects: &[T],
        circumstances: impl Fn(&S::State, &T) -> C,
        mut each: impl FnMut(&mut Adjudication<'_, S>, &T) -> Adjudged,
    ) -> Adjudged {
        let acting = self.acting;
        let Ground::Play { state, weigh: Some(weigh), .. } = &mut self.ground else {
            return subjects.iter().try_for_each(|subject| each(self, subject));
        };
        let apart = weigh.tells_apart();
        let mut alike: Vec<(C, &T, u32)> = Vec::new();
        for subject in subjects {
            let circumstances = circumstances(state, subject);
            match alike.iter_mut().find(|(known, _, _)| !apart && *known == circumstances) {
                Some((_, _, times)) => *times += 1,
                None => alike.push((circumstances, subject, 1)),
            }
        }
        let mut transcript = Transcript::new();
        for (_, subject, times) in alike {
            let mut branches = Branches::new();
            let mut found: Vec<(Vec<i64>, (u128, u128))> = Vec::new();
            let told = loop {
                if let Err(fault) = weigh.may_walk() {
                    break Err(fault);
                }
                let mut copy = S::State::clone(state);
                transcript.clear();
                let ground = Ground::Play {
                    state: &mut copy,
                    transcript: &mut transcript,
                    answers: &mut branches,
                    weigh: None,
                };
                each(&mut Adjudication { ground, acting, committed: true, silent: false }, subject)?;
                let Some(chance) = branches.chance() else { break Err(TooMuch::Wide) };
                found.push((weigh.read(S::setup(state), &transcript.events), chance));
                if !branches.advance() {
                    break Chance::of_branches(found);
                }
            };
            let n_figures = weigh.read(S::setup(state), &[]).len();
            weigh.take(told.and_then(|chance| Draw::of_chance(n_figures, &chance)), times);
        }
        Err(Halt::Weighed)
    }
}
