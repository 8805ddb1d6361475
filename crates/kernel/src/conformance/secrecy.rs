//! Two worlds: what differs only in what a seat may not know looks the same to that seat, byte for byte.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::Value;

use super::look::{Look, papers_part};
use super::odds::{MOST_BRANCHES, adds_up};
use super::play::Play;
use super::report::{Kept, Law, broken, must, parting};
use crate::adjudication::{Acting, prove};
use crate::chance::Work;
use crate::foretold::{Foretold, PlanHead};
use crate::odds::Odds;
use crate::system::System;
use crate::words::Seat;

/// Of how many imagined worlds that are the state itself one is looked at.
const SAME_AGAIN: u64 = 8;

impl<S: System> Play<'_, S> {
    pub fn worlds_agree(&mut self) -> Kept {
        for seat in self.seats.clone() {
            if matches!(seat, Seat::Umpire | Seat::Clock) {
                continue;
            }
            let mut looked = false;
            for _ in 0..self.plan.worlds {
                let seed = self.seed();
                let world = S::imagine(&self.state, seat, &mut *(self.source)(seed));
                let is_other = world != self.state;
                self.report.worlds += 1;
                self.report.other_worlds += u64::from(is_other);
                // A world that is no other one shows only that the same state is shown twice alike.
                if !is_other && self.pick(SAME_AGAIN) > 0 {
                    continue;
                }
                looked = true;
                let again = S::imagine(&world, seat, &mut *(self.source)(seed));
                must(Law::ImagineKnowsNoMore, again == world, || {
                    let parting = parting(&format!("{world:?}"), &format!("{again:?}"));
                    format!(
                        "{seat:?} imagines otherwise with the same picks in a world it cannot tell apart; {parting}"
                    )
                })?;
                self.reopens(&world)?;
                self.looks_the_same(seat, &world)?;
                self.answers_the_same(seat, &world)?;
                self.plans_the_same(seat, &world)?;
            }
            if self.plan.worlds > 0 && !looked {
                self.plans_are_exact(seat)?;
            }
        }
        Ok(())
    }

    fn looks_the_same(&mut self, seat: Seat, world: &S::State) -> Kept {
        let (truth, other) = (self.look(seat), self.look_at(world, seat));
        agree(truth.pages_part(&other), Law::ViewKeepsSecrets, || {
            format!("the view of {seat:?} in the true world and in another it could believe in")
        })?;
        let papers = papers_part(&S::papers(&self.state, seat), &S::papers(world, seat));
        agree(papers, Law::ViewKeepsSecrets, || {
            format!("the sheets of {seat:?} in the true world and in another it could believe in")
        })?;
        let over = S::is_over(&self.state) == S::is_over(world);
        must(Law::ViewKeepsSecrets, over, || {
            format!("{seat:?} believes in a world that has ended otherwise")
        })?;
        agree(truth.offers_part(&other), Law::OffersKeepSecrets, || format!("the offers of {seat:?}"))
    }

    /// Lawful, foreign and altered commands of the seat are accepted or refused alike, with the same odds.
    fn answers_the_same(&mut self, seat: Seat, world: &S::State) -> Kept {
        let acting = Acting::own(seat);
        let mut commands: Vec<S::Command> = Vec::new();
        for template in self.templates(&self.state, seat) {
            commands.push(self.sampled(seat, &template));
        }
        for _ in 0..self.plan.probes {
            commands.extend(self.foreign());
        }
        for command in commands {
            let (truth, other) =
                (prove::<S>(&self.state, acting, &command), prove::<S>(world, acting, &command));
            must(Law::RefusalsKeepSecrets, truth == other, || {
                format!("{command:?} of {seat:?}: here {truth:?}, in a world it cannot tell apart {other:?}")
            })?;
            if truth.is_ok() && self.odds_left > 0 && self.pick(4) == 0 {
                self.odds_left -= 1;
                self.report.odds += 1;
                self.odds_the_same(acting, &command, world)?;
            }
        }
        Ok(())
    }

    /// The same plans can be asked about, and each comes to the same.
    fn plans_the_same(&self, seat: Seat, world: &S::State) -> Kept {
        let (truth, other) = (S::plans(&self.state, seat), S::plans(world, seat));
        must(Law::OddsKeepSecrets, truth == other, || {
            format!("the plans of {seat:?}: here {truth:?}, in a world it cannot tell apart {other:?}")
        })?;
        let (truth_ahead, ahead) = (S::boards_ahead(&self.state, seat), S::boards_ahead(world, seat));
        must(Law::OddsKeepSecrets, truth_ahead == ahead, || {
            format!("the boards ahead of {seat:?} differ in a world that it cannot tell apart")
        })?;
        for plan in truth {
            let told = |state| S::foretell(state, seat, plan.id, &Value::Null, &Work::usual());
            let (truth, other) = (told(&self.state), told(world));
            must(Law::OddsKeepSecrets, truth == other, || {
                let id = plan.id;
                format!("{id} of {seat:?}: here {truth:?}, in a world it cannot tell apart {other:?}")
            })?;
            is_exact(seat, &plan, truth.as_ref().ok())?;
        }
        Ok(())
    }

    fn plans_are_exact(&self, seat: Seat) -> Kept {
        S::plans(&self.state, seat).iter().try_for_each(|plan| {
            let told = S::foretell(&self.state, seat, plan.id, &Value::Null, &Work::usual());
            is_exact(seat, plan, told.as_ref().ok())
        })
    }

    fn odds_the_same(&self, acting: Acting, command: &S::Command, world: &S::State) -> Kept {
        let odds = |state| Odds::within::<S>(state, acting, command, MOST_BRANCHES);
        let (truth, other) = (odds(&self.state), odds(world));
        must(Law::OddsKeepSecrets, truth == other, || {
            format!(
                "{command:?} of {:?}: here {truth:?}, in a world it cannot tell apart {other:?}",
                acting.seat
            )
        })
    }

    /// After a command: a seat that saw none of its events sees the same page and the same offers as before, and
    /// none of its rolls. `looks` are those that were taken before.
    pub fn unseen_changes_nothing(&mut self, before: &S::State, looks: &BTreeMap<Seat, Rc<Look<S>>>) -> Kept {
        for seat in self.seats.clone() {
            let events = &self.transcript.events;
            if seat == Seat::Clock || events.iter().any(|event| seat.sees(S::audience(event))) {
                continue;
            }
            self.report.unseen += 1;
            let law = Law::UnseenIsInvisible;
            let roll = self.transcript.rolls.iter().find(|roll| seat.sees(roll.asked.audience));
            must(law, roll.is_none(), || format!("{seat:?} sees the roll {roll:?} of {events:?}"))?;
            let old = looks.get(&seat).cloned().unwrap_or_else(|| Rc::new(self.look_at(before, seat)));
            let new = self.look(seat);
            let events = &self.transcript.events;
            agree(old.pages_part(&new), law, || format!("the view of {seat:?} after {events:?}"))?;
            agree(old.offers_part(&new), law, || format!("the offers of {seat:?} after {events:?}"))?;
            self.beliefs_stay(before, seat)?;
        }
        Ok(())
    }

    /// What a seat has not seen changes nothing that it imagines: a belief copied from the truth would move with it.
    fn beliefs_stay(&mut self, before: &S::State, seat: Seat) -> Kept {
        if seat == Seat::Umpire || self.plan.worlds == 0 {
            return Ok(());
        }
        let seed = self.seed();
        let old = S::imagine(before, seat, &mut *(self.source)(seed));
        let new = S::imagine(&self.state, seat, &mut *(self.source)(seed));
        must(Law::ImagineKnowsNoMore, old == new, || {
            let parting = parting(&format!("{old:?}"), &format!("{new:?}"));
            format!("what {seat:?} imagines after the unseen {:?}; {parting}", self.transcript.events)
        })
    }
}

/// What a seat can ask about comes to chances that add up, as it is offered.
fn is_exact(seat: Seat, plan: &PlanHead, told: Option<&Foretold>) -> Kept {
    // A plan may need to be told what it is about.
    if plan.questions.iter().any(|question| question.default.is_null()) {
        return Ok(());
    }
    let exact = told.is_some_and(|told| told.tables.iter().all(adds_up));
    must(Law::MeasuresAreExact, exact, || format!("the plan {} of {seat:?} as it is offered", plan.id))
}

/// Nothing parts; else the law is broken by what the sentence names.
fn agree(parting: Option<String>, law: Law, what: impl FnOnce() -> String) -> Kept {
    parting.map_or(Ok(()), |parting| broken(law, format!("{}; {parting}", what())))
}
