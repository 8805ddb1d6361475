//! What a seat may ask.

use kernel::Side;

use crate::state::{DefenseOrder, FirstOrder, HqOrder, LossOrder, RetreatOrder, Standing, StoppingOrder};
use crate::words::{FormationId, Place, UnitId};

kernel::words! {
    /// What a player wants at step (i). [BCS-ACT-13]
    pub enum Choice {
        /// No Second Activation.
        Skip = "skip" => "Skip the Second Activation",
        /// Roll to reactivate.
        Roll = "roll" => "Roll to reactivate",
        /// A Second Activation that is a Recovery.
        Rest = "rest" => "A Recovery as the Second Activation",
    }
}

kernel::commands! {
    /// What a seat may ask. An HQ is named by its number in its formation; where it is left out, the first is meant that the
    /// command can be of. [BCS-GEN-2]
    pub enum Command {
        /// [BCS-TURN-2] What the engine does by itself.
        Proceed,
        /// [BCS-TURN-12] Spend a Replacement on a unit; one that was destroyed comes to an HQ.
        Replace { unit: UnitId, hq: Option<u8> = None },
        /// [BCS-GEN-6] Assign an Independent Unit to a formation; from the pool it comes to an HQ.
        Assign { unit: UnitId, formation: FormationId, hq: Option<u8> = None },
        /// [BCS-TURN-4] Unassign an Independent Unit.
        Release { unit: UnitId },
        /// [BCS-GEN-6] Assign an Arty Point to a formation.
        AssignArty { formation: FormationId },
        /// [BCS-TURN-4] Unassign an Arty Point.
        ReleaseArty { formation: FormationId },
        /// [BCS-SUP-6] Put a unit into Support.
        EnterSupport { unit: UnitId },
        /// [BCS-SUP-6] Take a unit out of Support, to an HQ.
        ExitSupport { unit: UnitId, hq: Option<u8> = None },
        /// [BCS-TURN-10] Order a formation along a route, and whether it will recover or create Prepared Defense.
        Order { formation: FormationId, route: Vec<Place>, recovery: bool, prepared: bool },
        /// Say beforehand how the side answers while it does not act.
        Instruct {
            defense: Option<DefenseOrder> = None,
            losses: Option<LossOrder> = None,
            retreats: Option<RetreatOrder> = None,
            stopping: Option<StoppingOrder> = None,
            jumped: Option<HqOrder> = None,
            first: Option<FirstOrder> = None,
        },
        /// [BCS-TURN-2] Close a step of the Pre-Turn Phase.
        Close,
        /// [BCS-TURN-5] Choose the first player.
        GoFirst { side: Side },
        /// [BCS-TURN-7] Activate a formation.
        Activate { formation: FormationId },
        /// [BCS-ACT-2] Prepared Defense and Recovery, then the SNAFU roll.
        Prepare { prepared: bool, recovery: bool },
        /// [BCS-MSR-11] Name the supply route.
        NameRoute { to_trains: Vec<Place>, to_source: Vec<Place> },
        /// [BCS-ACT-5] After a FAIL: a Failure Flip, or a Failure Activation.
        Fail { flip: bool },
        /// [BCS-OBJ-1] Place an OBJ marker.
        Objective { at: Place, combat: bool },
        /// [BCS-SNAFU-7] The umpire rules two formations mixed or not.
        RuleMixed { one: FormationId, other: FormationId, mixed: bool },
        /// [BCS-ACT-8] Begin the activities.
        Begin,
        /// [BCS-TURN-13] A reinforcement enters.
        Enter { unit: UnitId, at: Place },
        /// [BCS-MOVE-4] Flip a unit.
        Flip { unit: UnitId },
        /// [BCS-MOVE-1] Move a unit along a path.
        Move { unit: UnitId, path: Vec<Place> },
        /// [BCS-OBJ-6] A Recon unit places a Combat OBJ.
        Recon { unit: UnitId, at: Place },
        /// [BCS-SCR-1] A unit enters Screen.
        Screen { unit: UnitId },
        /// [BCS-BAR-6] A barrage for losses, by an Arty Point or an Air Point.
        Barrage { target: Place, spotter: UnitId, air: bool },
        /// [BCS-BAR-8] Attack by Fire.
        AttackByFire { unit: UnitId, target: Place },
        /// [BCS-ENG-1] Engage a unit with AV, or the Support of a host.
        Engage { unit: UnitId, target: UnitId },
        /// [BCS-ZONE-5] Require a Stopping Engagement by a unit, or none.
        Require { unit: Option<UnitId> = None },
        /// [BCS-ATT-1] Step 1: declare a Regular Attack or a Shock Attack on a hex.
        Attack { target: Place, shock: bool },
        /// [BCS-ATT-4] Steps 2 and 3: the AR unit, with Prepared Defense or without.
        Defend { unit: UnitId, prepared: bool },
        /// [BCS-ATT-3] Step 4: the Attack unit, and an Assist unit.
        Commit { unit: UnitId, assist: Option<UnitId> = None },
        /// [BCS-CT-6] Step 5: a Suppression Mission.
        Suppress { spotter: UnitId, air: bool },
        /// [BCS-BAR-9] Step 5: an Attack by Fire in support of a Shock Attack.
        SupportByFire { unit: UnitId },
        /// [BCS-ATT-1] Steps 6 and 7: roll.
        Fight,
        /// [BCS-CT-20] Step 8: take a step.
        TakeStep { unit: UnitId },
        /// [BCS-ATT-8] Step 8: advance with a unit, or with none.
        Advance { unit: Option<UnitId> = None },
        /// [BCS-RET-11] A Voluntary Retreat along a path; an empty one leads to the HQ Refuge.
        Withdraw { unit: UnitId, path: Vec<Place>, hq: Option<u8> = None },
        /// [BCS-RET-13] Retreat an HQ that was jumped, or one's own of free will.
        RetreatHq { at: Place, hq: Option<u8> = None },
        /// [BCS-RET-4] Retreat along a path; an empty one where there is none.
        Retreat { path: Vec<Place> },
        /// [BCS-SUP-4] Return Dropped Support to its host.
        ReturnSupport { unit: UnitId },
        /// [BCS-HQ-1] Move an HQ along a path.
        MoveHq { path: Vec<Place>, hq: Option<u8> = None },
        /// [BCS-HQ-2] Move the Combat Trains along a path.
        MoveTrains { path: Vec<Place> },
        /// [BCS-ACT-9] Flip Ghost trains to normal.
        FlipTrains,
        /// [BCS-ACT-10] Return trains to the map.
        ReturnTrains { at: Place },
        /// [BCS-PD-3] Remove Prepared Defense.
        LeaveDefense,
        /// [BCS-ACT-11] End the activities.
        End,
        /// [BCS-ACT-13] Step (i).
        Second { choice: Choice },
    }
}

impl Command {
    /// How a side says beforehand that it answers.
    pub const fn instruct(standing: Standing) -> Self {
        let Standing { defense, losses, retreats, stopping, jumped, first } = standing;
        Self::Instruct { defense, losses, retreats, stopping, jumped, first }
    }
}
