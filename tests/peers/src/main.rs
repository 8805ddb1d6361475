//! Answers the questions of the comparison, one line of JSON for each line that it reads, and times itself.
//!
//! `inputs` gives what the peers need to ask the same. `answer|NAME` gives the distribution, `check|NAME|JSON` whether another
//! one has the same fractions. `time|NAME|N` answers so many times
//! in a row and gives the nanoseconds of all; every time the distribution is built anew from the charts.

#![allow(clippy::print_stdout)]

mod workloads;

use std::hint::black_box;
use std::io::BufRead;
use std::time::Instant;

use serde_json::{Value, json};
use workloads::Workloads;

fn main() {
    let workloads = Workloads::new();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.splitn(3, '|').collect();
        let told: Value = match words[..] {
            ["inputs"] => workloads.inputs(),
            ["answer", name] => workloads.answer(name),
            ["check", name, theirs] => {
                let theirs = serde_json::from_str(theirs).expect("an answer of a peer");
                json!(workloads::same(&workloads.answer(name), &theirs))
            }
            ["time", name, n] => {
                let n: u32 = n.parse().expect("a number of times");
                let begun = Instant::now();
                for _ in 0..n {
                    black_box(workloads.run(black_box(name)));
                }
                json!(begun.elapsed().as_nanos() as u64)
            }
            _ => panic!("what is {line:?}?"),
        };
        println!("{told}");
    }
}
