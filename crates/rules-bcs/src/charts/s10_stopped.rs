//! BCS-STOP: what stops and finishes a unit, and what it may do then.

use kernel::RuleId;

use super::common::{List, Reading};

/// Things that make a unit stop.
pub static STOPS: List = List {
    id: "stops",
    title: "Things That Make You STOP",
    rule: RuleId("BCS-STOP-1"),
    read: Reading::Each,
    lines: &[
        ("fire-events", "BCS-STOP-1", "Using both Fire Events."),
        ("terrain", "BCS-MOVE-6", "Terrain effects."),
        ("traffic", "BCS-STOP-8", "Traffic markers."),
        ("ezoc", "BCS-ZONE-2", "Leg or Truck MA movement into any EZOC."),
        ("av-ezoc", "BCS-ZONE-2", "Tac MA movement into an AV EZOC."),
        ("another", "BCS-STOP-1", "Starting to move another unit."),
        ("engagement-zone", "BCS-STOP-1", "Truck MA movement into an Engagement Zone."),
        ("required", "BCS-ZONE-5", "Failing a required Stopping Engagement."),
        ("spotting", "BCS-BAR-7", "Spotting a Barrage outside an Attack Sequence."),
    ],
};

/// Things a stopped unit can do.
pub static CAN_STOPPED: List = List {
    id: "can-stopped",
    title: "Things You Can Do STOPPED",
    rule: RuleId("BCS-STOP-2"),
    read: Reading::Each,
    lines: &[
        ("spot", "BCS-STOP-2", "Spot Barrages."),
        ("engage", "BCS-STOP-2", "Initiate Engagements."),
        ("attack", "BCS-STOP-2", "Attack."),
        ("fire", "BCS-STOP-2", "Attack By Fire."),
        ("assist", "BCS-STOP-2", "Assist an Attack."),
    ],
};

/// Things a stopped unit cannot do.
pub static CANNOT_STOPPED: List = List {
    id: "cannot-stopped",
    title: "Things You Cannot Do STOPPED",
    rule: RuleId("BCS-STOP-2"),
    read: Reading::Each,
    lines: &[
        ("move", "BCS-STOP-2", "Move."),
        ("recon", "BCS-STOP-2", "Recon."),
        ("shock", "BCS-STOP-2", "Shock Attack."),
    ],
};

/// Things that make a unit finish.
pub static FINISHES: List = List {
    id: "finishes",
    title: "Things That Make You FINISH",
    rule: RuleId("BCS-STOP-3"),
    read: Reading::Each,
    lines: &[
        ("attack", "BCS-STOP-3", "Participation in a Regular Attack."),
        ("retreat", "BCS-STOP-3", "Execute a Voluntary Retreat."),
        (
            "required",
            "BCS-ZONE-5",
            "Entering a Required Stopping Engagement hex when Light AV or as a Screen.",
        ),
    ],
};

/// Things a finished unit can do.
pub static CAN_FINISHED: List = List {
    id: "can-finished",
    title: "Things You Can Do After FINISHING",
    rule: RuleId("BCS-STOP-4"),
    read: Reading::Each,
    lines: &[("spot", "BCS-STOP-4", "Spot for Barrages.")],
};

/// Things a finished unit cannot do.
pub static CANNOT_FINISHED: List = List {
    id: "cannot-finished",
    title: "Things You Cannot Do After FINISHING",
    rule: RuleId("BCS-STOP-4"),
    read: Reading::Each,
    lines: &[
        ("fire-events", "BCS-STOP-4", "Use remaining Fire Events."),
        ("move", "BCS-STOP-4", "Move."),
        ("attack", "BCS-STOP-4", "Attack or Assist."),
        ("screen", "BCS-STOP-4", "Enter Screen."),
    ],
};
