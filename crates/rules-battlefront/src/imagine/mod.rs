//! A state that a seat could believe in: what it may not know is built from nothing but what it does know.
//!
//! Believed forces start from the set-up's roster: orders of battle are history, and who sits at the table has seen
//! most of them. Purchases, losses, purses, postures, hidden works and the work of the present step are drawn.

mod battle;
mod force;
mod shown;
mod this_slot;

use kernel::Seat;
use kernel::system::Pick;

use crate::facts::Work;
use crate::measure::Point;
use crate::phase::Step;
use crate::rules::s2_1_2_6_hidden_fortifications::is_exposed;
use crate::state::State;
use crate::words::Side;

/// A state that `seat` could believe in. The same knowledge and the same picks always give the same one.
pub(crate) fn imagine(state: &State, seat: Seat, pick: Pick<'_>) -> State {
    let mut world = state.clone();
    let hidden = |side: &Side| match seat {
        Seat::Umpire | Seat::Clock => false,
        Seat::Side(own) => own != side.number(),
        Seat::Spectator => true,
    };
    for side in Side::BOTH.into_iter().filter(hidden) {
        let own = world.setup_of(side).id;
        let shown = shown::of(state, side);
        world.facts.works.retain(|work| work.known || work.side != own);
        *world.facts.side_mut(side) = force::believed(state, side, pick);
        if shown.is_none() {
            force::wrecks(&mut world, side);
            force::pockets(&mut world, side, pick);
        }
        hidden_works(&mut world, side, pick);
        this_slot::before(&mut world, side, pick);
        match shown {
            Some(shown) => {
                shown::place(&mut world, side, &shown);
                force::wrecks(&mut world, side);
            }
            None => force::as_seen(state, &mut world, side),
        }
        this_slot::now(&mut world, side, pick);
        battle::seen_on_the_table(state, &mut world, side);
        battle::as_told(state, &mut world, side);
        if world.is_after_battle() && world.step() > Step::HiddenWorks {
            nothing_exposed(&mut world, side);
        }
    }
    world
}

/// What lies hidden in the enemy's area has been put on the map.
fn nothing_exposed(world: &mut State, side: Side) {
    let own = world.setup_of(side).id;
    let hidden = world.facts.works.iter().filter(|work| !work.known && work.side == own);
    let exposed: Vec<_> = hidden.filter(|work| is_exposed(world, work)).map(|work| work.id).collect();
    world.facts.works.retain(|work| !exposed.contains(&work.id));
    world.facts.side_mut(side).placed.retain(|placed| !exposed.contains(placed));
}

/// A few works that the seat would not know of, anywhere on the map.
fn hidden_works(world: &mut State, side: Side, pick: Pick<'_>) {
    let setup = world.shared_campaign();
    let (setup, map) = (setup.side(side), &world.shared_campaign().map);
    if setup.works.is_empty() {
        return;
    }
    for n in 1..=pick(4) {
        let kind = setup.works[pick(setup.works.len() as u64) as usize].id;
        let at = Point::new(pick(map.width.0 as u64 + 1) as i32, pick(map.height.0 as u64 + 1) as i32);
        let id = format!("believed.{}.{n}", side.number()).parse().unwrap_or_default();
        let work = Work { id, side: setup.id, kind, at, known: false };
        // The enemy has come upon what lies in its area, except where a battle has moved the lines since.
        if !is_exposed(world, &work) || (world.is_after_battle() && world.step() < Step::HiddenWorks) {
            world.facts.works.push(work);
        }
    }
}
