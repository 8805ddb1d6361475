//! The orders of a plan, given in each position in which they can be.

use kernel::chance::{Chance, JUDGED, Work};
use kernel::course::{Along, Course};
use kernel::foretold::too_much;
use kernel::{Acting, Refusals, Seat};

use super::same::Rest;
use super::{MOST_PHASES, Part, sure};
use crate::CentralFront;
use crate::command::Command;
use crate::event::Event;
use crate::plans::{MEASURES, RETREATS};
use crate::prospect::{self, Supposed};
use crate::rules::s4_sequence;
use crate::setup::Scenario;
use crate::state::{State, Step};
use crate::words::Side;

/// A run over parts of a plan.
pub(super) struct Run<'w> {
    work: &'w Work<'w>,
    side: Side,
    course: Course<'w, CentralFront>,
    /// Whether an order was left out somewhere.
    pub left_out: bool,
}

impl<'w> Run<'w> {
    pub(super) fn new(start: State, side: Side, work: &'w Work<'w>) -> Self {
        Self { work, side, course: Course::new(start, MEASURES.len(), work), left_out: false }
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
        let (work, side) = (self.work, self.side);
        let (mut given, mut why) = (false, None);
        self.course.give(after, |state| {
            let order = match part {
                Part::Order(order) => (*order).clone(),
                Part::Fight(target) => prospect::later(state, side, *target, &Supposed::default()),
            };
            match reached(state, side, &order, rest.falls_now(state), work)? {
                Ok(state) => {
                    given = true;
                    Ok(Some((state, side.seat(), order)))
                }
                Err(refusals) if must => Err(refusals),
                Err(refusals) => {
                    why = why.take().or(Some(refusals));
                    Ok(None)
                }
            }
        })?;
        if let Some(refusals) = why {
            if !given {
                return Err(refusals);
            }
            self.left_out = true;
        }
        Ok(())
    }

    /// What has come, with one more figure of each position.
    pub(super) fn told(self, last: impl Fn(&State) -> i64) -> Result<Chance<Vec<i64>>, Refusals> {
        self.course.told(|state| vec![last(state)])
    }
}

/// The position in which an order can be given: phases before it are ended by whoever has them, unless it can only be
/// given `now`. Or why there is none: the reason of a phase in which such orders are given, before that of another phase.
fn reached(
    state: &State,
    side: Side,
    order: &Command,
    now: bool,
    work: &Work<'_>,
) -> Result<Result<State, Refusals>, Refusals> {
    let (mut state, acting) = (state.clone(), Acting::own(side.seat()));
    let mut why: Option<Refusals> = None;
    for _ in 0..MOST_PHASES {
        work.spend(JUDGED * 2).map_err(too_much)?;
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

impl Along<CentralFront> for Rest<'_> {
    fn key(&self, state: &State) -> String {
        self.same(state)
    }

    fn owed(&self, state: &State) -> Option<(Seat, Command)> {
        if s4_sequence::task(state).is_some() {
            return Some((Seat::Clock, Command::Proceed));
        }
        let battle = state.facts.battle.as_ref()?;
        (battle.step == Step::Advance).then(|| (battle.side.seat(), Command::EndAdvance))
    }

    fn figures(&self, scenario: &Scenario, events: &[Event]) -> Vec<i64> {
        let figure = |measure: &kernel::Measure<CentralFront>| {
            let counts = self.plan.retreats || !RETREATS.contains(&measure.id);
            let events = events.iter().filter(|_| counts);
            events.map(|event| (measure.figure)(scenario, event)).sum()
        };
        MEASURES.iter().map(figure).collect()
    }
}
