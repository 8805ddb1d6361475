//! [BF-2.1.2] Scenario resolution: how long a battle lasts.

use kernel::grammar::{OnlyTold, SectionEvent, counted_of};
use kernel::view::Text;
use kernel::{Acting, Adjudged, Ask, Audience, Checked, Modifiers, Reasons, RuleId, Seat};
use serde::{Deserialize, Serialize};

use super::s2_1_2_report::is_open;
use super::{Cx, acts_itself, at_step, by};
use crate::facts::{Ending, Length, LengthWish};
use crate::phase::Step;
use crate::setup::Campaign;
use crate::setup::charts::TurnEnd;
use crate::state::State;
use crate::view::prose::counted;
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
    let (side, wanted) = cx.check(|why| may_agree_length(cx.state(), cx.acting(), turns, first_roll, why))?;
    cx.record(LengthWanted { side, length: wanted })?;
    match agreed_length(cx.state()) {
        Some(length) => cx.record(LengthAgreed { length }),
        None => Ok(()),
    }
}

/// Whether a side may want this length.
fn may_agree_length(
    state: &State,
    acting: Acting,
    turns: Option<i32>,
    first_roll: Option<i32>,
    why: &mut Reasons,
) -> Checked<(Side, Option<Length>)> {
    let side = why.side(acting.seat, OTHER)?;
    let (step, first) = (state.step(), Step::Posture);
    why.unless((first..=Step::AttackerSetsUp).contains(&step), OTHER, "step", || {
        "The length of a battle is agreed in S1 to S4.".into()
    })?;
    why.unless(acts_itself(acting), OTHER, "consent", || {
        "A side agrees itself; nobody agrees for a side.".into()
    })?;
    why.unless(turns.is_none() || first_roll.is_none(), OTHER, "data", || {
        "Name a number of turns or a first roll, not both.".into()
    })?;
    let wanted = match (turns, first_roll) {
        (None, None) => None,
        (turns, first_roll) => {
            let turn = |n: i32| u8::try_from(n).ok().filter(|n| (1..=MOST_TURNS).contains(n));
            let length = Length { turns: turns.and_then(turn), first_roll: first_roll.and_then(turn) };
            Some(length).filter(|length| *length != Length::default()).map_or_else(
                || why.refuse(OTHER, "range", || format!("Turns are numbered 1 to {MOST_TURNS}.")),
                |length| Ok(Some(length)),
            )?
        }
    };
    let own = state.side(side).id;
    let now = state.facts.battle.lengths.iter().find(|wish| wish.id == own).map(|wish| wish.length);
    why.unless(now != wanted, OTHER, "dup", || match wanted {
        Some(_) => "That is what you want already.".into(),
        None => "You want no length of your own, and name none.".into(),
    })?;
    Ok((side, wanted))
}

/// Either side or the umpire keeps the turn record while the battle goes on.
fn on_record(state: &State, acting: Acting, rule: RuleId, why: &mut Reasons) -> Checked {
    why.unless(matches!(acting.seat, Seat::Side(0 | 1) | Seat::Umpire), rule, "actor", || {
        "The sides and the umpire keep the turn record.".into()
    })?;
    at_step(state, rule, &[Step::Battle], why)?;
    goes_on(state, rule, why)
}

/// The battle has not ended, neither on the record nor by what both sides have told of it.
fn goes_on(state: &State, rule: RuleId, why: &mut Reasons) -> Checked {
    why.unless(!is_open(state), rule, "step", || {
        "Both sides have told how the battle ended; where they differ it waits for a word on the figures."
            .into()
    })?;
    why.unless(state.facts.battle.ended.is_none(), rule, "step", || {
        format!("The battle ended after turn {}.", state.facts.battle.last)
    })?;
    Ok(())
}

/// [BF-2.1.2-1] The record goes on to a turn at whose start no die is rolled.
pub(crate) fn next_turn(cx: &mut Cx<'_>, turn: i32) -> Adjudged {
    let turn = cx.check(|why| may_go_on(cx.state(), cx.acting(), turn, why))?;
    cx.record(TurnBegan { turn })
}

