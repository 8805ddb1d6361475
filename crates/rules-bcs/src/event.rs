//! What happened, by section. Everything is public but orders and instructions. [BCS-GEN-7] [BCS-TURN-10]

use crate::rules::{
    s2_assignment, s2_orders, s2_reinforcements, s2_turn, s3_activation, s4_recovery, s6_hq, s6_jumps,
    s8_mixed, s9_objectives, s10_movement, s11_stopping, s12_attack, s12_combat, s13_engagement, s14_barrage,
    s15_support, s16_fatigue, s17_isolation, s18_retreat, s18_voluntary, s20_victory, s21_standing,
};
use crate::setup::Scenario;
use crate::state::State;

/// Whether an event lets its step be taken back: what a side does with its own counters before dice fall, an activation that
/// has begun among it, and what tells the side nothing. The end of a step of an activation, an attack and every answer stand; so
/// does a move after which the enemy may be asked, for whether he has said beforehand what he answers shows then.
pub fn is_retractable(event: &Event) -> bool {
    match event {
        Event::Moved(moved) => !moved.enters,
        Event::Entered(entered) => entered.asked.is_none(),
        Event::Replaced(_)
        | Event::Assigned(_)
        | Event::Released(_)
        | Event::ArtyGiven(_)
        | Event::ArtyTaken(_)
        | Event::SupportEntered(_)
        | Event::SupportLeft(_)
        | Event::SupportReturned(_)
        | Event::Activated(_)
        | Event::Supplied(_)
        | Event::RouteHeld(_)
        | Event::DefenseSet(_)
        | Event::Mixed(_)
        | Event::ObjPlaced(_)
        | Event::Flipped(_)
        | Event::Screened(_)
        | Event::HqMoved(_)
        | Event::HqReturned(_)
        | Event::TrainsMoved(_)
        | Event::TrainsFlipped(_)
        | Event::TrainsReturned(_)
        | Event::Controlled(_) => true,
        _ => false,
    }
}

kernel::section_events! {
    /// What happened.
    pub enum Event for State, Scenario {
        s2_turn: WeatherRolled, SkyRolled, Replaced, Closed, PhaseBegan, FirstWon, FirstChosen, GoPassed, TurnEnded;
        s2_assignment: Assigned, Released, ArtyGiven, ArtyTaken;
        s2_orders: Ordered, OrdersShown;
        s2_reinforcements: Entered;
        s3_activation: Activated, Supplied, RouteHeld, DefenseSet, Mixed, Coordinated, SnafuRolled, StepReached, CleanedUp,
            HqDone, Reactivated;
        s4_recovery: Recovered;
        s6_hq: HqMoved, TrainsMoved, TrainsFlipped, TrainsReturned;
        s6_jumps: HqJumped, TrainsJumped, HqRetreated, HqReturned;
        s8_mixed: MixedRuled;
        s9_objectives: ObjPlaced;
        s10_movement: Flipped, Moved, Screened, GoesOn;
        s11_stopping: Required, Waived;
        s12_attack: Declared, Defended, Committed, FireSupported, Suppressed;
        s12_combat: Fought, StepTaken, StageReached, Advanced, AttackEnded;
        s13_engagement: Engaged, FirerLost, TargetLost, SupportDropped, TrafficPlaced;
        s14_barrage: Barraged, FiredOn, Struck;
        s15_support: SupportEntered, SupportLeft, SupportReturned;
        s16_fatigue: Tired;
        s17_isolation: Isolated;
        s18_retreat: RetreatOwed, Retreated, RetreatFailed, TookRefuge, Returned;
        s18_voluntary: Withdrew;
        s20_victory: Controlled, Ended;
        s21_standing: Instructed, ByInstruction;
    }
}
