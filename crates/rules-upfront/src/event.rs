//! What happened: the events of all sections. Each says in its own file who may know of it, what it does and how it is told.

use kernel::Audience;

use crate::rules::{
    s3_order_of_settlement, s4_decisions, s4_report, s5_rulings, s42_1_selection, s42_5_transfer,
    s42_6_withdrawal, s42_7_pursuit, s42_8_victory_points, s42_41_replacement, s42_43_tally,
    sc_sample_campaign,
};
use crate::setup::Campaign;
use crate::setup::rulings::Rosters;
use crate::state::State;
use crate::words::Side;

kernel::section_events! {
    /// What happened. An event that tells of a roster carries who may see it, by the ruling on rosters. [UF-R50]
    pub enum Event for State, Campaign {
        s5_rulings: RulingProposed, ProposalTakenBack, RulingSet;
        sc_sample_campaign: AttackerNamed, AttackerSet;
        s42_5_transfer: Transferred;
        s42_41_replacement: Replaced;
        s42_1_selection: Selected;
        s42_8_victory_points: Scored, CampaignEnded;
        s42_43_tally: Noted, Struck;
        s42_6_withdrawal: WithdrawalAnnounced, Conceded, WithdrawalTakenBack, GroupLeft;
        s42_7_pursuit: PursuitTried, PursuitTakenBack;
        s4_report: Reported, SettledByUmpire, Agreed;
        s4_decisions: Decided, DecisionsMade;
        s3_order_of_settlement: Settled, ScenarioEnded;
    }
}

/// Who may see what stands on a side's roster. [UF-R50]
pub fn roster_audience(state: &State, side: Side) -> Audience {
    match state.facts.rulings.rosters {
        Rosters::Open => Audience::Public,
        Rosters::OwnerAndUmpire => side.only(),
    }
}
