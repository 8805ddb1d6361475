//! Memory with many campaigns known and some open.

use std::path::Path;
use std::process::Command;

use kernel::Seat;

use crate::setting::{Outcome, campaign, desk};

const KNOWN: usize = 1000;
const OPEN: usize = 50;
/// The first word of the command line that opens campaigns and tells the memory it took.
pub const OPENING: &str = "--open";

pub async fn table(folder: &Path) -> Outcome {
    let folder = tempfile::tempdir_in(folder)?;
    let mut ids = Vec::new();
    {
        let laid = desk(folder.path()).await?;
        for _ in 0..KNOWN {
            ids.push(campaign(&laid).await?);
        }
    }
    let itself = std::env::current_exe()?;
    let status = Command::new(itself).arg(OPENING).arg(folder.path()).arg(ids[..OPEN].join(",")).status()?;
    if status.success() { Ok(()) } else { Err("the process that opens them failed".into()) }
}

/// Opens them in a process of its own: memory that other measures have left free would hide what is taken here.
pub async fn opening(folder: &Path, ids: &str) -> Outcome {
    let before = resident_megabytes()?;
    let fresh = desk(folder).await?;
    let n_known = fresh.campaigns().await?.len();
    let listed = resident_megabytes()?;
    for id in ids.split(',') {
        std::hint::black_box(fresh.look(id, Seat::Umpire).await?);
    }
    let open = resident_megabytes()?;
    println!(
        "| Memory, {n_known} campaigns known | {:.1} MB more | {before:.1} MB before |",
        listed - before
    );
    println!(
        "| Memory, {OPEN} of them open | {:.2} MB each | {open:.1} MB in all |",
        (open - listed) / OPEN as f64
    );
    Ok(())
}

/// Resident memory of this process, from the system.
fn resident_megabytes() -> Outcome<f64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).ok_or("no VmRSS line")?;
    let kilobytes: f64 = line.split_whitespace().nth(1).ok_or("no figure")?.parse()?;
    Ok(kilobytes / 1024.0)
}
