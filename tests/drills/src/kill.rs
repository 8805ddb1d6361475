//! The kill drill: a process that plays is killed without warning; what it acknowledged must be in the log.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use kernel::{Rulebook, Seat};
use ledger::{CampaignId, Heads, Store};
use rand_pcg::Pcg32;
use table::Desk;

use crate::load::{Fault, below, open};

/// How long a start may take before the drill gives up on it.
const PATIENCE: Duration = Duration::from_secs(60);

/// What was acknowledged: acts by campaign.
type Acknowledged = BTreeMap<String, BTreeSet<String>>;

/// Kills `rounds` times and prints what came of it.
pub fn run(rounds: u32, seed: u64) -> Result<(), Fault> {
    let folder = tempfile::tempdir()?;
    let mut random = Pcg32::new(seed, 99);
    let mut acknowledged = Acknowledged::new();
    let (mut slowest, mut n_entries) = (Duration::ZERO, 0);
    for round in 1..=rounds {
        let moment = Duration::from_millis(5 + below(&mut random, 250) as u64);
        play_and_kill(folder.path(), seed + u64::from(round), moment, &mut acknowledged)?;
        let begun = Instant::now();
        n_entries = inspect(folder.path(), &acknowledged)?;
        slowest = slowest.max(begun.elapsed());
    }
    let n_acts: usize = acknowledged.values().map(BTreeSet::len).sum();
    if n_acts == 0 {
        return Err("nothing was acknowledged, so nothing was tried".into());
    }
    println!(
        "{rounds} kills, {n_acts} acknowledged acts in {} campaigns, {n_entries} entries: none lost, none half \
         applied. Opening and checking everything took at most {} ms.",
        acknowledged.len(),
        slowest.as_millis()
    );
    Ok(())
}

/// Starts a process that plays, kills it `moment` after its first acknowledgement, and takes down all of them.
fn play_and_kill(
    folder: &Path,
    seed: u64,
    moment: Duration,
    acknowledged: &mut Acknowledged,
) -> Result<(), Fault> {
    let mut worker = Command::new(std::env::current_exe()?)
        .arg("worker")
        .arg(folder)
        .arg(seed.to_string())
        .stdout(Stdio::piped())
        .spawn()?;
    let output = worker.stdout.take().ok_or("the worker has no output")?;
    let (first, began) = mpsc::channel();
    let reader = thread::spawn(move || {
        let mut lines = Vec::new();
        let mut output = BufReader::new(output);
        let mut line = String::new();
        while output.read_line(&mut line).is_ok_and(|n_bytes| n_bytes > 0) {
            // Only a whole line is an acknowledgement.
            if let Some(whole) = line.strip_suffix('\n') {
                lines.push(whole.to_owned());
            }
            line.clear();
            let _ = first.send(());
        }
        lines
    });
    let started = began.recv_timeout(PATIENCE);
    thread::sleep(moment);
    let ended_by_itself = worker.try_wait()?;
    worker.kill()?;
    worker.wait()?;
    started.map_err(|_| "the worker acknowledged nothing")?;
    if let Some(status) = ended_by_itself {
        return Err(format!("the worker ended by itself: {status}").into());
    }
    for line in reader.join().map_err(|_| "the reader of the worker's output failed")? {
        let (campaign, act) =
            line.split_once(' ').ok_or_else(|| format!("{line:?} is no acknowledgement"))?;
        acknowledged.entry(campaign.to_owned()).or_default().insert(act.to_owned());
    }
    Ok(())
}

/// Whether somebody has something to do, or play is over.
async fn goes_on(desk: &Desk, campaign: &str) -> Result<bool, Fault> {
    let mut game =
        rules_toy::RULEBOOK.open("long.toml", rules_toy::RIVER).map_err(|faults| format!("{faults:?}"))?;
    game.set_position(desk.position(campaign).await?).map_err(|faults| format!("{faults:?}"))?;
    let waits = !desk.look(campaign, Seat::Umpire).await?.waiting.is_empty();
    Ok(waits || game.is_over() || [0, 1].into_iter().any(|side| !game.lawful(Seat::Side(side), 1).is_empty()))
}

/// Opens the folder as a start would: every chain is whole, every acknowledged act is there, none twice, every seat of
/// every campaign can look, and play can go on. Gives the number of entries.
fn inspect(folder: &Path, acknowledged: &Acknowledged) -> Result<u64, Fault> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let (store, committer, desk) = open(folder).await?;
        let mut n_entries = 0;
        let mut acts = Acknowledged::new();
        for card in desk.campaigns().await? {
            let id = CampaignId::new(&card.id)?;
            let mut heads = Heads::start(store.campaign(&id).await?.genesis);
            loop {
                let page = store.entries_checked(&id, &mut heads, 500).await?;
                if page.is_empty() {
                    break;
                }
                let here = acts.entry(card.id.clone()).or_default();
                for entry in &page {
                    if !here.insert(entry.lineage.to_string()) {
                        return Err(format!("campaign {} has act {} twice", card.id, entry.lineage).into());
                    }
                }
            }
            n_entries += heads.master.number;
            for seat in [Seat::Umpire, Seat::Side(0), Seat::Side(1), Seat::Spectator] {
                desk.look(&card.id, seat).await?;
            }
            if !goes_on(&desk, &card.id).await? {
                return Err(format!("campaign {} has come to a stop: nobody can do anything", card.id).into());
            }
        }
        committer.shutdown().await;
        store.close().await;
        for (campaign, wanted) in acknowledged {
            let found = acts.get(campaign);
            let lost = wanted.iter().filter(|act| !found.is_some_and(|found| found.contains(*act)));
            let lost: Vec<&str> = lost.map(String::as_str).collect();
            if !lost.is_empty() {
                return Err(format!("campaign {campaign} lost acknowledged acts: {}", lost.join(", ")).into());
            }
        }
        Ok(n_entries)
    })
}
