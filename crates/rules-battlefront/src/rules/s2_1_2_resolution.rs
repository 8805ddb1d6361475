//! [BF-2.1.2] Scenario resolution: how long a battle lasts.

use kernel::grammar::counted_of;
use kernel::{Adjudged, Ask, Audience, Die, RuleId, Seat};

use super::s2_1_1_7_choose_forces::Barred;
use super::s2_1_2_report::is_open;
use super::{Cx, acting_side, at_step};
use crate::event::Event;
use crate::facts::{Ending, Length};
use crate::phase::Step;
use crate::state::State;
use crate::words::Side;

const RECORD: RuleId = RuleId("BF-2.1.2-1");
const MUTUAL: RuleId = RuleId("BF-2.1.2-2");
const DIE: RuleId = RuleId("BF-2.1.2-3");
const OTHER: RuleId = RuleId("BF-2.1.2-4");

/// The most turns that a battle is agreed or told to last.
pub const MOST_TURNS: u8 = 99;

/// The turn that is played, as far as it is noted.
pub fn present_turn(state: &State) -> u8 {
    state.facts.battle.turn.max(1)
}

/// The length that both sides want.
pub fn agreed_length(state: &State) -> Option<Length> {
    match state.facts.battle.lengths[..] {
        [one, other] if one.length == other.length => Some(one.length),
        _ => None,
    }
}

/// The first turn at whose start a die is rolled, and the one at whose start every die ends the battle. None where a
/// number of turns is agreed. [BF-T9]
pub fn rolls(state: &State) -> Option<(u8, u8)> {
    let chart = state.campaign().charts.turns;
    let rows = chart.last_turn - chart.first_roll_turn;
    match agreed_length(state) {
        Some(Length { turns: Some(_), .. }) => None,
        Some(Length { first_roll: Some(first), .. }) => Some((first, first.saturating_add(rows))),
        _ => Some((chart.first_roll_turn, chart.last_turn)),
    }
}

/// The highest die that ends the battle at the start of a turn: t − 10 by the printed chart. [BF-T9]
pub fn ends_on(state: &State, turn: u8) -> i32 {
    highest(rolls(state), turn)
}

/// The same for a first turn with a roll and a last one.
pub fn highest(rolls: Option<(u8, u8)>, turn: u8) -> i32 {
    match rolls {
        Some((_, last)) if turn >= last => 10,
        Some((first, _)) if turn >= first => i32::from(turn - first + 1).min(10),
        _ => 0,
    }
}

/// The highest turn that can have been the last as the record stands: what needs a die is played only after it.
pub fn most_turns(state: &State) -> u8 {
    match agreed_length(state) {
        Some(Length { turns: Some(turns), .. }) => turns,
        _ => rolls(state).map_or(MOST_TURNS, |(first, _)| present_turn(state).max(first - 1)),
    }
}

/// [BF-2.1.2-4] Before the battle both sides may agree on a number of turns, or on another turn from which the chart is
/// rolled. Each names what it wants, for everyone to see; it holds when both want the same.
pub(crate) fn agree_length(cx: &mut Cx<'_>, turns: Option<i32>, first_roll: Option<i32>) -> Adjudged {
    let side = acting_side(cx, OTHER)?;
    let (step, first) = (cx.state().step(), Step::Posture);
    if !(first..=Step::AttackerSetsUp).contains(&step) {
        return cx.refuse(OTHER, "step", || "The length of a battle is agreed in S1 to S4.".into());
    }
    if cx.acting().by != cx.acting().seat {
        return cx.refuse(OTHER, "consent", || "A side agrees itself; nobody agrees for a side.".into());
    }
    if turns.is_some() && first_roll.is_some() {
        return cx.refuse(OTHER, "data", || "Name a number of turns or a first roll, not both.".into());
    }
    let wanted = match (turns, first_roll) {
        (None, None) => None,
        (turns, first_roll) => {
            let turn = |n: i32| u8::try_from(n).ok().filter(|n| (1..=MOST_TURNS).contains(n));
            let length = Length { turns: turns.and_then(turn), first_roll: first_roll.and_then(turn) };
            Some(length).filter(|length| *length != Length::default()).map_or_else(
                || cx.refuse(OTHER, "range", || format!("Turns are numbered 1 to {MOST_TURNS}.")),
                |length| Ok(Some(length)),
            )?
        }
    };
    let own = cx.state().side(side).id;
    let now = cx.state().facts.battle.lengths.iter().find(|wish| wish.id == own).map(|wish| wish.length);
    if now == wanted {
        return cx.refuse(OTHER, "dup", || match wanted {
            Some(_) => "That is what you want already.".into(),
            None => "You want no length of your own, and name none.".into(),
        });
    }
    cx.record(Event::LengthWanted { side, length: wanted })?;
    match agreed_length(cx.state()) {
        Some(length) => cx.record(Event::LengthAgreed { length }),
        None => Ok(()),
    }
}

/// Either side or the umpire keeps the turn record while the battle goes on.
fn on_record(cx: &Cx<'_>, rule: RuleId) -> Adjudged {
    if !matches!(cx.seat(), Seat::Side(0 | 1) | Seat::Umpire) {
        return cx.refuse(rule, "actor", || "The sides and the umpire keep the turn record.".into());
    }
    at_step(cx, rule, &[Step::Battle])?;
    goes_on(cx, rule)
}

