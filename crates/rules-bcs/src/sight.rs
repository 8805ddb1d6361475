//! A state with what is worked out of it for many questions: the zones and the Safe Paths, each once and when it is first
//! asked for. Offers and pages carry one through all their checks.

use std::cell::OnceCell;
use std::ops::Deref;

use crate::ground::{self, Ground};
use crate::rules::s6_safe_path::Paths;
use crate::state::{Body, State};
use crate::words::{Class, Place, UnitId};

/// A state and what has been worked out of it. It is a state to all who ask for one.
pub struct Sight<'s> {
    state: &'s State,
    real: OnceCell<Ground<'s>>,
    hosts: OnceCell<Vec<(UnitId, Place)>>,
    ground: OnceCell<Ground<'s>>,
    /// The Safe Paths of each formation by each class.
    paths: Vec<[OnceCell<Paths<'s>>; 3]>,
}

impl Deref for Sight<'_> {
    type Target = State;
    fn deref(&self) -> &State {
        self.state
    }
}

impl<'s> Sight<'s> {
    /// Of a state; nothing is worked out yet.
    pub fn of(state: &'s State) -> Self {
        let paths = state.facts.formation.iter().map(|_| Default::default()).collect();
        let (real, hosts, ground) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Self { state, real, hosts, ground, paths }
    }

    /// The state.
    pub fn state(&self) -> &'s State {
        self.state
    }

    /// Occupation and zones without what hangs on Support. [BCS-UNIT-5]
    pub fn real(&self) -> &Ground<'s> {
        self.real.get_or_init(|| Ground::of_real(self.state))
    }

    /// The units that have the AV EZOC of their formation's Support. [BCS-SUP-2]
    pub fn hosts(&self) -> &[(UnitId, Place)] {
        self.hosts.get_or_init(|| ground::hosts(self.state, self.real()))
    }

    /// Whether a unit has the AV EZOC of its formation's Support. [BCS-SUP-2]
    pub fn is_host(&self, unit: UnitId) -> bool {
        self.hosts().iter().any(|(host, _)| *host == unit)
    }

    /// Occupation and zones. [BCS-ZONE-1]
    pub fn ground(&self) -> &Ground<'s> {
        self.ground.get_or_init(|| self.real().with_hosts(self.state, self.hosts()))
    }

    /// Whether a unit in a hex has a Safe Path to an HQ of its formation by a class. [BCS-SAFE-1]
    pub fn is_safe(&self, body: Body<'_>, class: Class, from: Place) -> bool {
        self.paths(body, class).is_some_and(|paths| paths.length(from).is_some())
    }

    /// The Safe Paths of a formation by a class; nothing for a formation of another scenario.
    pub fn paths(&self, body: Body<'_>, class: Class) -> Option<&Paths<'s>> {
        let at = self.scenario.formation(body.card.id)?;
        Some(self.paths[at][class as usize].get_or_init(|| Paths::of(self.ground(), body, class)))
    }
}
