//! Commands as somebody might give them by mistake: lawful ones with something changed, and others made up from the
//! names and hexes of the position.

use kernel::{Seat, System};
use rules_central_front::words::{Place, Side};
use rules_central_front::{CentralFront, State};
use serde_json::{Value, json};

use super::table::{all, around, on_map};

/// A source of choices.
pub type Pick<'p> = &'p mut dyn FnMut(u64) -> u64;

fn of<T: Clone>(pick: Pick<'_>, values: &[T]) -> T {
    values[pick(values.len() as u64) as usize].clone()
}

/// A unit's name: mostly of the side and on the map, seldom any, or nobody's.
fn unit(state: &State, side: Side, pick: Pick<'_>) -> String {
    let own: Vec<String> =
        on_map(state).filter(|who| who.card.side == side).map(|who| who.card.id.to_string()).collect();
    let any: Vec<String> = all(state).map(|who| who.card.id.to_string()).collect();
    match pick(16) {
        0 => "nobody".into(),
        1 | 2 => of(pick, &any),
        _ if own.is_empty() => of(pick, &any),
        _ => of(pick, &own),
    }
}

/// Units of one hex, mostly.
fn units(state: &State, side: Side, pick: Pick<'_>) -> Vec<String> {
    let first = unit(state, side, pick);
    let at = all(state).find(|who| who.card.id.as_str() == first).and_then(|who| who.piece.at);
    let mut named = vec![first.clone()];
    let beside = on_map(state).filter(|who| who.piece.at == at && who.card.id.as_str() != first);
    named.extend(beside.map(|who| who.card.id.to_string()).filter(|_| pick(2) == 0));
    match pick(12) {
        0 => named.push(first),
        1 => named.push(unit(state, side, pick)),
        2 => named.clear(),
        _ => {}
    }
    named
}

fn support(state: &State, side: Side, pick: Pick<'_>) -> Vec<String> {
    let guns: Vec<String> = on_map(state)
        .filter(|who| who.card.side == side && who.supports())
        .map(|who| who.card.id.to_string())
        .collect();
    let n = pick(4);
    let mut named: Vec<String> = (0..n)
        .map(|_| if guns.is_empty() || pick(8) == 0 { unit(state, side, pick) } else { of(pick, &guns) })
        .collect();
    if pick(3) > 0 {
        named.sort();
        named.dedup();
    }
    named
}

/// A way from a hex, mostly of hexes beside each other.
fn path(state: &State, from: Option<Place>, pick: Pick<'_>) -> Vec<String> {
    let mut way = Vec::new();
    let Some(mut here) = from else { return vec!["0505".into()] };
    for _ in 0..pick(6) {
        here = of(pick, &around(state, here));
        way.push(here.to_string());
    }
    match pick(12) {
        0 => way.push("0101".into()),
        1 => way.push("9999".into()),
        _ => {}
    }
    way
}

fn at(state: &State, name: &str) -> Option<Place> {
    all(state).find(|who| who.card.id.as_str() == name).and_then(|who| who.piece.at)
}

/// A hex with an enemy, one beside a unit, or any.
fn target(state: &State, side: Side, pick: Pick<'_>) -> String {
    let enemies: Vec<Place> =
        on_map(state).filter(|who| who.card.side != side).filter_map(|who| who.piece.at).collect();
    let designated: Vec<Place> = state.facts.designation.iter().map(|one| one.target).collect();
    match pick(8) {
        0 => ["0101", "9999"][pick(2) as usize].into(),
        1 | 2 if !enemies.is_empty() => {
            let hex = of(pick, &enemies);
            of(pick, &around(state, hex)).to_string()
        }
        3..=5 if !designated.is_empty() => of(pick, &designated).to_string(),
        _ if enemies.is_empty() => "0505".into(),
        _ => of(pick, &enemies).to_string(),
    }
}

