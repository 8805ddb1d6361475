//! The map with its counters, and what the reader can do on it: the same commands as the forms, pointed at.

use std::sync::Arc;

use kernel::view::board::{Attack, Board, Counter, Disc, Ring, Size, Symbol};
use kernel::view::{Block, Page, PageHead, Panel, Text};
use kernel::{RuleId, Seat, Side};

use super::{activation, acts, hex, outcome, overlays, standing};
use crate::command::Command;
use crate::offers;
use crate::rules::{self, s1_units, s2_reinforcements};
use crate::sight::Sight;
use crate::state::{Body, Fate, Halt, State, Unit};
use crate::words::{Class, Face, FormationId, UnitId, hq_number};

/// The map.
pub fn map(state: &State, seat: Seat, head: PageHead) -> Page {
    let sight = Sight::of(state);
    let mut commands: Vec<Command> = Vec::new();
    if Side::of(seat).is_some() {
        offers::every(&sight, seat, |command| commands.push(command));
    }
    let description = format!("The map of {} with the units of both sides.", state.scenario.title);
    let mut board = Board::new("map", description, Arc::clone(&state.scenario.ground));
    board.held = state.facts.control.iter().map(|held| (hex(state, held.hex), held.side.number())).collect();
    board.counters = counters(state);
    board.overlays = overlays::all(&sight);
    board.attacks = attack(state).into_iter().collect();
    acts::add(state, &commands, &mut board);
    let asked = rules::answers(state).filter(|side| Some(*side) == Side::of(seat));
    if let (Some(words), false) = (asked.and(activation::asked(state)), board.acts.is_empty()) {
        board.asked = Text::new(words);
    }
    let lede = match asked.and(activation::asked(state)) {
        Some(words) => Text::new(words),
        None if board.acts.is_empty() => Text::new(standing(state)),
        None => Text::new("Pick a counter, then the hex where it goes or what it attacks."),
    };
    // While much can be pointed at, nothing of the panel comes before it.
    let owed = asked.is_some() || board.acts.is_empty();
    let mut aside = activation::beside(state, seat, &commands, owed);
    aside.extend(outcome::outcome(state));
    if aside.is_empty() {
        let other = rules::to_act(state).filter(|side| Some(*side) != Side::of(seat));
        let words = match other.filter(|_| state.facts.activation.is_some()) {
            Some(side) => Text::empty().side(side.number()).say(" has to act now."),
            None => Text::new("What is done in an activation stands here when it begins."),
        };
        aside.push(Panel::new("idle", "Activation", vec![Block::Empty(words)]).block());
    }
    aside.extend(activation::throw(state, seat));
    Page::new(head, "The map", lede, vec![Block::Board(board)]).aside(aside)
}

