//! The rules, one file per section of the source, in its order; then the order of settlement, the aftermath and the
//! rulings of the catalogue; and the checks they share.

pub mod rn_roster_notes;
pub mod s3_order_of_settlement;
pub mod s42_1_places;
pub mod s42_1_selection;
pub mod s42_2_leaders;
pub mod s42_3_markers;
pub mod s42_41_replacement;
pub mod s42_42_rout;
pub mod s42_43_deeds;
pub mod s42_43_elan;
pub mod s42_43_tally;
pub mod s42_44_improvement;
pub mod s42_45_survival;
pub mod s42_46_promotion;
pub mod s42_47_rank;
pub mod s42_4_roster;
pub mod s42_5_transfer;
pub mod s42_6_withdrawal;
pub mod s42_7_pursuit;
pub mod s42_8_victory_points;
pub mod s42_9_personal;
pub mod s43_0_design_your_own;
pub mod s4_decisions;
pub mod s4_report;
pub mod s5_rulings;
pub mod sc_sample_campaign;

use std::sync::LazyLock;

use kernel::view::Text;
use kernel::{Adjudication, Checked, Reasons, RuleId, RuleText, Seat};

use crate::UpFront;
use crate::phase::Phase;
use crate::setup::Campaign;
use crate::state::State;
use crate::words::{ManId, Side};

/// A rule's view of the table.
pub type Cx<'a> = Adjudication<'a, UpFront>;

/// The rules with their ids, as `rules.toml` has them.
pub static RULES: LazyLock<Vec<RuleText>> = LazyLock::new(|| {
    RuleText::read(include_str!("../../rules.toml")).expect("the shipped inventory is read by a test")
});

/// The side whose command it is. [UF-42.1-3]
pub fn own_side(seat: Seat, rule: RuleId, why: &mut Reasons) -> Checked<Side> {
    why.need(Side::of(seat), rule, "actor", || {
        "Only the owner of a side, or the umpire for him, does this.".into()
    })
}

/// Whether play stands at this phase.
pub fn in_phase(state: &State, phase: Phase, rule: RuleId, why: &mut Reasons) -> Checked {
    let now = Phase::of(state);
    why.need((now == phase).then_some(()), rule, "phase", || {
        format!("This has its time when {}; now {}.", phase.prose(), now.prose())
    })
}

/// Whether the battle is fought and its facts are not agreed yet: what a side has claimed it may still take back.
pub fn not_agreed(state: &State, rule: RuleId, why: &mut Reasons) -> Checked {
    let now = Phase::of(state);
    let open = matches!(now, Phase::Battle | Phase::Confirm | Phase::Dispute);
    why.need(open.then_some(()), rule, "phase", || {
        format!("This can be taken back until a report is agreed; now {}.", now.prose())
    })
}

/// A sentence that begins with a side.
pub(crate) fn by(side: Side) -> Text {
    Text::empty().side(side.number())
}

/// A man's number and name by the set-up alone.
pub fn printed_name(setup: &Campaign, side: Side, man: ManId) -> String {
    match setup.deck(side).card(man) {
        Some(card) => format!("#{man} {}", card.name),
        None => format!("#{man}"),
    }
}

/// A man's number and name: "#5 Shultz".
pub fn name(state: &State, side: Side, man: ManId) -> String {
    printed_name(&state.campaign, side, man)
}
