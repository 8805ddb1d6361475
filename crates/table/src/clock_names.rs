//! The names of the engine's acts. They follow the public entry that each becomes: nothing hidden enters their dice.

use ledger::Lineage;

use crate::commands::memory::RECENT;

/// The name of the next act, after so many public entries.
pub(crate) fn next(campaign: &str, n_told: u64) -> Lineage {
    name_of(campaign, n_told + 1)
}

/// Whether a name is one that the engine gives to a step to come. Everybody can work these out, and an act of a seat that
/// bore one would be taken for the step. As many are looked through as names of a seat are remembered.
pub(crate) fn is_to_come(campaign: &str, n_told: u64, name: Lineage) -> bool {
    (n_told + 1..=n_told + RECENT as u64).any(|number| name_of(campaign, number) == name)
}

fn name_of(campaign: &str, number: u64) -> Lineage {
    let name = ::dice::Encoding::new("adjutant-clock-v1").text(campaign).number(number).sha256();
    let mut lineage = [0; 16];
    lineage.copy_from_slice(&name.0[..16]);
    Lineage(lineage)
}
