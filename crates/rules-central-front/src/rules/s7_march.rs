//! CF-ATK: March attacks, in the middle of movement. (A5)

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Adjudged, Audience, Checked, Reasons};
use serde::{Deserialize, Serialize};

use super::s7_attacks::{self, Asked};
use super::{
    Cx, distinct, listed, of_hex, of_unit, on_board, own_phase, own_unit, points, s5_action_points,
    s6_movement, s8_support, s9_results, s11_chemical, s11_smoke, take,
};
use crate::ground::Ground;
use crate::phase::Stage;
use crate::setup::Scenario;
use crate::state::{Battle, Fate, Going, State, Unit};
use crate::words::{Attack, Kind, Place, Side, UnitId};

/// [CF-ATK-1] [CF-ATK-12] Attacks with the moving stack or a part of it; a part left out stays behind.
pub fn march(cx: &mut Cx<'_>, units: &[UnitId], asked: Asked<'_>, smoke: Option<UnitId>) -> Adjudged {
    let side = own_phase(cx, Stage::Move)?;
    let battle = cx.check(|why| can_march(cx.state(), side, units, asked, smoke, why))?;
    s6_movement::leave_behind(cx, units)?;
    for unit in units {
        let mp = cx.state().unit(*unit).map_or(0, |unit| unit.piece.mp);
        cx.record(Paid { unit: *unit, left: mp.saturating_sub(Attack::March.cost()) })?;
    }
    s7_attacks::begin(cx, battle)
}

/// Whether these units can attack by March with this support; gives the fight.
pub fn can_march(
    state: &State,
    side: Side,
    units: &[UnitId],
    asked: Asked<'_>,
    smoke: Option<UnitId>,
    why: &mut Reasons,
) -> Checked<Battle> {
    distinct(state, units, why)?;
    let target = asked.target;
    on_board(state, &[target], why)?;
    // The moving stack stands in one hex. [CF-MOV-11]
    let mut from = None;
    for id in units {
        let unit = own_unit(state, side, *id, why)?;
        can_join(state, unit, why)?;
        from = unit.piece.at;
    }
    why.unless(
        from.is_some_and(|from| s7_attacks::adjoins(state, from, target)),
        "CF-ATK-1",
        "adjacent",
        || of_hex(target, "It is not adjacent to the stack, or nothing gets through between."),
    )?;
    why.unless(state.of_side_in(side.enemy(), target).next().is_some(), "CF-ATK-7", "target", || {
        of_hex(target, "No enemy stands there.")
    })?;
    why.unless(
        s7_attacks::strength(state, units, target, Attack::March) > 0,
        "CF-ATK-9",
        "strength",
        || of_hex(target, "The attack has no strength."),
    )?;
    let mut battle = s7_attacks::fight(side, Attack::March, false, units.to_vec(), asked);
    battle.from = from.into_iter().collect();
    s8_support::can_support(state, &battle, why)?;
    s9_results::within_table(state, &battle, why)?;
    if let Some(smoke) = smoke {
        battle.smoke = Some(smoke);
        s11_smoke::can_smoke(state, &battle, smoke, why)?;
    }
    s11_chemical::can_use(state, &battle, why)?;
    Ok(battle)
}

/// [CF-ATK-15] Whether the activation of a unit goes on: who retreated from his own March attack neither moves nor attacks
/// nor designates any more in this phase.
pub(super) fn goes_on(unit: Unit<'_>, why: &mut Reasons) -> Checked {
    why.unless(!unit.piece.halted, "CF-ATK-15", "halted", || {
        unit.says("It retreated from its March attack, so its activation is over.")
    })
}

/// Whether a unit of the moving stack can take part.
pub fn can_join(state: &State, unit: Unit<'_>, why: &mut Reasons) -> Checked {
    let id = unit.id();
    goes_on(unit, why)?;
    why.unless(unit.piece.going == Going::Moving, "CF-ATK-1", "inactive", || {
        of_unit(state, id, "It is not in the moving stack.")
    })?;
    s5_action_points::may_attack(unit, why)?;
    why.unless(state.designation_of(id).is_none(), "CF-MOV-4", "paid", || {
        of_unit(state, id, "It has paid for an attack in this phase.")
    })?;
    why.unless(unit.piece.mp >= Attack::March.cost(), "CF-MOV-3", "points", || {
        of_unit(state, id, "A March attack costs 2 movement points.")
    })
}

