//! Whole random campaigns of nine scenarios per second, and where their time goes. Run with
//! `cargo bench -p rules-upfront`; prints tables. A complete play of the toy system stands beside them, measured in
//! the same run, so that runs on different machines can be compared. Times are processor times.
#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::alloc::System as SystemAllocator;
use std::sync::Arc;
use std::time::{Duration, Instant};

use analysis::{Choices, Player};
use kernel::answers::Thrown;
use kernel::{Acting, Seat, System, Transcript, judge};
use rules_upfront::offers::{self, Template};
use rules_upfront::phase::{Phase, selecting};
use rules_upfront::report::Decisions;
use rules_upfront::rules::s3_order_of_settlement::outcome;
use rules_upfront::rules::s4_decisions::owes_decisions;
use rules_upfront::words::Side;
use rules_upfront::{Campaign, Command, NINE_DAYS, State, UpFront};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<SystemAllocator> = &INSTRUMENTED_SYSTEM;

/// The best of this many rounds counts: what else runs on the machine can only make a round slower.
const ROUNDS: usize = 7;

fn main() {
    let campaign = Campaign::load("nine-days.toml", NINE_DAYS).expect("the shipped campaign loads");
    println!("| What | per second per core | µs each | allocations each |");
    println!("|---|---:|---:|---:|");
    let whole = row("whole random campaign of nine scenarios", |n| campaigns(&campaign, n, &mut NoClock));
    let men = row("the same men settled by the rules alone", |n| settlements(&campaign, n));
    let copy = row("a copy of a campaign at its end", |n| copies(&campaign, n));
    let toy = row("whole random play of the toy system, ford", toy_plays);
    println!();
    println!(
        "A campaign is {:.1} plays of the toy system, {:.1} times its settlements alone and {:.0} copies of its state.",
        whole / toy,
        whole / men,
        whole / copy
    );
    println!();
    parts(&campaign);
}

/// What a campaign is made of, for the clock.
#[derive(Clone, Copy)]
enum Part {
    Open,
    Choose,
    Select,
    Report,
    Confirm,
    Decide,
}

const PARTS: [(Part, &str); 6] = [
    (Part::Open, "opening the campaign"),
    (Part::Choose, "choosing at random: fillings, fates, decisions"),
    (Part::Select, "`select`: judged and recorded"),
    (Part::Report, "`report`: judged and recorded"),
    (Part::Confirm, "`confirm`: judged, recorded, settled where nothing is owed"),
    (Part::Decide, "`decide` and the lot: judged, recorded, settled"),
];

trait Clock {
    fn time<T>(&mut self, part: Part, work: impl FnOnce() -> T) -> T;
}

struct NoClock;

impl Clock for NoClock {
    fn time<T>(&mut self, _part: Part, work: impl FnOnce() -> T) -> T {
        work()
    }
}

#[derive(Default)]
struct ByPart([(Duration, u64); PARTS.len()]);

impl Clock for ByPart {
    fn time<T>(&mut self, part: Part, work: impl FnOnce() -> T) -> T {
        let started = Instant::now();
        let done = work();
        let (took, times) = &mut self.0[part as usize];
        *took += started.elapsed();
        *times += 1;
        done
    }
}

/// The next command that has to be given, whoever gives it: every choice in it is drawn.
fn next(state: &State) -> Option<(Seat, Template, Part)> {
    let seat = |side: Side| side.seat();
    match Phase::of(state) {
        Phase::Attacker => Some((Seat::Clock, Template::DrawLot, Part::Decide)),
        Phase::Select => selecting(state).next().map(|side| (seat(side), Template::Select, Part::Select)),
        Phase::Battle => Some((Seat::Side(0), Template::Report, Part::Report)),
        Phase::Confirm | Phase::Dispute => Some((Seat::Side(1), Template::Confirm, Part::Confirm)),
        Phase::Decide => {
            let owing = Side::BOTH.into_iter().find(|side| owes_decisions(state, *side))?;
            Some((seat(owing), Template::Decide, Part::Decide))
        }
        Phase::Over => None,
    }
}

/// Plays campaigns and calls `watch` after every command.
fn play(
    campaign: &Arc<Campaign>,
    choices: &mut Choices,
    transcript: &mut Transcript<UpFront>,
    clock: &mut impl Clock,
    watch: &mut impl FnMut(&State, &Command),
) -> State {
    let mut state = clock.time(Part::Open, || UpFront::open(Arc::clone(campaign)));
    let mut pick = |n| choices.pick(n);
    while let Some((seat, template, part)) = next(&state) {
        let command = clock.time(Part::Choose, || offers::sample(&state, seat, &template, &mut pick));
        watch(&state, &command);
        let judged = clock.time(part, || {
            judge::<UpFront>(&mut state, Acting::own(seat), &command, &mut Thrown::new(&mut pick), transcript)
        });
        assert!(judged.is_ok(), "{command:?} is refused: {judged:?}");
    }
    state
}

