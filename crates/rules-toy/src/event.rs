//! What happened: the events of all sections. Each says in its own file who may know of it, what it does and how it is told.

use kernel::{Sealed, Sealing, Seat, Side};

use crate::command::Command;
use crate::rules::*;
use crate::setup::Setup;
use crate::state::State;

kernel::section_events! {
    /// What happened. A side is named in each event that is secret, so that the event alone tells who may know of it.
    #[derive(Copy)]
    pub enum Event for State, Setup {
        s1_pay: Paid, Spent;
        s2_pickets: Placed;
        s3_works: Dug;
        s4_scouts: Scouted, Saw;
        s5_stance: Sealed;
        s6_close: Closed;
        s7_dawn: Revealed, Shown, Missed, WorksLost, DrivenOff, Held, DuskFell, Ended;
    }
}

/// What an event comes to where odds are told: nothing of what hangs on the enemy, and the number that players care for.
pub fn counts(event: &Event) -> Option<Option<i64>> {
    match *event {
        Event::Saw(_) | Event::Spent(_) => None,
        Event::Paid(paid) => Some(Some(paid.coins.into())),
        Event::Dug(dug) => Some(Some(dug.works.into())),
        _ => Some(None),
    }
}

/// What the table seals of a command.
pub fn sealing(state: &State, seat: Seat, command: &Command) -> Option<Sealing> {
    let (Some(side), Command::Seal { stance, .. }) = (Side::of(seat), command) else { return None };
    Some(Sealing { slot: slot(state.round), side: state.setup.sides[side].id, payload: stance.word().into() })
}

/// What an event publishes of sealed stances.
pub fn seals(setup: &Setup, event: &Event) -> Vec<Sealed> {
    let id = |side: Side| setup.sides[side].id;
    match *event {
        Event::Closed(s6_close::Closed { side, round, digest: Some(digest), .. }) => {
            vec![Sealed::closed(slot(round), id(side), digest)]
        }
        Event::Revealed(s7_dawn::Revealed { side, round, stance, nonce: Some(nonce) }) => {
            vec![Sealed::opened(slot(round), id(side), stance, nonce)]
        }
        _ => Vec::new(),
    }
}

fn slot(round: u8) -> String {
    format!("{round}/stance")
}
