//! BCS-PD: when Prepared Defense begins, ends and counts.

use kernel::Reasons;
use kernel::RuleId;
use kernel::grammar::Checked;

use super::common::{List, Reading};

/// What has to hold for Prepared Defense to be created. [BCS-PD-1]
pub static ENTRY: List = List {
    id: "prepared-entry",
    title: "Prepared Defense: Entry (1.7)",
    rule: RuleId("BCS-PD-1"),
    read: Reading::All,
    lines: &[
        ("arty-point", "BCS-SNAFU-10", "Formation has at least one Arty Point, before any halving."),
        ("not-blocked", "BCS-PD-1", "Formation has no MSR Blocked marker."),
        ("initial", "BCS-PD-7", "This is an Initial Activation."),
    ],
};

/// What ends it. [BCS-PD-3]
pub static EXIT: List = List {
    id: "prepared-exit",
    title: "Prepared Defense: Exit (1.7)",
    rule: RuleId("BCS-PD-3"),
    read: Reading::Each,
    lines: &[
        ("decides", "BCS-PD-3", "The player decides to do so."),
        ("hq", "BCS-HQ-3", "HQ moves or is jumped."),
        ("blocked", "BCS-PD-8", "Formation obtains an MSR Blocked marker."),
        ("arty-point", "BCS-PD-9", "Formation no longer has an Arty Point."),
    ],
};

/// What it brings. [BCS-PD-5]
pub static EFFECTS: List = List {
    id: "prepared-effects",
    title: "Prepared Defense: Effects (1.7)",
    rule: RuleId("BCS-PD-5"),
    read: Reading::Each,
    lines: &[
        ("snafu", "BCS-PD-4", "SNAFU is PARTIAL at best."),
        ("whatever", "BCS-PD-2", "It can be created whatever SNAFU comes to."),
        (
            "modifiers",
            "BCS-PD-5",
            "Attacked it adds 1, attacking it loses 1; the target of an Engagement adds 1.",
        ),
        ("adjacent", "BCS-ENG-10", "Only an adjacent Firer engages it."),
        ("barrage", "BCS-BAR-4", "It has a row of its own on the Barrage Table."),
        ("recovers", "BCS-PD-6", "Fatigue can be recovered."),
        ("second", "BCS-PD-7", "A Second Activation is possible: it is kept in it, but not created."),
    ],
};

/// Who takes part in it. [BCS-PD-11]
pub static ELIGIBLE: List = List {
    id: "prepared-eligible",
    title: "Prepared Defense: Eligible Units (1.7)",
    rule: RuleId("BCS-PD-11"),
    read: Reading::All,
    lines: &[
        ("deployed", "BCS-PD-11", "Unit is on its Deployed-side."),
        ("commanded", "BCS-PD-11", "Unit is in Command Radius."),
        ("prepared", "BCS-PD-11", "Formation has a Prepared Defense marker now."),
    ],
};

/// What a formation is when Prepared Defense is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Arty Points, before any halving.
    pub arty_points: u8,
    /// Its MSR Blocked level.
    pub blocked: u8,
    /// It is an Initial Activation.
    pub initial: bool,
}

/// [BCS-PD-1] Whether Prepared Defense can be created.
///
/// # Errors
/// Where a line of the check list does not hold.
pub fn may_create(of: &Entry, why: &mut Reasons) -> Checked {
    why.unless(of.arty_points > 0, "BCS-PD-1", "arty-point", || {
        "Prepared Defense needs at least one Arty Point, and the formation has none.".into()
    })?;
    why.unless(of.blocked == 0, "BCS-PD-1", "blocked", || {
        "Prepared Defense cannot be created with an MSR Blocked marker.".into()
    })?;
    why.unless(of.initial, "BCS-PD-7", "initial", || {
        "Prepared Defense cannot be created in a Second Activation.".into()
    })
}

/// [BCS-PD-11] Whether a unit takes part in the Prepared Defense of its formation.
pub const fn is_eligible(deployed: bool, in_command: bool, prepared: bool) -> bool {
    deployed && in_command && prepared
}