fn campaigns(campaign: &Arc<Campaign>, n: u64, clock: &mut impl Clock) -> u64 {
    let mut choices = Choices::new(3, 0);
    let mut transcript = Transcript::new();
    let scenarios = |state: State| state.facts.played.len() as u64;
    (0..n).map(|_| scenarios(play(campaign, &mut choices, &mut transcript, clock, &mut |_, _| ()))).sum()
}

/// Every settlement of one campaign, as the rules compute it from the agreed facts: no commands, no record.
fn settlements(campaign: &Arc<Campaign>, n: u64) -> u64 {
    let mut stages = Vec::new();
    play(campaign, &mut Choices::new(3, 0), &mut Transcript::new(), &mut NoClock, &mut |state, command| {
        if let Command::Report(telling) = command {
            let mut faults = kernel::Reasons::whether();
            let report = rules_upfront::rules::s4_report::written(state, telling, &mut faults);
            stages.push((state.clone(), report));
        }
    });
    let settled = |(state, report): &(State, _)| {
        Side::BOTH.map(|side| outcome(state, side, report, &Decisions::default()).len()).iter().sum::<usize>()
    };
    (0..n).map(|_| std::hint::black_box(&stages).iter().map(settled).sum::<usize>() as u64).sum()
}

fn copies(campaign: &Arc<Campaign>, n: u64) -> u64 {
    let state = play(campaign, &mut Choices::new(3, 0), &mut Transcript::new(), &mut NoClock, &mut |_, _| ());
    (0..n).map(|_| std::hint::black_box(&state).clone().facts.played.len() as u64).sum()
}

fn toy_plays(n: u64) -> u64 {
    use rules_toy::{FORD, Pickets, Setup, State};
    let setup = Setup::load("ford", FORD).expect("a shipped set-up loads");
    let mut player = Player::<Pickets>::new(&setup);
    let mut choices = Choices::new(2, 0);
    (0..n)
        .map(|_| u64::from(player.play(&mut State::open(Arc::clone(&setup)), 100_000, &mut choices).moves))
        .sum()
}

/// Processor time of this thread, where the system tells it, else time on the wall: what waits for a processor busy
/// with other work does not count.
fn processor_time() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|told| told.split_whitespace().next()?.parse().ok());
    nanos.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// Prints a row and gives the seconds that one takes.
fn row(what: &str, work: impl Fn(u64) -> u64) -> f64 {
    let mut n = 1;
    loop {
        let started = Instant::now();
        std::hint::black_box(work(n));
        if started.elapsed() > Duration::from_millis(150) {
            break;
        }
        n *= 2;
    }
    let round = |_| {
        let region = Region::new(ALLOCATOR);
        let started = processor_time();
        std::hint::black_box(work(n));
        let (took, stats) = (processor_time().saturating_sub(started), region.change());
        (took, stats.allocations + stats.reallocations)
    };
    let (took, allocations) = (0..ROUNDS).map(round).min().expect("there are rounds");
    let each = took.as_secs_f64() / n as f64;
    println!("| {what} | {:.0} | {:.2} | {:.1} |", 1.0 / each, each * 1e6, allocations as f64 / n as f64);
    each
}

fn parts(campaign: &Arc<Campaign>) {
    const N: u64 = 4000;
    let round = |_| {
        let mut clock = ByPart::default();
        campaigns(campaign, N, &mut clock);
        clock
    };
    let total = |clock: &ByPart| clock.0.iter().map(|(took, _)| *took).sum::<Duration>();
    let best = (0..3).map(round).min_by_key(total).expect("there are rounds");
    let whole = total(&best).as_secs_f64();
    println!("| Where the time of a campaign goes | part | times | µs each time |");
    println!("|---|---:|---:|---:|");
    for (part, what) in PARTS {
        let (took, times) = best.0[part as usize];
        let (took, times) = (took.as_secs_f64(), times as f64);
        let each = if times > 0.0 { took * 1e6 / times } else { 0.0 };
        println!("| {what} | {:.0} % | {:.1} | {each:.2} |", 100.0 * took / whole, times / N as f64);
    }
}
