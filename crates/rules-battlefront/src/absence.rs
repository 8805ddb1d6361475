//! What is done for a side that stays away: the rolls that it owes, the fortifications that it has to place, then nothing
//! that could be left out.

use std::ops::ControlFlow;

use kernel::{Acting, Seat, is_lawful};

use crate::Battlefront;
use crate::command::Command;
use crate::offers::{Template, each, offers};
use crate::phase::Step;
use crate::state::State;
use crate::words::{Posture, Side};

/// The next act of a side that stays away. It defends, closes what can be closed, and makes the rolls that keep a step
/// open. What happened on the table only those who stood there can tell.
pub(crate) fn in_absence(state: &State, seat: Seat) -> Option<Command> {
    let side = Side::of(seat)?;
    // A sealed posture could be replaced, and is its own choice.
    if state.side(side).posture.is_some() && state.step() == Step::Posture {
        return None;
    }
    let lawful = |command: &Command| is_lawful::<Battlefront>(state, Acting::own(seat), command);
    let defend = Command::ChoosePosture {
        posture: Posture::Defend,
        nonce: Default::default(),
        digest: Default::default(),
    };
    let free = [Command::Done, defend].into_iter().find(lawful);
    free.or_else(|| owed(state, seat))
}

/// The first act that the step does not close without, in the order of the offers: rolls without points, and fortifications
/// at the first place where each may stand.
fn owed(state: &State, seat: Seat) -> Option<Command> {
    let mut open = Vec::new();
    offers(state, seat, &mut open);
    let roll = open.iter().find(|template| {
        use Template as T;
        let roll =
            matches!(template, T::CppRoll | T::WithdrawRoll(_) | T::DisciplineRoll(_) | T::NumberRoll(_));
        roll || matches!(template, T::PlaceFort(_))
    })?;
    let mut first = None;
    each(state, seat, roll, &mut |command| {
        first = Some(command);
        ControlFlow::Break(())
    });
    first
}
