//! Commands as acts on the board: pointed at, they are the same commands as the forms give.

use std::borrow::Cow;

use kernel::view::board::{Act, Board, Sends, Target};
use serde_json::{Map, Value};

use super::board::{hq_key, trains_key, unit_key};
use super::{hex, planner};
use crate::command::Command;
use crate::rules::{s10_movement, s12_attack, s18_voluntary};
use crate::sight::Sight;
use crate::state::{Body, State};
use crate::words::{Place, UnitId, hq_at, points};

/// An act before it is written down.
struct Drawn {
    word: &'static str,
    verb: String,
    counter: String,
    from: Option<Place>,
    budget: String,
    targets: Vec<Target>,
    sends: Sends,
    rolls: bool,
}

/// Adds what some lawful commands come to on the board: like commands of a counter are one act with many targets.
pub(super) fn add(state: &State, commands: &[Command], board: &mut Board) {
    for command in commands {
        let all = draw(state, command);
        if all.is_empty() {
            continue;
        }
        let Ok(Value::Object(written)) = serde_json::to_value(without_way(command)) else { continue };
        let panel = planner::panel_of(state, command).map(|(word, _)| word);
        for drawn in all {
            let mut fixed = written.clone();
            if let Sends::Hex(key) | Sends::Way(key) = drawn.sends {
                fixed.remove(key);
            }
            put(state, drawn, fixed, panel, board);
        }
    }
}

/// A command without the way that the board sends with it: only the rest of it is written down.
fn without_way(command: &Command) -> Cow<'_, Command> {
    Cow::Owned(match command {
        Command::Move { unit, .. } => Command::Move { unit: *unit, path: Vec::new() },
        Command::MoveHq { hq, .. } => Command::MoveHq { path: Vec::new(), hq: *hq },
        Command::MoveTrains { .. } => Command::MoveTrains { path: Vec::new() },
        _ => return Cow::Borrowed(command),
    })
}

fn put(
    state: &State,
    drawn: Drawn,
    fixed: Map<String, Value>,
    panel: Option<&'static str>,
    board: &mut Board,
) {
    let same =
        |act: &&Act| act.word == drawn.word && act.counters[0] == drawn.counter && act.command == fixed;
    if let Some(reach) = board.acts.iter().find(same).map(|act| act.reach) {
        drawn.targets.into_iter().for_each(|target| target.join(&mut board.reaches[reach]));
        return;
    }
    let reach = board.reaches.len();
    board.reaches.push(drawn.targets);
    board.acts.push(Act {
        word: drawn.word,
        verb: drawn.verb,
        counters: vec![drawn.counter],
        from: drawn.from.map(|at| hex(state, at)),
        budget: if drawn.budget.is_empty() { ("", String::new()) } else { ("MP", drawn.budget) },
        reach,
        command: fixed,
        sends: drawn.sends,
        panel,
        rolls: drawn.rolls,
    });
}

