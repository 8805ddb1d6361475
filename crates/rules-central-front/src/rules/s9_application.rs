//! CF-CRT-8: how a result is applied: steps, F, retreats with the defender first, advance. It runs by itself until a
//! side has a choice.

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Adjudged, Audience, Checked, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::s5_action_points::Strain;
use super::{
    Cx, by, of_both, of_unit, own_side, s5_action_points, s7_march, s8_support, s9_results, s10_advance,
    s10_retreat,
};
use crate::setup::Scenario;
use crate::state::{Battle, Fate, Going, State, Step, Unit};
use crate::words::{Attack, Kind, Place, Side, UnitId};

/// Lets a fight run on until somebody has to choose, or it is over.
///
/// # Errors
/// When an answer is missing.
pub fn go_on(cx: &mut Cx<'_>) -> Adjudged {
    while let Some(battle) = cx.state().facts.battle.clone() {
        let goes_on = match (battle.excess, battle.step) {
            (Some(hex), _) => excess(cx, hex)?,
            (None, Step::Cover) => {
                if s8_support::cover_is_owed(cx.state(), &battle) {
                    false
                } else {
                    s9_results::roll(cx)?;
                    true
                }
            }
            (None, Step::Losses) => losses(cx, &battle)?,
            (None, Step::DefenderRetreats | Step::AttackerRetreats) => retreats(cx, &battle)?,
            (None, Step::Advance) => {
                if s10_advance::candidates(cx.state(), &battle).is_empty() {
                    cx.record(BattleEnded {})?;
                    true
                } else {
                    false
                }
            }
        };
        if !goes_on {
            return Ok(());
        }
    }
    Ok(())
}

fn alive<'s>(state: &'s State, units: &'s [UnitId]) -> impl Iterator<Item = Unit<'s>> {
    units.iter().filter_map(|id| state.unit(*id)).filter(|unit| unit.piece.fate == Fate::OnMap)
}

/// [CF-SUP-12] [CF-SUP-13] Who may lose the next step of a side: maneuver units and garrisons, then the others.
pub fn losers(state: &State, battle: &Battle, side: Side) -> Vec<UnitId> {
    let units: Vec<Unit<'_>> = alive(state, &battle.burden(side).units).collect();
    let first = |unit: &Unit<'_>| !unit.card.kind.is_support();
    let any_first = units.iter().any(first);
    units.iter().filter(|unit| first(unit) == any_first).map(Unit::id).collect()
}

/// The steps that these have left together.
fn steps_of(state: &State, units: &[UnitId]) -> u32 {
    alive(state, units).map(|unit| u32::from(unit.steps())).sum()
}

/// Takes the steps that leave no choice, then F; `false` where the owner has to choose. [CF-AP-10]
fn losses(cx: &mut Cx<'_>, battle: &Battle) -> Adjudged<bool> {
    for side in [battle.side, battle.side.enemy()] {
        if battle.burden(side).steps > 0 {
            let losers = losers(cx.state(), battle, side);
            return match losers[..] {
                [] => cx.record(StepsWaived { side }).map(|()| true),
                [unit] => lose(cx, unit).map(|()| true),
                // Where all that they have is lost, it does not matter who is named first.
                [unit, ..] if steps_of(cx.state(), &losers) <= u32::from(battle.burden(side).steps) => {
                    lose(cx, unit).map(|()| true)
                }
                _ => Ok(false),
            };
        }
    }
    // [CF-AP-10] [CF-AP-3] F for everybody who takes results.
    for side in [battle.side, battle.side.enemy()] {
        let burden = battle.burden(side);
        if burden.friction {
            let tired: Vec<UnitId> = alive(cx.state(), &burden.units).map(|unit| unit.id()).collect();
            for unit in tired {
                strain(cx, unit, Strain::Friction)?;
            }
        }
    }
    cx.record(LossesDone {})?;
    let side = battle.side.enemy();
    next_retreats(cx, side)?;
    Ok(true)
}

/// A unit takes an action point: F, a soft retreat and a zone are hits of one and the same kind. [CF-GEN-4] [CF-AP-3]
pub(super) fn strain(cx: &mut Cx<'_>, unit: UnitId, strain: Strain) -> Adjudged {
    let ap = cx.state().unit(unit).map_or(0, |unit| unit.piece.ap);
    cx.record(s5_action_points::Strained { unit, strain, ap: s5_action_points::after(ap, 1) })
}

/// A unit loses a step.
pub(super) fn lose(cx: &mut Cx<'_>, unit: UnitId) -> Adjudged {
    match cx.state().unit(unit).map_or(0, |unit| unit.steps()) {
        0 | 1 => cx.record(Eliminated { unit, loss: Loss::Steps }),
        steps => cx.record(StepLost { unit, left: steps - 1 }),
    }
}