/// The battle has not ended, neither on the record nor by what both sides have told of it.
fn goes_on(cx: &Cx<'_>, rule: RuleId) -> Adjudged {
    if is_open(cx.state()) {
        return cx.refuse(rule, "step", || {
            "Both sides have told how the battle ended; where they differ it waits for a word on the figures.".into()
        });
    }
    if cx.state().facts.battle.ended.is_some() {
        return cx.refuse(rule, "step", || {
            format!("The battle ended after turn {}.", cx.state().facts.battle.last)
        });
    }
    Ok(())
}

/// [BF-2.1.2-1] The record goes on to a turn at whose start no die is rolled.
pub(crate) fn next_turn(cx: &mut Cx<'_>, turn: i32) -> Adjudged {
    on_record(cx, RECORD)?;
    let (state, now) = (cx.state(), present_turn(cx.state()));
    let most = match rolls(state) {
        Some((first, _)) => first - 1,
        None => most_turns(state),
    };
    let next = u8::try_from(turn).ok().filter(|turn| (now + 1..=most).contains(turn));
    let Some(turn) = next else {
        return cx.refuse(RECORD, "range", || match rolls(state) {
            Some((first, _)) if now + 1 >= first => {
                format!("Turn {now} is on record; at the start of the next a die is rolled.")
            }
            None if now >= most => {
                format!("The battle lasts {}, as agreed.", counted_of(most, "turn", "turns"))
            }
            _ => format!("Turn {now} is on record; {} to {most} can be next.", now + 1),
        });
    };
    cx.record(Event::TurnBegan { turn })
}

/// [BF-2.1.2-3] From turn 11 a d10 at the start of turn t ends the battle at once on t − 10 or less; else turn t is
/// played. It is rolled each turn: nobody waives it. [BF-R36]
pub(crate) fn turn_end_roll(cx: &mut Cx<'_>, turn: i32) -> Adjudged {
    on_record(cx, DIE)?;
    let (state, now) = (cx.state(), present_turn(cx.state()));
    let Some((first, _)) = rolls(state) else {
        return cx.refuse(DIE, "not-eligible", || "A number of turns is agreed; no die is rolled.".into());
    };
    let next = first.max(now + 1);
    if turn != i32::from(next) {
        return cx.refuse(DIE, "range", || format!("The next roll is at the start of turn {next}."));
    }
    let ends = ends_on(state, next);
    let ask = Ask::new(DIE, "Whether the battle ends at the start of the turn").seen_by(Audience::Public);
    let ask = ask.nth(next.into());
    let die = cx.roll(ask, Die::D(10))?;
    if die <= ends {
        cx.record(Event::BattleEnded { turn: next - 1, why: Ending::Die })
    } else {
        cx.record(Event::TurnBegan { turn: next })
    }
}

/// [BF-2.1.2-2] The battle ends before the next turn when both sides want it; one alone only shows that it does.
pub(crate) fn agree_end(cx: &mut Cx<'_>) -> Adjudged {
    let side = acting_side(cx, MUTUAL)?;
    at_step(cx, MUTUAL, &[Step::Battle])?;
    goes_on(cx, MUTUAL)?;
    if cx.acting().by != cx.acting().seat {
        return cx.refuse(MUTUAL, "consent", || "A side agrees itself; nobody agrees for a side.".into());
    }
    let own = cx.state().side(side).id;
    if cx.state().facts.battle.ends.contains(&own) {
        return cx.refuse(MUTUAL, "dup", || "You want it already; the other side does not yet.".into());
    }
    let both = !cx.state().facts.battle.ends.is_empty();
    cx.record(Event::EndWanted { side })?;
    if both {
        let turn = present_turn(cx.state());
        return cx.record(Event::BattleEnded { turn, why: Ending::Agreed });
    }
    Ok(())
}

/// Whether a side wants the battle to end before the next turn.
pub fn wants_the_end(state: &State, side: Side) -> bool {
    state.facts.battle.ends.contains(&state.side(side).id)
}

/// The highest turn that can be told to have been the last: dice may have been thrown at the table and not been noted.
fn most_told(state: &State) -> u8 {
    rolls(state).map_or_else(|| most_turns(state), |(_, last)| last.saturating_sub(1))
}

/// The last turn that a report tells, where the record does not say it itself.
///
/// # Errors
/// Why it cannot have been the last.
pub(crate) fn told_turn(state: &State, turns: Option<i32>) -> Result<Option<u8>, Barred> {
    let (battle, now) = (&state.facts.battle, present_turn(state));
    let barred = |sentence: String| Err(Barred { rule: RECORD, code: "range", sentence });
    // What the record shows needs no telling: a form begins with it.
    let Some(told) = turns.filter(|told| battle.ended.is_some() || *told != i32::from(now)) else {
        return Ok(None);
    };
    match battle.ended {
        Some(Ending::Die | Ending::Agreed) if told == i32::from(battle.last) => return Ok(None),
        Some(Ending::Die | Ending::Agreed) => {
            return barred(format!("By the record the battle ended after turn {}.", battle.last));
        }
        Some(Ending::Told) | None => {}
    }
    let rolled = rolls(state).is_some_and(|(first, _)| now >= first);
    let (least, most) = (if rolled { now } else { 1 }, most_told(state));
    match u8::try_from(told).ok().filter(|told| (least..=most).contains(told)) {
        Some(told) => Ok(Some(told)),
        None => barred(format!("By the record the last turn was one of {least} to {most}.")),
    }
}
