//! What a seat may ask.

use kernel::Side;

use crate::battle::{Flanks, Report, Segment, Split, Spot};
use crate::book::Opening;
use crate::oob::Oob;
use crate::setup::Ratio;
use crate::words::{Arm, ArmyId, BattleId, CounterId, Edge, Flank, LeaderId, Role, SpId, UnitId, Use};

kernel::commands! {
    /// What a seat may ask. The umpire's seat is the neutral.
    pub enum Command {
        /// The neutral goes on: a battle to its next step, or the book.
        NextStep { battle: Option<BattleId> = None },
        /// [CWFF-10B-1] \[K1\] The neutral rolls for a promotion counter on the track.
        PromotionRoll { counter: CounterId },
        /// [CWFF-10D-1] \[K2\] The neutral enters the initiative dice of a pulse.
        Initiative { union: u8, confederate: u8 },
        /// [CWFF-10D-1] The winner of the pulse uses his free reinforcement on the board.
        UseFreeReinforcement,
        /// [CWFF-10D-1] The winner of the pulse draws a promotion with it.
        TakePromotion,
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
        /// The neutral opens a battle.
        EnterBattle { opening: Opening },
        /// [CWFF-1-1] The neutral enters that a battle was fought on the board.
        CwResult { battle: BattleId, winner: Side, lost: Vec<SpId>, demoralized: Vec<Side>, crack: Option<SpId> = None },
        /// [CWFF-1-1] [CWFF-4A-3] A side agrees to fight a battle on the table, at a ratio.
        Agree { battle: BattleId, ratio: Ratio },
        /// [CWFF-R2] A side agrees to a field.
        AgreeField { battle: BattleId, field: String },
        /// [CWFF-2-2] The neutral draws the field.
        DrawField { battle: BattleId },
        /// [CWFF-3-1] The defender chooses his side of the field.
        ChooseSide { battle: BattleId, edge: Edge },
        /// [CWFF-4-1] A side hands in its order of battle.
        SubmitOob { battle: BattleId, oob: Oob },
        /// [CWFF-5-1] A side seals its flank marches. The table adds nonce and digest.
        SealFlank { battle: BattleId, flanks: Flanks, nonce: Option<String> = None, digest: Option<String> = None },
        /// [CWFF-6-1] A side sketches where its units stand.
        Sketch { battle: BattleId, spots: Vec<Spot> },
        /// [CWFF-7C-1] The defender draws his breastworks.
        PlaceBreastworks { battle: BattleId, segments: Vec<Segment> },
        /// A side is done with its sketch, or with the night.
        Close { battle: BattleId },
        /// [CWFF-7-1] The neutral says which units everybody sees.
        Reveal { battle: BattleId, side: Side, units: Vec<UnitId> },
        /// [CWFF-7A-1] The neutral rolls the rating of a leader or a brigade.
        Rate { battle: BattleId, side: Side, of: UnitId },
        /// [CWFF-7B-2] The neutral asks for a march answer, whether there is a force or not.
        MarchRoll { battle: BattleId, role: Role, flank: Flank },
        /// [CWFF-7B-6] The neutral asks for a meeting answer, on the attacker's flank, needed or not.
        EncounterRoll { battle: BattleId, flank: Flank },
        /// [CWFF-8-1] The neutral lets the next turn begin, or the night.
        AdvanceTurn { battle: BattleId },
        /// [CWFF-7B-8] A side says what is held back of its force.
        HoldBack { battle: BattleId, flank: Flank, brigades: Vec<UnitId>, split: Option<Split> = None },
        /// [CWFF-7B-3] A side's force enters.
        Arrive { battle: BattleId, flank: Flank },
        /// [CWFF-7A-5] The neutral or a side rolls what an attached poltroon does to his brigade.
        PoltroonRoll { battle: BattleId, brigade: UnitId, on: Use },
        /// [CWFF-11D-3] A side rolls a maneuver of its own again.
        ManeuverReroll { battle: BattleId, brigade: UnitId },
        /// [CWFF-11D-3] A side makes the enemy roll a maneuver again.
        ForceReroll { battle: BattleId, brigade: UnitId },
        /// [CWFF-8A-3] A side writes down where its units stand at nightfall.
        Nightfall { battle: BattleId, spots: Vec<Spot> },
        /// [CWFF-8A-3] A side moves a unit by night.
        NightMove { battle: BattleId, spot: Spot },
        /// [CWFF-8B-1] A side withdraws by night.
        Withdraw { battle: BattleId },
        /// [CWFF-8-2] A side concedes the field.
        Concede { battle: BattleId },
        /// [CWFF-8-2] The neutral declares a side driven off.
        DriveOff { battle: BattleId, side: Side },
        /// [CWFF-9-1] The neutral enters the victory points of the battle.
        EndBattle { battle: BattleId, union: u16, confederate: u16 },
        /// [CWFF-9A-1] A side reports its losses.
        Report { battle: BattleId, report: Report },
        /// [CWFF-9C-1] The neutral enters a chance that the combat results table lacks.
        EnterChance { battle: BattleId, side: Side, n: u16, of: u16 },
        /// [CWFF-9C-1] The neutral rolls whether the holder of the field is demoralized.
        DemoralizationRoll { battle: BattleId, side: Side },
        /// [CWFF-9D-2] The neutral rolls the loss check of a leader who never came.
        LeaderLossRoll { battle: BattleId, leader: LeaderId },
        /// [CWFF-4F-3] The winner promotes a strength point to crack.
        PromoteCrack { battle: BattleId, sp: SpId },
    }
}

impl Command {
    /// Flank marches before the table seals them.
    pub const fn seal(battle: BattleId, flanks: Flanks) -> Self {
        Self::SealFlank { battle, flanks, nonce: None, digest: None }
    }
}
