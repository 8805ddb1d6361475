//! CF-VIC: control, exits, points.

use kernel::fraction::lowest_terms;
use kernel::grammar::{SectionEvent, is_default};
use kernel::view::Text;
use kernel::{Adjudged, Audience, Checked, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::{Cx, by, distinct, of_unit, own_phase, own_unit, s6_movement};
use crate::ground::Ground;
use crate::phase::{Phase, Stage};
use crate::setup::Scenario;
use crate::setup::victory::Share;
use crate::state::{Fate, Going, Held, Piece, State, Unit};
use crate::words::{Kind, Place, Side, Size, UnitId};

/// The points of both sides. [CF-VIC-2]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// Of the Warsaw Pact for hexes it controls.
    pub hexes: i32,
    /// … for steps that left over the west edge.
    pub exits: i32,
    /// … for NATO steps eliminated, rounded down.
    pub wp_kills: i32,
    /// Of NATO for Warsaw Pact steps eliminated, rounded down.
    pub nato_kills: i32,
    /// What one sum, rounded once, makes of the fractions that the roundings of both sides leave out: 0 or −1.
    pub fractions: i32,
}

impl Score {
    /// Points of the Warsaw Pact.
    pub fn wp(&self) -> i32 {
        self.hexes + self.exits + self.wp_kills
    }

    /// The margin of the Warsaw Pact.
    pub fn margin(&self) -> i32 {
        self.wp() - self.nato_kills + self.fractions
    }
}

/// The exact sum of shares of points: so many of so many.
fn sum(parts: impl Iterator<Item = (Share, u8)>) -> (u128, u128) {
    parts.fold((0, 1), |(over, under), (share, steps)| {
        let (more, of) = (u128::from(share.over) * u128::from(steps), u128::from(share.under));
        lowest_terms(over * of + more * under, under * of)
    })
}

fn rounded_down((over, under): (u128, u128)) -> i32 {
    i32::try_from(over / under).unwrap_or(i32::MAX)
}

/// [CF-VIC-2] The points as they stand: one exact sum, rounded down once, or each side's by itself where the scenario says
/// so. Garrisons count as companies.
pub fn score(state: &State) -> Score {
    let victory = &state.scenario.victory;
    let held = victory.objectives.iter().filter(|hex| state.controls(hex.at) == Some(Side::Wp));
    let exited = state.units().filter(|unit| unit.piece.fate == Fate::Exited);
    let steps: i32 = exited.map(|unit| i32::from(unit.steps())).sum();
    let lost = |side: Side| {
        let own = state.units().filter(move |unit| unit.card.side == side && unit.piece.lost > 0);
        own.map(|unit| (unit, unit.piece.lost))
    };
    let worth = |unit: Unit<'_>| match (unit.card.kind, unit.card.size) {
        (Kind::Garrison, _) | (_, Size::Company) => victory.wp_company_step,
        _ => victory.wp_step,
    };
    let wp_kills = sum(lost(Side::Nato).map(|(unit, steps)| (worth(unit), steps)));
    let nato_kills = sum(lost(Side::Wp).map(|(_, steps)| (victory.nato_step, steps)));
    // The margin rounded down falls a point short of that of the rounded sums when NATO has the larger fraction.
    let fraction = |(over, under): (u128, u128), other: u128| over % under * other;
    let larger = fraction(nato_kills, wp_kills.1) > fraction(wp_kills, nato_kills.1);
    let one_sum = !state.scenario.options.points_each_side;
    Score {
        hexes: held.map(|hex| hex.points).sum(),
        exits: steps * victory.exit,
        wp_kills: rounded_down(wp_kills),
        nato_kills: rounded_down(nato_kills),
        fractions: -i32::from(one_sum && larger),
    }
}

/// The level of victory that a margin reaches.
pub fn level(state: &State, margin: i32) -> &str {
    let levels = &state.scenario.victory.levels;
    let reached = levels.iter().find(|level| level.at_least <= margin).or(levels.last());
    reached.map_or("", |level| &level.result)
}

