//! How long work takes, in processor time where the system tells it.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The best of this many rounds counts: what else runs on the machine can only make a round slower.
pub const ROUNDS: usize = 5;

/// How long work takes at its quickest.
pub fn quickest(mut work: impl FnMut()) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..ROUNDS {
        let (begun, on_the_wall) = (processor_time(), Instant::now());
        work();
        let (took, waited) = (processor_time().saturating_sub(begun), on_the_wall.elapsed());
        best = best.min(if took < TICKS { waited } else { took });
    }
    best
}

/// Some systems count processor time in ticks: what is shorter than several of them is taken from the wall.
const TICKS: Duration = Duration::from_millis(50);

/// Processor time of this thread, where the system tells it, else time on the wall: what waits for a processor busy with
/// other work has not taken longer.
fn processor_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|told| told.split_whitespace().next()?.parse().ok());
    nanos.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// The mean, with its unit.
pub fn mean(times: &[Duration]) -> String {
    shown(times.iter().sum::<Duration>() / u32::try_from(times.len().max(1)).unwrap_or(u32::MAX))
}

/// The longest, with its unit.
pub fn slowest(times: &[Duration]) -> String {
    shown(times.iter().max().copied().unwrap_or_default())
}

/// A time with its unit.
pub fn shown(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    if micros < 1000.0 { format!("{micros:.1} µs") } else { format!("{:.2} ms", micros / 1000.0) }
}
