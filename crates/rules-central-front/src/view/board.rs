//! The map with its counters, and what the reader can do on it: the same commands as the forms, pointed at.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use hexmap::Hex;
use kernel::Seat;
use kernel::grammar::allowed;
use kernel::view::board::{
    Act, Board, Counter, Disc, Ground, Hexside, Look, Place as Named, Ring, Road, RoadClass, Sends, SideLook,
    Size as Mark, Symbol, Target, Terrain,
};
use kernel::view::{Block, Page, PageHead, Text};
use serde_json::{Value, json};

use super::units::standing;
use super::{activating, adds, beside, fought, overlays, overview, planner};
use crate::command::Command;
use crate::offers::{self, Template};
use crate::phase::Stage;
use crate::rules::{
    s2_units_and_steps as s2, s3_stacking, s4_sequence, s6_movement, s9_results, s10_advance,
};
use crate::setup::map::Board as Map;
use crate::setup::victory::Victory;
use crate::state::{Fate, Going, State, Step, Unit};
use crate::words::{Kind, Place, Side, Size, UnitId};

/// The most commands of one kind that are drawn.
const MOST: usize = 2000;

/// How the page is listed.
pub const HEAD: PageHead = PageHead::new("map", "Map");

/// The page.
pub fn page(state: &State, seat: Seat) -> Page {
    // Asked once: the map, its planners and what ends something all hang on them.
    let mut open = Vec::new();
    if Side::of(seat).is_some() {
        offers::offers(state, seat, &mut open);
    }
    let mut board = Board {
        id: "map".into(),
        description: format!("The map of {} with the units of both sides.", state.scenario.title),
        ground: Arc::clone(&state.scenario.ground),
        held: state.facts.control.iter().map(|held| (hex(state, held.hex), held.side.number())).collect(),
        counters: state.units().filter(|unit| shown(state, *unit)).map(|unit| counter(state, unit)).collect(),
        overlays: overlays::all(state),
        attacks: fought::attacks(state),
        reports: fought::reports(state),
        traces: Vec::new(),
        sums: sums(state),
        owed: Side::of(seat).map_or_else(Vec::new, |side| owed(state, side)),
        asked: asked(state, Side::of(seat)).map_or_else(Text::empty, Text::new),
        reaches: Vec::new(),
        acts: Vec::new(),
        calls: Vec::new(),
        adds: Vec::new(),
    };
    if let Some(side) = Side::of(seat) {
        add_acts(state, side, &open, &mut board);
        add_strikes(state, side, &open, &mut board);
        adds::add_cover(state, side, &mut board);
        board.adds = adds::of(state, side);
    }
    let lede = match asked(state, Side::of(seat)) {
        Some(question) => Text::new(question),
        None if !board.owed.is_empty() => {
            Text::new("Units that have to withdraw keep the phase open: pick each, then a marked hex.")
        }
        None if board.acts.is_empty() => overview::lede(state),
        None if state.facts.phase.stage() == Stage::Combat => {
            Text::new("Pick an attack's stack, then the hex it attacks; or weigh and fight it in its panel.")
        }
        None => Text::new("Pick a stack, then where it goes or what it attacks."),
    };
    let main = vec![Block::Board(board)];
    Page {
        id: HEAD.id,
        tab: HEAD.tab,
        title: "The map".into(),
        lede,
        main,
        aside: beside::panels(state, seat, &open),
    }
}

/// What a fight asks of a side now, and where it is answered.
fn asked(state: &State, side: Option<Side>) -> Option<&'static str> {
    let battle = state.facts.battle.as_ref()?;
    side.filter(|side| s9_results::owing(state, battle) == Some(*side))?;
    Some(match battle.step {
        _ if battle.excess.is_some() => "Too many stand in a hex: name who is given up.",
        Step::Cover => "You are attacked: declare support of the defense, or none.",
        Step::Losses => "A step is to be lost: name the unit that loses it.",
        Step::DefenderRetreats | Step::AttackerRetreats => {
            "A retreat: pick a unit that has to go, then the hex it goes to."
        }
        Step::Advance if !s10_advance::all_have_room(state, battle) => {
            "Pick a unit that may advance, then the hex. Not all have room: who goes in counts, also when he goes on."
        }
        Step::Advance => "Pick a unit that may advance, then the hex; or advance no further.",
    })
}

