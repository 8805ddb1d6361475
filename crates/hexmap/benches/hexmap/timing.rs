//! How long two ways of doing the same take, measured by turns.

use std::time::{Duration, Instant};

/// The time of one of `inner` equal parts of each work in nanoseconds, over rounds that fill about
/// two seconds. The rounds alternate, so that whatever else the machine does falls on both, and of
/// each the tenth part of the rounds from below counts, so that it falls on neither.
pub fn by_turns(inner: [usize; 2], mut first: impl FnMut(), mut second: impl FnMut()) -> [f64; 2] {
    let mut rounds = [Vec::new(), Vec::new()];
    let begun = Instant::now();
    while rounds[0].len() < 20 || begun.elapsed() < Duration::from_secs(2) {
        rounds[0].push(timed(&mut first));
        rounds[1].push(timed(&mut second));
    }
    let tenth = |mut rounds: Vec<Duration>| {
        rounds.sort_unstable();
        rounds[rounds.len() / 10].as_secs_f64() * 1e9
    };
    let [first, second] = rounds.map(tenth);
    [first / inner[0] as f64, second / inner[1] as f64]
}

fn timed(work: &mut impl FnMut()) -> Duration {
    let begun = Instant::now();
    work();
    begun.elapsed()
}

/// Nanoseconds with a unit.
pub fn shown(nanoseconds: f64) -> String {
    if nanoseconds < 1000.0 {
        format!("{nanoseconds:.0} ns")
    } else {
        format!("{:.2} µs", nanoseconds / 1000.0)
    }
}
