//! The refit of both sides: in full for the umpire, as public closings for everyone else.

use kernel::view::{Block, Cell, ColumnRole, Panel, RowState, Sheet, Text};

use super::{duty, purse, steps};
use crate::phase::{Step, occurs};
use crate::rules::s2_1_2_4_p_perimeter::is_the_umpires;
use crate::view::Eyes;
use crate::view::own::Own;
use crate::words::Side;

/// One panel for each side, with what it owes, its steps and what it holds.
pub fn main(eyes: &Eyes<'_>) -> Vec<Block> {
    eyes.all_own().map(|own| of_side(&own).block()).collect()
}

fn of_side(own: &Own<'_>) -> Panel {
    let facts = own.facts();
    let owes = match (own.step().is_for_sides(), facts.closed) {
        _ if is_the_umpires(own.state) => {
            Text::new("nothing; the umpire closes the step on ").link("map", "board", "the map")
        }
        (true, _) if facts.no_part => Text::new("nothing; has no part in the step"),
        (true, false) => duty(own).what,
        (true, true) => Text::new("nothing; has closed the step"),
        (false, _) => Text::new("nothing"),
    };
    let posture = facts.posture.map_or("not chosen", |sealed| sealed.choice.word());
    let body = vec![
        Block::Facts(vec![("Owes".into(), owes), ("Posture".into(), Text::new(posture))]),
        Block::Ledger(purse::purchase_points(own)),
        Block::Ledger(purse::fortification_points(own)),
        Block::Steps(steps::rows(own)),
    ];
    let panel = Panel::new(format!("side-{}", own.side.number()), own.setup().name.clone(), body);
    panel.secret(own.side.only())
}

/// What the umpire has beside it.
pub fn aside(eyes: &Eyes<'_>) -> Vec<Block> {
    public(eyes)
}

/// Which side has closed which step: all that is public of a refit.
pub fn public(eyes: &Eyes<'_>) -> Vec<Block> {
    let state = eyes.state;
    let names = Side::BOTH.map(|side| state.setup_of(side).name.as_str());
    let columns = [("Step", ColumnRole::Name), (names[0], ColumnRole::Code), (names[1], ColumnRole::Code)];
    let mut sheet = Sheet::new("", &columns);
    let battle: &[Step] = match state.in_battle() {
        true => &[Step::ChooseForces, Step::DefenderSetsUp, Step::AttackerSetsUp, Step::Battle],
        false => &[],
    };
    let cleanup = Step::CLEANUP.iter().filter(|step| state.is_after_battle() && !step.is_automatic());
    for step in [Step::Posture].iter().chain(&Step::REFIT).chain(battle).chain(cleanup) {
        let word = |side: Side| match () {
            () if !occurs(state, *step) => "–",
            () if *step == state.step() && state.side(side).no_part => "no part",
            () if *step == state.step() && state.side(side).closed => "closed",
            () if *step == state.step() => "open",
            () if *step < state.step() => "closed",
            () => "later",
        };
        let row = if occurs(state, *step) { RowState::Here } else { RowState::Away };
        let name = Cell::new(format!("{step} {}", step.title()));
        let cells = vec![name, Cell::new(word(Side::FIRST)), Cell::new(word(Side::SECOND))];
        sheet.row(format!("closing-{step}"), row, cells);
    }
    vec![Panel::new("closings", "Closed steps", vec![Block::Sheet(sheet)]).block()]
}
