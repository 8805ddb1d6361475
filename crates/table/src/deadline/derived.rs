//! Whether what stands in a log about time, and what was given for sides that stayed away, follows from what stood before it.

use kernel::{Acting, Seat};
use serde_json::Value;

use super::absence::Step;
use super::entry::{Due, Missing, Timing};
use crate::entry::Head;
use crate::entry::act::Act;
use crate::host::Host;
use crate::seals::{put, reseal, unseal};

/// Whether a part says what the table gives for an absent side here: the first of its kept orders that the rules still
/// take, or what they suggest.
pub(crate) fn is_given_for(host: &Host, seat: Seat, act: &Act) -> bool {
    let Some(Step::Give(whose, next)) = next_taken(host) else { return false };
    let open = |mut command: Value| {
        unseal(host.game.as_ref(), seat, &mut command);
        command
    };
    let given = act.command().cloned().map(open);
    whose == seat && act.kept_nth() == next.kept_nth && given == Some(open(next.command))
}

/// Whether the table throws here what a side had begun to throw before it stayed away.
pub(crate) fn is_thrown_for(host: &Host, seat: Seat) -> bool {
    matches!(next_taken(host), Some(Step::Throw(begun)) if begun.seat == seat)
}

/// Whether sides stayed away and nothing is left to do for them.
pub(crate) fn is_all_played(host: &Host) -> bool {
    host.memory.time.absence.is_some() && next_taken(host).is_none()
}

/// Whether the table itself acts next, for sides that stayed away: whatever anybody else does comes after that.
pub(crate) fn plays_absent(host: &Host) -> bool {
    let timing = &host.memory.time.timing;
    let counts = timing.pace.is_some() && timing.paused.is_none() && host.memory.dice.open;
    let engine_is_done =
        host.waiting_of(Seat::Clock).is_none() && host.game.lawful(Seat::Clock, 1).is_empty();
    counts && host.absence().is_some() && !host.game.is_over() && engine_is_done
}

/// What the table does next for the sides that have not come.
fn next_taken(host: &Host) -> Option<Step> {
    let missing = host.memory.time.timing.pace?.missing;
    let (mut absence, owing) = (host.absence()?.clone(), host.owing().1);
    while let Some(step) = host.next_step(&mut absence, missing, &owing) {
        let (seat, command, was_kept) = match &step {
            Step::Throw(begun) => (begun.seat, begun.command.clone(), false),
            Step::Give(seat, next) => {
                (*seat, sealed(host, *seat, next.command.clone()), next.kept_nth.is_some())
            }
        };
        if host.game.prove(Acting::own(seat), &command).is_ok() {
            return Some(step);
        }
        absence.is_refused(was_kept);
    }
    None
}

/// A command as the table gives it. Whether the rules take it does not depend on the nonce.
fn sealed(host: &Host, seat: Seat, mut command: Value) -> Value {
    if host.game.sealing(seat, &command).is_some() {
        put(&mut command, "nonce", hex::encode([0; 32]));
        reseal(host.game.as_ref(), host.id.as_str(), seat, &mut command);
    }
    command
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
