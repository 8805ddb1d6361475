//! The systems this build knows, one line each, the sample campaign, and what only one system can turn into tables.

use kernel::Rulebook;

pub use rules_upfront::grids as upfront_grids;
pub use rules_upfront::setup::NATIONS as UPFRONT_NATIONS;

/// The systems.
pub static RULEBOOKS: &[&dyn Rulebook] =
    &[&rules_battlefront::RULEBOOK, &rules_upfront::RULEBOOK, &rules_toy::RULEBOOK];

/// The campaign that the first start lays out.
pub struct Sample {
    /// The system's name.
    pub system: &'static str,
    /// The set-up's file name, for faults.
    pub file: &'static str,
    /// The set-up.
    pub setup: &'static str,
    /// The position it begins from, as TOML.
    pub position: &'static str,
}

/// Toward Rostov, on the morning after its first battle: posture and the whole refit lie ahead.
pub const SAMPLE: Sample = Sample {
    system: rules_battlefront::NAME,
    file: "rostov.toml",
    setup: rules_battlefront::SAMPLE,
    position: rules_battlefront::SAMPLE_POSITION,
};
