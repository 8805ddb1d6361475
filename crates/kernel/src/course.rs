//! Commands one after the other, such as a bombardment and the attack after it, on every branch of their dice: the rules play
//! them, what is owed in between is answered by a stated plan, and positions that come to the same go on once.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::adjudication::{Acting, Halt, Transcript, judge};
use crate::answers::Branches;
use crate::chance::{Chance, JUDGED, Natural, TooMuch, Work};
use crate::foretold::too_much;
use crate::refusal::Refusals;
use crate::system::System;
use crate::words::Seat;

/// What a system says of the way between two commands.
pub trait Along<S: System> {
    /// The same for positions that come to the same for all that is still to come.
    fn key(&self, state: &S::State) -> String;
    /// What play waits for before the next command, and how it is answered.
    fn owed(&self, state: &S::State) -> Option<(Seat, S::Command)>;
    /// What events add to each figure.
    fn figures(&self, setup: &S::Setup, events: &[S::Event]) -> Vec<i64>;
}

/// Figures with their weights.
type Weighed = BTreeMap<Vec<i64>, Natural>;

/// Positions by what is the same of them, each with the figures on its ways and their weights.
type Positions<S> = BTreeMap<String, (<S as System>::State, Weighed)>;

/// Where commands have led so far.
pub struct Course<'w, S: System> {
    work: &'w Work<'w>,
    n_figures: usize,
    all: Positions<S>,
    /// Weights are whole numbers over one denominator, which grows with each throw.
    of: Natural,
    /// The most rows that were kept at once.
    most: usize,
}

impl<S: System> std::fmt::Debug for Course<'_, S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Course").field("positions", &self.all.len()).finish_non_exhaustive()
    }
}

/// What comes of one position: positions with what is added to the figures, and the denominator of their weights.
struct Ends<S: System> {
    rows: Positions<S>,
    of: Natural,
}

/// A position that a branch of the dice leads to: what it adds to the figures, and its chance within what was given.
struct Branch<S: System> {
    state: S::State,
    figures: Vec<i64>,
    chance: (u128, u128),
}

impl<S: System> Ends<S> {
    const fn none() -> Self {
        Self { rows: Positions::<S>::new(), of: Natural::ONE }
    }

    /// Puts figures with `more` added and their weights multiplied to the position that comes to the same.
    fn put(
        &mut self,
        state: S::State,
        figures: &Weighed,
        (more, by): (&[i64], &Natural),
        along: &dyn Along<S>,
    ) -> Result<(), TooMuch> {
        let (_, known) = self.rows.entry(along.key(&state)).or_insert_with(|| (state, Weighed::new()));
        for (figures, weight) in figures {
            let weight = weight.times(by)?;
            let sum = known.entry(sums(figures, more)).or_insert(Natural::ZERO);
            *sum = sum.plus(&weight);
        }
        Ok(())
    }
}

fn sums(figures: &[i64], more: &[i64]) -> Vec<i64> {
    figures.iter().zip(more).map(|(sum, more)| sum + more).collect()
}

fn sure(n_figures: usize) -> Weighed {
    Weighed::from([(vec![0; n_figures], Natural::ONE)])
}

impl<'w, S: System> Course<'w, S> {
    /// From a position on, with so many figures.
    pub fn new(start: S::State, n_figures: usize, work: &'w Work<'w>) -> Self {
        let all = Positions::<S>::from([(String::new(), (start, sure(n_figures)))]);
        Self { work, n_figures, all, of: Natural::ONE, most: 0 }
    }

    /// Gives in each position what `next` says: in which position it is given, by whom, and what; nothing where it is left
    /// out. What comes to the same for `along` goes on once.
    ///
    /// # Errors
    /// Those of `next` and of the commands, and that there is too much to play.
    pub fn give(
        &mut self,
        along: &dyn Along<S>,
        mut next: impl FnMut(&S::State) -> Result<Option<(S::State, Seat, S::Command)>, Refusals>,
    ) -> Result<(), Refusals> {
        let mut ends: Vec<(Weighed, Ends<S>)> = Vec::new();
        // All are brought to one denominator.
        let mut under = Natural::ONE;
        for (state, figures) in std::mem::take(&mut self.all).into_values() {
            let here = match next(&state)? {
                Some((state, seat, command)) => self.ends(state, seat, command, along)?,
                None => {
                    let mut here = Ends::none();
                    let nothing = vec![0; self.n_figures];
                    here.put(state, &sure(self.n_figures), (&nothing, &Natural::ONE), along)
                        .map_err(too_much)?;
                    here
                }
            };
            under = under.lcm(&here.of).map_err(too_much)?;
            ends.push((figures, here));
        }
        self.of = self.of.times(&under).map_err(too_much)?;
        self.merge(ends, &under).map_err(too_much)
    }

