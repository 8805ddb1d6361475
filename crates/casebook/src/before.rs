//! What was there before a step, for expectations about what changes.

use kernel::{Game, Seat};
use serde_json::Value;

use crate::expect::Expect;
use crate::outcome::Ending;

/// What was there before a step, to be compared with what is there afterwards.
pub(crate) struct Before {
    position: Value,
    pages: Vec<(String, Option<Seat>, Value)>,
}

impl Before {
    pub(crate) fn of(expect: &Expect, game: &dyn Game, seats: &[(String, Seat)]) -> Self {
        let page = |name: &String| {
            let seat = seats.iter().find(|(known, _)| known == name).map(|(_, seat)| *seat);
            (name.clone(), seat, seat.map_or(Value::Null, |seat| page(game, seat)))
        };
        Self { position: game.position(), pages: expect.unchanged.iter().map(page).collect() }
    }

    /// A refused command changes nothing, and the pages that are to stay the same do.
    pub(crate) fn changes(&self, ending: &Ending, game: &dyn Game) -> Vec<String> {
        let mut found = Vec::new();
        if matches!(ending, Ending::Refused(_)) && game.position() != self.position {
            found.push("it is refused and has changed the position all the same".to_string());
        }
        for (name, seat, before) in &self.pages {
            match seat {
                None => found.push(format!("there is no seat {name:?}")),
                Some(seat) if page(game, *seat) != *before => {
                    found.push(format!("the pages of {name} have changed"));
                }
                Some(_) => {}
            }
        }
        found
    }
}

/// A seat's pages as JSON.
pub(crate) fn page(game: &dyn Game, seat: Seat) -> Value {
    serde_json::to_value(game.view(seat)).unwrap_or_default()
}
