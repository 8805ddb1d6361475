//! The sequence of play: the steps of a slot and what follows each. [BF-2.1-1, BF-2.1.1-1]

use crate::rules::s2_1_2_2_mines::n_in_minefields;
use crate::rules::s2_1_2_3_bogged::n_owed;
use crate::rules::s2_1_2_4_3_escape::behind;
use crate::rules::s2_1_2_7_wrecks::may_clear_defiles;
use crate::state::State;
use crate::words::{Side, SlotKind};

kernel::words! {
    /// Where play stands within a slot. Steps from S5 on belong to the battle at the table and its cleanup.
    #[derive(Default)]
    pub enum Step {
        /// The slot has not been opened; the engine does that.
        #[default]
        Opening = "opening",
        /// Both sides choose their posture. [BF-2.1.P]
        Posture = "S1",
        /// Both sides roll for purchase points. [BF-2.1.1.1]
        PurchasePoints = "S2a",
        /// Armour repair, in night slots. [BF-2.1.1.2]
        Repair = "S2b",
        /// Armour withdrawal, in night slots. [BF-2.1.1.2.W]
        Withdrawal = "S2c",
        /// Discipline, combining, breakpoints, ammunition. [BF-2.1.1.3]
        Roster = "S2d",
        /// Purchases. [BF-2.1.1.4]
        Purchases = "S2e",
        /// Fortification removal. [BF-2.1.1.5.1]
        Removal = "S2f",
        /// Fortification purchase. [BF-2.1.1.5.2]
        Fortification = "S2g",
        /// Postures are revealed and the attacker is found; the engine does that. [BF-2.1.1.6]
        Reveal = "S3a",
        /// An attack is declared: both sides choose their forces. [BF-2.1.1.7]
        ChooseForces = "S3b",
        /// The defender sets up. [BF-2.1.1.8] Builds in which play rested there called all of S4 by one name.
        #[serde(alias = "S4")]
        DefenderSetsUp = "S4a",
        /// The attacker sets up.
        AttackerSetsUp = "S4b",
        /// The battle is fought at the table and its result told. [BF-2.1.2]
        Battle = "S5",
        /// Markers come off the map. [BF-2.1.2.1]
        Markers = "C1",
        /// Units in minefields. [BF-2.1.2.2]
        Minefields = "C2",
        /// Bogged units. [BF-2.1.2.3]
        Bogged = "C3",
        /// Everybody rallies. [BF-2.1.2.4]
        Rally = "C4",
        /// Units in contact part. [BF-2.1.2.4.1]
        Disengage = "C5",
        /// Front lines are drawn, and every unit gets its status. [BF-2.1.2.4.2]
        Perimeter = "C6",
        /// Units behind the enemy's line remain or escape. [BF-2.1.2.4.3]
        Escape = "C7",
        /// Overnight repair on a day without a night slot. [BF-2-3, BF-R9]
        OvernightRepair = "C8a",
        /// Overnight withdrawal.
        OvernightWithdrawal = "C8b",
        /// The map is cleared. [BF-2.1.2.5]
        ClearMap = "C9",
        /// Hidden fortifications that the enemy has come upon. [BF-2.1.2.6]
        HiddenWorks = "C10",
        /// Wrecks. [BF-2.1.2.7]
        Wrecks = "C11",
        /// Both sides confirm their rosters. [BF-2.1.2.8]
        Paperwork = "C12",
        /// The last slot is over; the umpire declares who has won. [BF-2-4]
        Victory = "victory",
        /// The campaign is over.
        Over = "over",
    }
}

