//! A way over the map, with the reason for its cost.

use crate::Step;

/// One step of a route and what it costs: the answer to "why 5?" is the list of legs.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Leg {
    /// The step.
    pub step: Step,
    /// What this step costs.
    pub cost: u32,
    /// What the route costs so far, this step included.
    pub total: u32,
}
