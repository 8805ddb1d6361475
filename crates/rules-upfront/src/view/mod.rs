//! Who sees what: the view of each seat, built from nothing. With `Event::audience` and [`mod@crate::imagine`] the only
//! place that knows about secrecy.

mod aftermath;
mod compare;
mod elan;
mod fillings;
mod force;
mod forecast;
mod honours;
mod keys;
mod leaving;
mod lives;
mod men;
mod overview;
mod points;
mod purchase;
mod report_form;
mod roster;
mod rulings;
mod settled;
mod sheet;
mod standing;
mod tally;
mod versions;
mod whatif;

use kernel::view::{Block, Contents, Page, PageHead, ShownRefusal, Text, heads};
use kernel::{Acting, RuleId, Seat, prove};

use crate::UpFront;
use crate::command::Command;
use crate::event::roster_audience;
use crate::offers::enemy_vehicles;
use crate::report::{Deed, Means, Wreck, deed};
use crate::state::State;
use crate::words::{AuxKind, ManId, Side};

/// What builds a page.
type Build = fn(Look<'_>) -> Page;

/// The pages, in the order of their tabs, each with what builds it.
const BUILT: [(PageHead, Build); 10] = [
    (overview::HEAD, overview::page),
    (force::HEAD, force::page),
    (aftermath::HEAD, aftermath::page),
    (roster::HEAD, roster::page),
    (points::HEAD, points::page),
    (men::HEAD, men::page),
    (honours::HEAD, honours::page),
    (forecast::HEAD, forecast::page),
    (sheet::HEAD, sheet::page),
    (rulings::HEAD, rulings::page),
];

/// How they are listed.
pub const PAGES: &[PageHead] = &heads(&BUILT);

/// What stands around every page of `seat`.
pub fn contents(state: &State, seat: Seat) -> Contents {
    let owed = standing::owed(Look { state, seat });
    let phases = kernel::view::Phases::default();
    Contents { standing: standing::words(state), phases, pages: PAGES.to_vec(), owed, inches: None }
}

/// One page of `seat`.
pub fn page(state: &State, seat: Seat, id: &str) -> Option<Page> {
    let (_, build) = BUILT.iter().find(|(head, _)| head.id == id)?;
    Some(build(Look { state, seat }))
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
        Side::of(self.seat)
    }

    /// Both sides, the seat's own first.
    fn sides(self) -> [Side; 2] {
        match self.own() {
            Some(own) => [own, own.enemy()],
            None => Side::BOTH,
        }
    }

    /// Whether the seat may see what stands on a side's roster. [UF-R50]
    fn sees_roster(self, side: Side) -> bool {
        self.seat.sees(roster_audience(self.state, side))
    }

    /// A side's name.
    fn name(self, side: Side) -> &'s str {
        &self.state.campaign.sides[side].name
    }

    /// "American against German, nine scenarios".
    fn campaign_words(self) -> String {
        let n = self.state.campaign.legs.len();
        let scenarios = if n == 1 { "one scenario".to_owned() } else { format!("{n} scenarios") };
        format!("{} against {}, {scenarios}.", self.name(Side::FIRST), self.name(Side::SECOND))
    }

    /// A man's number and name.
    fn man(self, side: Side, man: ManId) -> String {
        crate::rules::name(self.state, side, man)
    }

    /// Why a command would be refused, if it would.
    fn refusal(self, command: &Command) -> Option<ShownRefusal> {
        let refused = prove::<UpFront>(self.state, Acting::own(self.seat), command);
        refused.err().map(|refusals| ShownRefusal::from(&refusals))
    }
}

/// What stands in place of a closed roster. [UF-R50]
fn closed(side: Side) -> Block {
    Block::Empty(Text::empty().side(side.number()).say("'s roster is closed.").rule(RuleId("UF-R50")))
}

/// A deed in words, with vehicles by the names of the scenario.
fn deed_words(state: &State, side: Side, done: &Deed) -> String {
    let Deed::Vehicle { afv, means, result, weapon: None } = done else { return deed(done) };
    let at = enemy_vehicles(state, side).iter().position(|known| known == afv);
    let scenario = state.scenario();
    let enemy = scenario.iter().flat_map(|scenario| &scenario.aux[state.part(side.enemy())]);
    let mut vehicles = enemy.filter(|aux| aux.kind == AuxKind::Vehicle);
    let Some(vehicle) = at.and_then(|at| vehicles.nth(at)) else { return deed(done) };
    let result = match result {
        Wreck::Destroyed => "destroyed",
        Wreck::Immobilised => "immobilised",
    };
    let with = match means {
        Means::Antitank => "with an anti-tank weapon",
        Means::DemoOrMine => "with demo charge or mine",
        Means::CloseCombat => "in close combat",
    };
    format!("{} {result} {with}", vehicle.label)
}
