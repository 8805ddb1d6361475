//! What a seat may know. Every page asks here before it shows what is not public.

use kernel::{Audience, Seat};

use super::natural::by_name;
use super::own::Own;
use crate::facts::{Stand, Work};
use crate::phase::Step;
use crate::rules::s2_1_1_8_deploy::is_seen;
use crate::setup::options::ChartSecrecy;
use crate::state::State;
use crate::words::{Posture, Side, Status};

/// A state and whoever looks at it.
#[derive(Clone, Copy)]
pub struct Eyes<'s> {
    /// Everything.
    pub state: &'s State,
    /// Who looks.
    pub seat: Seat,
}

impl<'s> Eyes<'s> {
    /// The side that looks, when it is one.
    pub fn side(&self) -> Option<Side> {
        Side::of(self.seat)
    }

    /// Whether the umpire looks.
    pub fn is_umpire(&self) -> bool {
        self.seat == Seat::Umpire
    }

    /// A side with everything that is its own, when this seat may know it.
    pub fn own(&self, side: Side) -> Option<Own<'s>> {
        (self.is_umpire() || self.side() == Some(side)).then_some(Own { state: self.state, side })
    }

    /// The sides of which this seat may know everything.
    pub fn all_own(&self) -> impl Iterator<Item = Own<'s>> + use<'s> {
        let eyes = *self;
        Side::BOTH.into_iter().filter_map(move |side| eyes.own(side))
    }

    /// Who may know what stands in a panel about a side's own affairs.
    pub fn secret(&self, side: Side) -> Audience {
        side.only()
    }

    /// Whether this seat may read a side's purchase charts. [BF-R43]
    pub fn reads_charts(&self, side: Side) -> bool {
        self.state.options().charts == ChartSecrecy::Public || self.own(side).is_some()
    }

    /// Whether this seat knows of a fortification.
    pub fn knows(&self, work: &Work) -> bool {
        let buyer = self.state.campaign().side_of(work.side);
        work.known || buyer.is_some_and(|side| self.own(side).is_some())
    }

    /// Whether this seat knows where a stand of a side is that has set up. Places in pockets are told with the pockets.
    pub fn knows_place(&self, side: Side, stand: &Stand) -> bool {
        let on_map = stand.place().is_some() && stand.status == Status::Normal;
        on_map && (self.own(side).is_some() || is_seen(self.state, side, stand))
    }

    /// The stands of a side whose places this seat knows, by name: the order of a roster is its side's to know.
    pub fn known_places(&self, side: Side) -> Vec<&'s Stand> {
        let stands = self.state.side(side).elements.iter().flat_map(|element| &element.stands);
        let mut known: Vec<&Stand> = stands.filter(|stand| self.knows_place(side, stand)).collect();
        known.sort_by(|a, b| by_name(&a.id, &b.id));
        known
    }

    /// The stands of a side in pockets, by name, as far as this seat is told how the side stands.
    pub fn in_pockets(&self, side: Side) -> Vec<&'s Stand> {
        let stands = self.state.side(side).elements.iter().flat_map(|element| &element.stands);
        let told = self.own(side).is_some();
        let there = |stand: &&Stand| told && stand.place().is_some() && stand.status != Status::Normal;
        let mut known: Vec<&Stand> = stands.filter(there).collect();
        known.sort_by(|a, b| by_name(&a.id, &b.id));
        known
    }

    /// A side's posture, as far as this seat may know it.
    pub fn posture(&self, side: Side) -> Option<Posture> {
        let open = postures_are_open(self.state) || self.own(side).is_some();
        self.state.side(side).posture.filter(|_| open).map(|sealed| sealed.choice)
    }
}

/// Whether the postures of this slot are public: given by the set-up, or revealed. [BF-2.1.P-1, BF-2.1.P-3]
pub fn postures_are_open(state: &State) -> bool {
    state.facts.attacker.is_some()
        || state.step().is_battle()
        || matches!(state.step(), Step::OvernightRepair | Step::OvernightWithdrawal)
}
