//! The order of the day and the strip of days: public for everyone, the same whatever a side does in its step.

use kernel::RuleId;
use kernel::view::{Block, Day, ItemState, Panel, SlotMark, StepRow, Text};

use crate::phase::{Step, occurs};
use crate::rules::s2_1_2_4_p_perimeter::{REFEREED, is_the_umpires};
use crate::state::State;
use crate::view::Eyes;
use crate::words::{Side, SlotKind};

/// The steps of the present slot.
pub fn panel(eyes: &Eyes<'_>) -> Block {
    let state = eyes.state;
    let (now, all) = slot_of_slots(state);
    let body = vec![Block::Steps(rows(eyes))];
    Panel::new("order", "Order of the day", body).remark(format!("Slot {now} of {all}")).block()
}

/// The number of the present slot among all that are played, and how many these are.
fn slot_of_slots(state: &State) -> (usize, usize) {
    let played = |day: u16| slots_played(state, day);
    let before: usize = (1..state.facts.day).map(played).sum();
    (before + usize::from(state.facts.slot), (1..=state.n_days()).map(played).sum())
}

/// How many slots of a day are played; the last day may be cut short. [BF-2-5]
fn slots_played(state: &State, day: u16) -> usize {
    let listed = state.campaign().days[usize::from(day) - 1].slots.len();
    match usize::try_from(state.options().last_day_slots) {
        Ok(n) if n > 0 && day == state.n_days() => n.min(listed),
        _ => listed,
    }
}

fn rows(eyes: &Eyes<'_>) -> Vec<StepRow> {
    let state = eyes.state;
    let step = state.step();
    let mut rows: Vec<StepRow> =
        [Step::Posture].iter().chain(&Step::REFIT).map(|at| step_row(eyes, *at)).collect();
    let skipped = matches!(step, Step::OvernightRepair | Step::OvernightWithdrawal);
    let ended = matches!(step, Step::Victory | Step::Over);
    let plain = |key: &str, title: &str, item: ItemState, now: bool, note: Text| StepRow {
        key: key.into(),
        title: title.into(),
        state: item,
        now,
        note,
    };
    let skipped_or_ended = skipped || ended;
    let revealed = step >= Step::ChooseForces;
    let reveal = if revealed { ItemState::Done } else { ItemState::Later };
    rows.push(plain("S3a", "Postures opened", reveal, false, postures(eyes, revealed)));
    let no_battle = || Text::new("Both sides defend: no battle.").rule(RuleId("BF-2.1.P-6"));
    if state.is_after_battle() {
        let fought = [Step::ChooseForces, Step::DefenderSetsUp, Step::AttackerSetsUp, Step::Battle];
        rows.extend(fought.map(|at| step_row(eyes, at)));
        rows.extend(Step::CLEANUP.map(|at| step_row(eyes, at)));
        return rows;
    }
    let mut later = vec![("C1–C12", "Cleanup and front line")];
    if skipped_or_ended {
        later.insert(0, ("S3b–S5", "Forces, deployment, battle"));
    } else {
        let steps = [Step::ChooseForces, Step::DefenderSetsUp, Step::AttackerSetsUp, Step::Battle];
        rows.extend(steps.map(|at| step_row(eyes, at)));
    }
    for (key, title) in later {
        let cleanup = key == "C1–C12";
        let (item, note) = match (skipped, ended) {
            (true, _) if cleanup => {
                (ItemState::Waiting, Text::new("Of these only C8, the night's work.").rule(RuleId("BF-R9")))
            }
            (true, _) => (ItemState::Closed, no_battle()),
            (_, true) => (ItemState::Done, Text::empty()),
            _ => (ItemState::Later, Text::empty()),
        };
        rows.push(plain(key, title, item, false, note));
    }
    if skipped {
        rows.push(step_row(eyes, Step::OvernightRepair));
        rows.push(step_row(eyes, Step::OvernightWithdrawal));
    }
    rows
}

fn step_row(eyes: &Eyes<'_>, at: Step) -> StepRow {
    let state = eyes.state;
    let now = state.step() == at;
    let (item, note) = if let Some(why) = why_not(state, at) {
        (ItemState::Closed, why)
    } else if now {
        (if is_open_for(eyes) { ItemState::Yours } else { ItemState::Waiting }, closings(state))
    } else if at < state.step() {
        (
            ItemState::Done,
            Text::new(match at {
                Step::Posture => "Both sealed. Opened together in S3a.",
                at if at.is_automatic() => "Done at once.",
                at if REFEREED.contains(&at) && state.options().umpire_closes => "The umpire has closed it.",
                _ => "Both have closed.",
            }),
        )
    } else {
        (ItemState::Later, Text::empty())
    };
    StepRow { key: at.word().into(), title: at.title().into(), state: item, now, note }
}

