//! The list of soaks: what has to hold, in how many pieces, and what each piece asks of cargo.

/// Large numbers of one thing.
pub struct Soak {
    /// What it is asked by.
    pub name: &'static str,
    /// What has to hold, for the list and the report.
    pub what: &'static str,
    /// How many pieces it is cut into.
    pub pieces: u32,
    /// What one piece asks of cargo.
    pub asks: fn(u32) -> Asked,
}

/// What cargo is asked, and with which variables.
#[derive(Debug)]
pub struct Asked {
    /// The words after `cargo`.
    pub arguments: Vec<String>,
    /// What the piece reads from its environment.
    pub variables: Vec<(&'static str, String)>,
}

impl Asked {
    /// The package that is run or tested.
    pub fn package(&self) -> Option<&str> {
        let mut words = self.arguments.iter();
        words.find(|word| *word == "--package").and_then(|_| words.next()).map(String::as_str)
    }
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

/// Tests of a package by their names, or by parts of them.
fn tests(package: &str, filters: &[&str], variables: &[(&'static str, u64)]) -> Asked {
    tests_of("it", package, filters, variables)
}

/// Tests of one of the targets that a package has.
fn tests_of(target: &str, package: &str, filters: &[&str], variables: &[(&'static str, u64)]) -> Asked {
    let words = ["test", "--release", "--package", package, "--test", target, "--"];
    Asked {
        arguments: words.iter().chain(filters).map(|word| (*word).to_owned()).collect(),
        variables: variables.iter().map(|(name, value)| (*name, value.to_string())).collect(),
    }
}

/// A piece of many tries: so many, by seeds that no other piece comes to.
fn piece_of_tests(package: &str, filter: &str, tries: (&'static str, u64), piece: u32) -> Asked {
    let first = 1 + u64::from(piece) * tries.1;
    tests(package, &[filter], &[tries, ("ADJUTANT_FIRST", first)])
}

/// A piece of the laws on random play: ten of them are 200 plays a start.
fn laws(package: &str, piece: u32) -> Asked {
    piece_of_tests(package, "conformance", ("ADJUTANT_PLAYS", 20), piece)
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

/// All of them, in the order in which they run.
pub const SOAKS: &[Soak] = &[
    Soak {
        name: "laws-pickets",
        what: "200 random plays of Pickets keep the laws of the suite",
        pieces: 1,
        asks: |_| tests("rules-toy", &["conformance"], &[("ADJUTANT_PLAYS", 200)]),
    },
    Soak {
        name: "laws-battlefront",
        what: "200 random plays a start of Battlefront keep the laws of the suite",
        pieces: 10,
        asks: |piece| laws("rules-battlefront", piece),
    },
    Soak {
        name: "laws-up-front",
        what: "200 random plays a start of Up Front keep the laws of the suite",
        pieces: 10,
        asks: |piece| laws("rules-upfront", piece),
    },
    Soak {
        name: "laws-central-front",
        what: "200 random plays a start of Central Front keep the laws of the suite",
        pieces: 10,
        asks: |piece| laws("rules-central-front", piece),
    },
    Soak {
        name: "laws-battalions",
        what: "200 random plays a start of the Battalion Combat Series keep the laws of the suite",
        pieces: 10,
        asks: |piece| laws("rules-bcs", piece),
    },
    Soak {
        name: "laws-civil-war",
        what: "200 random plays a start of the Civil War keep the laws of the suite",
        pieces: 10,
        asks: |piece| laws("rules-civil-war", piece),
    },
    Soak {
        name: "controls-civil-war",
        what: "What 200 random plays of the Civil War are offered can be given from the pages",
        pieces: 1,
        asks: |_| tests("rules-civil-war", &["law_controls"], &[("ADJUTANT_PLAYS", 200)]),
    },
    Soak {
        name: "reasons",
        what: "10,000 refused commands a system, each with a named condition that is broken",
        pieces: 5,
        asks: |piece| {
            let package =
                ["rules-battlefront", "rules-upfront", "rules-central-front", "rules-bcs", "rules-civil-war"];
            tests(package[piece as usize], &["law_refusals"], &[("ADJUTANT_REFUSALS", 10_000)])
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
            tests(package[piece as usize], &[filter], &[("ADJUTANT_SITUATIONS", 500)])
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
        what: "100,000 random games of five scenarios of the Battalion Combat Series end by the rules",
        pieces: 20,
        asks: |piece| piece_of_tests("rules-bcs", "games::random_games", ("ADJUTANT_PLAYS", 5000), piece),
    },
    Soak {
        name: "campaigns-up-front",
        what: "10,000 random campaigns of Up Front keep their laws and come to an end",
        pieces: 1,
        asks: |_| tests("rules-upfront", &["law_random_campaigns"], &[("ADJUTANT_PLAYS", 10_000)]),
    },
    Soak {
        name: "oracles-battalions",
        what: "10,000 maps made by chance: zones, Safe Paths, routes and retreats are those of slow searches",
        pieces: 5,
        asks: |piece| piece_of_tests("rules-bcs", "oracles", ("ADJUTANT_MAPS", 2000), piece),
    },
    Soak {
        name: "oracles-civil-war",
        what: "10,000 armies and battles of the Civil War: orders and strength points are those of programs apart",
        pieces: 2,
        asks: |piece| {
            let many = [("ADJUTANT_PLAYS", 10_000)];
            match piece {
                0 => tests_of("oracle", "rules-civil-war", &[], &many),
                _ => tests("rules-civil-war", &["builder", "conservation"], &many),
            }
        },
    },
    Soak {
        name: "aid",
        what: "1,000,000 sets of circumstances a chart: the page of the play aid resolves them as the rules do",
        pieces: 1,
        asks: |_| {
            // Most of it is the browser's work. So it takes the journeys as the tests have built them.
            let filter = "aid::the_aid_resolves_every_chart_as_the_rules_do";
            let mut asked = tests("browser-tests", &[filter], &[("ADJUTANT_AID_SETS", 1_000_000)]);
            asked.arguments.retain(|word| word != "--release");
            asked
        },
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
                (0..soak.pieces).map(|piece| (soak.asks)(piece)).map(|of| format!("{of:?}")).collect();
            assert_eq!(asked.len(), soak.pieces as usize, "{}: a piece is what another one is", soak.name);
            assert!((0..soak.pieces).all(|piece| (soak.asks)(piece).package().is_some()), "{}", soak.name);
        }
    }
}