/// The acts of a command; none where it is given by a form alone.
fn draw(state: &State, command: &Command) -> Vec<Drawn> {
    let one = |drawn: Option<Drawn>| drawn.into_iter().collect();
    match command {
        Command::Move { unit, path } => one(of_unit(state, *unit, "move", "Move").and_then(|drawn| {
            let left = state.facts.activation.as_ref().zip(state.unit(*unit));
            let budget = left.map_or_else(String::new, |(now, unit)| points(s10_movement::left(now, unit)));
            along(state, Drawn { budget, ..drawn }, path, "path")
        })),
        Command::Withdraw { unit, path, .. } if !path.is_empty() => {
            one(of_unit(state, *unit, "withdraw", "Voluntary Retreat")
                .and_then(|drawn| along(state, drawn.rolling(), path, "path")))
        }
        // The HQ Refuge: the way there is not chosen.
        Command::Withdraw { unit, hq, .. } => {
            one(of_unit(state, *unit, "refuge", "Voluntary Retreat to the HQ")
                .zip(s18_voluntary::home(&Sight::of(state), *unit, *hq))
                .map(|(drawn, at)| drawn.meaning(state, at).rolling()))
        }
        Command::Retreat { path } if !path.is_empty() => {
            let owed = state.facts.activation.as_ref().and_then(|activation| activation.owed);
            one(owed
                .and_then(|owed| of_unit(state, owed.unit, "retreat", "Retreat"))
                .and_then(|drawn| along(state, drawn, path, "path")))
        }
        Command::MoveHq { path, hq } => {
            let body = active(state);
            let drawn = body.map(|body| of_hq(body, hq_at(*hq), "hq", "Move the HQ"));
            one(drawn.and_then(|drawn| along(state, drawn, path, "path")))
        }
        Command::MoveTrains { path } => {
            one(of_trains(state).and_then(|drawn| along(state, drawn, path, "path")))
        }
        Command::Order { formation, route, recovery, prepared } => {
            let (word, verb) = match (recovery, prepared) {
                (true, _) => ("order-recovery", "Order it to recover there"),
                (_, true) => ("order-defense", "Order it to create Prepared Defense there"),
                _ => ("order", "Order it there"),
            };
            let Some(at) = route.last() else { return Vec::new() };
            let targets = || vec![Target::new(hex(state, *at), "", None)];
            let drawn = of_hqs(state.formation(*formation), word, verb);
            drawn
                .into_iter()
                .map(|drawn| Drawn { targets: targets(), sends: Sends::Way("route"), ..drawn })
                .collect()
        }
        Command::Objective { at, combat } => {
            let (word, verb) =
                if *combat { ("combat-obj", "Combat OBJ") } else { ("march-obj", "March OBJ") };
            of_hqs(active(state), word, verb).into_iter().map(|drawn| drawn.at(state, *at, "at")).collect()
        }
        Command::RetreatHq { at, hq } => {
            let jumped = state.facts.activation.as_ref().and_then(|now| now.jumped.first().copied());
            let body = jumped.map_or_else(|| active(state), |jumped| state.formation(jumped.formation));
            one(body
                .map(|body| of_hq(body, hq_at(*hq), "retreat-hq", "Retreat the HQ"))
                .map(|drawn| drawn.at(state, *at, "at")))
        }
        Command::ReturnTrains { at } => of_hqs(active(state), "return-trains", "Return the trains")
            .into_iter()
            .map(|drawn| drawn.at(state, *at, "at"))
            .collect(),
        Command::Activate { formation } => of_hqs(state.formation(*formation), "activate", "Activate")
            .into_iter()
            .filter_map(|drawn| drawn.here(state))
            .collect(),
        Command::Enter { unit, at } => {
            one(of_unit(state, *unit, "enter", "Enter").map(|drawn| drawn.at(state, *at, "at")))
        }
        Command::Recon { unit, at } => {
            one(of_unit(state, *unit, "recon", "Combat OBJ").map(|drawn| drawn.at(state, *at, "at")))
        }
        // In an attack the target is given: a form says who spots.
        Command::Barrage { .. }
            if state.facts.activation.as_ref().is_some_and(|now| now.battle.is_some()) =>
        {
            Vec::new()
        }
        Command::Barrage { target, spotter, air } => {
            let (word, verb) = if *air { ("air-barrage", "Barrage by air") } else { ("barrage", "Barrage") };
            one(of_unit(state, *spotter, word, verb)
                .map(|drawn| drawn.at(state, *target, "target").rolling()))
        }
        Command::AttackByFire { unit, target } => one(of_unit(state, *unit, "fire", "Attack by Fire")
            .map(|drawn| drawn.at(state, *target, "target").rolling())),
        Command::Engage { unit, target } => {
            let at = state.unit(*target).and_then(|unit| unit.piece.on_map());
            one(of_unit(state, *unit, "engage", &format!("Engage {}", state.scenario.name(*target)))
                .zip(at)
                .map(|(drawn, at)| drawn.meaning(state, at).rolling()))
        }
        Command::Attack { target, shock } => assailants(state, *target, *shock),
        Command::Flip { unit } => one(on_itself(state, *unit, "flip", "Flip")),
        Command::Screen { unit } => one(on_itself(state, *unit, "screen", "Enter Screen")),
        Command::TakeStep { unit } => one(on_itself(state, *unit, "lose", "Take a step")),
        Command::Advance { unit: Some(unit) } => {
            let target = state.facts.activation.as_ref().and_then(|now| now.battle).map(|one| one.target);
            one(of_unit(state, *unit, "advance", "Advance")
                .zip(target)
                .map(|(drawn, at)| drawn.meaning(state, at)))
        }
        _ => Vec::new(),
    }
}

