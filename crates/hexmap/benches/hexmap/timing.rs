//! How long two ways of doing the same take, measured by turns.

use std::time::{Duration, Instant};

/// The time of one of `inner` equal parts of each work in nanoseconds: the quickest of the rounds of
/// two seconds. The rounds alternate, so that neither work finds the processor's memory full of its
/// own last round, and the quickest is the one that the rest of the machine disturbed least.
pub fn by_turns(inner: [usize; 2], mut first: impl FnMut(), mut second: impl FnMut()) -> [f64; 2] {
    let mut best = [Duration::MAX; 2];
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(2) {
        best = [best[0].min(timed(&mut first)), best[1].min(timed(&mut second))];
    }
    [0, 1].map(|which| best[which].as_secs_f64() * 1e9 / inner[which] as f64)
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
