//! What a seat could believe in: everything is open but the orders of a side that is away.

use kernel::Seat;
use kernel::system::Pick;

use crate::state::{CoverOrder, LossOrder, RetreatOrder, Standing, State};
use crate::words::Side;

/// A state that `seat` could believe in.
pub fn imagine(state: &State, seat: Seat, pick: Pick<'_>) -> State {
    let mut world = state.clone();
    let hidden = |side: &Side| match seat {
        Seat::Umpire | Seat::Clock => false,
        Seat::Side(_) => Side::of(seat) != Some(*side),
        Seat::Spectator => true,
    };
    for side in Side::BOTH.into_iter().filter(hidden) {
        *world.facts.orders.of_mut(side) = Standing {
            cover: [None, Some(CoverOrder::Never), Some(CoverOrder::WhenItHelps)][pick(3) as usize],
            losses: [None, Some(LossOrder::KeepDefense), Some(LossOrder::KeepAttack)][pick(3) as usize],
            retreats: [None, Some(RetreatOrder::TowardSupply), Some(RetreatOrder::ToCover)][pick(3) as usize],
            excess: [None, Some(LossOrder::KeepDefense), Some(LossOrder::KeepAttack)][pick(3) as usize],
        };
    }
    world
}
