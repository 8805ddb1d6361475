//! Every reason is true and is the first: commands are given out of place and with wrong names, hexes and figures, and what
//! bars each of them is worked out here from the catalogue, the facts and the slow searches, in the order of the check lists.
//! The refusal has to name the same, and nothing may bar what is accepted. `ADJUTANT_REFUSALS=10000` tries more.

mod disturbed;
mod look;
mod of_fire;
mod of_movement;
mod of_turn;

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Acting, Seat, System, prove};
use rules_bcs::state::Step;
use rules_bcs::{BattalionCombat, Command, SARN, SARN_WEST, Scenario, State};
use serde_json::{Value, json};

use crate::games::play_seen;
use crate::slow::Map;
use crate::{Dice, with_two_hqs};
use look::{Judged, Look};

/// What bars a command first, if anything does.
fn judge(look: &Look<'_>, seat: Seat, command: &Command) -> Judged {
    use Command as C;
    match command {
        C::Proceed => look.proceed(seat),
        C::Replace { unit, hq } => look.replace(seat, *unit, *hq),
        C::Assign { unit, formation, hq } => look.assign(seat, *unit, *formation, *hq),
        C::Release { unit } => look.release(seat, *unit),
        C::AssignArty { formation } => look.assign_arty(seat, *formation),
        C::ReleaseArty { formation } => look.release_arty(seat, *formation),
        C::EnterSupport { unit } => look.enter_support(seat, *unit),
        C::ExitSupport { unit, hq } => look.exit_support(seat, *unit, *hq),
        C::Order { formation, route, .. } => look.order(seat, *formation, route),
        C::Instruct { .. } => look.instruct(seat),
        C::Close => look.close(seat),
        C::GoFirst { .. } => look.go_first(seat),
        C::Activate { formation } => look.activate(seat, *formation),
        C::Prepare { prepared, recovery } => look.prepare(seat, *prepared, *recovery),
        C::NameRoute { to_trains, to_source } => look.name_route(seat, to_trains, to_source),
        C::Fail { .. } => look.step(seat, Step::Failure).map(|_| ()),
        C::Objective { at, .. } => look.objective(seat, *at),
        C::RuleMixed { one, other, mixed } => look.rule_mixed(seat, *one, *other, *mixed),
        C::Begin => look.step(seat, Step::Objectives).map(|_| ()),
        C::Enter { unit, at } => look.enter(seat, *unit, *at),
        C::Flip { unit } => look.flip(seat, *unit),
        C::Move { unit, path } => look.go(seat, *unit, path),
        C::Recon { unit, at } => look.recon(seat, *unit, *at),
        C::Screen { unit } => look.screen(seat, *unit),
        C::Barrage { target, spotter, air } => look.barrage(seat, *target, *spotter, *air),
        C::AttackByFire { unit, target } => look.attack_by_fire(seat, *unit, *target),
        C::Engage { unit, target } => look.engage(seat, *unit, *target),
        C::Require { unit } => look.require(seat, *unit),
        C::Attack { target, shock } => look.attack(seat, *target, *shock),
        C::Defend { unit, prepared } => look.defend(seat, *unit, *prepared),
        C::Commit { unit, assist } => look.commit(seat, *unit, *assist),
        C::Suppress { spotter, air } => look.suppress(seat, *spotter, *air),
        C::SupportByFire { unit } => look.support_by_fire(seat, *unit),
        C::Fight => look.stage(seat, rules_bcs::state::Stage::Fire).map(|_| ()),
        C::TakeStep { unit } => look.take_step(seat, *unit),
        C::Advance { unit } => look.advance(seat, *unit),
        C::Withdraw { unit, path, hq } => look.withdraw(seat, *unit, path, *hq),
        C::RetreatHq { at, hq } => look.retreat_hq(seat, *at, *hq),
        C::Retreat { path } => look.retreat(seat, path),
        C::ReturnSupport { unit } => look.return_support(seat, *unit),
        C::MoveHq { path, hq } => look.move_hq(seat, path, *hq),
        C::MoveTrains { path } => look.move_trains(seat, path),
        C::FlipTrains => look.flip_trains(seat),
        C::ReturnTrains { at } => look.return_trains(seat, *at),
        C::LeaveDefense => look
            .step(seat, Step::Activities)
            .and_then(|(_, body)| look::need(body.facts.prepared, "BCS-PD-3", "none")),
        C::End => look.step(seat, Step::Activities).map(|_| ()),
        C::Second { choice } => look.second(seat, *choice),
    }
}

