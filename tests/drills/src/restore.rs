//! The restore drill: a backup made during play, a wrecked log, and the backup in its place.

use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use ledger::SqliteStore;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

use crate::kill::inspect;
use crate::load::{FILE, Fault, below};
use crate::record::Record;
use crate::worker::{Acts, Worker};

/// Wrecks and restores `rounds` times and prints what came of it. Each round goes on from what the last one restored.
pub fn run(rounds: u32, seed: u64) -> Result<(), Fault> {
    let folder = tempfile::tempdir()?;
    let mut random = Pcg32::new(seed, 96);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let mut kept = Acts::new();
    let (mut n_entries, mut n_given_up) = (0, 0);
    for round in 1..=rounds {
        let place = folder.path().join(format!("data-{round}"));
        if round == 1 {
            std::fs::create_dir(&place)?;
        }
        let backup = folder.path().join(format!("backup-{round}"));
        let restored = folder.path().join(format!("data-{}", round + 1));
        let mut worker = Worker::start(&place.display().to_string(), seed + u64::from(round))?;
        worker.goes_on(20)?;
        thread::sleep(Duration::from_millis(5 + below(&mut random, 200) as u64));
        let before = worker.acknowledged()?;
        runtime.block_on(copy(&place, &backup))?;
        worker.goes_on(20)?;
        worker.kill()?;
        let whole = runtime.block_on(read(&place))?;
        wreck(&place.join(FILE), &mut random)?;
        runtime.block_on(copy(&backup, &restored))?;

        let mut found = runtime.block_on(read(&restored))?;
        crate::worker::add(&mut kept, before);
        found.holds(&kept)?;
        same(&found, &whole)?;
        n_given_up += whole.n_entries() - found.n_entries();
        inspect(&restored.display().to_string(), &mut found, &kept)?;
        n_entries = found.n_entries();
    }
    println!(
        "{rounds} logs wrecked and restored, {n_entries} entries in the last: everything acknowledged before its backup is \
         there, hash by hash. {n_given_up} entries came after the backups and were given up."
    );
    Ok(())
}

/// As `adjutant backup` and `adjutant restore` copy the log.
async fn copy(from: &Path, to: &Path) -> Result<(), Fault> {
    std::fs::create_dir(to)?;
    let store = SqliteStore::open_to_read(&from.join(FILE), None).await?;
    store.copy_to(&to.join(FILE)).await?;
    store.close().await;
    let copy = SqliteStore::open_to_read(&to.join(FILE), None).await?;
    let damage = copy.damage().await?;
    copy.close().await;
    if damage.is_empty() { Ok(()) } else { Err(format!("the copy is damaged: {damage:?}").into()) }
}

async fn read(place: &Path) -> Result<Record, Fault> {
    let store = SqliteStore::open(&place.join(FILE)).await?;
    let mut record = Record::default();
    record.read_on(&store).await?;
    store.close().await;
    Ok(record)
}

/// Whether what was restored is the beginning of what was wrecked: each campaign's last hash stands in the other's chain.
fn same(found: &Record, whole: &Record) -> Result<(), Fault> {
    for (id, heads) in &found.heads {
        let Some(hash) = whole.hash(id, heads.master.number) else {
            return Err(format!("campaign {id} was restored and was not there").into());
        };
        if hash != heads.master.hash {
            return Err(format!("campaign {id} is another one at entry {}", heads.master.number).into());
        }
    }
    Ok(())
}

/// Noise over the first pages, or the file cut short.
fn wreck(file: &Path, random: &mut Pcg32) -> Result<(), Fault> {
    let mut file: File = OpenOptions::new().write(true).open(file)?;
    let length = file.metadata()?.len();
    if below(random, 2) == 0 {
        file.set_len(length / 3)?;
        return Ok(());
    }
    file.seek(SeekFrom::Start(0))?;
    let noise: Vec<u8> = (0..length.min(64 * 1024)).map(|_| random.next_u32().to_le_bytes()[0]).collect();
    file.write_all(&noise)?;
    Ok(())
}
