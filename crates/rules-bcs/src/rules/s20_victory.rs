//! BCS-VIC: points, and the end.

use kernel::view::Text;
use kernel::{Adjudged, RuleId, Side};

use super::{Cx, by, s2_orders};
use crate::setup::Scenario;
use crate::state::{Fate, Held, Phase, State};
use crate::words::Place;

/// [BCS-VIC-1] Points of a side: hexes it controls, steps its enemy lost and HQs that it jumped, added exactly and rounded down once.
pub fn points(state: &State, side: Side) -> u16 {
    let victory = &state.scenario.victory;
    let counts = victory.objectives.iter().filter(|hex| hex.side.is_none_or(|only| only == side));
    let held: u32 =
        counts.filter(|hex| state.controls(hex.at) == Some(side)).map(|hex| u32::from(hex.points)).sum();
    let steps: u32 =
        state.units().filter(|unit| unit.card.side != side).map(|unit| u32::from(unit.piece.lost)).sum();
    let ((over, under), (per_jump, jumps_under)) = (victory.per_step, victory.per_jump);
    let jumps = u32::from(state.facts.jumps[side]);
    // One fraction of all, so that it is rounded once.
    let sum = held * under * jumps_under + steps * over * jumps_under + jumps * per_jump * under;
    u16::try_from(sum / (under * jumps_under)).unwrap_or(u16::MAX)
}

/// [BCS-VIC-1] What the margin between two sums of points is called; nothing where the scenario has no word for it.
pub fn grade(scenario: &Scenario, one: u16, other: u16) -> &str {
    let margin = one.abs_diff(other);
    let grade = scenario.victory.grades.iter().find(|grade| margin >= grade.margin);
    grade.map_or("", |grade| grade.name.as_str())
}

/// [BCS-VIC-3] Whether a side has no combat units. What is in Support, due or to return is one too.
pub fn is_alone(state: &State) -> bool {
    let lives =
        |side: Side| state.units().any(|unit| unit.card.side == side && unit.piece.fate != Fate::Dead);
    Side::BOTH.into_iter().any(|side| !lives(side))
}

/// [BCS-VIC-3] The end of the game.
pub(super) fn end(cx: &mut Cx<'_>) -> Adjudged {
    let [one, other] = Side::BOTH.map(|side| points(cx.state(), side));
    cx.record(Ended { first: one, second: other })?;
    s2_orders::show(cx)
}

/// [BCS-URB-1] [BCS-VIC-2] Whether a hex changes hands when a combat unit of a side stands in it, however many steps it has.
/// [BCS-URB-4]
pub fn changes_hands(state: &State, side: Side, at: Place) -> bool {
    let urban = state.scenario.board.ground(at).is_some_and(|ground| ground.urban);
    let counts = state.scenario.victory.objectives.iter().any(|hex| hex.at == at);
    (urban || counts) && state.controls(at) != Some(side)
}

kernel::section! { for State, Scenario;
    /// A hex changed hands.
    public Controlled { side: Side, hex: Place }
    does |state| {
        state.facts.control.retain(|held| held.hex != hex);
        state.facts.control.push(Held { hex, side });
    },
    told |setup| by(side).say(format!(" takes hex {}.", setup.board.called(hex))).rule(RuleId("BCS-VIC-2"));

    /// The game ended.
    public Ended { first: u16, second: u16 }
    does |state| (state.facts.phase, state.facts.turn) = (Phase::Over, state.facts.turn.saturating_sub(1).max(1)),
    told |setup| {
        let grade = grade(setup, first, second);
        let blank = Text::new("The game is over: ");
        let words = blank.side(0).say(format!(" {first}, ")).side(1).say(match grade {
            "" => format!(" {second} points."),
            grade => format!(" {second} points, {grade}."),
        });
        words.rule(RuleId("BCS-VIC-1"))
    };
}
