//! Whatever a seat is offered it can give from its pages: each command that can be listed is made by a form.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use kernel::answers::Thrown;
use kernel::conformance::makes;
use kernel::{Acting, Seat, System, Transcript, judge};
use rules_civil_war::words::Step;
use rules_civil_war::{CivilWar, Command, State};

use crate::table::{NEUTRAL, done, first, rate_all, setup};
use crate::whole_battle::{march, worked};
use crate::{Dice, plays};

/// The most listed commands of a kind that are tried in one position.
const MOST: usize = 12;

const SEATS: [Seat; 3] = [Seat::Umpire, Seat::Side(0), Seat::Side(1)];

fn kinds(state: &State, seat: Seat) -> Vec<<CivilWar as System>::Template> {
    let mut kinds = Vec::new();
    CivilWar::offers(state, seat, &mut kinds);
    kinds
}

/// Tries what every seat is offered, and counts what was tried by its kind.
fn tries(state: &State, tried: &mut BTreeMap<String, u32>) {
    for seat in SEATS {
        let view = CivilWar::view(state, seat);
        for kind in kinds(state, seat) {
            let mut commands = Vec::new();
            CivilWar::each(state, seat, &kind, &mut |command| {
                commands.push(command);
                if commands.len() < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            for command in commands {
                assert!(makes(&view, &command), "{seat:?} cannot give {command:?} from its pages");
                let name = serde_json::to_value(&command).expect("a command")["do"].to_string();
                *tried.entry(name).or_default() += 1;
            }
        }
    }
}

/// Plays on by chance; what ends a battle or only passes time is picked seldom.
fn plays_on(mut state: State, seed: u64, acts: u32, tried: &mut BTreeMap<String, u32>) {
    let mut dice = Dice::new(seed);
    for act in 0..acts {
        if act % 4 == 0 {
            tries(&state, tried);
        }
        let seat = SEATS[dice.below(3) as usize];
        let kinds = kinds(&state, seat);
        if kinds.is_empty() {
            continue;
        }
        let kind = kinds[dice.below(kinds.len() as u64) as usize];
        let command = CivilWar::sample(&state, seat, &kind, &mut |n| dice.below(n));
        let ends = matches!(
            command,
            Command::Concede { .. }
                | Command::DriveOff { .. }
                | Command::CwResult { .. }
                | Command::NextStep { battle: None }
        );
        if ends && !dice.one_in(60) {
            continue;
        }
        let mut pick = |n: u64| dice.below(n);
        let mut answers = Thrown::new(&mut pick);
        let mut transcript = Transcript::<CivilWar>::new();
        let ended = judge(&mut state, Acting::own(seat), &command, &mut answers, &mut transcript);
        assert_eq!(ended, Ok(()), "{command:?}");
    }
}

fn by_day() -> State {
    let mut state = worked();
    rate_all(&mut state, 5);
    march(&mut state, [1, 1, 4, 1], [1, 1]);
    for _ in 0..4 {
        done(&mut state, NEUTRAL, Command::AdvanceTurn { battle: first() }, &[]);
    }
    state
}

fn by_night() -> State {
    let mut state = worked();
    rate_all(&mut state, 5);
    march(&mut state, [1, 1, 4, 1], [1, 1]);
    state.facts.battle.first_mut().expect("a battle").turn = 30;
    done(&mut state, NEUTRAL, Command::AdvanceTurn { battle: first() }, &[]);
    state
}

#[test]
fn every_offered_command_can_be_given_from_the_pages_of_its_seat() {
    let mut tried = BTreeMap::new();
    for seed in 0..plays(2) {
        plays_on(State::open(setup()), seed, 160, &mut tried);
        plays_on(by_day(), seed, 150, &mut tried);
        plays_on(by_night(), seed, 60, &mut tried);
    }
    for kind in [
        "agree",
        "draw-field",
        "choose-side",
        "submit-oob",
        "seal-flank",
        "sketch",
        "place-breastworks",
        "close",
        "reveal",
        "rate",
        "advance-turn",
        "arrive",
        "concede",
        "drive-off",
        "nightfall",
        "night-move",
        "withdraw",
        "end-battle",
        "report",
        "enter-battle",
        "initiative",
    ] {
        assert!(tried.contains_key(&format!("\"{kind}\"")), "{kind} was never tried: {tried:#?}");
    }
}

#[test]
fn a_form_that_writes_says_what_its_command_would_come_to() {
    let state = by_day();
    assert_eq!(state.facts.battle[0].step, Step::Day);
    // A spectator has no forms at all.
    assert!(CivilWar::view(&state, Seat::Spectator).forms().is_empty());
}
