//! A process that plays, and what it has acknowledged.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::load::Fault;

/// How long a start may take before the drill gives up on it.
const PATIENCE: Duration = Duration::from_secs(60);

/// Acts by campaign.
pub type Acts = BTreeMap<String, BTreeSet<String>>;

/// A process that plays. It is killed with the value.
pub struct Worker {
    process: Child,
    heard: Arc<Mutex<Heard>>,
    reader: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Heard {
    acts: Acts,
    n_acts: usize,
    last: Option<Instant>,
    /// The longest time without an acknowledgement between two of them.
    longest: Duration,
    unreadable: Option<String>,
}

impl Worker {
    /// Starts one on a data folder or a database.
    pub fn start(place: &str, seed: u64) -> Result<Self, Fault> {
        let mut command = Command::new(std::env::current_exe()?);
        let command = command.arg("worker").arg(place).arg(seed.to_string()).stdout(Stdio::piped());
        let mut process = command.spawn()?;
        let output = process.stdout.take().ok_or("the worker has no output")?;
        let heard = Arc::new(Mutex::new(Heard::default()));
        let reader = thread::spawn({
            let heard = Arc::clone(&heard);
            move || {
                let mut output = BufReader::new(output);
                let mut line = String::new();
                while output.read_line(&mut line).is_ok_and(|n_bytes| n_bytes > 0) {
                    // Only a whole line is an acknowledgement.
                    if let Some(whole) = line.strip_suffix('\n') {
                        heard.lock().expect("nobody panics with it").hear(whole);
                    }
                    line.clear();
                }
            }
        });
        Ok(Self { process, heard, reader: Some(reader) })
    }

    /// Waits until it has acknowledged `more` acts from now on; says how long that took.
    pub fn goes_on(&mut self, more: usize) -> Result<Duration, Fault> {
        let begun = Instant::now();
        let wanted = self.n_acts() + more;
        while self.n_acts() < wanted {
            if let Some(status) = self.process.try_wait()? {
                return Err(format!("a worker ended by itself: {status}").into());
            }
            if begun.elapsed() > PATIENCE {
                return Err("a worker acknowledges nothing more".into());
            }
            thread::sleep(Duration::from_millis(2));
        }
        Ok(begun.elapsed())
    }

    fn n_acts(&self) -> usize {
        self.heard.lock().expect("nobody panics with it").n_acts
    }

    /// What it has acknowledged so far.
    pub fn acknowledged(&self) -> Result<Acts, Fault> {
        let heard = self.heard.lock().expect("nobody panics with it");
        match &heard.unreadable {
            Some(line) => Err(format!("{line:?} is no acknowledgement").into()),
            None => Ok(heard.acts.clone()),
        }
    }

    /// The longest time without an acknowledgement since this was asked last, the present one included.
    pub fn longest_silence(&self) -> Duration {
        let mut heard = self.heard.lock().expect("nobody panics with it");
        let now = heard.last.map_or(Duration::ZERO, |last| last.elapsed());
        std::mem::take(&mut heard.longest).max(now)
    }

    /// Kills it without warning and gives all that it acknowledged.
    pub fn kill(mut self) -> Result<Acts, Fault> {
        if let Some(status) = self.process.try_wait()? {
            return Err(format!("a worker ended by itself: {status}").into());
        }
        self.process.kill()?;
        self.process.wait()?;
        let reader = self.reader.take().expect("it is joined once");
        reader.join().map_err(|_| "the reader of the worker's output failed")?;
        self.acknowledged()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Heard {
    fn hear(&mut self, line: &str) {
        let Some((campaign, act)) = line.split_once(' ') else {
            self.unreadable = Some(line.to_owned());
            return;
        };
        self.acts.entry(campaign.to_owned()).or_default().insert(act.to_owned());
        self.n_acts += 1;
        let now = Instant::now();
        if let Some(last) = self.last.replace(now) {
            self.longest = self.longest.max(now - last);
        }
    }
}

/// Takes further acts into those that are known.
pub fn add(known: &mut Acts, more: Acts) {
    for (campaign, acts) in more {
        known.entry(campaign).or_default().extend(acts);
    }
}
