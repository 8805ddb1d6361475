//! What a seat can ask about over several rolls: its marches and whom they meet, the ratings of its army, whether a corps
//! leader is outside his army leader's radius, promotions by the turns that they wait; and what may be asked of an outcome.

mod march;
mod promotion;
mod radius;
mod ratings;

use kernel::chance::Work;
use kernel::{Foretold, Given, Id, Measure, PlanHead, Refusals, Seat};
use serde_json::Value;

use crate::CivilWar;
use crate::event::Event;
use crate::state::State;
use crate::words::{Fate, Rating};

fn rated(event: &Event, rating: Rating) -> i64 {
    matches!(event, Event::RatingRolled(rated) if rated.rating == rating).into()
}

fn whom(event: &Event) -> Option<Id> {
    match event {
        Event::RatingRolled(rated) => Some(Id::from(rated.of)),
        Event::PromotionRolled(rolled) => Some(Id::from(rolled.counter)),
        Event::LeaderChecked(checked) => Some(Id::from(checked.leader)),
        _ => None,
    }
}

const fn measure(
    id: &'static str,
    name: &'static str,
    figure: fn(&crate::Setup, &Event) -> i64,
) -> Measure<CivilWar> {
    Measure { id, name, figure, about: whom }
}

/// Every measure.
pub(crate) const MEASURES: &[Measure<CivilWar>] = &[
    measure("exceptional", "Rated Exceptional", |_, event| rated(event, Rating::Excellent)),
    measure("average", "Rated Average", |_, event| rated(event, Rating::Average)),
    measure("poltroons", "Rated Poltroon", |_, event| rated(event, Rating::Poltroon)),
    measure("promoted", "Promotions drawn", |_, event| {
        matches!(event, Event::PromotionRolled(rolled) if rolled.promoted).into()
    }),
    measure("killed", "Leaders killed", |_, event| {
        matches!(event, Event::LeaderChecked(checked) if checked.fate == Fate::Killed).into()
    }),
    measure("wounded", "Leaders wounded", |_, event| {
        matches!(event, Event::LeaderChecked(checked) if checked.fate == Fate::Wounded).into()
    }),
];

/// The plans that a seat can ask about now.
pub(crate) fn plans(state: &State, seat: Seat) -> Vec<PlanHead> {
    if seat == Seat::Clock {
        return Vec::new();
    }
    [march::head(state, seat), ratings::head(state, seat), radius::head(state, seat), promotion::head(state)]
        .into_iter()
        .flatten()
        .collect()
}

/// What a plan comes to.
pub(crate) fn foretell(
    state: &State,
    seat: Seat,
    plan: &str,
    given: &Value,
    work: &Work<'_>,
) -> Result<Foretold, Refusals> {
    let heads = plans(state, seat);
    let head = PlanHead::among(&heads, plan)?;
    let given = Given::read(head, given)?;
    match head.id {
        march::ID => march::foretell(state, seat, head, &given, work),
        ratings::ID => ratings::foretell(state, seat, head, &given, work),
        radius::ID => radius::foretell(state, seat, head, &given, work),
        _ => promotion::foretell(state, head, &given, work),
    }
}
