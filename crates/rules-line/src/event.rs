//! What happened: the events of all sections.

use crate::rules::*;
use crate::setup::Setup;
use crate::state::State;

kernel::section_events! {
    /// What happened. What is of one side alone names it, so that the event tells who may know of it.
    #[derive(Copy)]
    pub enum Event for State, Setup {
        s1_men: Hired;
        s2_skirmishes: Begun, Went, CameHome, Held, Settled;
        s3_turns: TurnBegan, Ended;
    }
}
