//! Who sees what: the view of each seat, built from nothing. With `event::audience` and [`mod@crate::imagine`] the only
//! place that knows about secrecy.

mod aftermath;
mod chances;
mod force;
mod forecast;
mod honours;
mod keys;
mod men;
mod overview;
mod points;
mod roster;
mod rulings;
mod sheet;
mod standing;
mod tally;

use kernel::view::{ShownRefusal, View};
use kernel::{Acting, Seat, prove};

use crate::UpFront;
use crate::command::Command;
use crate::event::roster_audience;
use crate::state::State;
use crate::words::Side;

/// What `seat` may see.
pub fn view(state: &State, seat: Seat) -> View {
    let look = Look { state, seat };
    let pages = vec![
        overview::page(look),
        force::page(look),
        aftermath::page(look),
        roster::page(look),
        points::page(look),
        men::page(look),
        honours::page(look),
        forecast::page(look),
        sheet::page(look),
        rulings::page(look),
    ];
    View { standing: standing::words(state), pages }
}

/// A seat looking at the state.
#[derive(Clone, Copy)]
struct Look<'s> {
    state: &'s State,
    seat: Seat,
}

impl<'s> Look<'s> {
    /// The side the seat plays.
    fn own(self) -> Option<Side> {
        match self.seat {
            Seat::Side(side @ 0..=1) => Some(Side(side)),
            _ => None,
        }
    }

    /// Both sides, the seat's own first.
    fn sides(self) -> [Side; 2] {
        match self.own() {
            Some(own) => [own, own.other()],
            None => Side::BOTH,
        }
    }

    /// Whether the seat may see what stands on a side's roster. [UF-R50]
    fn sees_roster(self, side: Side) -> bool {
        self.seat.sees(roster_audience(self.state, side))
    }

    /// A side's name.
    fn name(self, side: Side) -> &'s str {
        &self.state.campaign.sides[side.index()].name
    }

    /// Why a command would be refused, if it would.
    fn refusal(self, command: &Command) -> Option<ShownRefusal> {
        let refused = prove::<UpFront>(self.state, Acting::own(self.seat), command);
        refused.err().map(|refusals| ShownRefusal::from(&refusals))
    }
}
