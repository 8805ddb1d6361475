//! Plays random games of the small scenario and tells what came of them: dead ends, games that do not end, offered
//! commands that are refused, broken laws, each with the first game it was met in.
//!
//! `cargo run --release -p rules-central-front --example random-games -- 100000` plays games 0 to 99999; a second
//! number is the first game; the word `fulda` plays the sample scenario, the word `away` leaves NATO to its standing
//! orders while it defends.
#![allow(clippy::print_stdout, reason = "it prints what it finds")]

#[path = "../tests/it/games.rs"]
mod games;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Instant;

use games::{Broken, play, play_without, source};
use kernel::System;
use rules_central_front::words::Side;
use rules_central_front::{CentralFront, FULDA, GAP, State};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: u64| words.get(at).map_or(Some(usual), |word| word.parse().ok());
    let (Some(count), Some(first)) = (number(0, 1000), number(1, 0)) else {
        println!("random-games [HOW MANY] [FIRST] [fulda] [away]");
        return ExitCode::FAILURE;
    };
    let text = if words.iter().any(|word| word == "fulda") { FULDA } else { GAP };
    let scenario = CentralFront::load("scenario.toml", text).expect("a shipped scenario has no fault");
    let begun = Instant::now();
    let away = words.iter().any(|word| word == "away");
    let (mut commands, mut fights, mut crowds, mut longest, mut margins) =
        (0u64, 0u64, 0u64, 0, BTreeMap::<i32, u64>::new());
    let mut broken = BTreeMap::<String, (u64, u64, String)>::new();
    for seed in first..first + count {
        let played = match away {
            true => play_without(State::open(scenario.clone()), Side::Nato, &mut *source(seed)),
            false => play(&scenario, &mut *source(seed), &mut |_, _| {}),
        };
        match played {
            Ok(game) => {
                commands += u64::from(game.commands);
                fights += u64::from(game.fights);
                crowds += u64::from(game.crowds);
                longest = longest.max(game.commands);
                *margins.entry(game.margin).or_default() += 1;
            }
            Err(what) => {
                let (kind, told) = match what {
                    Broken::DeadEnd => ("dead end", String::new()),
                    Broken::Runaway => ("no end", String::new()),
                    Broken::Refused(told) => ("offered and refused", told),
                    Broken::Law(told) => ("broken law", told),
                };
                broken.entry(kind.into()).or_insert((0, seed, told)).0 += 1;
            }
        }
    }
    let ended: u64 = margins.values().sum();
    println!("{ended} of {count} games of {} ended, from game {first} on", scenario.title);
    println!("{crowds} crowds brought within their limit by standing order");
    println!("{commands} commands, {fights} fights; the longest game took {longest} commands");
    let margin_at = |share: u64| {
        let mut before = 0;
        let reached = margins.iter().find(|(_, games)| {
            before += **games;
            before * 100 >= ended * share
        });
        reached.map_or(0, |(margin, _)| *margin)
    };
    println!("margins: tenth {}, median {}, ninth tenth {}", margin_at(10), margin_at(50), margin_at(90));
    for (kind, (games, seed, told)) in &broken {
        println!("{games} games: {kind}, first in game {seed} {told}");
    }
    if broken.is_empty() {
        println!("no dead end, no game without an end, nothing offered and refused, no broken law");
    }
    println!("{:.1} s", begun.elapsed().as_secs_f64());
    if broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