/// Ends play.
pub(super) fn end(cx: &mut Cx<'_>) -> Adjudged {
    let score = score(cx.state());
    let result = level(cx.state(), score.margin()).to_owned();
    cx.record(Ended { wp: score.wp(), nato: score.nato_kills, fractions: score.fractions, result })
}

/// [CF-VIC-4] Units of the Warsaw Pact leave over the west edge.
pub fn exit(cx: &mut Cx<'_>, units: &[UnitId]) -> Adjudged {
    let side = own_phase(cx, Stage::Move)?;
    cx.check(|why| distinct(cx.state(), units, why))?;
    for unit in units {
        cx.check(|why| can_exit(cx.state(), &Ground::of(cx.state()), side, *unit, why))?;
    }
    for unit in units {
        cx.record(Left { unit: *unit })?;
    }
    Ok(())
}

/// Whether a unit can leave: in a road hex of the west edge, with the movement points of a clear hex, not stopped.
pub fn can_exit(state: &State, ground: &Ground<'_>, side: Side, id: UnitId, why: &mut Reasons) -> Checked {
    let unit = own_unit(state, side, id, why)?;
    why.unless(side == Side::Wp, "CF-VIC-4", "side", || {
        "Units of the Warsaw Pact leave over the west edge.".into()
    })?;
    s6_movement::can_move(state, ground, unit, why)?;
    let at = why.need(unit.piece.at, "CF-VIC-4", "edge", || {
        of_unit(state, id, "It leaves from a road hex of the west edge.")
    })?;
    let cell = why.need(ground.board.cell(at), "CF-VIC-4", "edge", || {
        of_unit(state, id, "It leaves from a road hex of the west edge.")
    })?;
    why.unless(ground.board.column(at) == 1 && ground.board.has_road(cell), "CF-VIC-4", "edge", || {
        of_unit(state, id, "It leaves from a road hex of the west edge.")
    })?;
    let price = match unit.card.kind {
        Kind::Helicopter => ground.board.helicopter_cost,
        _ => ground.board.clear_cost,
    };
    why.unless(unit.piece.mp >= price, "CF-VIC-4", "points", || {
        of_unit(state, id, "It has not the movement points of a clear hex.")
    })
}

/// A unit left over the west edge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Left {
    /// Who.
    pub unit: UnitId,
}

impl SectionEvent<State, Scenario> for Left {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let piece = state.piece_mut(self.unit);
        (piece.at, piece.fate, piece.going) = (None, Fate::Exited, Going::Not);
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        Text::new(format!("{} left over the west edge.", setup.name(self.unit))).rule(RuleId("CF-VIC-4"))
    }
}

/// A side took a hex that counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Controlled {
    /// Where.
    pub hex: Place,
    /// Who.
    pub side: Side,
}

impl SectionEvent<State, Scenario> for Controlled {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let Self { hex, side } = *self;
        match state.facts.control.iter_mut().find(|held| held.hex == hex) {
            Some(held) => held.side = side,
            None => state.facts.control.push(Held { hex, side }),
        }
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        by(self.side).say(format!(" took {}.", setup.board.called(self.hex)))
    }
}

/// Play is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ended {
    /// Points of the Warsaw Pact.
    pub wp: i32,
    /// Points of NATO.
    pub nato: i32,
    /// What the sum of both takes off for the fractions that both leave out.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fractions: i32,
    /// The level of victory.
    pub result: String,
}

impl SectionEvent<State, Scenario> for Ended {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let facts = &mut state.facts;
        facts.phase = Phase::Over;
        facts.designation.clear();
        facts.attacked.clear();
        facts.fought.clear();
        facts.passed.clear();
        facts.unit.iter_mut().for_each(Piece::new_phase);
    }
    fn narrate(&self, _: &Scenario) -> Text {
        let Self { wp, nato, fractions, ref result } = *self;
        let told = Text::new("Play ended: ")
            .strong(result.clone())
            .say(format!(", {wp} points of the Warsaw Pact to {nato} of NATO."));
        let told = match fractions {
            0 => told,
            _ => told.say(format!(
                " With the fractions of both as one sum the margin is {}.",
                wp - nato + fractions
            )),
        };
        told.rule(RuleId("CF-VIC-2"))
    }
}
