//! The kill drill: a process that plays is killed without warning; what it acknowledged must be in the log.

use std::thread;
use std::time::{Duration, Instant};

use rand_pcg::Pcg32;
use test_postgres::Database;

use crate::load::{Fault, below, lay_out_all, one_in, open};
use crate::record::{Record, can_be_played};
use crate::worker::{Acts, Worker, add};

/// Kills `rounds` times and prints what came of it.
pub fn run(rounds: u32, seed: u64) -> Result<(), Fault> {
    let folder = tempfile::tempdir()?;
    let place = folder.path().display().to_string();
    let mut random = Pcg32::new(seed, 99);
    let mut acknowledged = Acts::new();
    let mut slowest = Duration::ZERO;
    let mut record = Record::default();
    for round in 1..=rounds {
        let mut worker = Worker::start(&place, seed + u64::from(round))?;
        worker.goes_on(1)?;
        thread::sleep(moment(&mut random));
        add(&mut acknowledged, worker.kill()?);
        let begun = Instant::now();
        inspect(&place, &mut record, &acknowledged)?;
        slowest = slowest.max(begun.elapsed());
    }
    // As somebody reads it who has seen nothing of it before.
    record = Record::default();
    inspect(&place, &mut record, &acknowledged)?;
    println!(
        "{rounds} kills, {} acknowledged acts in {} campaigns, {} entries: none lost, none half \
         applied. Opening and checking took at most {} ms.",
        count(&acknowledged)?,
        acknowledged.len(),
        record.n_entries(),
        slowest.as_millis()
    );
    Ok(())
}

/// Two processes play the same campaigns in one database; `rounds` times one of them is killed, and another one started in
/// its place while the other goes on.
pub fn run_on_nodes(rounds: u32, seed: u64) -> Result<(), Fault> {
    let database = Database::fresh();
    let place = database.url();
    let mut random = Pcg32::new(seed, 98);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let (store, committer, desk) = runtime.block_on(async {
        let (store, committer, desk) = open(&place).await?;
        lay_out_all(&desk).await?;
        Ok::<_, Fault>((store, committer, desk))
    })?;
    let mut nodes = [Worker::start(&place, seed)?, Worker::start(&place, seed + 1)?];
    let mut acknowledged = Acts::new();
    let mut record = Record::default();
    for round in 1..=rounds {
        let at = usize::from(one_in(&mut random, 2));
        for node in &mut nodes {
            node.goes_on(1)?;
        }
        thread::sleep(moment(&mut random));
        let fresh = Worker::start(&place, seed + 1 + u64::from(round))?;
        let killed = std::mem::replace(&mut nodes[at], fresh);
        add(&mut acknowledged, killed.kill()?);
        add(&mut acknowledged, nodes[1 - at].acknowledged()?);
        runtime.block_on(record.read_on(store.as_ref()))?;
        record.holds(&acknowledged)?;
        nodes[1 - at].goes_on(1)?;
    }
    for node in nodes {
        add(&mut acknowledged, node.kill()?);
    }
    runtime.block_on(async {
        // As somebody reads it who has seen nothing of it before.
        record = Record::default();
        let all = record.read_on(store.as_ref()).await?;
        can_be_played(&desk, &all).await?;
        committer.shutdown().await;
        store.close().await;
        Ok::<_, Fault>(())
    })?;
    record.holds(&acknowledged)?;
    println!(
        "{rounds} kills of one of two nodes, {} acknowledged acts in {} campaigns, {} entries: none lost, none half \
         applied, none twice.",
        count(&acknowledged)?,
        acknowledged.len(),
        record.n_entries()
    );
    Ok(())
}

fn moment(random: &mut Pcg32) -> Duration {
    Duration::from_millis(5 + below(random, 250) as u64)
}

/// How many acts were acknowledged: without any nothing was tried.
fn count(acknowledged: &Acts) -> Result<usize, Fault> {
    match acknowledged.values().map(|acts| acts.len()).sum() {
        0 => Err("nothing was acknowledged, so nothing was tried".into()),
        n_acts => Ok(n_acts),
    }
}

/// Opens the folder as a start would: what has come is chained to what was read before, every acknowledged act is there,
/// none twice, and in every campaign that has gone on since, every seat can look and play can go on.
pub fn inspect(place: &str, record: &mut Record, acknowledged: &Acts) -> Result<(), Fault> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let (store, committer, desk) = open(place).await?;
        let moved = record.read_on(store.as_ref()).await?;
        can_be_played(&desk, &moved).await?;
        committer.shutdown().await;
        store.close().await;
        record.holds(acknowledged)
    })
}
