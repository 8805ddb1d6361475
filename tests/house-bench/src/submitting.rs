//! From a submission over the disk to the next view.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use kernel::Seat;

use crate::setting::{Outcome, act, campaign, desk, percentile};

const ACTS: usize = 400;

pub async fn table(folder: &Path, disk: f64) -> Outcome {
    for n_campaigns in [1, 16] {
        let folder = tempfile::tempdir_in(folder)?;
        let desk = Arc::new(desk(folder.path()).await?);
        let mut ids = Vec::new();
        for _ in 0..n_campaigns {
            ids.push(campaign(&desk).await?);
        }
        let start = Instant::now();
        let tasks: Vec<_> = ids
            .into_iter()
            .map(|id| {
                let desk = Arc::clone(&desk);
                tokio::spawn(async move { one(&desk, &id).await.map_err(|error| error.to_string()) })
            })
            .collect();
        let mut times = Vec::new();
        for task in tasks {
            times.extend(task.await??);
        }
        let rate = times.len() as f64 / start.elapsed().as_secs_f64();
        times.sort_by(f64::total_cmp);
        let (p50, p95) = (percentile(&times, 0.5), percentile(&times, 0.95));
        let ratio = rate / (disk * f64::from(n_campaigns));
        println!(
            "| Submit to durable to view, {n_campaigns} campaign{} | p50 {p50:.2} ms, p95 {p95:.2} ms, {rate:.0}/s \
             | {ratio:.2} of {n_campaigns} × the sync rate |",
            if n_campaigns == 1 { "" } else { "s" }
        );
    }
    Ok(())
}

async fn one(desk: &table::Desk, id: &str) -> Outcome<Vec<f64>> {
    let mut times = Vec::with_capacity(ACTS);
    for turn in 0..ACTS {
        let start = Instant::now();
        act(desk, id, turn).await?;
        std::hint::black_box(desk.look(id, Seat::Side(0)).await?);
        times.push(start.elapsed().as_secs_f64() * 1000.0);
    }
    Ok(times)
}
