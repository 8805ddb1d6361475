//! Sides that act at the same time read their own data only: either order gives the same state.

use super::play::Play;
use super::recorder::Recorder;
use super::report::{Kept, Law, must, parting};
use crate::adjudication::{Acting, Transcript, judge};
use crate::system::System;
use crate::words::Seat;

impl<S: System> Play<'_, S> {
    pub fn sides_commute(&mut self) -> Kept {
        if !S::is_parallel(&self.state) {
            return Ok(());
        }
        let mut ready = Vec::new();
        for seat in self.seats.clone().into_iter().filter(|seat| matches!(seat, Seat::Side(_))) {
            let templates = self.templates(&self.state, seat);
            if !templates.is_empty() {
                let template = &templates[self.pick(templates.len() as u64) as usize];
                ready.push((seat, self.sampled(seat, template)));
            }
        }
        let [first, second, ..] = &ready[..] else { return Ok(()) };
        self.report.pairs += 1;
        let seeds = [self.seed(), self.seed()];
        let one = self.in_order([(first, seeds[0]), (second, seeds[1])])?;
        let other = self.in_order([(second, seeds[1]), (first, seeds[0])])?;
        must(Law::ParallelCommutes, one == other, || {
            let parting = parting(&format!("{one:?}"), &format!("{other:?}"));
            format!("{first:?} and {second:?} give different states in different orders; {parting}")
        })
    }

    /// Plays both commands one after the other; each throws from its own seed, so that the order alone differs.
    fn in_order(&self, commands: [(&(Seat, S::Command), u64); 2]) -> Kept<S::State> {
        let (mut state, mut transcript) = (self.state.clone(), Transcript::<S>::new());
        for ((seat, command), seed) in commands {
            let mut choices = (self.source)(seed);
            let mut recorder = Recorder::new(&mut *choices);
            let ended = judge::<S>(&mut state, Acting::own(*seat), command, &mut recorder, &mut transcript);
            must(Law::ParallelCommutes, ended.is_ok(), || {
                format!("of {commands:?} in this order, {command:?} of {seat:?} ends with {ended:?}")
            })?;
        }
        Ok(state)
    }
}