impl Step {
    /// The name of the step in prose.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Opening => "Opening of the slot",
            Self::Posture => "Posture",
            Self::PurchasePoints => "Purchase points",
            Self::Repair => "Armour repair",
            Self::Withdrawal => "Armour withdrawal",
            Self::Roster => "Roster",
            Self::Purchases => "Purchases",
            Self::Removal => "Fortification removal",
            Self::Fortification => "Fortification purchase",
            Self::Reveal => "Reveal of postures",
            Self::ChooseForces => "Choice of forces",
            Self::DefenderSetsUp => "Defender's set-up",
            Self::AttackerSetsUp => "Attacker's set-up",
            Self::Battle => "Battle",
            Self::Markers => "Markers",
            Self::Minefields => "Minefields",
            Self::Bogged => "Bogged units",
            Self::Rally => "Rally",
            Self::Disengage => "Disengagement",
            Self::Perimeter => "Front lines",
            Self::Escape => "Remain or escape",
            Self::OvernightRepair => "Overnight repair",
            Self::OvernightWithdrawal => "Overnight withdrawal",
            Self::ClearMap => "Clearing of the map",
            Self::HiddenWorks => "Hidden fortifications",
            Self::Wrecks => "Wrecks",
            Self::Paperwork => "Paperwork",
            Self::Victory => "Victory",
            Self::Over => "End of the campaign",
        }
    }

    /// Whether sides act in this step and close it.
    pub const fn is_for_sides(self) -> bool {
        !matches!(self, Self::Opening | Self::Reveal | Self::Victory | Self::Over)
    }

    /// Whether postures are open and a battle follows, goes on, or is cleaned up after. C8 may follow a slot without
    /// a battle.
    pub fn is_battle(self) -> bool {
        (Self::ChooseForces..=Self::Paperwork).contains(&self) && !self.is_overnight()
    }

    /// Whether this is a step of the cleanup. Of these C8 may follow a slot without a battle. [BF-2.1.2.C-1]
    pub fn is_cleanup(self) -> bool {
        (Self::Markers..=Self::Paperwork).contains(&self)
    }

    /// Whether this is the night's work of a day without a night slot.
    pub const fn is_overnight(self) -> bool {
        matches!(self, Self::OvernightRepair | Self::OvernightWithdrawal)
    }

    /// Whether the engine does all of this step, so that it is over at once.
    pub const fn is_automatic(self) -> bool {
        matches!(self, Self::Markers | Self::Rally | Self::ClearMap | Self::HiddenWorks)
    }

    /// Whether one side sets up while the other waits. [BF-2.1.P-4]
    pub const fn is_set_up(self) -> bool {
        matches!(self, Self::DefenderSetsUp | Self::AttackerSetsUp)
    }

    /// Whether wrecks are repaired in this step.
    pub const fn is_repair(self) -> bool {
        matches!(self, Self::Repair | Self::OvernightRepair)
    }

    /// Whether formations roll for withdrawal in this step.
    pub const fn is_withdrawal(self) -> bool {
        matches!(self, Self::Withdrawal | Self::OvernightWithdrawal)
    }

    /// The steps of the cleanup in order. [BF-2.1.2.C-1]
    pub const CLEANUP: [Self; 13] = [
        Self::Markers,
        Self::Minefields,
        Self::Bogged,
        Self::Rally,
        Self::Disengage,
        Self::Perimeter,
        Self::Escape,
        Self::OvernightRepair,
        Self::OvernightWithdrawal,
        Self::ClearMap,
        Self::HiddenWorks,
        Self::Wrecks,
        Self::Paperwork,
    ];

    /// The seven steps of the refit in order.
    pub const REFIT: [Self; 7] = [
        Self::PurchasePoints,
        Self::Repair,
        Self::Withdrawal,
        Self::Roster,
        Self::Purchases,
        Self::Removal,
        Self::Fortification,
    ];
}

/// What comes after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A step that sides act in.
    Step(Step),
    /// The slot ends.
    EndOfSlot,
    /// Nothing: play rests here.
    Nothing,
}

