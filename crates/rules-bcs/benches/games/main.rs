//! Offers of an activation, routes, pages and whole random games of the sample and of a large scenario made by chance; the
//! searches beside crate `pathfinding`. Run with `cargo bench -p rules-bcs`; prints tables.
#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

#[path = "../../../rules-central-front/benches/games/clock.rs"]
mod clock;
mod made;
mod searches;
#[path = "../../../hexmap/benches/hexmap/timing.rs"]
mod timing;

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use analysis::{Choices, Player};
use clock::{mean, quickest, shown, slowest};
use kernel::{Seat, System};
use made::Made;
use rules_bcs::ground::Ground;
use rules_bcs::rules::{self, s7_msr};
use rules_bcs::sight::Sight;
use rules_bcs::state::Step;
use rules_bcs::{BattalionCombat, Phase, SARN, SARN_WEST, Scenario, State};

/// 60 by 40 hexes, twelve formations, 150 units.
const LARGE: Made = Made { columns: 60, rows: 40, formations: 6, hqs: 1, units: 150, turns: 2, seed: 5 };

/// No game comes near to so many moves.
const MOST_MOVES: u32 = 1_000_000;

fn main() {
    let load =
        |file: &str, text: &str| Scenario::load(file, text).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let large = made::scenario(LARGE);
    let sarn = ("sarn, 48 units", load("sarn.toml", SARN));
    let large = ("60 x 40, 150 units", load("large.toml", &large));
    let west = ("sarn-west, 3 turns", load("sarn-west.toml", SARN_WEST));
    let all: Vec<(&str, Vec<State>)> =
        [&sarn, &large].iter().map(|(name, scenario)| (*name, positions(scenario))).collect();
    println!(
        "| Offers of an activation | positions | median | mean | slowest | every command, mean | slowest | commands, mean |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|");
    for (name, states) in &all {
        offers(name, states);
    }
    println!("\n| Routes of all formations, zones and all | positions | mean | slowest |");
    println!("|---|---:|---:|---:|");
    for (name, states) in &all {
        looks(name, states, |state| {
            let ground = Ground::of(state);
            let routes = (0..state.facts.formation.len()).map(|at| s7_msr::best_on(state, &ground, at));
            routes.map(black_box).count() > 0
        });
    }
    println!("\n| A page of the side that acts | positions | mean | slowest |");
    println!("|---|---:|---:|---:|");
    for (name, states) in &all {
        let seen: Vec<State> = states.iter().step_by(4).cloned().collect();
        for head in BattalionCombat::PAGES {
            looks(&format!("{name}: {}", head.tab), &seen, |state| {
                black_box(BattalionCombat::page(state, acting(state), head.id)).is_some()
            });
        }
    }
    println!();
    for (name, states) in &all {
        searches::run(name, &states[states.len() / 2]);
    }
    println!("| Random games | games/s per core | moves/s per core | mean moves | mean branching |");
    println!("|---|---:|---:|---:|---:|");
    for ((name, scenario), n) in [(west, 20), (sarn, 4), (large, 1)] {
        games(name, &scenario, n);
    }
}

fn acting(state: &State) -> Seat {
    rules::to_act(state).map_or(Seat::Clock, kernel::Side::seat)
}

/// Positions along random games: every twentieth in which the activities of a formation go on.
fn positions(scenario: &Arc<Scenario>) -> Vec<State> {
    let mut found = Vec::new();
    for game in 0..3 {
        let mut choices = Choices::new(11, game);
        let mut player = Player::<BattalionCombat>::new(scenario);
        let mut state = BattalionCombat::open(Arc::clone(scenario));
        while state.facts.phase != Phase::Over && found.len() < 40 * (game as usize + 1) {
            player.play(&mut state, 20, &mut choices);
            if state.facts.activation.as_ref().is_some_and(|one| one.step == Step::Activities) {
                found.push(state.clone());
            }
        }
    }
    found
}

/// The templates alone, as random play asks for them; then every command of each, as pages list them.
fn offers(name: &str, states: &[State]) {
    let (mut alone, mut whole) = (Vec::new(), Vec::new());
    let mut commands = 0;
    for state in states {
        let seat = acting(state);
        let mut templates = Vec::new();
        alone.push(quickest(|| {
            templates.clear();
            BattalionCombat::offers(state, seat, &mut templates);
            black_box(&templates);
        }));
        whole.push(quickest(|| {
            rules_bcs::offers::every(&Sight::of(state), seat, |command| {
                black_box(command);
                commands += 1;
            });
        }));
    }
    let n = alone.len().max(1);
    alone.sort_unstable();
    println!(
        "| {name} | {n} | {} | {} | {} | {} | {} | {} |",
        shown(alone[n / 2]),
        mean(&alone),
        slowest(&alone),
        mean(&whole),
        slowest(&whole),
        commands / (n * clock::ROUNDS)
    );
}

/// How long a look takes; it is there at every position.
fn looks(name: &str, states: &[State], look: impl Fn(&State) -> bool) {
    let times: Vec<Duration> =
        states.iter().map(|state| quickest(|| assert!(look(state), "{name} is there"))).collect();
    println!("| {name} | {} | {} | {} |", times.len(), mean(&times), slowest(&times));
}

fn games(name: &str, scenario: &Arc<Scenario>, n: u64) {
    let (mut moves, mut branches) = (0, 0);
    let took = quickest(|| {
        let mut player = Player::<BattalionCombat>::new(scenario);
        (moves, branches) = (0, 0);
        for game in 0..n {
            let mut choices = Choices::new(5, game);
            let mut state = BattalionCombat::open(Arc::clone(scenario));
            let played = player.play(&mut state, MOST_MOVES, &mut choices);
            assert!(BattalionCombat::is_over(&state), "game {game} does not end");
            moves += u64::from(played.moves);
            branches += played.offers;
        }
    });
    let rate = |count: u64| count as f64 / took.as_secs_f64();
    println!(
        "| {name} | {:.2} | {:.0} | {} | {:.1} |",
        rate(n),
        rate(moves),
        moves / n,
        branches as f64 / moves as f64
    );
}
