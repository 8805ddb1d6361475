//! What was there before a step or after an earlier one, for expectations about what changes and what stays.

use kernel::view::View;
use kernel::{Audience, Game, Seat};
use serde_json::Value;

use crate::case::{Case, Step};
use crate::expect::Expect;
use crate::outcome::{Ending, StepOutcome};

/// What was there before a step, to be compared with what is there afterwards.
pub(crate) struct Before {
    position: Value,
    pages: Vec<(String, Option<View>)>,
}

impl Before {
    pub(crate) fn of(expect: &Expect, game: &dyn Game, seats: &[(String, Seat)]) -> Self {
        let pages = expect.unchanged.iter().map(|name| (name.clone(), page(name, game, seats)));
        Self { position: game.position(), pages: pages.collect() }
    }

    /// A refused command changes nothing; the pages that are to stay the same do, and nothing is told to their seats.
    pub(crate) fn changes(
        &self,
        outcome: &StepOutcome,
        game: &dyn Game,
        seats: &[(String, Seat)],
    ) -> Vec<String> {
        let mut found = Vec::new();
        if matches!(outcome.ending, Ending::Refused(_)) && game.position() != self.position {
            found.push("it is refused and has changed the position all the same".to_string());
        }
        for (name, before) in &self.pages {
            let Some(seat) = seat(name, seats).filter(|_| before.is_some()) else {
                found.push(format!("there is no seat {name:?}"));
                continue;
            };
            if page(name, game, seats) != *before {
                found.push(format!("the pages of {name} have changed"));
            }
            if let Some((_, what)) = told(outcome).find(|(audience, _)| seat.sees(*audience)) {
                found.push(format!("{name} is told {what}"));
            }
        }
        found
    }
}

/// What seats had before them after steps that later steps compare theirs with.
pub(crate) struct Kept<'c> {
    wanted: Vec<&'c (String, usize)>,
    kept: Vec<(String, usize, Known)>,
    told: Vec<(Audience, Value)>,
}

/// A seat's pages, and what it has been told since play stood at the start.
type Known = (View, Vec<Value>);

impl<'c> Kept<'c> {
    pub(crate) fn of(case: &'c Case) -> Self {
        let wanted = case.steps.iter().flat_map(|step| &step.expect.same).collect();
        Self { wanted, kept: Vec::new(), told: Vec::new() }
    }

    /// Keeps what seats have before them after a step, and compares what is to be as after an earlier one.
    pub(crate) fn after(
        &mut self,
        step: &Step,
        outcome: &StepOutcome,
        game: &dyn Game,
        seats: &[(String, Seat)],
    ) -> Vec<String> {
        if step.start.is_some() {
            self.told.clear();
        }
        self.told.extend(told(outcome));
        let before = |name: &str, told: &[(Audience, Value)]| {
            let seat = seat(name, seats)?;
            let told = told.iter().filter(|(audience, _)| seat.sees(*audience));
            Some((game.view(seat), told.map(|(_, what)| what.clone()).collect::<Vec<_>>()))
        };
        let mut found = Vec::new();
        for (name, earlier) in &step.expect.same {
            let kept = self.kept.iter().find(|(of, number, _)| of == name && number == earlier);
            match (kept, before(name, &self.told)) {
                (_, None) => found.push(format!("there is no seat {name:?}")),
                (None, _) => found.push(format!("step {earlier} does not come before this one")),
                (Some((.., (pages, _))), Some((now, _))) if *pages != now => {
                    found.push(format!("the pages of {name} are not the same as after step {earlier}"));
                }
                (Some((.., (_, told))), Some((_, now))) if *told != now => {
                    found.push(format!("{name} has not been told the same as by step {earlier}"));
                }
                _ => {}
            }
        }
        for (name, _) in self.wanted.iter().filter(|(_, number)| *number == outcome.step) {
            let before = before(name, &self.told);
            self.kept.extend(before.map(|before| (name.clone(), outcome.step, before)));
        }
        found
    }
}

/// The events and rolls of a step with who may know them.
fn told(outcome: &StepOutcome) -> impl Iterator<Item = (Audience, Value)> + '_ {
    let events = outcome.events.iter().map(|event| (event.audience, event.event.clone()));
    let rolls = outcome
        .rolls
        .iter()
        .map(|roll| (roll.asked.audience, serde_json::to_value(roll).unwrap_or_default()));
    events.chain(rolls)
}

fn seat(name: &str, seats: &[(String, Seat)]) -> Option<Seat> {
    seats.iter().find(|(known, _)| known == name).map(|(_, seat)| *seat)
}

fn page(name: &str, game: &dyn Game, seats: &[(String, Seat)]) -> Option<View> {
    Some(game.view(seat(name, seats)?))
}
