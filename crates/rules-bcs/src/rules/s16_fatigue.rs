//! BCS-FAT: the roll at step (g).

use kernel::{Adjudged, Ask, Audience, RuleId};

use super::{Cx, of_formation, throw};
use crate::charts::s8_snafu::Level;
use crate::charts::s16_fatigue::{Fatiguing, resolve};
use crate::setup::Scenario;
use crate::sheet::Field;
use crate::state::State;
use crate::words::FormationId;

/// [BCS-FAT-1] [BCS-FAT-4] [BCS-FAT-5] What the activated formation placed, used or conducted.
pub fn reasons(state: &State) -> Fatiguing {
    let Some(activation) = &state.facts.activation else { return Fatiguing::default() };
    Fatiguing {
        combat_obj: activation.obj.iter().any(|obj| obj.combat),
        march_obj: activation.obj.iter().any(|obj| !obj.combat),
        engagement: activation.engaged,
        fire: activation.fired,
        second: activation.second,
        failed: activation.level == Some(Level::Fail),
        attack: activation.attacks > 0,
        hq_retreat: activation.hq_retreated,
    }
}

/// [BCS-FAT-1] (g) Rolls for the reason most likely to raise fatigue.
pub(super) fn tire(cx: &mut Cx<'_>, formation: FormationId, of: &Fatiguing) -> Adjudged {
    let resolved = resolve(of);
    let ask = Ask::new(RuleId("BCS-FAT-1"), "Fatigue").seen_by(Audience::Public);
    let up = throw(cx, ask, &resolved)?.get(Field::Tired) == 1;
    if up { cx.record(Tired { formation }) } else { Ok(()) }
}

kernel::section! { for State, Scenario;
    /// A formation's fatigue rose one level.
    public Tired { formation: FormationId }
    does |state| {
        let command = state.command_mut(formation);
        command.fatigue = command.fatigue.worse();
    },
    told |setup| of_formation(setup, formation, ": fatigue rises one level; 4 stays 4.").rule(RuleId("BCS-FAT-3"));
}
