//! What a seat could believe in: everything it may not know is drawn anew, from what it does know.

use kernel::system::Pick;
use kernel::{Seat, Side};

use crate::rules::s3_works::MOST;
use crate::state::{Force, Phase, Sight, Stance, State};

/// A state that `seat` could believe in. Builds the hidden sides from nothing and copies only what is public or the
/// seat's own, so that the same knowledge and the same picks always give the same world.
pub fn imagine(state: &State, seat: Seat, pick: Pick<'_>) -> State {
    let mut world = state.clone();
    let hidden = || Side::BOTH.into_iter().filter(|side| seat != Seat::Clock && !side.is_known_to(seat));
    for side in hidden() {
        let watcher = (seat == side.enemy().seat()).then(|| &state.sides[side.enemy()]);
        world.sides[side] = force(state, side, watcher, pick);
    }
    // What a hidden side's scouts saw has to fit the pickets of this world.
    for side in hidden().filter(|_| matches!(state.phase, Phase::Night | Phase::Dawn)) {
        for at in 0..world.setup.posts.len() {
            let truth = world.sides[side.enemy()].posts[at].picket.map_or(Sight::Bare, |_| Sight::Picket);
            world.sides[side].posts[at].sight = if pick(2) == 0 { Sight::Dark } else { truth };
        }
    }
    world
}

fn force(state: &State, side: Side, watcher: Option<&Force>, pick: Pick<'_>) -> Force {
    let public = &state.sides[side];
    let mut force = Force::fresh(&state.setup, side);
    (force.points, force.closed, force.coins) = (public.points, public.closed, pick(9) as u8);
    if state.phase == Phase::Over {
        return force;
    }
    force.paid = pick(2) == 1 || public.closed || state.phase != Phase::Dusk;
    let stance = if pick(2) == 0 { Stance::Hold } else { Stance::Raid };
    if (pick(2) == 1 || public.closed) && state.phase != Phase::Dusk {
        force.stance = Some(stance);
        force.digest = public.digest.filter(|_| public.closed);
    }
    let seen = |at: usize| watcher.map_or(Sight::Dark, |watcher| watcher.posts[at].sight);
    for at in 0..force.posts.len() {
        let works = pick(u64::from(MOST) + 1) as u8;
        let wanted = match seen(at) {
            Sight::Picket => true,
            Sight::Bare => false,
            Sight::Dark => pick(2) == 1,
        };
        let owed = (at + 1..force.posts.len()).filter(|later| seen(*later) == Sight::Picket).count();
        let room = seen(at) == Sight::Picket || force.n_pickets() + owed < state.setup.pickets;
        force.posts[at].picket = (wanted && room).then_some(works);
    }
    force
}