/// An enemy beside the first of these units, if there is one.
fn neighbour(state: &State, side: Side, units: &[String], pick: Pick<'_>) -> String {
    let from = units.first().and_then(|name| at(state, name));
    let near = from.map(|from| around(state, from)).unwrap_or_default();
    let hostile = |hex: &Place| on_map(state).any(|who| who.card.side != side && who.piece.at == Some(*hex));
    let enemies: Vec<Place> = near.into_iter().filter(hostile).collect();
    match enemies.is_empty() || pick(4) == 0 {
        true => target(state, side, pick),
        false => of(pick, &enemies).to_string(),
    }
}

const KINDS: [&str; 20] = [
    "proceed",
    "place",
    "activate",
    "move",
    "march",
    "designate",
    "exit",
    "end-phase",
    "call-off",
    "attack",
    "strike",
    "cover",
    "lose-step",
    "retreat",
    "remove",
    "advance",
    "end-advance",
    "withdraw",
    "instruct",
    "march",
];

/// Kinds of commands for the place in the turn.
fn kinds(state: &State) -> &'static [&'static str] {
    let phase = state.facts.phase.word();
    match &state.facts.battle {
        Some(_) => &["cover", "lose-step", "retreat", "remove", "advance", "end-advance"],
        None if phase.contains("move") => {
            &["activate", "move", "move", "march", "march", "designate", "designate", "exit"]
        }
        None if phase.contains("combat") => {
            &["attack", "attack", "attack", "strike", "call-off", "end-phase"]
        }
        None if phase.contains("retreat") => &["withdraw", "withdraw", "withdraw", "end-phase"],
        None => &["place", "place", "proceed"],
    }
}

/// A command made up.
fn made_up(state: &State, side: Side, pick: Pick<'_>) -> Value {
    let kind = if pick(6) == 0 { of(pick, &KINDS) } else { of(pick, kinds(state)) };
    let mut command = json!({ "do": kind });
    let one = unit(state, side, pick);
    match kind {
        "place" => {
            let due: Vec<String> =
                all(state).filter(|who| who.piece.at.is_none()).map(|who| who.card.id.to_string()).collect();
            let named = if due.is_empty() || pick(4) == 0 { one } else { of(pick, &due) };
            let listed: Vec<String> = state.scenario.entries[side].iter().map(ToString::to_string).collect();
            command["unit"] = json!(named);
            command["at"] = json!(if pick(3) == 0 {
                ["0505", "9999"][pick(2) as usize].into()
            } else {
                of(pick, &listed)
            });
        }
        "activate" | "exit" => command["units"] = json!(units(state, side, pick)),
        "move" => {
            let units = units(state, side, pick);
            command["path"] = json!(path(state, units.first().and_then(|name| at(state, name)), pick));
            command["units"] = json!(units);
        }
        "march" | "designate" => {
            let units = units(state, side, pick);
            command["target"] = json!(neighbour(state, side, &units, pick));
            command["units"] = json!(units);
            if kind == "designate" {
                command["attack"] = json!(of(pick, &["hasty", "hasty", "prepared", "prepared", "march"]));
                command["bombard"] = json!(pick(2) == 0);
            } else {
                command["support"] = json!(support(state, side, pick));
                command["chemical"] = json!(pick(4) == 0);
                if pick(2) == 0 {
                    command["smoke"] = json!(support(state, side, pick).pop().unwrap_or(one));
                }
            }
        }
        "call-off" => command["target"] = json!(target(state, side, pick)),
        "attack" | "strike" => {
            command["target"] = json!(target(state, side, pick));
            command["chemical"] = json!(pick(3) == 0);
            if kind == "attack" {
                command["support"] = json!(support(state, side, pick));
                command["strike"] = json!(pick(3) == 0);
            }
            if kind == "strike" || pick(3) == 0 {
                command["chosen"] = json!(unit(state, side.enemy(), pick));
            }
        }
        "cover" => {
            command["support"] = json!(support(state, side, pick));
            command["strike"] = json!(pick(3) == 0);
        }
        "lose-step" | "remove" => command["unit"] = json!(one),
        "retreat" | "advance" | "withdraw" => {
            command["path"] = json!(path(state, at(state, &one), pick));
            command["unit"] = json!(one);
        }
        _ => {}
    }
    command
}

