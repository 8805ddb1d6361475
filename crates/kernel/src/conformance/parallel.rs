//! Sides that act at the same time read their own data only: either order gives the same state. And no order of acts asks
//! other questions.

use super::play::Play;
use super::recorder::ByQuestion;
use super::report::{Kept, Law, must, parting};
use crate::adjudication::{Acting, Transcript, judge, prove};
use crate::system::System;
use crate::words::Seat;

/// How many acts that ask something each of them is paired with at most.
const MOST_OTHERS: usize = 8;

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
        let seed = self.seed();
        let one = self.in_order([first, second], seed)?;
        let other = self.in_order([second, first], seed)?;
        must(Law::ParallelCommutes, one == other, || {
            let parting = parting(&format!("{one:?}"), &format!("{other:?}"));
            format!("{first:?} and {second:?} give different states in different orders; {parting}")
        })
    }

    /// Plays both commands one after the other with dice that answer by the question alone, as a campaign's do.
    fn in_order(&self, commands: [&(Seat, S::Command); 2], seed: u64) -> Kept<S::State> {
        let (mut state, mut transcript) = (self.state.clone(), Transcript::<S>::new());
        for (seat, command) in commands {
            let mut answers = ByQuestion::new(self.source, seed);
            let ended = judge::<S>(&mut state, Acting::own(*seat), command, &mut answers, &mut transcript);
            must(Law::ParallelCommutes, ended.is_ok(), || {
                format!("of {commands:?} in this order, {command:?} of {seat:?} ends with {ended:?}")
            })?;
        }
        Ok(state)
    }

    /// Two acts of any seats, one after the other and the other way round: where both are lawful in both orders, they ask
    /// the same questions, so that no order of acts brings another face.
    pub fn order_asks_the_same(&mut self) -> Kept {
        let seats = self.seats.clone();
        let mut drawn = Vec::new();
        for _ in 0..2 {
            let seat = seats[self.pick(seats.len() as u64) as usize];
            let templates = self.templates(&self.state, seat);
            if !templates.is_empty() {
                let template = &templates[self.pick(templates.len() as u64) as usize];
                drawn.push((seat, self.sampled(seat, template)));
            }
        }
        if let [first, second] = &drawn[..] {
            let seed = self.seed();
            self.ask_the_same([first, second], seed)?;
        }
        self.askers_ask_the_same()
    }

    /// Two acts drawn at will seldom both ask. So now and then every two acts that ask are tried as well, drawn by a source of
    /// their own, which leaves the course of the play as it is.
    fn askers_ask_the_same(&mut self) -> Kept {
        if !self.report.commands.is_multiple_of(self.plan.paired.max(1)) {
            return Ok(());
        }
        let seed = self.report.commands.wrapping_mul(0x9e37_79b9);
        let mut choices = (self.source)(seed);
        let mut askers = Vec::new();
        for seat in self.seats.clone() {
            for template in self.templates(&self.state, seat) {
                let drawn = (seat, S::sample(&self.state, seat, &template, &mut *choices));
                let asks = self.asks(&mut self.state.clone(), &drawn, seed);
                if asks.is_some_and(|asked| !asked.0.is_empty()) {
                    askers.push(drawn);
                }
            }
        }
        for (at, first) in askers.iter().enumerate() {
            for second in askers[..at].iter().take(MOST_OTHERS) {
                self.ask_the_same([first, second], seed)?;
            }
        }
        Ok(())
    }

    /// The law is of acts that do not read what each other wrote. An act that makes other kinds of rolls after the other
    /// one, or more or fewer of them, has read it: it rolls whatever is open, or the other one closed the step.
    fn ask_the_same(&mut self, [first, second]: [&(Seat, S::Command); 2], seed: u64) -> Kept {
        let (Some([a, then_b]), Some([b, then_a])) =
            (self.asked([first, second], seed), self.asked([second, first], seed))
        else {
            return Ok(());
        };
        if a.kinds() != then_a.kinds() || b.kinds() != then_b.kinds() {
            self.report.dependent += 1;
            return Ok(());
        }
        let all = |one: Keys, other: Keys| {
            let mut keys = [one.0, other.0].concat();
            keys.sort_unstable();
            keys
        };
        let (one, other) = (all(a, then_b), all(then_a, b));
        self.report.swapped += u64::from(!one.is_empty());
        must(Law::OrderAsksTheSame, one == other, || {
            format!("{first:?} and then {second:?} ask {one:?}, the other way round {other:?}")
        })
    }

    /// What two commands in this order ask; `None` where one of them is refused.
    fn asked(&self, commands: [&(Seat, S::Command); 2], seed: u64) -> Option<[Keys; 2]> {
        let mut state = self.state.clone();
        let first = self.asks(&mut state, commands[0], seed)?;
        Some([first, self.asks(&mut state, commands[1], seed)?])
    }

    /// What a command asks and does.
    fn asks(&self, state: &mut S::State, (seat, command): &(Seat, S::Command), seed: u64) -> Option<Keys> {
        prove::<S>(state, Acting::own(*seat), command).ok()?;
        let mut answers = ByQuestion::new(self.source, seed);
        judge::<S>(state, Acting::own(*seat), command, &mut answers, &mut Transcript::<S>::new()).ok()?;
        Some(Keys(answers.keys))
    }
}

/// The questions of one command, by their identity.
struct Keys(Vec<String>);

impl Keys {
    /// Rule, occasion and side of each, in order: everything but which time it is asked, and of what.
    fn kinds(&self) -> Vec<Vec<&str>> {
        let mut kinds: Vec<Vec<&str>> =
            self.0.iter().map(|key| key.splitn(4, '/').take(3).collect()).collect();
        kinds.sort_unstable();
        kinds
    }
}