/// The stacks of which units have to withdraw before the side can end its own phase. [CF-RTM-2] [CF-SEQ-9]
fn owed(state: &State, side: Side) -> Vec<(Hex, Text)> {
    if state.facts.phase.side() != Some(side) {
        return Vec::new();
    }
    let open = s4_sequence::open(state, side).into_iter().filter_map(|(at, unit)| Some((at, unit?)));
    let words = |unit| Text::new(format!("{} has to withdraw", state.scenario.name(unit)));
    open.map(|(at, unit)| (hex(state, at), words(unit))).collect()
}

/// The hex of a printed number.
pub(super) fn hex(state: &State, place: Place) -> Hex {
    state.scenario.board.hex(place)
}

/// What never changes of a map.
pub fn ground(map: &Map, victory: &Victory) -> Ground {
    let (columns, rows) = map.size;
    let mark = |column: i16, row: i16| {
        let cell = map.grid().cell(map.grid().numbering().hex(column, row));
        cell.map_or(' ', |cell| map.marks[usize::from(map.map.hex(cell).entry)])
    };
    let (mut sides, mut terrain) = (Vec::new(), BTreeMap::new());
    for &cell in map.grid().cells() {
        let hex = map.map.hex(cell);
        terrain.entry(hex.entry).or_insert_with(|| {
            let cost = hex.cost.map_or_else(|| "closed".into(), |cost| format!("{cost} MP"));
            let shift = match hex.shift {
                0 => String::new(),
                1 => ", 1 column left".into(),
                more => format!(", {more} columns left"),
            };
            Terrain {
                mark: map.marks[usize::from(hex.entry)],
                name: map.terrain_words(hex),
                looks: looks(&map.legend[usize::from(hex.entry)], hex.cost.is_none()),
                effect: Text::new(format!("{cost}{shift}")),
            }
        });
        for step in map.grid().steps(cell).filter(|step| step.from < step.to) {
            let edge = map.map.side(step);
            let mut push =
                |look| sides.push(Hexside { hex: map.grid().hex(cell), side: step.direction, look });
            if edge.wall {
                push(SideLook::Barred);
            }
            if edge.river {
                push(SideLook::River);
            }
            if edge.river && edge.road {
                push(SideLook::Bridge);
            }
        }
    }
    let road = |road: &crate::setup::map::Road| Road {
        name: road.name.clone(),
        class: if road.class == "autobahn" { RoadClass::Autobahn } else { RoadClass::Road },
        path: road.path.iter().map(|place| map.hex(*place)).collect(),
    };
    let place = |(place, name): (&Place, &String)| {
        let points = victory.objectives.iter().find(|objective| objective.at == *place);
        let note = points.map_or_else(String::new, |objective| format!("{} points", objective.points));
        Named { hex: map.hex(*place), name: name.clone(), note }
    };
    Ground {
        numbering: *map.grid().numbering(),
        first: (1, 1),
        rows: (1..=rows).map(|row| (1..=columns).map(|column| mark(column, row)).collect()).collect(),
        terrain: terrain.into_values().collect(),
        sides,
        roads: map.roads.iter().map(road).collect(),
        places: map.names.iter().map(place).collect(),
    }
}

/// How terrain of these kinds looks.
pub(crate) fn looks(kinds: &[String], closed: bool) -> Vec<Look> {
    let mut looks: Vec<Look> = kinds
        .iter()
        .flat_map(|kind| match kind.as_str() {
            "woods" => vec![Look::Woods],
            "slope" | "hills" => vec![Look::Slope],
            "marsh" => vec![Look::Marsh],
            "lake" | "water" => vec![Look::Water],
            "rough" => vec![Look::Rough],
            "wooded_rough" => vec![Look::Rough, Look::Woods],
            "town" => vec![Look::Town],
            "city" => vec![Look::City],
            _ => Vec::new(),
        })
        .collect();
    if closed {
        looks.push(Look::Barred);
    }
    looks
}

/// Units on the map, and those that wait to enter in this turn.
fn shown(state: &State, unit: Unit<'_>) -> bool {
    let due = unit.piece.fate == Fate::Due
        && matches!(unit.card.begins, crate::setup::Begins::Enters { turn, .. } if turn <= state.facts.turn);
    unit.piece.fate == Fate::OnMap || due
}

