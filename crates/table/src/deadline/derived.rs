//! Whether what stands in a log about time, and what was given for sides that stayed away, follows from what stood before it.

use kernel::Seat;
use serde_json::Value;

use super::entry::{Due, Missing, Timing};
use crate::entry::Head;
use crate::entry::act::Act;
use crate::host::Host;
use crate::seals::unseal;

/// Whether a part says what the table gives for an absent side here: an order that it has kept, or what the rules
/// suggest.
pub(crate) fn is_given_for(host: &Host, seat: Seat, act: &Act) -> bool {
    let here = host.absence().is_some_and(|absence| absence.seats.contains(&seat));
    let open = |mut command: Value| {
        unseal(host.game.as_ref(), seat, &mut command);
        command
    };
    let Some(given) = act.command().cloned().map(open).filter(|_| here) else { return false };
    let meant = match act.kept_nth() {
        Some(nth) => {
            let kept = host.kept_of(seat).and_then(|kept| kept.orders.get(nth as usize));
            kept.map(|kept| kept.command.clone())
        }
        None => host.game.in_absence(seat),
    };
    meant.map(open) == Some(given)
}

/// Whether what an entry says of time follows from what stood before it, the times themselves aside.
///
/// # Errors
/// What does not follow.
pub(crate) fn follows(host: &Host, head: &Head, timing: &Timing) -> Result<(), String> {
    let (step, owing) = host.owing();
    let known = &host.memory.time.timing;
    let Some(due) = &timing.due else {
        let ours = head.seat != Seat::Clock;
        return if ours { Ok(()) } else { Err("the engine sets no deadline here".into()) };
    };
    if due.step != step && known.due.as_ref() != Some(due) {
        return Err(format!("its deadline is of \"{}\", and the step that is open is \"{step}\"", due.step));
    }
    if head.seat != Seat::Clock {
        return Ok(());
    }
    let Some(pace) = known.pace else {
        return Err("the engine sets a deadline where time does not count".into());
    };
    let plays = due.passed && matches!(pace.missing, Missing::Saved | Missing::Default);
    let absent = if plays { owing } else { Vec::new() };
    if *timing != (Timing { due: Some(Due { absent, ..due.clone() }), done: None, ..known.clone() }) {
        return Err("the engine sets another deadline here".into());
    }
    Ok(())
}