/// What follows the present step, steps that do not occur included: the refit in the order of the text.
/// [BF-2.1.1-1, BF-R27]
pub fn after(state: &State, step: Step) -> Next {
    match step {
        Step::Opening => Next::Step(Step::Posture),
        Step::Posture => Next::Step(Step::PurchasePoints),
        Step::PurchasePoints => Next::Step(Step::Repair),
        Step::Repair => Next::Step(Step::Withdrawal),
        Step::Withdrawal => Next::Step(Step::Roster),
        Step::Roster => Next::Step(Step::Purchases),
        Step::Purchases => Next::Step(Step::Removal),
        Step::Removal => Next::Step(Step::Fortification),
        Step::Fortification => Next::Step(Step::Reveal),
        Step::ChooseForces => Next::Step(Step::DefenderSetsUp),
        Step::DefenderSetsUp => Next::Step(Step::AttackerSetsUp),
        Step::AttackerSetsUp => Next::Step(Step::Battle),
        Step::OvernightRepair => Next::Step(Step::OvernightWithdrawal),
        Step::Battle => Next::Step(Step::Markers),
        Step::Markers => Next::Step(Step::Minefields),
        Step::Minefields => Next::Step(Step::Bogged),
        Step::Bogged => Next::Step(Step::Rally),
        Step::Rally => Next::Step(Step::Disengage),
        Step::Disengage => Next::Step(Step::Perimeter),
        Step::Perimeter => Next::Step(Step::Escape),
        Step::Escape => Next::Step(Step::OvernightRepair),
        Step::OvernightWithdrawal if state.facts.attacker.is_some() => Next::Step(Step::ClearMap),
        Step::OvernightWithdrawal | Step::Paperwork => Next::EndOfSlot,
        Step::ClearMap => Next::Step(Step::HiddenWorks),
        Step::HiddenWorks => Next::Step(Step::Wrecks),
        Step::Wrecks => Next::Step(Step::Paperwork),
        Step::Reveal | Step::Victory | Step::Over => Next::Nothing,
    }
}

/// Whether a step takes place in the present slot. It depends on public facts only.
pub fn occurs(state: &State, step: Step) -> bool {
    match step {
        Step::Posture => !state.is_first_slot(),
        Step::Repair | Step::Withdrawal => state.slot_kind() == SlotKind::Night && refit_occurs(state),
        Step::PurchasePoints | Step::Roster | Step::Purchases | Step::Removal | Step::Fortification => {
            refit_occurs(state)
        }
        Step::OvernightRepair | Step::OvernightWithdrawal => has_overnight_repair(state),
        // Who is behind is found in C6: before it nobody knows, and the pockets of the last battle tell nothing.
        Step::Escape if state.step() < Step::Perimeter => true,
        Step::Escape => Side::BOTH.into_iter().any(|side| behind(state, side).next().is_some()),
        Step::Wrecks => Side::BOTH.iter().any(|side| may_clear_defiles(state, *side)),
        // Both are public on the table; a step that is on lasts until it is closed.
        Step::Minefields | Step::Bogged if state.step() == step => true,
        Step::Minefields => Side::BOTH.iter().any(|side| n_in_minefields(state, *side) > 0),
        Step::Bogged => Side::BOTH.iter().any(|side| n_owed(state, *side) > 0),
        _ => true,
    }
}

/// Whether everybody sees the stands on the map: from the parting of units until the map is cleared. [BF-R50]
pub fn shows_stands(state: &State) -> bool {
    let open = (Step::Disengage..=Step::OvernightWithdrawal).contains(&state.step());
    open && state.facts.attacker.is_some()
}

/// The first slot has a refit of points and purchases, where the campaign does not leave it out; there is nothing yet to
/// repair, to withdraw or to discipline. [BF-2.1.1-2, BF-R6]
fn refit_occurs(state: &State) -> bool {
    !state.is_first_slot() || state.options().initial_refit
}

/// Whether the night's repairs follow the present slot: a night that is listed and not played repairs nothing, and
/// after a slot without a battle an option forbids them. [BF-2-3, BF-R9]
pub fn has_overnight_repair(state: &State) -> bool {
    let allowed = state.facts.attacker.is_some() || state.options().skipped_slot_repair;
    allowed && state.is_last_slot_of_day() && !state.has_night_today()
}
