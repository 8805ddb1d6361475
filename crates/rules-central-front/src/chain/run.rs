//! The play of orders on every branch of their dice, position by position.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use kernel::answers::Branches;
use kernel::chance::{Chance, JUDGED, Natural, TooMuch, Work};
use kernel::foretold::too_much;
use kernel::{Acting, Halt, Refusals, Seat, Transcript, judge};

use super::same::Rest;
use super::{MOST_PHASES, Part, sure};
use crate::CentralFront;
use crate::command::Command;
use crate::plans::MEASURES;
use crate::prospect::{self, Supposed};
use crate::rules::s4_sequence;
use crate::setup::Scenario;
use crate::state::{State, Step};
use crate::words::Side;

/// Figures with their weights.
type Weighed = BTreeMap<Vec<i64>, Natural>;

/// Positions by what is the same of them, each with the figures on its ways and their weights.
type Positions = BTreeMap<String, (State, Weighed)>;

/// A position on the way, and what is given in it next.
struct Open {
    state: State,
    figures: Weighed,
    next: Option<(Seat, Command)>,
}

/// A position that a branch of the dice leads to: what it adds to the figures, and its chance within what was given.
struct Branch {
    state: State,
    figures: Vec<i64>,
    chance: (u128, u128),
}

/// A run over parts of a plan.
pub(super) struct Run<'w> {
    work: &'w Work<'w>,
    side: Side,
    all: Positions,
    /// Weights are whole numbers over one denominator, which grows with each throw.
    of: Natural,
    /// The most rows that were kept at once.
    most: usize,
    /// Whether an order was left out somewhere.
    pub left_out: bool,
}

impl<'w> Run<'w> {
    pub(super) fn new(start: State, side: Side, work: &'w Work<'w>) -> Self {
        let sure = Weighed::from([(vec![0; MEASURES.len()], Natural::ONE)]);
        let all = Positions::from([(String::new(), (start, sure))]);
        Self { work, side, all, of: Natural::ONE, most: 0, left_out: false }
    }

    /// An order, or the attack that a designation leads to, in each position in which it can be given. It is left out where
    /// what the dice have done forbids it. Where it can be given nowhere, no dice are to blame, and the rules say why.
    ///
    /// `rest` is what is still to come, `after` what will be after it.
    pub(super) fn plays(
        &mut self,
        part: &Part<'_>,
        must: bool,
        rest: &Rest<'_>,
        after: &Rest<'_>,
    ) -> Result<(), Refusals> {
        let (mut open, mut given, mut why) = (Vec::new(), false, None);
        for (state, figures) in std::mem::take(&mut self.all).into_values() {
            let order = match part {
                Part::Order(order) => (*order).clone(),
                Part::Fight(target) => prospect::later(&state, self.side, *target, &Supposed::default()),
            };
            match self.reached(&state, &order, rest.falls_now(&state))? {
                Ok(state) => {
                    given = true;
                    open.push(Open { state, figures, next: Some((self.side.seat(), order)) });
                }
                Err(refusals) if must => return Err(refusals),
                Err(refusals) => {
                    why = why.or(Some(refusals));
                    open.push(Open { state, figures, next: None });
                }
            }
        }
        if let Some(refusals) = why {
            if !given {
                return Err(refusals);
            }
            self.left_out = true;
        }
        self.given(open, after)
    }

    /// What has come, with one more figure of each position.
    pub(super) fn told(self, last: impl Fn(&State) -> i64) -> Result<Chance<Vec<i64>>, Refusals> {
        let rows = self.all.into_values().flat_map(|(state, figures)| {
            let last = last(&state);
            figures.into_iter().map(move |(mut figures, weight)| {
                figures.push(last);
                (Chance::sure(figures), weight)
            })
        });
        Ok(Chance::<()>::mixed(rows, &self.of).map_err(too_much)?.in_lowest_terms())
    }

    /// The position in which an order can be given: phases before it are ended by whoever has them, unless it can only be
    /// given `now`. Or why there is none: the reason of a phase in which such orders are given, before that of another
    /// phase.
    fn reached(
        &mut self,
        state: &State,
        order: &Command,
        now: bool,
    ) -> Result<Result<State, Refusals>, Refusals> {
        let (mut state, acting) = (state.clone(), Acting::own(self.side.seat()));
        let mut why: Option<Refusals> = None;
        for _ in 0..MOST_PHASES {
            self.work.spend(JUDGED * 2).map_err(too_much)?;
            match kernel::prove::<CentralFront>(&state, acting, order) {
                Ok(()) => return Ok(Ok(state)),
                Err(refusals) if now => return Ok(Err(refusals)),
                Err(refusals) => {
                    let elsewhere = |known: &Refusals| known.first().code == "phase";
                    why = why.filter(|known| !elsewhere(known) || elsewhere(&refusals)).or(Some(refusals));
                }
            }
            let owner = state.facts.phase.side().filter(|_| state.facts.battle.is_none());
            let next = match (s4_sequence::task(&state), owner) {
                (Some(_), _) => sure(state.clone(), Seat::Clock, &Command::Proceed),
                (None, Some(owner)) => sure(state.clone(), owner.seat(), &Command::EndPhase { then: None }),
                (None, None) => break,
            };
            match next {
                Ok(next) => state = next,
                Err(_) => break,
            }
        }
        Ok(Err(why.unwrap_or_else(|| kernel::foretold::not_understood("no phase is left for it".into()))))
    }

