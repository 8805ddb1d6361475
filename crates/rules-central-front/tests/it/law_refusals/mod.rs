//! Every reason is true: commands are given out of place and with wrong names, hexes and figures, and the condition that
//! a refusal names is evaluated here by itself, of the unit and the hex of which its sentence speaks, from the facts and
//! the printed cards alone; of what is accepted, no reason against the command as a whole holds.
//! `ADJUTANT_REFUSALS=10000` tries more.

mod fights;
mod rare;
mod reasons;
mod starts;
mod table;
mod wrong;

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Acting, Refusal, Seat, prove};
use rules_central_front::{CentralFront, Command, State};
use serde_json::Value;

use crate::games::{play, source};
use rare::Rare;
use reasons::Look;

/// How a command is made up.
type Make = fn(&State, Seat, &mut dyn FnMut(u64) -> u64) -> Value;

/// What was met so far.
struct Sweep {
    /// Every reason that is listed.
    known: BTreeSet<String>,
    met: BTreeSet<String>,
    /// The first command for each reason that is not so, or not told.
    wrong: BTreeMap<String, String>,
    found: u32,
}

impl Sweep {
    /// Gives wrong commands in a position.
    fn try_in(&mut self, state: &State, n: u32, make: Make, pick: &mut dyn FnMut(u64) -> u64) {
        for _ in 0..n {
            let seat = match pick(20) {
                0 => Seat::Umpire,
                1 => Seat::Clock,
                n => Seat::Side(u8::from(n % 2 == 0)),
            };
            let value = make(state, seat, pick);
            let Ok(command) = serde_json::from_value::<Command>(value.clone()) else { continue };
            match prove::<CentralFront>(state, Acting::own(seat), &command) {
                Ok(()) => self.accepted(&Look::new(state, seat, &value, "")),
                Err(refusals) => {
                    refusals.all().iter().for_each(|refusal| self.refused(state, seat, &value, refusal));
                }
            }
        }
    }

    /// Gives the command of a position that is laid out for one reason.
    fn meet(&mut self, rare: &Rare) {
        let command: Command =
            serde_json::from_value(rare.command.clone()).expect("a command that can be read");
        let told = prove::<CentralFront>(&rare.state, Acting::own(rare.seat), &command);
        let told = told.expect_err(rare.name);
        let first = told.first();
        let name =
            format!("{} {} {}", rare.command["do"].as_str().unwrap_or_default(), first.rule, first.code);
        assert_eq!(name, rare.name, "{}", first.sentence);
        self.refused(&rare.state, rare.seat, &rare.command, first);
    }

    fn refused(&mut self, state: &State, seat: Seat, value: &Value, refusal: &Refusal) {
        let look = Look::new(state, seat, value, &refusal.sentence);
        let name = format!("{} {} {}", look.kind(), refusal.rule, refusal.code);
        match look.holds(refusal.rule.0, refusal.code) {
            Some(true) => {}
            holds => {
                let fault = if holds.is_none() { "is not evaluated" } else { "is not so" };
                self.note(&look, name.clone(), format!("{fault}: {}", refusal.sentence));
            }
        }
        self.met.insert(name);
        self.found += 1;
    }

    /// Nothing that is said of a command as a whole holds of one that is accepted.
    fn accepted(&mut self, look: &Look<'_>) {
        let kind = format!("{} ", look.kind());
        let told = self.known.iter().filter(|name| name.starts_with(&kind));
        let holds = |name: &&String| {
            let mut words = name.split(' ').skip(1);
            let (rule, code) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
            look.holds(rule, code) == Some(true)
        };
        let untold: Vec<String> = told.filter(holds).cloned().collect();
        untold.into_iter().for_each(|name| self.note(look, name, "holds and is not told".into()));
    }

    fn note(&mut self, look: &Look<'_>, name: String, fault: String) {
        let phase = look.state.facts.phase.word();
        let shown = || format!("{fault}, by {:?} in {phase}: {}", look.seat, look.value);
        self.wrong.entry(name).or_insert_with(shown);
    }
}

#[test]
fn what_a_refusal_names_is_broken() {
    let wanted = asked::number("ADJUTANT_REFUSALS").unwrap_or(1000_u32);
    let mut sweep = Sweep { known: reasons(), met: BTreeSet::new(), wrong: BTreeMap::new(), found: 0 };
    let (mut die, mut other, mut third) = (source(99), source(100), source(101));
    let mut seed = 0;
    for rare in rare::all() {
        sweep.meet(&rare);
        sweep.try_in(&rare.state, 20, wrong::command, &mut *third);
    }
    // Rare reasons want some more games.
    while sweep.found < wanted || (!sweep.known.is_subset(&sweep.met) && sweep.found < MOST) {
        for state in starts::all() {
            sweep.try_in(&state, 20, wrong::command, &mut *die);
        }
        let scenarios = starts::scenarios();
        let scenario = &scenarios[seed as usize % scenarios.len()];
        // Fights are few, and most of what can be said in one is rare.
        let mut look = |state: &State, _: &mut dyn FnMut(u64) -> u64| {
            sweep.try_in(state, if state.facts.battle.is_some() { 40 } else { 6 }, wrong::command, &mut *die);
            let disturbed = starts::disturbed(state, &mut *other);
            sweep.try_in(
                &disturbed,
                if state.facts.battle.is_some() { 20 } else { 4 },
                wrong::pointed,
                &mut *other,
            );
        };
        play(scenario, &mut *source(seed), &mut look)
            .unwrap_or_else(|broken| panic!("game {seed}: {broken:?}"));
        seed += 1;
    }
    let Sweep { known, met, wrong, found } = &sweep;
    assert!(wrong.is_empty(), "{wrong:#?}");
    let (new, missing): (Vec<_>, Vec<_>) = (met.difference(known).collect(), known.difference(met).collect());
    assert!(new.is_empty() && missing.is_empty(), "{found}; new: {new:?}; never met: {missing:?}");
}

/// After so many refusals a reason that was not met is one that is not told any more.
const MOST: u32 = 100_000;

/// Every reason that is met, with its command; one that is not listed fails the test, as does one that is not met any more.
const REASONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/law_refusals/reasons.txt");

fn reasons() -> BTreeSet<String> {
    let listed = std::fs::read_to_string(REASONS).expect("the list stands beside this file");
    listed.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}