/// The key of a unit's counter.
pub(super) fn key(unit: UnitId) -> String {
    unit.as_str().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

fn counter(state: &State, unit: Unit<'_>) -> Counter {
    let (card, piece) = (unit.card, unit.piece);
    let factors = match card.kind.is_support() {
        true => format!("{}-{}-{}", s2::support(unit), card.range, s2::defense(unit)),
        false => format!("{}-{}", s2::attack(unit, false), s2::defense(unit)),
    };
    let printed = card.rating();
    let mut words = Vec::new();
    if piece.lost > 0 {
        words.push(format!("{} of {} steps", unit.steps(), card.steps));
    }
    if piece.ap > 0 {
        words.push(format!("{} action {}", piece.ap, if piece.ap == 1 { "point" } else { "points" }));
    }
    words.extend(Some(standing(unit)).filter(|words| !words.is_empty()));
    let moving = state.facts.phase.stage() == Stage::Move;
    Counter {
        key: key(card.id),
        name: card.name.clone(),
        code: String::new(),
        side: card.side.number(),
        hex: piece.at.map(|at| hex(state, at)),
        formation: card.formation.as_str().chars().take(5).collect(),
        size: match card.size {
            Size::Company => Mark::Company,
            Size::Battalion => Mark::Battalion,
            Size::Brigade => Mark::Brigade,
            Size::Regiment => Mark::Regiment,
        },
        symbol: symbol(card.kind),
        strength: match card.kind.is_support() {
            true => (s2::support(unit), s2::defense(unit)),
            false => (s2::attack(unit, false), s2::defense(unit)),
        },
        printed: (printed != factors).then_some(printed),
        factors,
        steps: (unit.steps(), card.steps),
        disc: (piece.ap > 0).then(|| Disc { figure: piece.ap.to_string(), grave: piece.ap >= 5 }),
        sign: if piece.unsupplied { "S".into() } else { String::new() },
        ring: Ring::Plain,
        struck: !unit.is_effective(),
        spent: moving && piece.activated && piece.going == Going::Not,
        state: words,
    }
}

/// What stands in each hex where more than one unit of a side stands, counted as the rules count it. [CF-STACK-1]
/// [CF-STACK-3]
fn sums(state: &State) -> Vec<(Hex, Text)> {
    let mut by_hex: BTreeMap<(Place, Side), Vec<Unit<'_>>> = BTreeMap::new();
    for unit in state.on_map() {
        if let Some(at) = unit.piece.at {
            by_hex.entry((at, unit.card.side)).or_default().push(unit);
        }
    }
    let stacks = by_hex.into_iter().filter(|(_, units)| units.len() > 1);
    stacks.map(|((at, side), units)| (hex(state, at), sum(side, &units))).collect()
}

fn sum(side: Side, units: &[Unit<'_>]) -> Text {
    let halves = |n: u32| match (n / 2, n % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    };
    let counted = |unit: &Unit<'_>| {
        let regiment = side == Side::Wp && s3_stacking::is_regiment(unit.card, unit.steps());
        let what = if regiment { ", a regiment" } else { "" };
        format!("{} {}{what}", unit.card.name, halves(s3_stacking::load(unit.card)))
    };
    let there: u32 = units.iter().map(|unit| s3_stacking::load(unit.card)).sum();
    let list: Vec<String> = units.iter().map(counted).collect();
    let most = s3_stacking::most(side);
    let words = format!("Stacking {} of {}: {}.", halves(there), halves(most), list.join("; "));
    Text::new(words).rule(s3_stacking::limited_by(side))
}

fn symbol(kind: Kind) -> Symbol {
    match kind {
        Kind::Armor => Symbol::Armor,
        Kind::Mech => Symbol::Mech,
        Kind::Infantry => Symbol::Infantry,
        Kind::Recon => Symbol::Recon,
        Kind::Cavalry => Symbol::Cavalry,
        Kind::Airborne => Symbol::Airborne,
        Kind::Engineer => Symbol::Engineer,
        Kind::Artillery => Symbol::Artillery,
        Kind::Rocket => Symbol::Rocket,
        Kind::Helicopter => Symbol::Helicopter,
        Kind::Garrison => Symbol::Garrison,
    }
}

/// What a side can do, whole stacks before their parts.
fn add_acts(state: &State, side: Side, open: &[Template], board: &mut Board) {
    let mut by_stack: Vec<(Drawn, Option<&'static str>)> = Vec::new();
    for &template in open {
        let mut all = Vec::new();
        let panel = planner::panel_of(template);
        offers::each(state, side.seat(), &template, &mut |command| {
            all.extend(act(state, template, &command));
            if all.len() < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        for (word, verb, fixed, units, target, sends, rolls) in all {
            let same = |(known, _): &&mut (Drawn, _)| known.0 == word && known.3 == units && known.2 == fixed;
            match by_stack.iter_mut().find(same) {
                Some((known, _)) => target.into_iter().for_each(|one| one.join(&mut known.4)),
                None => by_stack.push(((word, verb, fixed, units, target, sends, rolls), panel)),
            }
        }
    }
    // What is meant far more often is the first that is offered.
    by_stack.sort_by_key(|(drawn, _)| drawn.0 == "call-off");
    let cut_short = activating::cut_short(state);
    for ((word, verb, fixed, units, mut targets, sends, rolls), panel) in by_stack {
        if word == "activate" {
            let notes = [activating::tires(state, &units), cut_short.clone()];
            let notes = notes.into_iter().flatten().collect::<Vec<_>>().join("; ");
            targets.iter_mut().for_each(|target| target.note.clone_from(&notes));
        }
        let first = units.first().and_then(|id| state.unit(*id));
        let Value::Object(command) = fixed else { continue };
        board.acts.push(Act {
            word,
            verb,
            counters: units.iter().map(|unit| key(*unit)).collect(),
            from: first.and_then(|unit| unit.piece.at).map(|at| hex(state, at)),
            budget: first.map_or(("", String::new()), |unit| match unit.piece.mp {
                0 => ("", String::new()),
                points => ("MP", points.to_string()),
            }),
            reach: board.reaches.len(),
            command,
            sends,
            panel,
            rolls,
        });
        board.reaches.push(targets);
    }
}

/// The strikes that can be flown, each at the unit that it is aimed at.
fn add_strikes(state: &State, side: Side, open: &[Template], board: &mut Board) {
    for template in open.iter().filter(|template| matches!(template, Template::Strike(_))) {
        offers::each(state, side.seat(), template, &mut |command| {
            if let Command::Strike { target, chosen, chemical: false } = command {
                let Value::Object(command) = json!({"do": "strike", "target": target, "chosen": chosen})
                else {
                    return ControlFlow::Continue(());
                };
                board.calls.push(Act {
                    word: "strike",
                    verb: "Air strike".into(),
                    counters: vec![key(chosen)],
                    from: None,
                    budget: ("", String::new()),
                    reach: board.reaches.len(),
                    command,
                    sends: Sends::Nothing,
                    panel: None,
                    rolls: true,
                });
                board.reaches.push(vec![Target::new(hex(state, target), "", None)]);
            }
            ControlFlow::Continue(())
        });
    }
}

/// A path as targets: the hexes passed, and the last with its price.
fn way(state: &State, from: Place, path: &[Place], price: Option<u32>) -> Vec<Target> {
    let price = price.map_or_else(String::new, |price| price.to_string());
    Target::along(hex(state, from), path.iter().map(|place| hex(state, *place)), price)
}

/// An act before it is written down: word, verb, fixed part, units, targets, what is sent, whether dice fall.
type Drawn = (&'static str, String, Value, Vec<UnitId>, Vec<Target>, Sends, bool);

/// A command as an act on the board, when it is one.
fn act(state: &State, template: Template, command: &Command) -> Option<Drawn> {
    let at = |unit: &UnitId| state.unit(*unit).and_then(|unit| unit.piece.at);
    let here = |units: &[UnitId]| Some(vec![Target::new(hex(state, at(units.first()?)?), "", None)]);
    let few = |units: &[UnitId], whole: usize| units.len() == 1 || units.len() == whole;
    Some(match command {
        Command::Activate { units } => {
            let fixed = json!({"do": "activate", "units": units});
            ("activate", "Activate".into(), fixed, units.clone(), here(units)?, Sends::Nothing, false)
        }
        Command::Move { units, path } => {
            let whole = state.on_map().filter(|unit| unit.piece.going == Going::Moving).count();
            if !few(units, whole) {
                return None;
            }
            let fixed = json!({"do": "move", "units": units});
            let price = price(state, units, path);
            let targets = way(state, at(units.first()?)?, path, price);
            ("move", "Move".into(), fixed, units.clone(), targets, Sends::Way("path"), false)
        }
        Command::March { units, target, support, smoke: None, chemical: false } if support.is_empty() => {
            let fixed = json!({"do": "march", "units": units});
            let targets = vec![Target::new(hex(state, *target), "2", None)];
            ("march", "March attack".into(), fixed, units.clone(), targets, Sends::Hex("target"), true)
        }
        Command::Designate { units, target, attack, bombard } => {
            let fixed = json!({"do": "designate", "units": units, "attack": attack, "bombard": bombard});
            let (word, what) = match (attack, bombard) {
                (crate::words::Attack::Prepared, false) => ("prepared", "attack"),
                (crate::words::Attack::Prepared, true) => ("prepared-fire", "bombardment"),
                (_, false) => ("hasty", "attack"),
                (_, true) => ("hasty-fire", "bombardment"),
            };
            let targets = vec![Target::new(hex(state, *target), attack.cost().to_string(), None)];
            (
                word,
                format!("{} {what}", attack.prose()),
                fixed,
                units.clone(),
                targets,
                Sends::Hex("target"),
                false,
            )
        }
        Command::Attack { target, support, strike: false, chemical: false, chosen } if support.is_empty() => {
            let (units, _) = assailants(state, *target)?;
            let fixed = json!({"do": "attack", "chosen": chosen});
            let targets = vec![Target::new(hex(state, *target), "", None)];
            (
                "fight",
                super::acts::fights(state, *target).into(),
                fixed,
                units,
                targets,
                Sends::Hex("target"),
                true,
            )
        }
        Command::CallOff { target } => {
            let (units, _) = assailants(state, *target)?;
            let targets = vec![Target::new(hex(state, *target), "", None)];
            let fixed = json!({"do": "call-off"});
            ("call-off", "Call the attack off".into(), fixed, units, targets, Sends::Hex("target"), false)
        }
        Command::LoseStep { unit } => {
            let fixed = json!({"do": "lose-step", "unit": unit});
            ("lose", "Take a step".into(), fixed, vec![*unit], here(&[*unit])?, Sends::Nothing, false)
        }
        Command::Place { unit, at } => {
            let fixed = json!({"do": "place", "unit": unit});
            let targets = vec![Target::new(hex(state, *at), "", None)];
            ("place", "Enter".into(), fixed, vec![*unit], targets, Sends::Hex("at"), false)
        }
        // Who goes in and back again stands where he is pressed: there he would only give his advance away.
        Command::Advance { unit, path } if path.last().copied() == at(unit) => return None,
        Command::Retreat { unit, path }
        | Command::Advance { unit, path }
        | Command::Withdraw { unit, path }
            if !path.is_empty() =>
        {
            let (word, verb) = match template {
                Template::Retreat(_) => ("retreat", "Retreat"),
                Template::Advance(_) => ("advance", "Advance"),
                _ => ("withdraw", "Withdraw"),
            };
            let fixed = json!({"do": word, "unit": unit});
            let targets = way(state, at(unit)?, path, None);
            (word, verb.into(), fixed, vec![*unit], targets, Sends::Way("path"), false)
        }
        _ => return None,
    })
}

/// Those of a designated attack who stand in the hex of its first unit, and that hex: they are picked on the map.
fn assailants(state: &State, target: Place) -> Option<(Vec<UnitId>, Place)> {
    let designation = state.designation(target)?;
    let at = |id: &UnitId| state.unit(*id).and_then(|unit| unit.piece.at);
    let from = designation.units.iter().find_map(at)?;
    Some((designation.units.iter().filter(|id| at(id) == Some(from)).copied().collect(), from))
}

/// What a path costs the unit that pays most of it.
fn price(state: &State, units: &[UnitId], path: &[Place]) -> Option<u32> {
    let side = state.unit(*units.first()?)?.card.side;
    let left = allowed(|why| s6_movement::can_go(state, side, units, path, why))?;
    let paid = |(unit, left): (&UnitId, &u8)| Some(u32::from(state.unit(*unit)?.piece.mp - left));
    units.iter().zip(&left).filter_map(paid).max()
}
