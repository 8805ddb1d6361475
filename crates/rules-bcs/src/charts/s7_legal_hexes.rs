//! BCS-MSR-2: which hexes a supply route runs over.

use kernel::RuleId;

use super::common::{List, Reading};

/// Legal hexes.
pub static LIST: List = List {
    id: "legal-hexes",
    title: "Legal Hexes (3.1)",
    rule: RuleId("BCS-MSR-2"),
    read: Reading::All,
    lines: &[
        (
            "road",
            "BCS-MSR-2",
            "Contains a Primary or Secondary Road, or a Track between the HQ and Combat Trains (inclusive).",
        ),
        ("connected", "BCS-MSR-4", "Is connected to a Supply Source using contiguous Legal hexes."),
        ("not-blocking", "BCS-MSR-8", "Does not block an existing enemy MSR."),
        ("no-enemy", "BCS-MSR-3", "Does not contain an enemy unit or EZOC."),
    ],
};
