//! One random play, with every law tried at every state on the way.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use serde_json::Value;

use super::look::Look;
use super::report::{Fault, Kept, Law, Report, broken, must};
use super::{Plan, Source};
use crate::adjudication::Transcript;
use crate::die::Die;
use crate::system::System;
use crate::words::Seat;

/// The most commands remembered for trying elsewhere.
const POOL: usize = 64;

/// A play in progress.
pub(super) struct Play<'p, S: System> {
    pub plan: Plan,
    pub source: Source<'p>,
    pub setup: &'p Arc<S::Setup>,
    pub state: S::State,
    pub transcript: Transcript<S>,
    pub report: &'p mut Report,
    /// Sides in order, then umpire, spectator and clock.
    pub seats: Vec<Seat>,
    /// Lawful commands of other moments and seats.
    pub pool: Vec<S::Command>,
    /// Values met in commands, by field.
    pub values: BTreeMap<String, Vec<Value>>,
    pub odds_left: u32,
    /// What seats look at in the present state, as far as a law has asked.
    pub looks: BTreeMap<Seat, Rc<Look<S>>>,
    /// The questions of this course.
    pub asked: BTreeSet<String>,
    /// The tables below that this course has opened.
    pub slots: BTreeSet<String>,
    /// What each question of any course from this start throws.
    pub dice: &'p mut BTreeMap<String, Die>,
    choices: Box<dyn FnMut(u64) -> u64>,
}

pub(super) fn play<S: System>(
    setup: &Arc<S::Setup>,
    start: S::State,
    plan: Plan,
    seed: u64,
    source: Source<'_>,
    step: &Cell<u32>,
    (report, dice): (&mut Report, &mut BTreeMap<String, Die>),
) -> Result<(), Fault> {
    let n_sides = u8::try_from(S::sides(setup).len()).unwrap_or(u8::MAX);
    let seats = (0..n_sides).map(Seat::Side).chain([Seat::Umpire, Seat::Spectator, Seat::Clock]);
    let mut play = Play::<S> {
        plan,
        source,
        setup,
        state: start,
        transcript: Transcript::new(),
        report,
        seats: seats.collect(),
        pool: Vec::new(),
        values: BTreeMap::new(),
        odds_left: plan.odds,
        looks: BTreeMap::new(),
        asked: BTreeSet::new(),
        slots: BTreeSet::new(),
        dice,
        choices: source(seed),
    };
    while step.get() < plan.max_steps {
        play.position_opens_as_the_state()?;
        play.worlds_agree()?;
        play.controls_do_as_they_show()?;
        let Some((seat, template)) = play.choose()? else {
            play.report.ended += 1;
            return Ok(());
        };
        play.domains_hold()?;
        play.sides_commute()?;
        play.order_asks_the_same()?;
        let command = play.sampled(seat, &template);
        play.act(seat, &command)?;
        play.remember(command);
        step.set(step.get() + 1);
    }
    play.report.cut += 1;
    Ok(())
}

impl<S: System> Play<'_, S> {
    /// A choice of the play's own source.
    pub fn pick(&mut self, n: u64) -> u64 {
        (self.choices)(n)
    }

    /// A fresh source that can be made again from its seed.
    pub fn seed(&mut self) -> u64 {
        self.pick(u64::from(u32::MAX))
    }

    pub fn templates(&self, state: &S::State, seat: Seat) -> Vec<S::Template> {
        let mut templates = Vec::new();
        S::offers(state, seat, &mut templates);
        templates
    }

    pub fn sampled(&mut self, seat: Seat, template: &S::Template) -> S::Command {
        S::sample(&self.state, seat, template, &mut *self.choices)
    }

    /// Who plays next, and what kind of command; `None` at the end. The clock goes first and the umpire seldom, so
    /// that play moves on.
    fn choose(&mut self) -> Kept<Option<(Seat, S::Template)>> {
        let mut ready = Vec::new();
        for seat in self.seats.clone() {
            let templates = self.templates(&self.state, seat);
            let spectating = seat == Seat::Spectator && !templates.is_empty();
            must(Law::OfferedIsAccepted, !spectating, || "the spectator has an offer".into())?;
            if !templates.is_empty() {
                ready.push((seat, templates));
            }
        }
        if S::is_over(&self.state) {
            let quiet = ready.is_empty();
            must(Law::EndIsQuiet, quiet, || format!("play is over, yet there are offers: {ready:?}"))?;
            return Ok(None);
        }
        if ready.is_empty() {
            return broken(Law::NeverSticks, format!("nobody has an offer in {:?}", self.state));
        }
        let index = self.turn(&ready);
        let (seat, mut templates) = ready.swap_remove(index);
        let template = self.pick(templates.len() as u64) as usize;
        Ok(Some((seat, templates.swap_remove(template))))
    }

    fn turn(&mut self, ready: &[(Seat, Vec<S::Template>)]) -> usize {
        if let Some(clock) = ready.iter().position(|(seat, _)| *seat == Seat::Clock) {
            return clock;
        }
        let n_sides = ready.iter().filter(|(seat, _)| matches!(seat, Seat::Side(_))).count();
        let umpire = ready.len() > n_sides && (n_sides == 0 || self.pick(8) == 0);
        if umpire { n_sides } else { self.pick(n_sides as u64) as usize }
    }

    fn remember(&mut self, command: S::Command) {
        if let Ok(Value::Object(fields)) = serde_json::to_value(&command) {
            for (key, value) in fields.into_iter().filter(|(key, _)| key != "do") {
                let known = self.values.entry(key).or_default();
                if !known.contains(&value) && known.len() < POOL {
                    known.push(value);
                }
            }
        }
        if self.pool.len() < POOL {
            self.pool.push(command);
        } else {
            let at = self.pick(POOL as u64) as usize;
            self.pool[at] = command;
        }
    }
}