/// An id as a key: letters, digits, hyphens.
fn plain(id: &str) -> String {
    id.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

/// The key of a unit's counter.
pub(super) fn unit_key(unit: UnitId) -> String {
    format!("u-{}", plain(unit.as_str()))
}

/// The key of the counter of an HQ, by its place in the list of its formation.
pub(super) fn hq_key(formation: FormationId, n: usize) -> String {
    let number = hq_number(n).map_or_else(String::new, |number| number.to_string());
    format!("hq{number}-{}", plain(formation.as_str()))
}

/// The key of the counter of Combat Trains.
pub(super) fn trains_key(formation: FormationId) -> String {
    format!("trains-{}", plain(formation.as_str()))
}

/// Units on the map, and reinforcements that can enter in this turn.
pub(super) fn is_shown(state: &State, unit: Unit<'_>) -> bool {
    unit.piece.fate == Fate::OnMap
        || (unit.piece.fate == Fate::Due && s2_reinforcements::is_here(state, unit))
}

/// Trains and HQs below, so that the units lie on top.
fn counters(state: &State) -> Vec<Counter> {
    let trains = state.formations().filter_map(|body| trains(state, body));
    let hqs = state.formations().flat_map(|body| (0..body.card.hqs.len()).map(move |n| hq(state, body, n)));
    let units = state.units().filter(|unit| is_shown(state, *unit)).map(|unit| of_unit(state, unit));
    trains.chain(hqs).chain(units).collect()
}

fn short(id: &str) -> String {
    id.chars().take(5).collect()
}

fn hq(state: &State, body: Body<'_>, n: usize) -> Counter {
    let (card, facts) = (body.card, body.facts);
    let printed = &card.hqs[n];
    let at = facts.hq.get(n).map(|at| hex(state, at));
    let mut words = vec![
        facts.state.prose().to_owned(),
        facts.fatigue.prose().to_owned(),
        format!("Command Radius {}", printed.radius),
    ];
    if facts.route.is_none() {
        words.push("no supply route".into());
    }
    Counter {
        formation: short(card.id.as_str()),
        size: Size::None,
        symbol: Symbol::Headquarters,
        factors: format!("{} · {}", printed.radius, printed.allowance.ma),
        sign: class_sign(printed.allowance.class, Face::Deployed),
        ring: ring(printed.allowance.class),
        disc: Some(Disc {
            figure: facts.fatigue.short().chars().take(1).collect(),
            grave: facts.fatigue == crate::charts::Fatigue::F4,
        }),
        spent: facts.state == crate::state::HqState::Done,
        state: words,
        ..Counter::new(
            hq_key(card.id, n),
            format!("{} of {}", card.hq_name(n), card.name),
            card.side.number(),
            at,
        )
    }
}

fn trains(state: &State, body: Body<'_>) -> Option<Counter> {
    let card = body.card;
    let trains = body.facts.trains.on_map()?;
    let words = if trains.ghost { vec!["Ghost".to_owned()] } else { Vec::new() };
    let at = Some(hex(state, trains.at));
    Some(Counter {
        formation: short(card.id.as_str()),
        size: Size::None,
        symbol: Symbol::Truck,
        factors: card.trains.allowance.ma.to_string(),
        sign: class_sign(card.trains.allowance.class, Face::Deployed),
        ring: ring(card.trains.allowance.class),
        spent: trains.ghost,
        state: words,
        ..Counter::new(trains_key(card.id), format!("Trains of {}", card.name), card.side.number(), at)
    })
}

/// The class of movement of the side that lies up as a letter, with an arrow on a Move-side. [BCS-UNIT-7]
fn class_sign(class: Class, face: Face) -> String {
    let letter = match class {
        Class::Tac => 'T',
        Class::Truck => 'W',
        Class::Leg => 'L',
    };
    if face == Face::Move { format!("{letter}›") } else { letter.into() }
}

/// The colour of a class with the shape that goes with it. [BCS-UNIT-2]
const fn ring(class: Class) -> Ring {
    match class {
        Class::Tac => Ring::Red,
        Class::Truck => Ring::Black,
        Class::Leg => Ring::White,
    }
}

fn symbol(unit: Unit<'_>) -> Symbol {
    let card = unit.card;
    match card.deployed.class {
        _ if card.recon => Symbol::Recon,
        _ if card.stand_off => Symbol::AntiTank,
        Class::Tac if card.av.is_some() => Symbol::Armor,
        Class::Tac => Symbol::Mech,
        Class::Leg => Symbol::Infantry,
        Class::Truck => Symbol::Truck,
    }
}

fn of_unit(state: &State, unit: Unit<'_>) -> Counter {
    let (card, piece) = (unit.card, unit.piece);
    let allowance = unit.allowance();
    let av = s1_units::av(card, piece.face).map_or_else(String::new, |av| format!("/{av}"));
    let mut words = vec![
        format!("AR {}", card.ar),
        piece.face.prose().to_owned(),
        format!("{} {} MP", allowance.class.prose(), allowance.ma),
        format!("{} of {} steps", unit.steps(), card.steps),
    ];
    let marks = [(piece.screens, "screens"), (piece.dropped, "Dropped Support"), (piece.flipped, "flipped")];
    words.extend(marks.iter().filter(|(holds, _)| *holds).map(|(_, word)| (*word).to_owned()));
    if piece.halt != Halt::Not {
        words.push(piece.halt.prose().into());
    }
    let at = piece.on_map().map(|at| hex(state, at));
    let formation = unit.formation().map_or_else(String::new, |id| short(id.as_str()));
    Counter {
        formation,
        size: Size::Battalion,
        symbol: symbol(unit),
        factors: format!("{}{av}-{}", card.ar, allowance.ma),
        strength: (unit.steps().into(), card.ar.into()),
        steps: (unit.steps(), card.steps),
        disc: piece.screens.then(|| Disc { figure: "S".into(), grave: false }),
        sign: class_sign(allowance.class, piece.face),
        ring: ring(allowance.class),
        struck: piece.halt == Halt::Finished,
        spent: piece.halt != Halt::Not,
        state: words,
        ..Counter::new(unit_key(card.id), &*card.name, card.side.number(), at)
    }
}

/// The attack sequence that is under way. [BCS-ATT-1]
fn attack(state: &State) -> Option<Attack> {
    let battle = state.facts.activation.as_ref()?.battle?;
    let at = |unit: UnitId| state.unit(unit).and_then(|unit| unit.piece.on_map()).map(|at| hex(state, at));
    let kind = if battle.shock { "Shock Attack" } else { "Regular Attack" };
    let from = battle.attacker.into_iter().chain(battle.assist).filter_map(at).collect();
    let support = battle.fire.into_iter().filter_map(at).collect();
    Some(Attack { target: hex(state, battle.target), from, support, kind: kind.into() })
}

/// The rule that pages of an activation lead to.
pub(super) const ACTIVATION: RuleId = RuleId("BCS-ACT-1");