/// Whether this turn begins without a die.
fn may_go_on(state: &State, acting: Acting, turn: i32, why: &mut Reasons) -> Checked<u8> {
    on_record(state, acting, RECORD, why)?;
    let now = present_turn(state);
    let most = match rolls(state) {
        Some((first, _)) => first - 1,
        None => most_turns(state),
    };
    let next = u8::try_from(turn).ok().filter(|turn| (now + 1..=most).contains(turn));
    let turn = why.need(next, RECORD, "range", || match rolls(state) {
        Some((first, _)) if now + 1 >= first => {
            format!("Turn {now} is on record; at the start of the next a die is rolled.")
        }
        None if now >= most => {
            format!("The battle lasts {}, as agreed.", counted_of(most, "turn", "turns"))
        }
        _ => format!("Turn {now} is on record; {} to {most} can be next.", now + 1),
    })?;
    Ok(turn)
}

/// [BF-2.1.2-3] From turn 11 a d10 at the start of turn t ends the battle at once on t − 10 or less; else turn t is
/// played. It is rolled each turn: nobody waives it. [BF-R36]
pub(crate) fn turn_end_roll(cx: &mut Cx<'_>, turn: i32) -> Adjudged {
    let next = cx.check(|why| may_roll_for_the_end(cx.state(), cx.acting(), turn, why))?;
    let ends = ends_on(cx.state(), next);
    let ask = Ask::new(DIE, "Whether the battle ends at the start of the turn").seen_by(Audience::Public);
    let ask = ask.nth(next.into());
    let row = usize::try_from(ends).unwrap_or(0);
    match cx.draw(ask, |campaign| &campaign.charts.turn_ends[row], &Modifiers::none())? {
        TurnEnd::Ends => cx.record(BattleEnded { turn: next - 1, why: Ending::Die }),
        TurnEnd::GoesOn => cx.record(TurnBegan { turn: next }),
    }
}

/// Whether a die is rolled at the start of this turn.
fn may_roll_for_the_end(state: &State, acting: Acting, turn: i32, why: &mut Reasons) -> Checked<u8> {
    on_record(state, acting, DIE, why)?;
    let now = present_turn(state);
    let Some((first, _)) = rolls(state) else {
        return why.refuse(DIE, "not-eligible", || "A number of turns is agreed; no die is rolled.".into());
    };
    let next = first.max(now + 1);
    why.unless(turn == i32::from(next), DIE, "range", || {
        format!("The next roll is at the start of turn {next}.")
    })?;
    Ok(next)
}

/// [BF-2.1.2-2] The battle ends before the next turn when both sides want it; one alone only shows that it does.
pub(crate) fn agree_end(cx: &mut Cx<'_>) -> Adjudged {
    let side = cx.check(|why| may_agree_end(cx.state(), cx.acting(), why))?;
    let both = !cx.state().facts.battle.ends.is_empty();
    cx.record(EndWanted { side })?;
    if both {
        let turn = present_turn(cx.state());
        return cx.record(BattleEnded { turn, why: Ending::Agreed });
    }
    Ok(())
}

