//! What a seat could believe in: everything is open but orders and instructions of the enemy. [BCS-GEN-7] [BCS-TURN-10]

use kernel::system::Pick;
use kernel::{Seat, Side};

use crate::state::{
    DefenseOrder, FirstOrder, HqOrder, LossOrder, Order, Phase, RetreatOrder, Standing, State, StoppingOrder,
};
use crate::words::Place;

/// A state that `seat` could believe in.
pub fn imagine(state: &State, seat: Seat, pick: Pick<'_>) -> State {
    let mut world = state.clone();
    for side in Side::BOTH.into_iter().filter(|side| !side.is_known_to(seat)) {
        world.facts.standing[side] = standing(pick);
        if state.scenario.switches.orders && state.facts.phase != Phase::Over {
            orders(&mut world, side, pick);
        }
    }
    world
}

/// Other orders of a side. What it has shown of the present one it was ordered.
fn orders(world: &mut State, side: Side, pick: Pick<'_>) {
    let scenario = std::sync::Arc::clone(&world.scenario);
    let cells = scenario.board.grid().cells();
    let any = |pick: Pick<'_>| scenario.board.place(cells[pick(cells.len() as u64) as usize]);
    let shown: Vec<Place> =
        world.facts.activation.iter().flat_map(|one| &one.obj).map(|obj| obj.at).collect();
    let active = world.facts.activation.as_ref().map(|one| one.formation);
    for (card, command) in scenario.formations.iter().zip(&mut world.facts.formation) {
        if card.side == side {
            let mut hqs = command.hq.hexes();
            let mut route: Vec<Place> = hqs.next().into_iter().collect();
            let also = hqs.collect();
            if active == Some(card.id) {
                route.extend(&shown);
            }
            route.push(any(pick));
            command.order = Some(Order {
                route,
                also,
                recovers: pick(2) == 1,
                prepares: command.prepared || pick(2) == 1,
            });
        }
    }
    for past in &mut world.facts.past {
        if scenario.formations.iter().any(|card| card.id == past.formation && card.side == side) {
            past.order = Order {
                route: vec![any(pick)],
                recovers: pick(2) == 1,
                prepares: pick(2) == 1,
                ..Order::default()
            };
        }
    }
}

/// One of the words of a list, or none.
fn one<T: Copy>(all: &[T], pick: Pick<'_>) -> Option<T> {
    all.get(pick(all.len() as u64 + 1) as usize).copied()
}

/// Instructions by chance.
pub fn standing(pick: Pick<'_>) -> Standing {
    Standing {
        defense: one(DefenseOrder::ALL, pick),
        losses: one(LossOrder::ALL, pick),
        retreats: one(RetreatOrder::ALL, pick),
        stopping: one(StoppingOrder::ALL, pick),
        jumped: one(HqOrder::ALL, pick),
        first: one(FirstOrder::ALL, pick),
    }
}

/// Every set of instructions there is.
pub fn standings() -> impl Iterator<Item = Standing> {
    let lists = [
        DefenseOrder::ALL.len(),
        LossOrder::ALL.len(),
        RetreatOrder::ALL.len(),
        StoppingOrder::ALL.len(),
        HqOrder::ALL.len(),
        FirstOrder::ALL.len(),
    ];
    let all: usize = lists.iter().map(|n| n + 1).product();
    (0..all).map(|n| {
        let mut rest = n as u64;
        standing(&mut |of| {
            let at = rest % of;
            rest /= of;
            at
        })
    })
}