/// What was met so far.
#[derive(Default)]
struct Sweep {
    met: BTreeMap<String, u32>,
    /// The first command for each disagreement.
    wrong: BTreeMap<String, String>,
    found: u32,
    /// Lawful commands of earlier positions, the last few of each kind.
    pool: BTreeMap<String, Vec<Value>>,
}

impl Sweep {
    /// Gives commands in a position: lawful ones and those of earlier positions, as they are or with something changed.
    fn try_in(&mut self, state: &State, map: &Map, n: u32, dice: &mut Dice) {
        let look = Look::of(state, map);
        let mut lawful = Vec::new();
        for seat in [Seat::Side(0), Seat::Side(1), Seat::Umpire, Seat::Clock] {
            let mut templates = Vec::new();
            BattalionCombat::offers(state, seat, &mut templates);
            for template in templates {
                let command = BattalionCombat::sample(state, seat, &template, &mut |n| dice.below(n));
                let value = serde_json::to_value(&command).expect("a command is written");
                let kind = value["do"].as_str().expect("a kind").to_owned();
                let known = self.pool.entry(kind).or_default();
                known.push(value.clone());
                if known.len() > 8 {
                    known.remove(0);
                }
                lawful.push((seat, value));
            }
        }
        for _ in 0..n {
            let (mut seat, mut value) = if !lawful.is_empty() && dice.below(3) > 0 {
                lawful[dice.below(lawful.len() as u64) as usize].clone()
            } else {
                let kinds: Vec<&Vec<Value>> = self.pool.values().collect();
                let of = kinds[dice.below(kinds.len() as u64) as usize];
                let acting = rules_bcs::rules::to_act(state).map_or(Seat::Side(0), |side| side.seat());
                (acting, of[dice.below(of.len() as u64) as usize].clone())
            };
            for _ in 0..dice.below(3) {
                change(&mut value, state, dice);
            }
            if dice.below(12) == 0 {
                seat = dice.one(&[Seat::Side(0), Seat::Side(1), Seat::Umpire, Seat::Clock]);
            }
            if let Ok(command) = serde_json::from_value::<Command>(value) {
                self.give(&look, seat, &command);
            }
        }
    }

    fn give(&mut self, look: &Look<'_>, seat: Seat, command: &Command) {
        let told = prove::<BattalionCombat>(look.state, Acting::own(seat), command);
        let told = told.map_err(|refusals| {
            let first = refusals.first();
            (first.rule.0, first.code, first.sentence.clone())
        });
        let found = judge(look, seat, command);
        let kind = json!(command)["do"].as_str().unwrap_or_default().to_owned();
        match (&told, &found) {
            (Ok(()), Ok(())) => {}
            (Err((rule, code, _)), Err(bar)) if (*rule, *code) == *bar => {
                *self.met.entry(format!("{kind} {rule} {code}")).or_default() += 1;
                self.found += 1;
            }
            _ => {
                let step = look.state.facts.activation.as_ref().map(|one| one.step);
                let name = format!(
                    "{kind}: {:?} is told, {found:?} was found",
                    told.as_ref().err().map(|it| (it.0, it.1))
                );
                let shown = || format!("{told:?} by {seat:?} at {step:?}: {command:?}");
                self.wrong.entry(name).or_insert_with(shown);
            }
        }
    }
}

/// Changes one value of a command into another of its kind.
fn change(value: &mut Value, state: &State, dice: &mut Dice) {
    let Some(fields) = value.as_object_mut() else { return };
    let mut keys: Vec<String> = fields.keys().filter(|key| *key != "do").cloned().collect();
    let of_hq = ["replace", "assign", "exit-support", "withdraw", "retreat-hq", "move-hq"];
    if of_hq.iter().any(|kind| fields["do"] == **kind) && !fields.contains_key("hq") {
        keys.push("hq".into());
        fields.insert("hq".into(), Value::Null);
    }
    if keys.is_empty() {
        return;
    }
    let key = keys[dice.below(keys.len() as u64) as usize].clone();
    let new = match (&fields[&key], key.as_str()) {
        (Value::Bool(is), _) => json!(!is),
        (_, "unit" | "spotter" | "assist") => json!(unit(state, dice)),
        (Value::String(word), "target") if word.parse::<u32>().is_err() => json!(unit(state, dice)),
        (Value::Null, "target") => json!(unit(state, dice)),
        (_, "formation" | "one" | "other") => {
            let all: Vec<_> = state.formations().map(|body| body.card.id).collect();
            if dice.below(9) == 0 { json!("nobody") } else { json!(dice.one(&all)) }
        }
        (_, "at" | "target") => json!(hex(state, dice)),
        (_, "hq") => json!(dice.one(&[None, Some(0), Some(1), Some(2), Some(3)])),
        (_, "choice") => json!(dice.one(&["skip", "roll", "rest"])),
        (Value::Array(path), _) => json!(way(path, state, dice)),
        _ => return,
    };
    fields.insert(key, new);
}

