//! The builder: a legal order of battle for whatever an army brings, always the same one, without a search over stands.
//!
//! It first settles a [`Plan`]: which strength points are cavalry, how many divisions of each arm there are, and which
//! leaders stand in whose corps. A plan is legal if a few sums fit; these are tried in an order that keeps closest to what
//! the owner means his strength points to be. The stands are then dealt out along the line.

mod deal;
mod plan;
mod weak;

use super::check::{Problem, Terms};
use super::{Oob, under_strength};

pub use plan::Plan;

/// A legal order of battle, or the spans that no order meets.
///
/// # Errors
/// What no order of battle of this army meets.
pub fn draft(terms: Terms<'_>) -> Result<Oob, Vec<Problem>> {
    if terms.muster.sp.is_empty() {
        let sentence = "This army has no strength points.".into();
        return Err(vec![Problem { rule: "CWFF-4A-1", place: String::new(), sentence }]);
    }
    if under_strength::is_weak(terms.muster, terms.ratio) {
        if terms.step_down {
            return weak::deal(terms).ok_or_else(|| plan::too_few(terms));
        }
        return Err(plan::too_few(terms));
    }
    let plan = Plan::of(terms).ok_or_else(|| plan::unmet(terms))?;
    Ok(deal::deal(terms, &plan))
}
