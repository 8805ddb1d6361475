//! BCS-SNAFU: the roll.

use kernel::{Adjudged, Ask, Audience, RuleId};

use super::{Cx, s3_activation::SnafuRolled, s7_msr, throw};
use crate::charts::s8_snafu::{Action, Effect, Level, Snafu, effect, resolve};
use crate::sheet::Resolved;
use crate::state::{Body, State};
use crate::words::{FormationId, PARTS};

/// [BCS-SNAFU-1] What is known of a formation's roll before the dice: the marker that was placed in (b) counts, and being
/// mixed counts as well [BCS-ACT-6]; in Prepared Defense it is no better than PARTIAL. [BCS-PD-4]
pub fn before(state: &State, body: Body<'_>, mixed: bool) -> Resolved {
    resolve(&circumstances(state, body, mixed))
}

/// The same if the formation creates Prepared Defense first. [BCS-PD-2]
pub fn before_in_defense(state: &State, body: Body<'_>, mixed: bool) -> Resolved {
    resolve(&Snafu { prepared: true, ..circumstances(state, body, mixed) })
}

fn circumstances(state: &State, body: Body<'_>, mixed: bool) -> Snafu {
    let complete = state.facts.activation.as_ref().is_some_and(|activation| activation.complete);
    let known = s7_msr::snafu(state, body, complete, mixed);
    // Whoever is mixed gets the marker in (b), before the roll.
    Snafu { coordination: known.coordination || mixed, ..known }
}

/// [BCS-SNAFU-8] Rolls once.
pub(super) fn roll(cx: &mut Cx<'_>, formation: FormationId, mixed: bool) -> Adjudged<Level> {
    let resolved = cx.state().formation(formation).map(|body| before(cx.state(), body, mixed));
    let Some(resolved) = resolved else { return Ok(Level::Fail) };
    let ask = Ask::new(RuleId("BCS-SNAFU-1"), "SNAFU").seen_by(Audience::Public);
    let level = Level::of(&throw(cx, ask, &resolved)?);
    cx.record(SnafuRolled { formation, level })?;
    Ok(level)
}

/// [BCS-SNAFU-11] Parts of movement points that an allowance is worth after a result: all, half and never rounded, none.
pub fn allowance(level: Level, ma: u8) -> u32 {
    let whole = u32::from(ma) * PARTS;
    match effect(level, Action::Ma) {
        Effect::All => whole,
        Effect::Half => whole / 2,
        _ => 0,
    }
}
