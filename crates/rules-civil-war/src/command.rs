//! What a seat may ask.

use kernel::Side;

use crate::battle::{Flanks, Force, Report, Returned, Segment, Split, Spot};
use crate::book::Opening;
use crate::exact::Exact;
use crate::oob::Oob;
use crate::setup::Ratio;
use crate::words::{
    Account, Arm, ArmyId, BattleId, Class, CounterId, Edge, Flank, HexId, LeaderId, Role, Size, SpId, UnitId,
    Use,
};
use crate::written::Written;

kernel::commands! {
    /// What a seat may ask. The umpire's seat is the neutral; where no person is, the sides give its commands.
    pub enum Command {
        /// The neutral goes on: a battle to its next step, or the book.
        NextStep { battle: Option<BattleId> = None },
        /// [CWFF-10B-1] \[K1\] The neutral rolls for a promotion counter on the track.
        PromotionRoll { counter: CounterId },
        /// [CWFF-10D-1] \[K2\] The neutral enters the initiative dice of a pulse.
        Initiative { union: u8, confederate: u8 },
        /// [CWFF-10D-1] The winner of the pulse uses his free reinforcement on the board.
        UseFreeReinforcement,
        /// [CWFF-10D-1] The winner of the pulse draws a promotion with it; he may not name one. [CWFF-10E-1]
        TakePromotion { counter: Option<CounterId> = None },
        /// The neutral enters a new strength point of an army.
        Raise { army: ArmyId, sp: SpId, arm: Arm },
        /// The neutral enters that a strength point joined another army.
        MoveSp { sp: SpId, army: ArmyId },
        /// The neutral enters that a leader joined another army.
        MoveLeader { leader: LeaderId, army: ArmyId },
        /// The neutral enters that a wounded leader is back.
        Recover { leader: LeaderId },
        /// The neutral enters that an army rallied.
        Rally { army: ArmyId },
        /// [CWFF-9A-1] The neutral puts the book right: a strength point was lost after all.
        Strike { sp: SpId },
        /// [CWFF-9A-1] The neutral puts the book right: a strength point was not lost after all.
        Restore { army: ArmyId, sp: SpId, class: Class, arm: Arm },
        /// [CWFF-9A-3] The neutral puts right what an army carries of a strength point.
        Carry { army: ArmyId, crack: Exact, other: Exact },
        /// The neutral opens a battle.
        EnterBattle { attacker: ArmyId, defender: ArmyId, hex: HexId, hexside: Option<Edge> = None, column: String, size: Size },
        /// [CWFF-1-1] The neutral enters that a battle was fought on the board.
        CwResult {
            battle: BattleId,
            winner: Side,
            lost: Vec<SpId>,
            demoralized: Vec<Side>,
            crack: Option<SpId> = None,
            killed: Fell = None,
            wounded: Fell = None,
        },
        /// [CWFF-1-1] The neutral calls a battle off that is not fought out: nothing comes of it.
        CallOff { battle: BattleId },
        /// [CWFF-9-1] The neutral takes in what came of a battle at a table of its own.
        TakeIn { battle: BattleId, winner: Side, holder: Option<Side> = None, union: Returned, confederate: Returned },
        /// [CWFF-1-1] [CWFF-4A-3] A side agrees to fight a battle on the table, at a ratio.
        Agree { battle: BattleId, stands: u16, batteries: u16 },
        /// [CWFF-R2] A side agrees to a field.
        AgreeField { battle: BattleId, field: String },
        /// [CWFF-2-2] The neutral draws the field.
        DrawField { battle: BattleId },
        /// [CWFF-3-1] The defender chooses his side of the field.
        ChooseSide { battle: BattleId, edge: Edge },
        /// [CWFF-4-1] A side hands in its order of battle.
        SubmitOob { battle: BattleId, oob: Written<Oob> },
        /// [CWFF-5-1] A side seals its flank marches. The table adds nonce and digest.
        SealFlank {
            battle: BattleId,
            left: Option<LeaderId> = None,
            left_brigades: Listed = None,
            right: Option<LeaderId> = None,
            right_brigades: Listed = None,
            nonce: Option<String> = None,
            digest: Option<String> = None,
        },
        /// [CWFF-6-1] A side sketches where its units stand.
        Sketch { battle: BattleId, spots: Written<Vec<Spot>> },
        /// [CWFF-7C-1] The defender draws his breastworks.
        PlaceBreastworks { battle: BattleId, segments: Written<Vec<Segment>> },
        /// A side is done with its sketch, or with the night.
        Close { battle: BattleId },
        /// [CWFF-7-1] The neutral says which units everybody sees.
        Reveal { battle: BattleId, side: Side, units: Vec<UnitId> },
        /// [CWFF-7A-1] The neutral rolls the rating of a leader or a brigade, or all of a side that are due.
        Rate { battle: BattleId, side: Side, of: Option<UnitId> = None },
        /// [CWFF-7B-2] The neutral asks for a march answer, whether there is a force or not.
        MarchRoll { battle: BattleId, role: Role, flank: Flank },
        /// [CWFF-7B-6] The neutral asks for a meeting answer, on the attacker's flank, needed or not.
        EncounterRoll { battle: BattleId, flank: Flank },
        /// [CWFF-7B-1] The neutral asks for all march and meeting answers that are not there.
        AllMarches { battle: BattleId },
        /// [CWFF-8-1] The neutral lets the next turn begin, or the night.
        AdvanceTurn { battle: BattleId },
        /// [CWFF-7B-8] A side says what is held back of its force.
        HoldBack { battle: BattleId, flank: Flank, brigades: Vec<UnitId>, split: Option<Split> = None },
        /// [CWFF-7B-3] A side's force enters.
        Arrive { battle: BattleId, flank: Flank },
        /// [CWFF-7A-5] The neutral or a side rolls what an attached poltroon does to his brigade. The neutral names the side
        /// where both have a brigade of that name.
        PoltroonRoll { battle: BattleId, brigade: UnitId, on: Use, side: Option<Side> = None },
        /// [CWFF-11D-3] A side rolls a maneuver of its own again.
        ManeuverReroll { battle: BattleId, brigade: UnitId },
        /// [CWFF-11D-3] A side makes the enemy roll a maneuver again.
        ForceReroll { battle: BattleId, brigade: UnitId },
        /// [CWFF-R40] The neutral notes that an army leader fell, was captured or left.
        LoseLeader { battle: BattleId, side: Side },
        /// [CWFF-8A-3] A side writes down where its units stand at nightfall.
        Nightfall { battle: BattleId, spots: Written<Vec<Spot>> },
        /// [CWFF-8A-3] A side moves units by night.
        NightMove { battle: BattleId, spots: Written<Vec<Spot>> },
        /// [CWFF-8B-1] A side withdraws by night.
        Withdraw { battle: BattleId },
        /// [CWFF-8-2] A side concedes the field.
        Concede { battle: BattleId },
        /// [CWFF-8-2] The neutral declares a side driven off.
        DriveOff { battle: BattleId, side: Side },
        /// [CWFF-9-1] The neutral enters the victory points of the battle.
        EndBattle { battle: BattleId, union: u16, confederate: u16 },
        /// [CWFF-9A-1] A side reports its losses.
        Report { battle: BattleId, report: Written<Report> },
        /// [CWFF-9C-1] The neutral enters a chance that the combat results table lacks.
        EnterChance { battle: BattleId, side: Side, n: u16, of: u16 },
        /// [CWFF-9C-1] The neutral rolls whether the holder of the field is demoralized.
        DemoralizationRoll { battle: BattleId, side: Side },
        /// [CWFF-R17] The neutral rolls whether a part of a strength point is lost whole.
        PartsRoll { battle: BattleId, side: Side, account: Account },
        /// [CWFF-9D-2] The neutral rolls the loss check of a leader who never came.
        LeaderLossRoll { battle: BattleId, leader: LeaderId },
        /// [CWFF-4F-3] The winner promotes a strength point to crack.
        PromoteCrack { battle: BattleId, sp: SpId },
        /// [CWFF-4F-3] The winner promotes nobody.
        PromoteNobody { battle: BattleId },
        /// [CWFF-1-1] Where no person is the neutral, a side says no to a proposal, or takes its own back.
        Decline { proposal: u16 },
    }
}

