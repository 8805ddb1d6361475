//! What was there before a step or after an earlier one, for expectations about what changes and what stays.

use kernel::view::View;
use kernel::{Game, Seat};
use serde_json::Value;

use crate::case::Case;
use crate::expect::Expect;
use crate::outcome::Ending;

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

    /// A refused command changes nothing, and the pages that are to stay the same do.
    pub(crate) fn changes(&self, ending: &Ending, game: &dyn Game, seats: &[(String, Seat)]) -> Vec<String> {
        let mut found = Vec::new();
        if matches!(ending, Ending::Refused(_)) && game.position() != self.position {
            found.push("it is refused and has changed the position all the same".to_string());
        }
        for (name, before) in &self.pages {
            match before {
                None => found.push(format!("there is no seat {name:?}")),
                Some(_) if page(name, game, seats) != *before => {
                    found.push(format!("the pages of {name} have changed"));
                }
                Some(_) => {}
            }
        }
        found
    }
}

/// Pages after steps that later steps compare theirs with.
pub(crate) struct Kept<'c> {
    wanted: Vec<&'c (String, usize)>,
    pages: Vec<(String, usize, View)>,
}

impl<'c> Kept<'c> {
    pub(crate) fn of(case: &'c Case) -> Self {
        Self { wanted: case.steps.iter().flat_map(|step| &step.expect.same).collect(), pages: Vec::new() }
    }

    /// Keeps the pages of a step that has been played, and compares those that are to be as before.
    pub(crate) fn after(
        &mut self,
        number: usize,
        expect: &Expect,
        game: &dyn Game,
        seats: &[(String, Seat)],
    ) -> Vec<String> {
        let mut found = Vec::new();
        for (name, earlier) in &expect.same {
            let kept = self.pages.iter().find(|(of, step, _)| of == name && step == earlier);
            match (kept, page(name, game, seats)) {
                (_, None) => found.push(format!("there is no seat {name:?}")),
                (None, _) => found.push(format!("step {earlier} does not come before this one")),
                (Some((.., then)), Some(now)) if *then != now => {
                    found.push(format!("the pages of {name} are not the same as after step {earlier}"));
                }
                _ => {}
            }
        }
        for (name, _) in self.wanted.iter().filter(|(_, step)| *step == number) {
            let view = page(name, game, seats);
            self.pages.extend(view.map(|view| (name.clone(), number, view)));
        }
        found
    }
}

fn page(name: &str, game: &dyn Game, seats: &[(String, Seat)]) -> Option<View> {
    let (_, seat) = seats.iter().find(|(known, _)| known == name)?;
    Some(game.view(*seat))
}
