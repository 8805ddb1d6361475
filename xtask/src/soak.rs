//! Large numbers, by name and by the hour: what is too long for every change and still has to hold.
//!
//! A soak is a list of pieces. Each piece that passed is remembered for the committed sources from which it is built, so that
//! a soak which was broken off goes on where it stopped, and a change asks only for what is built from it; beside changes that
//! are not committed nothing is remembered. `--report` writes what a run gave.

mod memory;
mod pieces;
mod sources;

use std::ops::Range;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::cargo::cargo;
use memory::{Memory, Passed};
use pieces::{Asked, SOAKS, Soak};
use sources::Sources;

/// What is asked for: a soak, and which of its pieces, counted from 0.
type Wanted = (&'static Soak, Range<u32>);

/// Reads `laws-pickets`, or with some of its pieces, as they are counted on screen: `laws-battlefront:6-10`.
fn wanted(asked: &str) -> Result<Wanted, String> {
    let (name, pieces) = asked.split_once(':').map_or((asked, None), |(name, pieces)| (name, Some(pieces)));
    let soak = SOAKS.iter().find(|soak| soak.name == name);
    let soak = soak.ok_or(format!("There is no soak {name}. `cargo xtask soak --list` names them."))?;
    let Some(pieces) = pieces else { return Ok((soak, 0..soak.pieces)) };
    let (first, last) = pieces.split_once('-').unwrap_or((pieces, pieces));
    let read = |text: &str| text.parse().ok().filter(|n| (1..=soak.pieces).contains(n));
    match (read(first), read(last)) {
        (Some(first), Some(last)) if first <= last => Ok((soak, first - 1..last)),
        _ => Err(format!("{name} has pieces 1 to {}, and {pieces:?} is no range of them.", soak.pieces)),
    }
}

/// Runs the named soaks, or all, until the hours are over.
///
/// # Errors
/// A sentence when a piece fails or a name is unknown.
pub fn run(root: &Path, names: &[String], hours: Option<f64>) -> Result<(), String> {
    let all = || SOAKS.iter().map(|soak| (soak, 0..soak.pieces)).collect();
    let named: Vec<Wanted> = names.iter().map(|name| wanted(name)).collect::<Result<_, _>>()?;
    let chosen: Vec<Wanted> = if names.is_empty() { all() } else { named };
    let end = hours.map(|hours| Instant::now() + Duration::from_secs_f64(hours.max(0.0) * 3600.0));
    let mut state = State::read(root)?;
    for (soak, pieces) in chosen {
        for piece in pieces {
            let asked = (soak.asks)(piece);
            let sources = state.sources_of(&asked)?;
            if state.passed_at(soak, piece, sources.as_deref()).is_some() {
                continue;
            }
            if end.is_some_and(|end| Instant::now() >= end) {
                println!("The time is over. `cargo xtask soak` goes on with {}.", soak.name);
                return Ok(());
            }
            println!("== {} {} of {}: {}", soak.name, piece + 1, soak.pieces, soak.what);
            let (seconds, said) = piece_of(root, &asked)?;
            println!("== passed in {seconds} s: {said}");
            if let Some(sources) = sources {
                let soak = soak.name.to_owned();
                state.memory.remember(root, Passed { soak, piece, sources, seconds, said })?;
            }
        }
    }
    println!("All passed. `cargo xtask soak --report` writes it down.");
    Ok(())
}

/// Prints the names of all soaks, with what has passed of each for the sources as they are.
///
/// # Errors
/// What is remembered cannot be read, or cargo and git do not say what the sources are.
pub fn list(root: &Path) -> Result<(), String> {
    let state = State::read(root)?;
    for soak in SOAKS {
        let n_passed = state.standing(soak)?.iter().filter(|standing| standing.is_present).count();
        println!("{:20} {n_passed}/{} passed  {}", soak.name, soak.pieces, soak.what);
    }
    Ok(())
}

/// The report of a whole run, as Markdown: each soak with the sources at which its pieces passed, and whether these are still
/// what is committed.
///
/// # Errors
/// Some piece has not passed for any sources.
pub fn report(root: &Path) -> Result<String, String> {
    let state = State::read(root)?;
    let mut text = String::from(
        "# The soak\n\n`cargo xtask soak`. Every line passed. *Sources* stands for the committed state of all that the pieces \
         are built from; a line is of today when `cargo xtask soak --list` counts it as passed.\n\n\
         | Soak | What holds | Pieces | Seconds | Last words | Sources |\n|---|---|---:|---:|---|---|\n",
    );
    let mut missing = Vec::new();
    for soak in SOAKS {
        let standing = state.standing(soak)?;
        if standing.len() < soak.pieces as usize {
            missing.push(soak.name);
        }
        let seconds: u64 = standing.iter().map(|standing| standing.passed.seconds).sum();
        let said = standing.last().map(|standing| standing.passed.said.replace('|', "/")).unwrap_or_default();
        let mut sources: Vec<&str> =
            standing.iter().map(|standing| standing.passed.sources.as_str()).collect();
        sources.dedup();
        text += &format!(
            "| `{}` | {} | {} | {seconds} | {said} | {} |\n",
            soak.name,
            soak.what,
            soak.pieces,
            sources.join(" ")
        );
    }
    if missing.is_empty() {
        Ok(text)
    } else {
        Err(format!("A report is of a whole run. Not yet passed: {}.", missing.join(", ")))
    }
}

/// What has passed, and what the sources are.
struct State<'a> {
    root: &'a Path,
    memory: Memory,
    sources: Sources,
}