/// Leaders who fell, where any did.
pub type Fell = Option<Vec<LeaderId>>;

/// A list that may be left out.
pub type Listed = Option<Vec<UnitId>>;

impl Command {
    /// Flank marches before the table seals them.
    pub fn seal(battle: BattleId, flanks: Flanks) -> Self {
        let part = |force: Option<Force>| force.map(|force| (force.leader, force.brigades)).unzip();
        let ((left, left_brigades), (right, right_brigades)) = (part(flanks.left), part(flanks.right));
        Self::SealFlank { battle, left, left_brigades, right, right_brigades, nonce: None, digest: None }
    }

    /// Agreeing to a ratio.
    pub const fn agree(battle: BattleId, Ratio { stands, batteries }: Ratio) -> Self {
        Self::Agree { battle, stands, batteries }
    }

    /// Opening a battle.
    pub fn enter(Opening { attacker, defender, hex, hexside, column, size }: Opening) -> Self {
        Self::EnterBattle { attacker, defender, hex, hexside, column, size }
    }

    /// The flank marches of a command that seals some: a flank with neither a leader nor brigades has none.
    pub fn flanks(&self) -> Option<Flanks> {
        let Self::SealFlank { left, left_brigades, right, right_brigades, .. } = self else { return None };
        let force = |leader: Option<LeaderId>, brigades: &Listed| {
            let brigades = brigades.clone().unwrap_or_default();
            let marches = leader.is_some() || !brigades.is_empty();
            // Brigades without a leader are led by nobody, and refused.
            marches.then(|| Force { leader: leader.unwrap_or_default(), brigades })
        };
        Some(Flanks { left: force(*left, left_brigades), right: force(*right, right_brigades) })
    }
}