/// A lawful command with something changed.
fn changed(state: &State, seat: Seat, side: Side, pick: Pick<'_>) -> Option<Value> {
    let mut offers = Vec::new();
    CentralFront::offers(state, seat, &mut offers);
    if offers.is_empty() {
        return None;
    }
    let template = of(pick, &offers);
    let mut command =
        serde_json::to_value(CentralFront::sample(state, seat, &template, pick)).expect("a command");
    for _ in 0..=pick(2) {
        let kind = command["do"].as_str().unwrap_or_default().to_owned();
        match (kind.as_str(), pick(6)) {
            ("move" | "retreat" | "advance" | "withdraw", 0..=2) => {
                let mut way: Vec<String> =
                    serde_json::from_value(command["path"].clone()).unwrap_or_default();
                match (pick(3), way.last().and_then(|last| last.parse::<Place>().ok())) {
                    (0, _) => drop(way.pop()),
                    (_, Some(last)) => way.push(of(pick, &around(state, last)).to_string()),
                    (_, None) => way.push("0505".into()),
                }
                command["path"] = json!(way);
            }
            ("march" | "attack" | "cover", 0 | 1) => command["support"] = json!(support(state, side, pick)),
            ("march" | "attack", 2) => command["chemical"] = json!(true),
            ("march", 3) => command["smoke"] = json!(support(state, side, pick).pop()),
            ("attack" | "cover", 3) => command["strike"] = json!(true),
            ("attack" | "strike", 4) => command["chosen"] = json!(unit(state, side.enemy(), pick)),
            ("designate", 0) => command["bombard"] = json!(pick(2) == 0),
            ("designate", 1) => command["attack"] = json!(of(pick, &["hasty", "prepared"])),
            ("march" | "designate", 4) => command["target"] = json!(target(state, side, pick)),
            _ if command["units"].is_array() => {
                let mut named: Vec<String> =
                    serde_json::from_value(command["units"].clone()).unwrap_or_default();
                named.push(unit(state, side, pick));
                command["units"] = json!(named);
            }
            _ if command["unit"].is_string() => command["unit"] = json!(unit(state, side, pick)),
            _ => {}
        }
    }
    Some(command)
}

/// A command that may be wrong.
pub fn command(state: &State, seat: Seat, pick: Pick<'_>) -> Value {
    let side = Side::of(seat).unwrap_or(Side::Wp);
    let changed = if pick(2) == 0 { changed(state, seat, side, pick) } else { None };
    let mut value = changed.unwrap_or_else(|| made_up(state, side, pick));
    if let Some(fields) = value.as_object_mut() {
        fields.retain(|_, field| !field.is_null());
    }
    value
}

/// The units of a side in such hexes.
fn own_where(state: &State, side: Side, is: impl Fn(Place) -> bool) -> Vec<String> {
    let own = on_map(state).filter(|who| who.card.side == side && who.piece.at.is_some_and(&is));
    own.map(|who| who.card.id.to_string()).collect()
}

/// As [`command`], often with just the units and hexes of which rare reasons speak.
pub fn pointed(state: &State, seat: Seat, pick: Pick<'_>) -> Value {
    let mut value = command(state, seat, pick);
    let side = Side::of(seat).unwrap_or(Side::Wp);
    match (value["do"].as_str().unwrap_or_default(), &state.facts.battle) {
        ("exit", _) => {
            let at_edge = |place: Place| state.scenario.board.column(place) == 1;
            value["units"] = json!(own_where(state, side, at_edge));
        }
        ("march" | "designate", _) if pick(2) == 0 => {
            let target = value["target"].as_str().and_then(|target| target.parse::<Place>().ok());
            let target = target.filter(|hex| state.scenario.board.cell(*hex).is_some());
            let near = target.map(|hex| around(state, hex)).unwrap_or_default();
            let mut units = own_where(state, side, |place| near.contains(&place));
            units.retain(|_| pick(3) > 0);
            value["units"] = json!(units);
        }
        ("march", _) if value["support"].get(0).is_some() => value["smoke"] = value["support"][0].clone(),
        ("advance", Some(battle)) if !battle.units.is_empty() => {
            value["unit"] = json!(of(pick, &battle.units));
            value["path"] = json!([battle.target.to_string()]);
        }
        _ => {}
    }
    value
}
