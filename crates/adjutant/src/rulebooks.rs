//! The systems this build knows, one line each, and the sample campaign.

use kernel::Rulebook;

/// The systems.
pub static RULEBOOKS: &[&dyn Rulebook] = &[
    &rules_toy::RULEBOOK, //
];

/// The campaign that the first start lays out.
pub struct Sample {
    /// The system's name.
    pub system: &'static str,
    /// The set-up's file name, for faults.
    pub file: &'static str,
    /// The set-up.
    pub setup: &'static str,
}

/// The sample campaign.
pub const SAMPLE: Sample = Sample { system: "pickets", file: "ford.toml", setup: rules_toy::FORD };