/// A piece that has passed.
struct Standing<'a> {
    passed: &'a Passed,
    /// Whether it passed for the sources as they are.
    is_present: bool,
}

impl<'a> State<'a> {
    fn read(root: &'a Path) -> Result<Self, String> {
        Ok(Self { root, memory: Memory::open(root)?, sources: Sources::read(root)? })
    }

    fn sources_of(&self, asked: &Asked) -> Result<Option<String>, String> {
        let package = asked.package().ok_or("A piece names no package.")?;
        self.sources.of(self.root, package)
    }

    fn passed_at(&self, soak: &Soak, piece: u32, sources: Option<&str>) -> Option<&Passed> {
        self.memory.of(soak.name, piece).filter(|passed| Some(passed.sources.as_str()) == sources)
    }

    /// The pieces of a soak that have passed for whatever sources.
    fn standing(&self, soak: &Soak) -> Result<Vec<Standing<'_>>, String> {
        let mut found = Vec::new();
        for piece in 0..soak.pieces {
            if let Some(passed) = self.memory.of(soak.name, piece) {
                let sources = self.sources_of(&(soak.asks)(piece))?;
                found.push(Standing { passed, is_present: sources.as_deref() == Some(&passed.sources) });
            }
        }
        Ok(found)
    }
}

/// Runs one piece and passes on what it says: its seconds, and its last line.
fn piece_of(root: &Path, asked: &Asked) -> Result<(u64, String), String> {
    let begun = Instant::now();
    let mut command = cargo(root);
    command.args(&asked.arguments).envs(asked.variables.iter().map(|(name, value)| (name, value)));
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|fault| format!("cargo cannot be started: {fault}"))?;
    let said = String::from_utf8_lossy(&output.stdout);
    print!("{said}");
    if !output.status.success() {
        return Err(format!("Failed: cargo {}", asked.arguments.join(" ")));
    }
    let last = said.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    Ok((begun.elapsed().as_secs(), last.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::wanted;

    #[test]
    fn a_soak_is_asked_for_as_a_whole_or_by_its_pieces() {
        let read = |asked| wanted(asked).map(|(soak, pieces)| (soak.name, pieces));
        assert_eq!(read("laws-pickets"), Ok(("laws-pickets", 0..1)));
        assert_eq!(read("laws-battlefront"), Ok(("laws-battlefront", 0..10)));
        assert_eq!(read("laws-battlefront:6-10"), Ok(("laws-battlefront", 5..10)));
        assert_eq!(read("laws-battlefront:3"), Ok(("laws-battlefront", 2..3)));
        for wrong in
            ["laws-battlefront:0-3", "laws-battlefront:4-11", "laws-battlefront:5-4", "laws-battlefront:x"]
        {
            assert!(read(wrong).unwrap_err().contains("pieces 1 to 10"), "{wrong}");
        }
        assert!(read("laws").unwrap_err().contains("no soak laws"));
    }
}
