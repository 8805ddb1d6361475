//! What an activation comes to: whose it ends, and whom it makes Ineffective.

use kernel::RuleId;
use kernel::grammar::{capital, counted, listed};
use kernel::view::{Choice, Text};

use super::acts::{commands, names, value};
use crate::command::Command;
use crate::offers::Template;
use crate::rules::s5_action_points;
use crate::state::{Going, State, Unit};
use crate::words::{Place, Side, UnitId};

/// The units of a hex that can be activated together, as answers of one question.
pub(super) fn choices(state: &State, side: Side, hex: Place) -> Vec<Choice> {
    let choice = |command| match command {
        Command::Activate { units } => {
            let label = format!("{}: {}", state.scenario.board.called(hex), names(state, &units));
            let choice = Choice::new(value(&units), label);
            Some(match tires(state, &units) {
                Some(tires) => choice.note(Text::new(capital(&tires)).rule(RuleId("CF-AP-6"))),
                None => choice,
            })
        }
        _ => None,
    };
    commands(state, side, Template::Activate(hex)).into_iter().filter_map(choice).collect()
}

/// "ends the activation of 8 Motor Rifle Regt, which has 7 movement points left": what the next activation ends before its
/// time, if anything.
pub(super) fn cut_short(state: &State) -> Option<String> {
    let those: Vec<Unit<'_>> = s5_action_points::cut_short(state).collect();
    let left = |unit: &Unit<'_>| counted(unit.piece.mp, "movement point");
    let name = |unit: &Unit<'_>| state.scenario.name(unit.id());
    match &those[..] {
        [] => None,
        [one] => Some(format!("ends the activation of {}, which has {} left", name(one), left(one))),
        several => {
            let each: Vec<String> =
                several.iter().map(|one| format!("{} with {}", name(one), left(one))).collect();
            Some(format!("ends the activation of {} left", listed(each)))
        }
    }
}

/// Whether all that a side has activated is Ineffective. [CF-AP-6]
pub(super) fn has_tired(state: &State, side: Side) -> bool {
    let going = |unit: &Unit<'_>| unit.card.side == side && unit.piece.going != Going::Not;
    let mut going = state.on_map().filter(going).peekable();
    going.peek().is_some() && going.all(|unit| !unit.is_effective())
}

/// "makes 8 Motor Rifle Regt Ineffective: it can move, but not attack": what an activation does to units whose last action
/// point it takes, if there are any. [CF-AP-6]
pub(super) fn tires(state: &State, units: &[UnitId]) -> Option<String> {
    let tired =
        units.iter().filter_map(|id| state.unit(*id)).filter(|unit| s5_action_points::is_its_last(*unit));
    let tired: Vec<String> = tired.map(|unit| state.scenario.name(unit.id()).to_owned()).collect();
    let can = if tired.len() == 1 { "it can move, but not attack" } else { "they can move, but not attack" };
    (!tired.is_empty()).then(|| format!("makes {} Ineffective: {can}", listed(tired)))
}