    fn merge(&mut self, ends: Vec<(Weighed, Ends<S>)>, under: &Natural) -> Result<(), TooMuch> {
        let mut kept = 0;
        for (figures, Ends { rows, of }) in ends {
            let by = under.divided(&of).0;
            for (key, (state, more)) in rows {
                let (_, known) = self.all.entry(key).or_insert_with(|| (state, Weighed::new()));
                for (more, chance) in &more {
                    let chance = by.times(chance)?;
                    for (figures, weight) in &figures {
                        let weight = weight.times(&chance)?;
                        match known.entry(sums(figures, more)) {
                            Entry::Occupied(mut sum) => *sum.get_mut() = sum.get().plus(&weight),
                            Entry::Vacant(new) => {
                                new.insert(weight);
                                kept += 1;
                                if kept > self.most {
                                    self.work.keep(1)?;
                                    self.most = kept;
                                }
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// What comes of a command in a position on every branch of chance, with what is owed after it answered until nothing is.
    fn ends(
        &self,
        state: S::State,
        seat: Seat,
        command: S::Command,
        along: &dyn Along<S>,
    ) -> Result<Ends<S>, Refusals> {
        let mut open = vec![(state, sure(self.n_figures), Some((seat, command)))];
        let mut done = Ends::none();
        while !open.is_empty() {
            let (mut ends, mut under) = (Vec::new(), Natural::ONE);
            for (state, figures, next) in open {
                let Some((seat, command)) = next else {
                    let nothing = vec![0; self.n_figures];
                    done.put(state, &figures, (&nothing, &Natural::ONE), along).map_err(too_much)?;
                    continue;
                };
                let branches = self.branches(&state, seat, &command, along)?;
                for Branch { chance: (_, parts), .. } in &branches {
                    under = under.lcm(&Natural::from(*parts)).map_err(too_much)?;
                }
                ends.push((figures, branches));
            }
            done.of = done.of.times(&under).map_err(too_much)?;
            for weight in done.rows.values_mut().flat_map(|(_, figures)| figures.values_mut()) {
                *weight = weight.times(&under).map_err(too_much)?;
            }
            let mut merged = Ends::none();
            for (figures, branches) in ends {
                for Branch { state, figures: more, chance: (over, parts) } in branches {
                    let by = under.divided(&Natural::from(parts)).0.times(&Natural::from(over));
                    let by = by.map_err(too_much)?;
                    merged.put(state, &figures, (&more, &by), along).map_err(too_much)?;
                }
            }
            let going_on = merged.rows.into_values().map(|(state, figures)| {
                let next = along.owed(&state);
                (state, figures, next)
            });
            open = going_on.collect();
        }
        Ok(done)
    }

    /// Every branch of a command.
    fn branches(
        &self,
        state: &S::State,
        seat: Seat,
        command: &S::Command,
        along: &dyn Along<S>,
    ) -> Result<Vec<Branch<S>>, Refusals> {
        let (mut branches, mut transcript) = (Branches::new(), Transcript::<S>::new());
        let mut all = Vec::new();
        loop {
            self.work.spend(JUDGED).map_err(too_much)?;
            let mut state = state.clone();
            match judge::<S>(&mut state, Acting::own(seat), command, &mut branches, &mut transcript) {
                Ok(()) => {}
                Err(Halt::Refused(refusals)) => return Err(refusals),
                Err(_) => return Err(too_much(TooMuch::Many)),
            }
            let figures = along.figures(S::setup(&state), &transcript.events);
            let chance = branches.chance().ok_or_else(|| too_much(TooMuch::Wide))?;
            all.push(Branch { state, figures, chance });
            if !branches.advance() {
                return Ok(all);
            }
        }
    }

    /// What has come, with more figures that are read off each position.
    ///
    /// # Errors
    /// That the fractions are too wide.
    pub fn told(self, last: impl Fn(&S::State) -> Vec<i64>) -> Result<Chance<Vec<i64>>, Refusals> {
        let rows = self.all.into_values().flat_map(|(state, figures)| {
            let last = last(&state);
            figures.into_iter().map(move |(mut figures, weight)| {
                figures.extend(&last);
                (Chance::sure(figures), weight)
            })
        });
        Ok(Chance::<()>::mixed(rows, &self.of).map_err(too_much)?.in_lowest_terms())
    }
}
