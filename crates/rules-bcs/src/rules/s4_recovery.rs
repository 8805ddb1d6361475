//! BCS-REC: Recovery and Failure Flip.

use kernel::{Adjudged, RuleId};

use super::{Cx, of_formation, s2_turn, s3_activation::HqDone, s17_isolation};
use crate::setup::Scenario;
use crate::state::State;
use crate::words::FormationId;

/// [BCS-REC-2] Only this, in order: the Coordination marker, Ghost trains, Dropped Support markers, fatigue, isolation. It
/// ends the formation's turn. [BCS-REC-7] No SNAFU roll, no movement, no roll for fatigue [BCS-REC-5]; Prepared Defense stays.
/// [BCS-REC-4] [BCS-PD-6]
pub(super) fn recover(cx: &mut Cx<'_>, formation: FormationId) -> Adjudged {
    cx.record(Recovered { formation })?;
    s17_isolation::isolate(cx, formation)?;
    cx.record(HqDone { formation })?;
    let side = cx.state().formation(formation).map(|body| body.card.side);
    side.map_or(Ok(()), |side| s2_turn::next(cx, side))
}

kernel::section! { for State, Scenario;
    /// A formation recovered.
    public Recovered { formation: FormationId }
    does |state| {
        let command = state.command_mut(formation);
        command.coordination = false;
        command.trains = command.trains.as_normal();
        command.fatigue = command.fatigue.better();
        let own: Vec<_> = state.of(formation).map(|unit| unit.card.id).collect();
        for unit in own {
            let piece = state.piece_mut(unit);
            (piece.dropped, piece.temporary) = (false, false);
        }
    },
    told |setup| of_formation(setup, formation, " recovers.").rule(RuleId("BCS-REC-2"));
}
