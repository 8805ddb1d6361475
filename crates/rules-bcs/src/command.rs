//! What a seat may ask.

use kernel::Side;

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
    /// What a seat may ask.
    pub enum Command {
        /// [BCS-TURN-2] What the engine does by itself.
        Proceed,
        /// [BCS-TURN-12] Spend a Replacement on a unit.
        Replace { unit: UnitId },
        /// [BCS-SUP-6] Put a unit into Support.
        EnterSupport { unit: UnitId },
        /// [BCS-SUP-6] Take a unit out of Support.
        ExitSupport { unit: UnitId },
        /// [BCS-TURN-2] Close a step of the Pre-Turn Phase.
        Close,
        /// [BCS-TURN-5] Choose the first player.
        GoFirst { side: Side },
        /// [BCS-TURN-7] Activate a formation.
        Activate { formation: FormationId },
        /// [BCS-ACT-2] Prepared Defense and Recovery, then the SNAFU roll.
        Prepare { prepared: bool, recovery: bool },
        /// [BCS-ACT-5] After a FAIL: a Failure Flip, or a Failure Activation.
        Fail { flip: bool },
        /// [BCS-OBJ-1] Place an OBJ marker.
        Objective { at: Place, combat: bool },
        /// [BCS-ACT-8] Begin the activities.
        Begin,
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
        /// [BCS-RET-4] Retreat along a path; an empty one where there is none.
        Retreat { path: Vec<Place> },
        /// [BCS-SUP-4] Return Dropped Support to its host.
        ReturnSupport { unit: UnitId },
        /// [BCS-HQ-1] Move the HQ along a path.
        MoveHq { path: Vec<Place> },
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
