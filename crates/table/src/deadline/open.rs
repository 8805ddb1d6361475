//! The step that is open, as everyone reads it: who owes something in it, its deadline, and what sides have kept for it.

use kernel::Seat;
use kernel::view::{Contents, ItemState, OwedItem};

use super::entry::{KeptOrders, Missing, Timing};
use crate::host::Host;

impl Host {
    /// The step as everyone reads it.
    pub(crate) fn step(&self) -> String {
        self.game.contents(Seat::Spectator).standing
    }

    /// The step, and the sides that everyone knows to owe something in it.
    pub(super) fn owing(&self) -> (String, Vec<Seat>) {
        let told = self.game.contents(Seat::Spectator);
        let owing = owing(&told);
        (told.standing, owing)
    }

    /// Whether the deadline of the open step has passed, sides owe something in it, and the umpire acts for them.
    pub(crate) fn umpire_acts(&self) -> bool {
        let Timing { pace: Some(pace), due: Some(due), .. } = &self.memory.time.timing else { return false };
        if pace.missing != Missing::Umpire || !due.passed {
            return false;
        }
        let (step, owing) = self.owing();
        due.step == step && !owing.is_empty()
    }

    /// The orders that a side has kept for the step that is open.
    pub(crate) fn kept_of(&self, seat: Seat) -> Option<&KeptOrders> {
        let Seat::Side(side) = seat else { return None };
        let step = self.step();
        self.memory.time.kept.get(&side).filter(|kept| kept.step == step && !kept.orders.is_empty())
    }

    /// How time is kept, with the deadline of the step that is open.
    pub(crate) fn timing_now(&self) -> Timing {
        let mut timing = self.memory.time.timing.clone();
        if timing.due.is_some() {
            let step = self.step();
            timing.due.take_if(|due| due.step != step);
        }
        timing
    }
}

/// The sides that owe something according to what everyone sees.
fn owing(told: &Contents) -> Vec<Seat> {
    let mut seats = asked(told);
    seats.retain(|seat| matches!(seat, Seat::Side(_)));
    seats
}

/// The seats that owe something according to what everyone sees.
pub(super) fn asked(told: &Contents) -> Vec<Seat> {
    let open = |item: &&OwedItem| matches!(item.state, ItemState::Waiting | ItemState::Yours);
    let mut seats: Vec<Seat> = told.owed.iter().filter(open).map(|item| item.who).collect();
    seats.sort();
    seats.dedup();
    seats
}
