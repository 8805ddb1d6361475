//! Every reason is true: commands out of place are refused, and the condition that a refusal names is evaluated here by
//! itself, from the facts alone, and found broken. `ADJUTANT_REFUSALS=10000` tries more.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Acting, Seat, System, prove};
use rules_central_front::state::{Going, Piece};
use rules_central_front::words::{Kind, Place, Side};
use rules_central_front::{CentralFront, Command, State};
use serde_json::Value;

use crate::games::{play, source};
use crate::{SMALL, hex};

/// Who is named in a list or alone.
fn named(command: &Value) -> Vec<String> {
    let listed = command["units"].as_array().into_iter().flatten();
    listed.chain([&command["unit"]]).filter_map(|name| name.as_str().map(str::to_owned)).collect()
}

fn path(command: &Value) -> Vec<Place> {
    command["path"].as_array().into_iter().flatten().filter_map(Value::as_str).map(hex).collect()
}

/// The stages in which a command is given.
fn stage(command: &Value) -> Option<&'static str> {
    Some(match command["do"].as_str()? {
        "activate" | "move" | "march" | "designate" | "exit" => "move",
        "attack" | "strike" | "call-off" => "combat",
        "withdraw" => "retreat",
        _ => return None,
    })
}

/// Whether the condition that a refusal names is broken; nothing where it is not evaluated here.
fn is_broken(state: &State, seat: Seat, command: &Value, rule: &str, code: &str) -> Option<bool> {
    let facts = &state.facts;
    let own = Side::of(seat)?;
    let side = if own == Side::Wp { "wp" } else { "nato" };
    let names = named(command);
    let piece = |name: &String| facts.unit.iter().find(|piece| piece.id.as_str() == name);
    let any = |is: &dyn Fn(&Piece) -> bool| names.iter().filter_map(piece).any(is);
    let card = |piece: &Piece| state.scenario.card(piece.id).expect("of the scenario");
    let enemies =
        |at: Place| facts.unit.iter().filter(|one| one.at == Some(at) && card(one).side != own).count();
    let target = command["target"].as_str().map(hex);
    let board = &state.scenario.board;
    let sources = &state.scenario.sources[own];
    let to_source = |from: Place| sources.iter().map(|source| board.distance(*source, from)).min();
    let places: BTreeSet<Option<Place>> = names.iter().filter_map(piece).map(|piece| piece.at).collect();
    let price = match (command["do"].as_str(), command["attack"].as_str()) {
        (Some("march"), _) => 2,
        (_, Some("hasty")) => 4,
        _ => 8,
    };
    Some(match (rule, code) {
        ("CF-SEQ-8", "phase") => {
            let phase = serde_json::to_value(facts.phase).ok()?;
            !phase.as_str()?.starts_with(&format!("{side}-{}", stage(command)?))
        }
        ("CF-SEQ-8", "actor") => any(&|piece| card(piece).side != own),
        ("CF-SEQ-8", "gone") => any(&|piece| piece.at.is_none()),
        ("CF-SEQ-8", "empty") => names.is_empty(),
        ("CF-SEQ-8", "twice") => names.iter().collect::<BTreeSet<_>>().len() < names.len(),
        ("CF-UNIT-1", "unknown") => names.iter().any(|name| piece(name).is_none()),
        ("CF-SEQ-9", "owed") => facts.battle.is_some(),
        ("CF-AP-5" | "CF-AP-6", "ineffective") => any(&|piece| piece.ap >= 5),
        ("CF-AP-8", "again") => any(&|piece| piece.activated),
        ("CF-ATK-15", "halted") => any(&|piece| piece.halted),
        (_, "inactive") => {
            let moving = rule == "CF-ATK-1";
            any(&|piece| {
                !piece.halted && (piece.going == Going::Not || (moving && piece.going == Going::Dropped))
            })
        }
        ("CF-MOV-10", "dropped") => any(&|piece| piece.going == Going::Dropped),
        ("CF-MOV-10" | "CF-ATK-1", "hex") => places.len() > 1,
        ("CF-MOV-4", "paid") => {
            any(&|piece| facts.designation.iter().any(|one| one.units.contains(&piece.id)))
        }
        ("CF-MOV-3", "points") => any(&|piece| piece.mp < price),
        ("CF-ATK-7", "target") => enemies(target?) == 0,
        ("CF-SEQ-2" | "CF-ATK-16", "target") => {
            facts.designation.iter().all(|one| Some(one.target) != target)
        }
        // The map of the small scenario has no impassable hexsides.
        ("CF-ATK-1" | "CF-MOV-6", "adjacent") => {
            any(&|piece| piece.at.is_some_and(|at| board.distance(at, target.unwrap_or(at)) != 1))
        }
        ("CF-MOV-1", "path") => {
            let at = names.iter().find_map(piece)?.at?;
            let way: Vec<Place> = std::iter::once(at).chain(path(command)).collect();
            way.len() == 1 || way.windows(2).any(|pair| board.distance(pair[0], pair[1]) != 1)
        }
        ("CF-RTM-2", "unit") => any(&|piece| {
            let must = piece.ap >= 5;
            let may = piece.ap == 4 && !piece.acted;
            piece.withdrawn || card(piece).kind == Kind::Garrison || !(must || may)
        }),
        ("CF-RTM-5", "end") => {
            let (at, end) = (names.iter().find_map(piece)?.at?, path(command).last().copied()?);
            to_source(end) >= to_source(at)
        }
        ("CF-RTM-4", "zone") => {
            let exerts = |one: &Piece, over: Place| {
                let card = card(one);
                let zone = card.side != own && card.kind.is_maneuver() && !card.no_zone && one.ap < 5;
                zone && one.at.is_some_and(|at| board.distance(at, over) == 1)
            };
            path(command).iter().any(|hex| {
                let alone = facts.unit.iter().all(|one| one.at != Some(*hex) || card(one).side != own);
                enemies(*hex) > 0 || (alone && facts.unit.iter().any(|one| exerts(one, *hex)))
            })
        }
        ("CF-VIC-4", "side") => own == Side::Nato,
        ("CF-STACK-6", "enemy") => path(command).iter().any(|hex| enemies(*hex) > 0),
        _ => return None,
    })
}

