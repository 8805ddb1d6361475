//! The lost-node drill: of two processes on the same campaigns one is lost, and the other one goes on.

use std::thread;
use std::time::{Duration, Instant};

use rand_pcg::Pcg32;
use test_postgres::Database;

use crate::line::{Line, State};
use crate::load::{Fault, below, lay_out_all, open};
use crate::record::{Record, can_be_played};
use crate::worker::{Acts, Worker, add};

/// How long the other one may be held up by what the lost one had begun.
const UNNOTICED: Duration = Duration::from_secs(5);

/// Loses one of two nodes `rounds` times and prints what came of it.
pub fn run(rounds: u32, seed: u64) -> Result<(), Fault> {
    let database = Database::fresh();
    let url = database.url();
    let mut random = Pcg32::new(seed, 97);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let (store, committer, desk, line) = runtime.block_on(async {
        let (store, committer, desk) = open(&url).await?;
        lay_out_all(&desk).await?;
        Ok::<_, Fault>((store, committer, desk, Line::lay(&url).await?))
    })?;
    let by_line = line.url(&url)?;
    let mut stays = Worker::start(&url, seed)?;
    let mut lost = Worker::start(&by_line, seed + 1)?;
    let mut acknowledged = Acts::new();
    let mut record = Record::default();
    let (mut longest, mut slowest) = (Duration::ZERO, Duration::ZERO);
    for round in 0..rounds {
        stays.goes_on(1)?;
        lost.goes_on(1)?;
        thread::sleep(Duration::from_millis(5 + below(&mut random, 100) as u64));
        stays.longest_silence();
        match round % 3 {
            0 => line.be(State::Silent),
            1 => line.be(State::Cut),
            _ => {
                let fresh = Worker::start(&by_line, seed + 2 + u64::from(round))?;
                add(&mut acknowledged, std::mem::replace(&mut lost, fresh).kill()?);
            }
        }
        thread::sleep(UNNOTICED + Duration::from_millis(500));
        longest = longest.max(stays.longest_silence());
        if longest > UNNOTICED {
            return Err(
                format!("round {round}: the other node was held up for {} ms", longest.as_millis()).into()
            );
        }
        line.be(State::Open);
        let begun = Instant::now();
        lost.goes_on(1)?;
        slowest = slowest.max(begun.elapsed());
        add(&mut acknowledged, lost.acknowledged()?);
        add(&mut acknowledged, stays.acknowledged()?);
        runtime.block_on(record.read_on(store.as_ref()))?;
        record.holds(&acknowledged)?;
    }
    add(&mut acknowledged, lost.kill()?);
    add(&mut acknowledged, stays.kill()?);
    runtime.block_on(async {
        record.read_on(store.as_ref()).await?;
        let all: Vec<_> = record.heads.keys().cloned().collect();
        can_be_played(&desk, &all).await?;
        committer.shutdown().await;
        store.close().await;
        Ok::<_, Fault>(())
    })?;
    record.holds(&acknowledged)?;
    println!(
        "{rounds} times a node was lost, {} entries: none acknowledged was lost. The other one was held up for at most {} \
         ms, and the lost one was back {} ms after its line at the latest.",
        record.n_entries(),
        longest.as_millis(),
        slowest.as_millis()
    );
    Ok(())
}
