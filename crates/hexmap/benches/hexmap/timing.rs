//! How long something takes, the disturbed rounds left out.

use std::time::{Duration, Instant};

/// The median time of one of `inner` equal parts of `work`, over rounds that fill about a second.
pub fn each(inner: usize, mut work: impl FnMut()) -> f64 {
    work();
    let begun = Instant::now();
    let mut rounds = Vec::new();
    while rounds.len() < 15 || begun.elapsed() < Duration::from_millis(1000) {
        let round = Instant::now();
        work();
        rounds.push(round.elapsed());
    }
    rounds.sort_unstable();
    rounds[rounds.len() / 2].as_secs_f64() * 1e9 / inner as f64
}

/// Nanoseconds with a unit.
pub fn shown(nanoseconds: f64) -> String {
    if nanoseconds < 1000.0 {
        format!("{nanoseconds:.0} ns")
    } else {
        format!("{:.2} µs", nanoseconds / 1000.0)
    }
}