/// [CF-SUP-13] The owner takes one step from a unit of his choice.
pub fn lose_step(cx: &mut Cx<'_>, unit: UnitId) -> Adjudged {
    let side = own_side(cx)?;
    let battle = s9_results::owed_by(cx, side, &[Step::Losses])?;
    cx.check(|why| {
        why.unless(losers(cx.state(), &battle, side).contains(&unit), "CF-SUP-13", "unit", || {
            of_unit(cx.state(), unit, "The step is taken from another unit: maneuver units first.")
        })
    })?;
    lose(cx, unit)?;
    go_on(cx)
}

/// Opens the retreats of a side, or what follows when it has none. [CF-CRT-8]
fn next_retreats(cx: &mut Cx<'_>, side: Side) -> Adjudged {
    let Some(battle) = cx.state().facts.battle.clone() else { return Ok(()) };
    let units = s10_retreat::subject(cx.state(), &battle, side);
    if !units.is_empty() {
        return cx.record(s10_retreat::RetreatsOwed { side, units });
    }
    if side != battle.side { next_retreats(cx, battle.side) } else { finish(cx, &battle) }
}

/// Retreats that leave no choice; `false` where the owner has to choose.
fn retreats(cx: &mut Cx<'_>, battle: &Battle) -> Adjudged<bool> {
    let side = if battle.step == Step::DefenderRetreats { battle.side.enemy() } else { battle.side };
    let owed = &battle.burden(side).owed;
    if owed.is_empty() {
        if side == battle.side {
            finish(cx, battle)?
        } else {
            next_retreats(cx, battle.side)?
        }
        return Ok(true);
    }
    let garrison = |id: &&UnitId| cx.state().unit(**id).is_some_and(|unit| unit.card.kind == Kind::Garrison);
    if let Some(unit) = owed.iter().find(garrison).copied() {
        cx.record(Eliminated { unit, loss: Loss::Garrison })?;
        return Ok(true);
    }
    if let [unit] = owed[..]
        && let s10_retreat::Way::Lost(loss) = s10_retreat::way(cx.state(), unit, battle.burden(side).retreat)
    {
        cx.record(Eliminated { unit, loss })?;
        return Ok(true);
    }
    Ok(false)
}

/// Units of a hex that holds too many, one of which has to go: those that bring it within its limit alone, else all.
/// [CF-RET-9]
pub fn removable(state: &State, hex: Place) -> Vec<UnitId> {
    let Some(side) = state.in_hex(hex).next().map(|unit| unit.card.side) else { return Vec::new() };
    let counted: Vec<Unit<'_>> =
        state.of_side_in(side, hex).filter(|unit| unit.card.kind != Kind::Garrison).collect();
    let helps = |gone: &&Unit<'_>| {
        let rest = counted.iter().filter(|unit| unit.id() != gone.id());
        super::s3_stacking::broken(side, rest.map(|unit| (unit.card, unit.steps()))).is_none()
    };
    let helping: Vec<UnitId> = counted.iter().filter(helps).map(Unit::id).collect();
    if helping.is_empty() { counted.iter().map(Unit::id).collect() } else { helping }
}

/// Brings a hex within its limit where that leaves no choice; `false` where the owner has to choose.
fn excess(cx: &mut Cx<'_>, hex: Place) -> Adjudged<bool> {
    let side = cx.state().in_hex(hex).next().map(|unit| unit.card.side);
    if !side.is_some_and(|side| super::s3_stacking::is_over(cx.state(), side, hex)) {
        return cx.record(s10_retreat::ExcessDone {}).map(|()| true);
    }
    match removable(cx.state(), hex)[..] {
        [unit] => give_up(cx, unit).map(|()| true),
        _ => Ok(false),
    }
}

/// [CF-RET-9] The owner gives up a unit of a hex that holds too many.
pub fn remove(cx: &mut Cx<'_>, unit: UnitId) -> Adjudged {
    let side = own_side(cx)?;
    let steps = [Step::DefenderRetreats, Step::AttackerRetreats];
    let battle = s9_results::owed_by(cx, side, &steps)?;
    cx.check(|why| can_remove(cx.state(), &battle, unit, why))?;
    give_up(cx, unit)?;
    go_on(cx)
}

/// [CF-RET-9] Whether a unit can be given up for the hex in which too many stand.
fn can_remove(state: &State, battle: &Battle, unit: UnitId, why: &mut Reasons) -> Checked {
    let there = |hex: &Place| state.in_hex(*hex).any(|other| other.id() == unit);
    let hex = why.need(battle.excess.filter(there), "CF-RET-9", "excess", || {
        of_unit(state, unit, "It stands in no hex that holds too many units.")
    })?;
    why.unless(removable(state, hex).contains(&unit), "CF-RET-9", "other", || {
        of_both(state, unit, hex, "Without it the hex still holds too many; another unit goes.")
    })
}