/// An attack, by each unit on the map that could lead it.
fn assailants(state: &State, target: Place, shock: bool) -> Vec<Drawn> {
    let (word, verb) = if shock { ("shock", "Shock Attack") } else { ("attack", "Regular Attack") };
    let body = state.facts.activation.as_ref().and_then(|now| state.formation(now.formation));
    let leaders = body.into_iter().flat_map(|body| s12_attack::leaders(state, body, target, shock));
    let drawn = leaders.filter_map(|unit| of_unit(state, unit, word, verb));
    drawn.map(|drawn| drawn.at(state, target, "target")).collect()
}

fn on_itself(state: &State, unit: UnitId, word: &'static str, verb: &str) -> Option<Drawn> {
    of_unit(state, unit, word, verb)?.here(state)
}

fn along(state: &State, drawn: Drawn, path: &[Place], key: &'static str) -> Option<Drawn> {
    let targets = Target::along(hex(state, drawn.from?), path.iter().map(|place| hex(state, *place)), "");
    Some(Drawn { targets, sends: Sends::Way(key), ..drawn })
}

fn of_unit(state: &State, unit: UnitId, word: &'static str, verb: &str) -> Option<Drawn> {
    let from = state.unit(unit).filter(|unit| super::board::is_shown(state, *unit))?;
    Some(Drawn::new(word, verb, unit_key(unit), from.piece.on_map()))
}

/// The formation that is activated.
fn active(state: &State) -> Option<Body<'_>> {
    state.formation(state.facts.activation.as_ref()?.formation)
}

/// By the counter of one HQ, on the map or off it.
fn of_hq(body: Body<'_>, n: usize, word: &'static str, verb: &str) -> Drawn {
    Drawn::new(word, verb, hq_key(body.card.id, n), body.facts.hq.get(n))
}

/// By the counter of each HQ of a formation on the map: what it does, it does as one. Where none is there, by the first.
fn of_hqs(body: Option<Body<'_>>, word: &'static str, verb: &str) -> Vec<Drawn> {
    let Some(body) = body else { return Vec::new() };
    let mut there: Vec<usize> = body.hqs().map(|hq| hq.n).collect();
    if there.is_empty() {
        there.push(0);
    }
    there.into_iter().map(|n| of_hq(body, n, word, verb)).collect()
}

fn of_trains(state: &State) -> Option<Drawn> {
    let body = state.formation(state.facts.activation.as_ref()?.formation)?;
    let at = body.facts.trains.on_map()?.at;
    Some(Drawn::new("trains", "Move the trains", trains_key(body.card.id), Some(at)))
}

impl Drawn {
    fn new(word: &'static str, verb: &str, counter: String, from: Option<Place>) -> Self {
        let (targets, budget) = (Vec::new(), String::new());
        Self { word, verb: verb.into(), counter, from, budget, targets, sends: Sends::Nothing, rolls: false }
    }

    fn at(self, state: &State, at: Place, key: &'static str) -> Self {
        Self { targets: vec![Target::new(hex(state, at), "", None)], sends: Sends::Hex(key), ..self }
    }

    /// The target only says that it is meant.
    fn meaning(self, state: &State, at: Place) -> Self {
        Self { targets: vec![Target::new(hex(state, at), "", None)], ..self }
    }

    fn here(self, state: &State) -> Option<Self> {
        let at = self.from?;
        Some(self.meaning(state, at))
    }

    fn rolling(self) -> Self {
        Self { rolls: true, ..self }
    }
}
