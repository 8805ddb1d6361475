//! What a seat could believe in: what it may not know is drawn anew.

use kernel::system::Pick;
use kernel::{Seat, Side};

use crate::state::State;

/// A state that `seat` could believe in: the hidden sides' purses, and what their men took along.
pub fn imagine(state: &State, seat: Seat, pick: Pick<'_>) -> State {
    let mut world = state.clone();
    for side in Side::BOTH.into_iter().filter(|side| seat != Seat::Clock && !side.is_known_to(seat)) {
        let force = &mut world.sides[side];
        (force.coins, force.hired) = (pick(9) as u8, pick(2) == 1);
        for fight in world.places.iter_mut().filter_map(|place| place.fight.as_mut()) {
            fight[side] = pick(4) as u8;
        }
    }
    world
}
