//! Who has no part in a step, so that the step passes for that side with one line. Everything here is public: the set-up,
//! the date, the attacker, wrecks, lines and how many battles were fought. A side that finds nothing to do for reasons of
//! its own still closes its step, for its silence would tell.

use kernel::RuleId;
use kernel::grammar::is_default;

use crate::phase::Step;
use crate::rules::{
    s2_1_1_1_d_historical_modifiers, s2_1_1_2_armour_repair as repair, s2_1_1_8_deploy, s2_1_2_2_mines,
    s2_1_2_3_bogged, s2_1_2_4_3_escape, s2_1_2_7_wrecks,
};
use crate::setup::Campaign;
use crate::state::State;
use crate::words::Side;

kernel::words! {
    /// Why a side has no part in a step.
    #[derive(Default)]
    pub enum Why {
        /// As the step itself says.
        #[default]
        Plain = "plain",
        /// Its army repairs nothing at this date. [BF-2.1.1.2-5]
        NoRepairs = "no-repairs",
        /// None of its wrecks lies within its line. [BF-2.1.1.2-3]
        NoWreck = "no-wreck",
        /// No battle was fought yet. [BF-2.1.1.2.W-2]
        NoBattle = "no-battle",
        /// Neither a wreck nor a fortification lies on the map. [BF-2.1.1.5.1-1]
        NothingLies = "nothing-lies",
        /// Its chart has no fortification. [BF-2.1.1.5.2-1]
        NoWorks = "no-works",
    }
}

impl Why {
    /// Whether nothing is to be added.
    pub fn is_plain(&self) -> bool {
        is_default(self)
    }

    /// The reason as it goes on after a colon, full stop included, and its rule.
    pub fn told(self, campaign: &Campaign, side: Side) -> Option<(String, RuleId)> {
        let words = |words: &str, rule| Some((format!("{words}."), RuleId(rule)));
        match self {
            Self::Plain => None,
            Self::NoRepairs => {
                let told = match repair::repairs_when(campaign, side) {
                    Some(when) => format!("its army repairs vehicles {when}."),
                    None => "its army repairs no vehicles.".to_owned(),
                };
                Some((told, RuleId("BF-2.1.1.2-5")))
            }
            Self::NoWreck => words("no wreck of its own lies within its line", "BF-2.1.1.2-3"),
            Self::NoBattle => words("no battle has been fought yet", "BF-2.1.1.2.W-2"),
            Self::NothingLies => words("no wreck or fortification lies on the map", "BF-2.1.1.5.1-1"),
            Self::NoWorks => words("its chart has no fortification", "BF-2.1.1.5.2-1"),
        }
    }
}

/// Whether the set-up alone says that a side has no part in a step, so that it never closed it itself. A position of older
/// files says of such a side only that it counts as closed.
pub(crate) fn never_has_part(state: &State, side: Side, step: Step) -> bool {
    matches!(step, Step::Withdrawal | Step::OvernightWithdrawal) && !state.setup_of(side).armour_withdrawal
}

/// Why a side has no part in a step that opens; nothing where it has one. It depends on public facts alone.
pub(crate) fn no_part(state: &State, side: Side, step: Step) -> Option<Why> {
    let fought = state.facts.scenarios > 0;
    let plain = |takes_part: bool| (!takes_part).then_some(Why::Plain);
    match step {
        Step::PurchasePoints => plain(s2_1_1_1_d_historical_modifiers::historical(state, side).is_some()),
        Step::Repair | Step::OvernightRepair if !repair::repairs_now(state, side) => Some(Why::NoRepairs),
        Step::Repair | Step::OvernightRepair => {
            (!repair::has_wreck_within_the_line(state, side)).then_some(Why::NoWreck)
        }
        Step::Withdrawal | Step::OvernightWithdrawal if !state.setup_of(side).armour_withdrawal => {
            Some(Why::Plain)
        }
        Step::Withdrawal | Step::OvernightWithdrawal => (!fought).then_some(Why::NoBattle),
        // Fortifications come to the map before a battle, and wrecks in one.
        Step::Removal => {
            let lies = !state.facts.wrecks.is_empty() || state.facts.works.iter().any(|work| work.known);
            (!fought && !lies).then_some(Why::NothingLies)
        }
        Step::Fortification => state.setup_of(side).works.is_empty().then_some(Why::NoWorks),
        Step::DefenderSetsUp | Step::AttackerSetsUp => {
            plain(s2_1_1_8_deploy::sets_up(state, step) == Some(side))
        }
        Step::Escape => plain(s2_1_2_4_3_escape::behind(state, side).next().is_some()),
        Step::Wrecks => plain(s2_1_2_7_wrecks::may_clear_defiles(state, side)),
        Step::Minefields => plain(s2_1_2_2_mines::n_in_minefields(state, side) > 0),
        Step::Bogged => plain(s2_1_2_3_bogged::n_owed(state, side) > 0),
        step => plain(!step.is_automatic()),
    }
}