/// [CF-ATK-10] [CF-ATK-11] [CF-ATK-15] [CF-ZOC-6] After the fight: those who retreated are done; into a hex that was
/// cleared everybody goes who can pay; else its zone holds them.
pub(super) fn finish(cx: &mut Cx<'_>, battle: &Battle) -> Adjudged {
    for unit in battle.units.iter().filter(|unit| battle.retreated.contains(unit)) {
        if cx.state().unit(*unit).is_some_and(|unit| unit.piece.fate == Fate::OnMap) {
            cx.record(Halted { unit: *unit })?;
        }
    }
    let stays = |unit: &&UnitId| {
        let there = cx.state().unit(**unit).is_some_and(|unit| unit.piece.fate == Fate::OnMap);
        there && !battle.retreated.contains(unit)
    };
    let units: Vec<UnitId> = battle.units.iter().filter(stays).copied().collect();
    let by: Vec<UnitId> =
        cx.state().of_side_in(battle.side.enemy(), battle.target).map(|unit| unit.id()).collect();
    if units.is_empty() {
        return Ok(());
    }
    if !by.is_empty() {
        return cx.record(Held { units, by });
    }
    let entering: Vec<(UnitId, u8)> = units
        .iter()
        .filter_map(|unit| Some((*unit, after_entry(cx.state(), cx.state().unit(*unit)?, battle)?)))
        .collect();
    for (unit, left) in &entering {
        cx.record(Entered { unit: *unit, at: battle.target, left: *left })?;
        take(cx, *unit, &[battle.target])?;
    }
    let behind: Vec<UnitId> =
        units.into_iter().filter(|unit| !entering.iter().any(|(entered, _)| entered == unit)).collect();
    if behind.is_empty() || entering.is_empty() {
        Ok(())
    } else {
        cx.record(s6_movement::Dropped { units: behind })
    }
}

/// The movement points left after going into the hex, when a unit can pay for it.
fn after_entry(state: &State, unit: Unit<'_>, battle: &Battle) -> Option<u8> {
    let ground = Ground::of(state);
    let step = ground.board.step(unit.piece.at?, battle.target)?;
    let price = match unit.card.kind {
        Kind::Helicopter => u32::from(ground.board.helicopter_cost),
        _ => s6_movement::cost(ground.board, step)?,
    };
    u8::try_from(u32::from(unit.piece.mp).checked_sub(price)?).ok()
}

/// A unit paid for a March attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paid {
    /// Who.
    pub unit: UnitId,
    /// Movement points left.
    pub left: u8,
}

impl SectionEvent<State, Scenario> for Paid {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let piece = state.piece_mut(self.unit);
        (piece.mp, piece.acted) = (self.left, true);
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        Text::new(format!("{} paid for the attack; {} left.", setup.name(self.unit), points(self.left)))
    }
}

/// A March attack took its hex and the unit went in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entered {
    /// Who.
    pub unit: UnitId,
    /// Where.
    pub at: Place,
    /// Movement points left.
    pub left: u8,
}

impl SectionEvent<State, Scenario> for Entered {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let piece = state.piece_mut(self.unit);
        (piece.at, piece.mp, piece.moved) = (Some(self.at), self.left, true);
        piece.engaged.clear();
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        let (at, left) = (setup.board.called(self.at), points(self.left));
        Text::new(format!("{} went into {at}; {left} left.", setup.name(self.unit)))
    }
}

/// A March attack did not clear its hex: its zone holds the attackers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// Who attacked.
    pub units: Vec<UnitId>,
    /// Who stands in the hex.
    pub by: Vec<UnitId>,
}

impl SectionEvent<State, Scenario> for Held {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        for unit in &self.units {
            state.piece_mut(*unit).engaged.extend(&self.by);
        }
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        Text::new(format!("The hex was not cleared: {} stayed.", listed(setup, &self.units)))
    }
}

/// A unit's activation is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Halted {
    /// Who.
    pub unit: UnitId,
}

impl SectionEvent<State, Scenario> for Halted {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let piece = state.piece_mut(self.unit);
        (piece.going, piece.halted) = (Going::Not, true);
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        Text::new(format!("{} was done for the phase.", setup.name(self.unit)))
    }
}
