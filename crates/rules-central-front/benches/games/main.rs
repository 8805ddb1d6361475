//! Offers of a side in the sample, and whole random games per second. Run with `cargo bench -p rules-central-front`;
//! prints tables. The sample is measured at its beginning and along random games; a play of the toy system stands
//! beside them, measured in the same run, so that runs on different machines can be compared.
#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

mod clock;
mod sample;
#[path = "../../../hexmap/benches/hexmap/timing.rs"]
mod timing;

use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use analysis::{Choices, Player};
use clock::{ROUNDS, mean, quickest, slowest};
use kernel::{Seat, System};
use rules_central_front::phase::{Phase, Stage};
use rules_central_front::words::Side;
use rules_central_front::{CentralFront, FULDA, GAP, Scenario, State};
use rules_toy::{FORD, Pickets};

/// No game comes near to so many moves.
const MOST_MOVES: u32 = 1_000_000;

fn main() {
    let fulda = CentralFront::load("fulda.toml", FULDA).expect("the sample loads");
    let gap = CentralFront::load("gap.toml", GAP).expect("the small scenario loads");
    let positions = positions(&fulda);
    println!(
        "| Legal offers of the side in its phase | positions | templates | slowest | every command | slowest | commands, mean |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|");
    for (name, stage) in [("movement", Stage::Move), ("combat", Stage::Combat), ("retreat", Stage::Retreat)] {
        offers(name, positions.iter().filter(|state| state.facts.phase.stage() == stage));
    }
    println!();
    sample::run(&positions[positions.len() / 2]);
    println!("| A page of the side in its phase | positions | mean | slowest |");
    println!("|---|---:|---:|---:|");
    let seen: Vec<&State> = positions.iter().step_by(7).collect();
    for head in CentralFront::PAGES {
        looks(head.tab, &seen, |state| {
            black_box(CentralFront::page(state, acting(state), head.id)).is_some()
        });
    }
    looks("what stands around a page", &seen, |state| {
        !black_box(CentralFront::contents(state, acting(state))).pages.is_empty()
    });
    looks("all pages, one after the other", &seen, |state| {
        !black_box(CentralFront::view(state, acting(state))).pages.is_empty()
    });
    println!();
    println!("| Random games | games/s per core | moves/s per core | mean moves | mean branching |");
    println!("|---|---:|---:|---:|---:|");
    games::<CentralFront>("fulda, 7 turns, 101 units", &fulda, 6);
    games::<CentralFront>("gap, 3 turns, 20 units", &gap, 60);
    let ford = Pickets::load("ford.toml", FORD).expect("the toy loads");
    games::<Pickets>("toy system, ford", &ford, 20_000);
}

/// Positions along random games: every fortieth of six games in which a side acts.
fn positions(scenario: &Arc<Scenario>) -> Vec<State> {
    let mut found = Vec::new();
    for game in 0..6 {
        let mut choices = Choices::new(11, game);
        let mut player = Player::<CentralFront>::new(scenario);
        let mut state = CentralFront::open(Arc::clone(scenario));
        while state.facts.phase != Phase::Over {
            if state.facts.phase.side().is_some() && state.facts.battle.is_none() {
                found.push(state.clone());
            }
            player.play(&mut state, 40, &mut choices);
        }
    }
    found
}

fn acting(state: &State) -> Seat {
    state.facts.phase.side().map_or(Seat::Clock, Side::seat)
}

/// Every template of the side and every command of each.
fn walk(state: &State) -> u64 {
    let seat = acting(state);
    let mut templates = Vec::new();
    CentralFront::offers(state, seat, &mut templates);
    let mut n_commands = 0;
    for template in &templates {
        CentralFront::each(state, seat, template, &mut |command| {
            black_box(command);
            n_commands += 1;
            ControlFlow::Continue(())
        });
    }
    n_commands
}

/// The templates alone, as random play and pages ask for them; then every command of each, as pages list them.
fn offers<'s>(name: &str, positions: impl Iterator<Item = &'s State>) {
    let (mut alone, mut whole) = (Vec::new(), Vec::new());
    let mut commands = 0;
    for state in positions {
        let mut templates = Vec::new();
        alone.push(quickest(|| {
            templates.clear();
            CentralFront::offers(state, acting(state), &mut templates);
            black_box(&templates);
        }));
        whole.push(quickest(|| commands += black_box(walk(state))));
    }
    let n = alone.len().max(1);
    let [(alone, longest), (whole, longest_whole)] =
        [alone, whole].map(|times| (mean(&times), slowest(&times)));
    let commands = commands / (n * ROUNDS) as u64;
    println!("| {name} | {n} | {alone} | {longest} | {whole} | {longest_whole} | {commands} |");
}

/// How long a look takes; it is there at every position.
fn looks(name: &str, positions: &[&State], look: impl Fn(&State) -> bool) {
    let times: Vec<Duration> =
        (positions.iter()).map(|state| quickest(|| assert!(look(state), "{name} is there"))).collect();
    println!("| {name} | {} | {} | {} |", times.len(), mean(&times), slowest(&times));
}

fn games<S: System>(name: &str, setup: &Arc<S::Setup>, n: u64) {
    let (mut moves, mut branches) = (0, 0);
    let took = quickest(|| {
        let mut player = Player::<S>::new(setup);
        (moves, branches) = (0, 0);
        for game in 0..n {
            let mut choices = Choices::new(5, game);
            let mut state = S::open(Arc::clone(setup));
            let played = player.play(&mut state, MOST_MOVES, &mut choices);
            assert!(S::is_over(&state), "game {game} does not end");
            moves += u64::from(played.moves);
            branches += played.offers;
        }
    });
    let rate = |count: u64| count as f64 / took.as_secs_f64();
    println!(
        "| {name} | {:.1} | {:.0} | {} | {:.1} |",
        rate(n),
        rate(moves),
        moves / n,
        branches as f64 / moves as f64
    );
}
