//! BCS-REC, BCS-FAIL: what an activation that recovers or fails consists of.

use kernel::RuleId;

use super::common::{List, Reading};

/// A Recovery or Failure Flip: this only, in this order. [BCS-REC-2]
pub static RECOVERY: List = List {
    id: "recovery",
    title: "Recovery or Failure Flip (3.7)",
    rule: RuleId("BCS-REC-2"),
    read: Reading::InTurn,
    lines: &[
        ("coordination", "BCS-REC-2", "Remove the Coordination marker."),
        ("ghost", "BCS-REC-6", "Flip Ghost Trains to normal."),
        ("dropped", "BCS-REC-2", "Remove Dropped Support markers."),
        ("fatigue", "BCS-REC-3", "Reduce fatigue by one level."),
        ("isolation", "BCS-REC-2", "Apply Isolation."),
        ("next", "BCS-REC-7", "HQ to Done; go on with (j)."),
    ],
};

/// A Failure Activation: after (b) this only. [BCS-FAIL-1]
pub static FAILURE: List = List {
    id: "failure",
    title: "Failure Activation",
    rule: RuleId("BCS-FAIL-1"),
    read: Reading::Each,
    lines: &[
        ("flip", "BCS-FAIL-1", "Flip units."),
        ("retreat", "BCS-FAIL-3", "HQ Voluntary Retreat: fatigue rises at once."),
        ("screen", "BCS-FAIL-1", "Enter Screen, in an Initial Activation."),
        ("trains", "BCS-FAIL-1", "Move or flip Combat Trains."),
        ("markers", "BCS-FAIL-1", "Remove Dropped Support and Traffic markers."),
        ("isolation", "BCS-FAIL-1", "Apply Isolation."),
        ("next", "BCS-FAIL-1", "Go on with (i); after a Second Activation with (j)."),
    ],
};