    /// Gives each position what is given in it on every branch of chance, and answers what is owed until nothing is.
    fn given(&mut self, mut open: Vec<Open>, rest: &Rest<'_>) -> Result<(), Refusals> {
        let mut done = Positions::new();
        while !open.is_empty() {
            let mut ends: Vec<(Weighed, Vec<Branch>)> = Vec::new();
            // All of a round are brought to one denominator.
            let mut under = Natural::ONE;
            let mut waiting = Vec::new();
            for Open { state, figures, next } in open {
                let Some((seat, command)) = next else {
                    waiting.push((state, figures));
                    continue;
                };
                let branches = self.branches(&state, seat, &command)?;
                for Branch { chance: (_, parts), .. } in &branches {
                    under = under.lcm(&Natural::from(*parts)).map_err(too_much)?;
                }
                ends.push((figures, branches));
            }
            self.of = self.of.times(&under).map_err(too_much)?;
            for (_, figures) in done.values_mut() {
                for weight in figures.values_mut() {
                    *weight = weight.times(&under).map_err(too_much)?;
                }
            }
            let mut kept = done.values().map(|(_, figures)| figures.len()).sum();
            for (state, figures) in waiting {
                self.put(&mut done, &mut kept, state, rest, figures.iter(), (&[], &under))?;
            }
            // What comes to the same goes on once.
            let mut merged = Positions::new();
            for (figures, branches) in ends {
                for Branch { state, figures: more, chance: (over, parts) } in branches {
                    let by = under.divided(&Natural::from(parts)).0.times(&Natural::from(over));
                    let by = by.map_err(too_much)?;
                    self.put(&mut merged, &mut kept, state, rest, figures.iter(), (&more, &by))?;
                }
            }
            let going_on = merged.into_values().map(|(state, figures)| {
                let next = owed(&state);
                Open { state, figures, next }
            });
            open = going_on.collect();
            if open.iter().all(|open| open.next.is_none()) {
                let mut kept = done.values().map(|(_, figures)| figures.len()).sum();
                for Open { state, figures, .. } in std::mem::take(&mut open) {
                    self.put(&mut done, &mut kept, state, rest, figures.iter(), (&[], &Natural::ONE))?;
                }
            }
        }
        self.all = done;
        Ok(())
    }

    /// Puts figures with `more` added and their weights multiplied to the position that comes to the same.
    fn put<'f>(
        &mut self,
        all: &mut Positions,
        kept: &mut usize,
        state: State,
        rest: &Rest<'_>,
        figures: impl Iterator<Item = (&'f Vec<i64>, &'f Natural)>,
        (more, by): (&[i64], &Natural),
    ) -> Result<(), Refusals> {
        let (_, known) = all.entry(rest.key(&state)).or_insert_with(|| (state, Weighed::new()));
        for (figures, weight) in figures {
            let mut sums = figures.clone();
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
            let weight = weight.times(by).map_err(too_much)?;
            match known.entry(sums) {
                Entry::Occupied(mut sum) => *sum.get_mut() = sum.get().plus(&weight),
                Entry::Vacant(new) => {
                    new.insert(weight);
                    *kept += 1;
                    if *kept > self.most {
                        self.work.keep(1).map_err(too_much)?;
                        self.most = *kept;
                    }
                }
            }
        }
        Ok(())
    }

    /// Every branch of a command.
    fn branches(&mut self, state: &State, seat: Seat, command: &Command) -> Result<Vec<Branch>, Refusals> {
        let (mut branches, mut transcript) = (Branches::new(), Transcript::<CentralFront>::new());
        let mut all = Vec::new();
        loop {
            self.work.spend(JUDGED).map_err(too_much)?;
            let mut state = state.clone();
            match judge::<CentralFront>(
                &mut state,
                Acting::own(seat),
                command,
                &mut branches,
                &mut transcript,
            ) {
                Ok(()) => {}
                Err(Halt::Refused(refusals)) => return Err(refusals),
                Err(_) => return Err(too_much(TooMuch::Many)),
            }
            let scenario: &Scenario = &state.scenario;
            let figure = |measure: &kernel::Measure<CentralFront>| {
                transcript.events.iter().map(|event| (measure.figure)(scenario, event)).sum()
            };
            let figures = MEASURES.iter().map(figure).collect();
            let chance = branches.chance().ok_or_else(|| too_much(TooMuch::Wide))?;
            all.push(Branch { state, figures, chance });
            if !branches.advance() {
                return Ok(all);
            }
        }
    }
}

/// What play waits for within an order and nobody has to decide under the plan.
fn owed(state: &State) -> Option<(Seat, Command)> {
    if s4_sequence::task(state).is_some() {
        return Some((Seat::Clock, Command::Proceed));
    }
    let battle = state.facts.battle.as_ref()?;
    (battle.step == Step::Advance).then(|| (battle.side.seat(), Command::EndAdvance))
}