/// [CF-RET-9] A unit of a hex that holds too many is given up.
pub(super) fn give_up(cx: &mut Cx<'_>, unit: UnitId) -> Adjudged {
    cx.record(Eliminated { unit, loss: Loss::Stacking })
}

/// What follows the retreats: entry of a March attack, or the advance.
fn finish(cx: &mut Cx<'_>, battle: &Battle) -> Adjudged {
    if battle.attack == Attack::March {
        s7_march::finish(cx, battle)?;
    } else if !s10_advance::candidates(cx.state(), battle).is_empty() {
        return cx.record(s10_advance::AdvanceOpened {});
    }
    cx.record(BattleEnded {})
}

kernel::words! {
    /// Why a unit was eliminated.
    pub enum Loss {
        /// Its last step. [CF-STEP-5]
        Steps = "steps",
        /// No hex to retreat to. [CF-RET-8]
        NoWay = "no-way",
        /// Too many zones on its way. [CF-RET-5]
        Zones = "zones",
        /// Too many units in a hex. [CF-RET-9]
        Stacking = "stacking",
        /// A garrison that had to retreat. [CF-RET-10]
        Garrison = "garrison",
    }
}

/// A unit lost a step and stays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepLost {
    /// Who.
    pub unit: UnitId,
    /// Steps left.
    pub left: u8,
}

impl SectionEvent<State, Scenario> for StepLost {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        state.piece_mut(self.unit).lost += 1;
        costs(state, self.unit, false);
        bear(state, self.unit);
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        Text::new(format!("{} ", setup.name(self.unit)))
            .strong("lost a step")
            .say(format!("; {} left.", self.left))
    }
}

/// A unit is gone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Eliminated {
    /// Who.
    pub unit: UnitId,
    /// Why.
    pub loss: Loss,
}

impl SectionEvent<State, Scenario> for Eliminated {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let Some((side, steps)) = state.unit(self.unit).map(|unit| (unit.card.side, unit.card.steps)) else {
            return;
        };
        let piece = state.piece_mut(self.unit);
        (piece.at, piece.fate, piece.lost, piece.going) = (None, Fate::Lost, steps, Going::Not);
        costs(state, self.unit, true);
        if self.loss == Loss::Steps {
            bear(state, self.unit);
        }
        if let Some(battle) = &mut state.facts.battle {
            battle.burden_mut(side).owed.retain(|owed| *owed != self.unit);
        }
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        let (why, rule) = match self.loss {
            Loss::Steps => ("with its last step", "CF-SUP-13"),
            Loss::NoWay => ("with nowhere to retreat", "CF-RET-8"),
            Loss::Zones => ("retreating through enemy zones", "CF-RET-5"),
            Loss::Stacking => ("for want of room", "CF-RET-9"),
            Loss::Garrison => ("having to retreat", "CF-RET-10"),
        };
        Text::new(format!("{} ", setup.name(self.unit)))
            .strong("was eliminated")
            .say(format!(" {why}."))
            .rule(RuleId(rule))
    }
}

/// Steps were left over that nobody has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepsWaived {
    /// Whose.
    pub side: Side,
}

impl SectionEvent<State, Scenario> for StepsWaived {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        if let Some(battle) = &mut state.facts.battle {
            battle.burden_mut(self.side).steps = 0;
        }
    }
    fn narrate(&self, _: &Scenario) -> Text {
        by(self.side).say(" had no more steps to lose.")
    }
}

/// The steps and action points of a fight are done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LossesDone {}

impl SectionEvent<State, Scenario> for LossesDone {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        if let Some(battle) = &mut state.facts.battle {
            (battle.attacker.friction, battle.defender.friction) = (false, false);
        }
    }
    fn narrate(&self, _: &Scenario) -> Text {
        Text::new("No more losses are owed.")
    }
}

/// The fight is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleEnded {}

impl SectionEvent<State, Scenario> for BattleEnded {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        state.facts.battle = None;
    }
    fn narrate(&self, _: &Scenario) -> Text {
        Text::new("The fight was over.")
    }
}

/// What the present fight has cost is remembered with how its dice fell.
fn costs(state: &mut State, unit: UnitId, is_gone: bool) {
    let Some(target) = state.facts.battle.as_ref().map(|battle| battle.target) else { return };
    if let Some(fought) = state.facts.fought.last_mut().filter(|fought| fought.target == target) {
        fought.costs(unit, is_gone);
    }
}

/// One step less to lose for the side of a unit in the present fight.
fn bear(state: &mut State, unit: UnitId) {
    let side = state.unit(unit).map(|unit| unit.card.side);
    if let (Some(battle), Some(side)) = (&mut state.facts.battle, side) {
        let burden = battle.burden_mut(side);
        burden.steps = burden.steps.saturating_sub(1);
    }
}