/// Whether a side may want the end now.
fn may_agree_end(state: &State, acting: Acting, why: &mut Reasons) -> Checked<Side> {
    let side = why.side(acting.seat, MUTUAL)?;
    at_step(state, MUTUAL, &[Step::Battle], why)?;
    goes_on(state, MUTUAL, why)?;
    why.unless(acts_itself(acting), MUTUAL, "consent", || {
        "A side agrees itself; nobody agrees for a side.".into()
    })?;
    let own = state.side(side).id;
    why.unless(!state.facts.battle.ends.contains(&own), MUTUAL, "dup", || {
        "You want it already; the other side does not yet.".into()
    })?;
    Ok(side)
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
pub(crate) fn told_turn(state: &State, turns: Option<i32>, why: &mut Reasons) -> Checked<Option<u8>> {
    let (battle, now) = (&state.facts.battle, present_turn(state));
    // What the record shows needs no telling: a form begins with it.
    let Some(told) = turns.filter(|told| battle.ended.is_some() || *told != i32::from(now)) else {
        return Ok(None);
    };
    match battle.ended {
        Some(Ending::Die | Ending::Agreed) if told == i32::from(battle.last) => return Ok(None),
        Some(Ending::Die | Ending::Agreed) => {
            return why.refuse(RECORD, "range", || {
                format!("By the record the battle ended after turn {}.", battle.last)
            });
        }
        Some(Ending::Told) | None => {}
    }
    let rolled = rolls(state).is_some_and(|(first, _)| now >= first);
    let (least, most) = (if rolled { now } else { 1 }, most_told(state));
    let told = u8::try_from(told).ok().filter(|told| (least..=most).contains(told));
    let told = why.need(told, RECORD, "range", || {
        format!("By the record the last turn was one of {least} to {most}.")
    })?;
    Ok(Some(told))
}

/// A side wants a length for the battle, or none any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LengthWanted {
    /// The side.
    pub side: Side,
    /// The length.
    pub length: Option<Length>,
}

impl SectionEvent<State, Campaign> for LengthWanted {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let Self { length, .. } = self;
        let id = state.facts.side(self.side).id;
        let lengths = &mut state.facts.battle.lengths;
        lengths.retain(|wish| wish.id != id);
        lengths.extend(length.map(|length| LengthWish { id, length }));
        lengths.sort_unstable_by_key(|wish| wish.id);
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let words = match self.length {
            Some(length) => format!(" wants the battle to last {}.", length_words(length)),
            None => " wants the battle to last as the printed chart has it.".into(),
        };
        by(self.side).say(words).rule(OTHER)
    }
}

/// Both sides want the same length.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LengthAgreed {
    /// The length.
    pub length: Length,
}

impl OnlyTold<Campaign> for LengthAgreed {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let Self { length } = self;
        Text::new(format!("Both sides agreed on the length of the battle: {}.", length_words(*length)))
            .rule(RuleId("BF-2.1.2-4"))
    }
}

/// A turn began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnBegan {
    /// The turn.
    pub turn: u8,
}

impl SectionEvent<State, Campaign> for TurnBegan {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let battle = &mut state.facts.battle;
        battle.turn = self.turn;
        battle.ends.clear();
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let Self { turn } = self;
        Text::new(format!("Turn {turn} began.")).rule(RuleId("BF-2.1.2-1"))
    }
}

/// A side wants the battle to end before the next turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndWanted {
    /// The side.
    pub side: Side,
}

impl SectionEvent<State, Campaign> for EndWanted {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let id = state.facts.side(self.side).id;
        let ends = &mut state.facts.battle.ends;
        ends.push(id);
        ends.sort_unstable();
    }
    fn narrate(&self, _: &Campaign) -> Text {
        by(self.side).say(" wants to end the battle before the next turn.").rule(RuleId("BF-2.1.2-2"))
    }
}

/// The battle ended, or was told anew to have ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BattleEnded {
    /// The last turn played.
    pub turn: u8,
    /// Why.
    pub why: Ending,
}

impl SectionEvent<State, Campaign> for BattleEnded {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let battle = &mut state.facts.battle;
        (battle.last, battle.ended) = (self.turn, Some(self.why));
        battle.ends.clear();
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let Self { turn, why } = self;
        let (how, rule) = match why {
            Ending::Die => ("by the die", "BF-2.1.2-3"),
            Ending::Agreed => ("as both sides agreed", "BF-2.1.2-2"),
            Ending::Told => ("as the result form tells", "BF-2.1.2-1"),
        };
        Text::new(format!("The battle ended after turn {turn}, {how}.")).rule(RuleId(rule))
    }
}

/// "12 turns", or "the chart from turn 9 on".
pub(crate) fn length_words(length: Length) -> String {
    match length {
        Length { turns: Some(turns), .. } => counted(turns.into(), "turn", "turns"),
        Length { first_roll: Some(first), .. } => format!("a die from turn {first} on"),
        Length { .. } => "the printed chart".into(),
    }
}
