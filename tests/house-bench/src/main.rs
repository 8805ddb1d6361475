//! Prints a markdown table: `cargo run --release -p house-bench [FOLDER]`. The folder decides which disk is measured.

#![allow(clippy::print_stdout)]

mod disk;
mod memory;
mod opening;
mod playing;
mod setting;
mod submitting;

use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    if let [memory::OPENING, folder, ids] = words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        return runtime.block_on(memory::opening(folder.as_ref(), ids));
    }
    let folder = words.first().map_or_else(std::env::temp_dir, PathBuf::from);
    let disk = disk::syncs_per_second(&folder)?;
    println!("| Measure | Result | Next to |\n|---|---|---|");
    println!("| The disk's own sync rate, 4 kB appended and synced | {disk:.0}/s | the limit |");
    runtime.block_on(async {
        submitting::table(&folder, disk).await?;
        opening::table(&folder).await?;
        memory::table(&folder).await
    })?;
    playing::table()
}
