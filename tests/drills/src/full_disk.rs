//! The drill of the full disk: no room for what a running server writes, then room again. While there is none, acts are
//! refused, everything can be read, and `/readyz` says no; room alone is enough for the next act to be taken.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use kernel::Seat;
use ledger::SqliteStore;
use reqwest::StatusCode;

use crate::load::{FILE, Fault};
use crate::record::Record;
use crate::served::{Player, Served};
use crate::worker::Acts;

/// What the small file system holds.
const SIZE: &str = "size=16m";
/// How many acts may still find room in what the database has of the disk already.
const MOST_ACTS: usize = 5000;
/// How soon `/readyz` says what is true.
const SOON: Duration = Duration::from_secs(3);

/// How room is taken.
enum Way {
    /// A small file system is filled to its last byte.
    Filled(Mount),
    /// The process may not write beyond the first bytes of any file.
    Limited,
}

/// Fills and empties `rounds` times, each way that this machine has, and prints what came of it.
pub fn run(rounds: u32) -> Result<(), Fault> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let folder = tempfile::tempdir()?;
    let mut ways = Vec::new();
    match Mount::at(folder.path().join("small")) {
        Ok(mount) => ways.push(Way::Filled(mount)),
        Err(fault) => println!("No small file system can be made here, so none is filled: {fault}."),
    }
    if Command::new("prlimit").arg("--version").stdout(Stdio::null()).status().is_ok() {
        ways.push(Way::Limited);
    } else {
        println!("There is no prlimit here, so no process is kept from writing.");
    }
    if ways.is_empty() {
        return Err("no way to fill a disk on this machine: be root, or install prlimit".into());
    }
    ways.into_iter().try_for_each(|way| runtime.block_on(one(&way, folder.path(), rounds)))
}

async fn one(way: &Way, folder: &Path, rounds: u32) -> Result<(), Fault> {
    let place = match way {
        Way::Filled(mount) => mount.0.join("data"),
        Way::Limited => folder.join("limited"),
    };
    std::fs::create_dir(&place)?;
    let served = Served::start(&place)?;
    let (mut player, mut done, mut refused) = (Player::default(), Vec::new(), Vec::new());
    let mut slowest = Duration::ZERO;
    for round in 1..=rounds {
        let here = |fault: &str| Fault::from(format!("round {round}: {fault}"));
        let (name, taken) = player.act(&served).await?;
        if !taken {
            return Err(here("an act is not taken although there is room"));
        }
        done.push(name);
        way.fill(&served)?;
        // Before anybody has met it.
        let said = told(&served, StatusCode::SERVICE_UNAVAILABLE).await;
        said.ok_or_else(|| here("/readyz goes on saying yes while nobody writes and there is no room"))?;
        let mut n_refused = 0;
        for _ in 0..MOST_ACTS {
            let (name, taken) = player.act(&served).await?;
            if taken { &mut done } else { &mut refused }.push(name);
            n_refused += usize::from(!taken);
            if n_refused == 5 {
                break;
            }
        }
        if n_refused == 0 {
            return Err(here("every act was taken, so nothing was tried"));
        }
        let said = told(&served, StatusCode::SERVICE_UNAVAILABLE).await;
        said.ok_or_else(|| here("/readyz says yes while nothing can be written"))?;
        let reads = [served.get(Seat::Side(1), "/view").await?.0, served.status("/healthz").await?];
        if reads != [StatusCode::OK; 2] {
            return Err(here(&format!("what needs no room is not answered: {reads:?}")));
        }
        way.empty(&served)?;
        let (name, taken) = player.act(&served).await?;
        if !taken {
            return Err(here("there is room again, and the next act is not taken"));
        }
        done.push(name);
        let said = told(&served, StatusCode::OK).await;
        slowest = slowest.max(said.ok_or_else(|| here("there is room again, and /readyz says no"))?);
    }
    let campaign = served.campaign.clone();
    drop(served);
    let store = SqliteStore::open(&place.join(FILE)).await?;
    let mut record = Record::default();
    record.read_on(&store).await?;
    store.close().await;
    let (n_done, n_refused) = (done.len(), refused.len());
    if let Some(name) = refused.iter().find(|name| record.has(&campaign, name)) {
        return Err(format!("act {name} was said not to be done, and is in the log").into());
    }
    record.holds(&Acts::from([(campaign, done.into_iter().collect())]))?;
    println!(
        "{rounds} times no room for {}, {n_done} acknowledged acts, {n_refused} refused ones: none lost, none half done. \
         All the while pages were answered and /readyz said no; with room again the next act was taken without a new \
         start, and /readyz said yes after at most {} ms.",
        match way {
            Way::Filled(_) => "a server on a file system of 16 MB",
            Way::Limited => "a process with a limit on its files",
        },
        slowest.as_millis()
    );
    Ok(())
}

/// How long it takes until `/readyz` says this; nothing when it does not soon.
async fn told(served: &Served, wanted: StatusCode) -> Option<Duration> {
    let begun = Instant::now();
    while begun.elapsed() < SOON {
        if served.status("/readyz").await.is_ok_and(|status| status == wanted) {
            return Some(begun.elapsed());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    None
}

impl Way {
    fn fill(&self, served: &Served) -> Result<(), Fault> {
        match self {
            Self::Filled(mount) => mount.fill(),
            Self::Limited => limit(served, "1024:"),
        }
    }

    fn empty(&self, served: &Served) -> Result<(), Fault> {
        match self {
            Self::Filled(mount) => Ok(std::fs::remove_file(mount.0.join("filler"))?),
            Self::Limited => limit(served, "unlimited:"),
        }
    }
}

/// Sets how large the files of a server may be, in bytes.
fn limit(served: &Served, size: &str) -> Result<(), Fault> {
    let (pid, size) = (served.id().to_string(), format!("--fsize={size}"));
    match Command::new("prlimit").args(["--pid", &pid, &size]).status()?.success() {
        true => Ok(()),
        false => Err("prlimit sets no limit".into()),
    }
}

/// A small file system in memory; gone with the value.
struct Mount(PathBuf);

impl Mount {
    fn at(place: PathBuf) -> Result<Self, Fault> {
        std::fs::create_dir(&place)?;
        let mut command = Command::new("mount");
        command.args(["-t", "tmpfs", "-o", SIZE, "tmpfs"]).arg(&place);
        let output = command.output()?;
        match output.status.success() {
            true => Ok(Self(place)),
            false => Err(String::from_utf8_lossy(&output.stderr).trim().trim_end_matches('.').into()),
        }
    }

    fn fill(&self) -> Result<(), Fault> {
        let mut file = File::create(self.0.join("filler"))?;
        for piece in [64 * 1024, 512] {
            while file.write_all(&vec![b'x'; piece]).is_ok() {}
        }
        Ok(())
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}
