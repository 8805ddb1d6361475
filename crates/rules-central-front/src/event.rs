//! What happened: the events of all sections. Each says in its own file who may know of it, what it does and how it is told.
//! Everything is open but standing orders. [CF-GEN-5]
//!
//! Strong words carry an act that is told in many sentences: of a fight who attacked, the result, who lost and who fell back,
//! and not what it cost and who fired.

use crate::rules::{
    s4_sequence, s5_action_points, s6_movement, s6_supply, s7_attacks, s7_designation, s7_march, s8_air,
    s8_support, s9_application, s9_results, s10_advance, s10_retreat, s10_retreat_movement, s11_chemical,
    s11_smoke, s12_victory, s13_standing_orders,
};
use crate::setup::Scenario;
use crate::state::State;

kernel::section_events! {
    /// What happened.
    pub enum Event for State, Scenario {
        s4_sequence: PhaseBegan, TurnPassed, Passed;
        s5_action_points: Recovered, Activated, Strained;
        s6_movement: Moved, Dropped;
        s6_supply: Arrived;
        s7_designation: Designated, CalledOff, Voided;
        s7_attacks: AttackBegan;
        s7_march: Paid, Entered, Held, Halted;
        s8_air: SkyRolled, AirWon, StrikeFlown;
        s8_support: Fired, Covered;
        s9_results: Fought;
        s9_application: StepLost, Eliminated, StepsWaived, LossesDone, BattleEnded;
        s10_retreat: RetreatsOwed, Retreated, ExcessOwed, ExcessDone;
        s10_advance: AdvanceOpened, Advanced;
        s10_retreat_movement: Withdrew;
        s11_chemical: ChemicalsReleased;
        s11_smoke: SmokeRolled;
        s12_victory: Left, Controlled, Ended;
        s13_standing_orders: Instructed, ByOrder;
    }
}

/// Whether an event lets its step be taken back: what a side does with its own counters before dice fall, an advance and
/// Retreat Movement among it. The end of a phase stands, and so does who falls, loses steps or retreats in a fight.
pub fn is_retractable(event: &Event) -> bool {
    matches!(
        event,
        Event::Arrived(_)
            | Event::Activated(_)
            | Event::Moved(_)
            | Event::Dropped(_)
            | Event::Halted(_)
            | Event::Left(_)
            | Event::Controlled(_)
            | Event::Designated(_)
            | Event::CalledOff(_)
            | Event::Advanced(_)
            | Event::BattleEnded(_)
            | Event::Withdrew(_)
            | Event::Instructed(_)
    )
}
