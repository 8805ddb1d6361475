//! BCS-ISO: losses of isolated units.

use kernel::{Adjudged, RuleId};

use super::{Cx, of_unit, s6_safe_path::Paths};
use crate::charts::s17_isolation::resolve;
use crate::ground::Ground;
use crate::setup::Scenario;
use crate::sheet::Field;
use crate::state::{Fate, State};
use crate::words::{Class, FormationId, UnitId};

/// [BCS-ISO-1] [BCS-ISO-2] Steps that each unit of a formation on the map loses now, judged before any is lost.
pub fn losses(state: &State, formation: FormationId) -> Vec<(UnitId, u8)> {
    let Some(body) = state.formation(formation) else { return Vec::new() };
    let ground = Ground::of(state);
    let paths = Class::ALL.iter().map(|class| Paths::of(&ground, body, *class)).collect::<Vec<_>>();
    let mut losses = Vec::new();
    for (unit, at) in state.on_map().filter(|(unit, _)| unit.formation() == Some(formation)) {
        // A reinforcement of this turn is exempt. [BCS-ISO-3]
        if unit.piece.entered {
            continue;
        }
        let path = paths[unit.allowance().class as usize].length(at).is_some();
        let command = body.commands(&state.scenario.board, at);
        let resolved = resolve(path, command, body.facts.blocked > 0);
        let steps = resolved.at(0).map_or(0, |ended| ended.outcome.get(Field::Steps));
        if let Some(steps) = u8::try_from(steps).ok().filter(|steps| *steps > 0) {
            losses.push((unit.card.id, steps.min(unit.steps())));
        }
    }
    losses
}

/// [BCS-ISO-1] (h) Applies the losses.
pub(super) fn isolate(cx: &mut Cx<'_>, formation: FormationId) -> Adjudged {
    losses(cx.state(), formation)
        .into_iter()
        .try_for_each(|(unit, steps)| cx.record(Isolated { unit, steps }))
}

/// Takes steps off a unit; without any left it is destroyed. [BCS-UNIT-8]
pub(super) fn lose(state: &mut State, unit: UnitId, steps: u8) {
    let whole = state.unit(unit).map_or(0, |unit| unit.card.steps);
    let piece = state.piece_mut(unit);
    piece.lost = (piece.lost + steps).min(whole);
    if piece.lost == whole {
        (piece.fate, piece.at, piece.screens, piece.dropped) = (Fate::Dead, None, false, false);
        piece.rest();
    }
}

kernel::section! { for State, Scenario;
    /// An isolated unit lost steps.
    public Isolated { unit: UnitId, steps: u8 }
    does |state| lose(state, unit, steps),
    told |setup| of_unit(setup, unit, &format!(" is isolated: it loses {}.", kernel::grammar::counted(steps, "step"))).rule(RuleId("BCS-ISO-1"));
}
