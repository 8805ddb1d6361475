//! What a seat could believe in: everything it may not know is drawn anew, from what it does know.

use kernel::system::Pick;
use kernel::{Seat, Side};

use crate::rules::s3_works::MOST as MOST_WORKS;
use crate::state::{Force, Phase, SealedStance, Sight, Stance, State};

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
            let picket = world.sides[side.enemy()].posts[at].picket.is_some();
            let truth = if picket { Sight::Picket } else { Sight::Bare };
            let sight = if pick(2) == 0 { Sight::Dark } else { truth };
            world.sides[side].posts[at].sight = sight;
        }
    }
    world
}

fn force(state: &State, side: Side, watcher: Option<&Force>, pick: Pick<'_>) -> Force {
    let public = &state.sides[side];
    let mut force = Force::fresh(state.setup.posts.len());
    (force.points, force.closed) = (public.points, public.closed);
    force.coins = pick(9) as u8;
    if state.phase == Phase::Over {
        return force;
    }
    force.paid = pick(2) == 1 || public.closed || state.phase != Phase::Dusk;
    let stance = if pick(2) == 0 { Stance::Hold } else { Stance::Raid };
    let digest = public.stance.and_then(|sealed| sealed.digest).filter(|_| public.closed);
    let sealed = (pick(2) == 1 || public.closed) && state.phase != Phase::Dusk;
    force.stance = sealed.then_some(SealedStance { stance, nonce: None, digest });
    let seen = |at: usize| watcher.map_or(Sight::Dark, |watcher| watcher.posts[at].sight);
    for at in 0..force.posts.len() {
        let works = pick(u64::from(MOST_WORKS) + 1) as u8;
        let wanted = match seen(at) {
            Sight::Picket => true,
            Sight::Bare => false,
            Sight::Dark => pick(2) == 1,
        };
        let owed = (at + 1..force.posts.len()).filter(|later| seen(*later) == Sight::Picket).count();
        let room = seen(at) == Sight::Picket || force.n_pickets() + owed < state.setup.pickets;
        if wanted && room {
            force.posts[at].picket = Some(works);
        }
    }
    force
}
