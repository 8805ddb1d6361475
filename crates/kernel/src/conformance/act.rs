//! One lawful command: accepted, folded, written, judged again, and seen by nobody who may not.

use super::play::Play;
use super::recorder::Recorder;
use super::report::{Kept, Law, broken, must, parting};
use crate::adjudication::{Acting, Halt, Transcript, judge, prove};
use crate::system::System;
use crate::words::Seat;

impl<S: System> Play<'_, S> {
    /// Plays a sampled command on the live state.
    pub fn act(&mut self, seat: Seat, command: &S::Command) -> Kept {
        let acting = Acting::own(seat);
        if let Err(refusals) = prove::<S>(&self.state, acting, command) {
            return broken(
                Law::OfferedIsAccepted,
                format!("prove refuses {command:?} of {seat:?}: {refusals}"),
            );
        }
        let (before, looks) = (self.state.clone(), std::mem::take(&mut self.looks));
        let mut choices = (self.source)(self.seed());
        let mut recorder = Recorder::new(&mut *choices);
        match judge::<S>(&mut self.state, acting, command, &mut recorder, &mut self.transcript) {
            Ok(()) => {}
            Err(halt) => {
                return broken(
                    Law::OfferedIsAccepted,
                    format!("judge ends {command:?} of {seat:?} with {halt:?}"),
                );
            }
        }
        self.report.commands += 1;
        self.questions_are_one(&recorder)?;
        for event in &self.transcript.events {
            let words = format!("{event:?}");
            let kind = words.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            *self.report.events.entry(kind.into()).or_default() += 1;
        }
        self.folds_to_the_live_state(&before)?;
        self.replays(&before, acting, command, &recorder)?;
        self.waits(&before, acting, command, &recorder)?;
        self.unseen_changes_nothing(&before, &looks)?;
        self.levels_are_kept(&before, command)?;
        if !recorder.answers.is_empty() {
            self.measures_are_exact(&before, acting, command)?;
            self.odds_hold_what_happened(&before, acting, command)?;
        }
        Ok(())
    }

    fn questions_are_one(&mut self, recorder: &Recorder<'_>) -> Kept {
        let law = Law::QuestionsAreOne;
        for (key, die) in recorder.keys.iter().zip(&recorder.dice) {
            self.report.questions += 1;
            must(law, self.asked.insert(key.clone()), || format!("{key} is asked twice in one course"))?;
            if let Some(die) = die {
                let known = *self.dice.entry(key.clone()).or_insert(*die);
                must(law, known == *die, || {
                    format!("{key} throws {known:?} in one course and {die:?} in another")
                })?;
            }
        }
        Ok(())
    }

    fn folds_to_the_live_state(&self, before: &S::State) -> Kept {
        let law = Law::FoldIsLive;
        let mut folded = before.clone();
        for event in &self.transcript.events {
            let json =
                serde_json::to_string(event).or_else(|error| broken(law, format!("{event:?}: {error}")))?;
            let read: S::Event =
                serde_json::from_str(&json).or_else(|error| broken(law, format!("{json}: {error}")))?;
            must(law, read == *event, || format!("{event:?} comes back from {json} as {read:?}"))?;
            S::fold(&mut folded, &read);
        }
        must(law, folded == self.state, || {
            let parting = parting(&format!("{:?}", self.state), &format!("{folded:?}"));
            format!(
                "after {:?} the judged state and the folded one differ; {parting}",
                self.transcript.events
            )
        })
    }

    fn replays(
        &self,
        before: &S::State,
        acting: Acting,
        command: &S::Command,
        recorder: &Recorder<'_>,
    ) -> Kept {
        let law = Law::ReplayIsRecord;
        let json =
            serde_json::to_string(command).or_else(|error| broken(law, format!("{command:?}: {error}")))?;
        let read: S::Command =
            serde_json::from_str(&json).or_else(|error| broken(law, format!("{json}: {error}")))?;
        must(law, read == *command, || format!("{command:?} comes back from {json} as {read:?}"))?;
        let (mut again, mut transcript) = (before.clone(), Transcript::<S>::new());
        let mut script = recorder.script(recorder.answers.len());
        let ended = judge::<S>(&mut again, acting, &read, &mut script, &mut transcript);
        must(law, ended.is_ok() && script.left() == 0, || {
            format!("{json} ends with {ended:?} and {} answers are left over", script.left())
        })?;
        must(law, transcript.events == self.transcript.events, || {
            format!("{json} gave {:?} and then {:?}", self.transcript.events, transcript.events)
        })?;
        must(law, transcript.rolls == self.transcript.rolls, || {
            format!("{json}: the rolls are explained otherwise")
        })?;
        must(law, again == self.state, || format!("{json}: the state differs"))
    }

    /// Cuts the answers short at a random place: the command must wait for the question asked there.
    fn waits(
        &mut self,
        before: &S::State,
        acting: Acting,
        command: &S::Command,
        recorder: &Recorder<'_>,
    ) -> Kept {
        if recorder.answers.is_empty() {
            return Ok(());
        }
        let given = self.pick(recorder.answers.len() as u64) as usize;
        let (mut half, mut transcript) = (before.clone(), Transcript::<S>::new());
        let ended = judge::<S>(&mut half, acting, command, &mut recorder.script(given), &mut transcript);
        let wanted = &recorder.keys[given];
        match ended {
            Err(Halt::Awaiting(question)) if question.key() == *wanted => Ok(()),
            other => {
                broken(Law::ShortAnswersWait, format!("{command:?} should wait for {wanted}, but: {other:?}"))
            }
        }
    }
}
