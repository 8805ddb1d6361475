//! The physical limit: how often this disk can be told to keep something and answer that it has.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// Appends of 4 kB, each synced, per second, over two seconds.
pub fn syncs_per_second(folder: &Path) -> std::io::Result<f64> {
    let path = folder.join(format!("adjutant-disk-{}", std::process::id()));
    let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
    let page = [7u8; 4096];
    let (start, mut n_syncs) = (Instant::now(), 0u32);
    while start.elapsed() < Duration::from_secs(2) {
        file.write_all(&page)?;
        file.sync_data()?;
        n_syncs += 1;
    }
    let rate = f64::from(n_syncs) / start.elapsed().as_secs_f64();
    std::fs::remove_file(path)?;
    Ok(rate)
}
