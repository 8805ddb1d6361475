//! CF-SPL: supply lines, and where reinforcements enter.

use std::collections::BTreeSet;
use std::num::NonZeroU32;

use hexmap::{Cell, Field, Step};
use kernel::grammar::{SectionEvent, holds, why_not};
use kernel::view::Text;
use kernel::{Adjudged, Audience, Checked, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::{Cx, of_unit, on_board, own_side, s3_stacking, s4_sequence};
use crate::ground::Ground;
use crate::phase::Phase;
use crate::setup::{Begins, Scenario};
use crate::state::{Fate, State, Unit};
use crate::words::{Place, Side, UnitId};

/// [CF-SPL-1] The units of a side without a line of hexes to a source: no enemy in it, and no enemy zone unless a
/// friend stands there.
pub fn unsupplied(state: &State, side: Side) -> Vec<UnitId> {
    let board = &state.scenario.board;
    let field = field(&Ground::of(state), state, side);
    let own = state.on_map().filter(|unit| unit.card.side == side);
    let cut = own.filter(|unit| {
        unit.piece.at.and_then(|at| board.cell(at)).is_none_or(|cell| field.cost(cell).is_none())
    });
    cut.map(|unit| unit.id()).collect()
}

/// How far each hex is from a source, along hexes that let supply through.
fn field(ground: &Ground<'_>, state: &State, side: Side) -> Field {
    let board = &state.scenario.board;
    let mut field = Field::new(board.map.grid());
    let sources = state.scenario.sources[side].iter().filter_map(|place| board.cell(*place));
    let sources = sources.filter(|cell| ground.lets_supply(side, *cell));
    field.compute(sources, |step| carries(ground, side, step));
    field
}

fn carries(ground: &Ground<'_>, side: Side, step: Step) -> Option<NonZeroU32> {
    (ground.lets_supply(side, step.to) && ground.is_passable(step)).then_some(NonZeroU32::MIN)
}

/// [CF-SPL-1] The supply lines of a side as they would be traced now: each begins at a stack, or ends where it meets a
/// line that is there already. With them the hexes whose units have none.
pub fn lines(state: &State, side: Side) -> (Vec<Vec<Cell>>, Vec<Cell>) {
    let ground = Ground::of(state);
    let field = field(&ground, state, side);
    let mut lines: Vec<Vec<Cell>> = Vec::new();
    let (mut on_line, mut cut) = (BTreeSet::new(), Vec::new());
    for &cell in state.scenario.board.grid().cells().iter().filter(|cell| ground.stands(side, **cell)) {
        let Some(route) = field.route(cell, |step| carries(&ground, side, step)) else {
            cut.push(cell);
            continue;
        };
        let way = std::iter::once(cell).chain(route.iter().map(|leg| leg.step.from));
        let mut line = Vec::new();
        for hex in way {
            line.push(hex);
            if !on_line.insert(hex) {
                break;
            }
        }
        lines.extend((line.len() > 1).then_some(line));
    }
    (lines, cut)
}

/// [CF-SPL-4] Where a reinforcement can enter: at its own hex or any listed one that is free; if its own is not, at
/// the nearest listed hexes that are.
pub fn entries(state: &State, unit: Unit<'_>) -> Vec<Place> {
    let side = unit.card.side;
    let ground = Ground::of(state);
    let is_free = |place: Place| {
        let cell = state.scenario.board.cell(place);
        let clear = cell.is_some_and(|cell| !ground.hostile(side, cell));
        clear && holds(|why| s3_stacking::fits(state, side, place, &[unit.id()], why))
    };
    let listed = state.scenario.entries[side].iter().copied();
    match unit.card.begins {
        Begins::Enters { at: Some(own), .. } if is_free(own) => vec![own],
        Begins::Enters { at: Some(own), .. } => {
            let free: Vec<Place> = listed.filter(|place| is_free(*place)).collect();
            let far = |place: &Place| state.scenario.board.distance(*place, own);
            let nearest = free.iter().map(far).min();
            free.into_iter().filter(|place| Some(far(place)) == nearest).collect()
        }
        _ => listed.filter(|place| is_free(*place)).collect(),
    }
}

/// [CF-SPL-4] Brings a reinforcement in, without an action point.
pub fn place(cx: &mut Cx<'_>, unit: UnitId, at: Place) -> Adjudged {
    let side = own_side(cx)?;
    cx.check(|why| is_due(cx.state(), side, unit, why))?;
    cx.check(|why| on_board(cx.state(), &[at], why))?;
    if let Some(due) = cx.state().unit(unit) {
        let free = entries(cx.state(), due);
        let code = if free.is_empty() { "full" } else { "entry" };
        if !free.contains(&at) {
            return cx.refuse(RuleId("CF-SPL-4"), code, || no_entry(cx.state(), due, at, &free));
        }
    }
    cx.record(Arrived { unit, at })?;
    super::take(cx, unit, &[at])
}

/// Whether it is the time of a reinforcement of a side.
fn is_due(state: &State, side: Side, unit: UnitId, why: &mut Reasons) -> Checked {
    why.unless(state.facts.phase == Phase::Reinforcement, "CF-SEQ-8", "phase", || {
        "Units enter in the Reinforcement phase.".into()
    })?;
    let due = why
        .need(state.unit(unit), "CF-UNIT-1", "unknown", || of_unit(state, unit, "There is no such unit."))?;
    why.unless(due.card.side == side, "CF-SEQ-8", "actor", || {
        of_unit(state, unit, "The unit is not yours.")
    })?;
    let waits = due.piece.fate == Fate::Due && matches!(due.card.begins, Begins::Enters { .. });
    why.unless(waits, "CF-SPL-4", "due", || of_unit(state, unit, "It does not wait to enter."))?;
    why.unless(s4_sequence::is_due(state, due), "CF-SPL-4", "turn", || {
        of_unit(state, unit, "Its turn to enter is a later one.")
    })
}

/// Why a reinforcement cannot enter at a hex: what stands in it or, where no hex is left, in every one of them.
fn no_entry(state: &State, unit: Unit<'_>, at: Place, free: &[Place]) -> String {
    let scenario = &state.scenario;
    let name = scenario.name(unit.id());
    let own = match unit.card.begins {
        Begins::Enters { at, .. } => at,
        Begins::At(_) => None,
    };
    let mut listed: Vec<Place> = scenario.entries[unit.card.side].clone();
    listed.extend(own.filter(|own| !listed.contains(own)));
    let told = |places: &[Place]| {
        let each = places.iter().filter_map(|place| taken(state, unit, *place));
        each.collect::<Vec<_>>().join(" ")
    };
    if free.is_empty() {
        return format!("{name} finds no hex to enter and waits a turn. {}", told(&listed));
    }
    let free_words = free.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    if !listed.contains(&at) {
        return format!(
            "{name}: units of {} do not enter at {at}; free for it: {free_words}.",
            unit.card.side
        );
    }
    match (taken(state, unit, at), own) {
        (Some(why), _) => format!("{name} cannot enter at {at}; free for it: {free_words}. {why}"),
        (None, Some(own)) if free == [own] => {
            format!("{name} enters at {own}, its own hex, while it is free.")
        }
        (None, _) => format!("{name} enters at the free hex nearest to its own: {free_words}."),
    }
}

/// What keeps a reinforcement out of a hex, as a sentence with its rule; nothing of a hex that is free.
fn taken(state: &State, unit: Unit<'_>, at: Place) -> Option<String> {
    let enemy = state.of_side_in(unit.card.side.enemy(), at).next();
    if enemy.is_some() {
        return Some(format!("In {at} enemy units stand (CF-SPL-4)."));
    }
    let no = why_not(|why| s3_stacking::fits(state, unit.card.side, at, &[unit.id()], why))?;
    Some(format!("Hex {at} is full ({}): {}", no.rule, s3_stacking::limit(unit.card.side)))
}

/// [CF-SPL-2] Whether a unit is in supply.
pub fn in_supply(unit: Unit<'_>, words: &'static str, why: &mut Reasons) -> Checked {
    why.unless(!unit.piece.unsupplied, "CF-SPL-2", "supply", || unit.says(words))
}

/// A reinforcement entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrived {
    /// Who.
    pub unit: UnitId,
    /// Where.
    pub at: Place,
}

impl SectionEvent<State, Scenario> for Arrived {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let piece = state.piece_mut(self.unit);
        (piece.at, piece.fate) = (Some(self.at), Fate::OnMap);
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        Text::new(format!("{} entered at {}.", setup.name(self.unit), setup.board.called(self.at)))
    }
}