/// Another name or hex in the place of one that stands there, by chance.
fn changed(value: &mut Value, pool: &[String], pick: &mut dyn FnMut(u64) -> u64) {
    match value {
        Value::String(text) if pick(3) == 0 => *text = pool[pick(pool.len() as u64) as usize].clone(),
        Value::Array(list) => list.iter_mut().for_each(|one| changed(one, pool, pick)),
        _ => {}
    }
}

#[test]
fn what_a_refusal_names_is_broken() {
    let wanted = std::env::var("ADJUTANT_REFUSALS").ok().and_then(|n| n.parse().ok()).unwrap_or(1000_u32);
    let mut pool: Vec<Value> = Vec::new();
    let (mut told, mut apart) = (BTreeMap::<String, u32>::new(), BTreeSet::new());
    let (mut found, mut seed) = (0, 0);
    let mut die = source(99);
    while found < wanted {
        let mut look = |state: &State, pick: &mut dyn FnMut(u64) -> u64| {
            let _ = pick;
            for seat in [Seat::Side(0), Seat::Side(1)] {
                let mut offers = Vec::new();
                CentralFront::offers(state, seat, &mut offers);
                for template in &offers {
                    let command = CentralFront::sample(state, seat, template, &mut *die);
                    let value = serde_json::to_value(command).expect("a command");
                    match pool.len() {
                        0..400 => pool.push(value),
                        _ => pool[die(400) as usize] = value,
                    }
                }
                let units: Vec<String> = state.facts.unit.iter().map(|unit| unit.id.to_string()).collect();
                let hexes: Vec<String> =
                    state.facts.unit.iter().filter_map(|unit| Some(unit.at?.to_string())).collect();
                for _ in 0..3 {
                    let mut value = pool[die(pool.len() as u64) as usize].clone();
                    for key in ["unit", "units"] {
                        changed(&mut value[key], &units, &mut *die);
                    }
                    for key in ["target", "path"] {
                        changed(&mut value[key], &hexes, &mut *die);
                    }
                    if let Some(fields) = value.as_object_mut() {
                        fields.retain(|_, field| !field.is_null());
                    }
                    let Ok(command) = serde_json::from_value::<Command>(value.clone()) else { continue };
                    let Err(refusals) = prove::<CentralFront>(state, Acting::own(seat), &command) else {
                        continue;
                    };
                    for refusal in refusals.all() {
                        let name = format!("{} {}", refusal.rule, refusal.code);
                        match is_broken(state, seat, &value, refusal.rule.0, refusal.code) {
                            Some(true) => {
                                found += 1;
                                *told.entry(name).or_default() += 1;
                            }
                            Some(false) => panic!("{name} is not so: {}\n{value}", refusal.sentence),
                            None => {
                                apart.insert(name);
                            }
                        }
                    }
                }
            }
        };
        play(&SMALL, &mut *source(seed), &mut look)
            .unwrap_or_else(|broken| panic!("game {seed}: {broken:?}"));
        seed += 1;
    }
    assert!(told.len() >= 15, "{told:?}; not evaluated: {apart:?}");
    // What is met and not evaluated, so that nobody takes it for covered.
    let known: BTreeSet<&str> = NOT_EVALUATED.iter().copied().collect();
    let unknown: Vec<&String> = apart.iter().filter(|name| !known.contains(name.as_str())).collect();
    assert!(unknown.is_empty(), "not evaluated and not listed: {unknown:?}");
}

/// Reasons that this test meets and does not evaluate by itself.
const NOT_EVALUATED: &[&str] = &[
    "CF-ADV-1 again",
    "CF-ADV-1 path",
    "CF-ADV-1 unit",
    "CF-ADV-3 impassable",
    "CF-ADV-5 designated",
    "CF-ADV-6 ineffective",
    "CF-ADV-6 retreated",
    "CF-AIR-2 fog",
    "CF-AIR-3 superiority",
    "CF-AIR-6 strikes",
    "CF-ATK-5 hex",
    "CF-ATK-7 void",
    "CF-ATK-9 strength",
    "CF-BOM-1 kind",
    "CF-BOM-2 chosen",
    "CF-GAR-2 garrison",
    "CF-CHM-5 kind",
    "CF-MOV-1 impassable",
    "CF-MOV-1 points",
    "CF-MOV-6 range",
    "CF-RTM-3 points",
    "CF-RTM-4 leave",
    "CF-SEQ-3 order",
    "CF-SEQ-5 target",
    "CF-SEQ-8 fight",
    // Of commands that belong to the common phases, or to more than one stage.
    "CF-SEQ-8 phase",
    "CF-SEQ-9 open",
    "CF-SPL-4 due",
    "CF-STACK-1 stacking",
    "CF-STACK-3 stacking",
    "CF-VIC-4 edge",
    "CF-VIC-4 points",
    "CF-ZOC-3 zone",
    "CF-ZOC-4 zone",
    "CF-ZOC-6 held",
];
