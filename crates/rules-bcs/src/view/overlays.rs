//! What can be laid over the map: command radius, supply routes, zones of three kinds, OBJ Zones, traffic.

use hexmap::Cell;
use kernel::view::board::{Overlay, OverlayStyle};
use kernel::{PerSide, Side};

use super::hex;
use crate::ground::{Ground, Presence};
use crate::rules::s7_breaks::{self, Breaks};
use crate::rules::s9_objectives;
use crate::sight::Sight;
use crate::state::{Route, State};
use crate::words::Place;

/// Every overlay, each kind for both sides; while a formation is activated what its activation talks of is shown.
pub(super) fn all(sight: &Sight<'_>) -> Vec<Overlay> {
    let (state, ground) = (sight.state(), sight.ground());
    let count = |key, name, style, of: fn(&Presence) -> &PerSide<u8>| {
        Side::BOTH.map(|side| zone(state, ground, (key, name, style), side, of))
    };
    let mut all: Vec<Overlay> = Side::BOTH.map(|side| radius(state, side)).into();
    all.extend(Side::BOTH.map(|side| routes(sight, side)));
    all.extend(count("ezoc", "EZOCs", OverlayStyle::Hatch, |at| &at.ezoc));
    all.extend(count("av-ezoc", "AV EZOCs", OverlayStyle::Hatch, |at| &at.av_ezoc));
    all.extend(count("engagement", "Engagement Zones", OverlayStyle::Tint, |at| &at.engagement));
    all.extend(count("screen", "Screen Zones", OverlayStyle::Tint, |at| &at.screen));
    all.extend(Side::BOTH.map(|side| sources(state, side)));
    all.extend(objectives(state));
    all.extend(traffic(state));
    all
}

fn overlay(state: &State, (key, what, style): (&str, &str, OverlayStyle), side: Side) -> Overlay {
    Overlay {
        key: format!("{key}-{}", side.number()),
        name: format!("{what} of {}", state.scenario.sides[side].name),
        shown: false,
        side: Some(side.number()),
        style,
        hexes: Vec::new(),
        lines: Vec::new(),
    }
}

fn hexes(state: &State, wanted: impl Fn(Cell, Place) -> bool) -> Vec<(hexmap::Hex, String)> {
    let board = &state.scenario.board;
    let cells = board.grid().cells().iter().filter(|cell| wanted(**cell, board.place(**cell)));
    cells.map(|cell| (board.grid().hex(*cell), String::new())).collect()
}

/// Hexes of one kind of zone. [BCS-ZONE-1]
fn zone(
    state: &State,
    ground: &Ground<'_>,
    kind: (&str, &str, OverlayStyle),
    side: Side,
    of: fn(&Presence) -> &PerSide<u8>,
) -> Overlay {
    let hexes = hexes(state, |cell, _| of(ground.at(cell))[side] > 0);
    Overlay { hexes, ..overlay(state, kind, side) }
}

/// Hexes in Command Radius: of the activated formation alone while there is one. [BCS-CR-1]
fn radius(state: &State, side: Side) -> Overlay {
    let active = state.facts.activation.as_ref().map(|activation| activation.formation);
    let own = |body: &crate::state::Body<'_>| body.card.side == side;
    let is_active = state.formations().any(|body| own(&body) && active == Some(body.card.id));
    let counts = |body: &crate::state::Body<'_>| own(body) && (!is_active || active == Some(body.card.id));
    let bodies: Vec<_> = state.formations().filter(counts).collect();
    let board = &state.scenario.board;
    let hexes = hexes(state, |_, at| bodies.iter().any(|body| body.commands(board, at)));
    let kind = ("radius", "Command Radius", OverlayStyle::Outline);
    Overlay { hexes, shown: is_active, ..overlay(state, kind, side) }
}

/// The supply routes that formations hold; where one breaks now, each hex that bars it says why, and where none can be, the
/// HQs do. [BCS-MSR-1]
fn routes(sight: &Sight<'_>, side: Side) -> Overlay {
    let state = sight.state();
    let bodies = || state.formations().filter(move |body| body.card.side == side);
    let line = |route: &Route| route.hexes().map(|at| hex(state, at)).collect::<Vec<_>>();
    let lines = bodies().filter_map(|body| body.facts.route.as_ref()).map(line).collect();
    let mut hexes: Vec<(hexmap::Hex, String)> = Vec::new();
    for body in bodies() {
        let cut = match s7_breaks::breaks(state, sight.ground(), body) {
            Some(Breaks::At(hexes)) => hexes.iter().map(|(at, why)| (*at, why.word())).collect(),
            Some(Breaks::NoTrains(hexes)) if !hexes.is_empty() => {
                hexes.iter().map(|(at, why)| (*at, why.word())).collect()
            }
            Some(Breaks::NoTrains(_)) => body.facts.hq.hexes().map(|at| (at, "no trains")).collect(),
            Some(Breaks::NoHq | Breaks::NoRoad) => body.facts.hq.hexes().map(|at| (at, "cut")).collect(),
            None => Vec::new(),
        };
        for (at, word) in cut {
            let at = hex(state, at);
            if hexes.iter().all(|(known, _)| *known != at) {
                hexes.push((at, word.to_owned()));
            }
        }
    }
    let kind = ("msr", "Supply routes", OverlayStyle::Outline);
    let active = state.facts.activation.as_ref().map(|activation| activation.formation);
    let shown = bodies().any(|body| active == Some(body.card.id));
    Overlay { hexes, lines, shown, ..overlay(state, kind, side) }
}

fn sources(state: &State, side: Side) -> Overlay {
    let hexes = state.scenario.sources[side].iter().map(|at| (hex(state, *at), String::new())).collect();
    let kind = ("sources", "Supply sources", OverlayStyle::Outline);
    Overlay { hexes, ..overlay(state, kind, side) }
}

/// OBJ Zones of the activated formation, its markers named. [BCS-OBJ-2]
fn objectives(state: &State) -> Option<Overlay> {
    let activation = state.facts.activation.as_ref()?;
    let side = state.formation(activation.formation)?.card.side;
    let board = &state.scenario.board;
    let word = |at: Place| {
        let obj = activation.obj.iter().find(|obj| obj.at == at);
        obj.map_or_else(String::new, |obj| if obj.combat { "Combat" } else { "March" }.into())
    };
    let hexes = hexes(state, |_, at| s9_objectives::zones(board, activation, at, false) > 0);
    let hexes = hexes.into_iter().map(|(hex, _)| {
        let at = board.grid().cell(hex).map(|cell| board.place(cell));
        (hex, at.map_or_else(String::new, word))
    });
    let kind = ("obj", "OBJ Zones", OverlayStyle::Tint);
    Some(Overlay { hexes: hexes.collect(), shown: true, ..overlay(state, kind, side) })
}

/// Traffic markers. [BCS-STOP-8]
fn traffic(state: &State) -> Option<Overlay> {
    let hexes: Vec<_> = state.facts.traffic.iter().map(|at| (hex(state, *at), "T".to_owned())).collect();
    let overlay = Overlay {
        key: "traffic".into(),
        name: "Traffic".into(),
        shown: true,
        side: None,
        style: OverlayStyle::Outline,
        hexes,
        lines: Vec::new(),
    };
    (!overlay.hexes.is_empty()).then_some(overlay)
}
