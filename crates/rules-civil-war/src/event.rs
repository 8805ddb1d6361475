//! What happened, by section. Each says in its own file who may know of it, what it does and how it is told.

use crate::rules::{
    k_course, k_entries, k_put_right, k_seconded, k_standing, s1_agreement, s2_field, s3_edge, s4_orders,
    s5_flanks, s6_sketch, s7_arrivals, s7_marches, s7_ratings, s8_day, s8_disclosure, s8_night, s9_feedback,
    s9_parts, s9_reckoning, s9_taking_in, s10_promotions, s11_rerolls,
};
use crate::setup::Setup;
use crate::state::State;

kernel::section_events! {
    /// What happened.
    pub enum Event for State, Setup {
        k_course: PulsesBegan, NextTurn, CampaignEnded, PulseBegan, BattleOpened;
        k_entries: Raised, SpMoved, LeaderMoved, Recovered, Rallied;
        k_put_right: Struck, Restored, RestoredAs, CarriedOtherwise;
        k_seconded: Proposed, Seconded, Declined;
        k_standing: Stands;
        s1_agreement: Agreed, StepTaken, FoughtOnBoard, FellOnBoard, MadeCrack, CalledOff;
        s2_field: FieldFound, FieldAgreed;
        s3_edge: EdgeChosen;
        s4_orders: OrdersIn;
        s5_flanks: FlanksSealed, FlanksClosed;
        s6_sketch: Sketched, Dug, Closed;
        s7_ratings: RatingRolled, RatingsIn, Shown, SeenAt;
        s7_marches: MarchRolled, MeetingRolled, FatesSettled;
        s7_arrivals: ForceDue, HeldBack, Entered;
        s8_day: DayOpened, TurnBegan, Announced, LeftField;
        s8_disclosure: Opened, Unsealed;
        s8_night: NightFell, NightfallSet, NightfallSeen, MovedByNight;
        s9_reckoning: PointsEntered, Reported, ChanceEntered, ChanceTaken, LeaderChecked, Promoted, PromotedNobody;
        s9_parts: PartRolled;
        s9_feedback: TakenBack;
        s9_taking_in: CameBack, TakenIn;
        s10_promotions: PromotionRolled, FreeUsed, PromotionTaken;
        s11_rerolls: Introduced, LeaderLost, Rerolled, UnseenRerolled, PoltroonRolled, UnseenPoltroon;
    }
}

/// What of a command is told beforehand: whether it closes a step hangs on what the other side has done, and what a turn shows
/// on whom it has sent around the flanks.
pub fn foreseen(events: &[Event]) -> &[Event] {
    let closes = |event: &Event| {
        matches!(
            event,
            Event::StepTaken(_)
                | Event::DayOpened(_)
                | Event::Introduced(_)
                | Event::FlanksClosed(_)
                | Event::Opened(_)
                | Event::Stands(_)
                | Event::Announced(_)
                | Event::ForceDue(_)
        )
    };
    &events[..events.iter().position(closes).unwrap_or(events.len())]
}
