//! Large numbers, by name and by the hour: what is too long for every change and still has to hold.
//!
//! A soak is a list of pieces. Each piece that passed is remembered for the committed sources at which it passed, so that a
//! soak which was broken off goes on where it stopped; beside changes that are not committed nothing is remembered.
//! `--report` writes what a whole run gave.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::cargo::cargo;

/// Large numbers of one thing.
struct Soak {
    name: &'static str,
    /// What has to hold, for the list and the report.
    what: &'static str,
    /// How many pieces it is cut into.
    pieces: u32,
    /// What one piece asks of cargo.
    asks: fn(u32) -> Asked,
}

/// What cargo is asked, and with which variables.
struct Asked {
    arguments: Vec<String>,
    variables: Vec<(&'static str, String)>,
}

fn drill(fault: &'static str, arguments: &[&str]) -> Asked {
    let words = ["run", "--quiet", "--release", "--package", "drills", "--", fault];
    Asked {
        arguments: words.iter().chain(arguments).map(|word| (*word).to_owned()).collect(),
        variables: vec![],
    }
}

/// A piece of a drill: rounds of its own, by seeds that no other piece comes to.
fn piece_of_drill(fault: &'static str, more: &[&str], rounds: u32, piece: u32) -> Asked {
    let (rounds, seed) = (rounds.to_string(), (1 + piece * 1_000_000).to_string());
    drill(fault, &[more, &["--rounds", &rounds, "--seed", &seed]].concat())
}

fn tests(package: &str, filter: &str, variable: &'static str, value: u32) -> Asked {
    let words = ["test", "--release", "--package", package, "--test", "it", "--", filter];
    Asked {
        arguments: words.iter().map(|word| (*word).to_owned()).collect(),
        variables: vec![(variable, value.to_string())],
    }
}

fn games(piece: u32) -> Asked {
    const EACH: u32 = 10_000;
    let (each, first) = (EACH.to_string(), (piece * EACH).to_string());
    let words = ["run", "--quiet", "--release", "--package", "rules-central-front", "--example"];
    let words = words.iter().map(|word| (*word).to_owned());
    Asked {
        arguments: words.chain(["random-games".into(), "--".into(), each, first]).collect(),
        variables: vec![],
    }
}

const SOAKS: &[Soak] = &[
    Soak {
        name: "laws-pickets",
        what: "200 random plays of Pickets keep the laws of the suite",
        pieces: 1,
        asks: |_| tests("rules-toy", "conformance", "ADJUTANT_PLAYS", 200),
    },
    Soak {
        name: "laws-battlefront",
        what: "200 random plays a start of Battlefront keep the laws of the suite",
        pieces: 1,
        asks: |_| tests("rules-battlefront", "conformance", "ADJUTANT_PLAYS", 200),
    },
    Soak {
        name: "laws-up-front",
        what: "200 random plays a start of Up Front keep the laws of the suite",
        pieces: 1,
        asks: |_| tests("rules-upfront", "conformance", "ADJUTANT_PLAYS", 200),
    },
    Soak {
        name: "laws-central-front",
        what: "200 random plays a start of Central Front keep the laws of the suite",
        pieces: 1,
        asks: |_| tests("rules-central-front", "conformance", "ADJUTANT_PLAYS", 200),
    },
    Soak {
        name: "laws-battalions",
        what: "200 random plays a start of the Battalion Combat Series keep the laws of the suite",
        pieces: 1,
        asks: |_| tests("rules-bcs", "conformance", "ADJUTANT_PLAYS", 200),
    },
    Soak {
        name: "laws-civil-war",
        what: "200 random plays a start of the Civil War keep the laws of the suite, and give from pages what is offered",
        pieces: 2,
        asks: |piece| {
            let filter = ["conformance", "law_controls"][piece as usize];
            tests("rules-civil-war", filter, "ADJUTANT_PLAYS", 200)
        },
    },
    Soak {
        name: "reasons",
        what: "10,000 refused commands a system, each with a named condition that is broken",
        pieces: 5,
        asks: |piece| {
            let package =
                ["rules-battlefront", "rules-upfront", "rules-central-front", "rules-bcs", "rules-civil-war"];
            tests(package[piece as usize], "law_refusals", "ADJUTANT_REFUSALS", 10_000)
        },
    },
    Soak {
        name: "odds",
        what: "500 random situations a system: odds are those of every face, or of 100,000 plays",
        pieces: 6,
        asks: |piece| {
            let package = [
                "rules-toy",
                "rules-battlefront",
                "rules-upfront",
                "rules-central-front",
                "rules-bcs",
                "rules-civil-war",
            ];
            let filter = "odds_oracle::odds_are_those_of_every_face";
            tests(package[piece as usize], filter, "ADJUTANT_SITUATIONS", 500)
        },
    },
    Soak {
        name: "games-central-front",
        what: "100,000 random games of the small scenario end by the rules",
        pieces: 10,
        asks: games,
    },
    Soak {
        name: "games-battalions",
        what: "100,000 random games of three scenarios of the Battalion Combat Series end by the rules",
        pieces: 1,
        asks: |_| tests("rules-bcs", "games::random_games", "ADJUTANT_PLAYS", 33_334),
    },
    Soak {
        name: "oracles-battalions",
        what: "10,000 maps made by chance: zones, Safe Paths, routes and retreats are those of slow searches",
        pieces: 1,
        asks: |_| tests("rules-bcs", "oracles", "ADJUTANT_MAPS", 10_000),
    },
    Soak {
        name: "kill",
        what: "1,000 times killed under load: nothing acknowledged is lost",
        pieces: 5,
        asks: |piece| piece_of_drill("kill", &[], 200, piece),
    },
    Soak {
        name: "kill-nodes",
        what: "200 times one of two nodes killed under load: nothing acknowledged is lost",
        pieces: 2,
        asks: |piece| piece_of_drill("kill", &["--nodes"], 100, piece),
    },
    Soak {
        name: "lost-node",
        what: "30 times a node loses its database: the other one is not held up",
        pieces: 1,
        asks: |_| drill("lost-node", &["--rounds", "30"]),
    },
    Soak {
        name: "restore",
        what: "50 logs wrecked and restored lack nothing that was acknowledged before the backup",
        pieces: 1,
        asks: |_| drill("restore", &["--rounds", "50"]),
    },
    Soak {
        name: "tamper",
        what: "1,000 tamperings of files are found",
        pieces: 1,
        asks: |_| drill("tamper", &["--rounds", "1000"]),
    },
    Soak {
        name: "forge",
        what: "1,000 tamperings with all hashes computed anew are found, or of a kind that no file can prove",
        pieces: 1,
        asks: |_| drill("forge", &["--rounds", "1000"]),
    },
    Soak {
        name: "grind",
        what: "100,000 tries a system with the secret in hand change no face of a question",
        pieces: 1,
        asks: |_| drill("grind", &["--rounds", "100000"]),
    },
    Soak {
        name: "full-disk",
        what: "50 full disks: room made again is enough",
        pieces: 1,
        asks: |_| drill("full-disk", &["--rounds", "50"]),
    },
    Soak {
        name: "crowd",
        what: "20 crowds that take all the room leave a side able to play",
        pieces: 1,
        asks: |_| drill("crowd", &["--rounds", "20"]),
    },
    Soak {
        name: "commands",
        what: "1,000,000 senseless commands: none accepted that does not prove",
        pieces: 4,
        asks: |piece| piece_of_drill("commands", &[], 250_000, piece),
    },
    Soak {
        name: "commands-http",
        what: "10,000 senseless commands through HTTP",
        pieces: 1,
        asks: |_| drill("commands", &["--http", "--rounds", "10000"]),
    },
];

/// What has passed, and at which state of the sources.
#[derive(Default, Serialize, Deserialize)]
struct Memory {
    /// What git calls the folders and files from which everything is built; none when the working tree differs from them.
    sources: Option<String>,
    /// By name and piece.
    #[serde(default)]
    passed: BTreeMap<String, Passed>,
}

/// One piece that passed.
#[derive(Clone, Serialize, Deserialize)]
struct Passed {
    /// How long it took.
    seconds: u64,
    /// The last line that it printed, which holds its counts.
    said: String,
}

/// Runs the named soaks, or all, until the hours are over.
///
/// # Errors
/// A sentence when a piece fails or a name is unknown.
pub fn run(root: &Path, names: &[String], hours: Option<f64>) -> Result<(), String> {
    let known = |name: &String| SOAKS.iter().any(|soak| soak.name == *name);
    if let Some(unknown) = names.iter().find(|name| !known(name)) {
        return Err(format!("There is no soak {unknown}. `cargo xtask soak --list` names them."));
    }
    let end = hours.map(|hours| Instant::now() + Duration::from_secs_f64(hours.max(0.0) * 3600.0));
    let mut memory = Memory::open(root)?;
    for soak in SOAKS.iter().filter(|soak| names.is_empty() || names.iter().any(|name| name == soak.name)) {
        for piece in 0..soak.pieces {
            let key = format!("{}-{piece}", soak.name);
            if memory.passed.contains_key(&key) {
                continue;
            }
            if end.is_some_and(|end| Instant::now() >= end) {
                println!("The time is over. `cargo xtask soak` goes on with {}.", soak.name);
                return Ok(());
            }
            println!("== {} {} of {}: {}", soak.name, piece + 1, soak.pieces, soak.what);
            let passed = piece_of(root, &(soak.asks)(piece))?;
            println!("== passed in {} s: {}", passed.seconds, passed.said);
            memory.passed.insert(key, passed);
            memory.keep(root)?;
        }
    }
    println!("All passed. `cargo xtask soak --report` writes it down.");
    Ok(())
}

/// Prints the names of all soaks, with what has passed of each for the sources as they are.
///
/// # Errors
/// What is remembered cannot be read.
pub fn list(root: &Path) -> Result<(), String> {
    let memory = Memory::open(root)?;
    for soak in SOAKS {
        let n_passed = memory.of(soak).len();
        println!("{:20} {n_passed}/{} passed  {}", soak.name, soak.pieces, soak.what);
    }
    Ok(())
}

/// The report of a whole run, as Markdown.
///
/// # Errors
/// Not all soaks have passed for the sources as they are.
pub fn report(root: &Path) -> Result<String, String> {
    let memory = Memory::open(root)?;
    let open: Vec<&str> = SOAKS
        .iter()
        .filter(|soak| memory.of(soak).len() < soak.pieces as usize)
        .map(|soak| soak.name)
        .collect();
    if memory.sources.is_none() {
        return Err("A report is of committed sources, and these have changes that are not.".into());
    }
    if !open.is_empty() {
        return Err(format!("A report is of a whole run. Not yet passed: {}.", open.join(", ")));
    }
    let mut text = format!(
        "# The soak\n\n`cargo xtask soak`, at {}. Every line passed.\n\n| Soak | What holds | Pieces | Seconds | Last words |\n|---|---|---:|---:|---|\n",
        memory.sources.as_deref().unwrap_or_default()
    );
    for soak in SOAKS {
        let passed = memory.of(soak);
        let seconds: u64 = passed.iter().map(|passed| passed.seconds).sum();
        let said = passed.last().map(|passed| passed.said.replace('|', "/")).unwrap_or_default();
        text += &format!("| `{}` | {} | {} | {seconds} | {said} |\n", soak.name, soak.what, soak.pieces);
    }
    Ok(text)
}

/// Runs one piece and passes on what it says.
fn piece_of(root: &Path, asked: &Asked) -> Result<Passed, String> {
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
    Ok(Passed { seconds: begun.elapsed().as_secs(), said: last.to_owned() })
}

impl Memory {
    /// What is remembered for the sources as they are; nothing when they have changed.
    fn open(root: &Path) -> Result<Self, String> {
        let sources = sources(root)?;
        let path = file(root);
        let Ok(text) = fs::read_to_string(&path) else {
            return Ok(Self { sources, ..Self::default() });
        };
        let memory: Self = toml::from_str(&text).map_err(|fault| format!("{}: {fault}", path.display()))?;
        Ok(if sources.is_some() && memory.sources == sources {
            memory
        } else {
            Self { sources, ..Self::default() }
        })
    }

