//! Inside the domains accepted, outside refused, and a refusal leaves no trace.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use serde::Deserialize;
use serde_json::Value;

use super::play::Play;
use super::recorder::Recorder;
use super::report::{Kept, Law, broken, must};
use crate::adjudication::{Acting, Halt, Transcript, judge, prove};
use crate::system::System;
use crate::words::Seat;

/// What a seat could do, as far as it was walked.
#[derive(Default)]
struct Domain {
    commands: BTreeSet<String>,
    whole: bool,
}

impl<S: System> Play<'_, S> {
    /// Walks every domain, then tries foreign and altered commands against what was walked.
    pub fn domains_hold(&mut self) -> Kept {
        let mut domains = BTreeMap::new();
        for seat in self.seats.clone() {
            domains.insert(seat, self.walk(seat)?);
        }
        for _ in 0..self.plan.probes {
            let at = self.pick(self.seats.len() as u64) as usize;
            let seat = self.seats[at];
            if let Some(command) = self.foreign() {
                self.probe(seat, &command, &domains[&seat])?;
            }
        }
        Ok(())
    }

    /// The commands of a template, at most as many as the plan says, and whether these are all.
    pub fn walked(&self, state: &S::State, seat: Seat, template: &S::Template) -> (Vec<S::Command>, bool) {
        let mut commands = Vec::new();
        let mut whole = !S::is_capped(state, template);
        S::each(state, seat, template, &mut |command| {
            if commands.len() == self.plan.most_commands {
                whole = false;
                return ControlFlow::Break(());
            }
            commands.push(command);
            ControlFlow::Continue(())
        });
        (commands, whole)
    }

    fn walk(&mut self, seat: Seat) -> Kept<Domain> {
        let mut domain = Domain { whole: true, ..Domain::default() };
        for template in self.templates(&self.state, seat) {
            let (commands, whole) = self.walked(&self.state, seat, &template);
            domain.whole &= whole;
            let empty = commands.is_empty();
            must(Law::OfferIsNotEmpty, !empty, || {
                format!("{seat:?} is offered {template:?} without a command")
            })?;
            for command in commands {
                self.report.walked += 1;
                self.is_accepted(seat, &template, &command)?;
                domain.commands.insert(written(&command));
            }
            let sample = self.sampled(seat, &template);
            self.is_accepted(seat, &template, &sample)?;
            let inside = !whole || domain.commands.contains(&written(&sample));
            must(Law::OutsideIsRefused, inside, || {
                format!("{sample:?} is a sample of {template:?}, but not in it")
            })?;
        }
        Ok(domain)
    }

    fn is_accepted(&mut self, seat: Seat, template: &S::Template, command: &S::Command) -> Kept {
        let acting = Acting::own(seat);
        if let Err(refusals) = prove::<S>(&self.state, acting, command) {
            let what = format!("prove refuses {command:?} of {template:?} to {seat:?}: {refusals}");
            return broken(Law::OfferedIsAccepted, what);
        }
        let mut choices = (self.source)(self.seed());
        let mut recorder = Recorder::new(&mut *choices);
        let mut copy = self.state.clone();
        let ended = judge::<S>(&mut copy, acting, command, &mut recorder, &mut self.transcript);
        must(Law::OfferedIsAccepted, ended.is_ok(), || {
            format!("judge ends {command:?} of {template:?} to {seat:?} with {ended:?}")
        })
    }

    /// A lawful command of another moment or seat, as it was or with one field taken from yet another.
    pub fn foreign(&mut self) -> Option<S::Command> {
        if self.pool.is_empty() {
            return None;
        }
        let at = self.pick(self.pool.len() as u64) as usize;
        let command = self.pool[at].clone();
        if self.pick(2) == 0 {
            return Some(command);
        }
        let Ok(Value::Object(mut fields)) = serde_json::to_value(&command) else { return Some(command) };
        let keys: Vec<String> = fields.keys().filter(|key| self.values.contains_key(*key)).cloned().collect();
        if !keys.is_empty() {
            let key = &keys[self.pick(keys.len() as u64) as usize];
            let at = self.pick(self.values[key].len() as u64) as usize;
            fields.insert(key.clone(), self.values[key][at].clone());
        }
        Some(S::Command::deserialize(Value::Object(fields)).unwrap_or(command))
    }

    fn probe(&mut self, seat: Seat, command: &S::Command, domain: &Domain) -> Kept {
        self.report.probed += 1;
        let acting = Acting::own(seat);
        let proven = prove::<S>(&self.state, acting, command);
        let mut choices = (self.source)(self.seed());
        let mut recorder = Recorder::new(&mut *choices);
        let (mut copy, mut transcript) = (self.state.clone(), Transcript::<S>::new());
        let ended = judge::<S>(&mut copy, acting, command, &mut recorder, &mut transcript);
        match (&proven, &ended) {
            (Ok(()), Ok(())) => {
                let inside = !domain.whole || domain.commands.contains(&written(command));
                must(Law::OutsideIsRefused, inside, || {
                    format!("{command:?} of {seat:?} is accepted, but not offered")
                })
            }
            (Err(said), Err(Halt::Refused(met))) if said == met => {
                for refusal in met.all() {
                    let key = format!("{} {}", refusal.rule, refusal.code);
                    *self.report.refusals.entry(key).or_default() += 1;
                }
                let inert = copy == self.state && transcript.events.is_empty() && recorder.answers.is_empty();
                must(Law::RefusalIsInert, inert, || {
                    format!("{command:?} of {seat:?} is refused ({met}), but not inert")
                })
            }
            _ => broken(
                Law::ProveAgrees,
                format!("{command:?} of {seat:?}: prove says {proven:?}, judge ends with {ended:?}"),
            ),
        }
    }
}

fn written<C: serde::Serialize>(command: &C) -> String {
    serde_json::to_string(command).unwrap_or_default()
}
