//! Moves per second of complete random plays: on the kernel with offers enumerated and events recorded, and in a
//! loop written by hand that plays the same moves with neither. Run with `cargo bench -p analysis`; prints a table.
#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

mod direct;

use std::alloc::System as SystemAllocator;
use std::sync::Arc;
use std::time::{Duration, Instant};

use analysis::{Choices, Player};
use kernel::answers::Thrown;
use kernel::{Acting, Odds, Rulebook, Seat, Side, System};
use rules_toy::{Command, FORD, Pickets, RIVER, RULEBOOK, Setup, State};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<SystemAllocator> = &INSTRUMENTED_SYSTEM;

const LIMIT: u32 = 100_000;

fn main() {
    println!("| What | Set-up | moves/s per core | ns per move | allocations per move | plays/s per core |");
    println!("|---|---|---:|---:|---:|---:|");
    for (name, text) in [("ford", FORD), ("river", RIVER)] {
        let setup = Setup::load(name, text).expect("a shipped set-up loads");
        same_plays(&setup);
        row("direct loop", name, |n| direct_plays(&setup, n));
        row("kernel", name, |n| kernel_plays(&setup, n));
        row("kernel, behind the face of a table (JSON)", name, |n| table_plays(text, n));
    }
    println!();
    println!("| What | per second per core | allocations each |");
    println!("|---|---:|---:|");
    odds();
    views();
}

/// The direct loop is only a measure if it plays the same moves with the same choices.
fn same_plays(setup: &Arc<Setup>) {
    for index in 0..500 {
        let (mut one, mut other) = (Choices::new(1, index), Choices::new(1, index));
        let mut state = State::open(Arc::clone(setup));
        let played = Player::<Pickets>::new(setup).play(&mut state, LIMIT, &mut one);
        let direct = direct::play(setup, &mut other);
        assert_eq!((played.moves, state.sides[Side::FIRST].points, state.sides[Side::SECOND].points), direct);
    }
}

fn kernel_plays(setup: &Arc<Setup>, n: u64) -> u64 {
    let mut player = Player::<Pickets>::new(setup);
    let mut choices = Choices::new(2, 0);
    (0..n)
        .map(|_| {
            let mut state = State::open(Arc::clone(setup));
            u64::from(player.play(&mut state, LIMIT, &mut choices).moves)
        })
        .sum()
}

fn direct_plays(setup: &Setup, n: u64) -> u64 {
    let mut choices = Choices::new(2, 0);
    (0..n).map(|_| u64::from(direct::play(setup, &mut choices).0)).sum()
}

/// As a table plays: commands and events as JSON values, events with their audience, rolls not explained.
fn table_plays(text: &str, n: u64) -> u64 {
    let mut choices = Choices::new(2, 0);
    let mut pick = |n| choices.pick(n);
    let mut moves = 0;
    for _ in 0..n {
        let mut game = RULEBOOK.open("bench", text).expect("a shipped set-up loads");
        while !game.is_over() {
            let seats = [Seat::Clock, Seat::Side(pick(2) as u8)];
            for seat in seats {
                if let Some(command) = game.sample(seat, &mut pick) {
                    game.judge(Acting::own(seat), &command, &mut Thrown::new(&mut pick));
                    moves += 1;
                    break;
                }
            }
        }
    }
    moves
}

fn row(what: &str, name: &str, plays: impl Fn(u64) -> u64) {
    let Measured { n, done: moves, took, allocations } = measure(&plays);
    let per_second = |count: u64| count as f64 / took.as_secs_f64();
    println!(
        "| {what} | {name} | {} | {:.0} | {:.3} | {} |",
        thousands(per_second(moves)),
        took.as_nanos() as f64 / moves as f64,
        allocations as f64 / moves as f64,
        thousands(per_second(n)),
    );
}

/// The best of several rounds: what else runs on the machine can only make a round slower.
struct Measured {
    n: u64,
    done: u64,
    took: Duration,
    allocations: usize,
}

const ROUNDS: usize = 7;

fn measure(work: &impl Fn(u64) -> u64) -> Measured {
    let n = fitting(work);
    let round = |_| {
        let region = Region::new(ALLOCATOR);
        let started = Instant::now();
        let done = std::hint::black_box(work(n));
        let (took, stats) = (started.elapsed(), region.change());
        Measured { n, done, took, allocations: stats.allocations + stats.reallocations }
    };
    (0..ROUNDS).map(round).min_by_key(|measured| measured.took).expect("there are rounds")
}

/// How many repetitions take about a fifth of a second, after warming up.
fn fitting(work: &impl Fn(u64) -> u64) -> u64 {
    let mut n = 1;
    loop {
        let started = Instant::now();
        std::hint::black_box(work(n));
        if started.elapsed() > Duration::from_millis(100) {
            return n * 2;
        }
        n *= 2;
    }
}

fn odds() {
    let setup = Setup::load("ford", FORD).expect("a shipped set-up loads");
    let state = State::open(setup);
    let acting = Acting::own(Seat::Side(0));
    each("exact odds of a pay roll", |n| {
        (0..n)
            .map(|_| {
                Odds::of::<Pickets>(&state, acting, &Command::Pay)
                    .map_or(0, |odds| odds.outcomes.len() as u64)
            })
            .sum()
    });
}

fn views() {
    let setup = Setup::load("river", RIVER).expect("a shipped set-up loads");
    let state = State::open(setup);
    each("a side's view with every control proved", |n| {
        (0..n).map(|_| Pickets::view(&state, Seat::Side(0)).pages.len() as u64).sum()
    });
    each("a copy of the state", |n| {
        (0..n).map(|_| u64::from(std::hint::black_box(state.clone()).round)).sum()
    });
}

fn each(what: &str, work: impl Fn(u64) -> u64) {
    let Measured { n, took, allocations, .. } = measure(&work);
    println!(
        "| {what} | {} | {:.1} |",
        thousands(n as f64 / took.as_secs_f64()),
        allocations as f64 / n as f64
    );
}

fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut words = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            words.push(',');
        }
        words.push(digit);
    }
    words
}