    fn keep(&self, root: &Path) -> Result<(), String> {
        if self.sources.is_none() {
            return Ok(());
        }
        let path = file(root);
        let told = |fault: std::io::Error| format!("{}: {fault}", path.display());
        let text = toml::to_string(self).map_err(|fault| fault.to_string())?;
        fs::create_dir_all(path.parent().unwrap_or(root)).map_err(told)?;
        fs::write(&path, text).map_err(told)
    }

    fn of(&self, soak: &Soak) -> Vec<&Passed> {
        let keys = (0..soak.pieces).map(|piece| format!("{}-{piece}", soak.name));
        keys.filter_map(|key| self.passed.get(&key)).collect()
    }
}

fn file(root: &Path) -> PathBuf {
    root.join("target/soak.toml")
}

/// The sources as they are committed; documents apart, for a report may be written beside a run.
fn sources(root: &Path) -> Result<Option<String>, String> {
    const BUILT_FROM: [&str; 6] = ["crates", "tests", "tools", "xtask", "Cargo.toml", "Cargo.lock"];
    let git = |arguments: &[&str]| {
        let output = Command::new("git").current_dir(root).args(arguments).output();
        let output = output.map_err(|fault| format!("git cannot be started: {fault}"))?;
        Ok::<_, String>(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    if !git(&[&["status", "--porcelain", "--"], &BUILT_FROM[..]].concat())?.is_empty() {
        return Ok(None);
    }
    let named = BUILT_FROM.iter().map(|place| git(&["rev-parse", "--short=12", &format!("HEAD:{place}")]));
    Ok(Some(named.collect::<Result<Vec<_>, _>>()?.join(" ")))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::SOAKS;

    #[test]
    fn every_soak_has_a_name_of_its_own_and_something_to_do() {
        let names: BTreeSet<&str> = SOAKS.iter().map(|soak| soak.name).collect();
        assert_eq!(names.len(), SOAKS.len());
        for soak in SOAKS {
            assert!(soak.pieces > 0, "{}", soak.name);
            let asked: BTreeSet<String> =
                (0..soak.pieces).map(|piece| (soak.asks)(piece).arguments.join(" ")).collect();
            assert_eq!(asked.len(), soak.pieces as usize, "{}: a piece is what another one is", soak.name);
        }
    }
}
