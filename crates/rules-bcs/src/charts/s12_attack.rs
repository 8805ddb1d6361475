//! BCS-ATT: the order of an attack.

use kernel::RuleId;

use super::common::{List, Reading};

/// The steps of an attack, and whose each is. [BCS-ATT-1]
pub static SEQUENCE: List = List {
    id: "attack-sequence",
    title: "Attack Sequence (5.1b)",
    rule: RuleId("BCS-ATT-1"),
    read: Reading::InTurn,
    lines: &[
        ("1", "BCS-ATT-2", "Attacker: declares the type, Regular or Shock."),
        ("2", "BCS-ATT-5", "Defender: declares Prepared Defense, or none."),
        ("3", "BCS-ATT-4", "Defender: names his AR unit."),
        ("4", "BCS-ATT-3", "Attacker: names the Attack unit, and an Assist unit or none."),
        ("5", "BCS-BAR-6", "Attacker: barrages, or none."),
        ("6", "BCS-CT-18", "Both: add up the modifiers of the Combat Table."),
        ("7", "BCS-CT-19", "Attacker: rolls two dice."),
        ("8", "BCS-CT-20", "Both: step losses, retreats, advances."),
    ],
};
