//! What a seat could believe in: everything it may not know is drawn anew, from what it does know.

use kernel::Seat;
use kernel::system::Pick;

use crate::command::MOST_WORKS;
use crate::state::{Force, Phase, SealedStance, Sight, Stance, State};

/// A state that `seat` could believe in. Builds the hidden sides from nothing and copies only what is public or the
/// seat's own, so that the same knowledge and the same picks always give the same world.
pub fn imagine(state: &State, seat: Seat, pick: Pick<'_>) -> State {
    let mut world = state.clone();
    for side in [0, 1].into_iter().filter(|side| hidden_from(seat, *side)) {
        let watcher = (seat == Seat::Side(1 - side)).then(|| state.force(1 - side));
        world.sides[usize::from(side)] = force(state, side, watcher, pick);
    }
    // What a hidden side's scouts saw has to fit the pickets of this world.
    for side in [0, 1]
        .into_iter()
        .filter(|side| hidden_from(seat, *side) && matches!(state.phase, Phase::Night | Phase::Dawn))
    {
        for at in 0..world.setup.posts.len() {
            let picket = world.force(1 - side).posts[at].picket.is_some();
            let truth = if picket { Sight::Picket } else { Sight::Bare };
            let sight = if pick(2) == 0 { Sight::Dark } else { truth };
            world.sides[usize::from(side)].posts[at].sight = sight;
        }
    }
    world
}

fn hidden_from(seat: Seat, side: u8) -> bool {
    match seat {
        Seat::Umpire | Seat::Clock => false,
        Seat::Side(own) => own != side,
        Seat::Spectator => true,
    }
}

fn force(state: &State, side: u8, watcher: Option<&Force>, pick: Pick<'_>) -> Force {
    let public = state.force(side);
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