fn unit(state: &State, dice: &mut Dice) -> String {
    let active = state.facts.activation.as_ref().map(|one| one.formation);
    let all: Vec<_> = state.units().collect();
    let own: Vec<_> = all.iter().filter(|unit| active.is_some() && unit.formation() == active).collect();
    match dice.below(20) {
        0 => "nobody".into(),
        1..=12 if !own.is_empty() => own[dice.below(own.len() as u64) as usize].card.id.to_string(),
        _ => all[dice.below(all.len() as u64) as usize].card.id.to_string(),
    }
}

/// A hex with something in it, one beside it, or any.
fn hex(state: &State, dice: &mut Dice) -> String {
    let stands: Vec<_> = state.on_map().map(|(_, at)| at).collect();
    let board = &state.scenario.board;
    let cells = board.grid().cells();
    match dice.below(12) {
        0 => "9999".into(),
        1..=3 => board.place(dice.one(cells)).to_string(),
        4..=7 if !stands.is_empty() => {
            let cell = board.cell(dice.one(&stands)).expect("a hex");
            let around: Vec<_> = board.grid().steps(cell).map(|step| step.to).collect();
            board.place(dice.one(&around)).to_string()
        }
        _ if stands.is_empty() => "0505".into(),
        _ => dice.one(&stands).to_string(),
    }
}

/// A way made longer, shorter or crooked.
fn way(path: &[Value], state: &State, dice: &mut Dice) -> Vec<Value> {
    let mut path = path.to_vec();
    let board = &state.scenario.board;
    for _ in 0..=dice.below(3) {
        let last = path.last().and_then(|hex| serde_json::from_value(hex.clone()).ok());
        let cell = last.and_then(|hex| board.cell(hex));
        match (dice.below(9), cell) {
            (0, _) => path.push(json!(hex(state, dice))),
            (1, _) if !path.is_empty() => {
                path.remove(dice.below(path.len() as u64) as usize);
            }
            (2, _) => path.clear(),
            (3, _) if path.len() > 1 => path.insert(1, path[0].clone()),
            (_, Some(cell)) => {
                let around: Vec<_> = board.grid().steps(cell).map(|step| step.to).collect();
                path.push(json!(board.place(dice.one(&around))));
            }
            _ => path.push(json!(hex(state, dice))),
        }
    }
    path
}

#[test]
fn what_a_refusal_names_is_broken_and_is_the_first() {
    let wanted = asked::number("ADJUTANT_REFUSALS").unwrap_or(2000_u32);
    let map = Map::read();
    let ordered = SARN_WEST.replace("orders = false", "orders = true");
    let (two, ordered_two) = (with_two_hqs(SARN_WEST), with_two_hqs(&ordered));
    let all = [SARN_WEST, &two, &ordered, SARN, &ordered_two]
        .map(|text| Scenario::load("sample.toml", text).unwrap_or_else(|faults| panic!("{faults:#?}")));
    let (mut sweep, mut dice, mut seed) = (Sweep::default(), Dice::new(99), 0);
    while sweep.found < wanted {
        let scenario = &all[seed as usize % all.len()];
        play_seen(scenario, seed, &mut BTreeSet::new(), &mut |state, _| {
            // Fights and answers are few, and most of what can be said in one is rare.
            let waits = state.facts.activation.as_ref().is_some_and(|one| {
                one.battle.is_some() || one.owed.is_some() || one.entered.is_some() || !one.jumped.is_empty()
            });
            if sweep.found < wanted && (waits || dice.below(11) == 0) {
                sweep.try_in(state, &map, 8, &mut dice);
                sweep.try_in(&disturbed::of(state, &mut dice), &map, if waits { 24 } else { 12 }, &mut dice);
            }
        });
        seed += 1;
    }
    println!("{} refused: {:#?}", sweep.found, sweep.met);
    assert!(sweep.wrong.is_empty(), "{:#?}", sweep.wrong);
    assert!(sweep.met.len() >= 200, "{} reasons were met", sweep.met.len());
}