/// Whether the seat is a side that the present step waits for.
fn is_open_for(eyes: &Eyes<'_>) -> bool {
    eyes.side().is_some_and(|side| !eyes.state.side(side).closed) && !is_the_umpires(eyes.state)
}

/// Who has closed the present step.
fn closings(state: &State) -> Text {
    if is_the_umpires(state) {
        return Text::new("The umpire closes it.").rule(RuleId("BF-2.1.2.4.P-2"));
    }
    let word = |side: Side| match state.side(side) {
        facts if facts.no_part => " no part",
        facts if facts.closed => " closed",
        _ => " open",
    };
    Text::empty().side(0).say(word(Side::FIRST)).say(" · ").side(1).say(word(Side::SECOND))
}

/// Why a step does not occur in the present slot, if it does not.
pub fn why_not(state: &State, at: Step) -> Option<Text> {
    if occurs(state, at) {
        return None;
    }
    // Of a step that is over it is not said that it never was.
    let now = if at < state.step() { " now" } else { "" };
    let still = |words: &str, rule: &'static str| Text::new(format!("{words}{now}.")).rule(RuleId(rule));
    Some(match at {
        Step::Posture => {
            let attacker = state.campaign().first_attacker;
            Text::new("The set-up says who attacks first: ")
                .side(attacker.number())
                .say(".")
                .rule(RuleId("BF-2.1.P-1"))
        }
        Step::Repair | Step::Withdrawal if state.slot_kind() != SlotKind::Night => {
            let when = if state.has_night_today() {
                "Not due: in the night slot."
            } else {
                "Not due: no night slot today. Done overnight, in C8."
            };
            let rule = if at == Step::Repair { "BF-2.1.1.2-2" } else { "BF-2.1.1.2.W-1" };
            Text::new(when).rule(RuleId(rule))
        }
        Step::OvernightRepair | Step::OvernightWithdrawal => {
            let night = state.has_night_today();
            Text::new(if night { "Not due: in the night slot." } else { "Not due: the day goes on." })
                .rule(RuleId("BF-2-3"))
        }
        Step::Wrecks => Text::new("No wreck lies in a defile within a line.").rule(RuleId("BF-2.1.2.7-3")),
        Step::Minefields => still("Nothing stands in a minefield", "BF-2.1.2.2-1"),
        Step::Bogged => still("Nothing is bogged", "BF-2.1.2.3-1"),
        Step::Escape => still("Nobody is isolated or cut off", "BF-2.1.2.4.3-1"),
        _ => Text::new("This campaign begins without a refit.").rule(RuleId("BF-R6")),
    })
}

fn postures(eyes: &Eyes<'_>, revealed: bool) -> Text {
    let word = |side: Side| eyes.posture(side).map(|posture| format!(" {posture}"));
    match (revealed, word(Side::FIRST), word(Side::SECOND)) {
        (true, Some(first), Some(second)) => Text::empty().side(0).say(first).say(" · ").side(1).say(second),
        _ => Text::empty(),
    }
}

/// The days of the campaign with their slots.
pub fn timeline(eyes: &Eyes<'_>) -> Block {
    let state = eyes.state;
    let here = (state.facts.day, usize::from(state.facts.slot));
    let over = matches!(state.step(), Step::Victory | Step::Over);
    let owes = state.step().is_for_sides() && is_open_for(eyes);
    let mark = |day: u16, slot: usize, kind: SlotKind| {
        let item = match (day, slot).cmp(&here) {
            std::cmp::Ordering::Less => ItemState::Done,
            _ if over => ItemState::Done,
            std::cmp::Ordering::Equal if owes => ItemState::Yours,
            std::cmp::Ordering::Equal => ItemState::Waiting,
            std::cmp::Ordering::Greater => ItemState::Later,
        };
        SlotMark { label: crate::view::prose::capital(kind.prose()), state: item }
    };
    let day = |day: u16| {
        let listed = &state.campaign().days[usize::from(day) - 1];
        let slots = listed.slots.iter().zip(1..).take(slots_played(state, day));
        Day {
            label: listed.date.day_and_month(),
            slots: slots.map(|(slot, n)| mark(day, n, slot.kind)).collect(),
        }
    };
    let days = (1..=state.n_days()).map(day).collect();
    Panel::new("days", "The campaign", vec![Block::Timeline(days)]).block()
}
