//! `cargo xtask peers`: exact odds beside dyce and icepool, in one run.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value;

use crate::cargo::cargo;

/// The peers with the versions that are asked.
const PEERS: [(&str, &str); 2] = [("dyce", "0.6.2"), ("icepool", "2.1.3")];

/// Rounds that count; one more goes before them.
const ROUNDS: usize = 7;

/// How long a round of one answer takes at least, in nanoseconds, so that the clock does not matter.
const ROUND: u64 = 10_000_000;

/// Asks everybody the same and gives the table.
pub fn run(root: &Path) -> Result<String, String> {
    let folder = std::env::temp_dir().join("adjutant-peers");
    let python = install(&folder)?;
    let built = cargo(root).args(["build", "--release", "-p", "peers"]).status();
    if !built.map_err(|error| error.to_string())?.success() {
        return Err("the binary does not build".into());
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let mut ours = Asked::start("Adjutant", Command::new(target.join("release").join("peers")))?;
    let inputs = ours.tell("inputs")?;
    let names: Vec<String> =
        serde_json::from_value(inputs["order"].clone()).map_err(|error| error.to_string())?;
    let script = root.join("tests/peers/python/peers.py");
    let mut peers = Vec::new();
    for (name, _) in PEERS {
        let mut command = Command::new(&python);
        command.arg(&script).arg(name);
        let mut peer = Asked::start(name, command)?;
        peer.tell(&format!("inputs|{inputs}"))?;
        peers.push(peer);
    }
    for name in &names {
        for peer in &mut peers {
            let theirs = peer.tell(&format!("answer|{name}"))?;
            if ours.tell(&format!("check|{name}|{theirs}"))? != Value::Bool(true) {
                return Err(format!("{} says otherwise of {name:?}; nothing is timed", peer.name));
            }
        }
    }
    let mut table = heading();
    let (mut product, mut lowest) = (0.0f64, f64::INFINITY);
    for name in &names {
        let mut all: Vec<&mut Asked> = std::iter::once(&mut ours).chain(&mut peers).collect();
        let mut best = vec![f64::INFINITY; all.len()];
        let mut ratios = vec![Vec::new(); all.len()];
        let times: Vec<u64> = all.iter_mut().map(|one| one.times(name)).collect::<Result<_, _>>()?;
        for round in 0..=ROUNDS {
            let mut each = Vec::with_capacity(all.len());
            for (one, n) in all.iter_mut().zip(&times) {
                each.push(one.time(name, *n)? as f64 / *n as f64);
            }
            if round == 0 {
                continue;
            }
            for (at, time) in each.iter().enumerate() {
                best[at] = best[at].min(*time);
                ratios[at].push(time / each[0]);
            }
        }
        let middle: Vec<f64> = ratios.iter_mut().map(|ratios| median(ratios)).collect();
        let faster = middle[1..].iter().copied().fold(f64::INFINITY, f64::min);
        (product, lowest) = (product + faster.ln(), lowest.min(faster));
        let times: Vec<String> = best.iter().map(|nanoseconds| duration(*nanoseconds)).collect();
        table.push_str(&format!("| {name} | {} | {faster:.0} |\n", times.join(" | ")));
    }
    let mean = (product / names.len() as f64).exp();
    table.push_str(&format!("\nAgainst the faster peer: geometric mean {mean:.0}, lowest {lowest:.0}.\n"));
    Ok(table)
}

fn heading() -> String {
    let names: Vec<String> = PEERS.iter().map(|(name, version)| format!("{name} {version}")).collect();
    format!("| Question | Adjutant | {} | times the faster |\n|---|---:|---:|---:|---:|\n", names.join(" | "))
}

fn median(ratios: &mut [f64]) -> f64 {
    ratios.sort_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}

fn duration(nanoseconds: f64) -> String {
    match nanoseconds {
        small if small < 100_000.0 => format!("{:.2} µs", small / 1e3),
        large => format!("{:.2} ms", large / 1e6),
    }
}

/// A folder with the peers in it, made once.
fn install(folder: &Path) -> Result<PathBuf, String> {
    let python = folder.join("bin").join("python");
    let run = |command: &mut Command| match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?}: {status}")),
        Err(error) => Err(format!("{command:?}: {error}")),
    };
    if !python.exists() {
        run(Command::new("python3").args(["-m", "venv"]).arg(folder))?;
    }
    let pinned: Vec<String> = PEERS.iter().map(|(name, version)| format!("{name}=={version}")).collect();
    run(Command::new(&python)
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
        .args(pinned))?;
    Ok(python)
}

/// A program that answers a line with a line.
struct Asked {
    name: &'static str,
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Asked {
    fn start(name: &'static str, mut command: Command) -> Result<Self, String> {
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = child.map_err(|error| format!("{name} does not start: {error}"))?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{name} has no input or output"));
        };
        Ok(Self { name, child, to, from: BufReader::new(from) })
    }

    fn tell(&mut self, line: &str) -> Result<Value, String> {
        writeln!(self.to, "{line}").and_then(|()| self.to.flush()).map_err(|error| error.to_string())?;
        let mut answer = String::new();
        self.from.read_line(&mut answer).map_err(|error| error.to_string())?;
        serde_json::from_str(&answer).map_err(|error| format!("{} answers {answer:?}: {error}", self.name))
    }

    /// The nanoseconds of so many answers in a row.
    fn time(&mut self, name: &str, n: u64) -> Result<u64, String> {
        let told = self.tell(&format!("time|{name}|{n}"))?;
        told.as_u64().ok_or_else(|| format!("{} tells {told} for a time", self.name))
    }

    /// How many answers make a round.
    fn times(&mut self, name: &str) -> Result<u64, String> {
        let mut n = 1;
        loop {
            let took = self.time(name, n)?;
            if took >= ROUND || n >= 1 << 20 {
                return Ok(n);
            }
            n *= (ROUND / took.max(1) + 1).clamp(2, 16);
        }
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        // It has nothing to lose; whatever it answers is of no interest any more.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_with_their_unit_and_the_middle_of_ratios_counts() {
        assert_eq!((duration(1234.0), duration(1_234_567.0)), ("1.23 µs".into(), "1.23 ms".into()));
        assert_eq!(median(&mut [3.0, 1.0, 90.0]), 3.0);
        assert!(heading().starts_with("| Question | Adjutant | dyce 0.6.2 | icepool 2.1.3 |"));
    }
}
